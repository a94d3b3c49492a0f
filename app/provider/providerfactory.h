// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/httpprovider.h"
#include "app/provider/providersettings.h"
#include "models/base/clock.h"
#include "models/provider/provider.h"

namespace heed {

//! The factory that the program uses: the guide, OpenAI-compatible servers, Anthropic.
//! \param settings asked for each provider that is made, so that a changed setting counts from then on.
//! \param clock must outlive every provider. \param guide makes the built-in guide.
//! All functions are called in the reply thread.
[[nodiscard]] ProviderFactory makeProviderFactory(std::function<ProviderSettings()> settings, KeyFor keyFor,
                                                  const Clock &clock,
                                                  std::function<std::unique_ptr<Provider>()> guide);

} // namespace heed
