// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The secret scan: what it finds lies apart and inside the text, all of it is replaced and nothing but it,
// nothing is left to be found, and what is a secret in a finished text is one in a draft.
#include "models/question/secretscan.h"
#include "tests/fuzz/fuzz.h"

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

void checkSpans(const QString &text, const QList<SecretSpan> &spans)
{
    qsizetype end = 0;
    for (const SecretSpan &span : spans) {
        HEED_HOLDS(span.at >= end && span.length > 0 && span.at + span.length <= text.size());
        HEED_HOLDS(!span.kind.isEmpty());
        end = span.at + span.length;
    }
}

bool covers(const QList<SecretSpan> &spans, const SecretSpan &inner)
{
    return std::any_of(spans.begin(), spans.end(), [&inner](const SecretSpan &outer) {
        return outer.at <= inner.at && inner.at + inner.length <= outer.at + outer.length;
    });
}

void check(const QString &text, ScanMode mode)
{
    const QList<SecretSpan> spans = findSecrets(text, mode);
    checkSpans(text, spans);
    QStringList values;
    const HeldBack held = replaceSecrets(
        text,
        [&values](const QString &value) {
            if (!values.contains(value))
                values.append(value);
            return int(values.indexOf(value)) + 1;
        },
        mode);
    HEED_HOLDS(held.markers.isEmpty() == spans.isEmpty());
    HEED_HOLDS(!spans.isEmpty() || held.text == text);
    HEED_HOLDS(findSecrets(held.text, mode).isEmpty());
    for (const QString &marker : held.markers)
        HEED_HOLDS(marker.startsWith(u"[secret "_s) && marker.endsWith(u']'));
    // What is to be found is what is handed over.
    if (!spans.isEmpty()) {
        const SecretSpan &first = spans.first();
        HEED_HOLDS(values.contains(text.mid(first.at, first.length)));
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    check(text, ScanMode::Complete);
    check(text, ScanMode::Draft);
    const QList<SecretSpan> draft = findSecrets(text, ScanMode::Draft);
    for (const SecretSpan &span : findSecrets(text, ScanMode::Complete))
        HEED_HOLDS(covers(draft, span));
    // As it is typed: every beginning of it.
    const qsizetype step = 1 + text.size() / 40;
    for (qsizetype length = 0; length < text.size(); length += step)
        checkSpans(text.first(length), findSecrets(text.first(length), ScanMode::Draft));
    return 0;
}
