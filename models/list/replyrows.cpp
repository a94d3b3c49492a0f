// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/list/replyrows.h"

#include "models/base/face.h"
#include "models/question/display.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct ReplyRowsText {
    Q_DECLARE_TR_FUNCTIONS(heed::ReplyRows)
};

//! Whether what stands on both sides of a cut can be made fit to be shown apart: joiners, marks and halves of
//! a character need their neighbours.
bool cutIsPlain(QChar before, QChar after)
{
    const auto plain = [](QChar c) {
        return c.unicode() < 0x300 && c != u'\r' && (c.unicode() >= 0x20 || c == u'\n');
    };
    return plain(before) && plain(after);
}

QString answerLine(const QJsonObject &fields)
{
    const auto outcome = outcomeFromName(fields[u"outcome"_s].toString()).value_or(Outcome::Withdrawn);
    const QString text = displayText(fields[u"text"_s].toString());
    switch (outcome) {
    case Outcome::Chosen:
    case Outcome::Answered:
        return ReplyRowsText::tr("Answered: %1").arg(text);
    case Outcome::AskedBack:
        return ReplyRowsText::tr("You asked back: %1").arg(text);
    case Outcome::None:
        return ReplyRowsText::tr("None of these");
    case Outcome::Declined:
        return ReplyRowsText::tr("Skipped");
    case Outcome::Unanswered:
        return ReplyRowsText::tr("No answer came in time. The model was told so.");
    case Outcome::NotShown:
        return ReplyRowsText::tr("The question could not be shown. The model was told so.");
    case Outcome::Refused:
    case Outcome::Withdrawn:
        return ReplyRowsText::tr("Ended without an answer: the reply was stopped.");
    }
    return {};
}

QString whereLine(const QJsonObject &fields, qint64 atMs)
{
    const auto face = faceFromName(fields[u"via"_s].toString());
    if (!face)
        return {};
    const QString time =
        QLocale().toString(QDateTime::fromMSecsSinceEpoch(atMs).time(), QLocale::ShortFormat);
    return u" ("_s + ReplyRowsText::tr("%1, %2").arg(facePlace(*face), time) + u')';
}

bool canBeChanged(const QString &outcome)
{
    return outcome == "chosen"_L1 || outcome == "answered"_L1 || outcome == "none"_L1 ||
           outcome == "declined"_L1 || outcome == "unanswered"_L1;
}

} // namespace

ReplyRows::ReplyRows(ReplyId reply, MessageId message)
    : m_reply(reply)
    , m_message(message)
    , m_nextId(reply.value * 4096) // rows of one reply lie apart from those of another
{
}

QList<ReplyRows::Change> ReplyRows::apply(const Event &event)
{
    if (event.seq <= m_lastSeq)
        return {};
    m_lastSeq = event.seq;
    switch (event.type) {
    case EventType::Started:
        m_model = displayLine(event.fields[u"model"_s].toString());
        return {};
    case EventType::Text:
        return text(event.fields[u"delta"_s].toString(), event.atMs);
    case EventType::Thinking:
        return thinking(event.fields[u"delta"_s].toString(), event.atMs);
    case EventType::Tool:
        return tool(event);
    case EventType::ToolResult:
        return toolResult(event);
    case EventType::Question:
        return question(event);
    case EventType::Answer:
        return answer(event);
    case EventType::Slot:
        return slot(event);
    case EventType::Notice:
        return notice(event);
    case EventType::Usage: {
        m_usage = event.fields;
        auto changes = endStreaming();
        m_turnBegin = m_rows.size();
        return changes;
    }
    case EventType::Done:
    case EventType::Stopped:
    case EventType::Failed:
        return over(event);
    }
    return {};
}

ReplyRows::Change ReplyRows::insert(TranscriptRow row, qint64 atMs)
{
    row.rowId = m_nextId++;
    row.author = m_model;
    row.atMs = atMs;
    row.reply = m_reply;
    row.message = m_message;
    m_rows.append(row);
    return {.kind = Change::Kind::Inserted, .at = m_rows.size() - 1, .row = row};
}

ReplyRows::Change ReplyRows::update(qsizetype row)
{
    ++m_rows[row].revision;
    return {.kind = Change::Kind::Updated, .at = row, .row = m_rows.at(row)};
}

ReplyRows::Change ReplyRows::remove(qsizetype row)
{
    m_rows.remove(row);
    return {.kind = Change::Kind::Removed, .at = row};
}

void ReplyRows::grow(qsizetype row, const QString &delta)
{
    const bool plain = !m_raw.isEmpty() && !delta.isEmpty() && cutIsPlain(m_raw.back(), delta.front());
    m_raw += delta;
    if (plain)
        m_rows[row].text += displayText(delta);
    else
        m_rows[row].text = displayText(m_raw);
}

