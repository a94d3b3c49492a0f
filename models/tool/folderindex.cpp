// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/folderindex.h"

#include "models/base/logging.h"
#include "models/tool/folderwalk.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int formatVersion = 1;
constexpr qsizetype mostFilesPerFolder = 50'000;
constexpr qsizetype mostCharacters = 1'000'000; // of one file
constexpr int filesPerCommit = 100;

struct FolderIndexText {
    Q_DECLARE_TR_FUNCTIONS(heed::FolderIndex)
};

Error broken(const QSqlError &error)
{
    return {.code = Error::Code::Storage,
            .text = FolderIndexText::tr(
                "The index of your folders could not be used, so they were not searched."),
            .detail = error.text()};
}

Result<Done> execute(QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    if (!query.exec(sql))
        return broken(query.lastError());
    return Done{};
}

//! A connection for the calling thread, closed with the object.
class IndexConnection
{
public:
    explicit IndexConnection(const QString &file)
        : m_name(u"index "_s + QUuid::createUuid().toString(QUuid::WithoutBraces))
    {
        database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
        database.setDatabaseName(file);
        database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
    }
    ~IndexConnection()
    {
        database.close();
        database = {};
        QSqlDatabase::removeDatabase(m_name);
    }
    Q_DISABLE_COPY_MOVE(IndexConnection)

    Result<Done> open()
    {
        if (!database.open())
            return broken(database.lastError());
        QFile::setPermissions(database.databaseName(), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        if (auto set = execute(database, u"PRAGMA journal_mode=WAL"_s); !set)
            return set;
        QSqlQuery version(database);
        if (!version.exec(u"PRAGMA user_version"_s) || !version.next())
            return broken(version.lastError());
        const int found = version.value(0).toInt();
        version.finish();
        if (found == formatVersion)
            return Done{};
        if (found != 0)
            return Error{.code = Error::Code::FromFuture, .detail = u"format %1"_s.arg(found)};
        for (const QString &sql :
             {u"CREATE TABLE IF NOT EXISTS files(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, folder "
              u"TEXT NOT NULL,"
              " modified INTEGER NOT NULL, size INTEGER NOT NULL, title TEXT NOT NULL)"_s,
              u"CREATE INDEX IF NOT EXISTS files_by_folder ON files(folder)"_s,
              u"CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, name, content,"
              " tokenize='unicode61 remove_diacritics 2', prefix='2 3')"_s,
              u"PRAGMA user_version=%1"_s.arg(formatVersion)}) {
            if (auto made = execute(database, sql); !made)
                return made;
        }
        return Done{};
    }

    QSqlDatabase database{};

private:
    QString m_name;
};

struct Known {
    qint64 id = 0;
    qint64 modifiedMs = 0;
    qint64 size = 0;
};

//! Brings one folder's rows up to date.
class FolderUpdate
{
public:
    FolderUpdate(QSqlDatabase &database, const QString &folder, const TextExtractors &extractors)
        : m_database(database)
        , m_folder(folder)
        , m_extractors(extractors)
    {
    }

    Result<Done> run(const FolderWalk &walk, const std::atomic_bool &cancelled)
    {
        if (auto read = readKnown(); !read)
            return read;
        m_database.transaction();
        int changes = 0;
        for (const WalkedFile &file : walk.files) {
            if (cancelled)
                break;
            const Known known = m_known.take(file.path);
            if (known.id != 0 && known.modifiedMs == file.modifiedMs && known.size == file.size)
                continue;
            if (auto put = this->put(file, known.id); !put) {
                m_database.rollback();
                return put;
            }
            if (++changes % filesPerCommit == 0) {
                m_database.commit();
                m_database.transaction();
            }
        }
        // What is left was not met: gone, unless the walk did not get everywhere.
        for (auto gone = m_known.cbegin(); !cancelled && gone != m_known.cend(); ++gone) {
            if (walk.complete || !QFileInfo::exists(gone.key())) {
                if (auto removed = remove(gone->id); !removed) {
                    m_database.rollback();
                    return removed;
                }
            }
        }
        if (!m_database.commit())
            return broken(m_database.lastError());
        return Done{};
    }

private:
    Result<Done> readKnown()
    {
        QSqlQuery query(m_database);
        query.setForwardOnly(true);
        query.prepare(u"SELECT id, path, modified, size FROM files WHERE folder = ?"_s);
        query.addBindValue(m_folder);
        if (!query.exec())
            return broken(query.lastError());
        while (query.next()) {
            m_known.insert(
                query.value(1).toString(),
                {query.value(0).toLongLong(), query.value(2).toLongLong(), query.value(3).toLongLong()});
        }
        return Done{};
    }

