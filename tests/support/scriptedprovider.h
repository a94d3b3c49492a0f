// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/provider.h"

#include <QMutex>
#include <QQueue>
#include <QSemaphore>
#include <functional>
#include <memory>

namespace heed::test {

//! What a scripted model does in one turn.
struct ScriptedTurn {
    QStringList say{};   //!< text deltas
    QStringList think{}; //!< thinking deltas, before the text
    QList<ToolCall> calls{};
    std::optional<ProviderError> error{};
    //! Not empty: every piece of text takes one of these, and the model is silent while there is none.
    std::shared_ptr<QSemaphore> pace{};
    bool hang = false; //!< says its text and then nothing until it is cancelled
    Usage usage{};
};

[[nodiscard]] ToolCall call(const QString &id, const QString &name, const QJsonObject &arguments);
[[nodiscard]] ToolCall ask(const QString &id, const QString &question, const QStringList &options = {},
                           bool allowOther = true);

//! The turns to come and the requests that came, shared between the test and the reply thread.
class Script
{
public:
    void add(const ScriptedTurn &turn);
    [[nodiscard]] ScriptedTurn next(const ModelRequest &request);
    [[nodiscard]] QList<ModelRequest> requests() const;
    ToolFormat format = ToolFormat::Native; //!< set before the reply starts
    int contextTokens = 8192;
    int slotCount = 4;
    QString kind = QStringLiteral("openai");

private:
    mutable QMutex m_mutex{};
    QQueue<ScriptedTurn> m_turns{};
    QList<ModelRequest> m_requests{};
};

//! A model that does what the script says, streamed from the event loop. An empty script fails the turn.
class ScriptedProvider final : public Provider
{
    Q_OBJECT
public:
    explicit ScriptedProvider(std::shared_ptr<Script> script)
        : m_script(std::move(script))
    {
    }
    [[nodiscard]] ProviderChoice choice() const override { return {.kind = m_script->kind}; }
    [[nodiscard]] QString modelName() const override { return QStringLiteral("scripted"); }
    [[nodiscard]] ToolFormat toolFormat() const override { return m_script->format; }
    [[nodiscard]] int contextTokens() const override { return m_script->contextTokens; }
    [[nodiscard]] int slotCount() const override { return m_script->slotCount; }
    [[nodiscard]] ModelTurn *request(const ModelRequest &request, QObject *parent) override;

private:
    std::shared_ptr<Script> m_script;
};

} // namespace heed::test
