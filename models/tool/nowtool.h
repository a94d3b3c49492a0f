// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/tool.h"

namespace heed {

//! `now`: date, time, zone and week day. Lives in the reply thread; the clock must outlive it.
class NowTool final : public Tool
{
public:
    explicit NowTool(const Clock &clock)
        : m_clock(clock)
    {
    }
    [[nodiscard]] ToolSpec spec() const override;
    [[nodiscard]] ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                               QObject *parent) override;

private:
    const Clock &m_clock;
};

} // namespace heed
