// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reply/replysettings.h"

namespace heed {

ReplySettings::FaceRules ReplySettings::rulesFor(Face face) const
{
    const auto found = faces.constFind(faceName(face));
    if (found != faces.constEnd())
        return *found;
    if (face == Face::Terminal || face == Face::Mcp)
        return {.questionsPerReply = 2, .timeoutSeconds = 0, .onSilence = SilencePolicy::Stop};
    return {};
}

} // namespace heed
