// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bigstore.h"

#include "models/store/replyrecord.h"
#include "models/store/store.h"

#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QSqlError>
#include <QSqlQuery>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed::bench {

namespace {

constexpr quint32 vocabulary = 40'000;
constexpr qint64 firstMs = 1'700'000'000'000;
constexpr int perTransaction = 5'000;

void must(bool is, const char *what)
{
    if (!is)
        qFatal("bench: %s", what);
}

std::unique_ptr<Store> opened(const QString &file)
{
    static const SystemClock clock;
    auto store = Store::open(file, clock);
    must(bool(store), "the database did not open");
    return *std::move(store);
}

//! Runs it on the store thread and waits.
void work(Store &store, std::function<Result<Done>(QSqlDatabase &)> what)
{
    QEventLoop loop;
    store.write<Done>(Durability::Grouped, &loop, std::move(what), [&loop](const Result<Done> &done) {
        must(bool(done), done ? "" : qPrintable(done.error().detail));
        loop.quit();
    });
    loop.exec();
}

//! One message, the whole reply to it, and its log.
ReplyId addExchange(QSqlDatabase &database, ChatId chat, ReplyId after, int number)
{
    Writer writer{quint32(number)};
    const qint64 atMs = firstMs + number * 60'000LL;
    const auto message = records::addMessage(
        database,
        {.chat = chat, .after = after, .text = writer.words(6 + int(writer.below(50))), .atMs = atMs});
    must(bool(message), "message");
    const auto reply = records::addReply(database, {.chat = chat,
                                                    .message = *message,
                                                    .state = ReplyState::Done,
                                                    .model = u"scripted"_s,
                                                    .startedMs = atMs,
                                                    .finishedMs = atMs + 5'000});
    must(bool(reply), "reply");
    const QString text = writer.markdown(400 + writer.below(1'600));
    must(bool(records::addTurn(database, *reply, {.text = text, .finish = u"stop"_s})), "turn");
    const QList<EventRow> rows{
        {.seq = 1,
         .firstSeq = 1,
         .atMs = atMs,
         .type = u"started"_s,
         .fields = {{u"model"_s, u"scripted"_s}}},
        {.seq = 2,
         .firstSeq = 2,
         .atMs = atMs,
         .type = u"text"_s,
         .fields = {{u"deltas"_s, QJsonArray{text}}}},
        {.seq = 3, .firstSeq = 3, .atMs = atMs + 5'000, .type = u"done"_s, .fields = {}}};
    must(bool(records::addEvents(database, *reply, rows)), "events");
    return *reply;
}

} // namespace

quint32 Writer::below(quint32 limit)
{
    m_state = m_state * 1664525u + 1013904223u;
    return limit == 0 ? 0 : (m_state >> 8) % limit;
}

QString wordNumber(quint32 rank)
{
    static constexpr QStringView starts = u"bdfghklmnprstvwz";
    static constexpr QStringView vowels = u"aeiou";
    QString word;
    quint32 rest = rank;
    do {
        word += starts[rest % 16];
        rest /= 16;
        word += vowels[rest % 5];
        rest /= 5;
    } while (rest > 0);
    return word.size() < 4 ? word + u"r" : word;
}

QString Writer::word()
{
    // Rank by a power law: the first hundred words are half of every text.
    const double chance = double(below(1u << 20) + 1) / double(1u << 20);
    return wordNumber(quint32(std::pow(double(vocabulary), chance)) - 1);
}

QString Writer::words(int count)
{
    QString text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? u""_s : u" "_s) + word();
    return text + u'.';
}

QString Writer::markdown(qsizetype characters)
{
    QString text;
    while (text.size() < characters) {
        switch (below(10)) {
        case 0:
            text += u"## "_s + words(3) + u"\n\n"_s;
            break;
        case 1:
            for (int i = 0; i < 4; ++i)
                text += u"- **"_s + word() + u"** "_s + words(8) + u'\n';
            text += u'\n';
            break;
        case 2:
            text += u"```cpp\n"_s;
            for (int i = 0; i < 8; ++i)
                text += u"    int %1 = %2(\"%3\"); // %4\n"_s.arg(word(), word(), word(), words(3));
            text += u"```\n\n"_s;
            break;
        case 3:
            text += u"| %1 | %2 |\n|---|--:|\n"_s.arg(word(), word());
            for (int i = 0; i < 3; ++i)
                text += u"| %1 | %2 |\n"_s.arg(words(3)).arg(below(1000));
            text += u'\n';
            break;
        default:
            text += words(20 + int(below(60))) + u" `"_s + word() + u"` *"_s + word() + u"* "_s + words(9) +
                    u"\n\n"_s;
        }
    }
    return text;
}

ChatId makeLongChat(const QString &file, int messages)
{
    const auto store = opened(file);
    auto chat = std::make_shared<ChatId>();
    auto last = std::make_shared<ReplyId>();
    work(*store, [chat](QSqlDatabase &database) -> Result<Done> {
        const auto id =
            records::addChat(database, {.title = u"Long"_s, .createdMs = firstMs, .updatedMs = firstMs});
        must(bool(id), "chat");
        *chat = *id;
        return Done{};
    });
    for (int from = 0; from < messages / 2; from += perTransaction) {
        work(*store, [=](QSqlDatabase &database) -> Result<Done> {
            for (int i = from; i < std::min(from + perTransaction, messages / 2); ++i)
                *last = addExchange(database, *chat, *last, i);
            return records::setHead(database, *chat, *last, firstMs);
        });
    }
    return *chat;
}

void makeSearchStore(const QString &file, int messages)
{
    if (QFile::exists(file))
        return;
    const QString part = file + u".part"_s; // so that one that was not finished is not taken for whole
    QFile::remove(part);
    {
        const auto store = opened(part);
        work(*store, [](QSqlDatabase &database) -> Result<Done> {
            for (int i = 0; i < 200; ++i)
                must(bool(records::addChat(database, {.title = u"Chat"_s})), "chat");
            return Done{};
        });
        for (int from = 0; from < messages; from += perTransaction) {
            work(*store, [=](QSqlDatabase &database) -> Result<Done> {
                // As records::addMessage() does, but with statements that are prepared once.
                QSqlQuery message(database);
                QSqlQuery found(database);
                must(message.prepare(
                         u"INSERT INTO message (chat, text, at_ms, face) VALUES (?, ?, ?, 'window')"_s) &&
                         found.prepare(u"INSERT INTO found (text, title, kind, ref, chat, at_ms)"
                                       " VALUES (?, '', 'message', ?, ?, ?)"_s),
                     "prepare");
                for (int i = from; i < std::min(from + perTransaction, messages); ++i) {
                    Writer writer{quint32(i)};
                    const QString text = writer.words(20 + int(writer.below(44)));
                    const QVariant chat = 1 + i % 200;
                    const QVariant at = firstMs + i * 1'000LL;
                    const QVariantList values{chat, text, at};
                    for (int column = 0; column < 3; ++column)
                        message.bindValue(column, values[column]);
                    must(message.exec(), "message");
                    const QVariantList row{text, message.lastInsertId(), chat, at};
                    for (int column = 0; column < 4; ++column)
                        found.bindValue(column, row[column]);
                    must(found.exec(), "found");
                }
                return Done{};
            });
        }
    }
    must(QFile::rename(part, file), "rename");
}

} // namespace heed::bench