    Result<Done> remove(qint64 id)
    {
        for (const QString &sql :
             {u"DELETE FROM words WHERE rowid = %1"_s, u"DELETE FROM files WHERE id = %1"_s}) {
            if (auto done = execute(m_database, sql.arg(id)); !done)
                return done;
        }
        return Done{};
    }

    Result<Done> put(const WalkedFile &file, qint64 old)
    {
        if (old != 0) {
            if (auto removed = remove(old); !removed)
                return removed;
        }
        // A file without text gets a row too, so that it is not opened at every search.
        const auto text = fileText(file.path, m_extractors, mostCharacters);
        const QFileInfo info(file.path);
        const QString title = text && !text->title.isEmpty() ? text->title : info.fileName();
        QSqlQuery query(m_database);
        query.prepare(
            u"INSERT OR REPLACE INTO files(path, folder, modified, size, title) VALUES(?, ?, ?, ?, ?)"_s);
        for (const QVariant &value : {QVariant(file.path), QVariant(m_folder), QVariant(file.modifiedMs),
                                      QVariant(file.size), QVariant(title)})
            query.addBindValue(value);
        if (!query.exec())
            return broken(query.lastError());
        const qint64 id = query.lastInsertId().toLongLong();
        if (!text)
            return Done{};
        query.prepare(u"INSERT INTO words(rowid, title, name, content) VALUES(?, ?, ?, ?)"_s);
        for (const QVariant &value :
             {QVariant(id), QVariant(title), QVariant(info.fileName()), QVariant(text->text)})
            query.addBindValue(value);
        if (!query.exec())
            return broken(query.lastError());
        return Done{};
    }

    QSqlDatabase &m_database;
    QString m_folder;
    const TextExtractors &m_extractors;
    QHash<QString, Known> m_known{};
};

//! Rows of folders that the person took away again.
Result<Done> forgetOthers(QSqlDatabase &database, const QStringList &folders)
{
    QSqlQuery query(database);
    if (!query.exec(u"SELECT DISTINCT folder FROM files"_s))
        return broken(query.lastError());
    QStringList gone;
    while (query.next()) {
        if (!folders.contains(query.value(0).toString()))
            gone += query.value(0).toString();
    }
    query.finish();
    for (const QString &folder : std::as_const(gone)) {
        for (const QString &sql :
             {u"DELETE FROM words WHERE rowid IN (SELECT id FROM files WHERE folder = ?)"_s,
              u"DELETE FROM files WHERE folder = ?"_s}) {
            query.prepare(sql);
            query.addBindValue(folder);
            if (!query.exec())
                return broken(query.lastError());
        }
    }
    return Done{};
}

Result<QList<FolderHit>> hits(QSqlDatabase &database, const FolderQuery &query, const QString &match)
{
    QStringList places;
    for (qsizetype i = 0; i < query.only.size(); ++i)
        places += u"?"_s;
    QSqlQuery sql(database);
    sql.setForwardOnly(true);
    sql.prepare(
        u"SELECT f.path, f.folder, f.title, snippet(words, -1, '', '', ' … ', 24), f.modified FROM words"
        " JOIN files f ON f.id = words.rowid WHERE words MATCH ? AND f.modified >= ? AND f.modified <= ?"
        " AND f.folder IN (%1) ORDER BY rank LIMIT ?"_s.arg(places.join(u',')));
    sql.addBindValue(match);
    sql.addBindValue(query.sinceMs.value_or(0));
    sql.addBindValue(query.untilMs.value_or(std::numeric_limits<qint64>::max()));
    for (const QString &folder : query.only)
        sql.addBindValue(folder);
    sql.addBindValue(query.limit);
    if (!sql.exec())
        return broken(sql.lastError());
    QList<FolderHit> found;
    while (sql.next()) {
        found.append({.path = sql.value(0).toString(),
                      .folder = sql.value(1).toString(),
                      .title = sql.value(2).toString(),
                      .snippet = sql.value(3).toString().simplified(),
                      .modifiedMs = sql.value(4).toLongLong()});
    }
    return found;
}

QStringList cleaned(const QStringList &folders)
{
    QStringList clean;
    for (const QString &folder : folders)
        clean += QDir::cleanPath(folder);
    clean.removeDuplicates();
    return clean;
}

} // namespace

