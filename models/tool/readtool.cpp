// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/readtool.h"

#include "models/question/outcometext.h"
#include "models/store/keptrecord.h"
#include "models/store/replyrecord.h"
#include "models/store/store.h"
#include "models/tool/toolinput.h"
#include "models/tool/toolrun.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// A result has 16 KiB in all (book 3.7); the rest is for its other members.
constexpr qsizetype mostBytes = 15 * 1024;
constexpr qsizetype beforeNear = 400;

struct ReadToolText {
    Q_DECLARE_TR_FUNCTIONS(heed::ReadTool)
};

struct ReadJob {
    QString databaseFile{};
    std::shared_ptr<FolderIndex> index{};
    QStringList folders{};
    QString id{};
    qint64 offset = 0;
    QString near{};
    QTimeZone zone{};
};

struct Item {
    QString title{};
    QString text{};
};

QString stamp(qint64 ms, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(ms, zone).toString(u"yyyy-MM-dd HH:mm");
}

QString turnText(const TurnRecord &turn)
{
    QString text = turn.text.isEmpty() ? QString() : u"Reply: "_s + turn.text + u"\n"_s;
    for (const CallRecord &call : turn.calls) {
        if (call.call.name != u"ask_user")
            continue;
        const auto answer = answerFromResult(call.result.value_or(QString()));
        text += u"Question: "_s + call.call.arguments[u"question"_s].toString() + u"\n"_s;
        if (answer)
            text += u"Answer: "_s + *answer + u"\n"_s;
    }
    return text;
}

Result<Item> chatItem(QSqlDatabase &database, ChatId id, const QTimeZone &zone)
{
    const auto chat = records::chat(database, id);
    if (!chat)
        return chat.error();
    if (chat->trashedMs)
        return Error{.code = Error::Code::NotFound};
    const auto steps = records::branch(database, id);
    if (!steps)
        return steps.error();
    Item item{.title = chat->title};
    for (const auto &step : *steps) {
        item.text += u"[%1]\nPerson: %2\n"_s.arg(stamp(step.message.atMs, zone), step.message.text);
        if (!step.reply)
            continue;
        const auto turns = records::turns(database, step.reply->id);
        if (!turns)
            return turns.error();
        for (const TurnRecord &turn : *turns)
            item.text += turnText(turn);
        item.text += u'\n';
    }
    return item;
}

Result<Item> storedItem(const ReadJob &job)
{
    auto reader = Store::openReader(job.databaseFile);
    if (!reader)
        return reader.error();
    QSqlDatabase &database = *reader; // no copy: it would outlive the closing
    const qint64 number = job.id.section(u':', 1).toLongLong();
    Result<Item> item = Error{.code = Error::Code::NotFound};
    if (job.id.startsWith(u"note:")) {
        const auto note = records::note(database, {number});
        item = note ? Result<Item>(Item{note->title, note->text}) : note.error();
    } else {
        item = chatItem(database, {number}, job.zone);
    }
    Store::closeReader(database);
    return item;
}

Result<Item> itemOf(const ReadJob &job)
{
    if (!job.id.startsWith(u"file:"))
        return storedItem(job);
    if (!job.index)
        return Error{.code = Error::Code::NotFound};
    const QString path = job.id.mid(5);
    const auto text = job.index->read(path, job.folders);
    if (!text)
        return text.error();
    return Item{text->title.isEmpty() ? QFileInfo(path).fileName() : text->title, text->text};
}

//! Where the first of the words stands, for a start a little before it.
qint64 placeOf(const QString &text, const QString &words)
{
    static const QRegularExpression word(uR"([\p{L}\p{N}]{2,})"_s);
    qsizetype place = -1;
    for (auto at = word.globalMatch(words); at.hasNext();) {
        const qsizetype found = text.indexOf(at.next().captured(), 0, Qt::CaseInsensitive);
        if (found >= 0 && (place < 0 || found < place))
            place = found;
    }
    return std::max<qint64>(0, place - beforeNear);
}

