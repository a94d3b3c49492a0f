// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/killrounds.h"

#include <QTest>

using namespace heed::test;

//! `kill -9` at random moments (KillRound). The seed is always the same unless HEED_KILL_SEED says another;
//! HEED_KILL_ROUNDS says how many rounds. tests/bench/kill plays many.
class tst_Kill : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsLostOrDoubled();
};

void tst_Kill::nothingIsLostOrDoubled()
{
    bool isGiven = false;
    const int seed = qEnvironmentVariableIntValue("HEED_KILL_SEED", &isGiven);
    const quint32 first = isGiven ? quint32(seed) : 1129;
    const int rounds = qEnvironmentVariableIntValue("HEED_KILL_ROUNDS", &isGiven);
    qInfo("the first seed is %u (HEED_KILL_SEED)", first);
    const KillRounds all = playKillRounds(first, isGiven ? rounds : 50);
    qInfo("%d rounds, killed %d times", all.rounds, all.deaths);
    for (auto it = all.moments.cbegin(); it != all.moments.cend(); ++it)
        qInfo("  after %s: %d", qPrintable(it.key()), it.value());
    QVERIFY2(all.problems.isEmpty(), qPrintable(all.problems.join(QLatin1Char('\n'))));
    QVERIFY(all.deaths >= all.rounds / 2);
}

QTEST_GUILESS_MAIN(tst_Kill)
#include "tst_kill.moc"
