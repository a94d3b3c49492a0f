// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace heed {

//! The OpenAPI 3.0 description of the API, made from the table that is served (routes()).
[[nodiscard]] QJsonObject openApiDescription();

} // namespace heed
