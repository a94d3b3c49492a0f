// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QVariant>
#include <optional>

namespace heed {

//! What a setting may be, for the control that shows it.
struct SettingFacts {
    QString help{};   //!< one line, translated
    qint64 least = 0; //!< of a number
    qint64 most = 0;
    bool zeroToo = false;
};

//! The person's settings, as the settings dialog reads and writes them: by the names that heed.ini and
//! `heed config` use. A port that the program implements. GUI thread.
class SettingsPort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    //! None: this version has no such setting, and the dialog shows no control for it.
    [[nodiscard]] virtual std::optional<SettingFacts> facts(const QString &key) const = 0;
    //! What counts now: a QString, or a QStringList for lists.
    [[nodiscard]] virtual QVariant value(const QString &key) const = 0;
    //! Whether it could be set; BadInput with a sentence that says what is allowed.
    [[nodiscard]] virtual Result<Done> check(const QString &key, const QVariant &value) const = 0;
    //! Writes all of them, or none. BadInput, or Storage when they cannot be written.
    virtual Result<Done> set(const QHash<QString, QVariant> &values) = 0;
    //! What the person should know about the settings as they are in this run; empty when there is nothing.
    [[nodiscard]] virtual QStringList notes() const = 0;

Q_SIGNALS:
    void changed(const QStringList &keys);
};

} // namespace heed
