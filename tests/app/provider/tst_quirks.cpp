// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of quirks/ over real HTTP: what the server of the case sends must become what a correct client
// makes of it.
#include "app/provider/httpprovider.h"
#include "tests/app/provider/quirkcase.h"
#include "tests/support/scriptedserver.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class TestQuirks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void allCases_data();
    void allCases();
};

namespace {

ScriptedResponse responseOf(const QuirkCase &quirk, bool anthropic, int packet)
{
    const QByteArray body =
        quirk.api == u"text"_s ? textAsStream(QString::fromUtf8(quirk.body), anthropic) : quirk.body;
    ScriptedResponse response = ScriptedResponse::of(
        body, quirk.http[u"contentType"_s].toString(u"text/event-stream; charset=utf-8"_s).toUtf8());
    response.status = quirk.http[u"status"_s].toInt(200);
    response.reason = response.status == 502 ? "Bad Gateway" : response.status < 400 ? "OK" : "Error";
    const QJsonObject headers = quirk.http[u"headers"_s].toObject();
    for (auto it = headers.begin(); it != headers.end(); ++it)
        response.headers.emplaceBack(it.key().toUtf8(), it.value().toString().toUtf8());
    const QJsonObject trailers = quirk.http[u"trailers"_s].toObject();
    for (auto it = trailers.begin(); it != trailers.end(); ++it)
        response.trailers.emplaceBack(it.key().toUtf8(), it.value().toString().toUtf8());
    response.gzip = quirk.http[u"gzip"_s].toBool();
    response.hideEncoding = quirk.http[u"hideEncoding"_s].toBool();
    if (quirk.http[u"hang"_s].toBool())
        response.end = ScriptedResponse::End::Hang;
    if (quirk.http[u"cut"_s].toBool())
        response.end = ScriptedResponse::End::Reset;
    response.packetSize = body.size() > 500'000 && packet > 0 ? 4096 : packet;
    return response;
}

} // namespace

void TestQuirks::allCases_data()
{
    QTest::addColumn<QuirkCase>("quirk");
    QTest::addColumn<bool>("anthropic");
    QTest::addColumn<int>("packet");
    for (const QuirkCase &quirk : quirkCases()) {
        for (const int packet : {1, 7, 0}) {
            const QByteArray size =
                packet == 0 ? QByteArray("whole") : "packets of " + QByteArray::number(packet);
            const QByteArray name = quirk.id.toUtf8() + ", " + size + ": " + quirk.quirk.toUtf8();
            QTest::newRow(name.constData()) << quirk << (quirk.api == u"anthropic"_s) << packet;
            if (quirk.api == u"text"_s && packet != 1)
                QTest::newRow(QByteArray(name + " (anthropic)").constData()) << quirk << true << packet;
        }
    }
}

void TestQuirks::allCases()
{
    QFETCH(QuirkCase, quirk);
    QFETCH(bool, anthropic);
    QFETCH(int, packet);
    ScriptedServer server;
    QVERIFY(server.listen());
    server.add(responseOf(quirk, anthropic, packet));
    server.setRepeatLast(true);

    ManualClock clock(QDateTime(QDate(2024, 5, 1), QTime(12, 0), QTimeZone("Europe/Berlin")));
    const ProviderChoice choice{
        anthropic ? u"anthropic"_s : u"openai"_s, server.url().toString(), u"quirk-1"_s, {}};
    ProviderSettings settings;
    settings.tries = 1; // the case is the last answer; retries have tests of their own
    std::unique_ptr<Provider> provider;
    const KeyFor key = [](const ProviderChoice &) { return u"sk-test-0123456789"_s; };
    if (anthropic)
        provider = std::make_unique<AnthropicProvider>(choice, *Endpoint::of(choice), settings, key, clock);
    else
        provider = std::make_unique<OpenAiProvider>(choice, *Endpoint::of(choice), settings, key, clock);

    QObject owner;
    QString shown;
    ModelTurn *turn = provider->request(quirkRequest(), &owner);
    connect(turn, &ModelTurn::text, &owner, [&shown](const QString &delta) { shown += delta; });
    connect(turn, &ModelTurn::textWasThinking, &owner, [&shown] { shown.clear(); });
    // Time stands still until nothing else can happen: the grace after the finish, or an immediate retry.
    QSignalSpy finished(turn, &ModelTurn::finished);
    const bool needsTime = quirk.http[u"hang"_s].toBool() || quirk.id.startsWith(u"74-"_s);
    for (int round = 0; finished.isEmpty() && round < 200; ++round) {
        if (finished.wait(needsTime ? 50 : 20'000))
            break;
        if (!needsTime)
            break;
        clock.advance(Milliseconds(2000));
    }
    QCOMPARE(finished.size(), 1);
    const TurnResult result = finished.first().first().value<TurnResult>();
    QCOMPARE(mismatch(quirk, result), QString());
    QCOMPARE(shown, result.text);
    if (result.error)
        QVERIFY(!result.error->text.contains(u"0123456789"_s));
}

QTEST_GUILESS_MAIN(TestQuirks)
#include "tst_quirks.moc"
