// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/providerprobe.h"

#include "app/provider/httpturn.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QJsonArray listOf(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    if (document.isArray())
        return document.array();
    const QJsonObject object = document.object();
    return object[u"data"_s].isArray() ? object[u"data"_s].toArray() : object[u"models"_s].toArray();
}

bool isModelList(const QByteArray &body)
{
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    return object[u"data"_s].isArray() || object[u"models"_s].isArray() ||
           (object[u"object"_s].toString() == u"list"_s &&
            object.contains(u"data"_s)); // Ollama without models: null
}

//! Gathers the answers of several ports and reports once.
struct Search {
    QList<std::optional<FoundServer>> found{};
    qsizetype open = 0;
};

} // namespace

QStringList modelNames(const QByteArray &body)
{
    QStringList names;
    for (const QJsonValue &one : listOf(body)) {
        QString name = one.isString() ? one.toString() : one[u"id"_s].toString();
        for (const QString &key : {u"name"_s, u"model"_s}) {
            if (name.isEmpty())
                name = one[key].toString();
        }
        if (!name.isEmpty() && !names.contains(name))
            names.append(name);
    }
    return names;
}

QString serverName(const QByteArray &serverHeader, const QByteArray &modelsBody)
{
    if (serverHeader.toLower().contains("llama.cpp"))
        return u"llama.cpp"_s;
    for (const QJsonValue &one : listOf(modelsBody)) {
        const QString owner = one[u"owned_by"_s].toString();
        if (owner == u"library"_s)
            return u"Ollama"_s;
        if (owner == u"llamacpp"_s)
            return u"llama.cpp"_s;
        if (owner == u"vllm"_s)
            return u"vLLM"_s;
        if (owner == u"organization_owner"_s || owner == u"organization-owner"_s)
            return u"LM Studio"_s;
    }
    return {};
}

