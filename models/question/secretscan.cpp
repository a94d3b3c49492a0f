// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretscan.h"

#include "models/question/secretrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! Taking a value out can bring what stood around it together; seen at most twice in practice.
constexpr int passesMax = 8;

QList<SecretSpan> merged(QList<SecretSpan> spans)
{
    std::stable_sort(spans.begin(), spans.end(), [](const SecretSpan &a, const SecretSpan &b) {
        return a.at != b.at ? a.at < b.at : a.length > b.length;
    });
    QList<SecretSpan> apart;
    for (const auto &span : spans) {
        if (!apart.isEmpty() && span.at < apart.last().at + apart.last().length) {
            auto &last = apart.last();
            last.length = std::max(last.at + last.length, span.at + span.length) - last.at;
        } else {
            apart.append(span);
        }
    }
    return apart;
}

HeldBack replacedOnce(const QString &text, const QList<SecretSpan> &spans,
                      const std::function<int(const QString &)> &numberFor)
{
    HeldBack held;
    held.text.reserve(text.size());
    qsizetype at = 0;
    for (const auto &span : spans) {
        const QString marker = u"[secret %1]"_s.arg(numberFor(text.mid(span.at, span.length)));
        held.text += QStringView(text).mid(at, span.at - at);
        held.text += marker;
        held.markers.append(marker);
        at = span.at + span.length;
    }
    held.text += QStringView(text).mid(at);
    return held;
}

} // namespace

QList<SecretSpan> findSecrets(const QString &text, ScanMode mode)
{
    QList<SecretSpan> found;
    secretscan::findPrivateKeys(text, mode, found);
    secretscan::findUrlPasswords(text, mode, found);
    secretscan::findKeys(text, mode, found);
    secretscan::findTokens(text, mode, found);
    secretscan::findAssignments(text, mode, found);
    secretscan::findCardNumbers(text, found);
    secretscan::findHighEntropy(text, found);
    return merged(std::move(found));
}

HeldBack replaceSecrets(const QString &text, const std::function<int(const QString &value)> &numberFor,
                        ScanMode mode)
{
    HeldBack held{text, {}};
    for (int pass = 0; pass < passesMax; ++pass) {
        const auto spans = findSecrets(held.text, mode);
        if (spans.isEmpty())
            break;
        HeldBack next = replacedOnce(held.text, spans, numberFor);
        held.text = std::move(next.text);
        held.markers += next.markers;
    }
    return held;
}

} // namespace heed
