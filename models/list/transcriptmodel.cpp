// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/list/transcriptmodel.h"

#include "models/question/display.h"
#include "models/reply/eventlog.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

TranscriptModel::TranscriptModel(Replies &replies, const WaitingModel &waiting, QObject *parent)
    : QAbstractListModel(parent)
    , m_replies(replies)
    , m_waiting(waiting)
    , m_firstRows{0}
{
    connect(&replies, &Replies::chatChanged, this, [this](ChatId chat) {
        if (chat == m_chat)
            readNew();
    });
    connect(&replies, &Replies::replyStarted, this, [this](ChatId chat, ReplyId reply) {
        // Taken up again after an interruption: its old watch has ended.
        if (const auto step = stepOf(reply); chat == m_chat && step >= 0)
            follow(*m_steps[size_t(step)]);
    });
    connect(&waiting, &WaitingModel::asked, this, &TranscriptModel::waitingMoved);
    connect(&waiting, &WaitingModel::dropped, this, &TranscriptModel::waitingMoved);
    connect(&waiting, &WaitingModel::settled, this, [this](const Question &question) {
        waitingMoved(question);
        // A parked one outlives its reply: its end comes through a new watch.
        const QModelIndex at = indexOfQuestion(question.id);
        if (question.chat != m_chat || !at.isValid())
            return;
        if (Step &step = *m_steps[size_t(placeOf(at.row()).first)]; step.reply && step.reply->isOver())
            follow(step);
    });
}

int TranscriptModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_firstRows.back();
}

QHash<int, QByteArray> TranscriptModel::roleNames() const
{
    return {
        {TranscriptRole::Kind, "kind"}, {TranscriptRole::Text, "text"}, {TranscriptRole::Author, "author"}};
}

QVariant TranscriptModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const TranscriptRow &row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case TranscriptRole::Text:
        return row.text;
    case TranscriptRole::Kind:
        return int(row.kind);
    case TranscriptRole::RowId:
        return row.rowId;
    case TranscriptRole::Revision:
        return row.revision;
    case TranscriptRole::Author:
        return row.author;
    case TranscriptRole::AtMs:
        return row.atMs;
    case TranscriptRole::Streaming:
        return row.streaming;
    case TranscriptRole::ReplyRow:
        return row.reply.value;
    case TranscriptRole::MessageRow:
        return row.message.value;
    case TranscriptRole::Question:
        return row.kind == RowKind::Question ? row.question : QString();
    case TranscriptRole::Waiting:
        // Not what the log tells: the card must first hear from the waiting model that it has ended.
        return row.kind == RowKind::Question && m_waiting.contains({row.question});
    case TranscriptRole::Title:
        return row.title;
    case TranscriptRole::Foldable:
        return row.foldable;
    case TranscriptRole::Actions:
        return row.actions;
    default:
        return {};
    }
}

std::pair<qsizetype, qsizetype> TranscriptModel::placeOf(int row) const
{
    const auto above = std::ranges::upper_bound(m_firstRows, row);
    const qsizetype step = above - m_firstRows.begin() - 1;
    return {step, row - m_firstRows[size_t(step)]};
}

const TranscriptRow &TranscriptModel::rowAt(int row) const
{
    const auto [step, at] = placeOf(row);
    return m_steps[size_t(step)]->rows.at(at);
}

int TranscriptModel::rowsBefore(qsizetype step) const
{
    return m_firstRows[size_t(step)];
}

void TranscriptModel::countAgain()
{
    m_firstRows.assign(1, 0);
    for (const auto &step : m_steps)
        m_firstRows.push_back(m_firstRows.back() + int(step->rows.size()));
}

qsizetype TranscriptModel::stepOf(ReplyId reply) const
{
    const auto found = std::ranges::find_if(
        m_steps, [reply](const auto &step) { return step->stored.reply && step->stored.reply->id == reply; });
    return found == m_steps.end() ? -1 : found - m_steps.begin();
}

void TranscriptModel::setChat(ChatId chat)
{
    m_chat = chat;
    reload();
}

void TranscriptModel::clear()
{
    for (const auto &step : m_steps)
        m_replies.unwatch(step->watch);
    m_steps.clear();
    countAgain();
    m_older = {};
}

