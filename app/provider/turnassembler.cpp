// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/turnassembler.h"

#include "app/provider/providererrors.h"
#include "models/tool/arguments.h"

#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

std::optional<qint64> count(const QJsonObject &usage, const QString &key)
{
    const QJsonValue value = usage[key];
    return value.isDouble() && value.toDouble() >= 0 ? std::optional(value.toInteger()) : std::nullopt;
}

//! The offset of the trailing white space.
qsizetype trailingSpace(const QString &text)
{
    qsizetype at = text.size();
    while (at > 0 && text[at - 1].isSpace())
        --at;
    return at;
}

QString unknownTool(const QString &name, const QList<ToolSpec> &tools)
{
    if (tools.isEmpty())
        return u"No tools can be used in this turn. Answer with what you have."_s;
    QStringList names;
    for (const ToolSpec &tool : tools)
        names.append(tool.name);
    const QString list = names.join(u", "_s);
    if (name.isEmpty())
        return u"The call has no tool name. The tools are: "_s + list + u'.';
    return u"There is no tool named \""_s + name.left(64) + u"\". The tools are: "_s + list + u'.';
}

} // namespace

Finish finishOf(const QString &word)
{
    const QString w = word.toLower();
    if (w == u"length"_s || w == u"max_tokens"_s || w == u"model_length"_s || w == u"max_output_tokens"_s ||
        w == u"model_context_window_exceeded"_s)
        return Finish::Length;
    if (w == u"content_filter"_s || w == u"refusal"_s || w == u"safety"_s || w == u"sensitive"_s ||
        w == u"prohibited_content"_s || w == u"recitation"_s || w == u"blocklist"_s)
        return Finish::Refusal;
    if (w == u"tool_calls"_s || w == u"tool_use"_s || w == u"function_call"_s || w == u"tool_call"_s)
        return Finish::ToolCalls;
    if (w == u"error"_s || w == u"malformed_function_call"_s || w == u"insufficient_system_resource"_s ||
        w == u"network_error"_s)
        return Finish::Error;
    return Finish::Stop;
}

QString cleanToolName(const QString &name)
{
    static const QRegularExpression number(u":\\d+$"_s);
    QString clean = name;
    if (const qsizetype token = clean.indexOf(u"<|"_s); token >= 0)
        clean.truncate(token);
    clean = clean.trimmed();
    if (clean.startsWith(u"functions."_s))
        clean.remove(0, 10);
    clean.remove(number);
    while (clean.size() > 1 &&
           (clean.startsWith(u'"') || clean.startsWith(u'\'') || clean.startsWith(u'`')) &&
           clean.endsWith(clean.front()))
        clean = clean.sliced(1, clean.size() - 2);
    return clean;
}

TurnAssembler::TurnAssembler(const ModelRequest &request)
    : m_tools(request.tools)
    , m_markup(toolNames())
{
    for (const PromptItem &item : request.items) {
        for (const ToolCall &call : item.calls)
            m_usedIds.insert(call.id);
    }
}

QStringList TurnAssembler::toolNames() const
{
    QStringList names;
    for (const ToolSpec &tool : m_tools)
        names.append(tool.name);
    return names;
}

void TurnAssembler::content(const QString &text)
{
    if (!text.isEmpty())
        take(m_markup.feed(text));
}

void TurnAssembler::reasoning(const QString &text)
{
    if (!text.isEmpty())
        addThinking(text);
}

void TurnAssembler::finishWord(const QString &word)
{
    if (!word.isEmpty())
        m_word = word;
}

void TurnAssembler::usage(const QJsonObject &usage)
{
    for (const QString &key : {u"prompt_tokens"_s, u"input_tokens"_s}) {
        if (const auto tokens = count(usage, key))
            m_usage.tokensIn = tokens;
    }
    for (const QString &key : {u"completion_tokens"_s, u"output_tokens"_s}) {
        if (const auto tokens = count(usage, key))
            m_usage.tokensOut = tokens;
    }
}

void TurnAssembler::fail(const ProviderError &error)
{
    if (!m_error)
        m_error = error;
}

void TurnAssembler::note(const QString &text)
{
    constexpr qsizetype noteLimit = 32; // a server that repeats an oddity must not fill the log
    if (m_notes.size() < noteLimit && !m_notes.contains(text))
        m_notes.append(text);
}

void TurnAssembler::take(const QList<MarkupItem> &items)
{
    for (const MarkupItem &item : items) {
        switch (item.kind) {
        case MarkupItem::Kind::Text:
            addText(item.text);
            break;
        case MarkupItem::Kind::Thinking:
            addThinking(item.text);
            break;
        case MarkupItem::Kind::WasThinking:
            becomeThinking();
            break;
        case MarkupItem::Kind::Call:
            m_markupCalls.append(item.call);
            break;
        }
    }
}

void TurnAssembler::addText(const QString &text)
{
    const qsizetype end = trailingSpace(text);
    if (end == 0) {
        if (!m_text.isEmpty()) // nothing in front of the first word
            m_heldSpace += text;
        return;
    }
    QString shown = m_heldSpace + text.first(end);
    if (m_text.isEmpty()) {
        qsizetype lead = 0;
        while (lead < shown.size() && shown[lead].isSpace())
            ++lead;
        shown.remove(0, lead);
    }
    m_heldSpace = text.sliced(end);
    m_text += shown;
    addDelta(TurnDelta::Kind::Text, shown);
}

