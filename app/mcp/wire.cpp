// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/wire.h"

#include "app/mcp/threaduri.h"
#include "models/question/display.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr qsizetype pageSize = 100; // resources at once
constexpr qsizetype clientNameLimit = 80;
} // namespace

QJsonObject serverInfo()
{
    return {
        {u"name"_s, u"heed"_s}, {u"title"_s, u"Heed"_s}, {u"version"_s, QString::fromLatin1(HEED_VERSION)}};
}

QString serverInstructions()
{
    return u"Heed runs language models in named threads that keep their history. A model there may ask the "
           u"person "
           "a question in the middle of its reply. Only the person answers: never answer such a question "
           "yourself. As long as one waits for the person, \"respond\" returns with state \"parked\": "
           "go on with other work and call \"respond\" on that thread later, with \"continue\" say. "
           "Once the person has answered, the thread's next turn begins with the answer."_s;
}

RespondCall::RespondCall(const jsonrpc::Message &message, Alarms &alarms, const SendLine &send,
                         QObject *parent)
    : QObject(parent)
    , id(message.id)
    , progress(message.params[u"_meta"_s].toObject(), alarms, send)
    , terms{.startedMs = alarms.clock().monotonicMs(), .hasProgress = progress.isWanted()}
{
}

Wire::Wire(Threads &threads, SendLine send, QObject *parent)
    : QObject(parent)
    , m_threads(threads)
    , m_send(std::move(send))
{
}

void Wire::answer(const jsonrpc::Message &message, const QJsonObject &result)
{
    m_send(jsonrpc::result(message.id, dressed(message.method, result)));
}

void Wire::refuse(const jsonrpc::Message &message, int code, const QString &text, const QJsonObject &data)
{
    m_send(jsonrpc::failure(message.id, code, text, data));
}

void Wire::nameClient(const QJsonObject &info)
{
    const QString title = info[u"title"_s].toString();
    const QString name =
        displayLine(title.isEmpty() ? info[u"name"_s].toString() : title).left(clientNameLimit);
    if (name.isEmpty() || name == m_client)
        return;
    m_client = name;
    m_threads.workshop().setClient(name);
}

bool Wire::takeShared(const jsonrpc::Message &message)
{
    if (message.method == "tools/list"_L1)
        answer(message, {{u"tools"_s, tools::list()}});
    else if (message.method == "tools/call"_L1)
        callTool(message);
    else if (message.method == "resources/list"_L1)
        listResources(message);
    else if (message.method == "resources/templates/list"_L1)
        listTemplates(message);
    else if (message.method == "resources/read"_L1)
        readResource(message);
    else
        return false;
    return true;
}

void Wire::callTool(const jsonrpc::Message &message)
{
    const QString name = message.params[u"name"_s].toString();
    const QJsonValue given = message.params[u"arguments"_s];
    const auto tool = tools::named(name);
    if (!tool) {
        refuse(message, jsonrpc::code::invalidParams,
               u"There is no tool \"%1\" here. There are: respond, threads, close_thread."_s.arg(name));
        return;
    }
    if (m_calls.contains(jsonrpc::keyOf(message.id))) {
        refuse(message, jsonrpc::code::invalidRequest, u"A call with this id has not been answered yet."_s);
        return;
    }
    if (!given.isUndefined() && !given.isObject()) {
        answer(message, tools::refusal(*tool, {}, u"\"arguments\" must be an object."_s));
        return;
    }
    const QJsonObject arguments = given.toObject();
    switch (*tool) {
    case tools::Tool::Respond:
        respond(message, arguments);
        break;
    case tools::Tool::Threads:
        listThreads(message, arguments);
        break;
    case tools::Tool::CloseThread:
        closeThread(message, arguments);
        break;
    }
}

void Wire::respond(const jsonrpc::Message &message, const QJsonObject &arguments)
{
    const bool hasModels = m_threads.workshop().rules().provider.kind != "guide"_L1;
    const auto request = tools::respondArguments(arguments, hasModels);
    if (const auto *why = std::get_if<QString>(&request)) {
        answer(message, tools::refusal(tools::Tool::Respond, arguments, *why));
        return;
    }
    const auto &turn = std::get<TurnRequest>(request);
    if (continues(message, turn))
        return;
    auto *call = addCall(message, nullptr);
    call->turn = m_threads.respond(turn, call, call->terms);
    follow(call, message);
}

RespondCall *Wire::addCall(const jsonrpc::Message &message, Turn *turn)
{
    auto *call = new RespondCall(message, m_threads.alarms(), m_send, this);
    call->turn = turn;
    m_calls.insert(jsonrpc::keyOf(message.id), call);
    return call;
}

void Wire::finish(RespondCall *call, const QJsonObject &result)
{
    end(call, jsonrpc::result(call->id, dressed(u"tools/call"_s, result)));
}

