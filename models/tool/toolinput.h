// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QJsonObject>
#include <QString>

namespace heed {

//! A tool's arguments, held against its schema: names, types, `enum`, `minimum`, `maximum`, `maxLength`,
//! `required`. A value type; any thread.
class ToolInput
{
public:
    ToolInput(const QJsonObject &arguments, const QJsonObject &schema);

    //! Not empty: the call cannot run; says to the model what to send.
    [[nodiscard]] QString problem() const { return m_problem; }
    //! Trimmed; empty when it was not sent.
    [[nodiscard]] QString text(const QString &name) const;
    [[nodiscard]] std::optional<qint64> number(const QString &name) const;

private:
    [[nodiscard]] QString check(const QString &name, const QJsonValue &value, const QJsonObject &rule) const;
    QJsonObject m_values{};
    QString m_problem{};
};

} // namespace heed
