// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/store/keptrecord.h"
#include "models/store/opening.h"
#include "models/store/questionrecord.h"
#include "models/store/queuerecord.h"
#include "models/store/replyrecord.h"
#include "models/store/sql.h"

#include <QTemporaryDir>
#include <QTest>

namespace heed::test {

using namespace Qt::StringLiterals;

//! The value of a result that a test relies on.
template <typename T>
T must(Result<T> result)
{
    if (!result)
        qFatal("%s: %s", qPrintable(result.error().text), qPrintable(result.error().detail));
    return *std::move(result);
}

//! A database of its own, opened as the program does it, and short ways to fill it.
class RecordStage
{
public:
    RecordStage()
        : m_open(must(openDatabase(file(), m_clock)))
        , database(m_open.database)
    {
    }
    ~RecordStage()
    {
        database = {};
        closeDatabase(m_open);
    }
    Q_DISABLE_COPY_MOVE(RecordStage)

    [[nodiscard]] QString file() const { return m_folder.filePath(u"heed.sqlite"_s); }

    [[nodiscard]] ChatId addChat(const QString &title = u"Roof"_s, qint64 atMs = 1)
    {
        return must(records::addChat(database, {.title = title, .createdMs = atMs, .updatedMs = atMs}));
    }
    [[nodiscard]] MessageId addMessage(ChatId chat, ReplyId after = {}, const QString &text = u"Hello"_s)
    {
        return must(records::addMessage(database, {.chat = chat, .after = after, .text = text, .atMs = 2}));
    }
    //! Also makes it the one that is shown.
    [[nodiscard]] ReplyId addReply(ChatId chat, MessageId message)
    {
        const ReplyId reply =
            must(records::addReply(database, {.chat = chat, .message = message, .startedMs = 3}));
        must(records::setHead(database, chat, reply, 3));
        return reply;
    }
    //! A message and the reply to it.
    [[nodiscard]] ReplyId addExchange(ChatId chat, ReplyId after = {}, const QString &text = u"Hello"_s)
    {
        return addReply(chat, addMessage(chat, after, text));
    }
    [[nodiscard]] Question addQuestion(ChatId chat, ReplyId reply, const QString &id, qint64 askedMs = 10)
    {
        const Question question{
            .id = {id}, .chat = chat, .reply = reply, .call = {1}, .text = u"Which?"_s, .askedMs = askedMs};
        must(records::addQuestion(database, question));
        return question;
    }
    [[nodiscard]] int count(const QString &table)
    {
        auto query = must(sql::run(database, u"SELECT count(*) FROM "_s + table));
        return query.next() ? query.value(0).toInt() : -1;
    }

private:
    QTemporaryDir m_folder{};
    SystemClock m_clock{};
    OpenDatabase m_open;

public:
    QSqlDatabase database;
};

} // namespace heed::test
