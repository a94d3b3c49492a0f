// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Claims in a reply: each is a stretch of it, they lie apart, and blanking out what is not the reply's own
// words moves nothing.
#include "models/reply/claims.h"
#include "models/reply/prose.h"
#include "tests/fuzz/fuzz.h"

using namespace heed;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    const QStringList messages = text.split(u'\n');
    qsizetype end = 0;
    for (const Claim &claim : findClaims(text)) {
        HEED_HOLDS(claim.at >= end && claim.length > 0 && claim.at + claim.length <= text.size());
        HEED_HOLDS(claim.text == text.mid(claim.at, claim.length) && claim.text == claim.text.trimmed());
        HEED_HOLDS(!isAboutOwnMessage(claim, {}));
        (void)isAboutOwnMessage(claim, messages);
        end = claim.at + claim.length;
    }
    const QString prose = ownProse(text);
    HEED_HOLDS(prose.size() == text.size());
    for (qsizetype i = 0; i < prose.size(); ++i)
        HEED_HOLDS(prose[i] == text[i] || prose[i] == QChar(0xFFFC));
    end = 0;
    for (const ProseSentence &sentence : sentencesOf(prose)) {
        HEED_HOLDS(sentence.at >= end && sentence.end >= sentence.at && sentence.end <= text.size());
        qsizetype at = sentence.at;
        for (const Word &word : wordsOf(prose, sentence.at, sentence.end)) {
            HEED_HOLDS(!word.text.isEmpty() && word.at >= at && word.at < sentence.end);
            at = word.at;
        }
        end = sentence.end;
    }
    return 0;
}
