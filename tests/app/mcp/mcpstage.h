// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/mcpserver.h"
#include "tests/support/replystage.h"

namespace heed::test {

//! What the server works with: the replies of a stage, settings as a test wants them.
class TestWorkshop final : public Workshop
{
public:
    explicit TestWorkshop(ReplyStage &stage)
        : m_stage(stage)
    {
    }
    void prepare(QObject *, const std::function<void()> &then) override
    {
        if (isSlow)
            prepared = then;
        else
            then();
    }
    [[nodiscard]] Result<Replies *> replies() override
    {
        ++opened;
        return failure ? Result<Replies *>(*failure) : Result<Replies *>(m_stage.replies.get());
    }
    [[nodiscard]] bool hasThreads() const override { return threadsExist; }
    [[nodiscard]] McpRules rules() const override { return now; }
    [[nodiscard]] const Clock &clock() const override { return m_stage.clock; }
    void setClient(const QString &name) override { client = name; }
    void tellAsked(const Question &question, const QString &) override { told.append(question); }
    void tellOver(const QuestionId &id) override { over.append(id); }

    int opened = 0;
    bool isSlow = false; //!< the test calls prepared() itself
    std::function<void()> prepared{};
    bool threadsExist = true;
    McpRules now{.mayAsk = true, .provider = {.kind = QStringLiteral("openai")}};
    QString client{};
    QList<Question> told{};
    QList<QuestionId> over{};
    std::optional<Error> failure{};

private:
    ReplyStage &m_stage;
};

//! An MCP server in this process over a real database, a driven clock and a scripted model, with a client
//! that says what a test wants and keeps what came back.
class McpStage
{
public:
    enum class Era { Legacy, Modern };

    explicit McpStage(Era era = Era::Legacy);
    ~McpStage();

    //! Ends the server and begins another on the same database, as the next start of the program does.
    void restartServer();
    //! The whole program dies and starts again.
    void restartProgram();

    void send(const QJsonObject &message) const;
    void sendLine(const QByteArray &line) const { server->takeLine(line); }
    //! A request with the next id, dressed for the era. Gives the id.
    int request(const QString &method, const QJsonObject &params = {});
    int call(const QString &tool, const QJsonObject &arguments, const QJsonObject &more = {});
    int respond(const QString &thread, const QString &prompt, const QJsonObject &more = {});
    void notify(const QString &method, const QJsonObject &params = {}) const;
    void reply(const QJsonValue &id, const QJsonObject &result) const;
    void replyError(const QJsonValue &id) const;

    //! The response to a request, once it has come.
    [[nodiscard]] QJsonObject response(int id);
    [[nodiscard]] QJsonObject result(int id) { return response(id)[QStringLiteral("result")].toObject(); }
    [[nodiscard]] QJsonObject structured(int id);
    [[nodiscard]] QString content(int id);
    [[nodiscard]] bool hasResponse(int id) const;
    //! Messages from the server with this method, in order.
    [[nodiscard]] QList<QJsonObject> all(const QString &method) const;
    //! The n-th of them, once it has come.
    [[nodiscard]] QJsonObject waitFor(const QString &method, int count = 1);
    //! Waits until the person was told of the n-th question.
    [[nodiscard]] Question question(int count = 1);
    //! The person answers in the window.
    [[nodiscard]] Result<Settlement> answer(const Question &question, const Answer &answer);
    //! What the model was sent as the person's last message, with the note before it.
    [[nodiscard]] QStringList lastPrompt() const;
    [[nodiscard]] QString lastItem() const;

    ReplyStage stage{};
    TestWorkshop workshop{stage};
    std::unique_ptr<McpServer> server;
    QList<QJsonObject> sent{};
    QJsonObject capabilities{}; //!< of the client

private:
    [[nodiscard]] QJsonObject dressed(QJsonObject params) const;
    void handshake();

    Era m_era;
    int m_lastId = 0;
};

} // namespace heed::test
