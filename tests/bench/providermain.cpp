// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_bench_provider [--json]: from a provider's bytes to the text that is shown.
#include "app/provider/turnparser.h"
#include "tests/bench/bigstore.h"
#include "tests/bench/report.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::bench;

namespace {

//! A chunk as OpenAI sends it; with a few characters of text it has 200 bytes or so.
QByteArray chunk(const QString &text)
{
    const QJsonObject choice{
        {u"index"_s, 0}, {u"delta"_s, QJsonObject{{u"content"_s, text}}}, {u"finish_reason"_s, QJsonValue()}};
    const QJsonObject object{{u"id"_s, u"chatcmpl-9n2bT0aB4cD8eF1gH5iJ"_s},
                             {u"object"_s, u"chat.completion.chunk"_s},
                             {u"created"_s, 1'718'345'013},
                             {u"model"_s, u"scripted"_s},
                             {u"choices"_s, QJsonArray{choice}}};
    return "data: " + QJsonDocument(object).toJson(QJsonDocument::Compact) + "\n\n";
}

ModelRequest request()
{
    return {.tools = {{u"ask_user"_s, u"Ask."_s, {{u"type"_s, u"object"_s}}},
                      {u"search"_s, u"Search."_s, {{u"type"_s, u"object"_s}}}}};
}

void chunkByChunk(Report &report)
{
    const QString text = Writer(3).markdown(60'000);
    TurnParser parser(TurnApi::OpenAi, request());
    Samples micros;
    qsizetype shown = 0;
    for (qsizetype at = 0; at < text.size(); at += 4) {
        const QByteArray bytes = chunk(text.mid(at, 4));
        const double begin = threadMs();
        parser.feed(bytes);
        for (const TurnDelta &delta : parser.takeDeltas())
            shown += delta.text.size();
        micros.add((threadMs() - begin) * 1000);
    }
    if (shown < text.size() - 10)
        qFatal("bench: %lld of %lld characters came", qlonglong(shown), qlonglong(text.size()));
    report.atMost(u"a chunk of 4 characters becomes text, p50"_s, micros.at(0.5), u"us"_s, 50);
    report.atMost(u"a chunk of 4 characters becomes text, p99"_s, micros.at(0.99), u"us"_s, 50);
}

//! Much of it, in the pieces that a socket gives. \param each characters of text in a chunk.
double megabytesPerSecond(int each)
{
    const QString text = Writer(4).markdown(200'000);
    QByteArray bytes;
    while (bytes.size() < 24'000'000) {
        for (qsizetype at = 0; at < text.size() && bytes.size() < 24'000'000; at += each)
            bytes += chunk(text.mid(at, each));
    }
    TurnParser parser(TurnApi::OpenAi, request());
    const double begin = threadMs();
    for (qsizetype at = 0; at < bytes.size(); at += 16'384) {
        parser.feed(QByteArrayView(bytes).sliced(at, std::min<qsizetype>(16'384, bytes.size() - at)));
        (void)parser.takeDeltas();
    }
    return double(bytes.size()) / 1e6 / ((threadMs() - begin) / 1000);
}

double plainJson(int each)
{
    const QByteArray one = chunk(Writer(4).markdown(each).first(each)).mid(6).trimmed();
    const double begin = threadMs();
    double bytes = 0;
    while (bytes < 10'000'000) {
        const QJsonDocument document = QJsonDocument::fromJson(one);
        bytes += document.isObject() ? double(one.size()) : 0;
    }
    return bytes / 1e6 / ((threadMs() - begin) / 1000);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    Report report("provider", argc, argv);
    chunkByChunk(report);
    report.atLeast(u"through SSE and JSON, 4 characters a chunk"_s, megabytesPerSecond(4), u"MB/s"_s, 100);
    report.figure(u"through SSE and JSON, 400 characters a chunk"_s, megabytesPerSecond(400), u"MB/s"_s);
    report.figure(u"QJsonDocument alone, 4 characters a chunk"_s, plainJson(4), u"MB/s"_s);
    return 0;
}
