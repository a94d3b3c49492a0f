// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/codetracker.h"
#include "app/provider/markupcalls.h"
#include "app/provider/markuptags.h"
#include "models/tool/loosejson.h"

#include <QList>
#include <QStringList>

namespace heed {

//! One thing that the reader found, in order.
struct MarkupItem {
    enum class Kind {
        Text,
        Thinking,
        WasThinking, //!< all text so far was thinking: a closing think tag without an opening one
        Call,
    };
    Kind kind = Kind::Text;
    QString text{};
    MarkupCall call{};
};

//! Takes tool calls, think tags and control tokens out of a model's text as it streams in.
//!
//! Text is given on at once, except for what could still become a tag. Tags in code fences and code spans,
//! and tags that are only mentioned, stay text. Calls inside thinking are thinking. Any one thread; time is
//! linear in the text.
class MarkupReader
{
public:
    explicit MarkupReader(const QStringList &toolNames)
        : m_toolNames(toolNames)
    {
    }

    [[nodiscard]] QList<MarkupItem> feed(const QString &text);
    //! No more text. \param whole the reply ended properly; else what is open is dropped, never run.
    [[nodiscard]] QList<MarkupItem> end(bool whole);

private:
    enum class Mode { Text, Bare, Think, Block, HarmonyHeader, HarmonyBody };
    enum class Step { Again, Wait };

    void run();
    Step text();
    Step tag(qsizetype at);
    Step think();
    Step bare();
    Step block();
    Step harmonyHeader();
    Step harmonyBody();

    Step openThink(const MarkupTag &tag, qsizetype at);
    Step closeThink(const MarkupTag &tag, qsizetype at);
    void openBlock(const MarkupTag &tag, qsizetype at);
    //! Where the open block ends, without and with its closing tag; none: not yet.
    struct End {
        qsizetype body = 0;
        qsizetype all = 0;
    };
    [[nodiscard]] std::optional<End> blockEnd();
    [[nodiscard]] std::optional<End> jsonEnd(qsizetype start);
    [[nodiscard]] std::optional<End> tagEnd();
    [[nodiscard]] bool closesHere(qsizetype at) const;
    void closeBlock(End end);
    void endBlock();
    [[nodiscard]] QList<MarkupCall> callsOf(const QString &body) const;
    void endHarmonyCall();

    void emitText(qsizetype count); //!< the first characters of what is pending, as text
    void emitThinking(qsizetype count);
    void emitCalls(const QList<MarkupCall> &calls);
    void drop(qsizetype count) { m_at += count; }
    //! Nothing can follow, and what is there was meant to be all: a call without its end tag counts.
    [[nodiscard]] bool isOver() const { return m_final && m_whole; }
    [[nodiscard]] QStringView pending() const { return QStringView(m_buffer).sliced(m_at); }

    QStringList m_toolNames;
    Mode m_mode = Mode::Text;
    QString m_buffer{};
    qsizetype m_at = 0;     //!< what lies before is done with
    qsizetype m_looked = 0; //!< relative to m_at: characters that need not be looked at again
    QList<MarkupItem> m_items{};
    CodeTracker m_code{};
    bool m_final = false;
    bool m_whole = false;
    bool m_anyText = false; //!< text other than white space was given on
    bool m_anyThink = false;
    bool m_afterBlock = false; //!< only white space since a call ended
    QChar m_lastChar{};

    const MarkupTag *m_tag = nullptr; //!< of the open block or think part
    BalancedScanner m_scanner{};
    qsizetype m_jsonStart = -1; //!< in the block's body
    QString m_recipient{};      //!< of a harmony call
    enum class Channel { Text, Thinking, Call };
    Channel m_channel = Channel::Text;
};

} // namespace heed
