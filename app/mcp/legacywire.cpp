// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/legacywire.h"

#include "app/mcp/threaduri.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

const QStringList &versions() // newest first
{
    static const QStringList all{u"2025-11-25"_s, u"2025-06-18"_s, u"2025-03-26"_s};
    return all;
}

} // namespace

LegacyWire::LegacyWire(Threads &threads, SendLine send, QObject *parent)
    : Wire(threads, std::move(send), parent)
    , m_version(versions().constFirst())
{
    connect(&threads, &Threads::changed, this, [this](const QString &name) {
        if (m_subscribed.contains(name))
            this->send(jsonrpc::notification(u"notifications/resources/updated"_s,
                                             {{u"uri"_s, threaduri::of(name)}}));
    });
    connect(&threads, &Threads::listChanged, this, [this] {
        if (m_ready)
            this->send(jsonrpc::notification(u"notifications/resources/list_changed"_s, {}));
    });
}

QJsonObject LegacyWire::dressed(const QString &, QJsonObject result) const
{
    return result;
}

void LegacyWire::take(const jsonrpc::Message &message)
{
    switch (message.kind) {
    case jsonrpc::Message::Kind::Request:
        takeRequest(message);
        break;
    case jsonrpc::Message::Kind::Notification:
        takeNotification(message);
        break;
    case jsonrpc::Message::Kind::Response:
        formReplied(message);
        break;
    }
}

void LegacyWire::takeRequest(const jsonrpc::Message &message)
{
    if (message.method == "initialize"_L1)
        initialize(message);
    else if (message.method == "ping"_L1)
        answer(message, {});
    else if (message.method == "resources/subscribe"_L1)
        subscribe(message, true);
    else if (message.method == "resources/unsubscribe"_L1)
        subscribe(message, false);
    else if (!takeShared(message))
        refuse(message, jsonrpc::code::methodNotFound,
               u"There is no method \"%1\" here."_s.arg(message.method));
}

void LegacyWire::initialize(const jsonrpc::Message &message)
{
    const QString wanted = message.params[u"protocolVersion"_s].toString();
    m_version = versions().contains(wanted) ? wanted : versions().constFirst();
    m_capabilities = message.params[u"capabilities"_s].toObject();
    nameClient(message.params[u"clientInfo"_s].toObject());
    answer(message,
           {{u"protocolVersion"_s, m_version},
            {u"capabilities"_s,
             QJsonObject{{u"tools"_s, QJsonObject()},
                         {u"resources"_s, QJsonObject{{u"subscribe"_s, true}, {u"listChanged"_s, true}}}}},
            {u"serverInfo"_s, serverInfo()},
            {u"instructions"_s, serverInstructions()}});
}

void LegacyWire::takeNotification(const jsonrpc::Message &message)
{
    if (message.method == "notifications/initialized"_L1)
        m_ready = true;
    else if (message.method == "notifications/cancelled"_L1)
        cancel(message.params);
}

void LegacyWire::subscribe(const jsonrpc::Message &message, bool on)
{
    const auto name = threadIn(message);
    if (!name)
        return;
    if (on) {
        m_subscribed.insert(*name);
        threads().watch(*name);
    } else {
        m_subscribed.remove(*name);
    }
    answer(message, {});
}

void LegacyWire::follow(RespondCall *call, const jsonrpc::Message &)
{
    Turn *turn = call->turn;
    connect(turn, &Turn::asked, call, [this, call](const Question &question) { asked(call, question); });
    connect(turn, &Turn::questionOver, call, [this, call] {
        call->progress.setText(u"the model is working"_s);
        withdrawForm(call);
    });
    connect(turn, &Turn::finished, call,
            [this, call](const TurnReport &report) { finish(call, report.toolResult()); });
}

bool LegacyWire::canShowForm() const
{
    // 2025-03-26 has no forms.
    return m_version != versions().constLast() && form::isOffered(m_capabilities) &&
           threads().workshop().rules().showsForms;
}

void LegacyWire::asked(RespondCall *call, const Question &question)
{
    call->progress.setText(u"asked the person: "_s + question.text);
    if (canShowForm())
        showForm(call, question);
}

void LegacyWire::showForm(RespondCall *call, const Question &question)
{
    const Form shown{.id = u"heed-form-%1"_s.arg(++m_lastForm),
                     .question = question,
                     .turn = call->turn,
                     .shownMs = monotonic()};
    m_forms.insert(call, shown);
    const auto dialect = m_version == versions().constFirst() ? form::Dialect::Titled : form::Dialect::Named;
    send(jsonrpc::request(shown.id, u"elicitation/create"_s,
                          form::of(question, call->turn->thread(), clientName(), dialect)));
}

void LegacyWire::withdrawForm(RespondCall *call)
{
    const auto shown = m_forms.constFind(call);
    if (shown == m_forms.constEnd())
        return;
    const QString id = shown->id;
    m_forms.erase(shown);
    m_pastForms.insert(id);
    send(jsonrpc::notification(
        u"notifications/cancelled"_s,
        {{u"requestId"_s, id}, {u"reason"_s, u"The question waits here no longer."_s}}));
}

void LegacyWire::formReplied(const jsonrpc::Message &message)
{
    const QString id = message.id.toString();
    const auto shown =
        std::find_if(m_forms.begin(), m_forms.end(), [&id](const Form &one) { return one.id == id; });
    if (shown == m_forms.end()) {
        if (m_pastForms.remove(id))
            qCInfo(lcMcp) << "a form came back after its question had ended; it was not used";
        return;
    }
    const Form form = *shown;
    m_forms.erase(shown);
    const auto reply = form::read(form.question, message.error ? std::nullopt : std::optional(message.result),
                                  monotonic() - form.shownMs);
    if (!reply.answer) {
        qCInfo(lcMcp).noquote() << "question" << form.question.id.value << "waits on elsewhere:" << reply.why;
        return;
    }
    if (!form.turn)
        return;
    // Nothing can be said to a form that has come back: it is kept until it is stored.
    form.turn->answer(*reply.answer, Patience::KeepsTrying,
                      [id = form.question.id](const Result<Settlement> &settlement) {
                          if (!settlement)
                              qCInfo(lcMcp) << "the form's answer to question" << id.value << "was not used";
                      });
}

void LegacyWire::close()
{
    const auto calls = m_forms.keys();
    for (auto *call : calls)
        withdrawForm(call);
}

} // namespace heed
