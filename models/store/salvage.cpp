// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/salvage.h"

#include "models/store/rawsqlite.h"

#include <QCoreApplication>
#include <QList>
#include <optional>
#include <sqlite3.h>

namespace heed {

namespace {

// Between the last row readable from the front and the first from the back, rows are asked for one by one,
// up to so many: a few seconds at most.
constexpr qint64 mostSingleLookups = 2'000'000;

QByteArray quoted(QByteArray name)
{
    return '"' + name.replace("\"", "\"\"") + '"';
}

//! A table to copy: from where, to where.
struct Table {
    QByteArray from{};
    QByteArray to{};
    QByteArray columnsFrom{}; //!< "a, b"
    QByteArray columnsTo{};
    QByteArray key{};     //!< what orders it: "rowid" or the columns of its primary key
    QByteArray keyDown{}; //!< the same, descending
    int columns = 0;
    bool rowid = false;
};

//! Copies one table over whatever holes it has.
class TableCopy
{
public:
    TableCopy(sqlite3 *from, sqlite3 *to, const Table &table, Salvaged &salvaged)
        : m_from(from)
        , m_table(table)
        , m_salvaged(salvaged)
        , m_insert(to, insertion(table))
    {
    }

    void run()
    {
        if (m_insert.prepareCode() != SQLITE_OK) {
            m_salvaged.gaps = true;
            return;
        }
        std::optional<qint64> front;
        if (walk(m_table.key, front))
            return;
        m_salvaged.gaps = true;
        std::optional<qint64> back;
        walk(m_table.keyDown, back);
        if (m_table.rowid)
            fillHole(front, back);
    }

private:
    static QByteArray insertion(const Table &table)
    {
        QByteArray marks = "?";
        for (int i = 1; i < table.columns; ++i)
            marks += ", ?";
        return "INSERT OR IGNORE INTO " + quoted(table.to) + " (" + table.columnsTo + ") VALUES (" + marks +
               ")";
    }

    [[nodiscard]] QByteArray selection() const
    {
        return "SELECT " + m_table.columnsFrom + (m_table.rowid ? ", rowid" : ", 0") + " FROM " +
               quoted(m_table.from);
    }

    //! Copies in this order until the end (true) or the first row that cannot be read.
    bool walk(const QByteArray &order, std::optional<qint64> &last)
    {
        raw::Statement select(m_from, selection() + " ORDER BY " + order);
        int code = SQLITE_OK;
        while ((code = select.step()) == SQLITE_ROW) {
            last = select.number(m_table.columns);
            keep(select);
        }
        return code == SQLITE_DONE;
    }

    void fillHole(std::optional<qint64> front, std::optional<qint64> back)
    {
        raw::Statement select(m_from, selection() + " WHERE rowid = ?");
        if (!back || select.prepareCode() != SQLITE_OK)
            return;
        qint64 id = front.value_or(0) + 1;
        for (qint64 left = mostSingleLookups; id < *back && left > 0; ++id, --left) {
            select.bind(1, id);
            if (select.step() == SQLITE_ROW)
                keep(select);
            select.reset();
        }
    }

    void keep(const raw::Statement &row)
    {
        for (int i = 0; i < m_table.columns; ++i)
            sqlite3_bind_value(m_insert.get(), i + 1, sqlite3_column_value(row.get(), i));
        if (m_insert.step() == SQLITE_DONE)
            m_salvaged.rows += sqlite3_changes(sqlite3_db_handle(m_insert.get()));
        else
            m_salvaged.gaps = true;
        m_insert.reset();
    }

