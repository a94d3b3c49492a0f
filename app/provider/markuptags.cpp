// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/markuptags.h"

#include <algorithm>
#include <iterator>

namespace heed::markuptags {

namespace {

// Names and spellings as the chat templates of the model families use them.
constexpr MarkupTag tags[] = {
    {u"<think>", TagKind::ThinkOpen, u"</think>"},
    {u"<thinking>", TagKind::ThinkOpen, u"</thinking>"},
    {u"<thought>", TagKind::ThinkOpen, u"</thought>"},
    {u"<seed:think>", TagKind::ThinkOpen, u"</seed:think>"},
    {u"[THINK]", TagKind::ThinkOpen, u"[/THINK]"},
    {u"</think>", TagKind::ThinkClose},
    {u"</thinking>", TagKind::ThinkClose},
    {u"</seed:think>", TagKind::ThinkClose},
    {u"[/THINK]", TagKind::ThinkClose},

    {u"<tool_call>", TagKind::ToolCall, u"</tool_call>"},
    {u"<function=", TagKind::Function, u"</function>"},
    {u"<invoke name=\"", TagKind::Invoke, u"</invoke>"},
    {u"<\uFF5CDSML\uFF5Cinvoke name=\"", TagKind::Invoke,
     u"</\xFF5C"
     u"DSML\xFF5Cinvoke>"},
    {u"<minimax:tool_call>", TagKind::Container, u"</minimax:tool_call>"},
    {u"<seed:tool_call>", TagKind::Container, u"</seed:tool_call>"},
    {u"<longcat_tool_call>", TagKind::Container, u"</longcat_tool_call>"},
    {u"<function_calls>", TagKind::Container, u"</function_calls>"},
    {u"<tool_calls>", TagKind::Container, u"</tool_calls>"},
    {u"<\uFF5CDSML\uFF5Ctool_calls>", TagKind::Container,
     u"</\xFF5C"
     u"DSML\xFF5Ctool_calls>"},
    {u"<\uFF5CDSML\uFF5C"
     u"function_calls>",
     TagKind::Container,
     u"</\xFF5C"
     u"DSML\xFF5C"
     u"function_calls>"},
    {u"<|DSML|tool_calls>", TagKind::Container, u"</|DSML|tool_calls>"},
    {u"<|DSML|function_calls>", TagKind::Container, u"</|DSML|function_calls>"},

    {u"[TOOL_REQUEST]", TagKind::JsonBlock, u"[END_TOOL_REQUEST]"},
    {u"<TOOLCALL>", TagKind::JsonBlock, u"</TOOLCALL>"},
    {u"<|tool_call|>", TagKind::JsonBlock, u"<|/tool_call|>"},
    {u"<function_call>", TagKind::JsonBlock, u"</function_call>"},
    {u"<|START_ACTION|>", TagKind::JsonBlock, u"<|END_ACTION|>"},
    {u"<|python_tag|>", TagKind::PythonTag, u"<|eom_id|>"},
    {u"<|tool_call_start|>", TagKind::Pythonic, u"<|tool_call_end|>"},
    {u"<|tool_calls_section_begin|>", TagKind::Kimi, u"<|tool_calls_section_end|>"},
    {u"<|tool_call_begin|>", TagKind::Kimi, u"<|tool_call_end|>"},
    {u"<\xFF5Ctool\x2581"
     u"calls\x2581"
     u"begin\xFF5C>",
     TagKind::DeepSeek,
     u"<\xFF5Ctool\x2581"
     u"calls\x2581"
     u"end\xFF5C>"},
    {u"<\xFF5Ctool\x2581"
     u"call\x2581"
     u"begin\xFF5C>",
     TagKind::DeepSeek,
     u"<\xFF5Ctool\x2581"
     u"call\x2581"
     u"end\xFF5C>"},
    {u"[TOOL_CALLS]", TagKind::Mistral},
    {u"<|channel|>", TagKind::Harmony},
    {u"<|start|>", TagKind::Harmony},

    {u"</tool_call>", TagKind::Closer},
    {u"</function>", TagKind::Closer},
    {u"</invoke>", TagKind::Closer},
    {u"</function_calls>", TagKind::Closer},
    {u"</tool_calls>", TagKind::Closer},
    {u"</minimax:tool_call>", TagKind::Closer},
    {u"[END_TOOL_REQUEST]", TagKind::Closer},
    {u"<|tool_call_end|>", TagKind::Closer},
    {u"<|tool_calls_section_end|>", TagKind::Closer},
    {u"<\xFF5Ctool\x2581"
     u"calls\x2581"
     u"end\xFF5C>",
     TagKind::Closer},
    {u"</\xFF5C"
     u"DSML\xFF5Cinvoke>",
     TagKind::Closer},
    {u"</\xFF5C"
     u"DSML\xFF5Ctool_calls>",
     TagKind::Closer},
    {u"</\xFF5C"
     u"DSML\xFF5C"
     u"function_calls>",
     TagKind::Closer},

    {u"<|eom_id|>", TagKind::EndToken},
    {u"<|eot_id|>", TagKind::EndToken},
    {u"<|im_end|>", TagKind::EndToken},
    {u"<|endoftext|>", TagKind::EndToken},
    {u"<|end_of_text|>", TagKind::EndToken},
    {u"<|end|>", TagKind::EndToken},
    {u"<|return|>", TagKind::EndToken},
    {u"<|call|>", TagKind::EndToken},
    {u"</s>", TagKind::EndToken},
    {u"<\xFF5C"
     u"end\x2581of\x2581sentence\xFF5C>",
     TagKind::EndToken},
};

constexpr qsizetype nameLimit = 64; // the longest tool name that the APIs allow

bool isNamePart(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'.';
}

QStringView nameAt(QStringView text)
{
    qsizetype n = 0;
    while (n < text.size() && isNamePart(text[n]))
        ++n;
    return text.first(n);
}

bool isPrefixOfTool(QStringView name, const QStringList &toolNames)
{
    return std::any_of(toolNames.begin(), toolNames.end(),
                       [name](const QString &tool) { return tool.startsWith(name); });
}

//! The best verdict over several continuations.
Verdict anyOf(QStringView text, std::initializer_list<QStringView> tagList)
{
    Verdict best = Verdict::No;
    for (const QStringView tag : tagList) {
        const Verdict one = startsWith(text, tag);
        if (one == Verdict::Yes)
            return Verdict::Yes;
        if (one == Verdict::More)
            best = Verdict::More;
    }
    return best;
}

//! [ and then {: a list in prose ("[see below]") is none.
Verdict listOfObjects(QStringView text)
{
    const QStringView inner = skipSpace(text.sliced(1));
    if (inner.isEmpty())
        return Verdict::More;
    return inner.front() == u'{' ? Verdict::Yes : Verdict::No;
}

Verdict json(QStringView text)
{
    if (text.isEmpty())
        return Verdict::More;
    if (text.front() == u'{')
        return Verdict::Yes;
    return text.front() == u'[' ? listOfObjects(text) : Verdict::No;
}

//! NAME and then what only a call has behind it.
Verdict named(QStringView text, const QStringList &toolNames, std::initializer_list<QStringView> ifOffered,
              std::initializer_list<QStringView> always)
{
    const QStringView name = nameAt(text);
    if (name.isEmpty() || name.size() > nameLimit)
        return Verdict::No;
    if (name.size() == text.size())
        return Verdict::More;
    const QStringView behind = skipSpace(text.sliced(name.size()));
    if (behind.isEmpty())
        return Verdict::More;
    const Verdict sure = anyOf(behind, always);
    if (sure != Verdict::No || !toolNames.contains(name))
        return sure;
    return anyOf(behind, ifOffered);
}

Verdict toolCall(QStringView text, const QStringList &toolNames)
{
    if (const Verdict verdict = json(text); verdict != Verdict::No)
        return verdict;
    const Verdict tag = anyOf(text, {u"<function=", u"<function name=", u"<invoke "});
    if (tag != Verdict::No)
        return tag;
    return named(text, toolNames, {u"{", u"(", u"</tool_call>"}, {u"<arg_key>"});
}

//! Behind "<function=" or "<invoke name=\"": the name, the end of the tag, and then a call's inside.
Verdict functionTag(QStringView text, const QStringList &toolNames)
{
    const qsizetype end = text.indexOf(u'>');
    if (end < 0)
        return text.size() <= nameLimit + 8 ? Verdict::More : Verdict::No;
    QStringView name = text.first(end);
    while (name.endsWith(u'"'))
        name.chop(1);
    if (name.isEmpty() || nameAt(name).size() != name.size() || name.size() > nameLimit)
        return Verdict::No;
    if (toolNames.contains(name))
        return Verdict::Yes;
    const QStringView behind = skipSpace(text.sliced(end + 1));
    if (behind.isEmpty())
        return Verdict::More;
    return anyOf(behind, {u"{", u"<parameter", u"</function>", u"</invoke>", u"<\uFF5CDSML\uFF5Cparameter"});
}

Verdict object(QStringView text, const QStringList &toolNames)
{
    const QStringView first = skipSpace(text.sliced(1));
    if (first.isEmpty())
        return Verdict::More;
    if (first.front() != u'"')
        return Verdict::No;
    const qsizetype keyEnd = first.indexOf(u'"', 1);
    const QStringView key = keyEnd < 0 ? first.sliced(1) : first.sliced(1, keyEnd - 1);
    static constexpr QStringView keys[] = {u"name",       u"tool_name", u"type", u"function",
                                           u"parameters", u"arguments", u"id"};
    if (keyEnd < 0) {
        const bool could = std::any_of(std::begin(keys), std::end(keys),
                                       [key](QStringView one) { return one.startsWith(key); });
        return could ? Verdict::More : Verdict::No;
    }
    if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys))
        return Verdict::No;
    if (key != u"name" && key != u"tool_name")
        return Verdict::Yes;
    QStringView value = skipSpace(first.sliced(keyEnd + 1));
    if (value.startsWith(u':'))
        value = skipSpace(value.sliced(1));
    else if (!value.isEmpty())
        return Verdict::No;
    if (value.isEmpty())
        return Verdict::More;
    if (value.front() != u'"')
        return Verdict::No;
    const qsizetype end = value.indexOf(u'"', 1);
    if (end < 0)
        return isPrefixOfTool(value.sliced(1), toolNames) ? Verdict::More : Verdict::No;
    return toolNames.contains(value.sliced(1, end - 1)) ? Verdict::Yes : Verdict::No;
}

} // namespace

