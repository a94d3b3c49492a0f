// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/check.h"

#include "models/question/display.h"
#include "models/question/fold.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

Error badInput(const QString &text)
{
    return {Error::Code::BadInput, text, {}};
}

bool hasOption(const Question &question, int option)
{
    return option >= 0 && option < question.options.size();
}

int optionNamed(const Question &question, const QString &text)
{
    const QString key = labelKey(text);
    for (int i = 0; i < int(question.options.size()); ++i) {
        if (labelKey(question.options[i].label) == key)
            return i;
    }
    return -1;
}

//! A text of nothing but invisible characters is no answer.
bool isBlank(const QString &text)
{
    return foldText(text).trimmed().isEmpty();
}

std::optional<Error> checkText(const QString &text)
{
    if (isBlank(text))
        return badInput(QCoreApplication::translate(
            "heed::checkAnswer", "The answer is empty. Write something, or skip the question."));
    return std::nullopt;
}

std::optional<Error> checkKind(const Question &question, const Answer &answer)
{
    switch (answer.kind) {
    case Answer::Kind::Choose:
        if (!hasOption(question, answer.option))
            return badInput(QCoreApplication::translate(
                "heed::checkAnswer", "This question has no such option. Choose one that is shown."));
        return std::nullopt;
    case Answer::Kind::Text:
        if (const auto error = checkText(answer.text))
            return error;
        if (!question.allowOther && !question.options.isEmpty())
            return badInput(QCoreApplication::translate(
                "heed::checkAnswer",
                "This question takes one of its options only. Choose one, or skip the question."));
        return std::nullopt;
    case Answer::Kind::None:
        if (question.options.isEmpty() || question.allowOther)
            return badInput(QCoreApplication::translate(
                "heed::checkAnswer",
                "This question does not offer “None of these”. Answer in your own words, or skip it."));
        return std::nullopt;
    case Answer::Kind::Decline:
        return std::nullopt;
    case Answer::Kind::AskBack:
        return checkText(answer.text);
    }
    return badInput(QCoreApplication::translate(
        "heed::checkAnswer", "This kind of answer is not known. Choose an option or write an answer."));
}

} // namespace

std::optional<Error> checkAnswer(const Question &question, const Answer &answer)
{
    const Answer canonical = canonicalAnswer(question, answer);
    const qsizetype length = codePointCount(canonical.text);
    if (length > answerLimit) {
        return badInput(
            QCoreApplication::translate("heed::checkAnswer",
                                        "The answer has %1 characters; at most %2 can be sent. Shorten it.")
                .arg(length)
                .arg(answerLimit));
    }
    return checkKind(question, canonical);
}

Answer canonicalAnswer(const Question &question, const Answer &answer)
{
    Answer canonical = answer;
    canonical.text = withoutControls(answer.text).trimmed();
    switch (answer.kind) {
    case Answer::Kind::Choose:
        break;
    case Answer::Kind::Text:
        canonical.option = optionNamed(question, canonical.text);
        if (canonical.option >= 0) {
            canonical.kind = Answer::Kind::Choose;
            canonical.text.clear();
        }
        break;
    case Answer::Kind::None:
    case Answer::Kind::Decline:
        canonical.text.clear();
        [[fallthrough]];
    case Answer::Kind::AskBack:
        canonical.option = -1;
        break;
    }
    return canonical;
}

QString answerText(const Question &question, const Answer &answer)
{
    const QString text = answer.text.trimmed();
    switch (answer.kind) {
    case Answer::Kind::Choose: {
        if (!hasOption(question, answer.option))
            return {};
        const QString &label = question.options[answer.option].label;
        return text.isEmpty() ? label : QString(label + u": "_s + text);
    }
    case Answer::Kind::Text:
    case Answer::Kind::AskBack:
        return text;
    case Answer::Kind::None:
    case Answer::Kind::Decline:
        break;
    }
    return {};
}

Outcome outcomeOf(const Answer &answer)
{
    switch (answer.kind) {
    case Answer::Kind::Choose:
        return Outcome::Chosen;
    case Answer::Kind::Text:
        return Outcome::Answered;
    case Answer::Kind::None:
        return Outcome::None;
    case Answer::Kind::Decline:
        return Outcome::Declined;
    case Answer::Kind::AskBack:
        return Outcome::AskedBack;
    }
    return Outcome::Answered;
}

} // namespace heed
