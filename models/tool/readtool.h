// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/searchtool.h"

namespace heed {

//! `read`: part of one item that search found, by its id.
class ReadTool final : public Tool
{
public:
    ReadTool(FindSources sources, const Clock &clock);
    ~ReadTool() override;
    [[nodiscard]] ToolSpec spec() const override;
    [[nodiscard]] ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                               QObject *parent) override;

private:
    FindSources m_sources;
    const Clock &m_clock;
    QThreadPool m_pool{};
};

} // namespace heed
