// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_waiting [--json] [COUNT]: what replies cost that wait for an answer, 10,000 unless told
// otherwise.
#include "tests/bench/askingstage.h"
#include "tests/bench/report.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::bench;

namespace {

//! How often a thread of this process went to sleep by itself: it must have woken up for that.
qint64 sleeps()
{
    qint64 sum = 0;
    const QDir tasks(u"/proc/self/task"_s);
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(tasks.filePath(task + u"/status"_s));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith("voluntary_ctxt_switches:"))
                sum += line.mid(24).trimmed().toLongLong();
        }
    }
    return sum;
}

//! Nothing runs in this thread meanwhile.
double wakeupsPerSecond()
{
    constexpr int seconds = 5;
    const qint64 before = sleeps();
    QThread::sleep(seconds);
    return double(sleeps() - before - 1) / seconds; // one is this thread's own sleep
}

//! Until what is written later, in groups and after a quarter of a second, is written too.
void settle(AskingStage &stage)
{
    const double begin = wallMs();
    AskingStage::waitFor([begin] { return wallMs() > begin + 2'000; });
    stage.store().flush();
}

void letAllAsk(AskingStage &stage, int count)
{
    const qsizetype before = stage.asked().size();
    for (int i = 0; i < count; ++i)
        stage.send(stage.createChat());
    stage.waitForAsked(before + count);
    settle(stage);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const int given = QCoreApplication::arguments().last().toInt();
    const int count = given > 0 ? given : 10'000;
    Report report("waiting", argc, argv);
    AskingStage stage(patientSettings(2 * count));
    letAllAsk(stage, 100); // what the first replies cost beyond the others
    const double memory = residentKb();
    const double begin = wallMs();
    letAllAsk(stage, count);
    report.figure(u"%1 replies ask, each committed"_s.arg(count), (wallMs() - begin) / 1000, u"s"_s);
    report.atMost(u"memory of a waiting reply with its question"_s, (residentKb() - memory) / count, u"KB"_s,
                  1.5);
    for (const QuestionId &id : stage.asked())
        stage.replies().confirmShown(id, Face::Window);
    settle(stage);
    report.atMost(u"wakeups while they wait"_s, wakeupsPerSecond(), u"/s"_s, 0);
    const double end = wallMs();
    stage.end();
    report.atMost(u"all let go, as when the program ends"_s, wallMs() - end, u"ms"_s, 100);
    return 0;
}
