// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The chats, and where a call leads; what is about a reply and its question stands in replycalls.cpp.
#include "app/api/apicalls.h"

#include "app/api/apijson.h"
#include "app/api/httpconnection.h"
#include "app/api/openapi.h"
#include "models/store/replyrecord.h"

#include <QCoreApplication>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype longestTitle = 200; // characters; a title is one line of a list
constexpr int usualPage = 50;
constexpr int largestPage = 200;

struct ApiCallsText {
    Q_DECLARE_TR_FUNCTIONS(heed::Api)
};

//! A title as it is kept, when it may be one.
std::optional<QString> titleOf(const QJsonValue &value)
{
    const QString title = value.toString().simplified();
    return value.isString() && title.size() <= longestTitle ? std::optional(title) : std::nullopt;
}

Result<ChatRecord> addSession(QSqlDatabase &database, const ChatRecord &chat, const QJsonObject &provider)
{
    const auto id = records::addChat(database, chat);
    if (!id)
        return id.error();
    if (!provider.isEmpty()) {
        if (const auto set = records::setChatProvider(database, *id, provider); !set)
            return set.error();
    }
    return records::chat(database, *id);
}

} // namespace

ApiCalls::ApiCalls(Replies &replies, Alarms &alarms, MessageSender &sender, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_alarms(alarms)
    , m_sender(sender)
    , m_startedMs(alarms.clock().monotonicMs())
{
}

void ApiCalls::serve(const Route &route, const ApiCall &call)
{
    switch (route.operation) {
    case Operation::ListSessions:
        return listSessions(call);
    case Operation::CreateSession:
        return createSession(call);
    case Operation::ReadSession:
        return readSession(call);
    case Operation::ChangeSession:
        return changeSession(call);
    case Operation::DeleteSession:
        return deleteSession(call);
    case Operation::SendMessage:
        return sendMessage(call);
    case Operation::WatchReply:
        return watchReply(call);
    case Operation::Answer:
        return answer(call);
    case Operation::Stop:
        return stop(call);
    case Operation::ListQuestions:
        return listQuestions(call);
    case Operation::Health:
        return health(call);
    case Operation::Describe:
        return call.connection->answer({.body = openApiDescription()});
    case Operation::Voice: {
        HttpAnswer answer =
            refusal(426, u"upgrade_required"_s,
                    ApiCallsText::tr("This address takes a WebSocket, and no plain request."));
        answer.headers.emplace_back("Upgrade", "websocket");
        return call.connection->answer(answer);
    }
    }
}

void ApiCalls::listSessions(const ApiCall &call)
{
    const QUrlQuery &query = call.request.query;
    int limit = usualPage;
    if (query.hasQueryItem(u"limit"_s)) {
        bool isNumber = false;
        limit = query.queryItemValue(u"limit"_s).toInt(&isNumber);
        if (!isNumber || limit < 1 || limit > largestPage)
            return call.connection->answer(
                badRequest(ApiCallsText::tr("\"limit\" must be a number from 1 to %1.").arg(largestPage)));
    }
    std::optional<ChatPlace> after;
    if (query.hasQueryItem(u"before"_s)) {
        after = readCursor(query.queryItemValue(u"before"_s));
        if (!after)
            return call.connection->answer(
                badRequest(ApiCallsText::tr("\"before\" must be what an earlier page gave as \"next\".")));
    }
    m_replies.store().read<QJsonObject>(
        call.connection,
        [after, limit](QSqlDatabase &database) { return readSessionPage(database, after, limit); },
        [connection = call.connection](const Result<QJsonObject> &page) {
            connection->answer(page ? HttpAnswer{.body = *page} : refusal(page.error()));
        },
        Patience::GivesUp);
}

void ApiCalls::createSession(const ApiCall &call)
{
    const QJsonValue title = call.body[u"title"_s];
    const QJsonValue model = call.body[u"model"_s];
    const bool hasTitle = !title.isUndefined() && !title.isNull();
    const bool hasModel = !model.isUndefined() && !model.isNull();
    if (hasTitle && !titleOf(title))
        return call.connection->answer(badRequest(
            ApiCallsText::tr("\"title\" must be a text of up to %1 characters.").arg(longestTitle)));
    if (hasModel && (model.toString().trimmed().isEmpty() || model.toString().size() > longestTitle))
        return call.connection->answer(
            badRequest(ApiCallsText::tr("\"model\" must be the name of a model.")));
    if (hasModel && m_provider.kind == u"guide"_s)
        return call.connection->answer(badRequest(ApiCallsText::tr(
            "The built-in guide replies, and it has no models. Set up a server with \"heed config\" "
            "first.")));
    QJsonObject provider;
    if (hasModel) {
        ProviderChoice choice = m_provider;
        choice.model = model.toString().trimmed();
        provider = choice.toJson();
    }
    const ChatRecord chat{.title = hasTitle ? *titleOf(title) : QString(),
                          .titleIsOwn = hasTitle && !titleOf(title)->isEmpty(),
                          .createdMs = m_alarms.clock().wallMs(),
                          .updatedMs = m_alarms.clock().wallMs()};
    m_replies.store().write<ChatRecord>(
        Durability::AtOnce, call.connection,
        [chat, provider](QSqlDatabase &database) { return addSession(database, chat, provider); },
        [this, call](const Result<ChatRecord> &added) {
            if (!added)
                return call.connection->answer(refusal(added.error()));
            tellChanged(added->id);
            call.connection->answer({.status = 201, .body = chatJson(*added)});
        },
        Patience::GivesUp);
}

void ApiCalls::readSession(const ApiCall &call)
{
    m_replies.store().read<SessionView>(
        call.connection,
        [id = call.session](QSqlDatabase &database) { return readSessionView(database, id); },
        [this, connection = call.connection](const Result<SessionView> &view) {
            if (!view)
                return connection->answer(refusal(view.error()));
            connection->answer({.body = view->json});
            if (view->question && !connection->isGone())
                m_replies.confirmShown(*view->question, Face::Api);
        },
        Patience::GivesUp);
}

void ApiCalls::changeSession(const ApiCall &call)
{
    const auto title = titleOf(call.body[u"title"_s]);
    if (!title || title->isEmpty())
        return call.connection->answer(badRequest(
            ApiCallsText::tr("\"title\" must be a text of 1 to %1 characters.").arg(longestTitle)));
    m_replies.store().write<ChatRecord>(
        Durability::AtOnce, call.connection,
        [id = call.session, title = *title](QSqlDatabase &database) -> Result<ChatRecord> {
            if (const auto chat = heed::readSession(database, id); !chat)
                return chat.error();
            if (const auto set = records::setTitle(database, id, title, true); !set)
                return set.error();
            return records::chat(database, id);
        },
        [this, call](const Result<ChatRecord> &chat) {
            if (!chat)
                return call.connection->answer(refusal(chat.error()));
            tellChanged(call.session);
            call.connection->answer({.body = chatJson(*chat)});
        },
        Patience::GivesUp);
}

void ApiCalls::deleteSession(const ApiCall &call)
{
    using Running = std::optional<ReplyId>;
    // First the trash: what is queued in the chat must not begin when its reply stops. And a reply in the
    // trash would wait where nobody sees it.
    m_replies.store().write<Running>(
        Durability::AtOnce, this, // also when the client has gone meanwhile: its reply must stop
        [id = call.session, now = m_alarms.clock().wallMs()](QSqlDatabase &database) -> Result<Running> {
            const auto chat = heed::readSession(database, id);
            if (!chat)
                return chat.error();
            if (const auto trashed = records::setTrashed(database, id, now); !trashed)
                return trashed.error();
            return chat->writing ? Running(chat->head) : Running();
        },
        [this, session = call.session,
         connection = QPointer(call.connection)](const Result<Running> &running) {
            if (!running && connection)
                connection->answer(refusal(running.error()));
            if (!running)
                return;
            if (*running)
                m_replies.stop(**running);
            tellChanged(session);
            if (connection)
                connection->answer({.status = 204});
        },
        Patience::GivesUp);
}

void ApiCalls::health(const ApiCall &call)
{
    const qint64 seconds = (m_alarms.clock().monotonicMs() - m_startedMs) / 1000;
    call.connection->answer(
        {.body = {{u"version"_s, QString::fromLatin1(HEED_VERSION)}, {u"uptime"_s, seconds}}});
}

//! The lists of the window hear of it as of any change.
void ApiCalls::tellChanged(ChatId chat)
{
    m_replies.inReplyThread([&replies = m_replies, chat] { Q_EMIT replies.chatChanged(chat); });
}

} // namespace heed
