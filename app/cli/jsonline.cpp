// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsonline.h"

#include <QJsonDocument>
#include <QString>
#include <algorithm>

namespace heed {

namespace {

bool isInvisible(QChar character)
{
    switch (character.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

} // namespace

QByteArray jsonLine(const QJsonObject &object)
{
    const QByteArray json = QJsonDocument(object).toJson(QJsonDocument::Compact);
    const auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x7f; };
    if (std::all_of(json.cbegin(), json.cend(), isAscii))
        return QByteArray(json + '\n');
    QString line;
    for (const QChar character : QString::fromUtf8(json)) {
        if (isInvisible(character))
            line += QString::asprintf("\\u%04x", uint(character.unicode()));
        else
            line += character;
    }
    return QByteArray(line.toUtf8() + '\n');
}

} // namespace heed
