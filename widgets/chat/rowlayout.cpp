// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowlayout.h"

#include "widgets/chat/rowactions.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <cmath>

namespace heed {

namespace {

// The gap above a block, as a share of a line.
qreal gapBetween(const MarkdownBlock &above, const MarkdownBlock &below)
{
    if (below.kind == MarkdownBlock::Kind::Heading)
        return below.level <= 2 ? 1.1 : 0.9;
    if (above.kind == MarkdownBlock::Kind::Heading)
        return 0.4;
    if (above.listDepth() > 0 && below.isListItem())
        return 0.28;
    return 0.65;
}

// Whether parts of one block's layout may serve for the other.
bool isLike(const MarkdownBlock &a, const MarkdownBlock &b)
{
    return a.nest == b.nest && a.kind == b.kind && a.level == b.level &&
           a.text.isRightToLeft() == b.text.isRightToLeft();
}

struct RowLayoutText {
    Q_DECLARE_TR_FUNCTIONS(heed::ChatView)
};

} // namespace

std::unique_ptr<BlockLayout> RowLayout::line(const QString &text, int bold, const RowStyle &style,
                                             qreal width, Qt::Alignment align)
{
    MarkdownBlock block;
    block.text = text;
    if (bold > 0)
        block.spans.append({0, bold, InlineFormat::Bold, {}});
    auto made = std::make_unique<BlockLayout>(block, width, style,
                                              BlockLayout::Options{.isQuiet = true, .align = align});
    m_made += made->layoutsMade();
    return made;
}

void RowLayout::lay(const RowContent &content, const RowStyle &style, int firstChanged)
{
    m_made = 0;
    m_fold = m_ground = m_widget = m_more = {};
    m_column = QRectF(style.columnLeft(), 0, style.measure, 0);
    m_title.reset();
    m_actions.clear();
    m_changedTop = 0;
    m_y = 0;
    layHeading(content, style, firstChanged >= 0);
    switch (content.kind()) {
    case RowKind::Message:
        layBubble(content, style);
        layActions(content, style, m_column.left(), m_column.width());
        break;
    case RowKind::ReplyText:
        layBlocks(content, style, m_column.left(), m_column.width(), firstChanged);
        break;
    case RowKind::Thinking:
    case RowKind::Tool:
        layFolded(content, style, firstChanged);
        break;
    case RowKind::Question:
        if (content.setting().hasWidget) {
            m_blocks.clear();
            m_widget = QRectF(m_column.left(), m_y, m_column.width(), content.setting().widgetHeight);
            m_y += content.setting().widgetHeight;
        } else {
            layCard(content, style, firstChanged);
        }
        break;
    case RowKind::Notice:
    case RowKind::Figures:
        layNotice(content, style, firstChanged);
        break;
    }
    layMore(content, style);
    m_height = int(std::ceil(m_y + style.em * 0.45));
}

//! \param canReuse nothing but the words may have changed: while a reply is written, they do not.
void RowLayout::layHeading(const RowContent &content, const RowStyle &style, bool canReuse)
{
    const RowSetting &setting = content.setting();
    const bool isSame = canReuse && m_heading && m_heading->block().text == setting.heading &&
                        m_heading->block().spans.value(0).length == setting.headingBold;
    if (!isSame)
        m_heading.reset();
    if (setting.heading.isEmpty()) {
        m_y = std::ceil(style.em * (content.kind() == RowKind::Figures ? 0.1 : 0.45));
        return;
    }
    m_y = std::ceil(style.em * 1.1);
    const bool isOwn = content.kind() == RowKind::Message;
    const Qt::Alignment side = isOwn != style.isRightToLeft ? Qt::AlignRight : Qt::AlignLeft;
    if (!m_heading)
        m_heading = line(setting.heading, setting.headingBold, style, m_column.width(), side);
    m_headingAt = QPointF(m_column.left(), m_y);
    m_y += std::ceil(m_heading->height() + style.em * 0.2);
}

void RowLayout::layBlocks(const RowContent &content, const RowStyle &style, qreal left, qreal width,
                          int firstChanged)
{
    const auto &blocks = content.blocks();
    const bool isQuiet = content.kind() != RowKind::Message && content.kind() != RowKind::ReplyText &&
                         content.kind() != RowKind::Question;
    const bool canReuse = firstChanged >= 0;
    const int kept = qBound(0, firstChanged, int(qMin(m_blocks.size(), size_t(blocks.size()))));
    int start = 0;
    m_changedTop = canReuse ? -1 : 0;
    std::vector<Placed> before = std::exchange(m_blocks, {});
    m_blocks.reserve(size_t(blocks.size()));
    for (int i = 0; i < blocks.size(); ++i) {
        const MarkdownBlock &block = blocks.at(i);
        if (i > 0)
            m_y += std::ceil(gapBetween(blocks.at(i - 1), block) *
                             (content.kind() == RowKind::Message ? style.em * 0.15 : style.em));
        Placed placed;
        if (i < kept) {
            placed.layout = std::move(before.at(size_t(i)).layout);
        } else {
            std::unique_ptr<BlockLayout> old;
            if (canReuse && size_t(i) < before.size())
                old = std::move(before.at(size_t(i)).layout);
            placed.layout = std::make_unique<BlockLayout>(
                block, width, style, BlockLayout::Options{.isQuiet = isQuiet, .align = {}},
                old && isLike(old->block(), block) ? std::move(old) : nullptr);
            m_made += placed.layout->layoutsMade();
            // Where no part is kept, the block before is painted again: the sign of writing stood there.
            if (m_changedTop < 0 && placed.layout->keptHeight() > 0)
                m_changedTop = int(m_y + placed.layout->keptHeight());
            else if (m_changedTop < 0)
                m_changedTop = m_blocks.empty() ? 0 : int(m_blocks.back().at.y());
        }
        placed.at = QPointF(left, m_y);
        placed.start = start;
        start += int(block.text.size()) + 1;
        // An empty line of a plain text sets paragraphs apart: half a line does that.
        m_y += block.text.isEmpty() && !block.isListItem() && block.kind == MarkdownBlock::Kind::Paragraph
                   ? std::ceil(style.em * 0.5)
                   : placed.layout->height();
        m_blocks.push_back(std::move(placed));
    }
    if (m_changedTop < 0)
        m_changedTop = m_blocks.empty() ? 0 : int(m_blocks.back().at.y());
}

void RowLayout::layBubble(const RowContent &content, const RowStyle &style)
{
    const qreal across = std::ceil(style.em * 0.8);
    const qreal down = std::ceil(style.em * 0.5);
    const qreal top = m_y;
    const qreal most = std::floor(m_column.width() * 0.88) - 2 * across;
    m_y += down;
    layBlocks(content, style, 0, most, -1);
    qreal wide = 0;
    bool isMirrored = false;
    for (const auto &placed : m_blocks) {
        wide = qMax(wide, placed.layout->naturalWidth());
        isMirrored = isMirrored || placed.layout->isRightToLeft();
    }
    wide = qMin(most, wide);
    if (isMirrored && wide < most) {
        m_y = top + down;
        layBlocks(content, style, 0, wide, -1);
    }
    const qreal left = style.isRightToLeft ? m_column.left() : m_column.right() - wide - 2 * across;
    for (auto &placed : m_blocks)
        placed.at.rx() += left + across;
    m_y += down;
    m_ground = QRectF(left, top, wide + 2 * across, m_y - top);
    m_changedTop = 0;
}

void RowLayout::layCard(const RowContent &content, const RowStyle &style, int firstChanged)
{
    const qreal inside = std::ceil(style.em * 0.9);
    const qreal top = m_y;
    m_y += inside * 0.75;
    const QString title = content.title().isEmpty() ? RowLayoutText::tr("The model asked") : content.title();
    m_title = line(title, int(title.size()), style, m_column.width() - 2 * inside,
                   style.isRightToLeft ? Qt::AlignRight : Qt::AlignLeft);
    m_titleAt = QPointF(m_column.left() + inside, m_y);
    m_y += std::ceil(m_title->height() + style.em * 0.3);
    layBlocks(content, style, m_column.left() + inside, m_column.width() - 2 * inside, firstChanged);
    layActions(content, style, m_column.left() + inside, m_column.width() - 2 * inside);
    m_y += inside * 0.75;
    m_ground = QRectF(m_column.left(), top, m_column.width(), m_y - top);
    m_changedTop = 0;
}

void RowLayout::layNotice(const RowContent &content, const RowStyle &style, int firstChanged)
{
    if (content.kind() == RowKind::Figures) {
        layBlocks(content, style, m_column.left(), m_column.width(), firstChanged);
        layActions(content, style, m_column.left(), m_column.width());
        return;
    }
    const qreal inside = std::ceil(style.em * 0.7);
    const qreal top = m_y;
    m_y += inside * 0.7;
    layBlocks(content, style, m_column.left() + inside + 4, m_column.width() - 2 * inside - 4, firstChanged);
    layActions(content, style, m_column.left() + inside + 4, m_column.width() - 2 * inside - 4);
    m_y += inside * 0.6;
    m_ground = QRectF(m_column.left(), top, m_column.width(), m_y - top);
    m_changedTop = 0;
}

void RowLayout::layFolded(const RowContent &content, const RowStyle &style, int firstChanged)
{
    const qreal sign = std::ceil(style.em * 1.1); // room for the triangle
    m_title = line(content.title(), 0, style, m_column.width() - sign,
                   style.isRightToLeft ? Qt::AlignRight : Qt::AlignLeft);
    m_titleAt = QPointF(style.isRightToLeft ? m_column.left() : m_column.left() + sign, m_y);
    m_fold = QRectF(m_column.left(), m_y - 2, m_column.width(), m_title->height() + 4);
    if (!content.isFoldable())
        m_fold = {};
    m_y += m_title->height();
    if (content.blocks().isEmpty()) {
        m_blocks.clear();
        return;
    }
    m_y += std::ceil(style.em * 0.3);
    const qreal top = m_y;
    layBlocks(content, style, style.isRightToLeft ? m_column.left() : m_column.left() + sign,
              m_column.width() - sign, firstChanged);
    const qreal bar = style.isRightToLeft ? m_column.right() - sign * 0.4 : m_column.left() + sign * 0.35;
    m_ground = QRectF(bar, top, 2, m_y - top);
    m_changedTop = 0;
}

void RowLayout::layMore(const RowContent &content, const RowStyle &style)
{
    if (!content.hasMore())
        return;
    m_y += std::ceil(style.em * 0.5);
    const QFontMetricsF metrics(style.small);
    const qreal wide = metrics.horizontalAdvance(RowLayoutText::tr("Show more")) + style.em * 1.6;
    m_more = QRectF(m_column.center().x() - wide / 2, m_y, wide, metrics.height() + style.em * 0.6);
    m_y = m_more.bottom();
}

//! Beside each other from where reading begins, one's own from where it ends; what does not fit goes below.
void RowLayout::layActions(const RowContent &content, const RowStyle &style, qreal left, qreal width)
{
    const QFontMetricsF metrics(style.small);
    const qreal high = std::ceil(metrics.height() + style.em * 0.6);
    const qreal gap = std::ceil(style.em * 0.4);
    const bool isMirrored = style.isRightToLeft != (content.kind() == RowKind::Message);
    qreal x = 0;
    for (const QString &word : content.actions()) {
        const qreal wide = std::ceil(metrics.horizontalAdvance(rowActionLabel(word)) + style.em * 1.4);
        if (x == 0 || x + wide > width) {
            x = 0;
            m_y += m_actions.empty() ? std::ceil(style.em * 0.5) : high + gap;
        }
        m_actions.push_back({QRectF(isMirrored ? left + width - x - wide : left + x, m_y, wide, high), word});
        x += wide + gap;
    }
    if (!m_actions.empty())
        m_y += high;
}

RowHit RowLayout::hit(QPointF point) const
{
    RowHit hit;
    qreal closest = -1;
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        const Placed &placed = m_blocks.at(i);
        const qreal bottom = placed.at.y() + placed.layout->height();
        const qreal distance = qMax(0.0, qMax(placed.at.y() - point.y(), point.y() - bottom));
        if (closest >= 0 && distance >= closest)
            continue;
        closest = distance;
        hit.block = int(i);
    }
    if (hit.block >= 0) {
        const Placed &placed = m_blocks.at(size_t(hit.block));
        const QPointF inside = point - placed.at;
        const int at = placed.layout->positionAt(inside);
        hit.position = placed.start + at;
        if (placed.layout->copyButton().contains(inside)) {
            hit.what = RowHit::What::Copy;
        } else if (placed.layout->hasTextAt(inside)) {
            hit.what = RowHit::What::Text;
            for (const auto &span : placed.layout->block().spans) {
                if (span.target.isEmpty() || at < span.start || at > span.start + span.length)
                    continue;
                hit.what = RowHit::What::Link;
                hit.target = span.target;
            }
        }
    }
    if (m_fold.contains(point))
        hit.what = RowHit::What::Fold;
    else if (m_more.contains(point))
        hit.what = RowHit::What::More;
    for (const Button &action : m_actions) {
        if (!action.box.contains(point))
            continue;
        hit.what = RowHit::What::Action;
        hit.target = action.word;
    }
    return hit;
}

QRectF RowLayout::lineRect(int position) const
{
    for (size_t i = m_blocks.size(); i-- > 0;) {
        const Placed &placed = m_blocks.at(i);
        if (position >= placed.start)
            return placed.layout->lineRect(position - placed.start).translated(placed.at);
    }
    return QRectF(0, 0, 1, m_height);
}

} // namespace heed
