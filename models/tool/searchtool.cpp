// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/searchtool.h"

#include "models/base/logging.h"
#include "models/store/keptrecord.h"
#include "models/store/replyrecord.h"
#include "models/store/store.h"
#include "models/tool/toolinput.h"
#include "models/tool/toolrun.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QSet>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int usualLimit = 10;
constexpr int largestLimit = 20;
constexpr qsizetype longestSnippet = 300;

struct SearchToolText {
    Q_DECLARE_TR_FUNCTIONS(heed::SearchTool)
};

//! Everything a search needs, handed to the pool by value.
struct SearchJob {
    QString databaseFile{};
    std::shared_ptr<FolderIndex> index{};
    FolderQuery folders{};
    FindQuery find{};
    bool inFiles = true;
    bool inStore = true;
    ReplyId reply{};
    QTimeZone zone{};
};

QString dateOf(qint64 ms, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(ms, zone).toString(u"yyyy-MM-ddTHH:mm");
}

QString kindWord(FoundRecord::Kind kind)
{
    switch (kind) {
    case FoundRecord::Kind::Message:
        return u"message"_s;
    case FoundRecord::Kind::Reply:
        return u"reply"_s;
    case FoundRecord::Kind::Note:
        return u"note"_s;
    case FoundRecord::Kind::Answer:
        return u"answer"_s;
    }
    return {};
}

std::optional<FactRecord> factOf(QSqlDatabase &database, const FoundRecord &found)
{
    const auto facts = records::facts(database, found.chat);
    if (!facts)
        return {};
    const auto fact = std::find_if(facts->cbegin(), facts->cend(),
                                   [&found](const FactRecord &one) { return one.id.value == found.ref; });
    return fact == facts->cend() ? std::nullopt : std::optional(*fact);
}

//! Looks through the database: one row a chat (its newest hit), every note, every answer.
class StoreSearch
{
public:
    StoreSearch(QSqlDatabase &database, const SearchJob &job)
        : m_database(database)
        , m_job(job)
    {
        if (const auto reply = records::reply(database, job.reply))
            m_asking = reply->message;
    }

    Result<QList<QJsonObject>> results()
    {
        FindQuery query = m_job.find;
        query.limit = m_job.find.limit * 4; // several hits of one chat become one result
        const auto found = records::find(m_database, query);
        if (!found)
            return found.error();
        QList<QJsonObject> results;
        for (const FoundRecord &record : *found) {
            if (results.size() < m_job.find.limit && !isNoise(record))
                results.append(toJson(record));
        }
        return results;
    }

private:
    //! The asking message and this reply; what the guide said, which only repeats what was found elsewhere;
    //! and a chat that is already among the results.
    bool isNoise(const FoundRecord &record)
    {
        using Kind = FoundRecord::Kind;
        if (record.kind == Kind::Message && record.ref == m_asking.value)
            return true;
        if (record.kind == Kind::Reply) {
            if (record.ref == m_job.reply.value)
                return true;
            const auto reply = records::reply(m_database, {record.ref});
            if (!reply || ProviderChoice::fromJson(reply->provider).kind == u"guide")
                return true;
        }
        const bool isChat = record.kind == Kind::Message || record.kind == Kind::Reply;
        if (isChat && m_chats.contains(record.chat.value))
            return true;
        if (isChat)
            m_chats.insert(record.chat.value);
        return false;
    }

    QJsonObject toJson(const FoundRecord &record)
    {
        const bool isNote = record.kind == FoundRecord::Kind::Note;
        QJsonObject object{
            {u"id"_s, isNote ? u"note:%1"_s.arg(record.ref) : u"chat:%1"_s.arg(record.chat.value)},
            {u"kind"_s, kindWord(record.kind)},
            {u"title"_s, record.title.left(200)},
            {u"snippet"_s, record.snippet.left(longestSnippet)},
            {u"date"_s, dateOf(record.atMs, m_job.zone)},
        };
        if (record.kind == FoundRecord::Kind::Answer) {
            if (const auto fact = factOf(m_database, record)) {
                object.insert(u"question"_s, fact->name);
                object.insert(u"answer"_s, fact->value.left(longestSnippet));
                object.remove(u"snippet"_s);
            }
        }
        return object;
    }

    QSqlDatabase &m_database;
    const SearchJob &m_job;
    MessageId m_asking{};
    QSet<qint64> m_chats{};
};