QString matchQuery(const QString &words, bool all)
{
    static const QRegularExpression word(uR"([\p{L}\p{N}\p{M}]+)"_s);
    QStringList parts;
    for (auto at = word.globalMatch(words); at.hasNext() && parts.size() < 32;)
        parts += u"\"%1\"*"_s.arg(at.next().captured());
    return parts.join(all ? u" AND "_s : u" OR "_s);
}

FolderIndex::FolderIndex(QString indexFile, TextExtractors extractors)
    : m_file(std::move(indexFile))
    , m_extractors(std::move(extractors))
{
}

Result<Done> FolderIndex::refresh(QSqlDatabase &database, const FolderQuery &query, QStringList &problems,
                                  const std::atomic_bool &cancelled)
{
    const QMutexLocker lock(&m_refreshing);
    if (auto forgot = forgetOthers(database, query.folders); !forgot)
        return forgot;
    for (const QString &folder : query.only) {
        const FolderWalk walk = walkFolder(folder, mostFilesPerFolder, cancelled);
        problems += walk.problems;
        if (!walk.problems.isEmpty())
            qCWarning(lcTool) << "not everything in a folder could be read:" << walk.problems.size()
                              << "problems";
        if (auto done = FolderUpdate(database, folder, m_extractors).run(walk, cancelled); !done)
            return done;
        if (cancelled)
            return Error{.code = Error::Code::Cancelled};
    }
    return Done{};
}

FolderAnswer FolderIndex::search(const FolderQuery &query, const std::atomic_bool &cancelled)
{
    FolderAnswer answer;
    FolderQuery cleanQuery = query;
    cleanQuery.folders = cleaned(query.folders);
    cleanQuery.only = query.only.isEmpty() ? cleanQuery.folders : cleaned(query.only);
    const QString match = matchQuery(query.words, true);
    if (match.isEmpty() || cleanQuery.folders.isEmpty())
        return answer;
    // A second time after a damaged index was thrown away.
    for (int attempt = 0; attempt < 2; ++attempt) {
        Result<Done> state = Done{};
        {
            IndexConnection connection(m_file);
            answer.problems.clear();
            state = connection.open();
            if (state)
                state = refresh(connection.database, cleanQuery, answer.problems, cancelled);
            if (state) {
                auto found = hits(connection.database, cleanQuery, match);
                if (found && found->isEmpty())
                    found = hits(connection.database, cleanQuery, matchQuery(query.words, false));
                if (found) {
                    answer.hits = *std::move(found);
                    return answer;
                }
                state = found.error();
            }
        }
        if (state.error().code == Error::Code::Cancelled)
            return answer;
        qCWarning(lcTool) << "index of the folders:" << state.error().detail;
        if (attempt > 0) {
            answer.problems += broken({}).text;
            return answer;
        }
        for (const QString &suffix : {u""_s, u"-wal"_s, u"-shm"_s})
            QFile::remove(m_file + suffix);
    }
    return answer;
}

Result<FileText> FolderIndex::read(const QString &file, const QStringList &folders) const
{
    if (!isWithin(file, folders)) {
        return Error{.code = Error::Code::Refused,
                     .text = FolderIndexText::tr("%1 is not in a folder that you added.")
                                 .arg(QDir::toNativeSeparators(file))};
    }
    return fileText(file, m_extractors, mostCharacters);
}

} // namespace heed
