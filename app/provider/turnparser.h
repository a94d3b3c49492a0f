// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/eventstream.h"
#include "app/provider/ssereader.h"
#include "app/provider/turnassembler.h"

#include <memory>

namespace heed {

enum class TurnApi { OpenAi, Anthropic };

//! From a response's bytes (already inflated) to the deltas and the result of one model turn.
//!
//! Takes an event stream, or one JSON body where the server ignored that a stream was asked for. Never
//! throws, never recurses on input; bytes may be cut anywhere. Any one thread.
class TurnParser
{
public:
    static constexpr qsizetype defaultReplyLimit = 64 * 1024 * 1024; // book 3.6

    TurnParser(TurnApi api, const ModelRequest &request, const ErrorContext &context = {},
               qsizetype lineLimit = SseReader::defaultLineLimit, qsizetype replyLimit = defaultReplyLimit);
    ~TurnParser();

    void feed(QByteArrayView bytes);
    //! Nothing that may still come can change the result: [DONE], message_stop, an error, a limit.
    [[nodiscard]] bool isComplete() const;
    //! The model has finished; only usage and [DONE] may follow.
    [[nodiscard]] bool hasFinish() const { return m_turn.hasFinish(); }
    [[nodiscard]] bool hasBytes() const { return m_received > 0; }
    [[nodiscard]] QList<TurnDelta> takeDeltas() { return m_turn.takeDeltas(); }
    //! The stream is over, properly or not. Take the deltas once more afterwards.
    [[nodiscard]] TurnResult finish();
    //! Ends the turn with an error that the transport knows.
    [[nodiscard]] TurnResult finish(const ProviderError &error);

private:
    enum class Shape { Unknown, Events, Body };
    void detect();
    void feedReader(QByteArrayView bytes);
    [[nodiscard]] bool event(QByteArrayView name, QByteArrayView data);
    [[nodiscard]] std::optional<QJsonObject> parse(QByteArrayView data);
    void readBody();
    void overLimit();

    TurnApi m_api;
    TurnAssembler m_turn;
    std::unique_ptr<EventStream> m_stream;
    ErrorContext m_context;
    SseReader m_reader;
    qsizetype m_replyLimit;
    Shape m_shape = Shape::Unknown;
    QByteArray m_start{}; //!< bytes kept until the shape is known, or a whole body
    qsizetype m_received = 0;
    bool m_ending = false;
};

} // namespace heed
