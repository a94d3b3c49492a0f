// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelasker.h"
#include "models/store/keptrecord.h"
#include "models/store/questionrecord.h"
#include "tests/app/api/apistage.h"
#include "tests/e2e/terminal/terminalrun.h"
#include "tests/widgets/window/windowstage.h"

#include <QWebSocket>

class QListView;

namespace heed::test {

//! A companion on the WebSocket.
class FarCompanion final : public QObject
{
    Q_OBJECT
public:
    FarCompanion(quint16 port, const QByteArray &token);
    //! The end of the socket must not reach what is gone already.
    ~FarCompanion() override { m_socket.disconnect(this); }

    void say(const QJsonObject &control);
    [[nodiscard]] QList<QJsonObject> all(const QString &type) const;
    //! Waits for one of this type.
    [[nodiscard]] bool hears(const QString &type) const;

private:
    QWebSocket m_socket{};
    QList<QJsonObject> m_events{};
};

//! One process with the window, the API and its side of the pending channel over the same replies; on it the
//! four faces: the window, an API client with a stream and another connection for its calls, a companion, and
//! `heed questions answer` in a process of its own.
class EverywhereStage : public WindowStage
{
public:
    EverywhereStage();
    ~EverywhereStage();
    Q_DISABLE_COPY_MOVE(EverywhereStage)

    [[nodiscard]] static const QList<Face> &faces();

    //! A companion's message in the chat that the window shows, up to its question on every face.
    void ask();
    //! `heed questions answer`, up to its prompt.
    void prompt();
    //! Gives an option's label, or own words, there; what comes of it is not awaited.
    void give(Face face, const QString &text);
    //! Waits until all of these faces show something, and prints how long after \a sinceMs each did.
    [[nodiscard]] bool waitForAll(const QString &what, const QList<Face> &wanted,
                                  const std::atomic<qint64> &sinceMs, const std::function<bool(Face)> &shown);
    //! The question stands there and can be answered.
    [[nodiscard]] bool shows(Face face);
    //! Of a face that did not give it: what was answered, and where.
    [[nodiscard]] bool tells(Face face, const Settlement &answered);
    //! The face that gave an answer got what came of it; nothing: not yet. \sa refusal()
    [[nodiscard]] std::optional<bool> isTaken(Face face);
    //! The words with which that face refused.
    [[nodiscard]] QString refusal(Face face);
    //! The window's row of the question, as text.
    [[nodiscard]] QString row();
    [[nodiscard]] QListView *waitingList();
    [[nodiscard]] QStringList filed() const;
    [[nodiscard]] QuestionRecord record();
    //! What the audit holds about the question, oldest first.
    [[nodiscard]] QList<AuditRecord> audit();
    void stopReply();

    QuestionId id{};
    std::atomic<qint64> askedAtMs = 0;   //!< when it was committed
    std::atomic<qint64> settledAtMs = 0; //!< when its end was
    std::unique_ptr<TerminalRun> person{};

private:
    void startServer();
    void startAsker();
    [[nodiscard]] QByteArray request(const QByteArray &method, const QByteArray &path,
                                     const QJsonObject &body = {}) const;

    QString m_home{};
    QTemporaryDir m_runtime{};
    QByteArray m_token{};
    ChatId m_chat{};
    ReplyId m_reply{};
    std::unique_ptr<ApiServer> m_server{};
    std::atomic<ChannelAsker *> m_asker = nullptr; //!< lives in the reply thread
    std::unique_ptr<FarCompanion> m_companion{};
    std::unique_ptr<StreamClient> m_stream{};
    std::unique_ptr<RawClient> m_caller{};
    std::optional<Answered> m_called{}; //!< what came of the API client's answer
};

} // namespace heed::test
