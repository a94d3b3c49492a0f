// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/providererrors.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed::providererrors {

namespace {

using Kind = ProviderError::Kind;
constexpr qsizetype shownLimit = 400; // a sentence or three of a server's own words

struct ProviderErrorsText {
    Q_DECLARE_TR_FUNCTIONS(heed::ProviderErrors)
};

//! The server's words, fit to be quoted: one line, no control characters, bounded.
QString quoted(const QString &words)
{
    QString clean;
    for (const QChar c : words)
        clean.append(c.isPrint() ? c : QChar(u' '));
    clean = clean.simplified();
    if (clean.size() > shownLimit)
        clean = clean.first(shownLimit) + u'…';
    return clean;
}

bool looksLikeHtml(const QString &text)
{
    static const QRegularExpression tag(u"<\\s*(?:!doctype|html|head|body|center|h1|title)\\b"_s,
                                        QRegularExpression::CaseInsensitiveOption);
    return tag.match(text).hasMatch();
}

struct Words {
    QString message{};
    QString type{}; //!< type, code and the like, joined
    int code = 0;   //!< a number in `code` or `status`
    std::optional<qint64> contextSize{};
    std::optional<qint64> promptTokens{};
};

std::optional<qint64> whole(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

Words wordsOf(const QJsonValue &error)
{
    Words words;
    if (error.isString()) {
        words.message = error.toString();
        return words;
    }
    if (error.isArray())
        return error.toArray().isEmpty() ? words : wordsOf(error.toArray().first());
    const QJsonObject object = error.toObject();
    for (const QString &key :
         {u"message"_s, u"error_message"_s, u"detail"_s, u"msg"_s, u"error"_s, u"reason"_s}) {
        const QJsonValue value = object[key];
        if (value.isObject() || value.isArray())
            words.message = wordsOf(value).message;
        else
            words.message = value.toString();
        if (!words.message.isEmpty())
            break;
    }
    for (const QString &key : {u"type"_s, u"code"_s, u"error_type"_s, u"status"_s}) {
        words.type += object[key].toString() + u' ';
        if (words.code == 0)
            words.code = object[key].isDouble() ? object[key].toInt() : object[key].toString().toInt();
    }
    words.type += object[u"metadata"_s][u"error_type"_s].toString();
    words.contextSize = whole(object[u"n_ctx"_s]);
    words.promptTokens = whole(object[u"n_prompt_tokens"_s]);
    return words;
}

void numbersFromMessage(Words &words)
{
    static const QRegularExpression size(
        u"(?:context (?:length|size|window)(?: is| of|:)?|maximum context length is|limit is|maximum of|> )\\s*(\\d{3,8})"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression prompt(
        u"(?:resulted in|you requested|requested|prompt is too long:|contains?|given)\\s*(\\d{3,8})"_s,
        QRegularExpression::CaseInsensitiveOption);
    if (const auto match = size.match(words.message); !words.contextSize && match.hasMatch())
        words.contextSize = match.captured(1).toLongLong();
    if (const auto match = prompt.match(words.message); !words.promptTokens && match.hasMatch())
        words.promptTokens = match.captured(1).toLongLong();
}

bool isContext(const Words &words)
{
    static const QRegularExpression pattern(
        u"exceed_context|context_length_exceeded|context_window|context[ _](?:length|size|window)|"
        "maximum context|prompt is too long|input is too long|too many (?:input )?tokens|"
        "input length .{0,40}exceed|request_too_large|longer than the model"_s,
        QRegularExpression::CaseInsensitiveOption);
    return pattern.match(QString(words.type + u' ' + words.message)).hasMatch();
}

bool says(const Words &words, const QString &pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
    return expression.match(words.type).hasMatch();
}

Kind kindOf(const Words &words, int status)
{
    if (says(words, u"tool_use_failed|malformed_function_call"_s))
        return Kind::ToolUseFailed;
    if (isContext(words) && status != 429)
        return Kind::Context;
    // Inside a 200 stream the error carries its own number.
    const int code = status >= 400 ? status : words.code;
    if (code == 401 || code == 403 ||
        says(words, u"authentication|permission_(?:error|denied)|invalid_api_key|unauthori[sz]ed"_s))
        return Kind::Auth;
    if (says(words, u"insufficient_quota|billing|credit"_s) || code == 402)
        return Kind::Provider;
    if (code == 429 || says(words, u"rate_limit|too_many_requests|resource_exhausted"_s))
        return Kind::RateLimit;
    if (code == 503 || code == 529 || says(words, u"overloaded|insufficient_system_resource"_s))
        return Kind::Overloaded;
    if (code == 413)
        return Kind::Context;
    if (code == 408 || code == 504)
        return Kind::Timeout;
    return Kind::Provider;
}

QString contextText(const Words &words)
{
    const QLocale locale;
    if (words.contextSize && words.promptTokens) {
        return ProviderErrorsText::tr(
                   "The conversation is longer than the model's context size: %1 tokens, and the model "
                   "takes %2. Start a "
                   "new chat, or give the model a larger context.")
            .arg(locale.toString(*words.promptTokens), locale.toString(*words.contextSize));
    }
    if (words.contextSize) {
        return ProviderErrorsText::tr(
                   "The conversation is longer than the model's context size of %1 tokens. Start a new "
                   "chat, or give "
                   "the model a larger context.")
            .arg(locale.toString(*words.contextSize));
    }
    return ProviderErrorsText::tr(
        "The conversation is longer than the model's context size. Start a new chat, or choose a "
        "model with a "
        "larger context.");
}

QString withWords(const QString &text, const QString &words)
{
    return words.isEmpty()
               ? text
               : QString(text + u' ' + ProviderErrorsText::tr("The provider says: %1").arg(words));
}

QString notFoundText(const Words &words, const ErrorContext &context)
{
    const bool aboutModel = says(words, u"model_not_found|not_found_error"_s) ||
                            words.message.contains(u"model"_s, Qt::CaseInsensitive);
    if (aboutModel && context.local) {
        return ProviderErrorsText::tr(
                   "The model “%1” is not there. With Ollama, get it with: ollama pull %1. Or choose "
                   "another model in the "
                   "provider settings.")
            .arg(context.model);
    }
    if (aboutModel)
        return ProviderErrorsText::
            tr("The provider does not know the model “%1”. Choose another model in the provider settings.")
                .arg(context.model);
    return ProviderErrorsText::tr(
               "%1 answered, but not at this address (404). Check the base URL in the provider "
               "settings; it mostly ends in /v1.")
        .arg(context.host);
}

QString textOf(Kind kind, const Words &words, int status, const ErrorContext &context)
{
    const QString own = quoted(words.message);
    switch (kind) {
    case Kind::Auth:
        return withWords(
            ProviderErrorsText::tr("The provider did not accept the key. Check it in the provider settings."),
            own);
    case Kind::RateLimit:
        return withWords(
            ProviderErrorsText::tr(
                "The provider takes no more requests for the moment. Wait a little, then try again."),
            own);
    case Kind::Overloaded:
        return withWords(ProviderErrorsText::tr("The provider is overloaded. Try again in a moment."), own);
    case Kind::Context:
        return contextText(words);
    case Kind::ToolUseFailed:
        return ProviderErrorsText::tr(
            "The provider could not read the model's own tool call. Try again, or choose another model.");
    case Kind::Timeout:
        return withWords(
            ProviderErrorsText::tr("The provider gave up waiting for the model (%1). Try again.").arg(status),
            own);
    default:
        break;
    }
    if (status == 404)
        return withWords(notFoundText(words, context), own);
    if (status == 402 || says(words, u"insufficient_quota|billing|credit"_s))
        return withWords(
            ProviderErrorsText::tr("The provider account has no credit left. Check it at the provider."),
            own);
    if (status >= 500)
        return withWords(
            ProviderErrorsText::tr("The provider failed (%1). Try again in a moment.").arg(status), own);
    if (status >= 400)
        return withWords(ProviderErrorsText::tr("The provider refused the request (%1).").arg(status), own);
    if (own.isEmpty())
        return ProviderErrorsText::tr("The provider reported an error and did not say which. Try again.");
    return ProviderErrorsText::tr("The provider reported an error: %1").arg(own);
}

} // namespace

ProviderError make(Kind kind, const QString &text, const QString &detail)
{
    ProviderError error;
    error.kind = kind;
    error.text = text;
    error.detail = detail;
    return error;
}

ProviderError fromJson(const QJsonValue &error, int status, const ErrorContext &context)
{
    Words words = wordsOf(error);
    if (looksLikeHtml(words.message))
        words.message.clear();
    const Kind kind = kindOf(words, status);
    if (kind == Kind::Context)
        numbersFromMessage(words);
    ProviderError result = make(kind, textOf(kind, words, status, context));
    result.detail = u"HTTP %1 %2"_s.arg(status).arg(quoted(words.type)).trimmed();
    const QJsonValue retry = error[u"retry_after"_s];
    if (retry.isDouble())
        result.retryAfterMs = qint64(retry.toDouble() * 1000);
    return result;
}

ProviderError fromHttp(int status, const QByteArray &reason, const QByteArray &body,
                       const ErrorContext &context)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    QJsonValue error;
    if (document.isArray() && !document.array().isEmpty()) // Google's OpenAI endpoint wraps it in a list
        error = document.array().first();
    else if (document.isObject())
        error = document.object();
    if (const QJsonValue inner = error[u"error"_s]; !inner.isUndefined() && !inner.isNull())
        error = inner;
    if (!error.isUndefined() && !error.isNull())
        return fromJson(error, status, context);
    // A page, or words of a proxy: only the status and its name are shown.
    QJsonObject bare;
    const QString name = quoted(QString::fromLatin1(reason));
    if (!name.isEmpty() && status >= 500)
        bare[u"message"_s] = u"%1 %2"_s.arg(status).arg(name);
    return fromJson(bare, status, context);
}

std::optional<ProviderError> fromBaseResp(const QJsonValue &baseResp)
{
    const QJsonValue code = baseResp[u"status_code"_s];
    const int number = code.isString() ? code.toString().toInt() : code.toInt();
    if (number == 0)
        return std::nullopt;
    ProviderError error = make(Kind::Provider, {}, u"base_resp %1"_s.arg(number));
    const QString words = quoted(baseResp[u"status_msg"_s].toString());
    error.text =
        words.isEmpty()
            ? ProviderErrorsText::tr("The provider reported the error number %1. Try again.").arg(number)
            : ProviderErrorsText::tr("The provider reported an error: %1").arg(words);
    return error;
}

ProviderError truncated()
{
    return make(
        Kind::Truncated,
        ProviderErrorsText::tr(
            "The connection ended before the reply was complete. What came so far is kept; try again."),
        u"stream ended without a finish"_s);
}

ProviderError protocol(const QString &what, const QString &detail)
{
    return make(Kind::Protocol, what, detail);
}

ProviderError empty(bool onlyThought)
{
    if (onlyThought) {
        return make(Kind::Empty,
                    ProviderErrorsText::tr(
                        "The model thought, but gave no answer. Try again, or choose another model."),
                    u"only thinking"_s);
    }
    return make(
        Kind::Empty,
        ProviderErrorsText::tr("The model returned nothing. With a local server this mostly means that the "
                               "conversation is longer than the "
                               "model's context: start a new chat, or give the model a larger context."),
        u"empty stream"_s);
}

ProviderError cancelled()
{
    return make(Kind::Cancelled, ProviderErrorsText::tr("Stopped."), u"cancelled"_s);
}

bool saysNoTools(const QByteArray &body)
{
    static const QRegularExpression pattern(
        u"(?:does not|doesn'?t|do not|cannot|can't) support (?:the )?(?:use of )?(?:tools?|function)|"
        "(?:tools?|tool use|tool calling|function calling)\\W{1,3}(?:is|are) not supported|"
        "support tool use|requires --jinja|requires --enable-auto-tool-choice|"
        "(?:unsupported|unknown|unrecognized)[^.]{0,30}\\btools\\b"_s,
        QRegularExpression::CaseInsensitiveOption);
    return pattern.match(QString::fromUtf8(body)).hasMatch();
}

QString withoutKeys(const QString &text, const QString &key)
{
    const QString mask = u"[key]"_s;
    QString result = text;
    if (key.size() >= 4)
        result.replace(key, mask);
    static const QRegularExpression keyLike(
        u"\\b(?:sk|pk|rk|gsk|xai|pplx|key|hf|nvapi|AIza)[-_]?[A-Za-z0-9][A-Za-z0-9_-]{11,}|"
        "\\bBearer\\s+[^\\s\"',;]{6,}|\\bsk-[A-Za-z0-9*_.-]{3,}"_s);
    return result.replace(keyLike, mask);
}

void maskKeys(ProviderError &error, const QString &key)
{
    error.text = withoutKeys(error.text, key);
    error.detail = withoutKeys(error.detail, key);
}

std::optional<qint64> retryAfterMs(const QByteArray &milliseconds, const QByteArray &retryAfter,
                                   qint64 wallMs)
{
    bool ok = false;
    const double exact = milliseconds.trimmed().toDouble(&ok);
    if (ok && std::isfinite(exact) && exact >= 0)
        return qint64(std::min(exact, 1e12));
    const double seconds = retryAfter.trimmed().toDouble(&ok);
    if (ok && std::isfinite(seconds) && seconds >= 0)
        return qint64(std::min(seconds, 1e9) * 1000);
    const QDateTime date = QLocale::c().toDateTime(QString::fromLatin1(retryAfter.trimmed()),
                                                   u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    if (!date.isValid())
        return std::nullopt;
    const QDateTime utc(date.date(), date.time(), Qt::UTC);
    return std::max<qint64>(0, utc.toMSecsSinceEpoch() - wallMs);
}

} // namespace heed::providererrors
