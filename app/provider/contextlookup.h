// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/endpoint.h"
#include "app/provider/httpexchange.h"

#include <QJsonObject>
#include <QObject>

namespace heed {

//! Asks a server how many tokens its model takes, in the background and only once (book 3.7).
//!
//! The list of models is asked first (vLLM, LM Studio, OpenRouter, Groq and Anthropic say it there). Only a
//! server on this machine is asked for more: Ollama's running models and its description of the model,
//! llama.cpp's properties, LM Studio's own list. Lives in the reply thread.
class ContextLookup : public QObject
{
    Q_OBJECT
public:
    ContextLookup(std::shared_ptr<NetworkContext> network, Endpoint endpoint, ProviderChoice choice,
                  QObject *parent);
    [[nodiscard]] int tokens() const { return m_tokens; }
    [[nodiscard]] bool wasAsked() const { return m_step >= 0; }
    //! Starts asking, unless that was done.
    void ask(const HttpHeaders &headers);
    //! A turn has ended: a local server now runs the model and may know better. Asks once more, and only
    //! if it was asked before without a sure answer.
    void refine(const HttpHeaders &headers);

private:
    void next();
    void get(const QUrl &url, const std::function<std::optional<int>(const QJsonObject &)> &read, bool sure,
             const QByteArray &body = {});
    std::shared_ptr<NetworkContext> m_network;
    const Endpoint m_endpoint;
    const ProviderChoice m_choice;
    HttpHeaders m_headers{};
    int m_tokens;
    int m_step = -1; //!< -1: not asked yet
    bool m_sure = false;
    bool m_refined = false;
};

//! What one answer says about a model. Pure functions; none when it says nothing.
namespace contextsize {
[[nodiscard]] std::optional<int> fromModels(const QJsonObject &answer, const QString &model);
[[nodiscard]] std::optional<int> fromOllamaRunning(const QJsonObject &answer, const QString &model);
[[nodiscard]] std::optional<int> fromOllamaShow(const QJsonObject &answer);
[[nodiscard]] std::optional<int> fromLlamaProps(const QJsonObject &answer);
} // namespace contextsize

} // namespace heed