void TranscriptModel::show(const QList<Loaded> &steps)
{
    beginResetModel();
    clear();
    for (const auto &loaded : steps)
        m_steps.push_back(makeStep(loaded));
    countAgain();
    if (!steps.isEmpty())
        m_older = steps.first().step.message.after;
    endResetModel();
    for (const auto &step : m_steps) {
        if (step->reply && !step->reply->isOver())
            follow(*step);
    }
    Q_EMIT runningChanged();
}

std::unique_ptr<TranscriptModel::Step> TranscriptModel::makeStep(const Loaded &loaded)
{
    auto step = std::make_unique<Step>();
    step->stored = loaded.step;
    const MessageRecord &message = loaded.step.message;
    QStringList actions{u"copy"_s};
    if (!loaded.step.reply)
        actions += u"takeBack"_s;
    if (loaded.step.siblings.size() > 1)
        actions += QStringList{u"previous"_s, u"next"_s};
    step->rows.append({.kind = RowKind::Message,
                       .rowId = -message.id.value,
                       .author = tr("You"),
                       .atMs = message.atMs,
                       .text = displayText(message.text),
                       .message = message.id,
                       .title = loaded.step.reply ? QString() : tr("Waits for its turn"),
                       .actions = actions});
    if (!loaded.step.reply)
        return step;
    step->reply = std::make_unique<ReplyRows>(loaded.step.reply->id, message.id);
    for (const auto &row : loaded.events) {
        const auto events = EventLog::eventsOf(row);
        for (const auto &event : events)
            std::ignore = step->reply->apply(event);
    }
    step->rows += step->reply->rows();
    return step;
}

void TranscriptModel::merge(const QList<Loaded> &steps)
{
    const auto same = [](const Step &known, const Loaded &loaded) {
        const bool bothReplies = known.stored.reply && loaded.step.reply;
        return known.stored.message.id == loaded.step.message.id &&
               known.stored.reply.has_value() == loaded.step.reply.has_value() &&
               (!bothReplies || known.stored.reply->id == loaded.step.reply->id);
    };
    // Where the read steps join the known ones: at the first of them that is shown, or after the message
    // before it.
    qsizetype at = qsizetype(m_steps.size());
    if (!steps.isEmpty()) {
        const auto known = std::ranges::find_if(m_steps, [&](const auto &step) {
            return step->stored.message.id == steps.first().step.message.id;
        });
        if (known == m_steps.end() && !m_steps.empty()) {
            reload(); // another branch
            return;
        }
        at = known - m_steps.begin();
    }
    qsizetype kept = 0;
    while (at + kept < qsizetype(m_steps.size()) && kept < steps.size() &&
           same(*m_steps[size_t(at + kept)], steps.at(kept)))
        ++kept;
    removeSteps(at + kept);
    for (qsizetype i = kept; i < steps.size(); ++i)
        appendStep(steps.at(i));
    Q_EMIT runningChanged();
}

void TranscriptModel::removeSteps(qsizetype from)
{
    if (from >= qsizetype(m_steps.size()))
        return;
    beginRemoveRows({}, rowsBefore(from), rowCount() - 1);
    for (qsizetype step = from; step < qsizetype(m_steps.size()); ++step)
        m_replies.unwatch(m_steps[size_t(step)]->watch);
    m_steps.resize(size_t(from));
    countAgain();
    endRemoveRows();
}

void TranscriptModel::appendStep(const Loaded &loaded)
{
    auto step = makeStep(loaded);
    beginInsertRows({}, rowCount(), rowCount() + int(step->rows.size()) - 1);
    m_steps.push_back(std::move(step));
    countAgain();
    endInsertRows();
    Step &added = *m_steps.back();
    if (!added.reply)
        return;
    if (added.reply->isOver()) { // it was quicker than the reading of it
        const auto failed =
            std::ranges::find(loaded.events, eventTypeName(EventType::Failed), &EventRow::type);
        Q_EMIT replyOver(wordsOf(added), failed != loaded.events.end());
        return;
    }
    follow(added);
    Q_EMIT replyBegan();
}

void TranscriptModel::follow(Step &step)
{
    m_replies.unwatch(step.watch);
    const ReplyId reply = step.stored.reply->id;
    step.watch = m_replies.watch(reply, step.reply->lastSeq(), this,
                                 [this, reply](const QList<Event> &events) { happened(reply, events); });
}

