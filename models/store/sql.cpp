// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/sql.h"

#include "models/store/rawsqlite.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QSqlError>

using namespace Qt::StringLiterals;

namespace heed::sql {

namespace {
Error failure(const QSqlQuery &query, const QString &statement)
{
    const QSqlError error = query.lastError();
    const QString detail = error.text() + u" in: "_s + statement;
    const int code = error.nativeErrorCode().toInt();
    if (raw::isDamage(code))
        return raw::damaged(detail);
    if (raw::canPass(code)) {
        return {.code = Error::Code::Storage,
                .text = QCoreApplication::translate(
                    "heed::Store", "Heed's database cannot be reached just now: its disk is full, gives "
                                   "errors, or another program keeps it locked. See to that and try again."),
                .detail = detail};
    }
    return {.code = Error::Code::Storage,
            .text = QCoreApplication::translate(
                "heed::Store", "Heed's database could not be read or written. What was stored "
                               "before is safe; see the log for the cause."),
            .detail = detail};
}

//! SQLite replaces what is no character, and reading JSON drops a byte order mark: only escaped do they stay.
QString safeJson(const QJsonDocument &document)
{
    QString json = QString::fromUtf8(document.toJson(QJsonDocument::Compact));
    for (const char16_t c : {u'\ufeff', u'\ufffe', u'\uffff'})
        json.replace(QChar(c), u"\\u"_s + QString::number(c, 16));
    return json;
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

std::optional<Error> cutShort(const QSqlQuery &query)
{
    if (!query.lastError().isValid())
        return std::nullopt;
    return failure(query, query.lastQuery());
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
    QString whole = value;
    for (qsizetype at = 0; at < value.size(); ++at) {
        const QChar c = value.at(at);
        if (c.isHighSurrogate() && at + 1 < value.size() && value.at(at + 1).isLowSurrogate())
            ++at;
        else if (c.isNull() || c.isSurrogate() || c.unicode() >= 0xfffe)
            whole[at] = QChar::ReplacementCharacter;
    }
    if (whole.startsWith(QChar::ByteOrderMark))
        whole.prepend(QChar::ByteOrderMark); // SQLite takes the first one away
    return whole;
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
    return object.isEmpty() ? u""_s : safeJson(QJsonDocument(object));
}

QString json(const QJsonArray &array)
{
    return safeJson(QJsonDocument(array));
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
