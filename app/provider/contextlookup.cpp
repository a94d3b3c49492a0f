// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/contextlookup.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int unknownTokens = 8192; // book 3.7: where the server does not tell
constexpr int smallestTokens = 512; // below this no prompt of ours fits: the figure is not believed
constexpr int largestTokens = 20'000'000;

std::optional<int> believable(const QJsonValue &value)
{
    const double tokens = value.isString() ? value.toString().toDouble() : value.toDouble();
    if (tokens < smallestTokens || tokens > largestTokens)
        return std::nullopt;
    return int(tokens);
}

bool isSameModel(const QString &name, const QString &model)
{
    return name == model || name == QString(model + u":latest"_s);
}

} // namespace

namespace contextsize {

std::optional<int> fromModels(const QJsonObject &answer, const QString &model)
{
    const QJsonArray list =
        answer.contains(u"data"_s) ? answer[u"data"_s].toArray() : answer[u"models"_s].toArray();
    QJsonObject found = answer[u"id"_s].isString() ? answer : QJsonObject();
    for (const QJsonValue &one : list) {
        if (isSameModel(one[u"id"_s].toString(), model))
            found = one.toObject();
    }
    // The loaded size is what counts; a model's own maximum only where nothing else is said.
    for (const QString &key : {u"loaded_context_length"_s, u"max_model_len"_s, u"context_length"_s,
                               u"context_window"_s, u"max_input_tokens"_s, u"max_context_length"_s}) {
        if (const auto tokens = believable(found[key]))
            return tokens;
    }
    if (const auto tokens = believable(found[u"meta"_s][u"n_ctx"_s]))
        return tokens;
    return believable(found[u"top_provider"_s][u"context_length"_s]);
}

std::optional<int> fromOllamaRunning(const QJsonObject &answer, const QString &model)
{
    for (const QJsonValue &one : answer[u"models"_s].toArray()) {
        if (isSameModel(one[u"name"_s].toString(), model) || isSameModel(one[u"model"_s].toString(), model))
            return believable(one[u"context_length"_s]);
    }
    return std::nullopt;
}

std::optional<int> fromOllamaShow(const QJsonObject &answer)
{
    static const QRegularExpression setting(u"^\\s*num_ctx\\s+(\\d+)"_s, QRegularExpression::MultilineOption);
    if (const auto match = setting.match(answer[u"parameters"_s].toString()); match.hasMatch())
        return believable(match.captured(1));
    // What the model was made for; the server mostly gives it less, so no more than the usual is counted on.
    const QJsonObject info = answer[u"model_info"_s].toObject();
    for (auto it = info.begin(); it != info.end(); ++it) {
        if (!it.key().endsWith(u".context_length"_s))
            continue;
        if (const auto tokens = believable(it.value()))
            return std::min(*tokens, unknownTokens);
    }
    return std::nullopt;
}

std::optional<int> fromLlamaProps(const QJsonObject &answer)
{
    if (const auto tokens = believable(answer[u"default_generation_settings"_s][u"n_ctx"_s]))
        return tokens;
    return believable(answer[u"n_ctx"_s]);
}

} // namespace contextsize

ContextLookup::ContextLookup(std::shared_ptr<NetworkContext> network, Endpoint endpoint,
                             ProviderChoice choice, QObject *parent)
    : QObject(parent)
    , m_network(std::move(network))
    , m_endpoint(std::move(endpoint))
    , m_choice(std::move(choice))
    , m_tokens(unknownTokens)
{
}

void ContextLookup::ask(const HttpHeaders &headers)
{
    if (m_step >= 0)
        return;
    m_headers = headers;
    m_headers += m_network->settings.headers;
    m_step = 0;
    QMetaObject::invokeMethod(
        this, [this] { next(); }, Qt::QueuedConnection);
}

void ContextLookup::refine(const HttpHeaders &headers)
{
    if (m_step <= 0 || m_sure || m_refined || !m_endpoint.isLocal())
        return;
    m_refined = true;
    m_step = -1;
    ask(headers);
}

void ContextLookup::next()
{
    const QString model = m_choice.model;
    const auto listed = [model](const QJsonObject &answer) { return contextsize::fromModels(answer, model); };
    const bool anthropic = m_choice.kind == u"anthropic"_s;
    const int step = m_step++;
    if (step == 0) {
        get(m_endpoint.models(), listed, !m_endpoint.isLocal());
    } else if (step == 1 && anthropic) {
        QUrl url = m_endpoint.models();
        url.setPath(url.path() + u'/' + model);
        get(url, listed, true);
    } else if (!m_endpoint.isLocal() || anthropic) {
        return;
    } else if (step == 1) {
        const auto running = [model](const QJsonObject &answer) {
            return contextsize::fromOllamaRunning(answer, model);
        };
        get(m_endpoint.atRoot(u"/api/ps"_s), running, true);
    } else if (step == 2) {
        get(m_endpoint.atRoot(u"/props"_s), contextsize::fromLlamaProps, true);
    } else if (step == 3) {
        get(m_endpoint.atRoot(u"/api/v0/models"_s), listed, true);
    } else if (step == 4) {
        const QByteArray body =
            QJsonDocument(QJsonObject{{u"model"_s, model}}).toJson(QJsonDocument::Compact);
        get(m_endpoint.atRoot(u"/api/show"_s), contextsize::fromOllamaShow, false, body);
    }
}

void ContextLookup::get(const QUrl &url, const std::function<std::optional<int>(const QJsonObject &)> &read,
                        bool sure, const QByteArray &body)
{
    ProviderRequest request{body.isEmpty() ? "GET" : "POST", url, m_headers, body};
    if (!body.isEmpty())
        request.headers.emplaceBack("Content-Type", "application/json");
    auto *exchange = new HttpExchange(m_network, request, HttpExchange::Body::Collect, this);
    exchange->setWholeTimeout(m_network->settings.probeTimeout);
    connect(exchange, &HttpExchange::ended, this, [this, exchange, read, sure](const ProviderAnswer &answer) {
        exchange->deleteLater();
        const auto tokens =
            answer.isOk() && !answer.cut ? read(QJsonDocument::fromJson(answer.body).object()) : std::nullopt;
        if (tokens) {
            m_tokens = *tokens;
            m_sure = sure;
        }
        // Nobody listens there: the other questions would go unanswered too.
        const bool silent = answer.status == 0;
        if (!silent && (!tokens || !sure))
            next();
    });
    exchange->start();
}

} // namespace heed
