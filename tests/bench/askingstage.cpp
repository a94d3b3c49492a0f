// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/askingstage.h"

#include "models/provider/provider.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed::bench {

namespace {

class AskingTurn final : public ModelTurn
{
public:
    AskingTurn(const ModelRequest &request, QObject *parent)
        : ModelTurn(parent)
        , m_asks(request.items.isEmpty() || request.items.last().role == PromptItem::Role::Person)
    {
        QMetaObject::invokeMethod(
            this, [this] { end(); }, Qt::QueuedConnection);
    }
    void cancel() override
    {
        m_cancelled = true;
        QMetaObject::invokeMethod(
            this, [this] { end(); }, Qt::QueuedConnection);
    }

private:
    void end()
    {
        if (std::exchange(m_over, true))
            return;
        TurnResult result;
        if (m_cancelled) {
            result.error = ProviderError{.kind = ProviderError::Kind::Cancelled};
        } else if (m_asks) {
            ToolCall call{.id = u"c1"_s, .name = u"ask_user"_s};
            call.arguments = {{u"question"_s, u"Which of them do you mean?"_s},
                              {u"options"_s, QJsonArray{u"This one"_s, u"That one"_s}}};
            result.calls = {call};
            result.finish = Finish::ToolCalls;
        } else {
            result.text = u"Then so."_s;
            Q_EMIT text(result.text);
        }
        Q_EMIT finished(result);
    }

    bool m_asks;
    bool m_cancelled = false;
    bool m_over = false;
};

class AskingProvider final : public Provider
{
public:
    [[nodiscard]] ProviderChoice choice() const override { return {.kind = u"openai"_s}; }
    [[nodiscard]] QString modelName() const override { return u"asking"_s; }
    [[nodiscard]] ToolFormat toolFormat() const override { return ToolFormat::Native; }
    [[nodiscard]] int slotCount() const override { return 4; }
    [[nodiscard]] ModelTurn *request(const ModelRequest &request, QObject *parent) override
    {
        return new AskingTurn(request, parent);
    }
};

} // namespace

AskingStage::AskingStage(const ReplySettings &settings, const QString &file)
{
    auto opened = Store::open(file.isEmpty() ? m_folder.filePath(u"heed.sqlite"_s) : file, m_clock);
    if (!opened)
        qFatal("bench: %s", qPrintable(opened.error().detail));
    m_store = *std::move(opened);
    Replies::Parts parts{.store = m_store.get(),
                         .clock = &m_clock,
                         .secretKey = "a key for benchmarks",
                         .providers = [](Alarms &) -> ProviderFactory {
                             return [](const ProviderChoice &) { return std::make_unique<AskingProvider>(); };
                         },
                         .tools = [](ToolRegistry &, Alarms &) -> std::unique_ptr<QObject> { return {}; }};
    m_replies = std::make_unique<Replies>(std::move(parts), settings);
    connect(m_replies.get(), &Replies::questionAsked, this,
            [this](const Question &question) { m_asked.append(question.id); });
}

AskingStage::~AskingStage() = default;

void AskingStage::waitFor(const std::function<bool()> &holds)
{
    const QDeadlineTimer limit(600'000);
    while (!holds()) {
        if (limit.hasExpired())
            qFatal("bench: it does not come to it");
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
    }
}

ChatId AskingStage::createChat()
{
    ChatId chat;
    m_replies->createChat({}, this, [&chat](const Result<ChatId> &id) {
        if (!id)
            qFatal("bench: %s", qPrintable(id.error().detail));
        chat = *id;
    });
    waitFor([&chat] { return chat.isValid(); });
    return chat;
}

ReplyId AskingStage::send(ChatId chat)
{
    ReplyId reply;
    m_replies->send(chat, u"Go on, please"_s, {}, this, [&reply](const Result<Sent> &sent) {
        if (!sent)
            qFatal("bench: %s", qPrintable(sent.error().detail));
        reply = sent->reply;
    });
    waitFor([&reply] { return reply.isValid(); });
    return reply;
}

void AskingStage::waitForAsked(qsizetype count)
{
    waitFor([this, count] { return m_asked.size() >= count; });
}

void AskingStage::choose(const QuestionId &id)
{
    bool isAnswered = false;
    m_replies->answer(id, {.kind = Answer::Kind::Choose, .option = 0}, Face::Window, this,
                      [&isAnswered](const Result<Settlement> &settled) {
                          if (!settled)
                              qFatal("bench: %s", qPrintable(settled.error().text));
                          isAnswered = true;
                      });
    waitFor([&isAnswered] { return isAnswered; });
}

ReplySettings patientSettings(int waitingMost)
{
    ReplySettings settings;
    settings.waitingMax = waitingMost;
    settings.faces[faceName(Face::Window)] = {.questionsPerReply = 4, .timeoutSeconds = 0};
    return settings;
}

} // namespace heed::bench
