// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/listsplit.h"

#include "models/tool/loosejson.h"

#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

std::optional<QJsonArray> asJson(QStringView text)
{
    const auto value = LooseJson::read(text);
    if (value && value->isArray())
        return value->toArray();
    if (!value || !value->isObject())
        return std::nullopt;
    QJsonArray values;
    for (const QJsonValue &member : value->toObject()) {
        if (!member.isString())
            return std::nullopt;
        values.append(member);
    }
    return values;
}

//! <item>…</item> (any one tag name) and nothing else.
std::optional<QJsonArray> asChildren(const QString &text)
{
    static const QRegularExpression child(u"\\G\\s*<([A-Za-z_][\\w-]*)>(.*?)</\\1>"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
    QJsonArray entries;
    QString tag;
    qsizetype at = 0;
    for (auto match = child.match(text, at); match.hasMatch(); match = child.match(text, at)) {
        if (!tag.isEmpty() && match.captured(1) != tag)
            return std::nullopt;
        tag = match.captured(1);
        entries.append(match.captured(2).trimmed());
        at = match.capturedEnd();
    }
    if (entries.isEmpty() || !QStringView(text).sliced(at).trimmed().isEmpty())
        return std::nullopt;
    return entries;
}

std::optional<QJsonArray> asJsonLines(const QStringList &lines)
{
    QJsonArray entries;
    for (const QString &line : lines) {
        QString bare = line.trimmed();
        if (bare.endsWith(u',') && lines.size() > 1)
            bare.chop(1);
        const auto value = LooseJson::read(bare);
        if (value && value->isArray()) {
            for (const QJsonValue &entry : value->toArray())
                entries.append(entry);
        } else if (value && (value->isString() || value->isObject())) {
            entries.append(*value);
        } else {
            return std::nullopt;
        }
    }
    return entries;
}

//! "1. North 2. South" in one line: only when the numbers run from 1.
std::optional<QJsonArray> asNumberedRun(const QString &line)
{
    static const QRegularExpression number(u"(?:^|\\s)\\(?(\\d{1,2})[.)]\\s+"_s);
    QJsonArray entries;
    qsizetype from = -1;
    int expected = 1;
    for (auto it = number.globalMatch(line); it.hasNext();) {
        const auto match = it.next();
        if (match.captured(1).toInt() != expected || (expected == 1 && match.capturedStart() != 0))
            return std::nullopt;
        if (from >= 0)
            entries.append(line.sliced(from, match.capturedStart() - from).trimmed());
        from = match.capturedEnd();
        ++expected;
    }
    if (expected < 3)
        return std::nullopt;
    QString last = line.sliced(from).trimmed();
    entries.append(last);
    for (qsizetype i = 0; i < entries.size(); ++i) {
        QString entry = entries.at(i).toString();
        while (entry.endsWith(u',') || entry.endsWith(u';'))
            entry.chop(1);
        entries[i] = entry.trimmed();
    }
    return entries;
}

QJsonArray split(const QString &line, QChar separator)
{
    QJsonArray entries;
    for (const QString &entry : line.split(separator)) {
        if (const QString bare = withoutBullet(entry); !bare.isEmpty())
            entries.append(bare);
    }
    return entries;
}

} // namespace

QString withoutBullet(const QString &line)
{
    static const QRegularExpression bullet(
        u"^\\s*(?:[-*+\\x{2022}\\x{2023}\\x{2013}\\x{2014}\\x{00B7}\\x{25E6}]\\s+|\\x{2022}|\\(?\\d{1,2}[.)]\\s+|\\(?[A-Za-z][.)]\\s+)"_s);
    QString rest = line;
    return rest.remove(bullet).trimmed();
}

QJsonArray splitList(const QString &text)
{
    const QString whole = text.trimmed();
    if (whole.isEmpty())
        return {};
    if (const auto list = asJson(whole))
        return *list;
    if (whole.startsWith(u'<')) {
        if (const auto list = asChildren(whole))
            return *list;
    }
    static const QRegularExpression lineEnd(u"\\r\\n|\\r|\\n"_s);
    QStringList lines = whole.split(lineEnd);
    lines.removeIf([](const QString &line) { return line.trimmed().isEmpty(); });
    if (const auto list = asJsonLines(lines))
        return *list;
    if (lines.size() > 1) {
        QJsonArray entries;
        for (const QString &line : std::as_const(lines)) {
            if (const QString bare = withoutBullet(line); !bare.isEmpty())
                entries.append(bare);
        }
        return entries;
    }
    if (const auto list = LooseJson::read(QString(u'[' + whole + u']'))) // "North", "South"
        return list->toArray();
    if (const auto list = asNumberedRun(whole))
        return *list;
    return split(whole, whole.contains(u';') ? u';' : u',');
}

} // namespace heed
