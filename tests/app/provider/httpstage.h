// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/providerfactory.h"
#include "tests/app/provider/quirkcase.h"
#include "tests/support/scriptedserver.h"

#include <QObject>
#include <QSignalSpy>
#include <memory>

namespace heed {

//! A provider, a server that plays a script, and a clock that only the test moves. Test classes derive from
//! it; after every test it looks for the key in the log.
class HttpStage : public QObject
{
    Q_OBJECT
protected:
    static const QString secret;
    [[nodiscard]] static ScriptedResponse say(const QString &text);
    [[nodiscard]] static ScriptedResponse
    refusal(int status, const QString &message, const QList<std::pair<QByteArray, QByteArray>> &headers = {});

    void start(const QString &kind = QStringLiteral("openai"), ProviderSettings settings = {});
    ModelTurn *ask(const ModelRequest &request = quirkRequest());
    [[nodiscard]] TurnResult finish(ModelTurn *turn);
    //! Lets time pass whenever nothing happens by itself.
    [[nodiscard]] TurnResult finishWithTime(ModelTurn *turn, Milliseconds step = Milliseconds(1000));

    std::unique_ptr<ManualClock> m_clock{};
    std::unique_ptr<ScriptedServer> m_server{};
    std::unique_ptr<Provider> m_provider{};
    std::unique_ptr<QObject> m_owner{};
    std::unique_ptr<QSignalSpy> m_finished{};
    QString m_text{};
    QStringList m_notices{};
    QString m_key{};

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
};

} // namespace heed
