// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/reply.h"

#include "models/base/logging.h"
#include "models/question/display.h"

#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// Book 3.4: calls in a row that brought nothing new.
constexpr int fruitlessCalls = 8;
constexpr auto concludeText = "\n\nNothing new came from the last calls. Conclude now with what you have.";
constexpr auto overText = "Research time is over. Answer now with what you have, and say what is missing.";

bool hasOpenCalls(const TurnRecord &turn)
{
    return std::ranges::any_of(turn.calls, [](const CallRecord &record) { return !record.result; });
}

} // namespace

Reply::Reply(const Stored &stored, const SendOptions &options, const House &house, QObject *parent)
    : QObject(parent)
    , m_record(stored.record)
    , m_history(stored.history)
    , m_turns(stored.turns)
    , m_questions(stored.questions)
    , m_options(options)
    , m_house(house)
    , m_log(stored.record.id, stored.lastSeq, house.store, house.alarms)
    , m_startIsStored(stored.startIsStored)
    , m_budget(house.alarms, std::chrono::seconds(house.settings->researchSeconds),
               stored.record.researchUsedMs)
{
    connect(&m_budget, &ResearchBudget::over, this, &Reply::researchOver);
}

Reply::~Reply()
{
    m_house.broker.forget(this);
    m_house.writingSlots.release(m_slot);
}

void Reply::begin(bool resumed, const std::function<void()> &begun)
{
    m_provider = m_house.provider(ProviderChoice::fromJson(m_record.provider));
    m_record.model = m_provider->modelName();
    m_record.face = m_options.face;
    if (resumed)
        m_log.skip(EventLog::mostUnstored); // a watcher may have seen some of them
    if (!m_startIsStored) {
        m_log.add(EventType::Started, {{u"reply"_s, m_record.id.value},
                                       {u"message"_s, m_record.message.value},
                                       {u"model"_s, m_record.model}});
        if (!m_history.note.isEmpty())
            notice(u"note"_s, tr("The model is told: %1").arg(m_history.note));
    }
    if (resumed) {
        notice(u"resumed"_s, tr("Carried on after an interruption."));
    }
    if (m_provider->toolFormat() == ToolFormat::None)
        notice(u"no_tools"_s, tr("This model cannot use tools, so it can neither search nor ask you."));
    m_budget.run();
    QMetaObject::invokeMethod(
        this,
        [this, begun] {
            advance();
            if (begun)
                begun();
        },
        Qt::QueuedConnection);
}

void Reply::notice(const QString &code, const QString &text)
{
    m_log.add(EventType::Notice, {{u"code"_s, code}, {u"text"_s, text}});
}

void Reply::advanceLater()
{
    QMetaObject::invokeMethod(this, &Reply::advance, Qt::QueuedConnection);
}

void Reply::advance()
{
    if (m_ending)
        return;
    TurnRecord *turn = lastTurn();
    if (turn && hasOpenCalls(*turn))
        runCalls(*turn);
    else if (turn && turn->calls.isEmpty())
        complete();
    else
        requestTurn();
}

void Reply::runCalls(const TurnRecord &turn)
{
    const auto calls = turn.calls; // results arrive in m_turns while we look
    QList<CallRecord> asks;
    for (const auto &record : calls) {
        if (record.result || m_started.contains(record.id))
            continue;
        m_started.insert(record.id);
        const bool isAsk = record.call.name == "ask_user"_L1;
        // Where nobody is to ask the tool is not offered, so the provider does not know it; the model is told
        // that nobody is here all the same.
        const bool asksNobody = isAsk && !askRules().personIsThere;
        if (!record.call.problem.isEmpty() && !asksNobody)
            toolEnded(record.id, {.ok = false,
                                  .result = record.call.problem,
                                  .summary = tr("The model's call could not be used")});
        else if (isAsk)
            asks.append(record);
        else
            runTool(record);
    }
    if (!asks.isEmpty())
        ask(asks);
}

void Reply::runTool(const CallRecord &record)
{
    const QString arguments =
        displayText(QString::fromUtf8(QJsonDocument(record.call.arguments).toJson(QJsonDocument::Compact)));
    m_log.add(
        EventType::Tool,
        {{u"id"_s, record.call.id}, {u"name"_s, displayText(record.call.name)}, {u"arguments"_s, arguments}});
    Tool *tool = m_house.tools.find(record.call.name);
    const bool offered = tool && !(m_options.readOnly && tool->writes());
    if (!offered) {
        toolEnded(record.id, {.ok = false,
                              .result = u"There is no tool named \"%1\" here."_s.arg(record.call.name),
                              .summary = tr("No such tool")});
        return;
    }
    if (m_record.concluding) {
        toolEnded(
            record.id,
            {.ok = false, .result = QString::fromLatin1(overText), .summary = tr("Research time is over")});
        return;
    }
    const ToolContext context{
        .chat = m_record.chat, .reply = m_record.id, .call = record.id, .face = m_record.face};
    RunningTool running{.run = tool->run(record.call.arguments, context, this), .startedMs = monotonic()};
    connect(running.run, &ToolRun::done, this,
            [this, id = record.id](const ToolOutcome &outcome) { toolEnded(id, outcome); });
    running.limit = m_house.alarms.after(tool->timeLimit(), this, [this, id = record.id] {
        endTool(id, {.ok = false,
                     .result = u"The tool took too long and was ended."_s,
                     .summary = tr("Took too long")});
    });
    m_tools.insert(record.id, running);
}