QList<ReplyRows::Change> ReplyRows::endStreaming()
{
    m_raw.clear();
    QList<Change> changes;
    for (qsizetype row = m_turnBegin; row < m_rows.size(); ++row) {
        if (m_rows.at(row).streaming) {
            m_rows[row].streaming = false;
            changes.append(update(row));
        }
    }
    return changes;
}

QList<ReplyRows::Change> ReplyRows::text(const QString &delta, qint64 atMs)
{
    const bool grows =
        m_rows.size() > m_turnBegin && m_rows.last().kind == RowKind::ReplyText && m_rows.last().streaming;
    if (grows) {
        grow(m_rows.size() - 1, delta);
        return {update(m_rows.size() - 1)};
    }
    auto changes = endStreaming();
    TranscriptRow row{.kind = RowKind::ReplyText, .streaming = true, .actions = {u"copy"_s}};
    m_raw = delta;
    row.text = displayText(delta);
    changes.append(insert(row, atMs));
    return changes;
}

QList<ReplyRows::Change> ReplyRows::thinking(const QString &delta, qint64 atMs)
{
    const bool grows =
        m_rows.size() > m_turnBegin && m_rows.last().kind == RowKind::Thinking && m_rows.last().streaming;
    if (grows) {
        grow(m_rows.size() - 1, delta);
        return {update(m_rows.size() - 1)};
    }
    auto changes = endStreaming();
    m_raw = delta;
    changes.append(insert({.kind = RowKind::Thinking,
                           .text = displayText(delta),
                           .streaming = true,
                           .title = ReplyRowsText::tr("Thinking"),
                           .foldable = true},
                          atMs));
    return changes;
}

QList<ReplyRows::Change> ReplyRows::tool(const Event &event)
{
    auto changes = endStreaming();
    changes.append(
        insert({.kind = RowKind::Tool,
                .text = displayText(event.fields[u"arguments"_s].toString()),
                .streaming = true,
                .question = event.fields[u"id"_s].toString(), // the call, to find the row again
                .title = ReplyRowsText::tr("Uses %1 …").arg(displayLine(event.fields[u"name"_s].toString())),
                .foldable = true},
               event.atMs));
    return changes;
}

QList<ReplyRows::Change> ReplyRows::toolResult(const Event &event)
{
    const QString id = event.fields[u"id"_s].toString();
    const QString summary = displayLine(event.fields[u"summary"_s].toString());
    for (qsizetype row = m_rows.size() - 1; row >= 0; --row) {
        if (m_rows.at(row).kind == RowKind::Tool && m_rows.at(row).question == id) {
            if (!summary.isEmpty())
                m_rows[row].title = summary;
            m_rows[row].streaming = false;
            return {update(row)};
        }
    }
    if (summary.isEmpty())
        return {};
    return {insert({.kind = RowKind::Notice, .text = summary}, event.atMs)};
}

QList<ReplyRows::Change> ReplyRows::question(const Event &event)
{
    auto changes = endStreaming();
    const QString id = event.fields[u"id"_s].toString();
    const QString asked = displayText(event.fields[u"question"_s].toString());
    m_asked.insert(id, asked);
    changes.append(insert({.kind = RowKind::Question,
                           .text = asked,
                           .question = id,
                           .open = true,
                           .title = ReplyRowsText::tr("The model asks")},
                          event.atMs));
    return changes;
}

QList<ReplyRows::Change> ReplyRows::answer(const Event &event)
{
    const QString id = event.fields[u"id"_s].toString();
    for (qsizetype row = m_rows.size() - 1; row >= 0; --row) {
        TranscriptRow &asked = m_rows[row];
        if (asked.kind != RowKind::Question || asked.question != id)
            continue;
        asked.open = false;
        asked.text =
            m_asked.value(id) + u'\n' + answerLine(event.fields) + whereLine(event.fields, event.atMs);
        if (event.fields.contains(u"held_back"_s))
            asked.text += u'\n' + ReplyRowsText::tr("A secret in the answer was held back from the model.");
        if (canBeChanged(event.fields[u"outcome"_s].toString()))
            asked.actions = QStringList{u"changeAnswer"_s};
        return {update(row)};
    }
    return {};
}

QList<ReplyRows::Change> ReplyRows::slot(const Event &event)
{
    const bool waits = event.fields[u"state"_s].toString() == "waiting"_L1;
    const bool shown = !m_rows.isEmpty() && m_rows.last().title == "slot"_L1;
    if (waits && !shown) {
        return {insert({.kind = RowKind::Notice,
                        .text = ReplyRowsText::tr("Waiting for another chat's reply."),
                        .title = u"slot"_s},
                       event.atMs)};
    }
    if (!waits && shown)
        return {remove(m_rows.size() - 1)};
    return {};
}

