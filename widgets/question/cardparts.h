// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/question/question.h"

#include <QList>

class QVBoxLayout;
class QWidget;

namespace heed {

class CardButton;
class GrowingText;
class PlainText;

//! The widgets of a question card and how they are laid out and coloured; no behaviour. The card owns them
//! (they are its children, made in visual order, which is the tab order). GUI thread.
class CardParts final
{
public:
    CardParts(const Question &question, const QString &chatTitle, const Clock &clock, QWidget *card);

    //! From the card's font and palette; call again when one changes.
    void applyStyle();
    //! The box answers, or asks the model back.
    void setAsking(bool asking, const Question &question);
    //! Options, box and buttons are gone; the three lines say what happened. Empty lines are hidden.
    void showEnd(const QString &outcome, const QString &whoAndWhen, const QString &told);
    void showBox(bool shown);
    void setNotice(const QString &text);
    void setDeadline(const QString &line, bool canKeepWaiting);
    [[nodiscard]] QWidget *firstControl() const;
    [[nodiscard]] QList<QWidget *> controls() const; //!< everything that can have the focus

    PlainText *heading;
    PlainText *chat;
    PlainText *position; //!< "2 of 2"
    PlainText *origin;   //!< which other program asks, and where the answer goes
    PlainText *question;
    QList<CardButton *> options{};
    GrowingText *box;
    PlainText *notice;
    CardButton *send;
    CardButton *askBack;
    CardButton *skip;
    CardButton *none;
    PlainText *deadline;
    CardButton *keepWaiting;
    PlainText *outcome;
    PlainText *who;
    PlainText *told;

private:
    void addOptions(const Question &shown, const Clock &clock, QVBoxLayout *column);
    void addButtons(const Question &shown, QVBoxLayout *column);

    QWidget *m_card;
    QVBoxLayout *m_column = nullptr;
};

} // namespace heed
