// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/tools.h"

#include "app/mcp/threaduri.h"
#include "app/mcp/turnreport.h"

using namespace Qt::StringLiterals;

namespace heed::tools {

namespace {

constexpr qsizetype promptLimit = 200'000; // characters; above the context of any model that there is
constexpr qsizetype modelLimit = 200;

QJsonObject text(const QString &description)
{
    return {{u"type"_s, u"string"_s}, {u"description"_s, description}};
}

QJsonObject object(const QJsonObject &properties, const QStringList &required)
{
    return {{u"type"_s, u"object"_s},
            {u"properties"_s, properties},
            {u"required"_s, QJsonArray::fromStringList(required)},
            {u"additionalProperties"_s, false}};
}

QJsonObject listOf(const QJsonObject &items)
{
    return {{u"type"_s, u"array"_s}, {u"items"_s, items}};
}

QJsonObject word(const QStringList &words)
{
    return {{u"type"_s, u"string"_s}, {u"enum"_s, QJsonArray::fromStringList(words)}};
}

QJsonObject questionSchema()
{
    const QJsonObject plain{{u"type"_s, u"string"_s}};
    return object({{u"id"_s, plain},
                   {u"question"_s, plain},
                   {u"options"_s, listOf(plain)},
                   {u"state"_s, word({u"waiting"_s, u"answered"_s, u"none"_s, u"declined"_s, u"unanswered"_s,
                                      u"withdrawn"_s, u"asked_back"_s, u"not_shown"_s})},
                   {u"uri"_s, plain}},
                  {u"id"_s, u"question"_s, u"options"_s, u"state"_s, u"uri"_s});
}

QJsonObject usageSchema()
{
    const QJsonObject whole{{u"type"_s, u"integer"_s}};
    const QJsonObject number{{u"type"_s, u"number"_s}};
    return object({{u"tokens_in"_s, whole},
                   {u"tokens_out"_s, whole},
                   {u"model_seconds"_s, number},
                   {u"waited_seconds"_s, number}},
                  {u"tokens_in"_s, u"tokens_out"_s, u"model_seconds"_s, u"waited_seconds"_s});
}

QJsonObject respondTool()
{
    const QJsonObject plain{{u"type"_s, u"string"_s}};
    return {{u"name"_s, u"respond"_s},
            {u"title"_s, u"Ask a Heed thread"_s},
            {u"description"_s, u"Sends a prompt to a named Heed thread and gives the model's reply. A thread "
                               u"keeps its history; a new "
                               "name begins a new one. The model may ask the person in the middle of the "
                               "reply; if they do not answer "
                               "soon, the reply ends and says so. The question then waits for the person, "
                               "and the state is \"parked\", also of later replies, until they answer; "
                               "their answer reaches the thread with your next prompt, such as \"continue\". "
                               "Never "
                               "answer such a question "
                               "yourself."_s},
            {u"inputSchema"_s,
             object({{u"thread"_s, text(u"The thread's name, of your own choice."_s)},
                     {u"prompt"_s, text(u"What to say to the model."_s)},
                     {u"model"_s,
                      text(u"A model's name, for this turn only. Leave out for the person's choice."_s)}},
                    {u"thread"_s, u"prompt"_s})},
            {u"outputSchema"_s,
             object({{u"reply"_s, plain},
                     {u"thread"_s, plain},
                     {u"uri"_s, plain},
                     {u"state"_s, word({u"complete"_s, u"parked"_s, u"failed"_s})},
                     {u"notice"_s, plain},
                     {u"questions"_s, listOf(questionSchema())},
                     {u"usage"_s, usageSchema()}},
                    {u"reply"_s, u"thread"_s, u"uri"_s, u"state"_s, u"questions"_s, u"usage"_s})}};
}

QJsonObject threadsTool()
{
    const QJsonObject plain{{u"type"_s, u"string"_s}};
    return {
        {u"name"_s, u"threads"_s},
        {u"title"_s, u"List Heed threads"_s},
        {u"description"_s,
         u"Lists the threads with their state and the questions that wait for the person."_s},
        {u"inputSchema"_s, object({}, {})},
        {u"outputSchema"_s,
         object({{u"threads"_s,
                  listOf(object({{u"thread"_s, plain},
                                 {u"uri"_s, plain},
                                 {u"title"_s, plain},
                                 {u"used"_s, plain},
                                 {u"state"_s, word({u"idle"_s, u"running"_s, u"waiting"_s})},
                                 {u"questions"_s, listOf(questionSchema())}},
                                {u"thread"_s, u"uri"_s, u"title"_s, u"used"_s, u"state"_s, u"questions"_s}))},
                 {u"notice"_s, plain}},
                {u"threads"_s})},
        {u"annotations"_s, QJsonObject{{u"readOnlyHint"_s, true}}}};
}

QJsonObject closeTool()
{
    const QJsonObject plain{{u"type"_s, u"string"_s}};
    return {{u"name"_s, u"close_thread"_s},
            {u"title"_s, u"Close a Heed thread"_s},
            {u"description"_s, u"Closes a thread: stops what runs in it, withdraws the questions that wait, "
                               u"and frees its name. The "
                               "person keeps the conversation."_s},
            {u"inputSchema"_s, object({{u"thread"_s, text(u"The thread's name."_s)}}, {u"thread"_s})},
            {u"outputSchema"_s, object({{u"thread"_s, plain},
                                        {u"closed"_s, QJsonObject{{u"type"_s, u"boolean"_s}}},
                                        {u"withdrawn"_s, QJsonObject{{u"type"_s, u"integer"_s}}},
                                        {u"notice"_s, plain}},
                                       {u"thread"_s, u"closed"_s, u"withdrawn"_s})},
            {u"annotations"_s, QJsonObject{{u"destructiveHint"_s, true}, {u"idempotentHint"_s, true}}}};
}

//! The first argument that the tool does not have.
QString unknownArgument(const QJsonObject &arguments, const QStringList &known)
{
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        if (known.contains(it.key()))
            continue;
        return known.isEmpty() ? u"\"%1\" is not an argument of this tool, which takes none."_s.arg(it.key())
                               : u"\"%1\" is not an argument of this tool. It takes: %2."_s.arg(
                                     it.key(), known.join(u", "_s));
    }
    return {};
}

//! "a number", as JSON calls it.
QString typeName(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return u"a boolean"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::String:
        return u"a string"_s;
    case QJsonValue::Array:
        return u"a list"_s;
    case QJsonValue::Object:
        return u"an object"_s;
    default:
        return u"nothing"_s;
    }
}

