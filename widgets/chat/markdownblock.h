// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFlags>
#include <QList>
#include <QString>

namespace heed {

enum class InlineFormat : quint8 { Bold = 1, Italic = 2, Strike = 4, Code = 8, Link = 16, Image = 32 };
Q_DECLARE_FLAGS(InlineFormats, InlineFormat)
Q_DECLARE_OPERATORS_FOR_FLAGS(InlineFormats)

//! A run of characters of a block that looks different from plain text.
struct InlineSpan {
    int start = 0; //!< in QChars of the block's text
    int length = 0;
    InlineFormats formats{};
    QString target{}; //!< for a link, or an image that may be opened as one: an allowed address; else empty
    friend bool operator==(const InlineSpan &, const InlineSpan &) = default;
};

//! What stands before the first block of a list item.
struct ListMarker {
    enum class Kind : quint8 { None, Bullet, Ordinal, Task };
    Kind kind = Kind::None;
    int ordinal = 0;            //!< for Ordinal, and a Task of an ordered list
    bool startsOrdered = false; //!< the first item of an ordered list
    char16_t delimiter = u'.';  //!< for Ordinal: what follows the number
    bool checked = false;       //!< for Task
    friend bool operator==(const ListMarker &, const ListMarker &) = default;
};

//! A cell of a table, as a range of the block's text.
struct TableCell {
    int row = 0; //!< 0 is the header
    int column = 0;
    int start = 0;
    int length = 0;
    Qt::Alignment align{}; //!< none, AlignLeft, AlignHCenter or AlignRight
    friend bool operator==(const TableCell &, const TableCell &) = default;
};

//! One block of a text as the chat view shows it: the leaves of the Markdown tree, each with the path of
//! quotes and lists that it stands in. A value; knows nothing of fonts or windows.
struct MarkdownBlock {
    enum class Kind : quint8 { Paragraph, Heading, Code, Table, Rule };
    Kind kind = Kind::Paragraph;
    int level = 0;       //!< of a heading, 1 to 6
    QByteArray nest{};   //!< 'q' for a quote, 'l' for a list item, outermost first; at most MaxNest long
    ListMarker marker{}; //!< set on the first block of a list item
    QString language{};  //!< of a code block, as written after the fence
    //! The words, with U+2028 for a hard break in paragraphs; code has '\n' between its lines; a table has
    //! '\t' between cells and '\n' between rows.
    QString text{};
    QList<InlineSpan> spans{};
    QList<TableCell> cells{};
    int columns = 0; //!< of a table

    static constexpr int MaxNest = 12; //!< deeper quotes and lists are shown at this depth
    [[nodiscard]] bool isListItem() const { return marker.kind != ListMarker::Kind::None; }
    [[nodiscard]] int listDepth() const { return int(nest.count('l')); }
    [[nodiscard]] int quoteDepth() const { return int(nest.count('q')); }
    friend bool operator==(const MarkdownBlock &, const MarkdownBlock &) = default;
};

} // namespace heed
