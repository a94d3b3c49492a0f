// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/signing.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>

namespace heed::signing {

namespace {

//! Takes as long for a wrong code as for a right one.
bool isSame(const QString &a, const QString &b)
{
    if (a.size() != b.size())
        return false;
    unsigned different = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        different |= unsigned(a.at(i).unicode() ^ b.at(i).unicode());
    return different == 0;
}

} // namespace

QString codeOf(const QJsonObject &object, QLatin1StringView kind, QLatin1StringView field,
               const QByteArray &key)
{
    QJsonObject others = object; // sorted by key
    others.remove(field);
    QMessageAuthenticationCode code(QCryptographicHash::Sha256, key);
    code.addData(QByteArray(kind.data(), kind.size()));
    code.addData(QByteArrayLiteral("\n"));
    code.addData(QJsonDocument(others).toJson(QJsonDocument::Compact));
    return QString::fromLatin1(code.result().toHex());
}

QByteArray sign(QJsonObject object, QLatin1StringView kind, QLatin1StringView field, const QByteArray &key)
{
    object[field] = codeOf(object, kind, field, key);
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

Result<QJsonObject> verified(const QByteArray &bytes, QLatin1StringView kind, QLatin1StringView field,
                             const QByteArray &key)
{
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!document.isObject())
        return Error{.code = Error::Code::Protocol, .detail = QStringLiteral("no JSON object")};
    const QJsonObject object = document.object();
    if (!isSame(object.value(field).toString(), codeOf(object, kind, field, key)))
        return Error{.code = Error::Code::Refused, .detail = QStringLiteral("its code does not hold")};
    return object;
}

} // namespace heed::signing
