// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowcontent.h"

#include "widgets/chat/markdownblocks.h"
#include "widgets/chat/rowactions.h"

namespace heed {

RowKind RowContent::kindOf(const QModelIndex &row)
{
    return RowKind(row.data(TranscriptRole::Kind).toInt());
}

QList<MarkdownBlock> RowContent::blocksOf(const QModelIndex &row)
{
    const QString text = row.data(TranscriptRole::Text).toString();
    return kindOf(row) == RowKind::ReplyText ? MarkdownBlocks::parse(text) : MarkdownBlocks::plain(text);
}

QString RowContent::shown(const QString &text)
{
    m_hasMore = false;
    if (m_isStreaming || text.size() <= m_setting.shownMost)
        return text;
    m_hasMore = true;
    const qsizetype line = text.lastIndexOf(u'\n', m_setting.shownMost);
    qsizetype end = line > m_setting.shownMost / 2 ? line : m_setting.shownMost;
    if (text.at(end).isLowSurrogate())
        --end;
    return text.left(end);
}

int RowContent::load(const QModelIndex &row, const RowSetting &setting)
{
    m_kind = kindOf(row);
    m_setting = setting;
    m_title = row.data(TranscriptRole::Title).toString();
    m_isFoldable = row.data(TranscriptRole::Foldable).toBool();
    m_actions = shownRowActions(m_kind, row.data(TranscriptRole::Actions).toStringList());
    const bool wasStreaming = m_isStreaming;
    m_isStreaming = row.data(TranscriptRole::Streaming).toBool();
    if (m_setting.hasWidget || (m_isFoldable && m_setting.isFolded)) {
        m_markdown.setBlocks({});
        m_hasMore = false;
        return 0;
    }
    const QString text = shown(row.data(TranscriptRole::Text).toString());
    if (m_kind == RowKind::ReplyText && (m_isStreaming || wasStreaming) && !m_hasMore)
        return m_markdown.update(text);
    QList<MarkdownBlock> blocks =
        m_kind == RowKind::ReplyText ? MarkdownBlocks::parse(text) : MarkdownBlocks::plain(text);
    const int most = int(qreal(BlocksMost) * qreal(m_setting.shownMost) / qreal(ShownFirst));
    if (blocks.size() > most && !m_isStreaming) {
        blocks.resize(most);
        m_hasMore = true;
    }
    m_markdown.setBlocks(std::move(blocks));
    return 0;
}

} // namespace heed
