// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/contextlookup.h"
#include "app/provider/endpoint.h"
#include "app/provider/httpexchange.h"
#include "app/provider/requestbodies.h"
#include "app/provider/turnparser.h"
#include "models/provider/provider.h"

#include <functional>
#include <memory>

namespace heed {

//! The key for a choice; empty when there is none. Called in the reply thread for each request.
using KeyFor = std::function<QString(const ProviderChoice &)>;

//! What every provider over HTTP shares. Lives in the reply thread; owns one network manager.
class HttpProvider : public Provider
{
    Q_OBJECT
public:
    HttpProvider(ProviderChoice choice, Endpoint endpoint, ProviderSettings settings, KeyFor keyFor,
                 const Clock &clock, QObject *parent = nullptr);
    ~HttpProvider() override;

    [[nodiscard]] ProviderChoice choice() const override { return m_choice; }
    [[nodiscard]] QString modelName() const override { return m_choice.model; }
    //! Native, until the server has said that this model takes no tools.
    [[nodiscard]] ToolFormat toolFormat() const override
    {
        return m_shape.tools ? ToolFormat::Native : ToolFormat::None;
    }
    //! What the settings or the server say; the server is asked at the first use, and until it has answered
    //! the figure is 8,192.
    [[nodiscard]] int contextTokens() const override;
    [[nodiscard]] int slotCount() const override;
    [[nodiscard]] ModelTurn *request(const ModelRequest &request, QObject *parent) override;

protected:
    [[nodiscard]] virtual TurnApi api() const = 0;
    [[nodiscard]] virtual HttpHeaders keyHeaders(const QString &key) const = 0;
    [[nodiscard]] virtual QJsonObject body(const ModelRequest &request, const RequestShape &shape) const = 0;
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }
    RequestShape m_shape{};

private:
    [[nodiscard]] QString key() const;
    const ProviderChoice m_choice;
    const Endpoint m_endpoint;
    const KeyFor m_keyFor;
    std::shared_ptr<NetworkContext> m_network;
    ContextLookup *m_context;
};

//! OpenAI-compatible chat completions.
class OpenAiProvider final : public HttpProvider
{
    Q_OBJECT
public:
    using HttpProvider::HttpProvider;

protected:
    [[nodiscard]] TurnApi api() const override { return TurnApi::OpenAi; }
    [[nodiscard]] HttpHeaders keyHeaders(const QString &key) const override;
    [[nodiscard]] QJsonObject body(const ModelRequest &request, const RequestShape &shape) const override;
};

//! The Anthropic Messages API.
class AnthropicProvider final : public HttpProvider
{
    Q_OBJECT
public:
    using HttpProvider::HttpProvider;

protected:
    [[nodiscard]] TurnApi api() const override { return TurnApi::Anthropic; }
    [[nodiscard]] HttpHeaders keyHeaders(const QString &key) const override;
    [[nodiscard]] QJsonObject body(const ModelRequest &request, const RequestShape &shape) const override;
};

//! The headers that carry a key; nothing for an empty one. Pure.
[[nodiscard]] HttpHeaders openAiKeyHeaders(const QString &key);
[[nodiscard]] HttpHeaders anthropicKeyHeaders(const QString &key);

//! What is wrong with a key before it is sent; empty: nothing.
[[nodiscard]] QString keyProblem(const QString &key);

} // namespace heed
