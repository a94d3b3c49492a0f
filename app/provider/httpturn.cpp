// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/httpturn.h"

#include "models/base/logging.h"

#include <QRandomGenerator>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

bool isTransient(ProviderError::Kind kind, int status)
{
    using Kind = ProviderError::Kind;
    return kind == Kind::RateLimit || kind == Kind::Overloaded || status == 408 || status >= 500;
}

} // namespace

HttpTurn::HttpTurn(std::shared_ptr<NetworkContext> network, TurnPlan plan, QObject *parent)
    : ModelTurn(parent)
    , m_network(std::move(network))
    , m_plan(std::move(plan))
{
    QMetaObject::invokeMethod(
        this, [this] { send(); }, Qt::QueuedConnection);
}

HttpTurn::HttpTurn(const ProviderError &error, QObject *parent)
    : ModelTurn(parent)
{
    TurnResult result;
    result.finish = Finish::Error;
    result.error = error;
    QMetaObject::invokeMethod(
        this, [this, result] { finish(result); }, Qt::QueuedConnection);
}

void HttpTurn::send()
{
    if (m_over)
        return;
    const ProviderSettings &settings = m_network->settings;
    m_parser = std::make_unique<TurnParser>(m_plan.api, m_plan.request, m_plan.context, settings.lineLimit,
                                            settings.replyLimit);
    m_graceRuns = false;
    m_exchange = new HttpExchange(m_network, m_plan.make(m_plan.shape), HttpExchange::Body::Stream, this);
    connect(m_exchange, &HttpExchange::received, this, &HttpTurn::received);
    connect(m_exchange, &HttpExchange::ended, this, &HttpTurn::ended);
    connect(m_exchange, &HttpExchange::waiting, this, [this] {
        Q_EMIT notice(u"loading"_s,
                      m_plan.context.local
                          ? tr("The model is loading or reading the conversation; this can take a while.")
                          : tr("The provider has taken the request and has not begun to answer yet."));
    });
    m_exchange->start();
}

void HttpTurn::received(const QByteArray &bytes)
{
    if (m_over)
        return;
    m_parser->feed(bytes);
    showDeltas();
    if (m_over)
        return;
    if (m_parser->isComplete()) {
        complete();
    } else if (m_parser->hasFinish() && !m_graceRuns) {
        m_graceRuns = true;
        m_alarm = m_network->alarms.after(m_network->settings.finishGrace, this, [this] { complete(); });
    }
}

void HttpTurn::showDeltas()
{
    m_deltas += m_parser->takeDeltas();
    while (!m_over && !m_deltas.isEmpty())
        show(m_deltas.takeFirst()); // a receiver may cancel
}

void HttpTurn::show(const TurnDelta &delta)
{
    m_shown = true;
    switch (delta.kind) {
    case TurnDelta::Kind::Text:
        Q_EMIT text(delta.text);
        break;
    case TurnDelta::Kind::Thinking:
        Q_EMIT thinking(delta.text);
        break;
    case TurnDelta::Kind::WasThinking:
        Q_EMIT textWasThinking();
        break;
    }
}

void HttpTurn::dropExchange()
{
    if (!m_exchange)
        return;
    m_exchange->disconnect(this);
    m_exchange->deleteLater();
    m_exchange = nullptr;
}

//! The stream has said all that matters, or has ended.
void HttpTurn::complete()
{
    if (m_over)
        return;
    if (m_exchange)
        m_exchange->release();
    m_network->alarms.cancel(std::exchange(m_alarm, 0));
    const TurnResult result = m_parser->finish();
    showDeltas(); // what was held back
    if (result.error && !m_shown && retry(*result.error, isTransient(result.error->kind, 200)))
        return;
    finish(result);
}

