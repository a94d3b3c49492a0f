// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settingkey.h"
#include "models/base/clock.h"
#include "models/base/result.h"
#include "models/reply/replysettings.h"

#include <QHash>
#include <QObject>
#include <QVariant>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QFileSystemWatcher;
class QSettings;

namespace heed {

//! The person's settings: what stands in heed.ini, under what the command line says for this run.
//!
//! \par Threads
//! One thread, that of its owner (the GUI thread, or the main thread of a command). Others get snapshots by
//! value: replySettings().
//!
//! \par The file
//! Written at once at every change (mode 0600), merged with what other processes wrote meanwhile. A file that
//! cannot be read as settings is set aside, never deleted; a value that is not allowed counts as its
//! default and stays in the file. notes() says so to the person. Keys (of providers) never stand in it.
class Settings final : public QObject
{
    Q_OBJECT
public:
    //! \param clock dates a file that is set aside; outlives this.
    Settings(const QString &file, const Clock &clock, QObject *parent = nullptr);
    ~Settings() override;

    //! What counts in this run: a QString, or a QStringList for lists. \a key must be one of settingKeys().
    [[nodiscard]] QVariant value(const QString &key) const;
    [[nodiscard]] QString text(const QString &key) const { return value(key).toString(); }
    [[nodiscard]] int number(const QString &key) const { return value(key).toInt(); }
    [[nodiscard]] bool isOn(const QString &key) const { return text(key) == QLatin1StringView("on"); }
    [[nodiscard]] QStringList list(const QString &key) const { return value(key).toStringList(); }
    //! Whether the file or the command line says something about it.
    [[nodiscard]] bool isSet(const QString &key) const;

    //! Checks and writes. NotFound: no such setting; BadInput: not allowed (the text says what is); Storage:
    //! the file cannot be written, nothing changed.
    Result<Done> set(const QString &key, const QVariant &value);
    //! The same for several that only make sense together (a server and its model): all are written, and
    //! told, at once, or none.
    Result<Done> setAll(const QHash<QString, QVariant> &values);
    //! Takes it out of the file, so that the default counts. Same errors.
    Result<Done> reset(const QString &key);
    //! For this run only, over the file.
    Result<Done> override(const QString &key, const QVariant &value);
    //! Whether override() said something about the provider.
    [[nodiscard]] bool hasProviderOverride() const;

    [[nodiscard]] ReplySettings replySettings() const;
    [[nodiscard]] ProviderChoice providerChoice() const;

    //! What the person should know about the file, translated; empty when all is well.
    [[nodiscard]] QStringList notes() const { return m_notes; }
    //! From now on changes by other processes come through changed(), too.
    void followFile();

    //! Size and place of windows and panes, in a group of their own.
    [[nodiscard]] QByteArray windowState(const QString &name) const;
    void setWindowState(const QString &name, const QByteArray &state);

Q_SIGNALS:
    void changed(const QStringList &keys);

private:
    void load();
    void readValues();
    bool setAside();
    Result<Done> write(const std::function<void(QSettings &)> &change);
    void told(const QHash<QString, QVariant> &before);
    [[nodiscard]] QHash<QString, QVariant> snapshot() const;
    [[nodiscard]] std::optional<QVariant> given(const QString &key) const;
    void watchFile();
    void fileChanged();
    [[nodiscard]] ReplySettings::FaceRules faceRules(Face face) const;
    [[nodiscard]] ReplySettings::FaceRules rulesUnder(const QString &place) const;

    QString m_file;
    const Clock &m_clock;
    std::unique_ptr<QSettings> m_store;
    QHash<QString, QVariant> m_kept{};      //!< allowed values of the file
    QHash<QString, QVariant> m_overrides{}; //!< of the command line
    QStringList m_notes{};
    bool m_leaveAlone = false; //!< the file can be neither read nor set aside: writing would lose it
    QFileSystemWatcher *m_watcher = nullptr;
    std::pair<qint64, qint64> m_seen{}; //!< when the file that was read was written (ms), and its size
};

//! For a setting that does not exist: NotFound, with those that sound alike.
[[nodiscard]] Error unknownSetting(const QString &key);

} // namespace heed
