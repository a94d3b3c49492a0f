// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/requeststate.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <cstring>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

QByteArray randomBytes(int words)
{
    QByteArray bytes(words * int(sizeof(quint32)), Qt::Uninitialized);
    for (int i = 0; i < words; ++i) {
        const quint32 word = QRandomGenerator::system()->generate();
        std::memcpy(bytes.data() + i * int(sizeof(word)), &word, sizeof(word));
    }
    return bytes;
}

//! Takes as long whatever differs.
bool isSame(const QByteArray &a, const QByteArray &b)
{
    if (a.size() != b.size())
        return false;
    int difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference |= a.at(i) ^ b.at(i);
    return difference == 0;
}

} // namespace

RequestStates::RequestStates()
    : m_key(randomBytes(8))
{
}

QByteArray RequestStates::signature(const QByteArray &body) const
{
    return QMessageAuthenticationCode::hash(body, m_key, QCryptographicHash::Sha256);
}

RequestState RequestStates::make(const QString &thread, const QString &question, qint64 endsMs) const
{
    return {.thread = thread,
            .question = question,
            .nonce = QString::fromLatin1(randomBytes(4).toHex()),
            .endsMs = endsMs};
}

QString RequestStates::sealed(const RequestState &state) const
{
    const QByteArray body = QJsonDocument(QJsonObject{{u"thread"_s, state.thread},
                                                      {u"question"_s, state.question},
                                                      {u"nonce"_s, state.nonce},
                                                      {u"ends"_s, state.endsMs}})
                                .toJson(QJsonDocument::Compact);
    return QString::fromLatin1(
        QByteArray(body.toBase64(encoding) + '.' + signature(body).toBase64(encoding)));
}

std::optional<RequestState> RequestStates::opened(const QString &sealed) const
{
    const auto parts = sealed.toLatin1().split('.');
    if (parts.size() != 2)
        return std::nullopt;
    const auto body = QByteArray::fromBase64Encoding(parts.at(0), encoding);
    const auto signedWith = QByteArray::fromBase64Encoding(parts.at(1), encoding);
    if (!body || !signedWith || !isSame(*signedWith, signature(*body)))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(*body).object();
    return RequestState{.thread = object[u"thread"_s].toString(),
                        .question = object[u"question"_s].toString(),
                        .nonce = object[u"nonce"_s].toString(),
                        .endsMs = object[u"ends"_s].toInteger()};
}

} // namespace heed
