// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/settledtext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace heed::settledtext {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(heed::settledtext)
};

// Speech needs a pause between the question and what follows it.
QString asSentence(const QString &text)
{
    if (text.isEmpty() || !text.back().isLetterOrNumber())
        return text;
    return text + u'.';
}

} // namespace

QString outcome(const Settlement &settlement)
{
    switch (settlement.outcome) {
    case Outcome::Chosen:
    case Outcome::Answered:
        return Words::tr("Answered: %1").arg(settlement.text);
    case Outcome::None:
        return Words::tr("Answered: none of these");
    case Outcome::Declined:
        return Words::tr("Skipped");
    case Outcome::Unanswered:
        return Words::tr("No answer came");
    case Outcome::Withdrawn:
        return Words::tr("The question ended with its reply");
    case Outcome::AskedBack:
        return Words::tr("You asked back: %1").arg(settlement.text);
    case Outcome::NotShown:
        return Words::tr("The question could not be shown in time");
    case Outcome::Refused:
        return Words::tr("The question was not asked");
    }
    return {};
}

QString timeOfDay(const QDateTime &time, const QDate &today)
{
    const QLocale locale;
    if (locale.language() == QLocale::C) // has no short format: it would say the seconds
        return time.toString(time.date() == today ? u"HH:mm"_s : u"yyyy-MM-dd HH:mm"_s);
    return time.date() == today ? locale.toString(time.time(), QLocale::ShortFormat)
                                : locale.toString(time, QLocale::ShortFormat);
}

QString whoAndWhen(const Settlement &settlement, bool here, const QDateTime &now)
{
    const QString when =
        timeOfDay(QDateTime::fromMSecsSinceEpoch(settlement.atMs, now.timeZone()), now.date());
    if (!settlement.via)
        return when;
    const QString where = facePlace(*settlement.via);
    if (here)
        //: %1 is a place ("in the window"), %2 a time
        return Words::tr("From you, %1, %2").arg(where, when);
    //: %1 is a place ("on the companion"), %2 a time
    return Words::tr("Answered elsewhere: %1, %2").arg(where, when);
}

QString told(const Question &question, const Settlement &settlement)
{
    switch (settlement.outcome) {
    case Outcome::Chosen:
    case Outcome::Answered:
    case Outcome::AskedBack:
        return {};
    case Outcome::None:
        return Words::tr("The model was told to pick none of the options for you.");
    case Outcome::Declined:
        return Words::tr(
            "The model was told that you did not want to answer and that it should not ask again.");
    case Outcome::Unanswered:
        return question.onSilence == SilencePolicy::Assume
                   ? Words::tr(
                         "The model was told to go on with its best assumption and to say what it assumed.")
                   : Words::tr("The model was told to stop here, to say what it needs, and not to guess.");
    case Outcome::Withdrawn:
        return Words::tr("The model was told nothing: the reply was stopped.");
    case Outcome::NotShown:
        return Words::tr("The model was told not to assume an answer.");
    case Outcome::Refused:
        return Words::tr("The model was told why, and what to do instead.");
    }
    return {};
}

QString heldBack(const QStringList &markers)
{
    return Words::tr("Held back, because it looks like a secret: %1. The model does not get it and it is not "
                     "stored. You can answer again differently.")
        .arg(markers.join(u", "));
}

QString deadline(const Question &question, const QDateTime &now)
{
    if (!question.deadlineMs)
        return Words::tr("Waits until you answer");
    const QDateTime end = QDateTime::fromMSecsSinceEpoch(*question.deadlineMs, now.timeZone());
    const QString when = timeOfDay(end, now.date());
    return question.onSilence == SilencePolicy::Assume
               ? Words::tr("Goes on without an answer at %1").arg(when)
               : Words::tr("Stops without an answer at %1").arg(when);
}

QString asksInOne(const Question &question)
{
    const QString text = asSentence(question.text);
    const auto choices = int(question.options.size());
    if (question.count > 1) {
        if (choices == 0)
            return Words::tr("The model asks, %1 of %2: %3")
                .arg(question.index)
                .arg(question.count)
                .arg(text);
        return Words::tr("The model asks, %1 of %2: %3 %n choices.", nullptr, choices)
            .arg(question.index)
            .arg(question.count)
            .arg(text);
    }
    if (choices == 0)
        return Words::tr("The model asks: %1").arg(text);
    return Words::tr("The model asks: %1 %n choices.", nullptr, choices).arg(text);
}

QString asksInFull(const Question &question)
{
    QStringList parts{asksInOne(question)};
    for (int i = 0; i < int(question.options.size()); ++i) {
        const Option &option = question.options.at(i);
        //: one of several choices, read aloud: its number, then its label
        parts << asSentence(Words::tr("%1: %2").arg(i + 1).arg(option.label));
        if (!option.description.isEmpty())
            parts << asSentence(option.description);
    }
    return parts.join(u' ');
}

} // namespace heed::settledtext
