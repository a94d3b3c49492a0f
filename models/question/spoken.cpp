// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/spoken.h"

#include "models/question/display.h"

#include <QCoreApplication>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype wordsToRepeat = 6; // more than these nobody says again by heart (book 6)

struct SpokenQuestionText {
    Q_DECLARE_TR_FUNCTIONS(heed::SpokenQuestion)
};

bool isLong(const QString &label)
{
    return label.split(u' ', Qt::SkipEmptyParts).size() > wordsToRepeat;
}

// A voice needs a stop to lower itself at.
QString asSentence(const QString &text)
{
    const bool ends = !text.isEmpty() && text.back().isPunct();
    return ends ? text : QString(text + u'.');
}

QString numbered(qsizetype index, const QString &label)
{
    switch (index) {
    case 0:
        return SpokenQuestionText::tr("one: %1", "the first choice, said aloud").arg(label);
    case 1:
        return SpokenQuestionText::tr("two: %1").arg(label);
    case 2:
        return SpokenQuestionText::tr("three: %1").arg(label);
    case 3:
        return SpokenQuestionText::tr("four: %1").arg(label);
    default:
        return SpokenQuestionText::tr("five: %1").arg(label);
    }
}

QString choices(const QList<Option> &options)
{
    QStringList labels;
    for (const Option &option : options)
        labels << displayLine(option.label);
    if (std::ranges::any_of(labels, isLong)) {
        for (qsizetype i = 0; i < labels.size(); ++i)
            labels[i] = numbered(i, labels.at(i));
    }
    QString joined = labels.takeFirst();
    while (labels.size() > 1)
        joined = SpokenQuestionText::tr("%1, %2", "choices said aloud").arg(joined, labels.takeFirst());
    return labels.isEmpty()
               ? joined
               : SpokenQuestionText::tr("%1 or %2", "the last choice").arg(joined, labels.constFirst());
}

} // namespace

QString spokenQuestion(const Question &question)
{
    const QString asked = asSentence(displayLine(question.text));
    if (question.options.isEmpty())
        return asked;
    const QString said = choices(question.options);
    return question.allowOther
               ? SpokenQuestionText::tr("%1 You can say %2, or something else.").arg(asked, said)
               : SpokenQuestionText::tr("%1 You can say %2.").arg(asked, said);
}

} // namespace heed