QList<ReplyRows::Change> ReplyRows::dropUnfinishedTurn()
{
    m_raw.clear();
    // Questions, tools and notices stay: only what the cut-off model turn said is said again.
    QList<Change> changes;
    for (qsizetype row = m_rows.size() - 1; row >= m_turnBegin; --row) {
        const RowKind kind = m_rows.at(row).kind;
        if (kind == RowKind::ReplyText || kind == RowKind::Thinking)
            changes.append(remove(row));
    }
    m_turnBegin = m_rows.size();
    return changes;
}

QList<ReplyRows::Change> ReplyRows::textWasThinking()
{
    m_raw.clear();
    QList<Change> changes;
    for (qsizetype row = m_turnBegin; row < m_rows.size(); ++row) {
        TranscriptRow &said = m_rows[row];
        if (said.kind != RowKind::ReplyText)
            continue;
        said.kind = RowKind::Thinking;
        said.title = ReplyRowsText::tr("Thinking");
        said.foldable = true;
        said.streaming = false;
        said.actions.clear();
        changes.append(update(row));
    }
    return changes;
}

QList<ReplyRows::Change> ReplyRows::notice(const Event &event)
{
    const QString code = event.fields[u"code"_s].toString();
    if (code == "text_was_thinking"_L1)
        return textWasThinking();
    QList<Change> changes;
    if (code == "resumed"_L1 || code == "retrying"_L1)
        changes = dropUnfinishedTurn();
    const QString said = displayText(event.fields[u"text"_s].toString());
    const bool again =
        !m_rows.isEmpty() && m_rows.last().kind == RowKind::Notice && m_rows.last().text == said;
    if (!again)
        changes.append(insert({.kind = RowKind::Notice, .text = said}, event.atMs));
    if (code == "resumed"_L1 || code == "retrying"_L1)
        m_turnBegin = m_rows.size();
    return changes;
}

QList<ReplyRows::Change> ReplyRows::over(const Event &event)
{
    m_over = true;
    auto changes = endStreaming();
    for (qsizetype row = 0; row < m_rows.size(); ++row) {
        if (m_rows.at(row).kind == RowKind::Question && m_rows.at(row).open) {
            m_rows[row].open = false;
            m_rows[row].text += u'\n' + ReplyRowsText::tr("Ended without an answer: the reply was stopped.");
            changes.append(update(row));
        }
        if (m_rows.at(row).kind == RowKind::Tool && m_rows.at(row).streaming) {
            m_rows[row].streaming = false;
            changes.append(update(row));
        }
    }
    if (event.type == EventType::Stopped) {
        changes.append(
            insert({.kind = RowKind::Notice, .text = ReplyRowsText::tr("Stopped."), .actions = {u"retry"_s}},
                   event.atMs));
    } else if (event.type == EventType::Failed) {
        changes.append(insert({.kind = RowKind::Notice,
                               .text = displayText(event.fields[u"reason"_s].toString()),
                               .actions = {u"retry"_s}},
                              event.atMs));
    }
    const QString line = figuresLine(m_usage);
    if (!line.isEmpty() || event.type == EventType::Done)
        changes.append(insert(
            {.kind = RowKind::Figures, .text = line, .actions = {u"copy"_s, u"regenerate"_s}}, event.atMs));
    return changes;
}

QString figuresLine(const QJsonObject &usage)
{
    const QLocale locale;
    QStringList parts;
    const double model = usage[u"model_seconds"_s].toDouble();
    const double waited = usage[u"waited_seconds"_s].toDouble();
    const qint64 out = usage[u"tokens_out"_s].toInteger();
    if (model >= 0.05)
        parts.append(ReplyRowsText::tr("model %1 s").arg(locale.toString(model, 'f', 1)));
    if (waited >= 0.5)
        parts.append(ReplyRowsText::tr("waited for you %1 s").arg(locale.toString(waited, 'f', 0)));
    if (out > 0) {
        parts.append(ReplyRowsText::tr("%1 tokens in, %2 out")
                         .arg(locale.toString(usage[u"tokens_in"_s].toInteger()), locale.toString(out)));
        if (model >= 0.05)
            parts.append(ReplyRowsText::tr("%1 tokens/s").arg(locale.toString(double(out) / model, 'f', 1)));
    }
    if (const auto first = usage[u"first_token_seconds"_s]; first.isDouble() && model >= 0.05)
        parts.append(ReplyRowsText::tr("first token %1 s").arg(locale.toString(first.toDouble(), 'f', 2)));
    return parts.join(u" · "_s);
}

} // namespace heed
