// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channelfolder.h"

#include "app/channel/posixfolder.h"
#include "models/base/process.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
const QString newPrefix = u".new-"_s;
} // namespace

Result<std::unique_ptr<ChannelFolder>> ChannelFolder::open(const QString &path)
{
    return PosixFolder::open(path);
}

QString ChannelFolder::temporaryName()
{
    const quint64 random = QRandomGenerator::system()->generate64();
    return newPrefix + processIdentity() + u'-' + QString::number(random, 16);
}

QString ChannelFolder::writerOf(const QString &name)
{
    return name.startsWith(newPrefix) ? name.mid(newPrefix.size()).section(u'-', 0, -2) : QString();
}

} // namespace heed
