// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settingcheck.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>
#include <QUrl>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using Kind = SettingKey::Kind;

constexpr qsizetype longestText = 500;

Error refused(const SettingKey &key)
{
    return {Error::Code::BadInput,
            QCoreApplication::translate("heed::Settings", "%1 cannot be that. Allowed: %2.")
                .arg(key.name, key.allowedText()),
            {}};
}

bool isOneLine(const QString &text)
{
    return text.size() <= longestText && std::none_of(text.cbegin(), text.cend(), [](QChar c) {
               return c.category() == QChar::Other_Control;
           });
}

std::optional<QString> checkedNumber(const SettingKey &key, const QString &text)
{
    static const QRegularExpression digits(uR"(\A[0-9]{1,12}\z)"_s);
    if (!digits.match(text).hasMatch())
        return std::nullopt;
    const qint64 number = text.toLongLong();
    const bool inRange = number >= key.least && number <= key.most;
    return inRange || (key.zeroToo && number == 0) ? std::optional(QString::number(number)) : std::nullopt;
}

std::optional<QString> checkedSwitch(const QString &text)
{
    const QString lower = text.toLower();
    if (QStringList{u"on"_s, u"true"_s, u"yes"_s, u"1"_s}.contains(lower))
        return u"on"_s;
    if (QStringList{u"off"_s, u"false"_s, u"no"_s, u"0"_s}.contains(lower))
        return u"off"_s;
    return std::nullopt;
}

std::optional<QString> checkedUrl(const QString &text)
{
    if (text.isEmpty())
        return text;
    const QUrl url(text, QUrl::StrictMode);
    const bool web = url.scheme() == u"http"_s || url.scheme() == u"https"_s;
    if (!isOneLine(text) || !url.isValid() || !web || url.host().isEmpty() || !url.userInfo().isEmpty() ||
        url.hasFragment())
        return std::nullopt;
    return text;
}

std::optional<QString> checkedProxy(const QString &text)
{
    if (text == u"system"_s || text == u"none"_s)
        return text;
    const QUrl url(text, QUrl::StrictMode);
    const bool isProxy = url.scheme() == u"http"_s || url.scheme() == u"socks5"_s;
    const bool isPlain =
        url.path().isEmpty() && !url.hasQuery() && !url.hasFragment() && url.userInfo().isEmpty();
    return isOneLine(text) && url.isValid() && isProxy && isPlain && !url.host().isEmpty() && url.port() > 0
               ? std::optional(text)
               : std::nullopt;
}

// Environment variables are named in capitals, keys hardly ever are: this keeps a pasted key out of the file.
std::optional<QString> checkedVariable(const QString &text)
{
    static const QRegularExpression name(uR"(\A(?:[A-Z_][A-Z0-9_]{0,63})?\z)"_s);
    return name.match(text).hasMatch() ? std::optional(text) : std::nullopt;
}

std::optional<QString> checkedOne(const SettingKey &key, const QString &text)
{
    switch (key.kind) {
    case Kind::Word:
        return key.words.contains(text) ? std::optional(text) : std::nullopt;
    case Kind::Number:
        return checkedNumber(key, text);
    case Kind::Switch:
        return checkedSwitch(text);
    case Kind::Url:
        return checkedUrl(text);
    case Kind::Variable:
        return checkedVariable(text);
    case Kind::Proxy:
        return checkedProxy(text);
    case Kind::Text:
    case Kind::Headers:
    case Kind::Folders:
        break;
    }
    return isOneLine(text) ? std::optional(text) : std::nullopt;
}

std::optional<QString> checkedHeader(const QString &text)
{
    static const QRegularExpression shape(
        uR"(\A([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e][\x20-\x7e]*)\z)"_s);
    // Keys are kept in the keychain only; the others would break the request.
    static const QStringList never{u"authorization"_s,  u"proxy-authorization"_s,
                                   u"x-api-key"_s,      u"api-key"_s,
                                   u"x-goog-api-key"_s, u"cookie"_s,
                                   u"host"_s,           u"content-length"_s,
                                   u"content-type"_s,   u"transfer-encoding"_s,
                                   u"connection"_s,     u"accept-encoding"_s};
    const auto match = shape.match(text);
    if (!match.hasMatch() || !isOneLine(text) || never.contains(match.captured(1).toLower()))
        return std::nullopt;
    return match.captured(1) + u": "_s + match.captured(2).trimmed();
}

std::optional<QString> checkedFolder(const QString &text)
{
    if (!QDir::isAbsolutePath(text) || text.contains(QChar(0)))
        return std::nullopt;
    return QDir::cleanPath(text);
}

} // namespace

Result<QVariant> checkSetting(const SettingKey &key, const QVariant &value)
{
    const bool manyGiven = value.typeId() == QMetaType::QStringList;
    if (!key.isList()) {
        // A comma in a hand-written file makes QSettings read a list.
        const QString text = manyGiven ? value.toStringList().join(u',') : value.toString();
        const auto checked = checkedOne(key, text.trimmed());
        return checked ? Result<QVariant>(QVariant(*checked)) : refused(key);
    }
    const QStringList given = manyGiven ? value.toStringList() : QStringList{value.toString()};
    QStringList taken;
    for (const QString &one : given) {
        if (one.trimmed().isEmpty())
            continue;
        const auto checked = key.kind == Kind::Folders ? checkedFolder(one) : checkedHeader(one.trimmed());
        if (!checked)
            return refused(key);
        if (!taken.contains(*checked))
            taken << *checked;
    }
    return QVariant(taken);
}

QString settingText(const QVariant &value)
{
    return value.typeId() == QMetaType::QStringList ? value.toStringList().join(u", "_s) : value.toString();
}

} // namespace heed
