// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/reply/replies.h"
#include "tests/support/patience.h"
#include "tests/support/scriptedprovider.h"

#include <QTemporaryDir>
#include <QTest>

namespace heed::test {

//! A tool that gives back what a test wants, from the event loop, or never.
class ScriptedTool final : public Tool
{
public:
    struct Answers {
        std::function<ToolOutcome(const QJsonObject &)> outcome{};
        bool hangs = false;
        std::atomic<int> runs = 0;
    };
    ScriptedTool(QString name, std::shared_ptr<Answers> answers)
        : m_name(std::move(name))
        , m_answers(std::move(answers))
    {
    }
    [[nodiscard]] ToolSpec spec() const override;
    [[nodiscard]] Milliseconds timeLimit() const override { return std::chrono::hours(2); }
    [[nodiscard]] ToolRun *run(const QJsonObject &arguments, const ToolContext &context,
                               QObject *parent) override;

private:
    QString m_name;
    std::shared_ptr<Answers> m_answers;
};

//! Replies over a real database in a folder of its own, a driven clock and a scripted model. close() and
//! open() are the end and the next start of the program.
class ReplyStage : public QObject
{
    Q_OBJECT
public:
    ReplyStage();
    ~ReplyStage() override;

    void open();
    void close();

    [[nodiscard]] ChatId createChat();
    [[nodiscard]] Result<Sent> send(ChatId chat, const QString &text, const SendOptions &options = {});
    [[nodiscard]] Result<Settlement> answer(const QuestionId &id, const Answer &answer,
                                            Face face = Face::Window);
    [[nodiscard]] Result<ReplyId> changeAnswer(const QuestionId &id, const Answer &answer);
    [[nodiscard]] Result<ReplyId> retry(ReplyId reply);
    [[nodiscard]] int resume();
    [[nodiscard]] Result<bool> park(const QuestionId &id);
    [[nodiscard]] int takeParked();
    [[nodiscard]] Result<int> closeQuestions(ChatId chat);
    //! Every event that came since the watch began, by reply.
    [[nodiscard]] const QList<Event> &events(ReplyId reply);
    //! Waits until the reply has told an event of this type (the n-th); false after the test's time limit.
    [[nodiscard]] bool waitFor(ReplyId reply, EventType type, int count = 1);
    //! Waits until a question is asked and shows it on \a face; its id is the newest question.
    [[nodiscard]] Question waitForQuestion(int count = 1, Face face = Face::Window);
    [[nodiscard]] QString text(ReplyId reply); //!< all text deltas joined
    //! Runs a reading on the store and gives its value.
    template <typename T>
    [[nodiscard]] T read(std::function<Result<T>(QSqlDatabase &)> work)
    {
        std::optional<Result<T>> got;
        store->read<T>(this, std::move(work), [&got](const Result<T> &result) { got = result; });
        if (!QTest::qWaitFor([&got] { return got.has_value(); }, patienceMs) || !*got)
            qFatal("the reading failed: %s", got ? qPrintable(got->error().detail) : "no answer");
        return **got;
    }

    ManualClock clock;
    std::unique_ptr<Store> store;
    std::unique_ptr<Replies> replies;
    std::shared_ptr<Script> script = std::make_shared<Script>();
    std::shared_ptr<ScriptedTool::Answers> lookup =
        std::make_shared<ScriptedTool::Answers>(); //!< the tool "lookup"
    ReplySettings settings{};
    QList<Question> asked{};
    QList<Settlement> settled{};

private:
    template <typename T>
    [[nodiscard]] Result<T> wait(const std::function<void(const Replies::Then<T> &)> &begin);

    QTemporaryDir m_folder{};
    QHash<ReplyId, QList<Event>> m_events{};
    int m_run = 0;
};

} // namespace heed::test
