// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/keptrecord.h"
#include "models/store/store.h"
#include "models/tool/tool.h"

namespace heed {

class ToolInput;
class OpenToolRun;

//! `remind`: sets, lists, moves and cancels reminders. Lives in the reply thread; store and clock must
//! outlive it.
class RemindTool final : public Tool
{
public:
    //! \param changed called in the reply thread after a commit: whoever lets reminders fire looks again.
    RemindTool(Store &store, const Clock &clock, std::function<void()> changed);
    [[nodiscard]] ToolSpec spec() const override;
    [[nodiscard]] bool writes() const override { return true; }
    [[nodiscard]] ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                               QObject *parent) override;

private:
    //! A time for a reminder, or why there is none, for the model.
    struct Chosen {
        QString localTime{};
        Repeat repeat = Repeat::Once;
        int day = 0;
        QString note{};
        QString problem{};
    };
    [[nodiscard]] Chosen choose(const ToolInput &input) const;
    void set(const ToolInput &input, const ToolContext &context, OpenToolRun *run);
    void list(OpenToolRun *run);
    void change(const ToolInput &input, bool cancel, OpenToolRun *run);
    void tell(OpenToolRun *run, const Result<ReminderRecord> &reminder, const QString &word,
              const QString &note);

    Store &m_store;
    const Clock &m_clock;
    std::function<void()> m_changed;
};

} // namespace heed
