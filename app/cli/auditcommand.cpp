// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/auditcommand.h"

#include "app/cli/chatrequest.h"
#include "app/cli/jsonline.h"
#include "models/question/display.h"
#include "models/store/keptrecord.h"
#include "models/store/store.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct AuditCommandText {
    Q_DECLARE_TR_FUNCTIONS(heed::AuditCommand)
};

QString valueText(const QJsonValue &value);

//! An option is its label, with the description behind it; other objects are their fields.
QString objectText(const QJsonObject &object)
{
    const QString label = displayLine(object[u"label"_s].toString());
    if (!label.isEmpty()) {
        const QString description = displayLine(object[u"description"_s].toString());
        return description.isEmpty() ? label : label + u" ("_s + description + u')';
    }
    QStringList fields;
    for (auto it = object.constBegin(); it != object.constEnd(); ++it)
        fields.append(displayLine(it.key()) + u": "_s + valueText(it.value()));
    return fields.join(u", "_s);
}

QString listText(const QJsonArray &list)
{
    QStringList items;
    for (const QJsonValue &item : list)
        items.append(valueText(item));
    return items.isEmpty() ? u"-"_s : items.join(u" | "_s);
}

QString valueText(const QJsonValue &value)
{
    if (value.isString())
        return displayLine(value.toString());
    if (value.isArray())
        return listText(value.toArray());
    if (value.isObject())
        return objectText(value.toObject());
    return value.isNull() ? u"-"_s : displayLine(value.toVariant().toString());
}

void printLine(const AuditRecord &row, const Clock &clock, Output &out)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(row.atMs, clock.zone());
    QString line = at.toString(u"yyyy-MM-dd HH:mm:ss"_s) + u"  "_s + displayLine(row.kind);
    if (row.chat.isValid())
        line += u"  chat=%1"_s.arg(row.chat.value);
    if (row.reply.isValid())
        line += u"  reply=%1"_s.arg(row.reply.value);
    for (auto it = row.fields.constBegin(); it != row.fields.constEnd(); ++it)
        line += u"  "_s + displayLine(it.key()) + u"="_s + valueText(it.value());
    out.line(line);
}

void printJson(const AuditRecord &row, Output &out)
{
    const QJsonObject object{
        {u"row"_s, row.id},
        {u"at"_s, QDateTime::fromMSecsSinceEpoch(row.atMs, Qt::UTC).toString(Qt::ISODateWithMs)},
        {u"kind"_s, row.kind},
        {u"chat"_s, row.chat.isValid() ? QJsonValue(row.chat.value) : QJsonValue()},
        {u"reply"_s, row.reply.isValid() ? QJsonValue(row.reply.value) : QJsonValue()},
        {u"fields"_s, row.fields}};
    out.bytes(jsonLine(object));
}

int failed(const Error &error, Output &err)
{
    err.line(error.text);
    return exitcode::failed;
}

} // namespace

std::optional<qint64> readSince(const QString &text, const Clock &clock)
{
    const QString word = text.trimmed().toLower();
    const QDate today = clock.now().date();
    QDateTime from;
    if (word == u"today"_s)
        from = today.startOfDay(clock.zone());
    else if (word == u"yesterday"_s)
        from = today.addDays(-1).startOfDay(clock.zone());
    else if (const QDate date = QDate::fromString(word, u"yyyy-MM-dd"_s); date.isValid())
        from = date.startOfDay(clock.zone());
    else {
        for (const QString &form : {u"yyyy-MM-dd HH:mm"_s, u"yyyy-MM-dd't'HH:mm"_s, u"yyyy-MM-dd HH:mm:ss"_s,
                                    u"yyyy-MM-dd't'HH:mm:ss"_s}) {
            const QDateTime read = QDateTime::fromString(word, form);
            if (read.isValid())
                from = QDateTime(read.date(), read.time(), clock.zone());
        }
    }
    return from.isValid() ? std::optional(from.toMSecsSinceEpoch()) : std::nullopt;
}

int runAudit(const AuditRequest &request, const QString &databaseFile, const Clock &clock, Output &out,
             Output &err)
{
    AuditQuery query{.chat = request.chat};
    if (request.since) {
        query.sinceMs = readSince(*request.since, clock);
        if (!query.sinceMs) {
            err.line(AuditCommandText::tr(
                         "\"%1\" is no date that can be read. Write it like %2 or \"%2 14:00\", or say "
                         "today or yesterday.")
                         .arg(displayLine(*request.since), clock.now().date().toString(Qt::ISODate)));
            return exitcode::wrongUse;
        }
    }
    if (!QFileInfo::exists(databaseFile))
        return exitcode::ok; // nothing was ever asked
    auto reader = Store::openReader(databaseFile);
    if (!reader)
        return failed(reader.error(), err);
    const auto rows = records::audit(*reader, query);
    if (rows) {
        for (const AuditRecord &row : *rows)
            request.json ? printJson(row, out) : printLine(row, clock, out);
    }
    Store::closeReader(*reader);
    return rows ? exitcode::ok : failed(rows.error(), err);
}

} // namespace heed
