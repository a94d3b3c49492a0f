// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QByteArray>
#include <QJsonValue>

namespace heed {

//! What is known about the server when an error has to be put into words.
struct ErrorContext {
    QString host{}; //!< "127.0.0.1:11434"
    QString model{};
    bool local = false; //!< on this machine
};

//! Turns what servers say into errors that a person can act on. All pure functions; any thread.
namespace providererrors {

//! From the `error` member of a body or a stream event (an object, a text or a list), or from the whole body.
//! \param status the HTTP status, 200 inside a stream.
[[nodiscard]] ProviderError fromJson(const QJsonValue &error, int status, const ErrorContext &context);

//! From an HTTP answer that is not 2xx. A body that is not JSON is never shown.
[[nodiscard]] ProviderError fromHttp(int status, const QByteArray &reason, const QByteArray &body,
                                     const ErrorContext &context);

//! base_resp of MiniMax-like servers; none when it reports no error.
[[nodiscard]] std::optional<ProviderError> fromBaseResp(const QJsonValue &baseResp);

[[nodiscard]] ProviderError make(ProviderError::Kind kind, const QString &text, const QString &detail = {});
[[nodiscard]] ProviderError truncated();
[[nodiscard]] ProviderError protocol(const QString &what, const QString &detail);
//! \param onlyThought the model thought and then said nothing.
[[nodiscard]] ProviderError empty(bool onlyThought);
[[nodiscard]] ProviderError cancelled();

//! Whether the words of an error say that this model cannot take tools.
[[nodiscard]] bool saysNoTools(const QByteArray &body);

//! Takes the key, and whatever looks like one, out of a text.
[[nodiscard]] QString withoutKeys(const QString &text, const QString &key);
void maskKeys(ProviderError &error, const QString &key);

//! Milliseconds that the server asks to wait: retry-after-ms, else Retry-After in seconds or as a date.
[[nodiscard]] std::optional<qint64> retryAfterMs(const QByteArray &milliseconds, const QByteArray &retryAfter,
                                                 qint64 wallMs);

} // namespace providererrors
} // namespace heed
