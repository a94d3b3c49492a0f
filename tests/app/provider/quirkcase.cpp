// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/provider/quirkcase.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QDir quirkDir()
{
    return QDir(QStringLiteral(HEED_SOURCE_DIR "/tests/app/provider/quirks"));
}

QByteArray readAll(const QString &name)
{
    QFile file(quirkDir().filePath(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    return file.readAll();
}

QString show(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

QString finishName(Finish finish)
{
    switch (finish) {
    case Finish::Stop:
        return u"stop"_s;
    case Finish::ToolCalls:
        return u"tool_calls"_s;
    case Finish::Length:
        return u"length"_s;
    case Finish::Refusal:
        return u"refusal"_s;
    case Finish::Error:
        return u"error"_s;
    }
    return {};
}

QByteArray chunk(const QJsonObject &delta, const QJsonValue &finish)
{
    const QJsonObject choice{{u"index"_s, 0}, {u"delta"_s, delta}, {u"finish_reason"_s, finish}};
    return "data: " +
           QJsonDocument(QJsonObject{{u"choices"_s, QJsonArray{choice}}}).toJson(QJsonDocument::Compact) +
           "\n\n";
}

QByteArray named(const QString &type, QJsonObject fields)
{
    fields[u"type"_s] = type;
    return "event: " + type.toUtf8() + "\ndata: " + QJsonDocument(fields).toJson(QJsonDocument::Compact) +
           "\n\n";
}

QString wrongError(const QJsonObject &expected, const TurnResult &result)
{
    if (!result.error)
        return u"no error, expected "_s + show(expected);
    const QString kind = providerErrorName(result.error->kind);
    if (kind != expected[u"kind"_s].toString())
        return u"error kind "_s + kind + u": "_s + result.error->text;
    const QRegularExpression match(expected[u"match"_s].toString(),
                                   QRegularExpression::CaseInsensitiveOption);
    if (!match.match(result.error->text).hasMatch())
        return u"error text: "_s + result.error->text;
    if (result.error->text.isEmpty() || result.error->text.contains(u'<'))
        return u"error text is not for people: "_s + result.error->text;
    if (expected.contains(u"retryAfterMs"_s)) {
        const qint64 wanted = expected[u"retryAfterMs"_s].toInteger();
        const qint64 tolerance = expected[u"toleranceMs"_s].toInteger(0);
        if (std::abs(result.error->retryAfterMs.value_or(-1'000'000) - wanted) > tolerance)
            return u"retryAfterMs %1"_s.arg(result.error->retryAfterMs.value_or(-1));
    }
    return {};
}

QString wrongCall(const QJsonObject &expected, const ToolCall &call)
{
    if (expected[u"id"_s].isString() && call.id != expected[u"id"_s].toString())
        return u"id "_s + call.id;
    if (call.id.isEmpty())
        return u"no id"_s;
    if (call.name != expected[u"name"_s].toString())
        return u"name "_s + call.name;
    const bool mustFail = expected[u"invalid"_s].toBool() || expected[u"unknown"_s].toBool();
    if (mustFail != !call.problem.isEmpty())
        return u"problem "_s + call.problem;
    if (expected.contains(u"arguments"_s) && call.arguments != expected[u"arguments"_s].toObject())
        return u"arguments "_s + show(call.arguments);
    if (expected.contains(u"extra"_s) && call.extra != expected[u"extra"_s].toObject())
        return u"extra "_s + show(call.extra);
    const QJsonObject lengths = expected[u"argumentLengths"_s].toObject();
    for (auto it = lengths.begin(); it != lengths.end(); ++it) {
        if (call.arguments[it.key()].toString().size() != it.value().toInteger())
            return u"length of "_s + it.key();
    }
    return {};
}

} // namespace

QList<QuirkCase> quirkCases()
{
    QList<QuirkCase> cases;
    const QStringList files = quirkDir().entryList({u"*.expect.json"_s}, QDir::Files, QDir::Name);
    for (const QString &file : files) {
        const QJsonObject json = QJsonDocument::fromJson(readAll(file)).object();
        QuirkCase one;
        one.id = file.chopped(12);
        one.quirk = json[u"quirk"_s].toString();
        one.api = json[u"api"_s].toString();
        one.body = readAll(json[u"file"_s].toString());
        one.http = json[u"http"_s].toObject();
        one.expect = json[u"expect"_s].toObject();
        static const QRegularExpression pad(u"\\{\\{pad:(\\d+)\\}\\}"_s);
        if (const auto match = pad.match(QString::fromUtf8(one.body.left(4000))); match.hasMatch())
            one.body.replace(match.captured().toUtf8(), QByteArray(match.captured(1).toInt(), 'x'));
        cases.append(one);
    }
    return cases;
}

ModelRequest quirkRequest()
{
    ModelRequest request;
    for (const QJsonValue &tool : QJsonDocument::fromJson(readAll(u"tools.json"_s)).array()) {
        request.tools.append({tool[u"name"_s].toString(), tool[u"description"_s].toString(),
                              tool[u"parameters"_s].toObject()});
    }
    PromptItem item;
    item.text = u"What should I plant?"_s;
    request.items = {item};
    return request;
}

QByteArray textAsStream(const QString &text, bool anthropic, int piece)
{
    const QList<uint> points = text.toUcs4();
    QByteArray stream =
        anthropic ? named(u"message_start"_s, {{u"message"_s, QJsonObject{{u"role"_s, u"assistant"_s}}}}) +
                        named(u"content_block_start"_s,
                              {{u"index"_s, 0}, {u"content_block"_s, QJsonObject{{u"type"_s, u"text"_s}}}})
                  : chunk({{u"role"_s, u"assistant"_s}, {u"content"_s, QString()}}, QJsonValue::Null);
    for (qsizetype at = 0; at < points.size(); at += piece) {
        const QList<uint> part = points.mid(at, piece);
        const QString words = QString::fromUcs4(reinterpret_cast<const char32_t *>(part.data()), part.size());
        stream += anthropic
                      ? named(u"content_block_delta"_s,
                              {{u"index"_s, 0},
                               {u"delta"_s, QJsonObject{{u"type"_s, u"text_delta"_s}, {u"text"_s, words}}}})
                      : chunk({{u"content"_s, words}}, QJsonValue::Null);
    }
    if (!anthropic)
        return stream + chunk({}, u"stop"_s) + "data: [DONE]\n\n";
    return stream + named(u"content_block_stop"_s, {{u"index"_s, 0}}) +
           named(u"message_delta"_s, {{u"delta"_s, QJsonObject{{u"stop_reason"_s, u"end_turn"_s}}}}) +
           named(u"message_stop"_s, {});
}

QString mismatch(const QuirkCase &quirk, const TurnResult &result)
{
    const QJsonObject &expect = quirk.expect;
    if (expect[u"error"_s].isNull() && result.error)
        return u"error "_s + providerErrorName(result.error->kind) + u": "_s + result.error->text +
               result.error->detail;
    if (expect[u"error"_s].isObject()) {
        if (const QString wrong = wrongError(expect[u"error"_s].toObject(), result); !wrong.isEmpty())
            return wrong;
    }
    if (result.text.simplified() != expect[u"text"_s].toString().simplified())
        return u"text: "_s + result.text;
    if (result.thinking.simplified() != expect[u"reasoning"_s].toString().simplified())
        return u"thinking: "_s + result.thinking;
    if (finishName(result.finish) != expect[u"finish"_s].toString())
        return u"finish: "_s + finishName(result.finish);
    const QJsonArray calls = expect[u"calls"_s].toArray();
    if (calls.size() != result.calls.size())
        return u"%1 calls"_s.arg(result.calls.size());
    QSet<QString> ids;
    for (qsizetype i = 0; i < calls.size(); ++i) {
        if (const QString wrong = wrongCall(calls[i].toObject(), result.calls[i]); !wrong.isEmpty())
            return u"call %1: "_s.arg(i) + wrong;
        ids.insert(result.calls[i].id);
    }
    if (ids.size() != calls.size())
        return u"ids are not unique"_s;
    const QJsonObject usage = expect[u"usage"_s].toObject();
    if (!usage.isEmpty() && (result.usage.tokensIn != usage[u"input"_s].toInteger() ||
                             result.usage.tokensOut != usage[u"output"_s].toInteger()))
        return u"usage %1 %2"_s.arg(result.usage.tokensIn.value_or(-1))
            .arg(result.usage.tokensOut.value_or(-1));
    const QJsonObject echo = expect[u"echo"_s].toObject();
    for (auto it = echo.begin(); it != echo.end(); ++it) {
        if (result.echo[it.key()] != it.value())
            return u"echo: "_s + show(result.echo);
    }
    return {};
}

} // namespace heed
