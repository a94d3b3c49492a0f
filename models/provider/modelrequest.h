// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <optional>

namespace heed {

//! A tool as it is offered to a model.
struct ToolSpec {
    QString name{};
    QString description{};
    QJsonObject schema{}; //!< JSON schema of the arguments, an object
};

//! One tool call of a model turn, its arguments already read (models/tool/arguments.h).
struct ToolCall {
    QString id{}; //!< the provider's id, unique within the reply
    QString name{};
    QString rawArguments{}; //!< as the model wrote them
    QJsonObject arguments{};
    QString problem{};     //!< not empty: must not run, this text goes back to the model as its error result
    QJsonObject extra{};   //!< members of the call that some providers want back unchanged
    QStringList repairs{}; //!< what was mended in the arguments, for the log
};

//! What became of a question after its reply had gone on without the answer (book 7.3).
struct LateResult {
    QString result{};    //!< what the call would have had as its result; empty: the question still waits
    bool isNews = false; //!< this turn begins with it, and no other
    qint64 askedMs = 0;  //!< ms since 1970 UTC
    qint64 endedMs = 0;  //!< ms since 1970 UTC
};

//! One item of the conversation as a provider sends it.
struct PromptItem {
    enum class Role { Person, Model, ToolResult };
    Role role = Role::Person;
    QString text{};          //!< what the person or model said, or the tool's result
    QList<ToolCall> calls{}; //!< Model only
    QString callId{};        //!< ToolResult only: which call it answers
    QString toolName{};      //!< ToolResult only
    bool ok = true;          //!< ToolResult only: false for an error result
    QJsonObject echo{};      //!< Model only: what the provider that said it demands back unchanged
    //! ToolResult only, of a question that was parked. A language model reads of it in the note before the
    //! message; the guide, which reads no prose, goes on from here.
    std::optional<LateResult> late{};
};

//! What a provider is asked for: one model turn.
struct ModelRequest {
    QString system{};
    QList<PromptItem> items{};
    QList<ToolSpec> tools{}; //!< empty: the turn must do without
    int maxOutputTokens = 0; //!< 0: the provider's default
};

enum class Finish { Stop, ToolCalls, Length, Refusal, Error };

struct Usage {
    std::optional<qint64> tokensIn{};
    std::optional<qint64> tokensOut{};
};

struct ProviderError {
    enum class Kind {
        RateLimit,
        Overloaded,
        Auth,
        Context,       //!< the prompt is longer than the model can take
        ToolUseFailed, //!< the provider could not parse the model's own call
        Provider,      //!< the provider reports an error of another kind
        Truncated,     //!< the stream ended before the reply did
        Protocol,      //!< not what this API sends
        Empty,         //!< nothing came, or only thinking
        Network,       //!< refused, unreachable, reset before the first byte
        Tls,
        Timeout,
        Cancelled,
    };
    Kind kind = Kind::Provider;
    QString text{};   //!< for the person, translated: what happened and what to do
    QString detail{}; //!< for the log; no key, no message text
    std::optional<qint64> retryAfterMs{};
};

//! The stable word of a kind ("rate_limit", "tool_use_failed", …): the `code` of a `failed` event.
[[nodiscard]] QString providerErrorName(ProviderError::Kind kind);

//! All that came of one model turn.
struct TurnResult {
    QString text{};
    QString thinking{};
    QList<ToolCall> calls{}; //!< empty unless the turn ended properly: a cut-off turn runs nothing
    Finish finish = Finish::Stop;
    QString finishWord{}; //!< the provider's own word, for the log
    Usage usage{};
    QJsonObject echo{};                   //!< see PromptItem::echo
    QStringList notes{};                  //!< oddities worth a line in the log
    std::optional<ProviderError> error{}; //!< set: the turn failed; text keeps what came before
};

//! Which provider a chat or reply uses. Never holds a key, so it may be stored.
struct ProviderChoice {
    QString kind = QStringLiteral("guide"); //!< "guide", "openai", "anthropic"
    QString baseUrl{};
    QString model{};
    QString keyFrom{}; //!< the environment variable that holds the key; empty: the keychain
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static ProviderChoice fromJson(const QJsonObject &json);
    friend bool operator==(const ProviderChoice &, const ProviderChoice &) = default;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::TurnResult)
Q_DECLARE_METATYPE(heed::ProviderChoice)
