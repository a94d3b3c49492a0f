// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QFutureWatcher>
#include <QMutex>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QWaitCondition>
#include <QtConcurrentRun>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

using Load = std::shared_ptr<std::vector<int>>;

Load load(int n)
{
    return std::make_shared<std::vector<int>>(100, n);
}

int sum(const Load &load)
{
    int total = 0;
    for (const int one : *load)
        total += one;
    return total;
}

//! Lives on another thread and answers.
class Worker : public QObject
{
    Q_OBJECT
public:
    void take(const Load &given)
    {
        m_total += sum(given);
        Q_EMIT took(load(m_total));
    }
    int m_total = 0;

Q_SIGNALS:
    void took(const Load &answer);
};

//! Gives loads to a worker.
class Giver : public QObject
{
    Q_OBJECT
Q_SIGNALS:
    void given(const Load &load);
};

} // namespace

//! Every way in which Heed's threads meet, many times over, with data that is written before and read
//! after. Under ThreadSanitizer none of it may be reported (a report makes the program fail).
class TsanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void queuedSignals()
    {
        QThread thread;
        auto *worker = new Worker;
        Giver giver;
        worker->moveToThread(&thread);
        connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
        connect(&giver, &Giver::given, worker, &Worker::take);
        int answers = 0;
        qint64 total = 0;
        connect(worker, &Worker::took, this, [&](const Load &answer) {
            ++answers;
            total += sum(answer);
        });
        thread.start();
        for (int i = 0; i < 300; ++i)
            Q_EMIT giver.given(load(i));
        QTRY_COMPARE(answers, 300);
        thread.quit();
        thread.wait();
        QVERIFY(total > 0);
    }

    void invokedFunctions()
    {
        QThread thread;
        QObject there;
        there.moveToThread(&thread);
        thread.start();
        int answers = 0;
        for (int i = 0; i < 300; ++i) {
            QMetaObject::invokeMethod(
                &there,
                [this, &answers, data = load(i)] {
                    QMetaObject::invokeMethod(
                        this, [&answers, back = load(sum(data))] { answers += sum(back) >= 0 ? 1 : 0; },
                        Qt::QueuedConnection);
                },
                Qt::QueuedConnection);
        }
        QTRY_COMPARE(answers, 300);
        thread.quit();
        thread.wait();
    }

    void aThreadThatHasEnded()
    {
        for (int i = 0; i < 30; ++i) {
            int written = 0;
            const std::unique_ptr<QThread> thread(QThread::create([&written, i] { written = i; }));
            thread->start();
            thread->wait();
            QCOMPARE(written, i);
        }
    }

    void aContendedMutex()
    {
        QMutex mutex;
        std::vector<int> shared;
        std::vector<std::unique_ptr<QThread>> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back(QThread::create([&] {
                for (int i = 0; i < 2000; ++i) {
                    const QMutexLocker lock(&mutex);
                    shared.push_back(i);
                }
            }));
        }
        for (const auto &thread : threads)
            thread->start();
        for (const auto &thread : threads)
            thread->wait();
        QCOMPARE(shared.size(), 8000u);
    }

    void waitConditionAndSemaphore()
    {
        QMutex mutex;
        QWaitCondition changed;
        QSemaphore taken;
        int value = 0;
        int plain = 0;
        const std::unique_ptr<QThread> thread(QThread::create([&] {
            for (int i = 1; i <= 200; ++i) {
                {
                    QMutexLocker lock(&mutex);
                    while (value < i)
                        changed.wait(&mutex);
                }
                plain = i;
                taken.release();
            }
        }));
        thread->start();
        for (int i = 1; i <= 200; ++i) {
            {
                const QMutexLocker lock(&mutex);
                value = i;
                changed.wakeAll();
            }
            taken.acquire();
            QCOMPARE(plain, i);
        }
        thread->wait();
    }

    void poolAndFutures()
    {
        for (int i = 0; i < 100; ++i) {
            const Load data = load(i);
            QFutureWatcher<Load> watcher;
            int seen = -1;
            connect(&watcher, &QFutureWatcher<Load>::finished, this, [&] { seen = sum(watcher.result()); });
            watcher.setFuture(QtConcurrent::run([data] { return load(sum(data)); }));
            QTRY_COMPARE(seen, i * 10000);
            QFuture<Load> second = QtConcurrent::run([data] { return load(sum(data) + 1); });
            second.waitForFinished();
            QCOMPARE(sum(second.result()), i * 10000 + 100);
        }
    }

    void continuations()
    {
        int seen = 0;
        for (int i = 0; i < 100; ++i) {
            QtConcurrent::run([data = load(1)] {
                return load(sum(data));
            }).then(this, [&seen](const Load &answer) { seen += sum(answer) / 10000; });
        }
        QTRY_COMPARE(seen, 100);
    }

    void objectsThatDieElsewhere()
    {
        QThread thread;
        thread.start();
        for (int i = 0; i < 100; ++i) {
            auto *worker = new Worker;
            worker->m_total = i;
            worker->moveToThread(&thread);
            worker->deleteLater();
        }
        thread.quit();
        thread.wait();
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (app.arguments().contains(u"race"_s)) {
        // A planted race between a slot on another thread and its owner: it must be reported. Both sides
        // begin together (relaxed: that orders nothing); else the one is sometimes over before the other
        // begins, and what ThreadSanitizer remembers of it too.
        QThread thread;
        QObject there;
        there.moveToThread(&thread);
        thread.start();
        int shared = 0;
        std::atomic<int> here = 0;
        const auto count = [&] {
            here.fetch_add(1, std::memory_order_relaxed);
            while (here.load(std::memory_order_relaxed) < 2)
                std::this_thread::yield();
            for (int i = 0; i < 100'000; ++i)
                ++shared;
        };
        QMetaObject::invokeMethod(&there, count, Qt::QueuedConnection);
        count();
        thread.quit();
        thread.wait();
        return shared > 0 ? 0 : 1;
    }
    TsanTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_tsan.moc"
