// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/folderindex.h"
#include "models/tool/tool.h"

#include <QThreadPool>

namespace heed {

//! Where search and read find things. The functions are called in the reply thread.
struct FindSources {
    QString databaseFile{};
    std::shared_ptr<FolderIndex> index{};
    std::function<QStringList()> folders{}; //!< those that the person added
};

//! `search`: chats, messages, notes, earlier answers, and the added folders. Lives in the reply thread, works
//! in a pool; the clock must outlive it.
class SearchTool final : public Tool
{
public:
    SearchTool(FindSources sources, const Clock &clock);
    ~SearchTool() override;
    [[nodiscard]] ToolSpec spec() const override;
    //! Indexing many new files takes a while; it goes on where it was when the time was too short.
    [[nodiscard]] Milliseconds timeLimit() const override { return std::chrono::seconds(120); }
    [[nodiscard]] bool isLong() const override { return true; }
    [[nodiscard]] ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                               QObject *parent) override;

private:
    FindSources m_sources;
    const Clock &m_clock;
    QThreadPool m_pool{};
};

} // namespace heed