QList<QJsonObject> storeResults(const SearchJob &job, QStringList &problems)
{
    auto reader = Store::openReader(job.databaseFile);
    if (!reader) {
        problems += SearchToolText::tr("The chats and notes could not be searched.");
        return {};
    }
    QSqlDatabase &database = *reader; // no copy: it would outlive the closing
    auto found = StoreSearch(database, job).results();
    Store::closeReader(database);
    if (found)
        return *std::move(found);
    qCWarning(lcTool) << "search of the chats:" << found.error().detail;
    problems += SearchToolText::tr("The chats and notes could not be searched.");
    return {};
}

QList<QJsonObject> fileResults(const SearchJob &job, QStringList &problems, const std::atomic_bool &cancelled)
{
    const FolderAnswer answer = job.index->search(job.folders, cancelled);
    problems += answer.problems;
    QList<QJsonObject> results;
    for (const FolderHit &hit : answer.hits) {
        const QFileInfo file(hit.path);
        results.append(QJsonObject{{u"id"_s, QString(u"file:"_s + hit.path)},
                                   {u"kind"_s, u"file"_s},
                                   {u"title"_s, hit.title.left(200)},
                                   {u"name"_s, file.fileName()},
                                   {u"folder"_s, file.path()},
                                   {u"snippet"_s, hit.snippet.left(longestSnippet)},
                                   {u"date"_s, dateOf(hit.modifiedMs, job.zone)}});
    }
    return results;
}

//! Both lists by turns, so that neither hides the other.
QJsonArray merged(const QList<QJsonObject> &first, const QList<QJsonObject> &second, int limit)
{
    QJsonArray all;
    for (qsizetype i = 0; i < std::max(first.size(), second.size()); ++i) {
        for (const auto *list : {&first, &second}) {
            if (i < list->size() && all.size() < limit)
                all.append(list->at(i));
        }
    }
    return all;
}

ToolOutcome search(const SearchJob &job, const std::atomic_bool &cancelled)
{
    QStringList problems;
    const auto stored = job.inStore ? storeResults(job, problems) : QList<QJsonObject>();
    const auto files = job.inFiles ? fileResults(job, problems, cancelled) : QList<QJsonObject>();
    const QJsonArray results = merged(stored, files, job.find.limit);
    QJsonObject answer{
        {u"results"_s, results},
        {u"searched"_s, QJsonObject{{u"chats_and_notes"_s, job.inStore},
                                    {u"folders"_s, QJsonArray::fromStringList(
                                                       job.inFiles ? job.folders.only : QStringList())}}}};
    if (!problems.isEmpty())
        answer.insert(u"problems"_s,
                      QJsonArray::fromStringList(problems.first(std::min<qsizetype>(5, problems.size()))));
    return {.result = compactJson(answer),
            .summary = SearchToolText::tr("%n found", nullptr, int(results.size()))};
}

//! A date or date-time as milliseconds; \a end: a date alone means its last moment.
std::optional<qint64> moment(const QString &text, bool end, const QTimeZone &zone)
{
    const QDate date = QDate::fromString(text, Qt::ISODate);
    if (date.isValid() && text.size() == 10)
        return end ? date.endOfDay(zone).toMSecsSinceEpoch() : date.startOfDay(zone).toMSecsSinceEpoch();
    QDateTime at = QDateTime::fromString(text, Qt::ISODate);
    if (!at.isValid())
        return {};
    if (at.timeSpec() == Qt::LocalTime)
        at = QDateTime(at.date(), at.time(), zone);
    return at.toMSecsSinceEpoch();
}

QStringList chosenFolders(const QStringList &folders, const QString &wanted)
{
    if (wanted.isEmpty())
        return folders;
    QStringList chosen;
    for (const QString &folder : folders) {
        const QString clean = QDir::cleanPath(folder);
        if (clean == QDir::cleanPath(wanted) ||
            QFileInfo(clean).fileName().compare(wanted, Qt::CaseInsensitive) == 0)
            chosen += folder;
    }
    return chosen;
}

} // namespace

SearchTool::SearchTool(FindSources sources, const Clock &clock)
    : m_sources(std::move(sources))
    , m_clock(clock)
{
    // One search more can start while another brings the index up to date.
    m_pool.setMaxThreadCount(2);
}