QStringView skipSpace(QStringView text)
{
    qsizetype n = 0;
    while (n < text.size() && text[n].isSpace())
        ++n;
    return text.sliced(n);
}

Verdict startsWith(QStringView text, QStringView tag)
{
    if (text.startsWith(tag))
        return Verdict::Yes;
    return text.size() < tag.size() && tag.startsWith(text) ? Verdict::More : Verdict::No;
}

qsizetype partialEnd(QStringView text, QStringView tag)
{
    for (qsizetype n = std::min(text.size(), tag.size() - 1); n > 0; --n) {
        if (text.last(n) == tag.first(n))
            return n;
    }
    return 0;
}

TagMatch match(QStringView text)
{
    TagMatch result;
    for (const MarkupTag &tag : tags) {
        const Verdict verdict = startsWith(text, tag.open);
        if (verdict == Verdict::More)
            result.partial = true;
        else if (verdict == Verdict::Yes && (!result.tag || tag.open.size() > result.tag->open.size()))
            result.tag = &tag;
    }
    return result;
}

Verdict startsCall(const MarkupTag &tag, QStringView behind, const QStringList &toolNames)
{
    const QStringView text = skipSpace(behind);
    if (text.isEmpty())
        return Verdict::More;
    switch (tag.kind) {
    case TagKind::ToolCall:
        return toolCall(text, toolNames);
    case TagKind::Function:
    case TagKind::Invoke:
        return functionTag(behind, toolNames);
    case TagKind::Container:
        if (const Verdict verdict = json(text); verdict != Verdict::No)
            return verdict;
        return anyOf(text, {u"<invoke ", u"<function=", u"<function name=", u"<tool_call>",
                            u"<\uFF5CDSML\uFF5Cinvoke ", u"<|DSML|invoke "});
    case TagKind::JsonBlock:
        return json(text);
    case TagKind::DeepSeek:
        return Verdict::Yes;
    case TagKind::Kimi:
        if (text.front() == u'<')
            return startsWith(text, u"<|tool_call_begin|>");
        return named(text, {}, {}, {u":", u"<|tool_call_argument_begin|>"});
    case TagKind::Mistral:
        if (const Verdict verdict = json(text); verdict != Verdict::No)
            return verdict;
        return named(text, toolNames, {u"{"}, {u"[ARGS]", u"[CALL_ID]", u"{"});
    case TagKind::PythonTag:
        if (const Verdict verdict = json(text); verdict != Verdict::No)
            return verdict;
        return named(text, toolNames, {u"("}, {});
    case TagKind::Pythonic:
        return text.front() == u'[' || text.front() == u'{' ? Verdict::Yes
                                                            : named(text, toolNames, {u"("}, {});
    case TagKind::Harmony:
        if (tag.open == u"<|start|>")
            return anyOf(text, {u"assistant", u"functions."});
        return anyOf(text, {u"analysis", u"commentary", u"final"});
    default:
        return Verdict::No;
    }
}

Verdict startsBareCall(QStringView whole, const QStringList &toolNames)
{
    const QStringView text = skipSpace(whole);
    if (text.isEmpty())
        return Verdict::More;
    if (text.front() == u'{')
        return object(text, toolNames);
    if (text.front() != u'[')
        return Verdict::No;
    const QStringView inner = skipSpace(text.sliced(1));
    if (inner.isEmpty())
        return Verdict::More;
    if (inner.front() == u'{')
        return object(inner, toolNames);
    const QStringView name = nameAt(inner);
    if (name.isEmpty())
        return Verdict::No;
    if (name.size() == inner.size())
        return isPrefixOfTool(name, toolNames) ? Verdict::More : Verdict::No;
    return toolNames.contains(name) && inner[name.size()] == u'(' ? Verdict::Yes : Verdict::No;
}

} // namespace heed::markuptags
