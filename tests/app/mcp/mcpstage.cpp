// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/mcp/mcpstage.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {
} // namespace

McpStage::McpStage(Era era)
    : m_era(era)
{
    restartServer();
}

McpStage::~McpStage()
{
    server.reset();
}

void McpStage::restartServer()
{
    server.reset();
    server =
        std::make_unique<McpServer>(workshop, [this](const QJsonObject &message) { sent.append(message); });
}

void McpStage::restartProgram()
{
    server.reset();
    stage.close();
    stage.open();
    restartServer();
}

QJsonObject McpStage::dressed(QJsonObject params) const
{
    if (m_era == Era::Legacy)
        return params;
    QJsonObject meta = params[u"_meta"_s].toObject();
    meta[u"io.modelcontextprotocol/protocolVersion"_s] = u"2026-07-28"_s;
    meta[u"io.modelcontextprotocol/clientCapabilities"_s] = capabilities;
    meta[u"io.modelcontextprotocol/clientInfo"_s] =
        QJsonObject{{u"name"_s, u"tester"_s}, {u"version"_s, u"1"_s}};
    params[u"_meta"_s] = meta;
    return params;
}

void McpStage::send(const QJsonObject &message) const
{
    server->takeLine(QJsonDocument(message).toJson(QJsonDocument::Compact));
}

int McpStage::request(const QString &method, const QJsonObject &params)
{
    const int id = ++m_lastId;
    send({{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, dressed(params)}});
    return id;
}

int McpStage::call(const QString &tool, const QJsonObject &arguments, const QJsonObject &more)
{
    QJsonObject params{{u"name"_s, tool}, {u"arguments"_s, arguments}};
    for (auto it = more.begin(); it != more.end(); ++it)
        params[it.key()] = *it;
    return request(u"tools/call"_s, params);
}

int McpStage::respond(const QString &thread, const QString &prompt, const QJsonObject &more)
{
    return call(u"respond"_s, {{u"thread"_s, thread}, {u"prompt"_s, prompt}}, more);
}

void McpStage::notify(const QString &method, const QJsonObject &params) const
{
    send({{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}, {u"params"_s, params}});
}

void McpStage::reply(const QJsonValue &id, const QJsonObject &result) const
{
    send({{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"result"_s, result}});
}

void McpStage::replyError(const QJsonValue &id) const
{
    send({{u"jsonrpc"_s, u"2.0"_s},
          {u"id"_s, id},
          {u"error"_s, QJsonObject{{u"code"_s, -32603}, {u"message"_s, u"no dialog"_s}}}});
}

bool McpStage::hasResponse(int id) const
{
    return std::ranges::any_of(sent, [id](const QJsonObject &message) {
        return !message.contains(u"method"_s) && message[u"id"_s] == QJsonValue(id);
    });
}

QJsonObject McpStage::response(int id)
{
    if (!QTest::qWaitFor([&] { return hasResponse(id); }, patienceMs))
        return {};
    const auto found = std::ranges::find_if(sent, [id](const QJsonObject &message) {
        return !message.contains(u"method"_s) && message[u"id"_s] == QJsonValue(id);
    });
    return *found;
}

QJsonObject McpStage::structured(int id)
{
    return result(id)[u"structuredContent"_s].toObject();
}

QString McpStage::content(int id)
{
    return result(id)[u"content"_s].toArray().first().toObject()[u"text"_s].toString();
}

QList<QJsonObject> McpStage::all(const QString &method) const
{
    QList<QJsonObject> found;
    std::ranges::copy_if(sent, std::back_inserter(found), [&method](const QJsonObject &message) {
        return message[u"method"_s].toString() == method;
    });
    return found;
}

QJsonObject McpStage::waitFor(const QString &method, int count)
{
    std::ignore = QTest::qWaitFor([&] { return all(method).size() >= count; }, patienceMs);
    return all(method).value(count - 1);
}

Question McpStage::question(int count)
{
    if (!QTest::qWaitFor([&] { return workshop.told.size() >= count; }, patienceMs))
        return {};
    return workshop.told.at(count - 1);
}

Result<Settlement> McpStage::answer(const Question &question, const Answer &answer)
{
    stage.replies->confirmShown(question.id, Face::Window);
    return stage.answer(question.id, answer);
}

QStringList McpStage::lastPrompt() const
{
    const auto items = stage.script->requests().last().items;
    QStringList said;
    for (qsizetype i = items.size() - 1; i >= 0; --i) {
        if (items.at(i).role == PromptItem::Role::Person)
            said.prepend(items.at(i).text);
        else if (!said.isEmpty())
            break;
    }
    return said;
}

QString McpStage::lastItem() const
{
    return stage.script->requests().last().items.last().text;
}

} // namespace heed::test
