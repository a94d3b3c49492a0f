// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/codetracker.h"

namespace heed {

namespace {
constexpr int fenceMinimum = 3; // CommonMark 4.5
} // namespace

void CodeTracker::consume(QStringView text)
{
    for (const QChar c : text)
        consume(c);
}

void CodeTracker::consume(QChar c)
{
    if (c == u'`' || c == u'~') {
        if (m_run > 0 && c != m_runChar)
            settleRun();
        if (m_run == 0) {
            m_runChar = c;
            m_runAtStart = m_blankLine;
        }
        ++m_run;
        return;
    }
    settleRun();
    if (c == u'\n') {
        endLine();
    } else if (!c.isSpace()) {
        m_blankLine = false;
        m_closing = false;
    }
}

bool CodeTracker::inCode()
{
    settleRun();
    return (m_fenceLength > 0 && !m_closing) || m_span > 0;
}

void CodeTracker::settleRun()
{
    if (m_run == 0)
        return;
    const int length = m_run;
    m_run = 0;
    const bool atStart = m_runAtStart;
    m_blankLine = false;
    if (m_fenceLength > 0) {
        m_closing = atStart && m_runChar == m_fence && length >= m_fenceLength;
        return;
    }
    if (atStart && m_span == 0 && length >= fenceMinimum) {
        m_fence = m_runChar;
        m_fenceLength = length;
        return;
    }
    if (m_runChar != u'`')
        return;
    if (m_span == 0)
        m_span = length;
    else if (m_span == length)
        m_span = 0;
}

void CodeTracker::endLine()
{
    if (m_closing) {
        m_fenceLength = 0;
        m_closing = false;
    }
    m_span = 0;
    m_blankLine = true;
}

} // namespace heed
