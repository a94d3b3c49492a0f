// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/sql.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QSqlError>

using namespace Qt::StringLiterals;

namespace heed::sql {

namespace {
Error failure(const QSqlQuery &query, const QString &statement)
{
    return {.code = Error::Code::Storage,
            .text = QCoreApplication::translate(
                "heed::Store", "Heed's database could not be read or written. What was stored "
                               "before is safe; see the log for the cause."),
            .detail = query.lastError().text() + u" in: "_s + statement};
}
} // namespace

Result<QSqlQuery> run(QSqlDatabase &database, const QString &statement, const QVariantList &values)
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.prepare(statement))
        return failure(query, statement);
    for (const auto &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return failure(query, statement);
    return query;
}

Result<int> change(QSqlDatabase &database, const QString &statement, const QVariantList &values)
{
    const auto query = run(database, statement, values);
    if (!query)
        return query.error();
    return query->numRowsAffected();
}

Result<Done> set(QSqlDatabase &database, const QString &statement, const QVariantList &values)
{
    const auto query = run(database, statement, values);
    if (!query)
        return query.error();
    return Done{};
}

Result<qint64> insert(QSqlDatabase &database, const QString &statement, const QVariantList &values)
{
    const auto query = run(database, statement, values);
    if (!query)
        return query.error();
    return query->lastInsertId().toLongLong();
}

Error notFound(const QString &text)
{
    return {.code = Error::Code::NotFound, .text = text};
}

QVariant text(const QString &value)
{
    if (value.isNull())
        return QString(u""_s);
    if (!value.contains(QChar::Null))
        return value;
    QString whole = value;
    return whole.replace(QChar::Null, QChar::ReplacementCharacter);
}

QVariant optional(const std::optional<qint64> &value)
{
    return value ? QVariant(*value) : QVariant(QMetaType::fromType<qint64>());
}

std::optional<qint64> optionalNumber(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional<qint64>(value.toLongLong());
}

QString json(const QJsonObject &object)
{
    return object.isEmpty() ? u""_s : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QString json(const QJsonArray &array)
{
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QJsonObject object(const QVariant &value)
{
    return QJsonDocument::fromJson(value.toString().toUtf8()).object();
}

QJsonArray array(const QVariant &value)
{
    return QJsonDocument::fromJson(value.toString().toUtf8()).array();
}

} // namespace heed::sql
