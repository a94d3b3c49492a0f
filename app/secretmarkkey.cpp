// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/secretmarkkey.h"

#include <QCoreApplication>
#include <QFile>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype keyBytes = 32;

Error unusable(const QString &file, const QString &detail)
{
    return {.code = Error::Code::Storage,
            .text = QCoreApplication::translate("heed::Composition",
                                                "The file %1 cannot be read or written. Make the folder "
                                                "writable for you, or choose another with HEED_HOME.")
                        .arg(file),
            .detail = detail};
}

} // namespace

Result<QByteArray> secretMarkKey(const QString &folder)
{
    const QString name = folder + u"/secret-marks.key"_s;
    QFile file(name);
    if (file.open(QIODevice::ReadOnly)) {
        const QByteArray key = file.read(keyBytes);
        if (key.size() == keyBytes)
            return key;
        file.close(); // cut off: a new one only means that known secrets get new numbers
    }
    QByteArray key(keyBytes, Qt::Uninitialized);
    QRandomGenerator::system()->generate(key.begin(), key.end());
    // Whole under another name first: of two starts at the same moment both read a whole key afterwards.
    QFile made(name + u'.' + QString::number(QCoreApplication::applicationPid()));
    const bool written = made.open(QIODevice::WriteOnly | QIODevice::Truncate) &&
                         made.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
                         made.write(key) == keyBytes && made.flush();
    made.close();
    if (!written)
        return unusable(name, made.errorString());
    if (file.exists() && file.size() != keyBytes)
        file.remove();
    if (!made.rename(name)) { // somebody else was quicker: theirs counts
        made.remove();
        if (!file.open(QIODevice::ReadOnly) || (key = file.read(keyBytes)).size() != keyBytes)
            return unusable(name, file.errorString());
    }
    return key;
}

} // namespace heed
