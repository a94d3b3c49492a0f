// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"

#include <QString>
#include <optional>

namespace heed {

//! What the person asked `heed chat` for.
struct ChatRequest {
    std::optional<ChatId> chat{};  //!< none: a new one
    std::optional<QString> once{}; //!< one message, and leave when its reply has ended
    bool json = false;
    bool yes = false; //!< nobody is there to be asked
};

//! The exit codes of all commands.
namespace exitcode {
constexpr int ok = 0;
constexpr int failed = 1;
constexpr int wrongUse = 2;
constexpr int interrupted = 130;
} // namespace exitcode

} // namespace heed