//! Ends a running tool from our side.
void Reply::endTool(CallId call, const ToolOutcome &outcome)
{
    if (const auto found = m_tools.constFind(call); found != m_tools.constEnd() && found->run)
        found->run->cancel();
    toolEnded(call, outcome);
}

void Reply::toolEnded(CallId call, const ToolOutcome &outcome)
{
    if (m_ending)
        return;
    if (m_tools.contains(call)) {
        const RunningTool running = m_tools.take(call);
        m_house.alarms.cancel(running.limit);
        m_record.figures.toolMs += monotonic() - running.startedMs;
        if (running.run) {
            running.run->disconnect(this);
            running.run->deleteLater();
        }
    }
    CallRecord *record = findCall(call);
    if (!record || record->result)
        return;
    setResult(*record, outcome);
    advanceLater();
}

void Reply::setResult(CallRecord &record, ToolOutcome outcome)
{
    outcome.result = boundedResult(outcome.result);
    noteProgress(record, outcome);
    record.result = outcome.result;
    record.ok = outcome.ok;
    record.summary = outcome.summary;
    const auto held =
        m_log.hold(EventType::ToolResult,
                   {{u"id"_s, record.call.id}, {u"ok"_s, outcome.ok}, {u"summary"_s, outcome.summary}});
    const AuditRecord audit{
        .atMs = now(),
        .kind = u"tool.called"_s,
        .chat = m_record.chat,
        .reply = m_record.id,
        .fields = {{u"name"_s, record.call.name}, {u"ok"_s, outcome.ok}, {u"summary"_s, outcome.summary}}};
    write(
        outcome.changed ? Durability::AtOnce : Durability::Grouped,
        [reply = snapshot(), id = record.id, outcome, rows = held.rows,
         audit](QSqlDatabase &database) -> Result<Done> {
            if (auto set = records::setCallResult(database, id, outcome.result, outcome.ok, outcome.summary);
                !set)
                return set.error();
            if (auto added = records::addAudit(database, audit); !added)
                return added;
            if (auto added = records::addEvents(database, reply.id, rows); !added)
                return added;
            return records::saveReply(database, reply);
        },
        [this, seq = held.seq] { m_log.release(seq); });
}

void Reply::noteProgress(const CallRecord &record, ToolOutcome &outcome)
{
    const bool isNew = outcome.ok && !outcome.result.isEmpty() && !m_seenResults.contains(outcome.result);
    m_seenResults.insert(outcome.result);
    m_record.fruitless = outcome.changed || isNew ? 0 : m_record.fruitless + 1;
    if (m_record.fruitless == fruitlessCalls) {
        qCInfo(lcReply) << "reply" << m_record.id.value << "is told to conclude after" << record.call.name;
        outcome.result += QLatin1StringView(concludeText);
        m_record.fruitless = 0;
    }
}

void Reply::researchOver()
{
    if (m_ending)
        return;
    m_record.concluding = true;
    notice(u"research_over"_s, tr("The research time is used up; the model now answers with what it has."));
    const auto running = m_tools.keys();
    for (const CallId call : running)
        endTool(
            call,
            {.ok = false, .result = QString::fromLatin1(overText), .summary = tr("Research time is over")});
}

QList<ToolSpec> Reply::offeredTools() const
{
    if (m_record.concluding || m_provider->toolFormat() == ToolFormat::None)
        return {};
    QList<ToolSpec> tools = m_house.tools.specs(m_options.readOnly);
    if (m_options.personIsThere && !m_house.settings->neverAsks)
        tools.append(askUserSpec());
    return tools;
}

CallRecord *Reply::findCall(CallId id)
{
    for (auto &turn : m_turns) {
        for (auto &record : turn.calls) {
            if (record.id == id)
                return &record;
        }
    }
    return nullptr;
}

ReplyRecord Reply::snapshot()
{
    m_record.researchUsedMs = m_budget.usedMs();
    return m_record;
}

void Reply::write(Durability durability, std::function<Result<Done>(QSqlDatabase &)> work,
                  std::function<void()> then)
{
    m_house.store.write<Done>(durability, this, std::move(work),
                              [this, then = std::move(then)](const Result<Done> &result) {
                                  if (result) {
                                      if (then)
                                          then();
                                      return;
                                  }
                                  qCCritical(lcReply) << "reply" << m_record.id.value
                                                      << "could not be stored:" << result.error().detail;
                                  fail(u"storage"_s, result.error().text);
                              });
}

} // namespace heed