//! What is wrong with the argument "thread"; empty: nothing.
QString threadProblem(const QJsonObject &arguments)
{
    const QJsonValue thread = arguments[u"thread"_s];
    if (thread.isUndefined() || thread.isNull())
        return u"\"thread\" is missing: give it as a string, such as \"roof-repair\"."_s;
    if (!thread.isString())
        return u"\"thread\" must be a string, such as \"roof-repair\", and is %1."_s.arg(typeName(thread));
    return threaduri::problemWith(thread.toString()).value_or(QString());
}

QString promptProblem(const QJsonObject &arguments)
{
    const QJsonValue prompt = arguments[u"prompt"_s];
    if (!prompt.isUndefined() && !prompt.isNull() && !prompt.isString())
        return u"\"prompt\" must be a string, what the model is to be told, and is %1."_s.arg(
            typeName(prompt));
    if (prompt.toString().trimmed().isEmpty())
        return u"\"prompt\" is missing or empty: give what the model is to be told, as a string."_s;
    if (prompt.toString().size() > promptLimit)
        return u"\"prompt\" has more than %1 characters: send less at once."_s.arg(promptLimit);
    return {};
}

QString modelProblem(const QJsonObject &arguments, bool canChooseModel)
{
    const QJsonValue model = arguments[u"model"_s];
    if (model.isUndefined() || model.isNull())
        return {};
    if (!model.isString())
        return u"\"model\" must be a string, the name of a model, and is %1; leave it out for the person's choice."_s
            .arg(typeName(model));
    if (model.toString().trimmed().isEmpty() || model.toString().size() > modelLimit)
        return u"\"model\" must be the name of a model, as a string; leave it out for the person's choice."_s;
    if (!canChooseModel)
        return u"\"model\" cannot be chosen: Heed's built-in guide replies, which has none. Leave it out."_s;
    return {};
}

} // namespace

std::optional<Tool> named(const QString &name)
{
    if (name == "respond"_L1)
        return Tool::Respond;
    if (name == "threads"_L1)
        return Tool::Threads;
    if (name == "close_thread"_L1)
        return Tool::CloseThread;
    return std::nullopt;
}

QJsonArray list()
{
    return {respondTool(), threadsTool(), closeTool()};
}

std::variant<TurnRequest, QString> respondArguments(const QJsonObject &arguments, bool canChooseModel)
{
    for (const QString &problem :
         {unknownArgument(arguments, {u"thread"_s, u"prompt"_s, u"model"_s}), threadProblem(arguments),
          promptProblem(arguments), modelProblem(arguments, canChooseModel)}) {
        if (!problem.isEmpty())
            return problem;
    }
    return TurnRequest{.thread = arguments[u"thread"_s].toString(),
                       .prompt = arguments[u"prompt"_s].toString(),
                       .model = arguments[u"model"_s].toString().trimmed()};
}

std::variant<ThreadName, QString> closeArguments(const QJsonObject &arguments)
{
    for (const QString &problem : {unknownArgument(arguments, {u"thread"_s}), threadProblem(arguments)}) {
        if (!problem.isEmpty())
            return problem;
    }
    return ThreadName{arguments[u"thread"_s].toString()};
}

QString noArguments(const QJsonObject &arguments)
{
    return unknownArgument(arguments, {});
}

QJsonObject refusal(Tool tool, const QJsonObject &arguments, const QString &why)
{
    const QString thread = arguments[u"thread"_s].toString();
    switch (tool) {
    case Tool::Respond:
        return TurnReport::failed(thread, why).toolResult();
    case Tool::Threads:
        return toolResult({{u"threads"_s, QJsonArray()}, {u"notice"_s, why}}, why, true);
    case Tool::CloseThread:
        break;
    }
    return toolResult({{u"thread"_s, thread}, {u"closed"_s, false}, {u"withdrawn"_s, 0}, {u"notice"_s, why}},
                      why, true);
}

QJsonObject closed(const QString &name, int withdrawn)
{
    const QString text =
        withdrawn == 0
            ? u"Closed the thread \"%1\"."_s.arg(name)
            : u"Closed the thread \"%1\"; %2 question(s) that waited for the person were withdrawn."_s
                  .arg(name)
                  .arg(withdrawn);
    return toolResult({{u"thread"_s, name}, {u"closed"_s, true}, {u"withdrawn"_s, withdrawn}}, text);
}

} // namespace heed::tools
