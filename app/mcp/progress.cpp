// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/progress.h"

#include "app/mcp/jsonrpc.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr Milliseconds every = std::chrono::seconds(7); // book 7.3: 5 to 10 s
} // namespace

Progress::Progress(const QJsonObject &meta, Alarms &alarms, std::function<void(const QJsonObject &)> send,
                   QObject *parent)
    : QObject(parent)
    , m_token(meta[u"progressToken"_s])
    , m_alarms(alarms)
    , m_send(std::move(send))
    , m_text(u"the model is working"_s)
    , m_beganMs(alarms.clock().monotonicMs())
{
    if (isWanted())
        arm();
}

Progress::~Progress()
{
    m_alarms.cancel(m_alarm);
}

bool Progress::isWanted() const
{
    return m_token.isString() || m_token.isDouble();
}

void Progress::arm()
{
    m_alarm = m_alarms.after(every, this, [this] {
        // Seconds since the call began: they rise, and nobody knows of how many.
        const qint64 seconds = (m_alarms.clock().monotonicMs() - m_beganMs) / 1000;
        m_send(jsonrpc::notification(
            u"notifications/progress"_s,
            {{u"progressToken"_s, m_token}, {u"progress"_s, seconds}, {u"message"_s, m_text}}));
        arm();
    });
}

} // namespace heed
