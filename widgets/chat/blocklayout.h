// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/markdownblock.h"
#include "widgets/chat/rowstyle.h"
#include "widgets/chat/textchunks.h"

#include <QRectF>
#include <QTextLayout>
#include <memory>
#include <vector>

class QPainter;

namespace heed {

//! A range of positions that is painted on another ground.
struct TextMark {
    enum class Kind : quint8 { Found, Selected };
    int start = 0;
    int length = 0;
    Kind kind = Kind::Found;
};

//! One block, laid out at a width and painted. Made and painted on the GUI thread: painting a layout that
//! another thread made crashes Qt 6.4. Coordinates are relative to the block's top left corner.
class BlockLayout
{
public:
    struct Options {
        bool isQuiet = false;  //!< small and in the quiet colour
        Qt::Alignment align{}; //!< none: by the direction of the text
    };
    //! \param old the layout of an earlier state of the same block at the same width and style, or null:
    //! parts of it that are still right are taken over.
    BlockLayout(const MarkdownBlock &block, qreal width, const RowStyle &style, Options options,
                std::unique_ptr<BlockLayout> old = {});

    void paint(QPainter &painter, QPointF at, const RowStyle &style, const QList<TextMark> &marks,
               const QRectF &clip) const;
    //! Bars of the quotes around the block, \a above pixels of them over its top.
    void paintQuotes(QPainter &painter, QPointF at, const RowStyle &style, qreal above) const;

    [[nodiscard]] const MarkdownBlock &block() const { return m_block; }
    [[nodiscard]] qreal height() const { return m_height; }
    [[nodiscard]] qreal naturalWidth() const;
    [[nodiscard]] bool isRightToLeft() const { return m_isRightToLeft; }
    //! The position in the block's text nearest to \a point.
    [[nodiscard]] int positionAt(QPointF point) const;
    //! Whether there is text under \a point, not only near it.
    [[nodiscard]] bool hasTextAt(QPointF point) const;
    //! Where the line with this position is.
    [[nodiscard]] QRectF lineRect(int position) const;
    //! How far from the left the character at this position stands.
    [[nodiscard]] qreal caretX(int position) const;
    //! The Copy button of a code block; empty for others.
    [[nodiscard]] QRectF copyButton() const { return m_copyButton; }
    //! Above this height everything was taken over from the layout before; 0 when nothing was.
    [[nodiscard]] qreal keptHeight() const { return m_keptHeight; }
    //! QTextLayouts made for this object: what a test counts.
    [[nodiscard]] int layoutsMade() const { return m_made; }

private:
    struct Piece {
        std::unique_ptr<QTextLayout> layout{};
        QPointF at{};
        TextChunk chunk{};
        qreal height = 0;
        int stateBefore = 0; // of the highlighter
        int stateAfter = 0;
    };
    struct Place {
        QPointF at{};
        qreal width = 0;
        Qt::Alignment align{};
        QFont font{};
        bool wrapsAnywhere = true;
    };
    using Formats = QList<QTextLayout::FormatRange>;

    void layText(const RowStyle &style, const Options &options);
    void layCode(const RowStyle &style);
    void layTable(const RowStyle &style);
    void layRow(const QList<TableCell> &cells, const QList<qreal> &columns, const RowStyle &style);
    [[nodiscard]] QList<qreal> columnWidths(const RowStyle &style) const;
    [[nodiscard]] Formats formats(TextChunk chunk, const RowStyle &style) const;
    [[nodiscard]] QList<TextChunk> chunks() const;
    [[nodiscard]] std::unique_ptr<QTextLayout> reused(TextChunk chunk, const Formats &formats);
    qreal add(TextChunk chunk, const Place &place, const Formats &formats);
    void indent(const RowStyle &style);
    [[nodiscard]] const Piece *nearest(QPointF point) const;
    void paintMarker(QPainter &painter, QPointF at, const RowStyle &style) const;
    void paintCodePanel(QPainter &painter, QPointF at, const RowStyle &style) const;
    void paintTable(QPainter &painter, QPointF at, const RowStyle &style) const;

    MarkdownBlock m_block;
    qreal m_width;
    qreal m_left = 0; // of the content, after quotes and lists
    qreal m_contentWidth = 0;
    qreal m_step = 0; // indentation of one level
    qreal m_height = 0;
    bool m_isRightToLeft = false;
    QColor m_color{};
    std::vector<Piece> m_pieces{};
    QRectF m_copyButton{};
    QRectF m_panel{};
    QList<qreal> m_rowTops{};
    qreal m_tableWidth = 0;
    std::unique_ptr<BlockLayout> m_old{}; // only while the constructor runs
    bool m_isGrown = false;               // the text is that of m_old and more
    int m_made = 0;
    qreal m_keptHeight = 0;
};

} // namespace heed
