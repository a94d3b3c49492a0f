// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>
#include <optional>

namespace heed {

//! Where a person meets a reply.
enum class Face {
    Window,
    Companion,
    Voice,
    Terminal,
    Api,
    Mcp,
    Questions, //!< `heed questions`: answers what other processes ask, starts no reply
};

//! The stable word for files, settings and events: "window", "companion", ….
[[nodiscard]] QString faceName(Face face);
[[nodiscard]] std::optional<Face> faceFromName(QStringView name);
//! For "answered on the companion, 14:02"; translated.
[[nodiscard]] QString facePlace(Face face);

} // namespace heed

Q_DECLARE_METATYPE(heed::Face)
