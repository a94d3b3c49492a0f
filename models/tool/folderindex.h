// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/textextractor.h"

#include <QMutex>
#include <QSqlDatabase>
#include <QStringList>
#include <atomic>
#include <optional>

namespace heed {

struct FolderQuery {
    QStringList folders{}; //!< all that the person added; what is left of others is forgotten
    QStringList only{};    //!< some of them; empty: all
    QString words{};
    std::optional<qint64> sinceMs{}; //!< by the file's change time
    std::optional<qint64> untilMs{};
    int limit = 20;
};

struct FolderHit {
    QString path{};
    QString folder{}; //!< the added one that it lies in
    QString title{};
    QString snippet{};
    qint64 modifiedMs = 0;
};

struct FolderAnswer {
    QList<FolderHit> hits{}; //!< best first
    QStringList problems{};  //!< folders that could not be read, and the like; translated
};

//! Finds files by their words, in the folders that the person added.
//!
//! Keeps an index in a file of its own, which holds nothing that is not in the folders: a damaged one is
//! thrown away and made again. Before each search it is brought up to date by size and change time; a
//! cancelled update is carried on by the next search.
//!
//! \par Threads
//! search() takes long and belongs in a pool thread; several at once wait for each other's update.
class FolderIndex
{
public:
    //! \param indexFile made when missing, readable by its owner only.
    explicit FolderIndex(QString indexFile, TextExtractors extractors = {});

    [[nodiscard]] FolderAnswer search(const FolderQuery &query, const std::atomic_bool &cancelled);
    //! A file's text, if it lies in one of the folders.
    [[nodiscard]] Result<FileText> read(const QString &file, const QStringList &folders) const;

private:
    [[nodiscard]] Result<Done> refresh(QSqlDatabase &database, const FolderQuery &query,
                                       QStringList &problems, const std::atomic_bool &cancelled);

    QString m_file;
    TextExtractors m_extractors;
    QMutex m_refreshing;
};

//! A person's words as an FTS5 query: each as a prefix, quoted. Empty: there are none.
[[nodiscard]] QString matchQuery(const QString &words, bool all);

} // namespace heed
