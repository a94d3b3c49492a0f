// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/blocklayout.h"
#include "widgets/chat/rowcontent.h"

namespace heed {

//! What is under the pointer in a row.
struct RowHit {
    enum class What : quint8 { Nothing, Text, Link, Copy, Fold, More, Action };
    What what = What::Nothing;
    int block = -1;   //!< for Text, Link and Copy
    int position = 0; //!< of the text nearest to the pointer, always set
    QString target{}; //!< for Link; for Action its word
};

//! One row, laid out at a width. Coordinates are relative to the row's top left corner at the left edge of
//! the viewport. The rectangles that are painted are the ones that are hit: there is one truth.
class RowLayout
{
public:
    //! \param firstChanged blocks before this one are as they were at the last call with the same style, and
    //! parts of the others may be; -1: nothing is.
    void lay(const RowContent &content, const RowStyle &style, int firstChanged);

    struct Paint {
        int selectedFrom = 0; //!< positions; nothing is selected when from == to
        int selectedTo = 0;
        QList<TextChunk> found{}; //!< positions
        QRectF clip{};            //!< relative to the row
        bool isCurrent = false;   //!< has the focus frame
    };
    void paint(QPainter &painter, QPointF at, const RowContent &content, const RowStyle &style,
               const Paint &how) const;

    [[nodiscard]] int height() const { return m_height; }
    //! Top of what the last lay() changed.
    [[nodiscard]] int changedTop() const { return m_changedTop; }
    [[nodiscard]] RowHit hit(QPointF point) const;
    //! The line with this position.
    [[nodiscard]] QRectF lineRect(int position) const;
    //! Where the card of a waiting question goes.
    [[nodiscard]] QRectF widgetRect() const { return m_widget; }
    [[nodiscard]] int blockStart(int block) const { return m_blocks.at(size_t(block)).start; }
    [[nodiscard]] int layoutsMade() const { return m_made; }

private:
    struct Button {
        QRectF box{};
        QString word{};
    };
    struct Placed {
        std::unique_ptr<BlockLayout> layout{};
        QPointF at{};
        int start = 0; // position of its text in the row
    };

    void layHeading(const RowContent &content, const RowStyle &style, bool canReuse);
    void layTitle(const RowContent &content, const RowStyle &style);
    void layBlocks(const RowContent &content, const RowStyle &style, qreal left, qreal width,
                   int firstChanged);
    void layBubble(const RowContent &content, const RowStyle &style);
    void layCard(const RowContent &content, const RowStyle &style, int firstChanged);
    void layNotice(const RowContent &content, const RowStyle &style, int firstChanged);
    void layFolded(const RowContent &content, const RowStyle &style, int firstChanged);
    void layMore(const RowContent &content, const RowStyle &style);
    void layActions(const RowContent &content, const RowStyle &style, qreal left, qreal width);
    [[nodiscard]] std::unique_ptr<BlockLayout> line(const QString &text, int bold, const RowStyle &style,
                                                    qreal width, Qt::Alignment align);
    void paintGround(QPainter &painter, QPointF at, const RowContent &content, const RowStyle &style) const;
    void paintTitle(QPainter &painter, QPointF at, const RowContent &content, const RowStyle &style) const;
    void paintButton(QPainter &painter, const QRectF &box, const QString &label, const RowStyle &style) const;
    void paintBlocks(QPainter &painter, QPointF at, const RowStyle &style, const Paint &how) const;
    void paintWriting(QPainter &painter, QPointF at, const RowStyle &style) const;

    qreal m_y = 0; // while laying out: where the next thing goes
    int m_height = 0;
    int m_changedTop = 0;
    int m_made = 0;
    std::unique_ptr<BlockLayout> m_heading{};
    QPointF m_headingAt{};
    std::unique_ptr<BlockLayout> m_title{};
    QPointF m_titleAt{};
    QRectF m_fold{};
    QRectF m_ground{}; // bubble or card
    QRectF m_widget{};
    QRectF m_more{};
    std::vector<Button> m_actions{};
    QRectF m_column{};
    std::vector<Placed> m_blocks{};
};

} // namespace heed