void Wire::fail(RespondCall *call, int code, const QString &text)
{
    end(call, jsonrpc::failure(call->id, code, text));
}

void Wire::end(RespondCall *call, const QJsonObject &response)
{
    m_calls.remove(jsonrpc::keyOf(call->id));
    over(call);
    m_send(response);
    delete call;
}

void Wire::cancel(const QJsonObject &params)
{
    RespondCall *call = m_calls.take(jsonrpc::keyOf(params[u"requestId"_s]));
    if (!call)
        return; // answered already, or none of ours: nothing is said to that
    cancelled(call);
    if (call->turn)
        call->turn->detach(call);
    delete call;
}

void Wire::listThreads(const jsonrpc::Message &message, const QJsonObject &arguments)
{
    if (const QString why = tools::noArguments(arguments); !why.isEmpty()) {
        answer(message, tools::refusal(tools::Tool::Threads, arguments, why));
        return;
    }
    m_threads.list([this, message, alive = QPointer<Wire>(this)](const Result<QJsonObject> &list) {
        if (alive)
            answer(message, list ? *list : tools::refusal(tools::Tool::Threads, {}, list.error().text));
    });
}

void Wire::closeThread(const jsonrpc::Message &message, const QJsonObject &arguments)
{
    const auto thread = tools::closeArguments(arguments);
    if (const auto *why = std::get_if<QString>(&thread)) {
        answer(message, tools::refusal(tools::Tool::CloseThread, arguments, *why));
        return;
    }
    const QString name = std::get<tools::ThreadName>(thread).name;
    m_threads.close(name, [this, message, name, arguments,
                           alive = QPointer<Wire>(this)](const Result<int> &withdrawn) {
        if (!alive)
            return;
        answer(message, withdrawn
                            ? tools::closed(name, *withdrawn)
                            : tools::refusal(tools::Tool::CloseThread, arguments, withdrawn.error().text));
    });
}

void Wire::listResources(const jsonrpc::Message &message)
{
    using Names = QList<std::pair<QString, QString>>;
    m_threads.names([this, message, alive = QPointer<Wire>(this)](const Result<Names> &names) {
        if (!alive)
            return;
        if (!names) {
            refuse(message, jsonrpc::code::internalError, names.error().text);
            return;
        }
        const qsizetype from = std::max<qsizetype>(0, message.params[u"cursor"_s].toString().toLongLong());
        QJsonArray resources;
        for (const auto &[name, title] : names->mid(from, pageSize)) {
            resources.append(
                QJsonObject{{u"uri"_s, threaduri::of(name)},
                            {u"name"_s, name},
                            {u"title"_s, title},
                            {u"description"_s, u"A thread: its messages, questions and facts."_s},
                            {u"mimeType"_s, u"application/json"_s}});
        }
        QJsonObject result{{u"resources"_s, resources}};
        if (from + pageSize < names->size())
            result[u"nextCursor"_s] = QString::number(from + pageSize);
        answer(message, result);
    });
}

void Wire::listTemplates(const jsonrpc::Message &message)
{
    answer(message, {{u"resourceTemplates"_s,
                      QJsonArray{QJsonObject{
                          {u"uriTemplate"_s, u"heed://threads/{thread}"_s},
                          {u"name"_s, u"thread"_s},
                          {u"title"_s, u"A Heed thread"_s},
                          {u"description"_s, u"Its messages, its questions with their state, and facts."_s},
                          {u"mimeType"_s, u"application/json"_s}}}}});
}

std::optional<QString> Wire::threadIn(const jsonrpc::Message &message)
{
    const QString uri = message.params[u"uri"_s].toString();
    const auto name = threaduri::nameIn(uri);
    if (!name)
        refuse(message, unknownResource(),
               u"There is no resource \"%1\". Threads are at heed://threads/NAME."_s.arg(uri),
               {{u"uri"_s, uri}});
    return name;
}

void Wire::readResource(const jsonrpc::Message &message)
{
    const auto name = threadIn(message);
    if (!name)
        return;
    m_threads.read(*name, [this, message, alive = QPointer<Wire>(this)](const Result<QJsonObject> &read) {
        if (!alive)
            return;
        const QString uri = message.params[u"uri"_s].toString();
        if (!read) {
            const bool missing = read.error().code == Error::Code::NotFound;
            refuse(message, missing ? unknownResource() : jsonrpc::code::internalError, read.error().text,
                   {{u"uri"_s, uri}});
            return;
        }
        const QString text = QString::fromUtf8(QJsonDocument(*read).toJson(QJsonDocument::Indented));
        answer(message, {{u"contents"_s,
                          QJsonArray{QJsonObject{
                              {u"uri"_s, uri}, {u"mimeType"_s, u"application/json"_s}, {u"text"_s, text}}}}});
    });
}

} // namespace heed
