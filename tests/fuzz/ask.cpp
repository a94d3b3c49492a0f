// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The ask_user call: what may be shown keeps every limit and stays the same when it is normalised once more;
// what may not be shown says to the model why.
#include "models/question/display.h"
#include "models/question/fold.h"
#include "models/question/normalise.h"
#include "models/tool/arguments.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

bool isShown(const QString &text, qsizetype limit)
{
    return displayText(text) == text && codePointCount(text) <= limit;
}

void check(const AskCall &call)
{
    HEED_HOLDS(!call.question.isEmpty() && call.question == call.question.trimmed());
    HEED_HOLDS(isShown(call.question, questionLimit));
    HEED_HOLDS(call.options.size() != 1 && call.options.size() <= optionsMax);
    HEED_HOLDS(!call.options.isEmpty() || call.allowOther);
    QSet<QString> keys;
    for (const Option &option : call.options) {
        HEED_HOLDS(!option.label.isEmpty() && displayLine(option.label) == option.label);
        HEED_HOLDS(isShown(option.label, optionLabelLimit));
        HEED_HOLDS(isShown(option.description, optionDescriptionLimit));
        HEED_HOLDS(!keys.contains(labelKey(option.label)));
        keys.insert(labelKey(option.label));
    }
}

void normalise(const QJsonObject &arguments)
{
    const Result<AskCall> call = normaliseAskCall(arguments);
    if (!call) {
        HEED_HOLDS(call.error().code == Error::Code::BadInput);
        HEED_HOLDS(!call.error().text.isEmpty() && !call.error().detail.isEmpty());
        return;
    }
    check(*call);
    const QJsonObject written{{u"question"_s, call->question},
                              {u"options"_s, optionsToJson(call->options)},
                              {u"allow_other"_s, call->allowOther}};
    const Result<AskCall> again = normaliseAskCall(written);
    HEED_HOLDS(again && *again == *call);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const QJsonObject schema =
        QJsonDocument::fromJson(R"({"type":"object","properties":{"question":{"type":"string"},
            "options":{"type":"array","items":{"type":"string"}},"allow_other":{"type":"boolean"}}})")
            .object();
    const QString text = fuzz::textOf(data, size);
    const ParsedArguments parsed = parseArguments(text, schema);
    if (parsed.problem.isEmpty())
        normalise(parsed.arguments);
    normalise(QJsonDocument::fromJson(text.toUtf8()).object());
    normalise({{u"question"_s, u"Which one?"_s}, {u"options"_s, text}});
    normalise({{u"question"_s, text}});
    qsizetype total = 0;
    for (const QString &item : splitOptions(text)) {
        HEED_HOLDS(!item.isEmpty() && item == item.trimmed());
        total += item.size();
    }
    HEED_HOLDS(total <= text.size());
    return 0;
}
