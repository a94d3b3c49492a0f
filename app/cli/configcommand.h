// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "app/settings/settings.h"

namespace heed {

//! `heed config …`.
struct ConfigRequest {
    enum class Verb { List, Get, Set, Unset };
    Verb verb = Verb::List;
    QString key{};
    QStringList values{};
};

//! Reads what follows `config`; BadInput with a sentence when it is not complete.
[[nodiscard]] Result<ConfigRequest> readConfigRequest(const QStringList &words);

//! Runs it and gives the exit code: 2 for a name or value that does not exist, 1 when the file cannot be
//! written.
[[nodiscard]] int runConfig(const ConfigRequest &request, Settings &settings, Output &out, Output &err);

//! Puts the options of the command line over the file; the exit code when one is not allowed.
[[nodiscard]] std::optional<int> applyOverrides(const QList<std::pair<QString, QString>> &overrides,
                                                Settings &settings, Output &err);

} // namespace heed
