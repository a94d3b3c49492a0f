// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/base/repeatedkey.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <vector>

namespace heed {

namespace {

//! The quote that ends the string that begins at a quote.
qsizetype closingQuote(const QByteArray &json, qsizetype at)
{
    for (++at; at < json.size() && json.at(at) != '"'; ++at) {
        if (json.at(at) == '\\')
            ++at;
    }
    return at;
}

QString keyOf(const QByteArray &quoted)
{
    if (!quoted.contains('\\'))
        return QString::fromUtf8(quoted.mid(1, quoted.size() - 2));
    return QJsonDocument::fromJson('[' + quoted + ']').array().first().toString(); // "\u0061" is "a"
}

} // namespace

std::optional<QString> repeatedKey(const QByteArray &json)
{
    struct Open {
        bool isObject = false;
        QSet<QString> keys{};
    };
    std::vector<Open> open;
    bool isKey = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json.at(i);
        if (c == '{' || c == '[') {
            open.push_back({.isObject = c == '{'});
            isKey = c == '{';
        } else if ((c == '}' || c == ']') && !open.empty()) {
            open.pop_back();
        } else if (c == ',') {
            isKey = !open.empty() && open.back().isObject;
        } else if (c == '"') {
            const qsizetype end = closingQuote(json, i);
            if (std::exchange(isKey, false)) {
                const QString key = keyOf(json.mid(i, end + 1 - i));
                if (open.back().keys.contains(key))
                    return key;
                open.back().keys.insert(key);
            }
            i = end;
        }
    }
    return std::nullopt;
}

} // namespace heed
