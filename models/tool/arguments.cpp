// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/arguments.h"

#include "models/tool/listsplit.h"
#include "models/tool/loosejson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int encodingLimit = 3; // an object in a string in a string: seen twice at most

//! The first of the schema's types that is not "null"; empty when the schema does not say one.
QString typeOf(const QJsonObject &schema)
{
    const QJsonValue type = schema[u"type"_s];
    if (type.isString())
        return type.toString();
    for (const QJsonValue &one : type.toArray()) {
        if (one.toString() != u"null"_s)
            return one.toString();
    }
    for (const QString &key : {u"anyOf"_s, u"oneOf"_s}) {
        const QJsonArray choices = schema[key].toArray();
        QString only;
        for (const QJsonValue &choice : choices) {
            const QString name = choice[u"type"_s].toString();
            if (name == u"null"_s)
                continue;
            if (!only.isEmpty())
                return {}; // a real choice: the value stays as it came
            only = name;
        }
        if (!only.isEmpty())
            return only;
    }
    return {};
}

bool allowsNull(const QJsonObject &schema)
{
    if (schema[u"type"_s].toString() == u"null"_s || schema[u"type"_s].toArray().contains(u"null"_s))
        return true;
    const QJsonArray choices = schema[u"anyOf"_s].toArray();
    return std::any_of(choices.begin(), choices.end(),
                       [](const QJsonValue &choice) { return choice[u"type"_s].toString() == u"null"_s; });
}

QString compact(const QJsonValue &value)
{
    if (value.isObject())
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    if (value.isArray())
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    return value.toVariant().toString();
}

QJsonValue toBoolean(const QJsonValue &value)
{
    if (value.isDouble() && (value.toDouble() == 0.0 || value.toDouble() == 1.0))
        return value.toDouble() == 1.0;
    const QString word = value.toString().trimmed().toLower();
    if (word == u"true"_s || word == u"yes"_s || word == u"on"_s || word == u"1"_s)
        return true;
    if (word == u"false"_s || word == u"no"_s || word == u"off"_s || word == u"0"_s)
        return false;
    return value;
}

QJsonValue toNumber(const QJsonValue &value, bool whole)
{
    double real = value.toDouble();
    if (value.isString()) {
        bool ok = false;
        const QString digits = value.toString().trimmed();
        if (const qint64 exact = digits.toLongLong(&ok); ok)
            return exact;
        real = digits.toDouble(&ok);
        if (!ok || !std::isfinite(real))
            return value;
    } else if (!value.isDouble()) {
        return value;
    }
    constexpr double exactLimit = 9007199254740992.0; // 2^53: beyond it a double is no exact integer
    if (whole && std::floor(real) == real && std::abs(real) <= exactLimit)
        return qint64(real);
    return real;
}

QJsonValue coerce(const QJsonValue &value, const QJsonObject &schema);

QJsonArray toList(const QJsonValue &value, const QJsonObject &schema)
{
    QJsonArray entries;
    if (value.isString()) {
        entries = splitList(value.toString());
    } else if (value.isObject()) {
        // {"item": [...]} comes from markup children; {"a": "North", "b": "South"} from models that number.
        const QJsonObject object = value.toObject();
        if (object.size() == 1 && object.begin()->isArray()) {
            entries = object.begin()->toArray();
        } else if (object.contains(u"label"_s) || object.isEmpty()) {
            entries = object.isEmpty() ? QJsonArray() : QJsonArray{object};
        } else {
            for (const QJsonValue &member : object)
                entries.append(member);
        }
    } else if (value.isArray()) {
        entries = value.toArray();
        // One entry that is itself a whole JSON list: encoded twice.
        if (entries.size() == 1 && entries.first().toString().trimmed().startsWith(u'[')) {
            const auto inner = LooseJson::read(entries.first().toString().trimmed());
            if (inner && inner->isArray())
                entries = inner->toArray();
        }
    } else {
        entries = {value};
    }
    const QJsonObject items = schema[u"items"_s].toObject();
    QJsonArray typed;
    for (const QJsonValue &entry : std::as_const(entries)) {
        const bool keep = typeOf(items) == u"string"_s && (entry.isObject() || entry.isArray());
        typed.append(keep ? entry : coerce(entry, items));
    }
    return typed;
}

QJsonValue toText(const QJsonValue &value)
{
    if (value.isString() || value.isNull())
        return value;
    if (value.isArray() && value.toArray().size() == 1 && value.toArray().first().isString())
        return value.toArray().first();
    return compact(value);
}

QJsonValue toObject(const QJsonValue &value, const QJsonObject &schema)
{
    QJsonValue object = value;
    if (value.isString()) {
        const auto read = LooseJson::read(value.toString().trimmed());
        if (read && read->isObject())
            object = *read;
    }
    return object.isObject() ? QJsonValue(coerceArguments(object.toObject(), schema)) : object;
}

