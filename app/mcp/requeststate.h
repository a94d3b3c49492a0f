// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

namespace heed {

//! What a client carries between the two halves of a call that asked for input, and may have altered.
struct RequestState {
    QString thread{};
    QString question{};
    QString nonce{};   //!< names it: used once
    qint64 endsMs = 0; //!< ms since 1970 UTC
};

//! Signs such states under a key of this run, so that only ours come back: bound to thread and question, with
//! an end. One thread.
class RequestStates
{
public:
    RequestStates();
    //! Makes one with a fresh nonce.
    [[nodiscard]] RequestState make(const QString &thread, const QString &question, qint64 endsMs) const;
    [[nodiscard]] QString sealed(const RequestState &state) const;
    //! None: it is not one of ours, or was altered.
    [[nodiscard]] std::optional<RequestState> opened(const QString &sealed) const;

private:
    [[nodiscard]] QByteArray signature(const QByteArray &body) const;
    QByteArray m_key;
};

} // namespace heed
