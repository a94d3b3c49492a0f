// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/modernwire.h"

#include "app/mcp/threaduri.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr QLatin1StringView modernVersion("2026-07-28");
constexpr QLatin1StringView versionKey("io.modelcontextprotocol/protocolVersion");
constexpr QLatin1StringView capabilitiesKey("io.modelcontextprotocol/clientCapabilities");
constexpr QLatin1StringView clientKey("io.modelcontextprotocol/clientInfo");
constexpr QLatin1StringView serverKey("io.modelcontextprotocol/serverInfo");
constexpr QLatin1StringView subscriptionKey("io.modelcontextprotocol/subscriptionId");
const QString formKey = u"answer"_s; // names the one input that a call asks for

constexpr qint64 formCountsMs = 60 * 60 * 1000; // a person may be called away from a form
constexpr qint64 toolsStayMs = 60 * 60 * 1000;  // the list of tools is that of this version

QJsonObject metaOf(const jsonrpc::Message &message)
{
    return message.params[u"_meta"_s].toObject();
}

//! How long a client may keep a result; none: it is no such result.
std::optional<qint64> cachedMs(const QString &method)
{
    if (method == "tools/list"_L1 || method == "resources/templates/list"_L1 ||
        method == "server/discover"_L1)
        return toolsStayMs;
    if (method == "resources/list"_L1 || method == "resources/read"_L1)
        return 0;
    return std::nullopt;
}

} // namespace

ModernWire::ModernWire(Threads &threads, SendLine send, QObject *parent)
    : Wire(threads, std::move(send), parent)
{
    connect(&threads, &Threads::changed, this, [this](const QString &name) {
        for (const auto &listening : std::as_const(m_listening)) {
            if (listening.threads.contains(name))
                tell(listening, u"notifications/resources/updated"_s, {{u"uri"_s, threaduri::of(name)}});
        }
    });
    connect(&threads, &Threads::listChanged, this, [this] {
        for (const auto &listening : std::as_const(m_listening)) {
            if (listening.list)
                tell(listening, u"notifications/resources/list_changed"_s, {});
        }
    });
}

bool ModernWire::isModern(const jsonrpc::Message &message)
{
    return metaOf(message).contains(versionKey) || message.method == "server/discover"_L1 ||
           message.method == "subscriptions/listen"_L1;
}

QJsonObject ModernWire::dressed(const QString &method, QJsonObject result) const
{
    if (!result.contains(u"resultType"_s))
        result[u"resultType"_s] = u"complete"_s;
    QJsonObject meta = result[u"_meta"_s].toObject();
    meta[serverKey] = serverInfo();
    result[u"_meta"_s] = meta;
    if (const auto cached = cachedMs(method)) {
        result[u"ttlMs"_s] = *cached;
        result[u"cacheScope"_s] = u"private"_s;
    }
    return result;
}

void ModernWire::take(const jsonrpc::Message &message)
{
    if (message.kind == jsonrpc::Message::Kind::Request)
        takeRequest(message);
    else if (message.kind == jsonrpc::Message::Kind::Notification &&
             message.method == "notifications/cancelled"_L1) {
        const QString key = jsonrpc::keyOf(message.params[u"requestId"_s]);
        if (m_listening.remove(key) == 0)
            cancel(message.params);
    }
}

void ModernWire::takeRequest(const jsonrpc::Message &message)
{
    const QJsonObject meta = metaOf(message);
    const QString version = meta[versionKey].toString();
    if (meta.contains(versionKey) && version != modernVersion) {
        refuse(message, jsonrpc::code::unsupportedVersion,
               u"The protocol version %1 is not spoken here."_s.arg(version),
               {{u"supported"_s, QJsonArray{modernVersion}}, {u"requested"_s, version}});
        return;
    }
    nameClient(meta[clientKey].toObject());
    if (message.method == "server/discover"_L1)
        discover(message);
    else if (message.method == "subscriptions/listen"_L1)
        listen(message);
    else if (!takeShared(message))
        refuse(message, jsonrpc::code::methodNotFound,
               u"There is no method \"%1\" here."_s.arg(message.method));
}