QJsonValue coerce(const QJsonValue &value, const QJsonObject &schema)
{
    const QString type = typeOf(schema);
    if (value.isNull() && allowsNull(schema))
        return value;
    if (type == u"boolean"_s)
        return value.isBool() ? value : toBoolean(value);
    if (type == u"integer"_s)
        return toNumber(value, true);
    if (type == u"number"_s)
        return toNumber(value, false);
    if (type == u"array"_s)
        return toList(value, schema);
    if (type == u"string"_s)
        return toText(value);
    if (type == u"object"_s)
        return toObject(value, schema);
    return value;
}

//! One Markdown fence around everything, with or without a language word.
QString withoutFence(const QString &text, QStringList &repairs)
{
    static const QRegularExpression fence(
        u"^(`{3,}|~{3,})[ \\t]*[\\w+-]*[ \\t]*\\r?\\n(.*?)\\r?\\n?[ \\t]*\\1\\s*$"_s,
        QRegularExpression::DotMatchesEverythingOption);
    const auto match = fence.match(text);
    if (!match.hasMatch())
        return text;
    repairs.append(u"code fence"_s);
    return match.captured(2).trimmed();
}

//! Control tokens of chat templates that stick to the end ("<|call|>", "<|im_end|>").
QString withoutTokens(const QString &text, QStringList &repairs)
{
    static const QRegularExpression token(u"(?:\\s*<\\|[a-z_]{2,24}\\|>)+\\s*$"_s);
    const auto match = token.match(text);
    if (!match.hasMatch())
        return text;
    repairs.append(u"control token"_s);
    return text.first(match.capturedStart());
}

//! The same object twice in a row, or an empty one in front of the real one.
std::optional<QJsonValue> repeatedObject(const QString &text, QStringList &repairs)
{
    LooseJson reader(text);
    const auto first = reader.value();
    reader.skipSpace();
    if (!first || !first->isObject() || reader.atEnd())
        return std::nullopt;
    const auto second = reader.value();
    reader.skipSpace();
    if (!second || !second->isObject() || !reader.atEnd())
        return std::nullopt;
    if (*first != *second && !first->toObject().isEmpty())
        return std::nullopt;
    repairs.append(u"sent twice"_s);
    return second;
}

std::optional<QJsonValue> readValue(const QString &raw, QStringList &repairs)
{
    // Not QJsonDocument: that drops a stray backslash without a word ("C:\dir" becomes "C:dir").
    if (const auto value = LooseJson::read(raw, &repairs))
        return value;
    QString text = withoutTokens(withoutFence(raw, repairs), repairs);
    if (text.isEmpty())
        return QJsonObject();
    if (const auto value = LooseJson::read(text, &repairs))
        return value;
    return repeatedObject(text, repairs);
}

QString unreadable()
{
    return u"The arguments are not valid JSON and have more than one possible reading, so nothing was run. "
           "Call the tool again with one JSON object: quote every text value with double quotes, and write a "
           "double quote inside a text as \\\"."_s;
}

QString notAnObject(const QJsonObject &schema)
{
    const QStringList names = schema[u"properties"_s].toObject().keys();
    QString text =
        u"The arguments must be one JSON object, so nothing was run. Call the tool again with an object"_s;
    if (!names.isEmpty())
        text += u" whose members are: "_s + names.join(u", "_s);
    return text + u'.';
}

} // namespace

ParsedArguments parseArguments(const QString &raw, const QJsonObject &schema)
{
    ParsedArguments result;
    QString text = raw.trimmed();
    if (text.isEmpty())
        return result;
    for (int depth = 0; depth < encodingLimit; ++depth) {
        const auto value = readValue(text, result.repairs);
        if (!value) {
            result.problem = depth == 0 ? unreadable() : notAnObject(schema);
            return result;
        }
        if (value->isObject()) {
            result.arguments = coerceArguments(value->toObject(), schema);
            return result;
        }
        if (value->isNull()) { // "null": no arguments
            result.repairs.append(u"null"_s);
            return result;
        }
        if (!value->isString())
            break;
        result.repairs.append(u"encoded twice"_s);
        text = value->toString().trimmed();
        if (text.isEmpty())
            return result;
    }
    result.problem = notAnObject(schema);
    return result;
}

QJsonObject coerceArguments(const QJsonObject &arguments, const QJsonObject &schema)
{
    const QJsonObject properties = schema[u"properties"_s].toObject();
    const QJsonArray required = schema[u"required"_s].toArray();
    QJsonObject result;
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        const QJsonObject property = properties[it.key()].toObject();
        const bool known = properties.contains(it.key());
        // An optional argument that is null (or the word, where text is not wanted) was meant to be left out.
        const QString word = it.value().toString().trimmed();
        const bool isNull = it.value().isNull() ||
                            (typeOf(property) != u"string"_s && (word == u"null"_s || word == u"None"_s));
        if (known && isNull && !required.contains(it.key()) && !allowsNull(property))
            continue;
        result.insert(it.key(), known ? coerce(it.value(), property) : it.value());
    }
    return result;
}

} // namespace heed
