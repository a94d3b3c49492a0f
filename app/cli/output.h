// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! Writes text to a file descriptor at once, in UTF-8: what was written is with the reader, whatever happens
//! next. One thread. The descriptor stays its owner's.
class Output
{
public:
    explicit Output(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    void write(const QString &text);
    void line(const QString &text = {});
    void bytes(const QByteArray &bytes);
    //! The reader has gone, or the disk is full: nothing more can be written.
    [[nodiscard]] bool hasFailed() const { return m_failed; }
    [[nodiscard]] bool isTerminal() const;
    //! Nothing written, or the last character was a line break.
    [[nodiscard]] bool isAtLineStart() const { return m_atLineStart; }
    //! The person pressed Enter, so that the cursor stands at the start of a line again.
    void setAtLineStart() { m_atLineStart = true; }

private:
    int m_descriptor;
    bool m_failed = false;
    bool m_atLineStart = true;
};

} // namespace heed
