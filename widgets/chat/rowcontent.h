// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptrole.h"
#include "widgets/chat/markdownstream.h"

#include <QModelIndex>

namespace heed {

//! What the view decides about a row beside the model.
struct RowSetting {
    QString heading{};   //!< author and time; empty when the row carries on what the one before began
    int headingBold = 0; //!< that many characters of the heading are the author
    bool isFolded = false;
    bool hasWidget = false; //!< a waiting question with its card
    int widgetHeight = 0;
    qsizetype shownMost = 0; //!< characters of the text that are shown before "Show more"
    friend bool operator==(const RowSetting &, const RowSetting &) = default;
};

//! What one row shows: read from the model, no layout. GUI thread.
class RowContent
{
public:
    static constexpr qsizetype ShownFirst = 64 * 1024; //!< QChars before "Show more"
    static constexpr int BlocksMost = 1500;            //!< and blocks, for the same reason

    //! Reads the row. \return the first block that may have changed since the last call.
    int load(const QModelIndex &row, const RowSetting &setting);

    [[nodiscard]] RowKind kind() const { return m_kind; }
    [[nodiscard]] const RowSetting &setting() const { return m_setting; }
    [[nodiscard]] const QString &title() const { return m_title; }
    //! The words of what the row offers to do, as it shows them.
    [[nodiscard]] const QStringList &actions() const { return m_actions; }
    [[nodiscard]] bool isFoldable() const { return m_isFoldable; }
    [[nodiscard]] bool isStreaming() const { return m_isStreaming; }
    //! Whether some of the text is held back behind "Show more".
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    [[nodiscard]] const QList<MarkdownBlock> &blocks() const { return m_markdown.blocks(); }

    //! The blocks of a row without reading anything else: what search and copying need of rows never seen.
    [[nodiscard]] static QList<MarkdownBlock> blocksOf(const QModelIndex &row);
    [[nodiscard]] static RowKind kindOf(const QModelIndex &row);

private:
    [[nodiscard]] QString shown(const QString &text);

    RowKind m_kind = RowKind::Notice;
    RowSetting m_setting{};
    QString m_title{};
    QStringList m_actions{};
    bool m_isFoldable = false;
    bool m_isStreaming = false;
    bool m_hasMore = false;
    MarkdownStream m_markdown{};
};

} // namespace heed
