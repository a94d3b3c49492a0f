// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsoncommand.h"

#include "app/cli/linereader.h"
#include "models/base/repeatedkey.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct JsonCommandText {
    Q_DECLARE_TR_FUNCTIONS(heed::JsonCommand)
};

JsonRefusal badCommand(const QString &message)
{
    return {u"bad_input"_s, message};
}

struct Shape {
    QLatin1StringView verb;
    QLatin1StringView companion; // the other key, empty: none
    Answer::Kind kind;           // of the verbs that answer
};
constexpr std::array shapes{
    Shape{QLatin1StringView("message"), QLatin1StringView(), Answer::Kind::Text},
    Shape{QLatin1StringView("choose"), QLatin1StringView("option"), Answer::Kind::Choose},
    Shape{QLatin1StringView("answer"), QLatin1StringView("text"), Answer::Kind::Text},
    Shape{QLatin1StringView("ask_back"), QLatin1StringView("text"), Answer::Kind::AskBack},
    Shape{QLatin1StringView("none"), QLatin1StringView(), Answer::Kind::None},
    Shape{QLatin1StringView("decline"), QLatin1StringView(), Answer::Kind::Decline},
    Shape{QLatin1StringView("stop"), QLatin1StringView(), Answer::Kind::Text},
};

// The one verb whose keys these are; null when they are none's.
const Shape *shapeOf(const QJsonObject &object)
{
    const QStringList keys = object.keys();
    const auto fits = [&](const Shape &shape) {
        QStringList wanted{QString(shape.verb)};
        if (!shape.companion.isEmpty())
            wanted << QString(shape.companion);
        wanted.sort();
        return wanted == keys; // QJsonObject sorts its keys
    };
    const auto found = std::find_if(shapes.begin(), shapes.end(), fits);
    return found == shapes.end() ? nullptr : &*found;
}

std::variant<JsonCommand, JsonRefusal> readMessage(const QJsonValue &value)
{
    if (!value.isString() || value.toString().trimmed().isEmpty())
        return badCommand(JsonCommandText::tr("\"message\" must be a text that is not empty."));
    return JsonMessage{value.toString()};
}

std::variant<JsonCommand, JsonRefusal> readStop(const QJsonValue &value)
{
    if (!value.isBool() || !value.toBool())
        return badCommand(JsonCommandText::tr("\"stop\" must be true."));
    return JsonStop{};
}

std::variant<JsonCommand, JsonRefusal> readAnswer(const Shape &shape, const QJsonObject &object)
{
    const QString id = object.value(shape.verb).toString();
    if (id.isEmpty())
        return badCommand(JsonCommandText::tr("\"%1\" must be the id of a question.").arg(shape.verb));
    JsonAnswer command{.id = {id}, .answer = {.kind = shape.kind}};
    if (shape.kind == Answer::Kind::Choose) {
        const QJsonValue number = object.value(shape.companion);
        const int option = number.toInt(); // 0 for what is no whole number
        if (option < 1)
            return badCommand(
                JsonCommandText::tr("\"option\" must be the number of an option; the first is 1."));
        command.answer.option = option - 1;
    } else if (!shape.companion.isEmpty()) {
        const QJsonValue text = object.value(shape.companion);
        if (!text.isString() || text.toString().trimmed().isEmpty())
            return badCommand(JsonCommandText::tr(
                "\"text\" must be a text that is not empty; use \"decline\" to skip the question."));
        command.answer.text = text.toString();
    }
    return command;
}

} // namespace

std::variant<JsonCommand, JsonRefusal> readJsonCommand(const QByteArray &line)
{
    if (!LineReader::text(line))
        return JsonRefusal{u"bad_utf8"_s, JsonCommandText::tr("The line is not UTF-8 text.")};
    QJsonParseError error{};
    const QJsonDocument document = QJsonDocument::fromJson(line, &error);
    if (error.error != QJsonParseError::NoError || !document.isObject()) {
        return JsonRefusal{
            u"bad_json"_s,
            JsonCommandText::tr(
                "The line is not one JSON object. A command looks like this: {\"message\": \"Hello\"}")};
    }
    if (const auto key = repeatedKey(line))
        return badCommand(
            JsonCommandText::tr("\"%1\" is given twice in one object. Send it once.").arg(*key));
    const QJsonObject object = document.object();
    const Shape *shape = shapeOf(object);
    if (!shape) {
        return badCommand(JsonCommandText::tr(
            "There is no such command. Commands are: {\"message\": text}, {\"choose\": id, \"option\": "
            "number}, {\"answer\": id, \"text\": text}, {\"ask_back\": id, \"text\": text}, {\"none\": "
            "id}, {\"decline\": id}, {\"stop\": true}."));
    }
    if (shape->verb == "message"_L1)
        return readMessage(object.value(shape->verb));
    if (shape->verb == "stop"_L1)
        return readStop(object.value(shape->verb));
    return readAnswer(*shape, object);
}

QString errorCodeName(Error::Code code)
{
    switch (code) {
    case Error::Code::Cancelled:
        return u"cancelled"_s;
    case Error::Code::BadInput:
        return u"bad_input"_s;
    case Error::Code::NotFound:
        return u"not_found"_s;
    case Error::Code::Conflict:
        return u"conflict"_s;
    case Error::Code::Network:
        return u"network"_s;
    case Error::Code::Protocol:
        return u"protocol"_s;
    case Error::Code::Storage:
        return u"storage"_s;
    case Error::Code::FromFuture:
        return u"from_future"_s;
    case Error::Code::Refused:
        return u"refused"_s;
    case Error::Code::Bug:
        return u"bug"_s;
    }
    return {};
}

} // namespace heed
