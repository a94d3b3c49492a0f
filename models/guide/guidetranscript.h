// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QJsonObject>

namespace heed {

//! One tool call of a reply, with its result.
struct GuideCall {
    ToolCall call{};
    QString result{}; //!< the late one, when there is one
    bool ok = true;
    bool hasResult = false;
    std::optional<LateResult> late{};
    [[nodiscard]] QJsonObject json() const;
    //! What the guide called it for: the tool, or the purpose of a question. Empty: it was not the guide's.
    [[nodiscard]] QString purpose() const;
    //! How many messages before its own is the one that it was made for.
    [[nodiscard]] qsizetype back() const;
};

//! A message of the person, or the note before it, with the calls of the reply to it.
struct GuideExchange {
    QString message{};
    QList<GuideCall> calls{};
};

//! The chat as the guide reads it. The guide keeps nothing between turns, so what a call was made for stands
//! in its id: "when-2", and in a later reply that goes on with what an earlier message wished, "when-3-2".
class GuideTranscript
{
public:
    explicit GuideTranscript(const QList<PromptItem> &items);

    [[nodiscard]] qsizetype present() const { return m_exchanges.size() - 1; }
    [[nodiscard]] const QString &message(qsizetype at) const { return m_exchanges.at(at).message; }
    //! What was said before that message, when nothing came of it.
    [[nodiscard]] QString openMessage(qsizetype at) const;
    //! Every call that was made for a message, in its own reply and in later ones.
    [[nodiscard]] QList<GuideCall> callsFor(qsizetype at) const;
    //! Whether the present reply has got as far as calls for that message.
    [[nodiscard]] bool hasBegun(qsizetype at) const;
    //! The earlier messages with a question of the guide's that was parked and has ended, of which this turn
    //! is told; or that still waits.
    [[nodiscard]] QList<qsizetype> ended() const;
    [[nodiscard]] QList<qsizetype> waiting() const;

    [[nodiscard]] static QString callId(const QString &purpose, qsizetype number, qsizetype back);

private:
    template <typename Wanted>
    [[nodiscard]] QList<qsizetype> messagesWith(Wanted wanted) const;

    QList<GuideExchange> m_exchanges{};
};

} // namespace heed
