// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/textchunks.h"

#include <QBasicTimer>
#include <QObject>
#include <QPersistentModelIndex>
#include <QPointer>

class QAbstractItemModel;

namespace heed {

//! Looks for words in the rows of a transcript, whatever their case, in slices so that a chat of 100,000
//! messages does not hold up the window. GUI thread.
class ChatFind final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    static constexpr int SliceRows = 400; //!< about 10 ms

    //! Looks for the next occurrence after (or before) the last one, or after (\a row, \a position); goes
    //! round once. Searches the first slice at once and the others from the event loop.
    void find(const QAbstractItemModel *model, const QString &text, bool isForward, int row, int position);
    void stop();
    [[nodiscard]] const QString &text() const { return m_text; }

    //! Every occurrence of \a text in \a words.
    [[nodiscard]] static QList<TextChunk> occurrences(QStringView words, const QString &text);

Q_SIGNALS:
    void found(const QModelIndex &row, int position, int length);
    void notFound();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void slice();
    [[nodiscard]] int matchIn(const QModelIndex &row, int from) const;

    QPointer<const QAbstractItemModel> m_model{};
    QString m_text{};
    bool m_isForward = true;
    int m_row = 0;
    int m_position = -1; // in the first row only; -1: from its edge
    int m_left = 0;      // rows not looked at
    QBasicTimer m_timer{};
};

} // namespace heed
