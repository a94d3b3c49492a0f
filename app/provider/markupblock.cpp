// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The half of MarkupReader that finds where a call ends.
#include "app/provider/markupreader.h"

using namespace Qt::StringLiterals;

namespace heed {

using markuptags::skipSpace;
using markuptags::startsWith;

MarkupReader::Step MarkupReader::block()
{
    const auto end = blockEnd();
    if (!end)
        return Step::Wait;
    closeBlock(*end);
    return Step::Again;
}

std::optional<MarkupReader::End> MarkupReader::blockEnd()
{
    const QStringView body = pending();
    const QStringView inner = skipSpace(body);
    if (inner.isEmpty())
        return std::nullopt;
    const qsizetype lead = inner.data() - body.data();
    if (m_jsonStart < 0) {
        const bool isJson =
            inner.front() == u'{' || (inner.front() == u'[' && (m_tag->kind != TagKind::Pythonic ||
                                                                skipSpace(inner.sliced(1)).startsWith(u'{')));
        if (isJson)
            m_jsonStart = lead;
        else if (m_tag->kind == TagKind::Mistral)
            m_jsonStart = body.indexOf(u'{');
        else if (m_tag->kind == TagKind::Function) { // <function=NAME>{…}
            const qsizetype tagClose = body.indexOf(u'>');
            const QStringView behind = tagClose < 0 ? QStringView() : skipSpace(body.sliced(tagClose + 1));
            if (behind.startsWith(u'{'))
                m_jsonStart = behind.data() - body.data();
        }
    }
    if (m_jsonStart >= 0)
        return jsonEnd(m_jsonStart);
    return m_tag->kind == TagKind::Mistral ? std::nullopt : tagEnd();
}

std::optional<MarkupReader::End> MarkupReader::jsonEnd(qsizetype start)
{
    const QStringView body = pending();
    const QStringView close = m_tag->close;
    qsizetype length = 0;
    // A closing tag ends the block even when brackets are missing, unless it stands inside a string.
    qsizetype from = std::max(start, m_looked - close.size());
    while (!close.isEmpty()) {
        const qsizetype at = body.indexOf(close, from);
        if (at < 0)
            break;
        length = m_scanner.scan(body.sliced(start, at - start));
        if (length > 0)
            break;
        if (m_scanner.isBroken() || !m_scanner.inString())
            return End{at, at + close.size()};
        from = at + close.size();
    }
    m_looked = body.size();
    if (length == 0)
        length = m_scanner.scan(body.sliced(start));
    if (length == 0)
        return std::nullopt;
    const qsizetype end = start + length;
    const QStringView behind = skipSpace(body.sliced(end));
    const qsizetype at = behind.data() - body.data();
    if (behind.isEmpty())
        return isOver() ? std::optional(End{end, body.size()}) : std::nullopt;
    if (!close.isEmpty()) {
        const Verdict closing = startsWith(behind, close);
        if (closing == Verdict::Yes)
            return End{end, at + close.size()};
        if (closing == Verdict::More && !isOver())
            return std::nullopt;
        const bool another = behind.front() == u'{' || behind.front() == u',' || behind.front() == u';';
        if (another && m_tag->kind != TagKind::Function) { // one more call in the same block
            const QStringView next = skipSpace(behind.front() == u'{' ? behind : behind.sliced(1));
            if (next.isEmpty() && !isOver())
                return std::nullopt;
            if (next.startsWith(u'{')) {
                m_jsonStart = next.data() - body.data();
                m_scanner.reset();
                return jsonEnd(m_jsonStart);
            }
        }
    }
    return End{end, end};
}

//! Whether the closing tag at this place closes the block, or is part of a value that is still open.
bool MarkupReader::closesHere(qsizetype at) const
{
    const QStringView before = pending().first(at);
    const qsizetype open =
        std::max(before.lastIndexOf(u"<parameter"), before.lastIndexOf(u"DSML\xFF5Cparameter "));
    const qsizetype close =
        std::max(before.lastIndexOf(u"</parameter>"), before.lastIndexOf(u"DSML\xFF5Cparameter>"));
    const qsizetype valueOpen = before.lastIndexOf(u"<arg_value>");
    const qsizetype valueClose = before.lastIndexOf(u"</arg_value>");
    if (valueOpen > valueClose)
        return false;
    if (open <= close)
        return true;
    if (m_tag->kind == TagKind::Function || m_tag->kind == TagKind::Invoke)
        return true;
    const QStringView bare = before.trimmed();
    return bare.endsWith(u"</function>") || bare.endsWith(u"invoke>");
}

std::optional<MarkupReader::End> MarkupReader::tagEnd()
{
    static constexpr QStringView function = u"</function>";
    const QStringView body = pending();
    const QStringView close = m_tag->close;
    qsizetype from = std::max<qsizetype>(0, m_looked - std::max(close.size(), function.size()));
    for (;;) {
        const qsizetype at = body.indexOf(close, from);
        const qsizetype functionEnd = m_tag->kind == TagKind::ToolCall ? body.indexOf(function, from) : -1;
        if (at < 0 && functionEnd < 0) {
            m_looked = body.size();
            return std::nullopt;
        }
        if (functionEnd < 0 || (at >= 0 && at < functionEnd)) {
            if (closesHere(at))
                return End{at, at + close.size()};
            from = at + close.size();
            continue;
        }
        // <tool_call> without its own end is over behind its function when something else follows.
        from = functionEnd + function.size();
        if (!closesHere(functionEnd))
            continue;
        const QStringView behind = skipSpace(body.sliced(from));
        const bool undecided = behind.isEmpty() || startsWith(behind, close) == Verdict::More ||
                               startsWith(behind, u"<function=") == Verdict::More;
        if (undecided && !isOver()) {
            m_looked = functionEnd;
            return std::nullopt;
        }
        if (behind.isEmpty() || (!behind.startsWith(close) && !behind.startsWith(u"<function=")))
            return End{from, from};
    }
}

QList<MarkupCall> MarkupReader::callsOf(const QString &body) const
{
    const QStringView inner = skipSpace(body);
    switch (m_tag->kind) {
    case TagKind::Function:
    case TagKind::Invoke:
        return markupcalls::fromParameters(QString(m_tag->open.toString() + body));
    case TagKind::Kimi:
        return markupcalls::fromKimi(body);
    case TagKind::DeepSeek:
        return markupcalls::fromDeepSeek(body);
    case TagKind::Mistral:
        return markupcalls::fromMistral(body);
    case TagKind::Pythonic:
        return markupcalls::fromPython(body);
    case TagKind::PythonTag:
        return inner.startsWith(u'{') || inner.startsWith(u'[') ? markupcalls::fromJson(body)
                                                                : markupcalls::fromPython(body);
    default:
        break;
    }
    if (inner.startsWith(u'{') || inner.startsWith(u'['))
        return markupcalls::fromJson(body);
    if (inner.startsWith(u'<'))
        return markupcalls::fromParameters(body);
    return markupcalls::fromNamed(body);
}

void MarkupReader::closeBlock(End end)
{
    const QList<MarkupCall> calls = callsOf(pending().first(end.body).toString());
    m_mode = Mode::Text;
    if (calls.isEmpty()) { // it was no call after all: show what was written
        m_items.append({MarkupItem::Kind::Text, m_tag->open.toString(), {}});
        m_code.consume(m_tag->open);
        m_anyText = true;
        m_afterBlock = false;
        emitText(end.all);
        return;
    }
    drop(end.all);
    emitCalls(calls);
}

//! The reply ended inside a block.
void MarkupReader::endBlock()
{
    const QStringView body = pending();
    if (!m_whole) {
        drop(body.size());
        return;
    }
    const qsizetype close = m_tag->close.isEmpty() ? -1 : body.indexOf(m_tag->close);
    if (close >= 0) {
        closeBlock({close, close + m_tag->close.size()});
        return;
    }
    closeBlock({body.size(), body.size()});
}

} // namespace heed
