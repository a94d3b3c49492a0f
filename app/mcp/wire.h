// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/jsonrpc.h"
#include "app/mcp/progress.h"
#include "app/mcp/threads.h"
#include "app/mcp/tools.h"

#include <QHash>
#include <QPointer>

namespace heed {

using SendLine = std::function<void(const QJsonObject &)>;

//! One call of `respond` that has not been answered.
class RespondCall final : public QObject
{
    Q_OBJECT
public:
    RespondCall(const jsonrpc::Message &message, Alarms &alarms, const SendLine &send, QObject *parent);

    QJsonValue id{};
    QPointer<Turn> turn{};
    Progress progress;
    CallTerms terms{};
};

//! What both eras of the protocol share: tools, resources, calls that run and can be cancelled. The eras
//! differ in their handshake, in how a question reaches the client's form, and in what stands around a
//! result. Thin: what happens to a turn and its question is Turn's. Lives in the main thread.
class Wire : public QObject
{
    Q_OBJECT
public:
    //! \param threads outlives this.
    Wire(Threads &threads, SendLine send, QObject *parent = nullptr);

    //! A request, notification or response of this era.
    virtual void take(const jsonrpc::Message &message) = 0;
    //! The server ends: forms are withdrawn, subscriptions ended.
    virtual void close() = 0;

protected:
    //! A result of this era. \a method it answers.
    virtual QJsonObject dressed(const QString &method, QJsonObject result) const = 0;
    //! Follows a turn: connects the call to what happens in it, in this era's way.
    virtual void follow(RespondCall *call, const jsonrpc::Message &message) = 0;
    //! Takes up a call that continues an earlier one; false: it begins anew.
    virtual bool continues(const jsonrpc::Message &, const TurnRequest &) { return false; }
    [[nodiscard]] virtual int unknownResource() const = 0;
    //! The client cancelled a call: a form for it goes.
    virtual void cancelled(RespondCall *) {}
    //! A call is answered.
    virtual void over(RespondCall *) {}

    //! tools/list, tools/call and the resources; false: another method.
    [[nodiscard]] bool takeShared(const jsonrpc::Message &message);
    void cancel(const QJsonObject &params);
    RespondCall *addCall(const jsonrpc::Message &message, Turn *turn);
    void finish(RespondCall *call, const QJsonObject &result);
    //! Ends a call with an error instead of a result.
    void fail(RespondCall *call, int code, const QString &text);
    void answer(const jsonrpc::Message &message, const QJsonObject &result);
    void refuse(const jsonrpc::Message &message, int code, const QString &text, const QJsonObject &data = {});
    void send(const QJsonObject &line) const { m_send(line); }
    [[nodiscard]] Threads &threads() const { return m_threads; }
    [[nodiscard]] qint64 monotonic() const { return m_threads.workshop().clock().monotonicMs(); }
    [[nodiscard]] qint64 wall() const { return m_threads.workshop().clock().wallMs(); }
    void nameClient(const QJsonObject &info);
    [[nodiscard]] const QString &clientName() const { return m_client; }
    //! The thread that an address names; refuses the request when there is none.
    [[nodiscard]] std::optional<QString> threadIn(const jsonrpc::Message &message);

private:
    void end(RespondCall *call, const QJsonObject &response);
    void callTool(const jsonrpc::Message &message);
    void respond(const jsonrpc::Message &message, const QJsonObject &arguments);
    void listThreads(const jsonrpc::Message &message, const QJsonObject &arguments);
    void closeThread(const jsonrpc::Message &message, const QJsonObject &arguments);
    void listResources(const jsonrpc::Message &message);
    void listTemplates(const jsonrpc::Message &message);
    void readResource(const jsonrpc::Message &message);

    Threads &m_threads;
    SendLine m_send;
    QHash<QString, RespondCall *> m_calls{}; //!< by request
    QString m_client{};
};

//! What a client is told this server is, and how its tools are meant.
[[nodiscard]] QJsonObject serverInfo();
[[nodiscard]] QString serverInstructions();

} // namespace heed
