// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/calldrafts.h"
#include "app/provider/markupreader.h"
#include "models/provider/modelrequest.h"

#include <QSet>

namespace heed {

//! A piece of a turn for a watcher. WasThinking: all text so far was thinking after all.
struct TurnDelta {
    enum class Kind { Text, Thinking, WasThinking };
    Kind kind = Kind::Text;
    QString text{};
    friend bool operator==(const TurnDelta &, const TurnDelta &) = default;
};

//! Makes one TurnResult and its deltas of what an API's stream says.
//!
//! Text goes through the MarkupReader. White space at both ends of the text is held back, so that the
//! deltas together are exactly the result's text. Any one thread.
class TurnAssembler
{
public:
    explicit TurnAssembler(const ModelRequest &request);

    void content(const QString &text);
    void reasoning(const QString &text);
    void finishWord(const QString &word); //!< the provider's own; empty is ignored
    void markDone() { m_done = true; }    //!< [DONE], message_stop: nothing more belongs to the reply
    void refusal() { m_refused = true; }
    void usage(const QJsonObject &usage);  //!< the last value of each member wins
    void fail(const ProviderError &error); //!< the first one counts
    void note(const QString &text);
    void echo(const QString &key, const QJsonValue &value) { m_echo.insert(key, value); }

    [[nodiscard]] bool hasFinish() const { return !m_word.isEmpty(); }
    [[nodiscard]] bool isDone() const { return m_done; }
    [[nodiscard]] bool hasFailed() const { return m_error.has_value(); }
    [[nodiscard]] QStringList toolNames() const;

    [[nodiscard]] QList<TurnDelta> takeDeltas() { return std::exchange(m_deltas, {}); }
    //! Ends the turn; more deltas may be there afterwards. \param calls what came as structured calls.
    [[nodiscard]] TurnResult finish(const QList<CallDraft> &calls);

private:
    void take(const QList<MarkupItem> &items);
    void addText(const QString &text);
    void addThinking(const QString &text);
    void becomeThinking();
    void addDelta(TurnDelta::Kind kind, const QString &text);
    [[nodiscard]] ToolCall toCall(const CallDraft &draft);
    [[nodiscard]] ToolCall toCall(const MarkupCall &markup);
    void settle(ToolCall &call, const QJsonObject *parameters);
    [[nodiscard]] QString uniqueId(const QString &id);
    void judge(TurnResult &result, const QList<CallDraft> &structured);

    QList<ToolSpec> m_tools;
    QSet<QString> m_usedIds{};
    MarkupReader m_markup;
    QList<TurnDelta> m_deltas{};
    QList<MarkupCall> m_markupCalls{};
    QString m_text{};
    QString m_heldSpace{};
    QString m_thinking{};
    QString m_heldThinkingSpace{};
    QString m_word{};
    Usage m_usage{};
    QJsonObject m_echo{};
    QStringList m_notes{};
    std::optional<ProviderError> m_error{};
    bool m_done = false;
    bool m_refused = false;
    int m_madeIds = 0;
};

//! What a provider's word for the end of a turn means; an unknown word is Stop.
[[nodiscard]] Finish finishOf(const QString &word);
//! A tool's name without control tokens, "functions." in front and ":0" behind.
[[nodiscard]] QString cleanToolName(const QString &name);

} // namespace heed
