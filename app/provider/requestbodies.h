// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

#include <QJsonObject>

namespace heed {

//! What a server has refused before, and is therefore left out.
struct RequestShape {
    bool tools = true;          //!< false: the model cannot take tools
    bool usageOption = true;    //!< stream_options, which some servers do not know
    bool newTokenLimit = false; //!< OpenAI's own name for the limit: max_completion_tokens
};

//! The bodies of model turns. Pure functions; any thread.
namespace requestbodies {

[[nodiscard]] QJsonObject openAi(const ModelRequest &request, const QString &model,
                                 const RequestShape &shape = {});
[[nodiscard]] QJsonObject anthropic(const ModelRequest &request, const QString &model);

} // namespace requestbodies
} // namespace heed
