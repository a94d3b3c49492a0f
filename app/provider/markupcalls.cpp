// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/markupcalls.h"

#include "models/tool/loosejson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed::markupcalls {

namespace {

QString compact(const QJsonValue &value)
{
    if (value.isObject())
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    if (value.isArray())
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    return value.toString();
}

std::optional<MarkupCall> callOf(const QJsonValue &value)
{
    QJsonObject object = value.toObject();
    if (object[u"function"_s].isObject()) {
        const QJsonValue id = object[u"id"_s];
        object = object[u"function"_s].toObject();
        if (!object.contains(u"id"_s))
            object[u"id"_s] = id;
    }
    MarkupCall call;
    for (const QString &key : {u"name"_s, u"tool_name"_s, u"function"_s, u"tool"_s}) {
        if (call.name.isEmpty())
            call.name = object[key].toString();
    }
    if (call.name.isEmpty())
        return std::nullopt;
    for (const QString &key : {u"id"_s, u"tool_call_id"_s}) {
        if (call.id.isEmpty())
            call.id = object[key].toString();
    }
    for (const QString &key : {u"arguments"_s, u"parameters"_s, u"args"_s, u"input"_s}) {
        if (object.contains(key)) {
            call.arguments = compact(object[key]);
            break;
        }
    }
    return call;
}

//! What can still be told from JSON that cannot be read.
QList<MarkupCall> brokenCall(QStringView body)
{
    static const QRegularExpression name(u"\"(?:name|tool_name)\"\\s*:\\s*\"([^\"]+)\""_s);
    static const QRegularExpression arguments(u"\"(?:arguments|parameters|args|input)\"\\s*:\\s*"_s);
    const auto named = name.match(body);
    if (!named.hasMatch())
        return {};
    MarkupCall call;
    call.name = named.captured(1);
    if (const auto match = arguments.match(body); match.hasMatch()) {
        const QStringView rest = body.sliced(match.capturedEnd());
        LooseJson reader(rest);
        const auto value = reader.value();
        call.arguments = value ? compact(*value) : rest.trimmed().toString();
    } else {
        call.arguments = body.toString();
    }
    return {call};
}

//! Exactly one line break off each end: templates put the value on lines of its own.
QString valueOf(QStringView text)
{
    if (text.startsWith(u"\r\n"))
        text = text.sliced(2);
    else if (text.startsWith(u'\n'))
        text = text.sliced(1);
    if (text.endsWith(u"\r\n"))
        text.chop(2);
    else if (text.endsWith(u'\n'))
        text.chop(1);
    return text.toString();
}

} // namespace

QList<MarkupCall> fromJson(QStringView body, bool mend)
{
    QList<MarkupCall> calls;
    LooseJson reader(body);
    for (;;) {
        reader.skipSpace();
        while (reader.take(u',') || reader.take(u';'))
            reader.skipSpace();
        if (reader.atEnd())
            return calls;
        const auto value = reader.value();
        if (!value || !(value->isObject() || value->isArray()))
            return mend ? brokenCall(body) : QList<MarkupCall>();
        const QJsonArray list = value->isArray() ? value->toArray() : QJsonArray{*value};
        for (const QJsonValue &one : list) {
            const auto call = callOf(one);
            if (!call)
                return {};
            calls.append(*call);
        }
    }
}

