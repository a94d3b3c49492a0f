// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A model turn of a reply: writing slot, request, stream, storing.
#include "models/reply/reply.h"

#include "models/base/logging.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString finishName(Finish finish)
{
    switch (finish) {
    case Finish::Stop:
        return u"stop"_s;
    case Finish::ToolCalls:
        return u"tool_calls"_s;
    case Finish::Length:
        return u"length"_s;
    case Finish::Refusal:
        return u"refusal"_s;
    case Finish::Error:
        return u"error"_s;
    }
    return {};
}

QString slotKey(const ProviderChoice &choice)
{
    return choice.kind + u' ' + choice.baseUrl;
}

} // namespace

void Reply::requestTurn()
{
    if (m_turnPending)
        return;
    m_turnPending = true;
    if (m_record.figures.modelTurns >= m_house.settings->maxTurns && !m_record.concluding) {
        m_record.concluding = true;
        notice(u"turns_over"_s, tr("The model took many steps; it now answers with what it has."));
    }
    takeSlot([this] {
        const auto context = buildContext(m_history, m_turns, offeredTools(), contextTokens());
        // The guide reads only the last message; condensing is for language models.
        if (context.leftOut > 0 && !m_condensingFailed && m_provider->choice().kind != "guide"_L1)
            condense(context.leftOut);
        else
            sendRequest(context.request);
    });
}

int Reply::contextTokens() const
{
    const int asked = m_house.settings->contextTokens;
    return asked > 0 ? asked : m_provider->contextTokens();
}

void Reply::takeSlot(std::function<void()> then)
{
    bool waits = false;
    m_slot = m_house.writingSlots.acquire(
        slotKey(m_provider->choice()), m_provider->slotCount(), this,
        [this, then = std::move(then)] {
            if (m_ending)
                return;
            m_budget.run();
            m_log.add(EventType::Slot, {{u"state"_s, u"taken"_s}});
            then();
        },
        &waits);
    if (waits) {
        m_budget.pause();
        m_log.add(EventType::Slot, {{u"state"_s, u"waiting"_s}});
    }
}

void Reply::leaveSlot()
{
    if (!m_slot)
        return;
    m_house.writingSlots.release(std::exchange(m_slot, 0));
    m_log.add(EventType::Slot, {{u"state"_s, u"released"_s}});
}

void Reply::condense(qsizetype steps)
{
    notice(u"condensing"_s, tr("The older part of this chat is condensed so that the model can go on."));
    m_turnStartedMs = monotonic();
    m_modelTurn = m_provider->request(condensingRequest(m_history, steps, contextTokens()), this);
    connect(m_modelTurn, &ModelTurn::finished, this,
            [this, steps](const TurnResult &result) { condensed(steps, result); });
}

void Reply::condensed(qsizetype steps, const TurnResult &result)
{
    m_modelTurn->deleteLater();
    m_modelTurn = nullptr;
    if (m_ending)
        return;
    m_record.figures.modelMs += monotonic() - m_turnStartedMs;
    m_record.figures.tokensIn += result.usage.tokensIn.value_or(0);
    m_record.figures.tokensOut += result.usage.tokensOut.value_or(0);
    if (result.error || result.text.trimmed().isEmpty()) {
        m_condensingFailed = true;
        notice(u"condensing_failed"_s,
               tr("The older part of this chat could not be condensed and is left out this time."));
    } else {
        const ReplyId upTo = m_history.past.at(steps - 1).reply;
        m_history.past.remove(0, steps);
        m_history.summary = result.text.trimmed();
        write(Durability::AtOnce,
              [chat = m_record.chat, upTo, summary = m_history.summary](QSqlDatabase &database) {
                  return records::setSummary(database, chat, summary, upTo);
              });
    }
    sendRequest(buildContext(m_history, m_turns, offeredTools(), contextTokens()).request);
}

void Reply::sendRequest(const ModelRequest &request)
{
    ModelRequest asked = request;
    if (m_record.concluding)
        asked.system += u"\n\nAnswer now with what you have; no tools are left. Say what is missing."_s;
    m_partialText.clear();
    m_partialThinking.clear();
    m_turnStartedMs = monotonic();
    m_modelTurn = m_provider->request(asked, this);
    connectTurn();
}

