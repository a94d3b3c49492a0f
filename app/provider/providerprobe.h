// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/httpprovider.h"

#include <QList>
#include <QObject>
#include <QStringList>
#include <functional>

namespace heed {

//! A model server that answers on this machine.
struct FoundServer {
    QString name{};    //!< "Ollama", "llama.cpp", "LM Studio", "vLLM"
    QString baseUrl{}; //!< for ProviderChoice
    QStringList models{};
};

//! What a look at one provider gave.
struct ProbeResult {
    bool ok = false;
    QString text{}; //!< a sentence for the person
    QStringList models{};
};

//! Looks for model servers on this machine, and tries a provider for the settings page.
//!
//! Contacts nothing but loopback (findLocal) or the base URL of the choice it is given. Lives in the thread
//! where it was made; callbacks come there from the event loop, once, unless `context` or the probe is gone.
class ProviderProbe : public QObject
{
    Q_OBJECT
public:
    struct Port {
        quint16 port = 0;
        QString usualName{}; //!< when the answer does not say what it is
    };
    ProviderProbe(ProviderSettings settings, KeyFor keyFor, const Clock &clock, QObject *parent = nullptr);

    //! 11434, 8080, 1234, 8000: the usual ports of Ollama, llama.cpp, LM Studio and vLLM (book 3.5).
    [[nodiscard]] static QList<Port> usualPorts();
    void findLocal(QObject *context, const std::function<void(const QList<FoundServer> &)> &then,
                   const QList<Port> &ports = usualPorts());
    //! The models of a provider.
    void models(const ProviderChoice &choice, QObject *context,
                const std::function<void(const ProbeResult &)> &then);
    //! Lists the models and asks the chosen one for a word.
    void test(const ProviderChoice &choice, QObject *context,
              const std::function<void(const ProbeResult &)> &then);

private:
    void ask(const ProviderRequest &request, const std::function<void(const ProviderAnswer &)> &then);
    void testTurn(const ProviderChoice &choice, const Endpoint &endpoint, const QStringList &models,
                  QObject *context, const std::function<void(const ProbeResult &)> &then);
    [[nodiscard]] HttpHeaders headersFor(const ProviderChoice &choice, const QString &key) const;

    std::shared_ptr<NetworkContext> m_network;
    KeyFor m_keyFor;
    const Clock &m_clock;
};

//! The names in a list of models (OpenAI's, Anthropic's or Ollama's form). Pure.
[[nodiscard]] QStringList modelNames(const QByteArray &body);
//! Which program answered, by what it says of itself; empty: it does not say. Pure.
[[nodiscard]] QString serverName(const QByteArray &serverHeader, const QByteArray &modelsBody);

} // namespace heed
