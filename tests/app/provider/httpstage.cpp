// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/provider/httpstage.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QStringList logged;

void keepLog(QtMsgType, const QMessageLogContext &, const QString &text)
{
    logged.append(text);
}

} // namespace

const QString HttpStage::secret = u"sk-verysecret-0123456789abcdef"_s;

ScriptedResponse HttpStage::say(const QString &text)
{
    return ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, text}}}}}, false);
}

ScriptedResponse HttpStage::refusal(int status, const QString &message,
                                    const QList<std::pair<QByteArray, QByteArray>> &headers)
{
    ScriptedResponse response =
        ScriptedResponse::json({{u"error"_s, QJsonObject{{u"message"_s, message}}}}, status);
    response.headers += headers;
    return response;
}

void HttpStage::initTestCase()
{
    qInstallMessageHandler(keepLog);
}

void HttpStage::init()
{
    logged.clear();
    m_text.clear();
    m_notices.clear();
    m_key = secret;
    m_clock =
        std::make_unique<ManualClock>(QDateTime(QDate(2024, 5, 1), QTime(12, 0), QTimeZone("Europe/Berlin")));
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listen());
}

void HttpStage::cleanup()
{
    m_owner.reset();
    m_provider.reset();
    m_server.reset();
    for (const QString &line : std::as_const(logged))
        QVERIFY2(!line.contains(secret), qPrintable(line));
}

void HttpStage::start(const QString &kind, ProviderSettings settings)
{
    const ProviderChoice choice{kind, m_server->url().toString(), u"test-model"_s, {}};
    m_provider = makeProviderFactory([settings] { return settings; },
                                     [this](const ProviderChoice &) { return m_key; }, *m_clock, {})(choice);
    m_owner = std::make_unique<QObject>();
}

ModelTurn *HttpStage::ask(const ModelRequest &request)
{
    ModelTurn *turn = m_provider->request(request, m_owner.get());
    m_finished = std::make_unique<QSignalSpy>(turn, &ModelTurn::finished);
    connect(turn, &ModelTurn::text, this, [this](const QString &delta) { m_text += delta; });
    connect(turn, &ModelTurn::notice, this, [this](const QString &code) { m_notices.append(code); });
    return turn;
}

TurnResult HttpStage::finish(ModelTurn *turn)
{
    Q_UNUSED(turn)
    if (m_finished->isEmpty() && !m_finished->wait(10'000))
        return {};
    QCoreApplication::processEvents();
    if (m_finished->size() != 1)
        qFatal("finished %d times", int(m_finished->size()));
    return m_finished->first().first().value<TurnResult>();
}

TurnResult HttpStage::finishWithTime(ModelTurn *turn, Milliseconds step)
{
    for (int i = 0; m_finished->isEmpty() && i < 400; ++i) {
        if (!m_finished->wait(30))
            m_clock->advance(step);
    }
    return finish(turn);
}

} // namespace heed
