// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

namespace heed {

//! One case of tests/app/provider/quirks: what a server sends, and what a correct client makes of it.
struct QuirkCase {
    QString id{}; //!< "28-index-missing-split"
    QString quirk{};
    QString api{};     //!< "openai", "anthropic", "text"
    QByteArray body{}; //!< as an event stream also for "text"
    QJsonObject http{};
    QJsonObject expect{};
};

[[nodiscard]] QList<QuirkCase> quirkCases();
//! The four tools that every case offers.
[[nodiscard]] ModelRequest quirkRequest();
//! Text as an OpenAI or Anthropic stream, cut into pieces of this many code points.
[[nodiscard]] QByteArray textAsStream(const QString &text, bool anthropic, int piece = 3);
//! What is wrong with a result, or nothing.
[[nodiscard]] QString mismatch(const QuirkCase &quirk, const TurnResult &result);

} // namespace heed