    sqlite3 *m_from;
    const Table &m_table;
    Salvaged &m_salvaged;
    raw::Statement m_insert;
};

//! An ordinary table: the same columns on both sides.
Table ordinary(sqlite3 *schema, const QByteArray &name, bool withoutRowid)
{
    Table table{.from = name, .to = name, .rowid = !withoutRowid};
    raw::Statement columns(schema, "SELECT name, pk FROM pragma_table_info(" + quoted(name) + ")");
    while (columns.step() == SQLITE_ROW) {
        const QByteArray column = quoted(columns.text(0));
        table.columnsFrom += (table.columns ? ", " : "") + column;
        if (withoutRowid && columns.number(1) > 0) {
            table.key += (table.key.isEmpty() ? "" : ", ") + column;
            table.keyDown += (table.keyDown.isEmpty() ? "" : ", ") + column + " DESC";
        }
        ++table.columns;
    }
    table.columnsTo = table.columnsFrom;
    if (!withoutRowid) {
        table.key = "rowid";
        table.keyDown = "rowid DESC";
    }
    return table;
}

//! A full-text table: its texts lie in an ordinary table; the index is made anew.
Table fullText(sqlite3 *schema, const QByteArray &name)
{
    Table table{.from = name + "_content",
                .to = name,
                .columnsFrom = "id",
                .columnsTo = "rowid",
                .key = "rowid",
                .keyDown = "rowid DESC",
                .columns = 1,
                .rowid = true};
    raw::Statement columns(schema, "SELECT name FROM pragma_table_info(" + quoted(name) + ")");
    for (int i = 0; columns.step() == SQLITE_ROW; ++i) {
        table.columnsFrom += ", c" + QByteArray::number(i);
        table.columnsTo += ", " + quoted(columns.text(0));
        ++table.columns;
    }
    return table;
}

//! All tables of the new database, in the order in which they were made: parents first.
QList<Table> tablesOf(sqlite3 *schema)
{
    QList<Table> tables;
    raw::Statement list(
        schema, "SELECT l.name, l.type, l.wr FROM pragma_table_list AS l JOIN sqlite_schema AS s ON "
                "s.name = l.name AND s.type = 'table' WHERE l.schema = 'main' AND l.type IN ('table', "
                "'virtual') AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid");
    while (list.step() == SQLITE_ROW) {
        const QByteArray name = list.text(0);
        tables.append(list.text(1) == "virtual" ? fullText(schema, name)
                                                : ordinary(schema, name, list.number(2) != 0));
    }
    return tables;
}

//! Chats of which only messages, replies or facts are left.
void makeLostChats(sqlite3 *database, qint64 nowMs)
{
    const QByteArray title = QCoreApplication::translate("heed::Store", "Recovered chat").toUtf8();
    raw::Statement insert(
        database, "INSERT INTO chat (id, title, created_ms, updated_ms, head) SELECT lost.chat, ?1, ?2, "
                  "?2, (SELECT max(id) FROM reply WHERE reply.chat = lost.chat) FROM (SELECT chat FROM "
                  "message UNION SELECT chat FROM reply UNION SELECT chat FROM fact) AS lost "
                  "WHERE lost.chat NOT IN (SELECT id FROM chat)");
    sqlite3_bind_text(insert.get(), 1, title.constData(), int(title.size()), SQLITE_TRANSIENT);
    insert.bind(2, nowMs);
    insert.step();
}

//! Deletes rows whose parent is lost. Gives whether there were any.
bool removeOrphans(sqlite3 *database, const QList<Table> &tables)
{
    bool any = false;
    for (const Table &table : tables) {
        raw::Statement keys(database, "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(" +
                                          quoted(table.to) + ")");
        while (keys.step() == SQLITE_ROW) {
            const QByteArray column = quoted(keys.text(0));
            raw::run(database, "DELETE FROM " + quoted(table.to) + " WHERE " + column + " IS NOT NULL AND " +
                                   column + " NOT IN (SELECT id FROM " + quoted(keys.text(1)) + ")");
            any = any || sqlite3_changes(database) > 0;
        }
    }
    return any;
}

//! A damaged file, read as leniently as SQLite can.
class DamagedFile
{
public:
    explicit DamagedFile(const QString &file)
        : m_connection(file, raw::Connection::Mode::ReadOnly)
    {
        // Lets it go on over a file that is shorter than it says, and over a bad line in the schema.
        if (get())
            raw::run(get(), "PRAGMA writable_schema = ON");
    }
    [[nodiscard]] sqlite3 *get() const
    {
        return m_connection.openCode() == SQLITE_OK ? m_connection.get() : nullptr;
    }

private:
    raw::Connection m_connection;
};

} // namespace

int versionOf(const QString &file)
{
    const DamagedFile damaged(file);
    if (!damaged.get())
        return 0;
    raw::Statement version(damaged.get(), "PRAGMA user_version");
    return version.step() == SQLITE_ROW ? int(version.number(0)) : 0;
}

Salvaged salvage(const QString &file, QSqlDatabase &database, qint64 nowMs)
{
    Salvaged salvaged;
    const DamagedFile damaged(file);
    sqlite3 *to = raw::handle(database);
    if (!damaged.get() || !to)
        return {.rows = 0, .gaps = true};
    raw::run(to, "PRAGMA foreign_keys = OFF");
    raw::run(to, "BEGIN");
    const QList<Table> tables = tablesOf(to);
    for (const Table &table : tables)
        TableCopy(damaged.get(), to, table, salvaged).run();
    makeLostChats(to, nowMs);
    salvaged.gaps = removeOrphans(to, tables) || salvaged.gaps;
    if (raw::run(to, "COMMIT") != SQLITE_OK)
        return {.rows = 0, .gaps = true};
    return salvaged;
}

} // namespace heed
