// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/markupreader.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

using markuptags::partialEnd;
using markuptags::skipSpace;
using markuptags::startsWith;

QList<MarkupItem> MarkupReader::feed(const QString &text)
{
    m_buffer += text;
    run();
    return std::exchange(m_items, {});
}

QList<MarkupItem> MarkupReader::end(bool whole)
{
    m_final = true;
    m_whole = whole;
    run();
    switch (m_mode) {
    case Mode::Block:
        endBlock();
        run(); // text may be left behind it
        break;
    case Mode::HarmonyBody:
        endHarmonyCall();
        break;
    default:
        break;
    }
    m_buffer.clear();
    m_at = 0;
    return std::exchange(m_items, {});
}

void MarkupReader::run()
{
    Step step = Step::Again;
    while (step == Step::Again && m_at <= m_buffer.size()) {
        switch (m_mode) {
        case Mode::Text:
            step = text();
            break;
        case Mode::Bare:
            step = bare();
            break;
        case Mode::Think:
            step = think();
            break;
        case Mode::Block:
            step = block();
            break;
        case Mode::HarmonyHeader:
            step = harmonyHeader();
            break;
        case Mode::HarmonyBody:
            step = harmonyBody();
            break;
        }
    }
    m_buffer.remove(0, m_at);
    m_at = 0;
}

void MarkupReader::emitText(qsizetype count)
{
    if (count <= 0)
        return;
    const QStringView part = pending().first(count);
    m_code.consume(part);
    if (!skipSpace(part).isEmpty()) {
        m_anyText = true;
        m_afterBlock = false;
    }
    m_lastChar = part.back();
    if (!m_items.isEmpty() && m_items.last().kind == MarkupItem::Kind::Text)
        m_items.last().text += part;
    else
        m_items.append({MarkupItem::Kind::Text, part.toString(), {}});
    drop(count);
}

void MarkupReader::emitThinking(qsizetype count)
{
    if (count <= 0)
        return;
    m_items.append({MarkupItem::Kind::Thinking, pending().first(count).toString(), {}});
    drop(count);
}

void MarkupReader::emitCalls(const QList<MarkupCall> &calls)
{
    for (const MarkupCall &call : calls)
        m_items.append({MarkupItem::Kind::Call, {}, call});
    m_afterBlock = true;
}

MarkupReader::Step MarkupReader::text()
{
    if (!m_anyText && !m_afterBlock) {
        const QStringView start = skipSpace(pending());
        const QChar first = start.isEmpty() ? QChar() : start.front();
        if ((first == u'{' || first == u'[') &&
            markuptags::startsBareCall(start, m_toolNames) != Verdict::No) {
            emitText(start.data() - pending().data());
            m_mode = Mode::Bare;
            m_scanner.reset();
            return Step::Again;
        }
    }
    qsizetype from = 0;
    for (;;) {
        const QStringView rest = pending();
        qsizetype at = from;
        while (at < rest.size() && rest[at] != u'<' && rest[at] != u'[')
            ++at;
        emitText(at);
        if (m_at >= m_buffer.size())
            return Step::Wait;
        if (!m_code.inCode()) {
            const qsizetype before = m_at;
            const Mode mode = m_mode;
            if (tag(0) == Step::Wait)
                return Step::Wait;
            if (m_at != before || m_mode != mode)
                return Step::Again;
        }
        from = 1; // the bracket itself is text
    }
}

