// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/markdownblock.h"

namespace heed {

//! The blocks of a Markdown text that grows. Only the last, open part is parsed again when words are
//! appended; what came before it is closed for good. The blocks are at every moment those that
//! MarkdownBlocks::parse() gives for the whole text.
//!
//! A part is closed where the next line cannot belong to it: after a blank line before an unindented line,
//! or before the next item of a top-level list. Where that is not certain it stays open, which costs time
//! and never changes the result. A link definition works backwards, so a text with one is parsed whole.
class MarkdownStream
{
public:
    //! Takes the whole text so far. A text that is not a continuation of the last one starts over.
    //! \return the index of the first block that may have changed.
    int update(const QString &text);
    //! Shows these blocks instead, parsed elsewhere.
    void setBlocks(QList<MarkdownBlock> blocks);
    [[nodiscard]] const QList<MarkdownBlock> &blocks() const { return m_blocks; }
    //! Characters handed to the parser so far: what a test counts.
    [[nodiscard]] qint64 parsedCharacters() const { return m_parsed; }

private:
    //! What is known of the open part.
    struct Part {
        qsizetype start = 0;
        bool isFirstLine = true;
        bool isPrevBlank = false;
        char16_t fence = 0; //!< '`' or '~' while a top-level fence is open
        int fenceLength = 0;
        bool isFencePart = false;   //!< the part is one fence that starts at its first column
        bool isFenceParsed = false; //!< the parser has seen that fence's whole first line
        bool hasInnerFence = false; //!< a fence was seen inside an item or a quote
        qsizetype fenceText = 0;    //!< where the lines of that fence start
        char16_t list = 0;          //!< the marker ('-', '*', '+', '.', ')') while the part is one list item
        int itemIndent = 0;         //!< columns before the item's content
        int number = 0;             //!< of that item
        bool hasList = false;       //!< some line looks like a list item
        bool hasOrdinals = false;   //!< some line looks like an ordered item
        bool isUnsure = false;      //!< fences can no longer be told: stays open to the end
    };
    struct Line {
        QStringView text{};
        int indent = 0;
        bool isBlank = false;
        bool hasTabs = false;
        char16_t marker = 0; //!< list marker at `indent`, 0 if none
        int number = 0;      //!< of an ordered marker
        int content = 0;     //!< columns before the content of the item
        bool isEmptyItem = false;
        char16_t fence = 0;
        int fenceLength = 0;
        bool canClose = false; //!< nothing follows the fence
    };

    [[nodiscard]] static Line read(QStringView text);
    static void readMarker(Line &line);
    static void readFence(Line &line);
    [[nodiscard]] static bool mayCloseFence(QStringView line);
    void start(const QString &text);
    void scan();
    void take(const Line &line, qsizetype at);
    void takeFence(const Line &line, qsizetype next);
    [[nodiscard]] bool isSplit(const Line &line) const;
    void close(qsizetype at, const Line &next);
    void parseOpen();
    void parsePart(qsizetype end);
    [[nodiscard]] bool appendToFence();

    QString m_source{};   // as given
    QString m_text{};     // sanitised
    qsizetype m_used = 0; // of m_source
    qsizetype m_line = 0; // start of the first line not yet complete
    Part m_part{};
    int m_ordinal = -1; // of the open part's item when its list began in a part before, else -1
    int m_closed = 0;   // blocks that are final
    bool m_isWhole = false;
    QList<MarkdownBlock> m_blocks{};
    qint64 m_parsed = 0;
};

} // namespace heed
