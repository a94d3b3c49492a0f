// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_answer [--json] [ROUNDS]: from an answer to the reply that goes on with it, over a real
// database. The moment of the commit is told by SQLite itself.
#include "models/store/rawsqlite.h"
#include "tests/bench/askingstage.h"
#include "tests/bench/report.h"

#include <QCoreApplication>
#include <atomic>
#include <sqlite3.h>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::bench;

namespace {

std::atomic<double> committedMs = 0;

//! From now on every commit is timed. Taking SQLite's hook turns its own checkpoints off.
void watchCommits(AskingStage &stage)
{
    bool isDone = false;
    stage.store().read<Done>(
        &stage,
        [](QSqlDatabase &database) -> Result<Done> {
            sqlite3_wal_hook(
                raw::handle(database),
                [](void *, sqlite3 *, const char *, int) {
                    committedMs = wallMs();
                    return SQLITE_OK;
                },
                nullptr);
            return Done{};
        },
        [&isDone](const Result<Done> &) { isDone = true; });
    AskingStage::waitFor([&isDone] { return isDone; });
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const int given = QCoreApplication::arguments().last().toInt();
    const int rounds = given > 0 ? given : 300;
    Report report("answer", argc, argv);
    AskingStage stage(patientSettings(64));
    watchCommits(stage);
    std::atomic<double> committed = 0;
    std::atomic<double> ran = 0;
    std::atomic<bool> isOver = false;
    QObject::connect(
        &stage.replies(), &Replies::questionSettled, &stage,
        [&] {
            ran = wallMs();
            committed = committedMs.load();
        },
        Qt::DirectConnection); // in the reply thread, at once
    QObject::connect(
        &stage.replies(), &Replies::replyEnded, &stage, [&isOver] { isOver = true; }, Qt::QueuedConnection);
    Samples commit;
    Samples wake;
    for (int round = 0; round < rounds; ++round) {
        isOver = false;
        stage.send(stage.createChat());
        stage.waitForAsked(round + 1);
        stage.replies().confirmShown(stage.asked().last(), Face::Window);
        stage.store().flush(); // nothing else is on its way to the disk
        const double begin = wallMs();
        stage.choose(stage.asked().last());
        commit.add(committed - begin);
        wake.add((ran - committed) * 1000);
        AskingStage::waitFor([&isOver] { return isOver.load(); });
        stage.store().flush();
    }
    report.atMost(u"committed, and the reply's thread runs, p50"_s, wake.at(0.5), u"us"_s, 50);
    report.figure(u"committed, and the reply's thread runs, p99"_s, wake.at(0.99), u"us"_s);
    report.atMost(u"from the answer to its commit, p50"_s, commit.at(0.5), u"ms"_s, 2);
    report.figure(u"from the answer to its commit, p99"_s, commit.at(0.99), u"ms"_s);
    return 0;
}
