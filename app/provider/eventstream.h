// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/providererrors.h"
#include "app/provider/turnassembler.h"

namespace heed {

//! Reads the events of one API's stream into a TurnAssembler.
class EventStream
{
public:
    explicit EventStream(TurnAssembler &turn, ErrorContext context)
        : m_turn(turn)
        , m_context(std::move(context))
    {
    }
    virtual ~EventStream() = default;
    Q_DISABLE_COPY_MOVE(EventStream)

    //! One parsed event, or a whole body where the server did not stream.
    virtual void event(const QJsonObject &object) = 0;
    //! The structured calls so far; asked for once, at the end.
    [[nodiscard]] virtual QList<CallDraft> takeCalls() = 0;

protected:
    TurnAssembler &m_turn;
    const ErrorContext m_context;
};

} // namespace heed
