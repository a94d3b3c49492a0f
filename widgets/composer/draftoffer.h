// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

#include <QStringList>
#include <QWidget>

namespace heed {

class CardButton;
class PlainText;

//! A row that offers texts which were being written when their question ended, one after the other.
//! Hidden while there is none. GUI thread.
class DraftOffer final : public QWidget
{
    Q_OBJECT
public:
    explicit DraftOffer(const Clock &clock, QWidget *parent = nullptr);

    void add(const QString &text);
    void clear();
    [[nodiscard]] QString text() const { return m_texts.value(0); }

Q_SIGNALS:
    void used(const QString &text);
    //! It was used or dismissed.
    void ended(const QString &text);
    //! The focused button goes away with the row.
    void focusLeaves();

private:
    void next();
    void show(const QString &text);

    QStringList m_texts{};
    PlainText *m_preview;
    CardButton *m_use;
    CardButton *m_dismiss;
};

} // namespace heed
