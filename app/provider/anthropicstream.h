// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/eventstream.h"

#include <QJsonArray>
#include <map>

namespace heed {

//! What the Anthropic Messages API (and servers like it) sends. Thinking blocks are kept whole, with their
//! signatures, in the turn's echo: the next request must carry them unchanged. Any one thread.
class AnthropicStream final : public EventStream
{
public:
    using EventStream::EventStream;
    void event(const QJsonObject &object) override;
    [[nodiscard]] QList<CallDraft> takeCalls() override;

private:
    struct Block {
        QJsonObject start{};
        QString json{}; //!< tool input so far
        QString thinking{};
        QString signature{};
        bool stopped = false;
    };
    void message(const QJsonObject &message);
    void start(int index, const QJsonObject &block);
    void delta(int index, const QJsonObject &delta);
    void stop(int index);

    std::map<int, Block> m_blocks{}; //!< by index, which is their order
    QJsonArray m_echo{};
};

} // namespace heed
