// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptrole.h"

#include <QAbstractListModel>
#include <functional>

namespace heed {

//! A transcript for tests: rows as values, and a count of what is read from it. Rows beyond those given
//! are short messages that are made up when they are read.
class Transcript final : public QAbstractListModel
{
public:
    struct Row {
        RowKind kind = RowKind::Message;
        QString author{};
        QString text{};
        QString title{};
        bool isFoldable = false;
        bool isWaiting = false;
        bool isStreaming = false;
        qint64 reply = 0;
        QStringList actions{};
        qint64 atMs = 1'700'000'000'000;
        qint64 id = 0; // given by the model when 0
        int revision = 1;
    };

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : m_made + int(m_rows.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    void append(Row row) { insert(rowCount(), std::move(row)); }
    void insert(int at, Row row);
    void remove(int at, int count = 1);
    void change(int at, const std::function<void(Row &)> &how);
    //! Starts over with \a count messages that cost no memory, followed by nothing.
    void makeUp(int count);

    mutable int textsRead = 0;
    mutable int cellsRead = 0;

private:
    [[nodiscard]] Row made(int row) const;
    QList<Row> m_rows{};
    int m_made = 0;
    qint64 m_lastId = 1'000'000'000;
};

inline Transcript::Row Transcript::made(int row) const
{
    Row made;
    made.id = row + 1;
    made.kind = row % 2 == 0 ? RowKind::Message : RowKind::ReplyText;
    made.author = row % 2 == 0 ? QStringLiteral("You") : QStringLiteral("Model");
    made.reply = row % 2 == 0 ? 0 : row;
    made.text = QStringLiteral("Message number %1. ").arg(row).repeated(1 + row % 7);
    return made;
}

inline QVariant Transcript::data(const QModelIndex &index, int role) const
{
    ++cellsRead;
    const Row row = index.row() < m_made ? made(index.row()) : m_rows.at(index.row() - m_made);
    switch (role) {
    case TranscriptRole::Kind:
        return int(row.kind);
    case TranscriptRole::RowId:
        return row.id;
    case TranscriptRole::Revision:
        return row.revision;
    case TranscriptRole::Author:
        return row.author;
    case TranscriptRole::AtMs:
        return row.atMs;
    case TranscriptRole::Text:
        ++textsRead;
        return row.text;
    case TranscriptRole::Streaming:
        return row.isStreaming;
    case TranscriptRole::ReplyRow:
        return row.reply;
    case TranscriptRole::Waiting:
        return row.isWaiting;
    case TranscriptRole::Title:
        return row.title;
    case TranscriptRole::Foldable:
        return row.isFoldable;
    case TranscriptRole::Actions:
        return row.actions;
    default:
        return {};
    }
}

inline void Transcript::insert(int at, Row row)
{
    beginInsertRows({}, at, at);
    if (row.id == 0)
        row.id = ++m_lastId;
    m_rows.insert(at - m_made, std::move(row));
    endInsertRows();
}

inline void Transcript::remove(int at, int count)
{
    beginRemoveRows({}, at, at + count - 1);
    m_rows.remove(at - m_made, count);
    endRemoveRows();
}

inline void Transcript::change(int at, const std::function<void(Row &)> &how)
{
    Row &row = m_rows[at - m_made];
    how(row);
    ++row.revision;
    Q_EMIT dataChanged(index(at), index(at));
}

inline void Transcript::makeUp(int count)
{
    beginResetModel();
    m_rows.clear();
    m_made = count;
    endResetModel();
}

} // namespace heed
