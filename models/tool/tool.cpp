// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/tool.h"

#include "models/base/logging.h"

namespace heed {

void ToolRegistry::add(std::unique_ptr<Tool> tool)
{
    const QString name = tool->spec().name;
    if (find(name)) {
        qCCritical(lcTool) << "a tool is registered twice:" << name;
        return;
    }
    m_tools.push_back(std::move(tool));
}

Tool *ToolRegistry::find(const QString &name) const
{
    for (const auto &tool : m_tools) {
        if (tool->spec().name == name)
            return tool.get();
    }
    return nullptr;
}

QList<ToolSpec> ToolRegistry::specs(bool readOnly) const
{
    QList<ToolSpec> specs;
    for (const auto &tool : m_tools) {
        if (!readOnly || !tool->writes())
            specs.append(tool->spec());
    }
    return specs;
}

} // namespace heed
