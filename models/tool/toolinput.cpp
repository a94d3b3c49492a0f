// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/toolinput.h"

#include <QJsonArray>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString listed(const QJsonArray &values)
{
    QStringList words;
    for (const QJsonValue &value : values)
        words += u'"' + value.toString() + u'"';
    return words.join(u", ");
}

} // namespace

ToolInput::ToolInput(const QJsonObject &arguments, const QJsonObject &schema)
{
    const QJsonObject properties = schema[u"properties"_s].toObject();
    for (auto argument = arguments.begin(); argument != arguments.end() && m_problem.isEmpty(); ++argument) {
        const QString name = argument.key();
        if (!properties.contains(name)) {
            m_problem = u"There is no argument \"%1\". The arguments are: %2."_s.arg(
                name.left(40), properties.keys().join(u", "));
        } else if (!argument.value().isNull()) {
            m_problem = check(name, argument.value(), properties[name].toObject());
            m_values.insert(name, argument.value());
        }
    }
    const QJsonArray required = schema[u"required"_s].toArray();
    for (const QJsonValue &name : required) {
        const QJsonValue value = m_values.value(name.toString());
        if (m_problem.isEmpty() &&
            (value.isUndefined() || (value.isString() && text(name.toString()).isEmpty())))
            m_problem = u"The argument \"%1\" is missing: %2"_s.arg(
                name.toString(), properties[name.toString()].toObject()[u"description"_s].toString());
    }
}

QString ToolInput::check(const QString &name, const QJsonValue &value, const QJsonObject &rule) const
{
    if (rule[u"type"_s].toString() == u"string") {
        if (!value.isString())
            return u"The argument \"%1\" must be a string."_s.arg(name);
        const QJsonArray allowed = rule[u"enum"_s].toArray();
        if (!allowed.isEmpty() && !allowed.contains(value))
            return u"The argument \"%1\" must be one of %2."_s.arg(name, listed(allowed));
        const int longest = rule[u"maxLength"_s].toInt();
        if (longest > 0 && value.toString().size() > longest)
            return u"The argument \"%1\" is too long: at most %2 characters."_s.arg(name).arg(longest);
        return {};
    }
    const double number = value.toDouble(std::nan(""));
    if (!value.isDouble() || number != std::floor(number))
        return u"The argument \"%1\" must be a whole number."_s.arg(name);
    const double least = rule[u"minimum"_s].toDouble(-1e15);
    const double most = rule[u"maximum"_s].toDouble(1e15);
    if (number < least || number > most)
        return rule.contains(u"maximum"_s)
                   ? u"The argument \"%1\" must be from %2 to %3."_s.arg(name).arg(least).arg(most)
                   : u"The argument \"%1\" must be a whole number of %2 or more."_s.arg(name).arg(least);
    return {};
}

QString ToolInput::text(const QString &name) const
{
    return m_values[name].toString().trimmed();
}

std::optional<qint64> ToolInput::number(const QString &name) const
{
    const QJsonValue value = m_values[name];
    return value.isDouble() ? std::optional(qint64(value.toDouble())) : std::nullopt;
}

} // namespace heed
