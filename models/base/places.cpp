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

QString made(const QString &folder)
{
    const QFileInfo info(folder);
    if (!info.exists() && QDir().mkpath(folder)) {
        QFile::setPermissions(folder,
                              QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }
    return folder;
}

QString under(QStandardPaths::StandardLocation location, const QString &fallback)
{
    const QString home = qEnvironmentVariable("HEED_HOME");
    if (!home.isEmpty())
        return made(QDir(home).absolutePath());
    QString base = QStandardPaths::writableLocation(location);
    if (base.isEmpty())
        base = fallback;
    return made(base + u"/heed"_s);
}

} // namespace

std::optional<Error> problem()
{
    const QString home = qEnvironmentVariable("HOME");
    if (!qEnvironmentVariableIsEmpty("HEED_HOME") || QDir::isAbsolutePath(home))
        return std::nullopt;
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

QString dataFolder()
{
    return under(QStandardPaths::GenericDataLocation, QDir::homePath());
}

QString configFolder()
{
    return under(QStandardPaths::GenericConfigLocation, QDir::homePath());
}

QString runtimeFolder()
{
    return under(QStandardPaths::RuntimeLocation, QDir::tempPath());
}

QString databaseFile()
{
    return dataFolder() + u"/heed.sqlite"_s;
}

QString settingsFile()
{
    return configFolder() + u"/heed.ini"_s;
}

} // namespace heed::places
