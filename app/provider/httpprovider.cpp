// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/httpprovider.h"

#include "app/provider/httpturn.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QPointer>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

HttpHeaders openAiKeyHeaders(const QString &key)
{
    if (key.isEmpty())
        return {};
    return {{"Authorization", "Bearer " + key.toUtf8()}};
}

HttpHeaders anthropicKeyHeaders(const QString &key)
{
    HttpHeaders headers{{"anthropic-version", "2023-06-01"}};
    if (!key.isEmpty())
        headers.emplaceBack("x-api-key", key.toUtf8());
    return headers;
}

QString keyProblem(const QString &key)
{
    const bool odd = std::any_of(key.begin(), key.end(), [](QChar c) { return c < u'!' || c > u'~'; });
    if (!odd)
        return {};
    return QCoreApplication::translate(
        "heed::HttpProvider", "The key holds white space or characters that no key has. Enter it again in "
                              "the provider settings.");
}

HttpProvider::HttpProvider(ProviderChoice choice, Endpoint endpoint, ProviderSettings settings, KeyFor keyFor,
                           const Clock &clock, QObject *parent)
    : Provider(parent)
    , m_choice(std::move(choice))
    , m_endpoint(std::move(endpoint))
    , m_keyFor(std::move(keyFor))
    , m_network(std::make_shared<NetworkContext>(clock, std::move(settings)))
    , m_context(new ContextLookup(m_network, m_endpoint, m_choice, this))
{
}

HttpProvider::~HttpProvider() = default;

QString HttpProvider::key() const
{
    return m_keyFor ? m_keyFor(m_choice).trimmed() : QString();
}

int HttpProvider::contextTokens() const
{
    if (m_network->settings.contextTokens)
        return *m_network->settings.contextTokens;
    if (!m_context->wasAsked()) {
        if (const QString secret = key(); keyProblem(secret).isEmpty())
            m_context->ask(keyHeaders(secret));
    }
    return m_context->tokens();
}

int HttpProvider::slotCount() const
{
    return m_network->settings.slotCount.value_or(m_endpoint.isLocal() ? 1 : 4); // book 3.3
}

ModelTurn *HttpProvider::request(const ModelRequest &request, QObject *parent)
{
    const QString secret = key();
    if (const QString problem = keyProblem(secret); !problem.isEmpty())
        return new HttpTurn(providererrors::make(ProviderError::Kind::Auth, problem, u"odd key"_s), parent);
    TurnPlan plan;
    plan.api = api();
    plan.request = request;
    plan.shape = m_shape;
    plan.context = {m_endpoint.host(), m_choice.model, m_endpoint.isLocal()};
    plan.key = secret;
    HttpHeaders headers{{"Content-Type", "application/json"},
                        {"Accept", "text/event-stream, application/json"}};
    headers += keyHeaders(secret);
    headers += m_network->settings.headers;
    const QPointer<HttpProvider> self(this);
    plan.make = [self, headers, request, url = m_endpoint.turns()](const RequestShape &shape) {
        ProviderRequest http{"POST", url, headers, {}};
        if (self) // a provider outlives its turns; without it the empty body gets a plain refusal
            http.body = QJsonDocument(self->body(request, shape)).toJson(QJsonDocument::Compact);
        return http;
    };
    plan.shapeChanged = [self](const RequestShape &shape) {
        if (self)
            self->m_shape = shape;
    };
    plan.completed = [context = QPointer<ContextLookup>(m_context), askHeaders = keyHeaders(secret)] {
        if (context)
            context->refine(askHeaders);
    };
    return new HttpTurn(m_network, std::move(plan), parent);
}

HttpHeaders OpenAiProvider::keyHeaders(const QString &key) const
{
    return openAiKeyHeaders(key);
}

QJsonObject OpenAiProvider::body(const ModelRequest &request, const RequestShape &shape) const
{
    return requestbodies::openAi(request, modelName(), shape);
}

HttpHeaders AnthropicProvider::keyHeaders(const QString &key) const
{
    return anthropicKeyHeaders(key);
}

QJsonObject AnthropicProvider::body(const ModelRequest &request, const RequestShape &shape) const
{
    Q_UNUSED(shape)
    return requestbodies::anthropic(request, modelName());
}

} // namespace heed