//! Decides about the bracket at this place; leaves everything as it is when it is plain text.
MarkupReader::Step MarkupReader::tag(qsizetype at)
{
    const QStringView rest = pending().sliced(at);
    const TagMatch match = markuptags::match(rest);
    if (match.partial && !m_final)
        return Step::Wait;
    if (!match.tag)
        return Step::Again;
    const MarkupTag &found = *match.tag;
    const QStringView behind = rest.sliced(found.open.size());
    switch (found.kind) {
    case TagKind::ThinkOpen:
        return openThink(found, at);
    case TagKind::ThinkClose:
        return closeThink(found, at);
    case TagKind::Closer:
        if (m_afterBlock)
            drop(found.open.size());
        return Step::Again;
    case TagKind::EndToken:
        if (!skipSpace(behind).isEmpty() && !m_afterBlock)
            return Step::Again;
        if (skipSpace(behind).isEmpty() && !m_final)
            return Step::Wait;
        drop(found.open.size());
        return Step::Again;
    default:
        break;
    }
    const Verdict verdict = markuptags::startsCall(found, behind, m_toolNames);
    if (verdict == Verdict::More && !m_final)
        return Step::Wait;
    if (verdict == Verdict::Yes)
        openBlock(found, at);
    return Step::Again;
}

void MarkupReader::openBlock(const MarkupTag &tag, qsizetype at)
{
    drop(at + tag.open.size());
    m_tag = &tag;
    m_scanner.reset();
    m_jsonStart = -1;
    m_looked = 0;
    m_mode = tag.kind == TagKind::Harmony ? Mode::HarmonyHeader : Mode::Block;
}

// ---- thinking ----

MarkupReader::Step MarkupReader::openThink(const MarkupTag &tag, qsizetype at)
{
    // In the middle of a sentence the tag is only being talked about.
    if (m_anyText && !m_code.atLineStart() && !m_afterBlock)
        return Step::Again;
    drop(at + tag.open.size());
    m_tag = &tag;
    m_anyThink = true;
    m_mode = Mode::Think;
    return Step::Again;
}

MarkupReader::Step MarkupReader::closeThink(const MarkupTag &tag, qsizetype at)
{
    const QStringView behind = pending().sliced(at + tag.open.size());
    if (behind.isEmpty() && !m_final)
        return Step::Wait;
    const bool inSentence = m_lastChar == u' ' && !behind.isEmpty() && behind.front() != u'\n' &&
                            behind.front() != u'\r' && !behind.front().isLetterOrNumber();
    if (inSentence)
        return Step::Again;
    drop(at + tag.open.size());
    if (!m_anyThink)
        m_items.append({MarkupItem::Kind::WasThinking, {}, {}});
    m_anyThink = true;
    m_anyText = false;
    m_afterBlock = false;
    m_code = {};
    return Step::Again;
}

MarkupReader::Step MarkupReader::think()
{
    const QStringView rest = pending();
    const qsizetype close = rest.indexOf(m_tag->close);
    if (close >= 0) {
        emitThinking(close);
        drop(m_tag->close.size());
        m_mode = Mode::Text;
        return Step::Again;
    }
    emitThinking(rest.size() - (m_final ? 0 : partialEnd(rest, m_tag->close)));
    return Step::Wait;
}

// ---- a whole reply that is a bare call ----

MarkupReader::Step MarkupReader::bare()
{
    const auto isText = [this] {
        m_anyText = true; // no second look
        m_mode = Mode::Text;
        return Step::Again;
    };
    const QStringView rest = pending();
    const Verdict verdict = markuptags::startsBareCall(rest, m_toolNames);
    if (verdict == Verdict::No)
        return isText();
    const qsizetype end = m_scanner.scan(rest);
    if (m_scanner.isBroken() && rest.front() == u'{')
        return isText();
    QStringView behind = end > 0 ? skipSpace(rest.sliced(end)) : QStringView();
    // Several objects in a row, or a template's end token, may follow; anything else makes it an answer.
    if (!behind.isEmpty() && behind.front() != u';' && behind.front() != u'{' &&
        startsWith(behind, u"<|") == Verdict::No)
        return isText();
    if (!m_final)
        return Step::Wait;
    if (verdict == Verdict::More)
        return isText();
    const qsizetype token = rest.indexOf(u"<|", end);
    const QStringView body = token >= 0 && end > 0 ? rest.first(token) : rest;
    const QList<MarkupCall> calls =
        body.startsWith(u'[') ? markupcalls::fromPython(body) : markupcalls::fromJson(body, false);
    const bool offered =
        !calls.isEmpty() && std::all_of(calls.begin(), calls.end(), [this](const MarkupCall &call) {
            const bool hasArguments = call.parameters || call.arguments.trimmed().startsWith(u'{');
            return m_toolNames.contains(call.name) && hasArguments;
        });
    if (!m_whole && verdict == Verdict::Yes && end == 0) { // a call that was cut off
        drop(rest.size());
        return Step::Wait;
    }
    if (!offered || !m_whole)
        return isText();
    emitCalls(calls);
    drop(rest.size());
    m_mode = Mode::Text;
    return Step::Wait;
}

