// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

// What of a model's words may be shown (book 2.4). Pure functions, any thread.

//! Text as every face may show it: newlines kept, tabs as spaces, CR normalised. Controls, bidirectional
//! overrides and isolates, line separators, interlinear annotation, noncharacters and unpaired surrogates
//! become visible escapes such as ⟨U+202E⟩; zero-width and other invisible characters are removed, except
//! joiners and variation selectors where emoji or a script needs them. Idempotent.
[[nodiscard]] QString displayText(QStringView text);

//! The same on one line, for labels, titles and notifications: white space runs become one space, trimmed.
[[nodiscard]] QString displayLine(QStringView text);

//! What a person wrote, without what no keyboard writes and no face shows as it is: controls, bidirectional
//! embeddings, overrides and isolates, unpaired surrogates. Tabs stay, every line break becomes a newline.
//! Joiners and marks of direction stay: scripts need them. Idempotent.
[[nodiscard]] QString withoutControls(QStringView text);

//! Characters as a person counts them: code points, a pair of surrogates being one.
[[nodiscard]] qsizetype codePointCount(QStringView text);

} // namespace heed
