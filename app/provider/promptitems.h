// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"

namespace heed {

//! The conversation in the order and shape that every API accepts: what one person or model said in a row
//! is one item, every call has exactly one result and behind it, results without a call are left out, and
//! so is an item that says nothing. A pure function.
[[nodiscard]] QList<PromptItem> tidyItems(const QList<PromptItem> &items);

//! The same for a model that cannot take tools: calls and results become text.
[[nodiscard]] QList<PromptItem> plainItems(const QList<PromptItem> &items);

} // namespace heed
