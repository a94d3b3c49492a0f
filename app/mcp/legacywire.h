// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/form.h"
#include "app/mcp/wire.h"

namespace heed {

//! The protocol up to 2025-11-25: a handshake, and requests from the server to the client, which show its
//! form while the call that asks waits.
class LegacyWire final : public Wire
{
    Q_OBJECT
public:
    LegacyWire(Threads &threads, SendLine send, QObject *parent = nullptr);

    void take(const jsonrpc::Message &message) override;
    void close() override;

protected:
    QJsonObject dressed(const QString &method, QJsonObject result) const override;
    void follow(RespondCall *call, const jsonrpc::Message &message) override;
    [[nodiscard]] int unknownResource() const override { return jsonrpc::code::resourceNotFound; }
    void cancelled(RespondCall *call) override { withdrawForm(call); }
    void over(RespondCall *call) override { withdrawForm(call); }

private:
    //! A form that the client shows.
    struct Form {
        QString id{};
        Question question{};
        QPointer<Turn> turn{};
        qint64 shownMs = 0; //!< monotonic
    };
    void initialize(const jsonrpc::Message &message);
    void takeRequest(const jsonrpc::Message &message);
    void takeNotification(const jsonrpc::Message &message);
    void subscribe(const jsonrpc::Message &message, bool on);
    void asked(RespondCall *call, const Question &question);
    void showForm(RespondCall *call, const Question &question);
    void formReplied(const jsonrpc::Message &message);
    void withdrawForm(RespondCall *call);
    [[nodiscard]] bool canShowForm() const;

    QString m_version{};
    QJsonObject m_capabilities{}; //!< of the client
    bool m_ready = false;         //!< it said that it is initialised
    QSet<QString> m_subscribed{}; //!< threads
    QHash<RespondCall *, Form> m_forms{};
    QSet<QString> m_pastForms{}; //!< withdrawn: their replies come too late
    int m_lastForm = 0;
};

} // namespace heed
