// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptrole.h"
#include "models/question/question.h"
#include "models/reply/event.h"

#include <QHash>
#include <QJsonObject>
#include <QList>

namespace heed {

//! One piece of a chat as it is read. The roles of TranscriptRole are its members.
struct TranscriptRow {
    RowKind kind = RowKind::Message;
    qint64 rowId = 0;
    int revision = 0;
    QString author{};
    qint64 atMs = 0;
    QString text{};
    bool streaming = false;
    ReplyId reply{};
    MessageId message{};
    QString question{}; //!< Question rows: the id
    bool open = false;  //!< Question rows: asked and not ended, as far as the log tells
    QString title{};
    bool foldable = false;
    QStringList actions{};
};

//! Turns the events of one reply into rows, one event at a time, so that a replay and a live reply look the
//! same. Pure: no thread, no database. Text of a model is made fit to be shown (book 2.4) on its way in.
class ReplyRows
{
public:
    //! What changed in rows(), in this order: enough to make the same change in a copy.
    struct Change {
        enum class Kind { Inserted, Updated, Removed };
        Kind kind = Kind::Updated;
        qsizetype at = 0;
        TranscriptRow row{}; //!< as it is after the change; not for Removed
    };

    explicit ReplyRows(ReplyId reply, MessageId message = {});
    [[nodiscard]] QList<Change> apply(const Event &event);
    [[nodiscard]] const QList<TranscriptRow> &rows() const { return m_rows; }
    [[nodiscard]] qint64 lastSeq() const { return m_lastSeq; }
    [[nodiscard]] bool isOver() const { return m_over; }
    [[nodiscard]] QString model() const { return m_model; }

private:
    QList<Change> text(const QString &delta, qint64 atMs);
    QList<Change> thinking(const QString &delta, qint64 atMs);
    QList<Change> tool(const Event &event);
    QList<Change> toolResult(const Event &event);
    QList<Change> question(const Event &event);
    QList<Change> answer(const Event &event);
    QList<Change> slot(const Event &event);
    QList<Change> notice(const Event &event);
    QList<Change> over(const Event &event);
    QList<Change> dropUnfinishedTurn();
    QList<Change> textWasThinking();
    QList<Change> endStreaming();
    Change insert(TranscriptRow row, qint64 atMs);
    Change update(qsizetype row);
    Change remove(qsizetype row);
    void grow(qsizetype row, const QString &delta);

    ReplyId m_reply;
    MessageId m_message;
    QString m_model{};
    QList<TranscriptRow> m_rows{};
    QString m_raw{};           //!< of the row that is growing
    qsizetype m_turnBegin = 0; //!< rows of the running model turn begin here
    qint64 m_lastSeq = 0;
    qint64 m_nextId;
    bool m_over = false;
    QHash<QString, QString> m_asked{}; //!< question id → its text
    QJsonObject m_usage{};
};

//! The small line under a reply: model seconds, waited for you, tokens, speed, first token. Translated.
[[nodiscard]] QString figuresLine(const QJsonObject &usage);

} // namespace heed