//! As much from an offset as a result can hold, never half a character.
QString part(const QString &text, qint64 offset)
{
    QString piece = text.mid(offset, mostBytes);
    for (;;) {
        if (!piece.isEmpty() && piece.back().isHighSurrogate())
            piece.chop(1);
        const qsizetype bytes = compactJson({{u"text"_s, piece}}).toUtf8().size();
        if (bytes <= mostBytes)
            return piece;
        piece.truncate(std::min(piece.size() - 1, piece.size() * mostBytes / bytes));
    }
}

ToolOutcome read(const ReadJob &job)
{
    const auto item = itemOf(job);
    if (!item) {
        const QString why = item.error().text.isEmpty() ? ReadToolText::tr("There is nothing with this id")
                                                        : item.error().text;
        return failedOutcome(
            u"Nothing can be read under the id \"%1\" (%2). Use an id that search gave."_s.arg(
                job.id.left(200), why),
            why);
    }
    qint64 offset = job.offset;
    if (offset == 0 && !job.near.isEmpty())
        offset = placeOf(item->text, job.near);
    if (offset > 0 && offset < item->text.size() && item->text.at(offset).isLowSurrogate())
        --offset;
    if (offset > item->text.size()) {
        return failedOutcome(
            u"The offset %1 is beyond the end: the text has %2 characters."_s.arg(offset).arg(
                item->text.size()),
            ReadToolText::tr("Nothing was read"));
    }
    const QString piece = part(item->text, offset);
    QJsonObject result{{u"id"_s, job.id},
                       {u"title"_s, item->title.left(200)},
                       {u"text"_s, piece},
                       {u"offset"_s, offset},
                       {u"total"_s, item->text.size()}};
    if (offset + piece.size() < item->text.size())
        result.insert(u"next_offset"_s, offset + piece.size());
    return {.result = compactJson(result), .summary = item->title};
}

} // namespace

ReadTool::ReadTool(FindSources sources, const Clock &clock)
    : m_sources(std::move(sources))
    , m_clock(clock)
{
    m_pool.setMaxThreadCount(2);
}

ReadTool::~ReadTool()
{
    m_pool.waitForDone();
}

ToolSpec ReadTool::spec() const
{
    const QJsonObject properties{
        {u"id"_s, QJsonObject{{u"type"_s, u"string"_s},
                              {u"maxLength"_s, 4096},
                              {u"description"_s, u"an id that search gave, such as \"note:12\"."_s}}},
        {u"offset"_s, QJsonObject{{u"type"_s, u"integer"_s},
                                  {u"minimum"_s, 0},
                                  {u"description"_s,
                                   u"where to begin, in characters; next_offset gives the next part."_s}}},
        {u"near"_s,
         QJsonObject{{u"type"_s, u"string"_s},
                     {u"maxLength"_s, 200},
                     {u"description"_s, u"begin shortly before the first place with one of these words."_s}}},
    };
    return {.name = u"read"_s,
            .description = u"Read part of one item that search found: a file, a note or a chat."_s,
            .schema = {{u"type"_s, u"object"_s},
                       {u"properties"_s, properties},
                       {u"required"_s, QJsonArray{u"id"_s}}}};
}

ToolRun *ReadTool::run(const QJsonObject &arguments, const ToolContext &, QObject *parent)
{
    const ToolInput input(arguments, spec().schema);
    if (!input.problem().isEmpty())
        return finishedRun(failedOutcome(input.problem(), ReadToolText::tr("Nothing was read")), parent);
    static const QRegularExpression form(uR"(^(file:.+|(note|chat):\d{1,15})$)"_s);
    const QString id = input.text(u"id"_s);
    if (!form.match(id).hasMatch()) {
        return finishedRun(
            failedOutcome(u"\"%1\" is no id. Use one that search gave, such as \"note:12\", \"chat:3\" or "
                          "\"file:…\"."_s.arg(id.left(80)),
                          ReadToolText::tr("Nothing was read")),
            parent);
    }
    const ReadJob job{.databaseFile = m_sources.databaseFile,
                      .index = m_sources.index,
                      .folders = m_sources.folders ? m_sources.folders() : QStringList(),
                      .id = id,
                      .offset = input.number(u"offset"_s).value_or(0),
                      .near = input.text(u"near"_s),
                      .zone = m_clock.zone()};
    auto *run = new OpenToolRun(parent);
    run->work(m_pool, [job](const std::atomic_bool &) { return read(job); });
    return run;
}

} // namespace heed
