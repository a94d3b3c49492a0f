// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_start [--json]: how soon the window is there, on the display of the present session
// (tests/bench/run brings one of its own). It is looked at from outside: the screen is black before anything
// is drawn, and a window is ready when it does not change any more. With --empty it is itself the window of
// Qt that ours is compared with.
#include "tests/bench/report.h"
#include "tests/e2e/terminal/heedrun.h"
#include "tests/support/scriptedserver.h"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QMainWindow>
#include <QProcess>
#include <QScreen>
#include <QTemporaryDir>
#include <functional>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::bench;
using namespace heed::test;

namespace {

constexpr int rounds = 9;
constexpr double stillMs = 1'200; // no change for so long: it is ready
constexpr double patienceMs = 60'000;

QImage screen(const QSize &part = {})
{
    const QPixmap taken =
        part.isValid() ? QGuiApplication::primaryScreen()->grabWindow(0, 0, 0, part.width(), part.height())
                       : QGuiApplication::primaryScreen()->grabWindow(0);
    return taken.toImage().convertToFormat(QImage::Format_RGB32);
}

//! The share of pixels that differ: a caret that blinks is no change.
double difference(const QImage &a, const QImage &b)
{
    if (a.size() != b.size())
        return 1;
    qint64 count = 0;
    for (int y = 0; y < a.height(); ++y) {
        const auto *left = reinterpret_cast<const QRgb *>(a.constScanLine(y));
        const auto *right = reinterpret_cast<const QRgb *>(b.constScanLine(y));
        for (int x = 0; x < a.width(); ++x)
            count += left[x] != right[x] ? 1 : 0;
    }
    return double(count) / double(a.width() * a.height());
}

void waitFor(const std::function<bool()> &holds)
{
    const double begin = wallMs();
    while (!holds()) {
        if (wallMs() - begin > patienceMs)
            qFatal("bench: nothing appears on the screen");
        QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
    }
}

//! Until something is drawn, ms.
double firstPixels(const std::function<void()> &start)
{
    const QSize part(320, 240);
    QImage black(part, QImage::Format_RGB32);
    black.fill(Qt::black);
    waitFor([&] { return screen(part) == black; });
    const double begin = wallMs();
    start();
    waitFor([&] { return screen(part) != black; });
    return wallMs() - begin;
}

//! Until the window shows all that it is going to show, ms. \param mustChange it shows nothing yet.
double ready(const std::function<void()> &start, bool mustChange = true)
{
    QImage before = screen();
    const double begin = wallMs();
    double changed = begin;
    start();
    waitFor([&] {
        const QImage now = screen();
        if (difference(before, now) > 0.0005) {
            before = now;
            changed = wallMs();
        }
        return (changed > begin || !mustChange) && wallMs() - changed > stillMs;
    });
    return changed - begin;
}

double residentMb(qint64 pid)
{
    QFile file(u"/proc/%1/status"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).simplified().split(' ').value(0).toDouble() / 1024;
    }
    return 0;
}

std::unique_ptr<HeedRun> window(const QString &home)
{
    auto run = std::make_unique<HeedRun>(home, QStringList());
    run->setVariable(u"DISPLAY"_s, qEnvironmentVariable("DISPLAY"));
    run->setVariable(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    return run;
}

void firstWindow(Report &report)
{
    const QTemporaryDir home;
    Samples ours;
    Samples empty;
    Samples ourMemory;
    Samples emptyMemory;
    for (int round = -1; round < rounds; ++round) { // the one before the first fills the caches
        const auto run = window(home.path());
        const double shown = firstPixels([&run] { run->start(); });
        (void)ready([] {}, false);
        const double memory = residentMb(run->processId());
        run->killNow();
        QProcess plain;
        const double plainShown =
            firstPixels([&plain] { plain.start(QCoreApplication::applicationFilePath(), {u"--empty"_s}); });
        (void)ready([] {}, false);
        const double plainMemory = residentMb(plain.processId());
        plain.kill();
        plain.waitForFinished();
        if (round < 0)
            continue;
        ours.add(shown);
        empty.add(plainShown);
        ourMemory.add(memory);
        emptyMemory.add(plainMemory);
    }
    report.atMost(u"first pixels, against an empty QMainWindow"_s, ours.at(0.5) / empty.at(0.5), u"x"_s, 1.6);
    report.figure(u"first pixels"_s, ours.at(0.5), u"ms"_s);
    report.figure(u"first pixels of the empty QMainWindow"_s, empty.at(0.5), u"ms"_s);
    report.atMost(u"memory"_s, ourMemory.at(0.5), u"MB"_s, 60);
    report.figure(u"memory of the empty QMainWindow"_s, emptyMemory.at(0.5), u"MB"_s);
}

void configure(const QString &home, const QUrl &server)
{
    const QList<std::pair<QString, QString>> settings{{u"provider.kind"_s, u"openai"_s},
                                                      {u"provider.baseUrl"_s, server.toString()},
                                                      {u"provider.model"_s, u"scripted"_s}};
    for (const auto &[key, value] : settings) {
        HeedRun config(home, {u"config"_s, u"set"_s, key, value});
        config.start();
        if (config.waitForEnd() != 0)
            qFatal("bench: %s", config.err().constData());
    }
}

//! A home with one chat; when it is to wait, its question has no answer yet.
void talk(const QString &home, ScriptedServer &server, bool waits)
{
    const QByteArray says = R"({"stream": [{"say": "Booked, all of them."}]})";
    const QByteArray asks =
        R"({"stream": [{"say": "I look first. "}, {"call": {"id": "c1", "name": "ask_user",
        "arguments": {"question": "Which project?", "options": ["Billing", "Support", "Internal"]}}}]})";
    const QString wrong = server.load(QJsonDocument::fromJson('[' + (waits ? asks : says) + ']'));
    if (!wrong.isEmpty() || !server.listen())
        qFatal("bench: %s", qPrintable(wrong));
    configure(home, server.url());
    HeedRun chat(home, {u"chat"_s, u"--json"_s});
    chat.start();
    chat.send({{u"message"_s, u"Book my hours"_s}});
    if (chat.waitFor(waits ? u"question"_s : u"done"_s).isEmpty())
        qFatal("bench: %s", chat.err().constData());
    chat.killNow();
}

void afterAKill(Report &report)
{
    const QTemporaryDir plainHome;
    const QTemporaryDir waitingHome;
    ScriptedServer plainServer;
    ScriptedServer waitingServer;
    talk(plainHome.path(), plainServer, false);
    talk(waitingHome.path(), waitingServer, true);
    Samples plain;
    Samples killed;
    for (int round = -1; round < rounds; ++round) {
        const auto first = window(plainHome.path());
        const double plainReady = ready([&first] { first->start(); });
        first->killNow();
        const auto second = window(waitingHome.path());
        const double cardReady = ready([&second] { second->start(); });
        second->killNow();
        if (round < 0)
            continue;
        plain.add(plainReady);
        killed.add(cardReady);
    }
    report.atMost(u"killed, and the card is there again, against a plain start"_s,
                  killed.at(0.5) / plain.at(0.5), u"x"_s, 1.6);
    report.figure(u"killed, and the card is there again"_s, killed.at(0.5), u"ms"_s);
    report.figure(u"a plain start with a chat, until nothing changes"_s, plain.at(0.5), u"ms"_s);
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication application(argc, argv);
    if (QCoreApplication::arguments().contains(u"--empty"_s)) {
        QMainWindow window;
        window.resize(1000, 720);
        window.show();
        return QApplication::exec();
    }
    Report report("start", argc, argv);
    firstWindow(report);
    afterAKill(report);
    return 0;
}
