// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/httpmessage.h"
#include "app/api/messagesender.h"
#include "app/api/replyfeed.h"
#include "app/api/routes.h"
#include "models/base/alarms.h"
#include "models/reply/replies.h"

#include <QHash>
#include <QObject>

namespace heed {

class HttpConnection;

//! One request that has found its route.
struct ApiCall {
    HttpRequest request{};
    ChatId session{};
    QJsonObject body{};                   //!< empty where the call takes none
    HttpConnection *connection = nullptr; //!< what comes later comes only while it lives
};

//! What each call of the API does (book 4.1). Every call answers its connection, when everything that it
//! acknowledges is on disk. Lives in the server thread.
class ApiCalls final : public QObject
{
    Q_OBJECT
public:
    //! \param replies, alarms, sender outlive this.
    ApiCalls(Replies &replies, Alarms &alarms, MessageSender &sender, QObject *parent);

    void setProvider(const ProviderChoice &provider) { m_provider = provider; }
    void serve(const Route &route, const ApiCall &call);
    //! How many streams are open.
    [[nodiscard]] int watchers() const { return m_watchers; }

Q_SIGNALS:
    void ending(); //!< the API stops being served: every stream is told

private:
    void listSessions(const ApiCall &call);
    void createSession(const ApiCall &call);
    void readSession(const ApiCall &call);
    void changeSession(const ApiCall &call);
    void deleteSession(const ApiCall &call);
    void sendMessage(const ApiCall &call);
    void watchReply(const ApiCall &call);
    void findStart(const ApiCall &call, ReplyId reply, const QList<qint64> &numbers, bool runsHere);
    void openStream(const ApiCall &call, ReplyId reply, qint64 after);
    void answer(const ApiCall &call);
    void stop(const ApiCall &call);
    void stopRunning(const ApiCall &call, ReplyId reply);
    void listQuestions(const ApiCall &call);
    void health(const ApiCall &call);
    [[nodiscard]] ReplyFeed *feed(ReplyId reply);
    void tellChanged(ChatId chat);

    Replies &m_replies;
    Alarms &m_alarms;
    MessageSender &m_sender;
    ProviderChoice m_provider{};
    qint64 m_startedMs;
    QHash<ReplyId, ReplyFeed *> m_feeds{};
    int m_watchers = 0;
};

} // namespace heed
