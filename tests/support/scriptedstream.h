// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/scriptedserver.h"

#include <QJsonArray>

namespace heed {

//! The steps of a script ({"say": …}, {"call": …}, see ScriptedServer) as the chunks of an API.
[[nodiscard]] QList<ScriptPiece> scriptedStream(const QJsonArray &steps, bool anthropic);

} // namespace heed
