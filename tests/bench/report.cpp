// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/report.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

using namespace Qt::StringLiterals;

namespace heed::bench {

double threadMs()
{
    timespec at{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return double(at.tv_sec) * 1e3 + double(at.tv_nsec) / 1e6;
}

double wallMs()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double residentKb()
{
    QFile file(u"/proc/self/status"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).simplified().split(' ').value(0).toDouble();
    }
    return 0;
}

double Samples::at(double share) const
{
    if (m_values.isEmpty())
        return 0;
    QList<double> sorted = m_values;
    std::sort(sorted.begin(), sorted.end());
    return sorted.at(qsizetype(std::ceil(share * double(sorted.size() - 1))));
}

Report::Report(const char *theme, int argc, char **argv)
    : m_theme(QString::fromLatin1(theme))
    , m_isJson(
          std::any_of(argv, argv + argc, [](const char *word) { return std::strcmp(word, "--json") == 0; }))
{
    if (!m_isJson)
        std::printf("%s\n", theme);
}

void Report::atMost(const QString &what, double value, const QString &unit, double goal)
{
    add(what, value, unit, goal, value <= goal);
}

void Report::atLeast(const QString &what, double value, const QString &unit, double goal)
{
    add(what, value, unit, goal, value >= goal);
}

void Report::figure(const QString &what, double value, const QString &unit)
{
    add(what, value, unit, std::nullopt, true);
}

void Report::add(const QString &what, double value, const QString &unit, std::optional<double> goal,
                 bool isReached)
{
    QJsonObject row{{u"theme"_s, m_theme}, {u"what"_s, what}, {u"value"_s, value}, {u"unit"_s, unit}};
    if (goal) {
        row[u"goal"_s] = *goal;
        row[u"isReached"_s] = isReached;
    }
    print(row);
}

void Report::print(const QJsonObject &row) const
{
    if (m_isJson) {
        std::printf("%s\n", QJsonDocument(row).toJson(QJsonDocument::Compact).constData());
    } else {
        QString goal;
        if (row.contains(u"goal"_s)) {
            goal = u"goal %1%2"_s.arg(row[u"goal"_s].toDouble(), 0, 'g', 4)
                       .arg(row[u"isReached"_s].toBool() ? u""_s : u"   MISSED"_s);
        }
        std::printf("  %-58s %10.3f %-6s %s\n", qPrintable(row[u"what"_s].toString()),
                    row[u"value"_s].toDouble(), qPrintable(row[u"unit"_s].toString()), qPrintable(goal));
    }
    std::fflush(stdout);
}

} // namespace heed::bench