void ModernWire::discover(const jsonrpc::Message &message)
{
    answer(message,
           {{u"supportedVersions"_s, QJsonArray{modernVersion}},
            {u"capabilities"_s,
             QJsonObject{{u"tools"_s, QJsonObject()},
                         {u"resources"_s, QJsonObject{{u"subscribe"_s, true}, {u"listChanged"_s, true}}}}},
            {u"instructions"_s, serverInstructions()}});
}

void ModernWire::listen(const jsonrpc::Message &message)
{
    const QJsonObject filter = message.params[u"notifications"_s].toObject();
    Listening listening{.id = message.id, .list = filter[u"resourcesListChanged"_s].toBool()};
    QJsonArray uris;
    const auto wanted = filter[u"resourceSubscriptions"_s].toArray();
    for (const auto &uri : wanted) {
        const auto name = threaduri::nameIn(uri.toString());
        if (!name)
            continue;
        listening.threads.insert(*name);
        threads().watch(*name);
        uris.append(uri);
    }
    QJsonObject honoured;
    if (listening.list)
        honoured[u"resourcesListChanged"_s] = true;
    if (!uris.isEmpty())
        honoured[u"resourceSubscriptions"_s] = uris;
    m_listening.insert(jsonrpc::keyOf(message.id), listening);
    tell(listening, u"notifications/subscriptions/acknowledged"_s, {{u"notifications"_s, honoured}});
}

void ModernWire::tell(const Listening &listening, const QString &method, QJsonObject params)
{
    params[u"_meta"_s] = QJsonObject{{subscriptionKey, listening.id}};
    send(jsonrpc::notification(method, params));
}

//! Connects a call to its turn, whether it began the turn or repeats the call that did.
void ModernWire::follow(RespondCall *call, const jsonrpc::Message &message)
{
    if (form::isOffered(metaOf(message)[capabilitiesKey].toObject()))
        m_canShowForm.insert(call);
    Turn *turn = call->turn;
    connect(turn, &Turn::asked, call, [this, call](const Question &question) { asked(call, question); });
    connect(turn, &Turn::questionOver, call, [call] { call->progress.setText(u"the model is working"_s); });
    connect(turn, &Turn::finished, call,
            [this, call](const TurnReport &report) { finish(call, report.toolResult()); });
}

void ModernWire::asked(RespondCall *call, const Question &question)
{
    call->progress.setText(u"asked the person: "_s + question.text);
    if (m_canShowForm.contains(call) && threads().workshop().rules().showsForms)
        lend(call, question);
}

void ModernWire::forget(RespondCall *call)
{
    m_canShowForm.remove(call);
}

void ModernWire::lend(RespondCall *call, const Question &question)
{
    const qint64 now = wall();
    const qint64 ends = std::min(now + formCountsMs, question.deadlineMs.value_or(now + formCountsMs));
    const RequestState state = m_states.make(call->turn->thread(), question.id.value, ends);
    m_lent.removeIf([](const auto &lent) { return !lent->turn; });
    m_lent.insert(state.nonce,
                  {.question = question, .turn = call->turn, .shownMs = monotonic(), .endsMs = ends});
    call->turn->lend(call, ends);
    const QJsonObject form{
        {u"method"_s, u"elicitation/create"_s},
        {u"params"_s, form::of(question, call->turn->thread(), clientName(), form::Dialect::Titled)}};
    finish(call, {{u"resultType"_s, u"input_required"_s},
                  {u"inputRequests"_s, QJsonObject{{formKey, form}}},
                  {u"requestState"_s, m_states.sealed(state)}});
}

