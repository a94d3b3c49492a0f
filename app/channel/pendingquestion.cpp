// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/pendingquestion.h"

#include "app/channel/signing.h"
#include "models/question/display.h"

#include <QDateTime>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int questionVersion = 1;
constexpr QLatin1StringView questionKind("heed pending question");
constexpr QLatin1StringView bindingField("binding");

QString timeText(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

std::optional<qint64> timeFrom(const QJsonValue &value)
{
    const QDateTime time = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
    return time.isValid() ? std::optional(time.toMSecsSinceEpoch()) : std::nullopt;
}

QJsonObject toJson(const QuestionElsewhere &waiting)
{
    const Question &question = waiting.question;
    const AskerName &asker = waiting.asker;
    const QJsonObject askerObject{
        {u"process"_s, asker.process.section(u':', 0, 0).toLongLong()},
        {u"started"_s, asker.process.section(u':', 1)},
        {u"program"_s, asker.program},
        {u"client"_s, asker.client.isEmpty() ? QJsonValue() : QJsonValue(asker.client)}};
    return {{u"version"_s, questionVersion},
            {u"id"_s, question.id.value},
            {u"question"_s, question.text},
            {u"options"_s, optionsToJson(question.options)},
            {u"allow_other"_s, question.allowOther},
            {u"chat"_s, question.chat.value},
            {u"title"_s, waiting.chatTitle},
            {u"asker"_s, askerObject},
            {u"created"_s, timeText(question.askedMs)},
            {u"deadline"_s, question.deadlineMs ? QJsonValue(timeText(*question.deadlineMs)) : QJsonValue()},
            {u"on_silence"_s, question.onSilence == SilencePolicy::Stop ? u"stop"_s : u"assume"_s}};
}

AskerName askerFrom(const QJsonObject &object)
{
    return {.process = QString::number(object.value(u"process"_s).toInteger()) + u':' +
                       object.value(u"started"_s).toString(),
            .program = object.value(u"program"_s).toString(),
            .client = object.value(u"client"_s).toString()};
}

QList<Option> shownOptions(const QJsonArray &array)
{
    QList<Option> options = optionsFromJson(array);
    for (Option &option : options)
        option = {.label = displayLine(option.label), .description = displayText(option.description)};
    return options;
}

Error unreadableQuestion(const QString &detail)
{
    return {.code = Error::Code::Protocol, .detail = detail};
}

} // namespace

QByteArray PendingQuestion::toFile(const QByteArray &key) const
{
    return signing::sign(toJson(waiting), questionKind, bindingField, key);
}

Result<PendingQuestion> PendingQuestion::fromFile(const QByteArray &bytes, const QuestionId &id,
                                                  const QByteArray &key)
{
    const auto object = signing::verified(bytes, questionKind, bindingField, key);
    if (!object)
        return object.error();
    if (object->value(u"version"_s).toInt() != questionVersion)
        return Error{.code = Error::Code::FromFuture, .detail = u"another version"_s};
    if (object->value(u"id"_s).toString() != id.value)
        return unreadableQuestion(u"it is about another question"_s);
    const auto created = timeFrom(object->value(u"created"_s));
    const QString text = object->value(u"question"_s).toString();
    if (!created || text.isEmpty() || object->value(u"chat"_s).toInteger() <= 0)
        return unreadableQuestion(u"a field is missing"_s);
    const bool stops = object->value(u"on_silence"_s).toString() == "stop"_L1;
    return PendingQuestion{
        .waiting = {.question = {.id = id,
                                 .chat = {object->value(u"chat"_s).toInteger()},
                                 .text = displayText(text),
                                 .options = shownOptions(object->value(u"options"_s).toArray()),
                                 .allowOther = object->value(u"allow_other"_s).toBool(true),
                                 .askedMs = *created,
                                 .deadlineMs = timeFrom(object->value(u"deadline"_s)),
                                 .onSilence = stops ? SilencePolicy::Stop : SilencePolicy::Assume},
                    .chatTitle = displayLine(object->value(u"title"_s).toString()),
                    .asker = askerFrom(object->value(u"asker"_s).toObject())},
        .binding = object->value(bindingField).toString()};
}

bool PendingQuestion::asksTheSame(const Question &question) const
{
    const Question &own = waiting.question;
    return own.id == question.id && own.chat == question.chat && own.text == question.text &&
           own.options == question.options && own.allowOther == question.allowOther;
}

} // namespace heed
