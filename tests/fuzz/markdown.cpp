// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown: a text that grows gives at every moment the blocks of the text so far, every range lies inside
// its block, and no link leads anywhere but to the web or a mailbox.
#include "tests/fuzz/fuzz.h"
#include "widgets/chat/highlighter.h"
#include "widgets/chat/markdownblocks.h"
#include "widgets/chat/markdownstream.h"
#include "widgets/chat/markdowntext.h"
#include "widgets/chat/textchunks.h"

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

bool isAllowed(const QString &target)
{
    return target.isEmpty() || target.startsWith(u"http://"_s) || target.startsWith(u"https://"_s) ||
           target.startsWith(u"mailto:"_s);
}

bool isInside(qsizetype start, qsizetype length, const QString &text)
{
    return start >= 0 && length >= 0 && start + length <= text.size();
}

void checkChunks(const MarkdownBlock &block)
{
    const bool isCode = block.kind == MarkdownBlock::Kind::Code;
    int end = 0;
    for (const TextChunk &chunk : isCode ? codeChunks(block.text) : textChunks(block.text)) {
        HEED_HOLDS(isInside(chunk.start, chunk.length, block.text) && chunk.length <= ChunkMost);
        HEED_HOLDS(chunk.start == end || (isCode && chunk.start == end + 1 && block.text[end] == u'\n'));
        end = chunk.start + chunk.length;
    }
    HEED_HOLDS(end == block.text.size() || (isCode && end + 1 == block.text.size()));
}

void checkCode(const MarkdownBlock &block)
{
    const CodeLanguage *language = Highlighter::language(block.language);
    if (!language)
        return;
    int state = 0;
    int end = 0;
    for (const CodeSpan &span : Highlighter::spans(block.text, *language, state)) {
        HEED_HOLDS(span.start >= end && isInside(span.start, span.length, block.text));
        end = span.start + span.length;
    }
}

void check(const MarkdownBlock &block)
{
    HEED_HOLDS(block.nest.size() <= MarkdownBlock::MaxNest);
    for (const InlineSpan &span : block.spans)
        HEED_HOLDS(isInside(span.start, span.length, block.text) && isAllowed(span.target));
    for (const TableCell &cell : block.cells) {
        HEED_HOLDS(isInside(cell.start, cell.length, block.text));
        HEED_HOLDS(cell.column >= 0 && cell.column < block.columns && cell.row >= 0);
    }
    for (const QChar c : block.text)
        HEED_HOLDS(c.category() != QChar::Other_Control || c == u'\n' || c == u'\t');
    checkChunks(block);
    if (block.kind == MarkdownBlock::Kind::Code)
        checkCode(block);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    const QList<MarkdownBlock> blocks = MarkdownBlocks::parse(text);
    for (const MarkdownBlock &block : blocks)
        check(block);
    HEED_HOLDS(MarkdownText::length(blocks) == MarkdownText::bare(blocks).size());
    (void)MarkdownText::plain(blocks);
    (void)MarkdownText::markdown(blocks);
    (void)MarkdownText::spoken(blocks);
    for (const MarkdownBlock &block : MarkdownBlocks::plain(text))
        check(block);
    HEED_HOLDS(isAllowed(MarkdownBlocks::allowedTarget(text)));
    MarkdownStream stream;
    const qsizetype piece = fuzz::pieceOf(data, size) + text.size() / 50;
    for (qsizetype length = piece; length < text.size() + piece; length += piece) {
        const QString soFar = text.first(std::min(length, text.size()));
        const QList<MarkdownBlock> before = stream.blocks();
        const int first = stream.update(soFar);
        HEED_HOLDS(stream.blocks() == MarkdownBlocks::parse(soFar));
        HEED_HOLDS(first <= before.size() && before.first(first) == stream.blocks().first(first));
    }
    return 0;
}
