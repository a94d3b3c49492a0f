// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/store.h"
#include "models/tool/tool.h"

namespace heed {

//! `store`: keeps a note. Lives in the reply thread; store and clock must outlive it.
class StoreTool final : public Tool
{
public:
    StoreTool(Store &store, const Clock &clock)
        : m_store(store)
        , m_clock(clock)
    {
    }
    [[nodiscard]] ToolSpec spec() const override;
    [[nodiscard]] bool writes() const override { return true; }
    [[nodiscard]] ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                               QObject *parent) override;

private:
    Store &m_store;
    const Clock &m_clock;
};

} // namespace heed
