// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <optional>
#include <variant>

//! JSON-RPC 2.0, one message a line. Pure functions, any thread.
namespace heed::jsonrpc {

namespace code {
inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int methodNotFound = -32601;
inline constexpr int invalidParams = -32602;
inline constexpr int internalError = -32603;
inline constexpr int resourceNotFound = -32002;   //!< MCP up to 2025-11-25
inline constexpr int unsupportedVersion = -32022; //!< MCP from 2026-07-28
} // namespace code

//! One message that came in.
struct Message {
    enum class Kind { Request, Notification, Response };
    Kind kind = Kind::Notification;
    QJsonValue id{}; //!< a string or a whole number; of a request or response
    QString method{};
    QJsonObject params{};
    QJsonObject result{};
    std::optional<QJsonObject> error{}; //!< set: a response that says what failed
};

//! What a line holds: a message, or the error to answer with.
[[nodiscard]] std::variant<Message, QJsonObject> read(const QByteArray &line);
//! The answer to a line that was longer than can be taken.
[[nodiscard]] QJsonObject tooLong(qsizetype limit);

[[nodiscard]] QJsonObject request(const QJsonValue &id, const QString &method, const QJsonObject &params);
[[nodiscard]] QJsonObject notification(const QString &method, const QJsonObject &params);
[[nodiscard]] QJsonObject result(const QJsonValue &id, const QJsonObject &result);
[[nodiscard]] QJsonObject failure(const QJsonValue &id, int code, const QString &text,
                                  const QJsonObject &data = {});

//! A request's id as a key; ids that differ in type differ.
[[nodiscard]] QString keyOf(const QJsonValue &id);

} // namespace heed::jsonrpc
