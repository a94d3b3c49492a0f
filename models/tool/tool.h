// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/base/face.h"
#include "models/base/id.h"
#include "models/provider/modelrequest.h"

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

namespace heed {

//! What a tool gives back to the model and to the person.
struct ToolOutcome {
    bool ok = true;
    QString result{};     //!< for the model; bounded to 16 KiB by the reply
    QString summary{};    //!< one line for the person, translated
    bool changed = false; //!< it wrote something: progress for the research budget
};

//! For whom a tool runs.
struct ToolContext {
    ChatId chat{};
    ReplyId reply{};
    CallId call{}; //!< unique; a tool that writes uses it to do a repeated run (after a crash) only once
    Face face = Face::Window;
};

//! One running tool call. Lives in the reply thread; done() comes once, from the event loop, also after
//! cancel().
class ToolRun : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void cancel() = 0;
Q_SIGNALS:
    void done(const heed::ToolOutcome &outcome);
};

//! A tool: its description for models, and how to run it. Long work runs in a pool, not in the reply thread.
class Tool
{
public:
    virtual ~Tool() = default;
    [[nodiscard]] virtual ToolSpec spec() const = 0;
    [[nodiscard]] virtual bool writes() const { return false; }
    [[nodiscard]] virtual Milliseconds timeLimit() const { return std::chrono::seconds(30); }
    //! Whether the writing slot is given up while it runs.
    [[nodiscard]] virtual bool isLong() const { return false; }
    [[nodiscard]] virtual ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                                       QObject *parent) = 0;
};

//! Every tool beside ask_user (which the reply itself serves), each registered once.
class ToolRegistry
{
public:
    void add(std::unique_ptr<Tool> tool);
    [[nodiscard]] Tool *find(const QString &name) const;
    //! \param readOnly leave out the tools that write (voice).
    [[nodiscard]] QList<ToolSpec> specs(bool readOnly = false) const;

private:
    std::vector<std::unique_ptr<Tool>> m_tools{};
};

} // namespace heed

Q_DECLARE_METATYPE(heed::ToolOutcome)