void Reply::connectTurn()
{
    const auto first = [this] {
        if (!m_record.figures.firstTokenMs)
            m_record.figures.firstTokenMs = monotonic() - m_turnStartedMs;
    };
    connect(m_modelTurn, &ModelTurn::text, this, [this, first](const QString &delta) {
        if (m_ending)
            return;
        first();
        m_partialText += delta;
        m_log.delta(EventType::Text, delta);
    });
    connect(m_modelTurn, &ModelTurn::thinking, this, [this, first](const QString &delta) {
        if (m_ending)
            return;
        first();
        m_partialThinking += delta;
        m_log.delta(EventType::Thinking, delta);
    });
    connect(m_modelTurn, &ModelTurn::textWasThinking, this, [this] {
        if (m_ending)
            return;
        m_partialThinking += std::exchange(m_partialText, {});
        notice(u"text_was_thinking"_s, tr("What came so far was the model thinking."));
    });
    connect(m_modelTurn, &ModelTurn::notice, this, [this](const QString &code, const QString &text) {
        if (!m_ending)
            notice(code, text);
    });
    connect(m_modelTurn, &ModelTurn::finished, this, &Reply::turnFinished);
}

void Reply::turnFinished(const TurnResult &result)
{
    m_modelTurn->deleteLater();
    m_modelTurn = nullptr;
    if (m_ending)
        return;
    m_turnPending = false;
    m_record.figures.modelMs += monotonic() - m_turnStartedMs;
    m_record.figures.tokensIn += result.usage.tokensIn.value_or(0);
    m_record.figures.tokensOut += result.usage.tokensOut.value_or(0);
    m_record.figures.modelTurns += 1;
    for (const auto &note : result.notes)
        qCInfo(lcProvider) << "reply" << m_record.id.value << note;
    leaveSlot();
    if (result.error) {
        qCWarning(lcProvider) << "reply" << m_record.id.value
                              << "failed:" << providerErrorName(result.error->kind) << result.error->detail;
        fail(providerErrorName(result.error->kind), result.error->text);
        return;
    }
    if (result.finish == Finish::Length)
        notice(u"length"_s, tr("The model reached its length limit; the reply may be cut off."));
    if (result.finish == Finish::Refusal)
        notice(u"refusal"_s, tr("The model declined to answer this."));
    storeTurn(result);
}

void Reply::storeTurn(const TurnResult &result)
{
    TurnRecord turn{.number = int(m_turns.size()),
                    .text = result.text,
                    .thinking = result.thinking,
                    .echo = result.echo,
                    .finish = finishName(result.finish)};
    if (!m_record.concluding) { // the concluding turn was offered no tools: whatever it calls is not run
        for (const auto &call : result.calls)
            turn.calls.append(CallRecord{.call = call});
    }
    const auto held = m_log.hold(EventType::Usage, usageFields());
    m_partialText.clear();
    m_partialThinking.clear();
    m_house.store.write<QList<CallId>>(
        Durability::AtOnce, this,
        [reply = snapshot(), turn, rows = held.rows](QSqlDatabase &database) -> Result<QList<CallId>> {
            if (auto added = records::addEvents(database, reply.id, rows); !added)
                return added.error();
            if (auto saved = records::saveReply(database, reply); !saved)
                return saved.error();
            return records::addTurn(database, reply.id, turn);
        },
        [this, turn, seq = held.seq](const Result<QList<CallId>> &ids) {
            if (!ids) {
                fail(u"storage"_s, ids.error().text);
                return;
            }
            m_log.release(seq);
            TurnRecord stored = turn;
            for (qsizetype i = 0; i < stored.calls.size(); ++i)
                stored.calls[i].id = ids->at(i);
            m_turns.append(stored);
            advance();
        });
}

QJsonObject Reply::usageFields() const
{
    const Figures &figures = m_record.figures;
    QJsonObject fields{{u"tokens_in"_s, figures.tokensIn},
                       {u"tokens_out"_s, figures.tokensOut},
                       {u"model_seconds"_s, double(figures.modelMs) / 1000},
                       {u"tool_seconds"_s, double(figures.toolMs) / 1000},
                       {u"waited_seconds"_s, double(figures.waitedMs) / 1000}};
    if (figures.firstTokenMs)
        fields[u"first_token_seconds"_s] = double(*figures.firstTokenMs) / 1000;
    return fields;
}

} // namespace heed
