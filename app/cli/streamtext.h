// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! Makes a model's text, which comes in pieces cut anywhere, fit for a terminal: control characters, with
//! which a model could move the cursor or send escape codes, become visible (displayText). The last
//! character is kept back until it is complete.
class StreamText
{
public:
    //! What of the text so far can be shown and was not yet.
    [[nodiscard]] QString add(const QString &delta);
    //! The rest: nothing more follows, or something else is shown in between.
    [[nodiscard]] QString rest();

private:
    QString m_kept{};
};

} // namespace heed
