// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/form.h"

#include "models/question/check.h"
#include "models/question/display.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed::form {

namespace {

constexpr qint64 quickerThanAPersonMs = 400; // book 2.7

struct formText {
    Q_DECLARE_TR_FUNCTIONS(heed::form)
};

QString none()
{
    return formText::tr("None of these");
}

QString titleOf(const Option &option)
{
    return option.description.isEmpty() ? option.label
                                        : QString(option.label + u" – "_s + option.description);
}

//! Value and title of every choice.
QList<std::pair<QString, QString>> choices(const Question &question)
{
    QList<std::pair<QString, QString>> all;
    bool hasNone = false;
    for (const auto &option : question.options) {
        all.append({option.label, titleOf(option)});
        hasNone = hasNone || option.label == none();
    }
    if (!hasNone)
        all.append({none(), none()});
    return all;
}

QJsonObject field(const Question &question, Dialect dialect)
{
    QJsonObject field{{u"type"_s, u"string"_s}, {u"title"_s, formText::tr("Answer")}};
    if (question.options.isEmpty()) {
        field[u"minLength"_s] = 1;
        field[u"maxLength"_s] = int(answerLimit);
        return field;
    }
    QJsonArray titled;
    QJsonArray values;
    QJsonArray names;
    for (const auto &[value, title] : choices(question)) {
        titled.append(QJsonObject{{u"const"_s, value}, {u"title"_s, title}});
        values.append(value);
        names.append(title);
    }
    if (dialect == Dialect::Titled) {
        field[u"oneOf"_s] = titled;
    } else {
        field[u"enum"_s] = values;
        field[u"enumNames"_s] = names;
    }
    return field;
}

std::optional<Answer> answerIn(const Question &question, const QString &text)
{
    Answer answer{.kind = Answer::Kind::Text, .text = text};
    const bool chose = canonicalAnswer(question, answer).kind == Answer::Kind::Choose;
    if (!question.options.isEmpty() && !chose) {
        if (text != none())
            return std::nullopt;
        if (!question.allowOther)
            answer.kind = Answer::Kind::None; // with room for own words, these are such words
    }
    answer = canonicalAnswer(question, answer);
    return checkAnswer(question, answer) ? std::nullopt : std::optional(answer);
}

} // namespace

QJsonObject of(const Question &question, const QString &thread, const QString &client, Dialect dialect)
{
    QStringList lines{formText::tr("The model asks in “%1”: %2").arg(thread, question.text)};
    int number = 0;
    for (const auto &option : question.options)
        lines.append(u"%1. %2"_s.arg(++number).arg(titleOf(option)));
    lines.append(
        client.isEmpty()
            ? formText::tr("Your answer goes to the model, and to the program that shows this form, which "
                           "can read this thread.")
            : formText::tr("Your answer goes to the model, and to %1, which can read this thread.")
                  .arg(displayLine(client)));
    return {{u"message"_s, lines.join(u'\n')},
            {u"requestedSchema"_s,
             QJsonObject{{u"type"_s, u"object"_s},
                         {u"properties"_s, QJsonObject{{u"answer"_s, field(question, dialect)}}},
                         {u"required"_s, QJsonArray{u"answer"_s}}}}};
}

Reply read(const Question &question, const std::optional<QJsonObject> &result, qint64 tookMs)
{
    if (!result)
        return {.why = u"the client could not show the form"_s};
    const QString action = (*result)[u"action"_s].toString();
    if (action == "accept"_L1) {
        const auto answer = answerIn(question, (*result)[u"content"_s].toObject()[u"answer"_s].toString());
        return answer ? Reply{.answer = answer} : Reply{.why = u"the form came back without an answer"_s};
    }
    if (action == "decline"_L1) {
        if (tookMs < quickerThanAPersonMs)
            return {.why = u"declined quicker than a person can"_s};
        return {.answer = Answer{.kind = Answer::Kind::Decline}};
    }
    return {.why = u"the form was closed"_s};
}

bool isOffered(const QJsonObject &capabilities)
{
    if (!capabilities[u"elicitation"_s].isObject())
        return false;
    const QJsonObject kinds = capabilities[u"elicitation"_s].toObject();
    return kinds.isEmpty() || kinds.contains(u"form"_s); // none named: forms, the first kind there was
}

} // namespace heed::form
