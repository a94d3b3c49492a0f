// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/places.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace heed::places {

namespace {

//! Where it is, made or not.
QString placeOf(QStandardPaths::StandardLocation location, const QString &fallback)
{
    const QString home = qEnvironmentVariable("HEED_HOME");
    if (!home.isEmpty())
        return QDir(home).absolutePath();
    const QString base = QStandardPaths::writableLocation(location);
    return (base.isEmpty() ? fallback : base) + u"/heed"_s;
}

QString dataPlace()
{
    return placeOf(QStandardPaths::GenericDataLocation, QDir::homePath());
}

QString configPlace()
{
    return placeOf(QStandardPaths::GenericConfigLocation, QDir::homePath());
}

QString made(const QString &folder, Missing missing)
{
    if (missing == Missing::IsMade && !QFileInfo::exists(folder) && QDir().mkpath(folder))
        QFile::setPermissions(folder,
                              QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    return folder;
}

QString placesText(const char *text)
{
    return QCoreApplication::translate("heed::Places", text);
}

//! Why this folder cannot be used or, when it is missing, made.
std::optional<Error> problemOf(const QString &folder)
{
    QFileInfo there(folder);
    const bool isMissing = !there.exists() && !there.isSymLink();
    while (!there.exists() && !there.isSymLink() && !there.isRoot())
        there = QFileInfo(there.absolutePath());
    if (there.isDir() && there.isWritable() && there.isExecutable() && (isMissing || there.isReadable()))
        return std::nullopt;
    const QString shown = QDir::toNativeSeparators(folder);
    const QString inTheWay = QDir::toNativeSeparators(there.absoluteFilePath());
    QString text;
    if (!there.isDir())
        text = placesText(QT_TRANSLATE_NOOP("heed::Places",
                                            "Heed keeps its data in the folder %1, but %2 is no folder. Move "
                                            "it away, or set HEED_HOME to another folder."))
                   .arg(shown, inTheWay);
    else if (isMissing)
        text =
            placesText(QT_TRANSLATE_NOOP("heed::Places",
                                         "Heed keeps its data in the folder %1, but cannot make it: you may "
                                         "not write in %2. Allow it, or set HEED_HOME to another folder."))
                .arg(shown, inTheWay);
    else
        text = placesText(QT_TRANSLATE_NOOP("heed::Places",
                                            "Heed keeps its data in the folder %1, but you may not read and "
                                            "write there. Allow it, or set HEED_HOME to another folder."))
                   .arg(shown);
    return Error{.code = Error::Code::Storage, .text = text};
}

} // namespace

void ignoreRelativeFolders()
{
    for (const char *name :
         {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
        if (!QDir::isAbsolutePath(qEnvironmentVariable(name)))
            qunsetenv(name);
    }
}

std::optional<Error> problem()
{
    const QString home = qEnvironmentVariable("HOME");
    if (!qEnvironmentVariableIsEmpty("HEED_HOME") || QDir::isAbsolutePath(home)) {
        const auto data = problemOf(dataPlace());
        return data ? data : problemOf(configPlace());
    }
    return Error{.code = Error::Code::BadInput,
                 .text =
                     home.isEmpty()
                         ? QCoreApplication::translate(
                               "heed::Places",
                               "Heed does not know where to keep its data: the environment variable HOME is "
                               "empty. Set HOME to your home folder, or HEED_HOME to a folder for Heed.")
                         : QCoreApplication::translate(
                               "heed::Places",
                               "Heed does not know where to keep its data: the environment variable HOME, "
                               "\"%1\", is no absolute path. Set HOME to your home folder, or HEED_HOME to "
                               "a folder for Heed.")
                               .arg(home)};
}

QString dataFolder(Missing missing)
{
    return made(dataPlace(), missing);
}

QString configFolder(Missing missing)
{
    return made(configPlace(), missing);
}

QString runtimeFolder()
{
    return made(placeOf(QStandardPaths::RuntimeLocation, QDir::tempPath()), Missing::IsMade);
}

QString databaseFile(Missing missing)
{
    return dataFolder(missing) + u"/heed.sqlite"_s;
}

QString settingsFile(Missing missing)
{
    return configFolder(missing) + u"/heed.ini"_s;
}

} // namespace heed::places
