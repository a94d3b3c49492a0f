// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QStringView>

namespace heed {

//! Knows, character by character, whether text that streams in is inside a Markdown code fence or a code
//! span of one line: tool calls and think tags there are only being talked about. Any one thread.
class CodeTracker
{
public:
    void consume(QChar c);
    void consume(QStringView text);
    //! Whether the next character is in code.
    [[nodiscard]] bool inCode();
    //! Only white space so far in this line.
    [[nodiscard]] bool atLineStart() const { return m_blankLine && m_run == 0; }

private:
    void settleRun();
    void endLine();

    QChar m_fence{}; //!< ` or ~ while in a fence
    int m_fenceLength = 0;
    int m_span = 0; //!< length of the backtick run that opened a code span
    QChar m_runChar{};
    int m_run = 0; //!< length of the run of ` or ~ just seen
    bool m_runAtStart = false;
    bool m_blankLine = true;
    bool m_closing = false; //!< this line closes the fence unless more text follows
};

} // namespace heed
