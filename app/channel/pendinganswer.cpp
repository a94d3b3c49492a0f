// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/pendinganswer.h"

#include "app/channel/signing.h"

#include <QJsonArray>
#include <QJsonObject>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int answerVersion = 1;
constexpr QLatin1StringView answerKind("heed pending answer");
constexpr QLatin1StringView codeField("code");

struct Row {
    Answer::Kind kind;
    QLatin1StringView name;
};
constexpr std::array decisions{Row{Answer::Kind::Choose, QLatin1StringView("chose")},
                               Row{Answer::Kind::Text, QLatin1StringView("answer")},
                               Row{Answer::Kind::AskBack, QLatin1StringView("ask_back")},
                               Row{Answer::Kind::None, QLatin1StringView("none")},
                               Row{Answer::Kind::Decline, QLatin1StringView("decline")}};

QString decisionName(Answer::Kind wanted)
{
    for (const Row &row : decisions) {
        if (row.kind == wanted)
            return row.name;
    }
    return {};
}

std::optional<Answer::Kind> decisionFrom(const QString &name)
{
    for (const Row &row : decisions) {
        if (row.name == name)
            return row.kind;
    }
    return std::nullopt;
}

//! A program that asks for others carries no answer in.
bool isPersons(Face face)
{
    return face != Face::Mcp && face != Face::Api;
}

Error unreadableAnswer(const QString &detail)
{
    return {.code = Error::Code::Protocol, .detail = detail};
}

} // namespace

QByteArray PendingAnswer::toFile(const QByteArray &key) const
{
    const bool chose = answer.kind == Answer::Kind::Choose;
    const QJsonObject object{{u"version"_s, answerVersion},
                             {u"id"_s, id.value},
                             {u"decision"_s, decisionName(answer.kind)},
                             {u"option"_s, chose ? QJsonValue(answer.option + 1) : QJsonValue()},
                             {u"text"_s, answer.text},
                             {u"via"_s, faceName(source.face)},
                             {u"process"_s, source.process},
                             {u"held_back"_s, QJsonArray::fromStringList(source.heldBack)},
                             {u"binding"_s, binding}};
    return signing::sign(object, answerKind, codeField, key);
}

Result<PendingAnswer> PendingAnswer::fromFile(const QByteArray &bytes, const QuestionId &id,
                                              const QByteArray &key)
{
    const auto object = signing::verified(bytes, answerKind, codeField, key);
    if (!object)
        return object.error();
    if (object->value(u"version"_s).toInt() != answerVersion)
        return unreadableAnswer(u"another version"_s);
    if (object->value(u"id"_s).toString() != id.value)
        return unreadableAnswer(u"it is about another question"_s);
    const auto decision = decisionFrom(object->value(u"decision"_s).toString());
    const auto face = faceFromName(object->value(u"via"_s).toString());
    if (!decision || !face || !isPersons(*face))
        return unreadableAnswer(u"it says no decision of a person"_s);
    PendingAnswer read{.id = id,
                       .answer = {.kind = *decision,
                                  .option = object->value(u"option"_s).toInt(0) - 1,
                                  .text = object->value(u"text"_s).toString()},
                       .source = {.face = *face, .process = object->value(u"process"_s).toString()},
                       .binding = object->value(u"binding"_s).toString()};
    const auto marks = object->value(u"held_back"_s).toArray();
    for (const auto &mark : marks)
        read.source.heldBack.append(mark.toString());
    return read;
}

} // namespace heed
