// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringView>

namespace heed {

//! A stretch of a text that is laid out by itself.
struct TextChunk {
    int start = 0;
    int length = 0;
    friend bool operator==(const TextChunk &, const TextChunk &) = default;
};

//! Cuts a text so that laying it out stays quick: QTextLayout is quadratic in the length of an unbroken
//! word (1 MB: 85 s). A chunk has at most ChunkMost characters and breaks at a space where it can; a word
//! of more than WordMost characters is chopped. Growing the text changes only the last chunk. Pure.
[[nodiscard]] QList<TextChunk> textChunks(QStringView text);

//! The same for code: chunks of at most ChunkLines lines, the '\n' between two chunks in neither; a line
//! too long for a chunk goes on in the next one.
[[nodiscard]] QList<TextChunk> codeChunks(QStringView text);

constexpr int ChunkMost = 4000;
constexpr int WordMost = 1000;
constexpr int ChunkLines = 24;

} // namespace heed
