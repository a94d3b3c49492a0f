// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_kill [ROUNDS [SEED]]: the kill test of tests/e2e/terminal, as many rounds as one likes.
#include "tests/e2e/terminal/killrounds.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

constexpr int stretch = 20; // rounds between two lines of progress

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const int rounds = words.value(1, u"1000"_s).toInt();
    quint32 seed = words.value(2).toUInt();
    if (seed == 0)
        seed = QRandomGenerator::system()->bounded(1u, 1'000'000'000u);
    std::printf("%d rounds from seed %u\n", rounds, seed);
    heed::test::KillRounds all;
    QElapsedTimer timer;
    timer.start();
    while (all.rounds < rounds) {
        const auto some =
            heed::test::playKillRounds(seed + quint32(all.rounds), std::min(stretch, rounds - all.rounds));
        all.rounds += some.rounds;
        all.deaths += some.deaths;
        for (auto it = some.moments.cbegin(); it != some.moments.cend(); ++it)
            all.moments[it.key()] += it.value();
        for (const QString &problem : some.problems)
            std::printf("FAILED %s\n", qPrintable(problem));
        all.problems += some.problems;
        std::printf("%d rounds, killed %d times, %d failures, %lld s\n", all.rounds, all.deaths,
                    int(all.problems.size()), timer.elapsed() / 1000);
        std::fflush(stdout);
    }
    for (auto it = all.moments.cbegin(); it != all.moments.cend(); ++it)
        std::printf("%6d after %s\n", it.value(), qPrintable(it.key()));
    return all.problems.isEmpty() ? 0 : 1;
}