// ---- harmony channels ----

MarkupReader::Step MarkupReader::harmonyHeader()
{
    constexpr qsizetype headerLimit = 256; // a role, a channel, a recipient and a format
    static const QRegularExpression recipient(u"\\bto=(?:functions\\.)?([\\w.-]+)"_s);
    static constexpr QStringView messageTag = u"<|message|>";
    const QStringView rest = pending();
    const qsizetype end = rest.indexOf(messageTag);
    // One that is too long is none, whether or not its end has come already.
    if (end < 0 || end + messageTag.size() > headerLimit) {
        if (rest.size() < headerLimit && !m_final)
            return Step::Wait;
        if (m_final)
            drop(rest.size());
        m_mode = Mode::Text;
        return m_final ? Step::Wait : Step::Again;
    }
    const QString header = rest.first(end).toString();
    const auto match = recipient.match(header);
    m_recipient = match.captured(1);
    if (!m_recipient.isEmpty())
        m_channel = Channel::Call;
    else
        m_channel = header.contains(u"analysis"_s) ? Channel::Thinking : Channel::Text;
    m_anyThink = m_anyThink || m_channel == Channel::Thinking;
    drop(end + messageTag.size());
    m_looked = 0;
    m_mode = Mode::HarmonyBody;
    return Step::Again;
}

MarkupReader::Step MarkupReader::harmonyBody()
{
    static constexpr QStringView ends[] = {u"<|end|>", u"<|call|>", u"<|return|>", u"<|start|>",
                                           u"<|channel|>"};
    const QStringView rest = pending();
    qsizetype at = -1;
    qsizetype length = 0;
    qsizetype held = 0;
    for (const QStringView end : ends) {
        const qsizetype found = rest.indexOf(end, std::max<qsizetype>(0, m_looked - end.size()));
        if (found >= 0 && (at < 0 || found < at)) {
            at = found;
            length = end.front() == u'<' && (end == u"<|start|>" || end == u"<|channel|>") ? 0 : end.size();
        }
        held = std::max(held, partialEnd(rest, end));
    }
    const qsizetype size = at >= 0 ? at : rest.size() - (m_final ? 0 : held);
    if (m_channel == Channel::Text) {
        emitText(size);
    } else if (m_channel == Channel::Thinking) {
        emitThinking(size);
    } else if (at < 0) {
        m_looked = rest.size();
        return Step::Wait;
    } else {
        MarkupCall call;
        call.name = m_recipient;
        call.arguments = rest.first(at).trimmed().toString();
        emitCalls({call});
        drop(at);
    }
    if (at < 0)
        return Step::Wait;
    drop(length);
    m_afterBlock = true;
    m_mode = Mode::Text;
    return Step::Again;
}

void MarkupReader::endHarmonyCall()
{
    if (m_channel != Channel::Call)
        return;
    MarkupCall call;
    call.name = m_recipient;
    call.arguments = pending().trimmed().toString();
    if (m_whole && !call.arguments.isEmpty())
        emitCalls({call});
    drop(pending().size());
}

} // namespace heed