void TurnAssembler::addThinking(const QString &text)
{
    const qsizetype end = trailingSpace(text);
    if (end == 0) {
        if (!m_thinking.isEmpty())
            m_heldThinkingSpace += text;
        return;
    }
    const QString shown = (m_thinking.isEmpty() ? QString() : m_heldThinkingSpace) + text.first(end);
    m_heldThinkingSpace = text.sliced(end);
    m_thinking += shown;
    addDelta(TurnDelta::Kind::Thinking, shown);
}

void TurnAssembler::becomeThinking()
{
    if (!m_markupCalls.isEmpty()) {
        note(u"calls inside thinking were not run"_s);
        m_markupCalls.clear();
    }
    m_heldSpace.clear();
    if (m_text.isEmpty())
        return;
    if (!m_thinking.isEmpty())
        m_thinking += u'\n';
    m_thinking += std::exchange(m_text, {});
    addDelta(TurnDelta::Kind::WasThinking, {});
}

void TurnAssembler::addDelta(TurnDelta::Kind kind, const QString &text)
{
    if (!m_deltas.isEmpty() && m_deltas.last().kind == kind && kind != TurnDelta::Kind::WasThinking)
        m_deltas.last().text += text;
    else
        m_deltas.append({kind, text});
}

QString TurnAssembler::uniqueId(const QString &id)
{
    QString unique = id.trimmed();
    // Nine letters and digits: the one form that every API accepts (Mistral's takes no other).
    while (unique.isEmpty() || m_usedIds.contains(unique))
        unique = u"call%1"_s.arg(++m_madeIds, 5, 10, QChar(u'0'));
    if (unique != id)
        note(u"made an id for a call"_s);
    m_usedIds.insert(unique);
    return unique;
}

void TurnAssembler::settle(ToolCall &call, const QJsonObject *parameters)
{
    const auto tool = std::find_if(m_tools.begin(), m_tools.end(),
                                   [&call](const ToolSpec &spec) { return spec.name == call.name; });
    const QJsonObject schema = tool == m_tools.end() ? QJsonObject() : tool->schema;
    if (parameters) {
        call.arguments = coerceArguments(*parameters, schema);
    } else {
        ParsedArguments parsed = parseArguments(call.rawArguments, schema);
        call.arguments = parsed.arguments;
        call.repairs = parsed.repairs;
        if (call.problem.isEmpty())
            call.problem = parsed.problem;
    }
    if (tool == m_tools.end())
        call.problem = unknownTool(call.name, m_tools);
}

ToolCall TurnAssembler::toCall(const CallDraft &draft)
{
    ToolCall call;
    call.id = uniqueId(draft.id);
    call.name = cleanToolName(draft.name);
    call.rawArguments = draft.arguments;
    call.extra = draft.extra;
    settle(call, nullptr);
    return call;
}

ToolCall TurnAssembler::toCall(const MarkupCall &markup)
{
    ToolCall call;
    call.id = uniqueId(markup.id);
    call.name = cleanToolName(markup.name);
    call.problem = markup.problem;
    if (markup.parameters) {
        call.rawArguments =
            QString::fromUtf8(QJsonDocument(*markup.parameters).toJson(QJsonDocument::Compact));
        settle(call, &*markup.parameters);
    } else {
        call.rawArguments = markup.arguments;
        settle(call, nullptr);
    }
    return call;
}

TurnResult TurnAssembler::finish(const QList<CallDraft> &calls)
{
    const bool ended = (hasFinish() || m_done) && !m_error;
    const Finish meant = finishOf(m_word);
    if (ended && meant == Finish::Error) {
        const bool malformed = m_word.toLower() == u"malformed_function_call"_s;
        fail(providererrors::fromJson(QJsonObject{{u"type"_s, m_word}}, 200, {}));
        if (malformed)
            m_error->kind = ProviderError::Kind::ToolUseFailed;
    }
    const bool whole = ended && !m_error && meant != Finish::Length;
    take(m_markup.end(whole));
    TurnResult result;
    result.text = m_text;
    result.thinking = m_thinking;
    result.usage = m_usage;
    result.echo = m_echo;
    result.finishWord = m_word;
    if (!ended && !m_error)
        fail(providererrors::truncated());
    judge(result, calls);
    result.notes = m_notes;
    return result;
}

void TurnAssembler::judge(TurnResult &result, const QList<CallDraft> &structured)
{
    const Finish meant = finishOf(m_word);
    if (m_error) {
        result.finish = Finish::Error;
        result.error = m_error;
        return;
    }
    const bool hadCalls = !structured.isEmpty() || !m_markupCalls.isEmpty();
    if (meant == Finish::Length || meant == Finish::Refusal || m_refused) {
        if (hadCalls)
            note(u"calls of a turn that was cut off were not run"_s);
        result.finish = meant == Finish::Length ? Finish::Length : Finish::Refusal;
        return;
    }
    for (const CallDraft &draft : structured)
        result.calls.append(toCall(draft));
    if (structured.isEmpty()) {
        for (const MarkupCall &call : std::as_const(m_markupCalls))
            result.calls.append(toCall(call));
    } else if (!m_markupCalls.isEmpty()) {
        note(u"markup calls beside structured calls were left out"_s);
    }
    if (!result.calls.isEmpty()) {
        result.finish = Finish::ToolCalls;
        return;
    }
    result.finish = Finish::Stop;
    if (meant == Finish::ToolCalls)
        note(u"finish said tool calls, none came"_s);
    if (result.text.isEmpty()) {
        result.finish = Finish::Error;
        result.error = providererrors::empty(!result.thinking.isEmpty());
    }
}

} // namespace heed
