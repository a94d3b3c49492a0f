// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QUrlQuery>

namespace heed {

//! One HTTP request as it arrived; nothing in it can be trusted.
struct HttpRequest {
    QByteArray method{};
    QByteArray path{}; //!< without the query, still percent-encoded; begins with a slash
    QUrlQuery query{};
    QHash<QByteArray, QByteArray> headers{}; //!< names in lower case
    QByteArray body{};
    bool isHttp10 = false;
    bool keepsAlive = true;
    bool isUpgrade = false;       //!< asks for a WebSocket
    bool expectsContinue = false; //!< waits for "100 Continue" before it sends the body

    [[nodiscard]] QByteArray header(const QByteArray &name) const { return headers.value(name); }
};

//! What is sent back: JSON, or nothing.
struct HttpAnswer {
    int status = 200;
    QJsonObject body{}; //!< left out when empty and the status is 204
    QList<std::pair<QByteArray, QByteArray>> headers{};
};

//! {"error": {"code", "message"}}: the one form of every error.
[[nodiscard]] QJsonObject errorBody(const QString &code, const QString &message);
[[nodiscard]] HttpAnswer refusal(int status, const QString &code, const QString &message);
[[nodiscard]] HttpAnswer badRequest(const QString &message); //!< 400
//! The same for an error of the program's own, with the status that fits its code.
[[nodiscard]] HttpAnswer refusal(const Error &error);

[[nodiscard]] QByteArray reasonPhrase(int status);
//! Ready to be written. \param stays whether the connection is kept for another request. \param headOnly what
//! HEAD asks for.
[[nodiscard]] QByteArray toBytes(const HttpAnswer &answer, bool stays, bool headOnly = false);

//! The header's value, when it is one of the words in a list separated by commas ("keep-alive, Upgrade").
[[nodiscard]] bool hasWord(const QByteArray &list, const QByteArray &word);

} // namespace heed
