// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that ask for a secret: characters that nobody sees make no difference.
#include "models/question/secretquestion.h"
#include "models/question/fold.h"
#include "tests/fuzz/fuzz.h"

using namespace heed;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    const QStringList lines = text.split(u'\n');
    QList<Option> options;
    for (qsizetype i = 1; i < lines.size() && options.size() < 5; ++i)
        options.append({lines[i].trimmed(), {}});
    const bool asks = asksForSecret(lines.first(), options);
    HEED_HOLDS(asksForSecret(lines.first(), options) == asks);
    QString hidden;
    for (const QChar c : lines.first()) {
        if (c.isLetter() && !c.isSurrogate() && !hidden.isEmpty() && hidden.back().isLetter())
            hidden += QChar(0x00AD);
        hidden += c;
    }
    HEED_HOLDS(asksForSecret(hidden, options) == asks);
    HEED_HOLDS(isSameQuestion(text, text));
    HEED_HOLDS(foldText(foldText(text)) == foldText(text));
    HEED_HOLDS(labelKey(labelKey(text)) == labelKey(text));
    return 0;
}