int TranscriptModel::wordsOf(const Step &step)
{
    int words = 0;
    for (const auto &row : step.rows) {
        if (row.kind == RowKind::ReplyText)
            words += int(row.text.simplified().count(u' ')) + 1;
    }
    return words;
}

void TranscriptModel::happened(ReplyId reply, const QList<Event> &events)
{
    for (const auto &event : events) {
        const auto step = stepOf(reply);
        if (step < 0)
            return;
        apply(step, event);
    }
}

void TranscriptModel::apply(qsizetype at, const Event &event)
{
    Step &step = *m_steps[size_t(at)];
    const auto changes = step.reply->apply(event);
    for (const auto &change : changes) {
        const qsizetype inStep = change.at + 1; // after the message
        const int row = rowsBefore(at) + int(inStep);
        switch (change.kind) {
        case ReplyRows::Change::Kind::Inserted:
            beginInsertRows({}, row, row);
            step.rows.insert(inStep, change.row);
            countAgain();
            endInsertRows();
            break;
        case ReplyRows::Change::Kind::Updated:
            step.rows[inStep] = change.row;
            Q_EMIT dataChanged(index(row), index(row));
            break;
        case ReplyRows::Change::Kind::Removed:
            beginRemoveRows({}, row, row);
            step.rows.remove(inStep);
            countAgain();
            endRemoveRows();
            break;
        }
    }
    if (!isEnd(event.type))
        return;
    Q_EMIT runningChanged();
    Q_EMIT replyOver(wordsOf(step), event.type == EventType::Failed);
}

void TranscriptModel::prepend(const QList<Loaded> &steps)
{
    if (steps.isEmpty()) {
        m_older = {};
        return;
    }
    std::vector<std::unique_ptr<Step>> older;
    int rows = 0;
    for (const auto &loaded : steps) {
        older.push_back(makeStep(loaded));
        rows += int(older.back()->rows.size());
    }
    beginInsertRows({}, 0, rows - 1);
    m_steps.insert(m_steps.begin(), std::make_move_iterator(older.begin()),
                   std::make_move_iterator(older.end()));
    countAgain();
    m_older = steps.first().step.message.after;
    endInsertRows();
}

QModelIndex TranscriptModel::indexOfQuestion(const QuestionId &id) const
{
    for (qsizetype step = qsizetype(m_steps.size()) - 1; step >= 0; --step) {
        const auto &rows = m_steps[size_t(step)]->rows;
        for (qsizetype row = rows.size() - 1; row >= 0; --row) {
            if (rows.at(row).kind == RowKind::Question && rows.at(row).question == id.value)
                return index(rowsBefore(step) + int(row));
        }
    }
    return {};
}

ReplyId TranscriptModel::runningReply() const
{
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if ((*step)->reply && !(*step)->reply->isOver())
            return (*step)->stored.reply->id;
    }
    return {};
}

QString TranscriptModel::markdownOf(const QModelIndex &at) const
{
    if (!at.isValid())
        return {};
    const auto [step, row] = placeOf(at.row());
    if (row == 0)
        return m_steps[size_t(step)]->stored.message.text;
    QStringList parts;
    for (const auto &piece : std::as_const(m_steps[size_t(step)]->rows)) {
        if (piece.kind == RowKind::ReplyText)
            parts.append(piece.text);
        else if (piece.kind == RowKind::Question)
            parts.append(u"> "_s + QString(piece.text).replace(u'\n', u"\n> "_s));
    }
    return parts.join(u"\n\n"_s);
}

//! What another process has written in this chat is only in the database: it comes from a watch when that
//! begins.
void TranscriptModel::readOfOthers()
{
    for (const auto &step : m_steps) {
        if (step->reply && !step->reply->isOver())
            follow(*step);
    }
    readNew();
}

void TranscriptModel::waitingMoved(const Question &question)
{
    if (question.chat != m_chat)
        return;
    if (!question.reply.isValid())
        readOfOthers();
    const QModelIndex at = indexOfQuestion(question.id);
    if (!at.isValid())
        return;
    const auto [step, row] = placeOf(at.row());
    ++m_steps[size_t(step)]->rows[row].revision;
    Q_EMIT dataChanged(at, at);
}

} // namespace heed
