// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/claimwords.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QSet<QString> words(const QString &list)
{
    const auto split = list.simplified().split(u' ');
    return {split.begin(), split.end()};
}

QStringList phrases(const QString &list)
{
    QStringList trimmed;
    for (const QString &phrase : list.simplified().split(u',', Qt::SkipEmptyParts))
        trimmed.append(phrase.trimmed());
    return trimmed;
}

//! Every opening with every noun: "per your answer", "based on your choice", ….
QStringList nounClaims()
{
    const QStringList openings =
        phrases(u"per your, as per your, based on your, according to your, given your, following your, in "
                u"line with your, "
                "in accordance with your, going by your, going with your, from your, with your, thanks for "
                "your, thank you "
                "for your, because of your, due to your, after your, following the user's, per the user's, "
                "based on the "
                "user's, according to the user's, given the user's, per the person's, based on the person's, "
                "according to "
                "the person's, to match your, respecting your, honouring your, honoring your, i used your, i "
                "have used your, "
                "i applied your, i have applied your, i took your, i noted your, i have noted your"_s);
    const QStringList nouns = phrases(
        u"answer, answers, choice, choices, selection, selections, decision, decisions, confirmation, reply, "
        "response, approval, go-ahead, pick, chosen option, selected option, preferred option"_s);
    QStringList all = phrases(
        uR"(your answer was, your choice was, your selection was, your decision was, your reply was, your response was,
        your answer is, your choice is, your selection is, your decision is, you have already answered,
        you went with, thanks for confirming, thank you for confirming, thanks for choosing, thank you for choosing,
        thanks for answering, thank you for answering, thanks for clarifying, thank you for clarifying,
        thanks for picking, thank you for picking, thanks for deciding, thank you for deciding,
        thanks for letting me know, thank you for letting me know, as confirmed by you, as chosen by you,
        as selected by you, as decided by you, as agreed with you, as we agreed, chosen by you, selected by you,
        confirmed by you, approved by you, your chosen, your selected, the option of your choice was,
        the user's answer was, the user's choice was, the person's answer was, the person's choice was)"_s);
    for (const QString &opening : openings) {
        for (const QString &noun : nouns)
            all.append(QString(opening + u' ' + noun));
    }
    return all;
}

ClaimWords english()
{
    ClaimWords en;
    en.language = QLatin1StringView("en");
    en.subjects = phrases(u"you, you've, you'd, you yourself, the person, the user, the human"_s);
    en.between =
        words(u"have 've had has already just clearly also explicitly then both previously earlier indeed "
              "now really since originally initially kindly actually specifically only later first "
              "recently definitely ultimately finally simply all"_s);
    en.perfect = words(u"have has 've you've you'd had"_s);
    en.sayingVerbs =
        words(u"said told mentioned stated specified indicated wrote noted explained replied responded "
              "named"_s);
    en.choosingVerbs =
        words(u"chose picked selected confirmed answered decided opted agreed approved settled "
              "preferred accepted insisted elected declined"_s);
    en.participles = words(u"chosen"_s);
    en.notAfterVerb = words(u"up off goodbye hello out"_s);
    en.nounClaims = nounClaims();
    en.conditions =
        words(u"if whether unless until till suppose supposing assuming case whichever whatever should "
              "would could might may imagine provided in-case pretend"_s);
    en.aheadOnly = words(u"once when after before whenever soon"_s);
    en.inverted = words(u"have has had did do does were was are is will would could should can may might"_s);
    en.negations = words(u"not never no nobody none haven't hasn't hadn't didn't n't neither nor"_s);
    en.openWords = words(u"what which whichever whatever who how why where when"_s);
    en.openSupports =
        phrases(u"based on, given, per, according to, from, as per, going by, to match, matches, match, "
                "with, follows, following, is, that is, exactly, just, used, because of"_s);
    en.clauseEnds = words(u"so therefore hence thus because which"_s);
    en.emptyWords = words(
        uR"(the a an this that these those it its i i'm i've you your you're we our is are was were be been to of in on
        at for with from by as and or but so do did does have has had will would should could can may might that's
        me my mine just also already then than want wanted wants like prefer need go going went chose picked selected
        confirmed answered decided opted agreed approved settled said told mentioned stated specified indicated wrote
        noted explained replied responded preferred accepted chosen option one there here please about into over very
        really up out not no never earlier before them they he she his her their)"_s);
    en.choiceJoins = words(u"or"_s);
    return en;
}

} // namespace

const QList<ClaimWords> &claimWords()
{
    static const QList<ClaimWords> table{english()};
    return table;
}

} // namespace heed
