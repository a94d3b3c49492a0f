// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/killrounds.h"

#include "tests/e2e/terminal/killround.h"

#include <QMutex>
#include <QThread>
#include <atomic>
#include <vector>

namespace heed::test {

KillRounds playKillRounds(quint32 seed, int rounds, int atOnce)
{
    KillRounds all;
    QMutex mutex;
    std::atomic<int> next = 0;
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < atOnce; ++i) {
        threads.emplace_back(QThread::create([&] {
            for (int number = next++; number < rounds; number = next++) {
                KillRound round(seed + quint32(number));
                const QStringList problems = round.run();
                const QMutexLocker lock(&mutex);
                all.rounds += 1;
                all.problems += problems;
                for (const QString &moment : round.moments()) {
                    all.deaths += 1;
                    all.moments[moment.section(u'+', 0, 0)] += 1;
                }
            }
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        thread->wait();
    return all;
}

} // namespace heed::test
