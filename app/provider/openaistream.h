// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/calldrafts.h"
#include "app/provider/eventstream.h"

#include <QJsonArray>

namespace heed {

//! What OpenAI-compatible servers send, chunk by chunk or as one whole completion. Any one thread.
class OpenAiStream final : public EventStream
{
public:
    explicit OpenAiStream(TurnAssembler &turn, const ErrorContext &context);
    void event(const QJsonObject &object) override;
    [[nodiscard]] QList<CallDraft> takeCalls() override { return m_calls.take(); }

private:
    bool readError(const QJsonObject &object);
    void choice(const QJsonObject &choice);
    void delta(const QJsonObject &delta);
    void content(const QJsonValue &content);
    void part(const QJsonObject &part);
    bool reasoning(const QJsonObject &delta);
    void calls(const QJsonObject &delta);

    CallDrafts m_calls;
    QString m_reasoningContent{}; //!< to be sent back by this name
    QJsonArray m_reasoningDetails{};
    bool m_hadDelta = false;
};

} // namespace heed
