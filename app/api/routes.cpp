// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/routes.h"

namespace heed {

namespace {

QList<Route> sessionRoutes()
{
    return {
        {.path = "/api/chat/sessions",
         .operation = Operation::ListSessions,
         .name = "listSessions",
         .summary = "The chats, newest first.",
         .success = {200},
         .query = {{.name = "before", .about = "The `next` of an earlier page: the chats after it."},
                   {.name = "limit", .type = "integer", .about = "1 to 200, 50 when left out."}}},
        {.method = "POST",
         .path = "/api/chat/sessions",
         .operation = Operation::CreateSession,
         .name = "createSession",
         .summary = "A new chat.",
         .success = {201},
         .body = {{.name = "title", .about = "Up to 200 characters; else the first message gives it one."},
                  {.name = "model", .about = "Another model of the server that is set up."}}},
        {.path = "/api/chat/sessions/{sid}",
         .operation = Operation::ReadSession,
         .name = "readSession",
         .summary = "The chat: its messages, and its newest reply with its state and the waiting question. "
                    "Reading a waiting question counts as its being shown to the client.",
         .success = {200},
         .errors = {404}},
        {.method = "PATCH",
         .path = "/api/chat/sessions/{sid}",
         .operation = Operation::ChangeSession,
         .name = "changeSession",
         .summary = "Renames the chat.",
         .success = {200},
         .errors = {404},
         .body = {{.name = "title", .required = true, .about = "1 to 200 characters."}}},
        {.method = "DELETE",
         .path = "/api/chat/sessions/{sid}",
         .operation = Operation::DeleteSession,
         .name = "deleteSession",
         .summary = "Moves the chat to the trash and stops its reply.",
         .success = {204},
         .errors = {404}},
    };
}

QList<Route> replyRoutes()
{
    return {
        {.method = "POST",
         .path = "/api/chat/sessions/{sid}/messages",
         .operation = Operation::SendMessage,
         .name = "sendMessage",
         .summary = "Starts a reply. It is never the answer to a waiting question.",
         .success = {202},
         .errors = {404, 409},
         .body = {{.name = "text", .required = true, .about = "The message."}}},
        {.path = "/api/chat/sessions/{sid}/reply",
         .operation = Operation::WatchReply,
         .name = "watchReply",
         .summary = "The events of the newest reply as text/event-stream, replayed and then as they happen. "
                    "A question that is sent counts as shown to the client.",
         .success = {200},
         .errors = {404},
         .query =
             {{.name = "after",
               .type = "integer",
               .about =
                   "Only events with a higher number; the header Last-Event-ID does the same, and the higher "
                   "of the two counts. Numbers rise through the whole chat: one that an event of "
                   "an earlier reply had gives this reply from its start, and so does one that no "
                   "event of it has had."},
              {.name = "reply", .type = "integer", .about = "Another reply of the chat."}}},
        {.method = "POST",
         .path = "/api/chat/sessions/{sid}/answer",
         .operation = Operation::Answer,
         .name = "answerQuestion",
         .summary = "Answers a question of the reply that is being written; acknowledged when it is on disk.",
         .success = {200},
         .errors = {404, 409},
         .body = {{.name = "id", .required = true, .about = "The question's id."},
                  {.name = "answer", .about = "An option's label or own words, up to 2,000 characters."},
                  {.name = "decision", .about = "Instead of an answer: \"none\" or \"decline\"."}}},
        {.method = "POST",
         .path = "/api/chat/sessions/{sid}/stop",
         .operation = Operation::Stop,
         .name = "stopReply",
         .summary =
             "Ends the wait and the reply. 503: it writes nothing more, but the disk does not take its "
             "end at the moment; Heed keeps trying.",
         .success = {200},
         .errors = {404, 409}},
    };
}

QList<Route> otherRoutes()
{
    return {
        {.path = "/api/questions",
         .operation = Operation::ListQuestions,
         .name = "listQuestions",
         .summary = "Every waiting question, oldest first. Reading it counts as its being shown.",
         .success = {200}},
        {.path = "/api/health",
         .operation = Operation::Health,
         .name = "health",
         .summary = "The version, and for how many seconds the API has been serving.",
         .success = {200}},
        {.path = "/api/openapi.json",
         .operation = Operation::Describe,
         .name = "describe",
         .summary = "This description.",
         .success = {200}},
        {.path = "/api/voice",
         .operation = Operation::Voice,
         .name = "voice",
         .summary = "A WebSocket: a companion takes part in a voice turn.",
         .success = {101},
         .errors = {426},
         .query = {{.name = "session", .type = "integer", .about = "The chat to come back to."}}},
    };
}

std::optional<ChatId> sessionOf(const QByteArray &segment)
{
    bool isNumber = false;
    const qint64 number = segment.toLongLong(&isNumber);
    // Digits only: one chat has one address.
    return isNumber && number > 0 && QByteArray::number(number) == segment ? std::optional(ChatId{number})
                                                                           : std::nullopt;
}

//! Whether the path fits, and the chat it names.
bool fits(const QByteArray &path, const QByteArray &pattern, ChatId &session)
{
    const auto parts = path.split('/');
    const auto wanted = pattern.split('/');
    if (parts.size() != wanted.size())
        return false;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (wanted.at(i) != "{sid}") {
            if (wanted.at(i) != parts.at(i))
                return false;
            continue;
        }
        const auto number = sessionOf(parts.at(i));
        if (!number)
            return false;
        session = *number;
    }
    return true;
}

} // namespace

const QList<Route> &routes()
{
    static const QList<Route> all = sessionRoutes() + replyRoutes() + otherRoutes();
    return all;
}

RouteMatch findRoute(const QByteArray &method, const QByteArray &path)
{
    RouteMatch match;
    for (const Route &route : routes()) {
        if (!fits(path, route.path, match.session))
            continue;
        match.methods.append(route.method);
        if (method == route.method)
            match.route = &route;
    }
    return match;
}

} // namespace heed
