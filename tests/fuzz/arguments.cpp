// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The repair of tool arguments: what comes out is plain JSON that needs no repair any more, and a call that
// cannot be read gives no arguments at all.
#include "models/tool/arguments.h"
#include "models/tool/loosejson.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonDocument>

using namespace heed;

namespace {

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void check(const QString &raw, const QJsonObject &schema)
{
    const ParsedArguments parsed = parseArguments(raw, schema);
    HEED_HOLDS(parsed.problem.isEmpty() || parsed.arguments.isEmpty());
    // Without a schema nothing is typed: what was read must then read as itself.
    const QString written = compact(parsed.arguments);
    const ParsedArguments again = parseArguments(written, {});
    HEED_HOLDS(again.problem.isEmpty() && again.repairs.isEmpty());
    HEED_HOLDS(again.arguments == QJsonDocument::fromJson(written.toUtf8()).object());
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const QJsonObject schema =
        QJsonDocument::fromJson(R"({"type":"object","properties":{"question":{"type":"string"},
            "options":{"type":"array","items":{"type":"string"}},"allow_other":{"type":"boolean"},
            "limit":{"type":"integer"},"ratio":{"type":["number","null"]},"where":{"type":"object",
            "properties":{"path":{"type":"string"}}},"any":{}},"required":["question"]})")
            .object();
    const QString raw = fuzz::textOf(data, size);
    check(raw, schema);
    check(raw, {});
    // The brackets are found at the same place however the text grows.
    BalancedScanner once;
    const qsizetype end = once.scan(raw);
    BalancedScanner growing;
    qsizetype found = 0;
    for (qsizetype length = 0; length <= raw.size() && found == 0; ++length)
        found = growing.scan(QStringView(raw).first(length));
    HEED_HOLDS(found == end && end <= raw.size());
    return 0;
}
