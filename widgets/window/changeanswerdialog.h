// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/base/result.h"
#include "models/question/question.h"

#include <QDialog>

namespace heed {

class QuestionCard;

//! Answers a settled question anew (book 2.7): the old branch stays, the new answer carries on as a new
//! reply. Shows the question on the same card on which it was asked. Deletes itself when closed.
class ChangeAnswerDialog final : public QDialog
{
    Q_OBJECT
public:
    ChangeAnswerDialog(const Question &question, Alarms &alarms, QWidget *parent);
    void showRefused(const Error &error);

Q_SIGNALS:
    void changed(const heed::QuestionId &id, const heed::Answer &answer);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QuestionCard *m_card;
};

} // namespace heed