bool ModernWire::continues(const jsonrpc::Message &message, const TurnRequest &request)
{
    const QJsonValue sealed = message.params[u"requestState"_s];
    if (sealed.isUndefined())
        return false;
    const auto refuseState = [&](const QString &why) {
        refuse(message, jsonrpc::code::invalidParams, why);
        return true;
    };
    const auto state = m_states.opened(sealed.toString());
    if (!state)
        return refuseState(u"This requestState was not made here, or was altered."_s);
    if (state->thread != request.thread)
        return refuseState(u"This requestState belongs to another thread."_s);
    const auto lent = m_lent.find(state->nonce);
    if (state->endsMs <= wall() || lent == m_lent.end() || !lent->turn) {
        if (lent != m_lent.end())
            m_lent.erase(lent);
        return refuseState(
            u"This requestState has run out. The question waits in Heed if it was not answered; "
            "call respond without it to go on."_s);
    }
    resume(message, state->nonce);
    return true;
}

//! A form counts once. Brought again it is the same answer, whose call was lost, say; one that held no answer
//! has used nothing up.
void ModernWire::resume(const jsonrpc::Message &message, const QString &nonce)
{
    const Lent &lent = m_lent[nonce];
    Turn *turn = lent.turn;
    const QJsonValue given = message.params[u"inputResponses"_s].toObject()[formKey];
    const auto reply =
        form::read(lent.question, given.isObject() ? std::optional(given.toObject()) : std::nullopt,
                   monotonic() - lent.shownMs);
    if (lent.given && reply.answer != lent.given) {
        refuse(message, jsonrpc::code::invalidParams,
               u"This requestState has been used already, for another answer; that one counts."_s);
        return;
    }
    auto *call = addCall(message, turn);
    follow(call, message);
    if (turn->waiting() && turn->waiting()->id == lent.question.id) {
        call->progress.setText(u"asked the person: "_s + lent.question.text);
        turn->attach(call, call->terms);
        takeForm(call, nonce, reply);
        return;
    }
    // It was answered, here or elsewhere: however often the call is repeated, it gets the turn's result.
    if (!lent.given)
        qCInfo(lcMcp) << "a form came back after its question had ended; it was not used";
    if (turn->report()) {
        finish(call, turn->report()->toolResult());
        return;
    }
    turn->attach(call, call->terms);
    if (turn->waiting())
        asked(call, Question(*turn->waiting()));
}

void ModernWire::takeForm(RespondCall *call, const QString &nonce, const form::Reply &reply)
{
    Lent &lent = m_lent[nonce];
    if (!reply.answer) {
        qCInfo(lcMcp).noquote() << "question" << lent.question.id.value << "waits on elsewhere:" << reply.why;
        return;
    }
    lent.calls.append(call);
    if (std::exchange(lent.given, reply.answer))
        return; // it is on its way
    lent.turn->answer(*reply.answer, Patience::GivesUp,
                      [this, nonce, alive = QPointer(this)](const Result<Settlement> &settlement) {
                          if (alive && !settlement)
                              notTaken(nonce, settlement.error());
                      });
}

//! The question waits on, and with it the form: whoever brought it is told to bring it again.
void ModernWire::notTaken(const QString &nonce, const Error &error)
{
    const auto lent = m_lent.find(nonce);
    if (lent == m_lent.end() || !lent->turn)
        return;
    lent->given.reset();
    const auto calls = std::exchange(lent->calls, {});
    if (!lent->turn->waiting() || lent->turn->waiting()->id != lent->question.id) {
        qCInfo(lcMcp) << "the form's answer to question" << lent->question.id.value << "was not used";
        return; // the calls get the turn's result
    }
    qCWarning(lcMcp) << "the form's answer to question" << lent->question.id.value
                     << "was not taken:" << error.detail;
    for (const auto &call : calls) {
        if (!call)
            continue;
        lent->turn->lend(call, lent->endsMs);
        fail(call, jsonrpc::code::internalError,
             u"The person's answer was not taken: %1 The question still waits; send the same call again."_s
                 .arg(error.text));
    }
}

void ModernWire::close()
{
    const auto all = std::exchange(m_listening, {});
    for (const auto &listening : all) {
        const QJsonObject result{{u"_meta"_s, QJsonObject{{subscriptionKey, listening.id}}}};
        send(jsonrpc::result(listening.id, dressed({}, result)));
    }
}

} // namespace heed
