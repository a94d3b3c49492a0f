// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/httpexchange.h"
#include "app/provider/requestbodies.h"
#include "app/provider/turnparser.h"
#include "models/provider/provider.h"

#include <functional>
#include <memory>

namespace heed {

//! What a provider tells its turn.
struct TurnPlan {
    TurnApi api = TurnApi::OpenAi;
    ModelRequest request{};
    RequestShape shape{};
    ErrorContext context{};
    QString key{}; //!< only to be masked; the headers that make() gives carry it
    std::function<ProviderRequest(const RequestShape &)> make{};
    std::function<void(const RequestShape &)> shapeChanged{}; //!< the server refused a part of the request
    std::function<void()> completed{};
};

//! One model turn over HTTP: sends, streams, retries while nothing was shown, ends exactly once.
class HttpTurn final : public ModelTurn
{
    Q_OBJECT
public:
    HttpTurn(std::shared_ptr<NetworkContext> network, TurnPlan plan, QObject *parent);
    //! A turn that only fails, from the event loop.
    HttpTurn(const ProviderError &error, QObject *parent);
    void cancel() override;

private:
    void send();
    void received(const QByteArray &bytes);
    void ended(const ProviderAnswer &answer);
    void showDeltas();
    void show(const TurnDelta &delta);
    void complete();
    void finish(const TurnResult &result);
    void failed(const ProviderError &error, bool mayRetry);
    [[nodiscard]] bool reshape(const ProviderAnswer &answer);
    [[nodiscard]] bool retry(const ProviderError &error, bool mayRetry);
    void retryAfter(Milliseconds wait, const ProviderError &error);
    void restart();
    void dropExchange();

    std::shared_ptr<NetworkContext> m_network;
    TurnPlan m_plan{};
    std::unique_ptr<TurnParser> m_parser{};
    QList<TurnDelta> m_deltas{}; //!< made, and not yet given on
    HttpExchange *m_exchange = nullptr;
    Alarms::Handle m_alarm = 0; //!< the back-off, or the grace after the finish
    int m_try = 1;
    bool m_graceRuns = false;
    bool m_toolUseRetried = false;
    bool m_shown = false; //!< text or thinking was given on: no retry any more
    bool m_over = false;
};

} // namespace heed
