// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/form.h"
#include "app/mcp/requeststate.h"
#include "app/mcp/wire.h"

namespace heed {

//! The protocol from 2026-07-28 on: no handshake, each request says who asks and what it can, and the server
//! sends no requests: a call that needs the client's form ends with `input_required`, and is repeated with
//! what the person wrote.
class ModernWire final : public Wire
{
    Q_OBJECT
public:
    ModernWire(Threads &threads, SendLine send, QObject *parent = nullptr);

    //! Whether a message is of this era: requests say so in their _meta.
    [[nodiscard]] static bool isModern(const jsonrpc::Message &message);

    void take(const jsonrpc::Message &message) override;
    void close() override;

protected:
    QJsonObject dressed(const QString &method, QJsonObject result) const override;
    void follow(RespondCall *call, const jsonrpc::Message &message) override;
    bool continues(const jsonrpc::Message &message, const TurnRequest &request) override;
    [[nodiscard]] int unknownResource() const override { return jsonrpc::code::invalidParams; }
    void cancelled(RespondCall *call) override { forget(call); }
    void over(RespondCall *call) override { forget(call); }

private:
    //! A form that a client was sent away with.
    struct Lent {
        Question question{};
        QPointer<Turn> turn{};
        qint64 shownMs = 0;                   //!< monotonic
        qint64 endsMs = 0;                    //!< wall
        std::optional<Answer> given{};        //!< what came back in it, and was handed in
        QList<QPointer<RespondCall>> calls{}; //!< that brought it, and wait for the turn
    };
    struct Listening {
        QJsonValue id{};
        QSet<QString> threads{};
        bool list = false;
    };
    void takeRequest(const jsonrpc::Message &message);
    void discover(const jsonrpc::Message &message);
    void listen(const jsonrpc::Message &message);
    void lend(RespondCall *call, const Question &question);
    void resume(const jsonrpc::Message &message, const QString &nonce);
    void takeForm(RespondCall *call, const QString &nonce, const form::Reply &reply);
    void notTaken(const QString &nonce, const Error &error);
    void asked(RespondCall *call, const Question &question);
    void forget(RespondCall *call);
    void tell(const Listening &listening, const QString &method, QJsonObject params);

    RequestStates m_states{};
    QHash<QString, Lent> m_lent{};           //!< by nonce
    QSet<RespondCall *> m_canShowForm{};     //!< calls whose client can
    QHash<QString, Listening> m_listening{}; //!< by request
};

} // namespace heed
