// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/tool.h"

#include <atomic>
#include <functional>
#include <memory>

class QThreadPool;

namespace heed {

//! A run that is finished by whoever made it: at once, from a store's answer, or from a pool thread.
//! finish() may be called from within Tool::run(): done() still comes from the event loop, and once.
class OpenToolRun final : public ToolRun
{
    Q_OBJECT
public:
    using ToolRun::ToolRun;
    ~OpenToolRun() override { *m_cancelled = true; }
    void finish(const ToolOutcome &outcome);
    //! Work in a pool thread, whose outcome finishes the run. The flag says when to give up.
    void work(QThreadPool &pool, std::function<ToolOutcome(const std::atomic_bool &cancelled)> function);
    void cancel() override;

private:
    bool m_finished = false;
    std::shared_ptr<std::atomic_bool> m_cancelled = std::make_shared<std::atomic_bool>(false);
};

//! A run that already has its outcome.
[[nodiscard]] ToolRun *finishedRun(const ToolOutcome &outcome, QObject *parent);
//! An error result for the model.
[[nodiscard]] ToolOutcome failedOutcome(const QString &forModel, const QString &summary);

//! JSON as a tool result.
[[nodiscard]] QString compactJson(const QJsonObject &object);

} // namespace heed