namespace {

struct Span {
    qsizetype start = -1;
    qsizetype end = -1;
    [[nodiscard]] bool exists() const { return start >= 0; }
};

Span find(const QRegularExpression &pattern, const QString &text, qsizetype from)
{
    const auto match = pattern.match(text, from);
    return match.hasMatch() ? Span{match.capturedStart(), match.capturedEnd()} : Span{};
}

const QRegularExpression &functionOpen()
{
    static const QRegularExpression pattern(
        u"<(?:[\\w.-]+:)?(?:function=\\s*[\"']?([^>\"'\\s]+)[\"']?|(?:function|invoke)\\s+name\\s*=\\s*[\"']?([^\"'>]+)[\"']?)[^>]*>"_s);
    return pattern;
}

const QRegularExpression &functionClose()
{
    static const QRegularExpression pattern(u"</(?:[\\w.-]+:)?(?:function|invoke)>"_s);
    return pattern;
}

const QRegularExpression &parameterOpen()
{
    static const QRegularExpression pattern(
        u"<(?:[\\w.-]+:)?parameter(?:=\\s*[\"']?([^>\"'\\s]+)[\"']?|\\s+name\\s*=\\s*[\"']?([^\"'>]+)[\"']?)([^>]*)>"_s);
    return pattern;
}

const QRegularExpression &parameterClose()
{
    static const QRegularExpression pattern(u"</(?:[\\w.-]+:)?parameter>"_s);
    return pattern;
}

QString captured(const QRegularExpressionMatch &match)
{
    return match.captured(1).isEmpty() ? match.captured(2).trimmed() : match.captured(1).trimmed();
}

//! Where the value that starts here ends, and where reading goes on.
Span valueEnd(const QString &body, qsizetype from)
{
    const Span close = find(parameterClose(), body, from);
    const Span next = find(parameterOpen(), body, from);
    const Span function = find(functionClose(), body, from);
    if (close.exists() && (!next.exists() || close.start < next.start)) {
        const bool otherCall = function.exists() && function.start < close.start &&
                               find(functionOpen(), body, function.end).exists() &&
                               find(functionOpen(), body, function.end).start < close.start;
        if (!otherCall)
            return close;
    }
    if (next.exists() && (!function.exists() || next.start < function.start))
        return {next.start, next.start};
    return function.exists() ? Span{function.start, function.start} : Span{};
}

//! Reads one function's parameters from `at` on; leaves `at` behind its end.
MarkupCall parametersOf(const QString &body, const QString &name, qsizetype &at)
{
    MarkupCall call;
    call.name = name;
    QJsonObject parameters;
    for (;;) {
        const auto open = parameterOpen().match(body, at);
        const Span function = find(functionClose(), body, at);
        if (!open.hasMatch() || (function.exists() && function.start < open.capturedStart())) {
            at = function.exists() ? function.end : body.size();
            call.parameters = parameters;
            return call;
        }
        const Span end = valueEnd(body, open.capturedEnd());
        if (!end.exists()) {
            call.problem =
                u"The call ended in the middle of a parameter, so it was not run. Send it again, complete."_s;
            at = body.size();
            return call;
        }
        const QString value =
            valueOf(QStringView(body).sliced(open.capturedEnd(), end.start - open.capturedEnd()));
        const bool isJson = open.captured(3).contains(u"string=\"false\""_s);
        const auto read = isJson ? LooseJson::read(value) : std::nullopt;
        parameters.insert(captured(open), read ? *read : QJsonValue(value));
        at = end.end;
    }
}

} // namespace

QList<MarkupCall> fromParameters(const QString &raw)
{
    static const QRegularExpression dsml(u"<(/?)[\\x{FF5C}|]DSML[\\x{FF5C}|]"_s);
    QString body = raw;
    body.replace(dsml, u"<\\1"_s);
    QList<MarkupCall> calls;
    qsizetype at = 0;
    for (auto open = functionOpen().match(body, at); open.hasMatch(); open = functionOpen().match(body, at)) {
        at = open.capturedEnd();
        const QStringView rest = QStringView(body).sliced(at);
        const QStringView bare = rest.trimmed();
        if (bare.startsWith(u'{')) {
            BalancedScanner scanner;
            const qsizetype start = at + (bare.data() - rest.data());
            const qsizetype length = scanner.scan(QStringView(body).sliced(start));
            const Span close = find(functionClose(), body, length > 0 ? start + length : start);
            const qsizetype end = length > 0 ? start + length : close.exists() ? close.start : body.size();
            MarkupCall call;
            call.name = captured(open);
            call.arguments = body.sliced(start, end - start).trimmed();
            calls.append(call);
            at = close.exists() ? close.end : body.size();
        } else {
            calls.append(parametersOf(body, captured(open), at));
        }
    }
    return calls;
}

QList<MarkupCall> fromNamed(const QString &body)
{
    static const QRegularExpression name(u"^\\s*([\\w.-]+)\\s*"_s);
    static const QRegularExpression pair(
        u"<arg_key>(.*?)</arg_key>\\s*<arg_value>(.*?)(?:</arg_value>|(?=<arg_key>)|$)"_s,
        QRegularExpression::DotMatchesEverythingOption);
    const auto named = name.match(body);
    if (!named.hasMatch())
        return {};
    MarkupCall call;
    call.name = named.captured(1);
    const QString rest = body.sliced(named.capturedEnd()).trimmed();
    if (rest.startsWith(u'{')) {
        call.arguments = rest;
        return {call};
    }
    if (rest.startsWith(u'('))
        return fromPython(body);
    QJsonObject parameters;
    for (auto it = pair.globalMatch(rest); it.hasNext();) {
        const auto match = it.next();
        parameters.insert(match.captured(1).trimmed(), valueOf(match.captured(2)));
    }
    if (parameters.isEmpty() && !rest.isEmpty())
        return {};
    call.parameters = parameters;
    return {call};
}

