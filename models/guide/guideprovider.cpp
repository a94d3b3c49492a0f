// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guideprovider.h"

#include "models/guide/guidetalk.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! Sends a step as a model would: the text in pieces, then the end. One piece an event, so that a long text
//! keeps nobody waiting and can be stopped.
class GuideTurn final : public ModelTurn
{
public:
    GuideTurn(GuideStep step, QObject *parent)
        : ModelTurn(parent)
        , m_step(std::move(step))
    {
        schedule();
    }

    void cancel() override
    {
        if (m_cancelled || m_finished)
            return;
        m_cancelled = true;
    }

private:
    void schedule()
    {
        QMetaObject::invokeMethod(
            this, [this] { advance(); }, Qt::QueuedConnection);
    }

    void advance()
    {
        if (m_finished)
            return;
        if (m_cancelled) {
            finish({.text = m_step.text.left(m_sent),
                    .finish = Finish::Error,
                    .error = ProviderError{.kind = ProviderError::Kind::Cancelled}});
            return;
        }
        if (m_sent < m_step.text.size()) {
            const QString piece = m_step.text.mid(m_sent, pieceEnd() - m_sent);
            m_sent += piece.size();
            schedule();
            Q_EMIT text(piece);
            return;
        }
        finish({.text = m_step.text,
                .calls = m_step.calls,
                .finish = m_step.calls.isEmpty() ? Finish::Stop : Finish::ToolCalls,
                .finishWord = m_step.calls.isEmpty() ? u"stop"_s : u"tool_calls"_s});
    }

    //! After the next sentence or line, at least a few words on.
    [[nodiscard]] qsizetype pieceEnd() const
    {
        constexpr qsizetype shortest = 24;
        constexpr qsizetype longest = 400;
        const qsizetype size = m_step.text.size();
        for (qsizetype i = m_sent + shortest; i < std::min(size, m_sent + longest); ++i) {
            if (m_step.text.at(i - 1) == u'\n' || m_step.text.at(i - 1) == u' ')
                return i;
        }
        qsizetype end = std::min(size, m_sent + longest);
        if (end < size && m_step.text.at(end).isLowSurrogate())
            ++end;
        return end;
    }

    void finish(const TurnResult &result)
    {
        m_finished = true;
        Q_EMIT finished(result);
    }

    GuideStep m_step;
    qsizetype m_sent = 0;
    bool m_cancelled = false;
    bool m_finished = false;
};

} // namespace

GuideProvider::GuideProvider(const Clock &clock, QObject *parent)
    : Provider(parent)
    , m_clock(clock)
{
}

ModelTurn *GuideProvider::request(const ModelRequest &request, QObject *parent)
{
    return new GuideTurn(nextGuideStep(request, m_clock.now()), parent);
}

} // namespace heed
