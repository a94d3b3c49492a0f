// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <optional>

class QSocketNotifier;

namespace heed {

//! Reads lines from a terminal, pipe or file without ever blocking: everything else (a signal, an event, a
//! deadline) is served while nothing is typed.
//!
//! Lives in its owner's thread; signals come from the event loop. The descriptor stays its owner's.
class LineReader final : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype lineLimit = 1024 * 1024; //!< bytes, without the line break

    explicit LineReader(int descriptor, QObject *parent = nullptr);
    //! While paused nothing is read and no signal comes, except that a pause in a line() takes effect at
    //! once.
    void setPaused(bool paused);
    //! Also when the terminal has gone meanwhile.
    [[nodiscard]] bool isTerminal() const { return m_isTerminal; }
    //! Takes out of a terminal what the person has typed of a line without ending it. Empty for others.
    //! Lines that were complete by then come through line() before this returns.
    [[nodiscard]] QByteArray takeHalfTyped();

    //! A line as text; nothing when it is not UTF-8, or holds a zero byte: it is then no word of anybody's,
    //! and must not be used altered.
    [[nodiscard]] static std::optional<QString> text(const QByteArray &line);
    //! What a person is told of such a line, translated.
    [[nodiscard]] static QString unreadableText();

Q_SIGNALS:
    //! Without its line break.
    void line(const QByteArray &line);
    //! A line was longer than lineLimit; it was dropped up to its end.
    void lineTooLong();
    //! At the end of a terminal: what the person had typed of a line without ending it. It is no line:
    //! nothing that a person has not finished is taken for their word.
    void unfinished(const QByteArray &typed);
    //! The end of the input, or Ctrl-D at the start of a line. Comes once.
    void ended();

private:
    void readSome();
    void handOut();
    void arm();

    int m_descriptor;
    bool m_isTerminal;
    QSocketNotifier *m_notifier;
    QByteArray m_buffer{};
    qsizetype m_searched = 0; //!< bytes of the buffer known to hold no line break
    bool m_dropping = false;
    bool m_paused = false;
    bool m_atEnd = false;
    bool m_toldEnd = false;
};

} // namespace heed