QList<MarkupCall> fromKimi(const QString &body)
{
    static const QRegularExpression one(
        u"(?:<\\|tool_call_begin\\|>|^)\\s*([\\w.:-]+)\\s*<\\|tool_call_argument_begin\\|>(.*?)(?:<\\|tool_call_end\\|>|$)"_s,
        QRegularExpression::DotMatchesEverythingOption);
    QList<MarkupCall> calls;
    for (auto it = one.globalMatch(body); it.hasNext();) {
        const auto match = it.next();
        MarkupCall call;
        call.id = match.captured(1);
        call.name = call.id;
        call.arguments = match.captured(2).trimmed();
        calls.append(call);
    }
    return calls;
}

QList<MarkupCall> fromDeepSeek(const QString &body)
{
    static const QRegularExpression one(u"(?:<\\x{FF5C}tool\\x{2581}call\\x{2581}begin\\x{FF5C}>|^)(.*?)<\\x{"
                                        u"FF5C}tool\\x{2581}sep\\x{FF5C}>(.*?)"
                                        "(?:<\\x{FF5C}tool\\x{2581}call\\x{2581}end\\x{FF5C}>|$)"_s,
                                        QRegularExpression::DotMatchesEverythingOption);
    QList<MarkupCall> calls;
    for (auto it = one.globalMatch(body); it.hasNext();) {
        const auto match = it.next();
        MarkupCall call;
        const QString before = match.captured(1).trimmed();
        const QString after = match.captured(2).trimmed();
        if (before == u"function"_s) { // the older form: function<sep>NAME, then a fence
            const qsizetype end = after.indexOf(u'\n');
            call.name = after.left(end).trimmed();
            call.arguments = end < 0 ? QString() : after.sliced(end).trimmed();
        } else {
            call.name = before;
            call.arguments = after;
        }
        calls.append(call);
    }
    return calls;
}

QList<MarkupCall> fromMistral(const QString &body)
{
    static const QRegularExpression named(
        u"^\\s*([\\w.:-]+?)\\s*(?:\\[CALL_ID\\]\\s*([\\w-]+)\\s*)?(?:\\[ARGS\\]\\s*|(?=\\{))"_s);
    if (QStringView(body).trimmed().startsWith(u'[') || QStringView(body).trimmed().startsWith(u'{'))
        return fromJson(body);
    const auto match = named.match(body);
    if (!match.hasMatch())
        return {};
    MarkupCall call;
    call.name = match.captured(1);
    call.id = match.captured(2);
    call.arguments = body.sliced(match.capturedEnd()).trimmed();
    return {call};
}

QList<MarkupCall> fromPython(QStringView body)
{
    if (const QStringView bare = body.trimmed(); bare.startsWith(u"[{") || bare.startsWith(u'{'))
        return fromJson(bare);
    LooseJson reader(body);
    reader.skipSpace();
    const bool isList = reader.take(u'[');
    QList<MarkupCall> calls;
    for (;;) {
        reader.skipSpace();
        if (reader.atEnd() || (isList && reader.take(u']')))
            return calls;
        MarkupCall call;
        call.name = reader.word();
        reader.skipSpace();
        if (call.name.isEmpty() || !reader.take(u'('))
            return calls;
        QJsonObject parameters;
        for (;;) {
            reader.skipSpace();
            if (reader.take(u')'))
                break;
            const QString key = reader.word();
            reader.skipSpace();
            const auto value = !key.isEmpty() && reader.take(u'=') ? reader.value() : std::nullopt;
            if (!value) {
                call.problem =
                    u"The call could not be read, so it was not run. Name every argument and give plain "
                    "values: name(key=\"value\")."_s;
                calls.append(call);
                return calls;
            }
            parameters.insert(key, *value);
            reader.skipSpace();
            reader.take(u',');
        }
        call.parameters = parameters;
        calls.append(call);
        reader.skipSpace();
        reader.take(u',');
    }
}

} // namespace heed::markupcalls
