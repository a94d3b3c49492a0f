// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/threaduri.h"

#include "models/question/display.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace heed::threaduri {

namespace {
constexpr QLatin1StringView prefix("heed://threads/");
} // namespace

std::optional<QString> problemWith(const QString &name)
{
    if (name.trimmed().isEmpty())
        return u"\"thread\" is empty: give the thread a name of your own, such as \"roof-repair\"."_s;
    if (codePointCount(name) > nameLimit)
        return u"\"thread\" has more than %1 characters: choose a shorter name."_s.arg(nameLimit);
    if (displayLine(name) != name) // what cannot be shown as it is would name two things alike
        return u"\"thread\" must be one line without control characters, and no spaces at its ends."_s;
    return std::nullopt;
}

QString of(const QString &name)
{
    return prefix + QString::fromLatin1(QUrl::toPercentEncoding(name));
}

std::optional<QString> nameIn(const QString &uri)
{
    if (!uri.startsWith(prefix))
        return std::nullopt;
    const QString name = QUrl::fromPercentEncoding(uri.sliced(prefix.size()).toUtf8());
    return problemWith(name) ? std::nullopt : std::optional(name);
}

} // namespace heed::threaduri
