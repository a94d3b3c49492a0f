// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"

#include <QByteArray>
#include <QList>
#include <optional>

namespace heed {

//! Everything that the API does (book 4.1 and 4.2).
enum class Operation {
    ListSessions,
    CreateSession,
    ReadSession,
    ChangeSession,
    DeleteSession,
    SendMessage,
    WatchReply,
    Answer,
    Stop,
    ListQuestions,
    Health,
    Describe,
    Voice,
};

//! A member of a request's query or body, for the description.
struct RouteField {
    const char *name = "";
    const char *type = "string"; //!< of JSON schema
    bool required = false;
    const char *about = "";
};

//! One call: what is served and what is described come from the same row.
struct Route {
    const char *method = "GET";
    const char *path = ""; //!< "{sid}" stands for the number of a chat
    Operation operation = Operation::Health;
    const char *name = ""; //!< stable, for programs that are made from the description
    const char *summary = "";
    QList<int> success{};
    QList<int> errors{}; //!< beyond those that every call may end with
    QList<RouteField> query{};
    QList<RouteField> body{};
};

[[nodiscard]] const QList<Route> &routes();

//! Where a request leads.
struct RouteMatch {
    const Route *route = nullptr; //!< null: nothing there takes this method
    ChatId session{};
    QList<QByteArray> methods{}; //!< what that path takes; empty: there is no such path
};
[[nodiscard]] RouteMatch findRoute(const QByteArray &method, const QByteArray &path);

} // namespace heed
