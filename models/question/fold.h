// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

// Reading text for comparison only; nothing here is ever shown. Pure functions, any thread.

//! Whether a character leaves no mark of its own (Unicode's default ignorables): zero-width characters,
//! joiners, bidirectional controls, variation selectors, fillers, tags, the soft hyphen.
[[nodiscard]] bool isIgnorable(char32_t character);

//! Case-folded NFKC without ignorable characters: full-width letters, ligatures and hidden characters
//! make no difference.
[[nodiscard]] QString foldText(QStringView text);

//! foldText() without accents and overlays, look-alike Cyrillic and Greek letters as Latin ones: what an
//! eye takes it for.
[[nodiscard]] QString foldLookAlikes(QStringView text);

//! The key by which labels are compared: trimmed, NFC, case-folded, white space runs as one space.
[[nodiscard]] QString labelKey(QStringView label);

//! Whether a and b are one question (book 2.3): case, white space and punctuation make no difference.
[[nodiscard]] bool isSameQuestion(QStringView a, QStringView b);

} // namespace heed
