// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/face.h"

#include <QCoreApplication>
#include <array>

namespace heed {

namespace {
struct Row {
    Face face;
    QLatin1StringView name;
};
constexpr std::array rows{
    Row{Face::Window, QLatin1StringView("window")},
    Row{Face::Companion, QLatin1StringView("companion")},
    Row{Face::Voice, QLatin1StringView("voice")},
    Row{Face::Terminal, QLatin1StringView("terminal")},
    Row{Face::Api, QLatin1StringView("api")},
    Row{Face::Mcp, QLatin1StringView("mcp")},
    Row{Face::Questions, QLatin1StringView("questions")},
};
} // namespace

QString faceName(Face face)
{
    for (const auto &row : rows) {
        if (row.face == face)
            return row.name;
    }
    return {};
}

std::optional<Face> faceFromName(QStringView name)
{
    for (const auto &row : rows) {
        if (row.name == name)
            return row.face;
    }
    return std::nullopt;
}

QString facePlace(Face face)
{
    switch (face) {
    case Face::Window:
        return QCoreApplication::translate("heed::Face", "in the window");
    case Face::Companion:
        return QCoreApplication::translate("heed::Face", "on the companion");
    case Face::Voice:
        return QCoreApplication::translate("heed::Face", "by voice");
    case Face::Terminal:
        return QCoreApplication::translate("heed::Face", "in the terminal");
    case Face::Api:
        return QCoreApplication::translate("heed::Face", "through the API");
    case Face::Mcp:
        return QCoreApplication::translate("heed::Face", "over MCP");
    case Face::Questions:
        return QCoreApplication::translate("heed::Face", "via heed questions");
    }
    return {};
}

} // namespace heed
