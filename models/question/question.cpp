// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/question.h"

#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
struct Row {
    Outcome outcome;
    QLatin1StringView name;
};
constexpr std::array rows{
    Row{Outcome::Chosen, QLatin1StringView("chosen")},
    Row{Outcome::Answered, QLatin1StringView("answered")},
    Row{Outcome::None, QLatin1StringView("none")},
    Row{Outcome::Declined, QLatin1StringView("declined")},
    Row{Outcome::Unanswered, QLatin1StringView("unanswered")},
    Row{Outcome::Withdrawn, QLatin1StringView("withdrawn")},
    Row{Outcome::AskedBack, QLatin1StringView("asked_back")},
    Row{Outcome::NotShown, QLatin1StringView("not_shown")},
    Row{Outcome::Refused, QLatin1StringView("refused")},
};
} // namespace

QString outcomeName(Outcome outcome)
{
    for (const auto &row : rows) {
        if (row.outcome == outcome)
            return row.name;
    }
    return {};
}

std::optional<Outcome> outcomeFromName(QStringView name)
{
    for (const auto &row : rows) {
        if (row.name == name)
            return row.outcome;
    }
    return std::nullopt;
}

QJsonArray optionsToJson(const QList<Option> &options)
{
    QJsonArray array;
    for (const auto &option : options) {
        QJsonObject item{{u"label"_s, option.label}};
        if (!option.description.isEmpty())
            item[u"description"_s] = option.description;
        array.append(item);
    }
    return array;
}

QList<Option> optionsFromJson(const QJsonArray &array)
{
    QList<Option> options;
    for (const auto &value : array) {
        // A bare string is how the tool's simplest form writes an option.
        const QString label = value.isString() ? value.toString() : value[u"label"].toString();
        if (!label.isEmpty())
            options.append({label, value[u"description"].toString()});
    }
    return options;
}

} // namespace heed
