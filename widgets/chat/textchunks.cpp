// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/textchunks.h"

#include <QChar>

namespace heed {

namespace {

// Never cut between the halves of a character, or before a mark that belongs to the one before.
int wholeCharacter(QStringView text, int from, int at)
{
    int back = at;
    while (back > from + 1 && at - back < 32 &&
           (text[back].isLowSurrogate() || text[back].isMark() || text[back].unicode() == 0x200d ||
            text[back - 1].unicode() == 0x200d))
        --back;
    return text[back].isLowSurrogate() ? at : back;
}

bool isGap(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\n' || c == QChar(QChar::LineSeparator);
}

} // namespace

QList<TextChunk> textChunks(QStringView text)
{
    QList<TextChunk> chunks;
    int start = 0;
    int gap = -1; // just after the last place where a line may break
    int word = 0;
    const auto cut = [&](int at) {
        chunks.append({start, at - start});
        start = at;
        word = at;
        gap = -1;
    };
    for (int i = 0; i < text.size(); ++i) {
        if (i - start >= ChunkMost)
            cut(gap > start ? gap : wholeCharacter(text, start, i));
        else if (i - word >= WordMost)
            cut(wholeCharacter(text, start, i));
        if (isGap(text[i])) {
            gap = i + 1;
            word = i + 1;
        }
    }
    chunks.append({start, int(text.size()) - start});
    return chunks;
}

QList<TextChunk> codeChunks(QStringView text)
{
    QList<TextChunk> chunks;
    int start = 0;
    int lines = 0;
    for (int i = 0; i <= text.size(); ++i) {
        const bool isEnd = i == text.size();
        if (!isEnd && text[i] != u'\n') {
            if (i - start >= ChunkMost) {
                const int at = wholeCharacter(text, start, i);
                chunks.append({start, at - start});
                start = at;
                lines = 0;
            }
            continue;
        }
        if (isEnd || ++lines == ChunkLines) {
            chunks.append({start, i - start});
            start = i + 1;
            lines = 0;
        }
    }
    return chunks;
}

} // namespace heed
