// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/voicecontrol.h"

#include "models/base/repeatedkey.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using Read = std::variant<VoiceControl, VoiceRefusal>;

struct VoiceControlText {
    Q_DECLARE_TR_FUNCTIONS(heed::VoiceControl)
};

Read bad(const QString &control, const QString &message)
{
    return VoiceRefusal{.control = control, .code = u"bad_request"_s, .message = message};
}

Read readStart(const QJsonObject &object)
{
    const QString mode = object[u"mode"_s].toString(u"text"_s);
    if (mode == u"audio"_s)
        return audioRefusal(u"start"_s);
    if (mode != u"text"_s)
        return bad(u"start"_s, VoiceControlText::tr("\"mode\" must be \"text\" or \"audio\"."));
    if (!object[u"save"_s].toBool(true)) // better refused than kept against the person's wish
        return VoiceRefusal{.control = u"start"_s,
                            .code = u"not_available"_s,
                            .message =
                                VoiceControlText::tr("A turn that is not kept is not available yet. Start it "
                                                     "with \"save\": true.")};
    const QJsonValue session = object[u"session"_s];
    if (session.isUndefined() || session.isNull())
        return VoiceControl(VoiceStart{});
    if (session.toInteger() < 1)
        return bad(u"start"_s, VoiceControlText::tr("\"session\" must be the number of a chat."));
    return VoiceControl(VoiceStart{.session = ChatId{session.toInteger()}});
}

Read readMessage(const QJsonObject &object)
{
    const QString text = object[u"text"_s].toString();
    if (text.trimmed().isEmpty())
        return bad(u"message"_s, VoiceControlText::tr("\"text\" must be a text that is not empty."));
    return VoiceControl(VoiceMessage{.text = text});
}

Read readAnswer(const QJsonObject &object)
{
    VoiceAnswer control{.question = {object[u"question_id"_s].toString()}};
    const QJsonValue text = object[u"text"_s];
    const QString decision = object[u"decision"_s].toString();
    if (text.isString() && decision.isEmpty())
        control.answer = {.kind = Answer::Kind::Text, .text = text.toString()};
    else if (text.isUndefined() && decision == u"none"_s)
        control.answer = {.kind = Answer::Kind::None};
    else if (text.isUndefined() && decision == u"decline"_s)
        control.answer = {.kind = Answer::Kind::Decline};
    else
        return bad(u"answer"_s,
                   VoiceControlText::tr("Send either \"text\" or \"decision\", which is \"none\" or "
                                        "\"decline\"."));
    if (!control.question.isValid())
        return bad(u"answer"_s, VoiceControlText::tr("\"question_id\" must be the id of the question."));
    return VoiceControl(control);
}

} // namespace

VoiceRefusal audioRefusal(const QString &control)
{
    return {.control = control,
            .code = u"not_available"_s,
            .message = VoiceControlText::tr(
                "Turns with sound are not available yet. Start with \"mode\": \"text\".")};
}

std::variant<VoiceControl, VoiceRefusal> readVoiceControl(const QByteArray &text)
{
    const QJsonDocument document = QJsonDocument::fromJson(text);
    const QJsonObject object = document.object();
    if (const auto key = document.isObject() ? repeatedKey(text) : std::nullopt)
        return bad({}, VoiceControlText::tr("\"%1\" is given twice in one object. Send it once.").arg(*key));
    const QString type = object[u"type"_s].toString();
    if (type == u"start"_s)
        return readStart(object);
    if (type == u"message"_s)
        return readMessage(object);
    if (type == u"answer"_s)
        return readAnswer(object);
    if (type == u"stop"_s)
        return VoiceControl(VoiceStop{});
    return bad({},
               VoiceControlText::tr("Send a JSON object whose \"type\" is start, message, answer or stop."));
}

} // namespace heed
