// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/markdownblock.h"

#include <QByteArrayView>
#include <md4c.h>
#include <optional>

namespace heed {

//! Collects the blocks of one md4c run. The functions are md4c's callbacks: they return 0 to go on and
//! anything else to end the run. Lives on the stack of one parse.
class MarkdownBuilder
{
public:
    int enterBlock(MD_BLOCKTYPE type, const void *detail);
    int leaveBlock(MD_BLOCKTYPE type);
    int enterSpan(MD_SPANTYPE type, const void *detail);
    int leaveSpan(MD_SPANTYPE type);
    int text(MD_TEXTTYPE type, QByteArrayView utf8);
    [[nodiscard]] QList<MarkdownBlock> take();

private:
    struct List {
        bool ordered = false;
        int next = 1;
        char16_t delimiter = u'.';
        bool isFirst = true;
    };
    struct Span {
        InlineFormats formats{};
        QString target{};
    };

    void begin(MarkdownBlock::Kind kind);
    void end();
    void beginOrdered(const MD_BLOCK_OL_DETAIL &detail);
    void beginItem(const MD_BLOCK_LI_DETAIL &detail);
    void flushMarker();
    void beginCell(const MD_BLOCK_TD_DETAIL &detail);
    void append(const QString &words);
    [[nodiscard]] Span current() const { return m_spans.isEmpty() ? Span() : m_spans.last(); }

    QList<MarkdownBlock> m_blocks{};
    std::optional<MarkdownBlock> m_open{};
    QByteArray m_nest{}; // uncapped path
    QList<List> m_lists{};
    ListMarker m_marker{}; // of the item just entered, until its first block takes it
    QList<Span> m_spans{};
    int m_row = -1;
    int m_column = 0;
    int m_cells = 0;
};

} // namespace heed
