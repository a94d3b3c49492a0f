// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/ssereader.h"
#include "app/provider/turnparser.h"
#include "models/base/clock.h"

#include <QByteArray>
#include <QList>
#include <QNetworkProxy>
#include <optional>
#include <utility>

namespace heed {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

//! How providers talk to their servers. A plain value; the defaults are the book's (3.3, 3.5, 3.6).
struct ProviderSettings {
    Milliseconds connectTimeout{10'000};
    Milliseconds firstByteTimeout{300'000}; //!< local models load slowly
    Milliseconds chunkTimeout{120'000};     //!< between two pieces of a stream
    Milliseconds finishGrace{1'500};        //!< for usage and [DONE] after the model has finished
    Milliseconds loadingNotice{5'000};      //!< no byte for this long: tell the person
    Milliseconds probeTimeout{3'000};       //!< for the small questions: models, context size
    int tries = 4;                          //!< of one request, the first included
    Milliseconds backoffBase{500};          //!< doubled with each try, plus up to a quarter of jitter
    Milliseconds backoffCap{20'000};
    Milliseconds retryAfterCap{60'000};   //!< a server that asks for more is not waited for
    HttpHeaders headers{};                //!< added to each request
    std::optional<QNetworkProxy> proxy{}; //!< none: the system's
    std::optional<int> slotCount{};       //!< none: 1 for a server on this machine, else 4
    std::optional<int> contextTokens{};   //!< none: what the server tells
    qsizetype lineLimit = SseReader::defaultLineLimit;
    qsizetype replyLimit = TurnParser::defaultReplyLimit;
};

} // namespace heed
