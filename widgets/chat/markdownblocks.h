// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/markdownblock.h"

#include <QStringView>

//! Markdown (GitHub flavour) to blocks. Pure functions over values, any thread, no window needed.
//! Raw HTML is always shown as it was written; no image is ever loaded; a link whose scheme is not http,
//! https or mailto is plain text.
namespace heed::MarkdownBlocks {

//! The blocks of \a source. Text that would grow out of all proportion (a table of millions of empty
//! cells) comes back as plain paragraphs.
[[nodiscard]] QList<MarkdownBlock> parse(const QString &source);

//! parse() of text that has been through sanitised().
[[nodiscard]] QList<MarkdownBlock> parseSanitised(QStringView source);

//! A paragraph for each line of \a text, word for word.
[[nodiscard]] QList<MarkdownBlock> plain(const QString &text);

//! Line ends as '\n'; control characters, lone surrogates and object placeholders as U+FFFD.
[[nodiscard]] QString sanitised(QStringView text);

//! The address in full when it may be opened (http, https with a host, mailto), else empty.
[[nodiscard]] QString allowedTarget(const QString &address);

} // namespace heed::MarkdownBlocks