ProviderProbe::ProviderProbe(ProviderSettings settings, KeyFor keyFor, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_network(std::make_shared<NetworkContext>(clock, std::move(settings)))
    , m_keyFor(std::move(keyFor))
    , m_clock(clock)
{
}

QList<ProviderProbe::Port> ProviderProbe::usualPorts()
{
    return {{11434, u"Ollama"_s}, {8080, u"llama.cpp"_s}, {1234, u"LM Studio"_s}, {8000, u"vLLM"_s}};
}

void ProviderProbe::ask(const ProviderRequest &request,
                        const std::function<void(const ProviderAnswer &)> &then)
{
    auto *exchange = new HttpExchange(m_network, request, HttpExchange::Body::Collect, this);
    exchange->setWholeTimeout(m_network->settings.probeTimeout);
    connect(exchange, &HttpExchange::ended, this, [exchange, then](const ProviderAnswer &answer) {
        exchange->deleteLater();
        then(answer);
    });
    QMetaObject::invokeMethod(
        exchange, [exchange] { exchange->start(); }, Qt::QueuedConnection);
}

void ProviderProbe::findLocal(QObject *context, const std::function<void(const QList<FoundServer> &)> &then,
                              const QList<Port> &ports)
{
    const auto search = std::make_shared<Search>();
    search->found.resize(ports.size());
    search->open = ports.size();
    const QPointer<QObject> guard(context);
    const auto report = [search, guard, then] {
        QList<FoundServer> found;
        for (const auto &one : std::as_const(search->found)) {
            if (one)
                found.append(*one);
        }
        if (guard)
            then(found);
    };
    if (ports.isEmpty())
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    for (qsizetype i = 0; i < ports.size(); ++i) {
        const QString base = u"http://127.0.0.1:%1/v1"_s.arg(ports[i].port);
        // No key and none of the person's headers: nobody knows yet who listens there.
        ask({"GET", QUrl(QString(base + u"/models"_s)), {}, {}}, [search, report, base, i,
                                                                  usual = ports[i].usualName](
                                                                     const ProviderAnswer &answer) {
            if (answer.isOk() && !answer.cut && isModelList(answer.body)) {
                const QString name = serverName(answer.server, answer.body);
                search->found[i] = FoundServer{name.isEmpty() ? usual : name, base, modelNames(answer.body)};
            }
            if (--search->open == 0)
                report();
        });
    }
}

HttpHeaders ProviderProbe::headersFor(const ProviderChoice &choice, const QString &key) const
{
    HttpHeaders headers = choice.kind == u"anthropic"_s ? anthropicKeyHeaders(key) : openAiKeyHeaders(key);
    headers += m_network->settings.headers;
    return headers;
}

void ProviderProbe::models(const ProviderChoice &choice, QObject *context,
                           const std::function<void(const ProbeResult &)> &then)
{
    const QPointer<QObject> guard(context);
    const QString key = m_keyFor ? m_keyFor(choice).trimmed() : QString();
    const auto endpoint = Endpoint::of(choice);
    const QString problem = !endpoint ? endpoint.error().text : keyProblem(key);
    if (!problem.isEmpty()) {
        QMetaObject::invokeMethod(
            this,
            [guard, then, problem] {
                if (guard)
                    then({false, problem, {}});
            },
            Qt::QueuedConnection);
        return;
    }
    const ErrorContext about{endpoint->host(), choice.model, endpoint->isLocal()};
    ask({"GET", endpoint->models(), headersFor(choice, key), {}},
        [guard, then, about, key](const ProviderAnswer &answer) {
            if (!guard)
                return;
            ProbeResult result;
            if (answer.isOk() && !answer.cut && isModelList(answer.body)) {
                result.ok = true;
                result.models = modelNames(answer.body);
                result.text = result.models.isEmpty()
                                  ? tr("%1 answers, but has no models yet.").arg(about.host)
                                  : tr("%1 answers and has %n model(s).", nullptr, int(result.models.size()))
                                        .arg(about.host);
            } else {
                ProviderError error =
                    answer.error ? *answer.error
                                 : providererrors::fromHttp(answer.status, answer.reason, answer.body, about);
                if (!answer.error && answer.status < 400)
                    error.text =
                        tr("%1 answers, but does not list models. Check the base URL; it mostly ends in /v1.")
                            .arg(about.host);
                providererrors::maskKeys(error, key);
                result.text = error.text;
            }
            then(result);
        });
}

void ProviderProbe::test(const ProviderChoice &choice, QObject *context,
                         const std::function<void(const ProbeResult &)> &then)
{
    const QPointer<QObject> guard(context);
    const auto endpoint = Endpoint::of(choice);
    models(choice, this, [this, choice, guard, then, endpoint](const ProbeResult &listed) {
        if (!guard)
            return;
        // A server may list nothing and still answer; without a model there is nothing to ask.
        if (!endpoint || choice.model.trimmed().isEmpty()) {
            ProbeResult result = listed;
            if (listed.ok)
                result.text = tr("%1 Choose a model to try it.").arg(listed.text);
            then(result);
            return;
        }
        testTurn(choice, *endpoint, listed.models, guard, then);
    });
}

void ProviderProbe::testTurn(const ProviderChoice &choice, const Endpoint &endpoint,
                             const QStringList &models, QObject *context,
                             const std::function<void(const ProbeResult &)> &then)
{
    ProviderSettings settings = m_network->settings;
    settings.tries = 1; // the person is looking: say at once what is wrong
    Provider *provider = nullptr;
    if (choice.kind == u"anthropic"_s)
        provider = new AnthropicProvider(choice, endpoint, settings, m_keyFor, m_clock, this);
    else
        provider = new OpenAiProvider(choice, endpoint, settings, m_keyFor, m_clock, this);
    ModelRequest request;
    request.maxOutputTokens = 16;
    PromptItem item;
    item.text = u"Reply with the word OK."_s;
    request.items = {item};
    ModelTurn *turn = provider->request(request, provider);
    const QPointer<QObject> guard(context);
    connect(
        turn, &ModelTurn::finished, this, [provider, guard, then, choice, models](const TurnResult &result) {
            provider->deleteLater();
            if (!guard)
                return;
            ProbeResult report;
            report.models = models;
            // Cut off by the small limit, or only thinking, is an answer all the same.
            const bool empty = result.error && result.error->kind == ProviderError::Kind::Empty;
            report.ok = !result.error || empty;
            report.text = report.ok ? tr("The model “%1” answers.").arg(choice.model) : result.error->text;
            then(report);
        });
}

} // namespace heed
