// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>
#include <optional>

//! What every record function does with SQL: prepare, bind in order, run, and turn a failure into an Error.
namespace heed::sql {

//! Runs one statement with its values; a row of the result is read with next() and value().
[[nodiscard]] Result<QSqlQuery> run(QSqlDatabase &database, const QString &statement,
                                    const QVariantList &values = {});
//! The same for statements without a result: how many rows it changed.
[[nodiscard]] Result<int> change(QSqlDatabase &database, const QString &statement,
                                 const QVariantList &values = {});
//! The same, when the number does not matter.
[[nodiscard]] Result<Done> set(QSqlDatabase &database, const QString &statement,
                               const QVariantList &values = {});
//! The same for an insert: the new row.
[[nodiscard]] Result<qint64> insert(QSqlDatabase &database, const QString &statement,
                                    const QVariantList &values = {});

//! After the last row: what kept the query from going on to its end, damage in the middle of a table, say.
[[nodiscard]] std::optional<Error> cutShort(const QSqlQuery &query);
[[nodiscard]] Error notFound(const QString &text);

//! Text that SQLite keeps whole: never null (columns are NOT NULL), without NUL characters and halves of
//! characters.
[[nodiscard]] QVariant text(const QString &value);
[[nodiscard]] QVariant optional(const std::optional<qint64> &value);
[[nodiscard]] std::optional<qint64> optionalNumber(const QVariant &value);
//! An id column that may be empty.
template <typename Identity>
[[nodiscard]] QVariant reference(Identity id)
{
    return id.isValid() ? QVariant(id.value) : QVariant(QMetaType::fromType<qint64>());
}

[[nodiscard]] QString json(const QJsonObject &object); //!< compact; empty for an empty object
[[nodiscard]] QString json(const QJsonArray &array);
[[nodiscard]] QJsonObject object(const QVariant &value);
[[nodiscard]] QJsonArray array(const QVariant &value);

//! All rows, each made by \a read from the query standing on it.
template <typename Record, typename Read>
[[nodiscard]] Result<QList<Record>> rows(QSqlDatabase &database, const QString &statement,
                                         const QVariantList &values, Read read)
{
    auto query = run(database, statement, values);
    if (!query)
        return query.error();
    QList<Record> records;
    while ((*query).next())
        records.append(read(*query));
    if (const auto error = cutShort(*query))
        return *error;
    return records;
}

//! The first row, if any.
template <typename Record, typename Read>
[[nodiscard]] Result<std::optional<Record>> row(QSqlDatabase &database, const QString &statement,
                                                const QVariantList &values, Read read)
{
    auto query = run(database, statement, values);
    if (!query)
        return query.error();
    if (!(*query).next()) {
        if (const auto error = cutShort(*query))
            return *error;
        return std::optional<Record>();
    }
    return std::optional<Record>(read(*query));
}

} // namespace heed::sql
