// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What may be shown: no character in it controls anything or hides, and showing it once more changes nothing.
#include "models/question/display.h"
#include "tests/fuzz/fuzz.h"

#include <QList>

using namespace heed;

namespace {

bool isHarmless(const QString &shown)
{
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const QChar c = shown[i];
        const char16_t code = c.unicode();
        if (c.isHighSurrogate()) {
            if (++i >= shown.size() || !shown[i].isLowSurrogate())
                return false;
            continue;
        }
        const bool isBidi = code == 0x061C || code == 0x200E || code == 0x200F ||
                            (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
        const bool isControl = c.category() == QChar::Other_Control && c != u'\n';
        const bool isHidden = code == 0x200B || code == 0x2060 || code == 0xFEFF || code == 0x00AD ||
                              (code >= 0xFFF9 && code <= 0xFFFC);
        if (c.isLowSurrogate() || isBidi || isControl || isHidden || code == 0x2028 || code == 0x2029 ||
            code >= 0xFFFE)
            return false;
    }
    return true;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    const QString shown = displayText(text);
    HEED_HOLDS(isHarmless(shown));
    HEED_HOLDS(displayText(shown) == shown);
    const QString line = displayLine(text);
    HEED_HOLDS(isHarmless(line) && !line.contains(u'\n'));
    HEED_HOLDS(displayLine(line) == line && line == line.simplified());
    HEED_HOLDS(codePointCount(shown) == shown.toUcs4().size());
    return 0;
}
