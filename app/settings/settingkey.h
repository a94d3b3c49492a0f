// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace heed {

//! One setting: its name in the file, in `heed config` and in the documentation, and what it may be.
struct SettingKey {
    enum class Kind {
        Word,     //!< one of `words`
        Number,   //!< a whole number from `least` to `most`, or 0 where `zeroToo`
        Switch,   //!< "on" or "off"
        Text,     //!< one line, may be empty
        Url,      //!< http or https, may be empty
        Variable, //!< the name of an environment variable, may be empty
        Proxy,    //!< "system", "none", or the address of a proxy
        Headers,  //!< a list of "Name: value"
        Folders,  //!< a list of folders
    };
    QString name{};
    Kind kind = Kind::Text;
    QString standard{}; //!< the default, as text; lists default to empty
    QStringList words{};
    qint64 least = 0;
    qint64 most = 0;
    bool zeroToo = false;
    QString falls{};            //!< the key whose value counts while this one is not set, when that one is
    const char *help = nullptr; //!< one line, untranslated: shown by helpText()

    [[nodiscard]] bool isList() const { return kind == Kind::Headers || kind == Kind::Folders; }
    //! One line for a person, translated.
    [[nodiscard]] QString helpText() const;
    //! What may be given: "assume, stop", "0 or 10 to 86400", …; translated.
    [[nodiscard]] QString allowedText() const;
};

//! Every setting that has an effect, in the order in which a person reads them.
[[nodiscard]] const QList<SettingKey> &settingKeys();

//! Null when there is no such setting.
[[nodiscard]] const SettingKey *findSettingKey(const QString &name);

} // namespace heed