void HttpTurn::ended(const ProviderAnswer &answer)
{
    if (m_over)
        return;
    if (answer.isOk() && !(answer.cut && answer.retriable)) {
        complete(); // cut or not: the parser knows whether the reply was complete
        return;
    }
    if (m_parser->hasFinish()) { // silence or a reset after the finish changes nothing
        complete();
        return;
    }
    ProviderError error;
    if (answer.error) {
        error = *answer.error;
    } else if (answer.cut) {
        error = providererrors::make(
            ProviderError::Kind::Network,
            tr("%1 closed the connection before it answered. Try again.").arg(m_plan.context.host),
            u"closed after the headers"_s);
    } else {
        if (reshape(answer))
            return;
        error = providererrors::fromHttp(answer.status, answer.reason, answer.body, m_plan.context);
        const auto wait = providererrors::retryAfterMs(answer.retryAfterMs, answer.retryAfter,
                                                       m_network->alarms.clock().wallMs());
        if (wait)
            error.retryAfterMs = wait;
        if (error.retryAfterMs.value_or(0) > m_network->settings.retryAfterCap.count()) {
            const qint64 minutes = (*error.retryAfterMs + 59'999) / 60'000;
            error.text += u' ' + tr("The provider asks to wait %n minute(s).", nullptr,
                                    int(std::min<qint64>(minutes, 100'000)));
        }
    }
    failed(error, answer.retriable || (!answer.error && isTransient(error.kind, answer.status)));
}

//! Leaves out what the server said it cannot take, and asks again at once. Each part once.
bool HttpTurn::reshape(const ProviderAnswer &answer)
{
    RequestShape shape = m_plan.shape;
    const QByteArray words = answer.body.toLower();
    if (shape.tools && !m_plan.request.tools.isEmpty() && providererrors::saysNoTools(answer.body)) {
        shape.tools = false;
        Q_EMIT notice(u"no_tools"_s,
                      tr("The model “%1” cannot use tools, so it answers without them: it cannot search, "
                         "remind or ask questions in the middle of a reply.")
                          .arg(m_plan.context.model));
    } else if (answer.status == 400 && shape.usageOption && words.contains("stream_options")) {
        shape.usageOption = false;
    } else if (answer.status == 400 && !shape.newTokenLimit && words.contains("max_completion_tokens")) {
        shape.newTokenLimit = true;
    } else {
        return false;
    }
    m_plan.shape = shape;
    m_plan.shapeChanged(shape);
    restart();
    return true;
}

void HttpTurn::failed(const ProviderError &error, bool mayRetry)
{
    if (!m_shown && retry(error, mayRetry))
        return;
    dropExchange();
    const TurnResult result = m_parser->finish(error);
    showDeltas();
    finish(result);
}

bool HttpTurn::retry(const ProviderError &error, bool mayRetry)
{
    const ProviderSettings &settings = m_network->settings;
    if (error.kind == ProviderError::Kind::ToolUseFailed) {
        if (std::exchange(m_toolUseRetried, true))
            return false;
        retryAfter(Milliseconds(0), error);
        return true;
    }
    if (!mayRetry || m_try >= settings.tries)
        return false;
    Milliseconds wait = settings.backoffBase * (1LL << std::min(m_try - 1, 20));
    wait = std::min(wait, settings.backoffCap);
    wait += Milliseconds(QRandomGenerator::global()->bounded(
        qint64(1), qint64(wait.count() / 4 + 2))); // so that many do not come back at once
    if (error.retryAfterMs) {
        if (*error.retryAfterMs > settings.retryAfterCap.count())
            return false;
        wait = Milliseconds(*error.retryAfterMs);
    }
    ++m_try;
    retryAfter(wait, error);
    return true;
}

void HttpTurn::retryAfter(Milliseconds wait, const ProviderError &error)
{
    dropExchange();
    qCInfo(lcProvider) << "retry" << m_try << "in" << wait.count() << "ms after"
                       << providerErrorName(error.kind);
    const qint64 seconds = (wait.count() + 999) / 1000;
    QString text = tr("The model's tool call could not be read; asking again.");
    if (error.kind == ProviderError::Kind::RateLimit)
        text = tr("The provider takes no more requests for the moment; trying again in %n second(s).",
                  nullptr, int(seconds));
    else if (error.kind != ProviderError::Kind::ToolUseFailed)
        text = tr("The provider did not answer; trying again in %n second(s).", nullptr, int(seconds));
    m_alarm = m_network->alarms.after(wait, this, [this] { restart(); });
    Q_EMIT notice(u"retrying"_s, text);
}

void HttpTurn::restart()
{
    dropExchange();
    QMetaObject::invokeMethod(
        this, [this] { send(); }, Qt::QueuedConnection);
}

void HttpTurn::cancel()
{
    if (m_over)
        return;
    m_over = true;
    if (m_network)
        m_network->alarms.cancel(std::exchange(m_alarm, 0));
    if (m_exchange)
        m_exchange->abort();
    dropExchange();
    TurnResult result;
    if (m_parser) {
        result = m_parser->finish(providererrors::cancelled());
        m_deltas += m_parser->takeDeltas();
        result.calls.clear();
    }
    result.finish = Finish::Error;
    result.error = providererrors::cancelled();
    QMetaObject::invokeMethod(
        this,
        [this, result] {
            for (const TurnDelta &delta : std::exchange(m_deltas, {}))
                show(delta);
            Q_EMIT finished(result);
        },
        Qt::QueuedConnection);
}

void HttpTurn::finish(const TurnResult &result)
{
    if (m_over)
        return;
    m_over = true;
    if (m_network)
        m_network->alarms.cancel(std::exchange(m_alarm, 0));
    dropExchange();
    TurnResult masked = result;
    if (masked.error) {
        providererrors::maskKeys(*masked.error, m_plan.key);
        qCInfo(lcProvider) << "turn failed:" << providerErrorName(masked.error->kind) << masked.error->detail;
    }
    for (const QString &note : std::as_const(masked.notes))
        qCInfo(lcProvider) << "note:" << note;
    if (m_plan.completed)
        m_plan.completed();
    Q_EMIT finished(masked);
}

} // namespace heed