SearchTool::~SearchTool()
{
    // Runs that still live have been told to give up by their own end.
    m_pool.waitForDone();
}

ToolSpec SearchTool::spec() const
{
    const auto text = [](const QString &description, int longest) {
        return QJsonObject{
            {u"type"_s, u"string"_s}, {u"maxLength"_s, longest}, {u"description"_s, description}};
    };
    const QJsonObject properties{
        {u"query"_s, text(u"words to look for."_s, 200)},
        {u"kind"_s,
         QJsonObject{
             {u"type"_s, u"string"_s},
             {u"enum"_s, QJsonArray{u"message"_s, u"reply"_s, u"note"_s, u"answer"_s, u"file"_s}},
             {u"description"_s, u"only this kind; \"answer\": what the user answered to questions."_s}}},
        {u"folder"_s, text(u"only files of this added folder or project (its name or path)."_s, 400)},
        {u"since"_s, text(u"not older: \"2026-11-01\" or a date-time."_s, 40)},
        {u"until"_s, text(u"not newer: \"2026-11-30\" or a date-time."_s, 40)},
        {u"limit"_s, QJsonObject{{u"type"_s, u"integer"_s},
                                 {u"minimum"_s, 1},
                                 {u"maximum"_s, largestLimit},
                                 {u"description"_s, u"how many results; 10 when left out."_s}}},
    };
    return {.name = u"search"_s,
            .description =
                u"Full-text search of the user's chats, notes, earlier answers and added folders. Gives ids "
                "for the tool read."_s,
            .schema = {{u"type"_s, u"object"_s},
                       {u"properties"_s, properties},
                       {u"required"_s, QJsonArray{u"query"_s}}}};
}

ToolRun *SearchTool::run(const QJsonObject &arguments, const ToolContext &context, QObject *parent)
{
    const auto fail = [parent](const QString &why) {
        return finishedRun(failedOutcome(why, SearchToolText::tr("Nothing was searched")), parent);
    };
    const ToolInput input(arguments, spec().schema);
    if (!input.problem().isEmpty())
        return fail(input.problem());
    if (matchQuery(input.text(u"query"_s), true).isEmpty())
        return fail(u"The argument \"query\" has no word to look for."_s);
    const QString kind = input.text(u"kind"_s);
    const QString folder = input.text(u"folder"_s);
    const QStringList all = m_sources.folders ? m_sources.folders() : QStringList();
    SearchJob job{.databaseFile = m_sources.databaseFile,
                  .index = m_sources.index,
                  .reply = context.reply,
                  .zone = m_clock.zone()};
    job.folders.folders = all;
    job.folders.only = chosenFolders(all, folder);
    if (!folder.isEmpty() && job.folders.only.isEmpty())
        return fail(u"There is no added folder \"%1\". The added folders are: %2."_s.arg(
            folder, all.isEmpty() ? u"none"_s : all.join(u", ")));
    for (const bool isEnd : {false, true}) {
        const QString name = isEnd ? u"until"_s : u"since"_s;
        const QString text = input.text(name);
        if (text.isEmpty())
            continue;
        const auto at = moment(text, isEnd, job.zone);
        if (!at)
            return fail(u"The argument \"%1\" must be a date such as %2."_s.arg(
                name, m_clock.now().date().toString(Qt::ISODate)));
        (isEnd ? job.find.untilMs : job.find.sinceMs) = *at;
    }
    for (const auto one : {FoundRecord::Kind::Message, FoundRecord::Kind::Reply, FoundRecord::Kind::Note,
                           FoundRecord::Kind::Answer}) {
        if (kind == kindWord(one))
            job.find.kind = one;
    }
    job.find.words = job.folders.words = input.text(u"query"_s);
    job.find.limit = job.folders.limit = int(input.number(u"limit"_s).value_or(usualLimit));
    job.folders.sinceMs = job.find.sinceMs;
    job.folders.untilMs = job.find.untilMs;
    job.inStore = folder.isEmpty() && kind != u"file";
    job.inFiles = (kind.isEmpty() || kind == u"file") && m_sources.index && !all.isEmpty();
    auto *run = new OpenToolRun(parent);
    run->work(m_pool, [job](const std::atomic_bool &cancelled) { return search(job, cancelled); });
    return run;
}

} // namespace heed
