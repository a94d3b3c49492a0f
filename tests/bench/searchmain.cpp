// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_search [--json] [--messages N] [--keep FILE]: full-text search, newest first, over many
// messages. The database is kept in FILE, since making it takes minutes.
#include "models/store/keptrecord.h"
#include "models/store/store.h"
#include "tests/bench/bigstore.h"
#include "tests/bench/report.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::bench;

namespace {

double timeOf(QSqlDatabase &database, const QString &words)
{
    const double begin = wallMs();
    const auto found = records::find(database, {.words = words, .limit = 50});
    if (!found)
        qFatal("bench: %s", qPrintable(found.error().detail));
    return wallMs() - begin;
}

void measure(QSqlDatabase &database, Report &report, const QString &messages)
{
    Writer writer{7};
    Samples rare;
    Samples common;
    Samples two;
    Samples all;
    Samples typed;
    for (int round = 0; round < 150; ++round) {
        const QString rareWord = wordNumber(4'000 + writer.below(30'000));
        const QString commonWord = wordNumber(writer.below(60));
        rare.add(timeOf(database, rareWord));
        common.add(timeOf(database, commonWord));
        two.add(timeOf(database, commonWord + u' ' + wordNumber(100 + writer.below(2'000))));
        for (qsizetype letters = 2; letters <= rareWord.size(); ++letters)
            typed.add(timeOf(database, rareWord.first(letters)));
    }
    Writer again{7};
    for (int round = 0; round < 150; ++round) {
        const QString rareWord = wordNumber(4'000 + again.below(30'000));
        const QString commonWord = wordNumber(again.below(60));
        all.add(timeOf(database, rareWord));
        all.add(timeOf(database, commonWord));
        all.add(timeOf(database, commonWord + u' ' + wordNumber(100 + again.below(2'000))));
    }
    report.atMost(u"newest 50, all kinds of words, p99, "_s + messages, all.at(0.99), u"ms"_s, 15);
    report.atMost(u"prefix as it is typed, p50"_s, typed.at(0.5), u"ms"_s, 1);
    report.figure(u"prefix as it is typed, p99"_s, typed.at(0.99), u"ms"_s);
    report.figure(u"a rare word, p50"_s, rare.at(0.5), u"ms"_s);
    report.figure(u"a common word, p50"_s, common.at(0.5), u"ms"_s);
    report.figure(u"two words, p50"_s, two.at(0.5), u"ms"_s);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const auto option = [&words](const QString &name, const QString &standard) {
        const qsizetype at = words.indexOf(name);
        return at < 0 ? standard : words.value(at + 1);
    };
    const int messages = option(u"--messages"_s, u"1000000"_s).toInt();
    const QString file = option(u"--keep"_s, QDir::current().filePath(u"search-%1.sqlite"_s.arg(messages)));
    const double begin = wallMs();
    const bool isNew = !QFileInfo::exists(file);
    makeSearchStore(file, messages);
    Report report("search", argc, argv);
    if (isNew)
        report.figure(u"making the database"_s, (wallMs() - begin) / 1000, u"s"_s);
    auto reader = Store::openReader(file);
    if (!reader)
        qFatal("bench: %s", qPrintable(reader.error().detail));
    measure(*reader, report, QLocale(QLocale::English).toString(messages) + u" messages"_s);
    report.figure(u"size of the database"_s, double(QFileInfo(file).size()) / 1e6, u"MB"_s);
    Store::closeReader(*reader);
    return 0;
}
