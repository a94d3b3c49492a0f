// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/replystage.h"

#include <QTimeZone>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

class ScriptedToolRun final : public ToolRun
{
public:
    ScriptedToolRun(std::optional<ToolOutcome> outcome, QObject *parent)
        : ToolRun(parent)
    {
        if (outcome)
            QMetaObject::invokeMethod(
                this, [this, outcome] { Q_EMIT done(*outcome); }, Qt::QueuedConnection);
    }
    void cancel() override
    {
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT done({.ok = false, .result = u"cancelled"_s}); }, Qt::QueuedConnection);
    }
};

} // namespace

ToolSpec ScriptedTool::spec() const
{
    return {.name = m_name, .description = u"Looks something up."_s, .schema = {{u"type"_s, u"object"_s}}};
}

ToolRun *ScriptedTool::run(const QJsonObject &arguments, const ToolContext &, QObject *parent)
{
    ++m_answers->runs;
    if (m_answers->hangs)
        return new ScriptedToolRun(std::nullopt, parent);
    const ToolOutcome outcome = m_answers->outcome
                                    ? m_answers->outcome(arguments)
                                    : ToolOutcome{.result = u"found it"_s, .summary = u"Looked up"_s};
    return new ScriptedToolRun(outcome, parent);
}

ReplyStage::ReplyStage()
    : clock(QDateTime({2026, 11, 30}, {9, 0}, QTimeZone::utc()))
{
    open();
}

ReplyStage::~ReplyStage()
{
    close();
}

void ReplyStage::open()
{
    auto opened = Store::open(m_folder.filePath(u"heed.sqlite"_s), clock);
    if (!opened)
        qFatal("the store did not open: %s", qPrintable(opened.error().detail));
    store = *std::move(opened);
    Replies::Parts parts{
        .store = store.get(),
        .clock = &clock,
        .secretKey = "a key for tests",
        // A name that no living process has: what one run leaves behind, the next may take up.
        .process = u"0:run %1"_s.arg(++m_run),
        .providers = [script = script](Alarms &) -> ProviderFactory {
            return [script](const ProviderChoice &) { return std::make_unique<ScriptedProvider>(script); };
        },
        .tools = [lookup = lookup](ToolRegistry &tools, Alarms &) -> std::unique_ptr<QObject> {
            tools.add(std::make_unique<ScriptedTool>(u"lookup"_s, lookup));
            return {};
        }};
    replies = std::make_unique<Replies>(std::move(parts), settings);
    connect(replies.get(), &Replies::questionAsked, this,
            [this](const Question &question) { asked.append(question); });
    connect(replies.get(), &Replies::questionSettled, this,
            [this](const Question &, const Settlement &settlement) { settled.append(settlement); });
    m_events.clear();
    asked.clear();
    settled.clear();
}

void ReplyStage::close()
{
    replies.reset();
    store.reset();
}

template <typename T>
Result<T> ReplyStage::wait(const std::function<void(const Replies::Then<T> &)> &begin)
{
    std::optional<Result<T>> got;
    begin([&got](const Result<T> &result) { got = result; });
    if (!QTest::qWaitFor([&got] { return got.has_value(); }, patienceMs))
        return Error{.code = Error::Code::Bug, .text = u"no answer came"_s};
    return *got;
}

ChatId ReplyStage::createChat()
{
    const auto chat = wait<ChatId>([this](const auto &then) { replies->createChat({}, this, then); });
    return chat ? *chat : ChatId{};
}

Result<Sent> ReplyStage::send(ChatId chat, const QString &text, const SendOptions &options)
{
    return wait<Sent>([&](const auto &then) { replies->send(chat, text, options, this, then); });
}

Result<Settlement> ReplyStage::answer(const QuestionId &id, const Answer &answer, Face face)
{
    return wait<Settlement>([&](const auto &then) { replies->answer(id, answer, face, this, then); });
}

Result<ReplyId> ReplyStage::changeAnswer(const QuestionId &id, const Answer &answer)
{
    return wait<ReplyId>([&](const auto &then) { replies->changeAnswer(id, answer, {}, this, then); });
}

Result<ReplyId> ReplyStage::retry(ReplyId reply)
{
    return wait<ReplyId>([&](const auto &then) { replies->retry(reply, {}, this, then); });
}

int ReplyStage::resume()
{
    const auto count = wait<int>([this](const auto &then) { replies->resume(std::nullopt, {}, this, then); });
    return count ? *count : -1;
}

Result<bool> ReplyStage::park(const QuestionId &id)
{
    return wait<bool>([&](const auto &then) { replies->park(id, this, then); });
}

int ReplyStage::takeParked()
{
    const auto count = wait<int>([this](const auto &then) { replies->takeParked(std::nullopt, this, then); });
    return count ? *count : -1;
}

Result<int> ReplyStage::closeQuestions(ChatId chat)
{
    return wait<int>([&](const auto &then) { replies->closeQuestions(chat, this, then); });
}

const QList<Event> &ReplyStage::events(ReplyId reply)
{
    if (!m_events.contains(reply)) {
        m_events.insert(reply, {});
        replies->watch(reply, 0, this,
                       [this, reply](const QList<Event> &events) { m_events[reply] += events; });
    }
    return m_events[reply];
}

bool ReplyStage::waitFor(ReplyId reply, EventType type, int count)
{
    const auto enough = [&] { return std::ranges::count(events(reply), type, &Event::type) >= count; };
    return QTest::qWaitFor(enough, patienceMs);
}

Question ReplyStage::waitForQuestion(int count, Face face)
{
    if (!QTest::qWaitFor([&] { return asked.size() >= count; }, patienceMs))
        return {};
    replies->confirmShown(asked.at(count - 1).id, face);
    return asked.at(count - 1);
}

QString ReplyStage::text(ReplyId reply)
{
    QString text;
    for (const auto &event : events(reply)) {
        if (event.type == EventType::Text)
            text += event.fields[u"delta"_s].toString();
    }
    return text;
}

} // namespace heed::test
