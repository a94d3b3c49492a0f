// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/markdownblock.h"

#include <climits>

//! Blocks as text again. A position counts QChars over the texts of all blocks with one character between
//! two blocks: the positions of a selection. Pure functions, any thread.
namespace heed::MarkdownText {

//! The number of positions.
[[nodiscard]] int length(const QList<MarkdownBlock> &blocks);

//! The bare words of all blocks, one a line: position i of it is position i of a selection.
[[nodiscard]] QString bare(const QList<MarkdownBlock> &blocks);

//! Words for the clipboard, with list markers, from position \a from to before \a to.
[[nodiscard]] QString plain(const QList<MarkdownBlock> &blocks, int from = 0, int to = INT_MAX);

//! The same as Markdown.
[[nodiscard]] QString markdown(const QList<MarkdownBlock> &blocks, int from = 0, int to = INT_MAX);

//! What a screen reader says: no markup; headings, list items, links, quotes, tables and code are named.
[[nodiscard]] QString spoken(const QList<MarkdownBlock> &blocks);

} // namespace heed::MarkdownText
