// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answerline.h"

#include "models/question/check.h"
#include "models/question/display.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct TerminalQuestionText {
    Q_DECLARE_TR_FUNCTIONS(heed::TerminalQuestion)
};

bool offersNone(const Question &question)
{
    return !question.options.isEmpty() && !question.allowOther;
}

// Every line below the first is set in, so that a model's line break cannot imitate a line of ours.
QString indented(const QString &text, const QString &indent)
{
    QString lines = displayText(text);
    return indent + lines.replace(u'\n', QString(u'\n' + indent));
}

// "4" may be the fourth option, or an option that says "4".
bool isOthersLabel(const Question &question, const QString &text, int but)
{
    for (int i = 0; i < question.options.size(); ++i) {
        if (i != but && question.options.at(i).label.trimmed() == text)
            return true;
    }
    return false;
}

//! A small number that is none of the choices was hardly meant as words, unless the choices are numbers
//! themselves ("4 rows", "8 rows"): there another number is an answer like any.
bool isMistypedChoice(const Question &question, int number)
{
    const auto saysNumber = [](const Option &option) {
        return std::ranges::any_of(option.label, [](QChar character) { return character.isDigit(); });
    };
    return number < 100 && (!question.allowOther || std::ranges::none_of(question.options, saysNumber));
}

QString noSuchChoice(const Question &question)
{
    const int count = int(question.options.size());
    const QString choices = TerminalQuestionText::tr("There are only %n choice(s).", nullptr, count);
    const QString what =
        question.allowOther
            ? TerminalQuestionText::tr(
                  "Type a number from 1 to %1, or your answer in words, such as \"7 of them\".")
            : TerminalQuestionText::tr("Type a number from 0 to %1.");
    return choices + u' ' + what.arg(count);
}

QString hint(const Question &question)
{
    if (question.options.isEmpty())
        return TerminalQuestionText::tr("Type your answer. An empty line skips, ? and words ask back.");
    if (question.allowOther)
        return TerminalQuestionText::tr(
            "Type a number or your own words. An empty line skips, ? and words ask back.");
    return TerminalQuestionText::tr("Type a number. An empty line skips, ? and words ask back.");
}

} // namespace

AnswerLine readAnswerLine(const Question &question, const QString &line)
{
    const QString text = line.trimmed();
    if (text.isEmpty())
        return SkipLine{};
    if (text.startsWith(u'?')) {
        const QString words = text.mid(1).trimmed();
        if (words.isEmpty())
            return RepeatLine{};
        return Answer{.kind = Answer::Kind::AskBack, .text = words};
    }
    static const QRegularExpression number(uR"(\A([0-9]{1,3})([.)]?)\z)"_s);
    if (const auto match = number.match(text); match.hasMatch() && !question.options.isEmpty()) {
        const int chosen = match.captured(1).toInt();
        if (chosen >= 1 && chosen <= question.options.size()) {
            if (match.captured(2).isEmpty() && isOthersLabel(question, text, chosen - 1))
                return RefusedLine{
                    TerminalQuestionText::tr(
                        "%1 is the number of one option and the text of another. Type the number of "
                        "the one you mean with a dot, such as 1.")
                        .arg(text)};
            return Answer{.kind = Answer::Kind::Choose, .option = chosen - 1};
        }
        if (chosen == 0 && offersNone(question))
            return Answer{.kind = Answer::Kind::None};
        if (!isOthersLabel(question, text, -1) && isMistypedChoice(question, chosen))
            return RefusedLine{noSuchChoice(question)};
    }
    const Answer answer = canonicalAnswer(question, {.kind = Answer::Kind::Text, .text = text});
    if (const auto error = checkAnswer(question, answer))
        return RefusedLine{error->text};
    return answer;
}

QString questionText(const Question &question, const QString &chatName, const QString &deadline)
{
    QString text = question.count > 1
                       ? TerminalQuestionText::tr("the model asks, in \"%1\" (%2 of %3):")
                             .arg(displayLine(chatName))
                             .arg(question.index)
                             .arg(question.count)
                       : TerminalQuestionText::tr("the model asks, in \"%1\":").arg(displayLine(chatName));
    text += u'\n' + indented(question.text, u"  "_s) + u'\n';
    for (qsizetype i = 0; i < question.options.size(); ++i) {
        const Option &option = question.options.at(i);
        text += u"  %1. "_s.arg(i + 1) + displayLine(option.label) + u'\n';
        if (!option.description.isEmpty())
            text += indented(option.description, u"     "_s) + u'\n';
    }
    if (offersNone(question))
        text += u"  0. "_s + TerminalQuestionText::tr("None of these") + u'\n';
    text += hint(question) + u'\n';
    if (!deadline.isEmpty()) {
        text += (question.onSilence == SilencePolicy::Assume
                     ? TerminalQuestionText::tr(
                           "Without an answer the model goes on at %1; /wait makes it wait for you.")
                     : TerminalQuestionText::tr(
                           "Without an answer the model stops at %1; /wait makes it wait for you."))
                    .arg(deadline) +
                u'\n';
    }
    return text;
}

} // namespace heed
