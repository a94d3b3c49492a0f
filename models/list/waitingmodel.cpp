// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/list/waitingmodel.h"

#include "models/question/broker.h"
#include "models/question/display.h"
#include "models/store/chatrecord.h"
#include "models/store/questionrecord.h"

#include <algorithm>

namespace heed {

WaitingModel::WaitingModel(Replies &replies, QuestionsElsewhere *elsewhere, QObject *parent)
    : QAbstractListModel(parent)
    , m_replies(replies)
    , m_elsewhere(elsewhere)
{
    connect(&replies, &Replies::questionAsked, this,
            [this](const Question &question) { add(question, std::nullopt); });
    connect(&replies, &Replies::questionChanged, this, &WaitingModel::change);
    connect(&replies, &Replies::questionSettled, this, &WaitingModel::remove);
    connect(&replies, &Replies::chatChanged, this, &WaitingModel::readTitle);
    if (m_elsewhere)
        connectElsewhere();
}

void WaitingModel::connectElsewhere()
{
    connect(m_elsewhere, &QuestionsElsewhere::appeared, this,
            [this](const QuestionElsewhere &waiting) { add(waiting.question, waiting.asker); });
    connect(m_elsewhere, &QuestionsElsewhere::changed, this, [this](const QuestionElsewhere &waiting) {
        if (const int row = rowOf(waiting.question.id); row >= 0)
            m_rows[row].asker = waiting.asker;
        change(waiting.question);
    });
    connect(m_elsewhere, &QuestionsElsewhere::ended, this, &WaitingModel::endElsewhere);
    const auto waiting = m_elsewhere->questions();
    for (const auto &one : waiting)
        add(one.question, one.asker);
}

int WaitingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant WaitingModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return row.question.text;
    case Qt::AccessibleTextRole:
        if (row.asker) {
            return tr("%1, in the chat %2, asked by %3, for %4")
                .arg(row.question.text, row.chatTitle, askerLine(*row.asker), age(row.question.askedMs));
        }
        return tr("%1, in the chat %2, for %3")
            .arg(row.question.text, row.chatTitle, age(row.question.askedMs));
    case QuestionIdRole:
        return row.question.id.value;
    case ChatRole:
        return row.question.chat.value;
    case ChatTitleRole:
        return row.chatTitle;
    case AskedMsRole:
        return row.question.askedMs;
    case AgeRole:
        return age(row.question.askedMs);
    case AskerRole:
        return row.asker ? askerLine(*row.asker) : QString();
    default:
        return {};
    }
}

QString WaitingModel::age(qint64 askedMs) const
{
    const qint64 minutes = std::max<qint64>(0, (m_replies.clock().wallMs() - askedMs) / 60'000);
    if (minutes < 1)
        return tr("less than a minute");
    if (minutes < 60)
        return tr("%n minute(s)", nullptr, int(minutes));
    if (minutes < 48 * 60)
        return tr("%n hour(s)", nullptr, int(minutes / 60));
    return tr("%n day(s)", nullptr, int(minutes / (24 * 60)));
}

int WaitingModel::rowOf(const QuestionId &id) const
{
    const auto found = std::ranges::find_if(m_rows, [&id](const Row &row) { return row.question.id == id; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

std::optional<Question> WaitingModel::question(const QuestionId &id) const
{
    const int row = rowOf(id);
    return row < 0 ? std::nullopt : std::optional(m_rows.at(row).question);
}

std::optional<Question> WaitingModel::ofChat(ChatId chat) const
{
    const auto found =
        std::ranges::find_if(m_rows, [chat](const Row &row) { return row.question.chat == chat; });
    return found == m_rows.end() ? std::nullopt : std::optional(found->question);
}

QString WaitingModel::chatTitle(const QuestionId &id) const
{
    const int row = rowOf(id);
    return row < 0 ? QString() : m_rows.at(row).chatTitle;
}

std::optional<AskerName> WaitingModel::asker(const QuestionId &id) const
{
    const int row = rowOf(id);
    return row < 0 ? std::nullopt : m_rows.at(row).asker;
}

void WaitingModel::answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                          const Replies::Then<Settlement> &then)
{
    if (!asker(id)) {
        m_replies.answer(id, answer, face, context, then);
        return;
    }
    m_elsewhere->answer(id, answer, face, context, [then](const Result<QuestionsElsewhere::Taken> &taken) {
        if (!taken) {
            then(taken.error());
            return;
        }
        Settlement settlement = taken->settlement;
        settlement.heldBack = taken->heldBack;
        if (taken->isOurs)
            then(settlement);
        else
            then(QuestionBroker::alreadyAnswered(settlement));
    });
}

void WaitingModel::add(const Question &question, const std::optional<AskerName> &asker)
{
    if (const int row = rowOf(question.id); row >= 0) { // its reply went from one process to another
        m_rows[row].asker = asker;
        change(question);
        return;
    }
    if (m_coming.contains(question.id)) {
        m_coming[question.id].asker = asker;
        return;
    }
    // Every face names the chat (book 2.4), so its title is read first.
    m_coming.insert(question.id, {.question = question, .asker = asker});
    m_replies.store().read<ChatRecord>(
        this, [chat = question.chat](QSqlDatabase &database) { return records::chat(database, chat); },
        [this, id = question.id](const Result<ChatRecord> &chat) {
            if (!m_coming.contains(id))
                return; // it has ended meanwhile
            Row row = m_coming.take(id);
            row.chatTitle = chat ? displayLine(chat->title) : QString();
            insert(row);
        });
}

//! How it ended stands in the database, which the processes share.
void WaitingModel::endElsewhere(const QuestionId &id)
{
    const bool isOwn = contains(id) && !asker(id);
    if (isOwn || (!contains(id) && !m_coming.contains(id)))
        return; // taken up here meanwhile
    m_replies.store().read<QuestionRecord>(
        this, [id](QSqlDatabase &database) { return records::question(database, id); },
        [this, id](const Result<QuestionRecord> &record) {
            const int row = rowOf(id);
            const std::optional<Row> known = row >= 0                ? std::optional(m_rows.at(row))
                                             : m_coming.contains(id) ? std::optional(m_coming.value(id))
                                                                     : std::nullopt;
            if (!known || !known->asker)
                return;
            if (record && !record->settlement) {
                drop(known->question);
                Q_EMIT abandoned(known->question.chat, known->asker->process);
                return;
            }
            remove(known->question, record ? *record->settlement
                                           : Settlement{.id = id,
                                                        .outcome = Outcome::Withdrawn,
                                                        .atMs = m_replies.clock().wallMs()});
        });
}

//! It can be answered here no longer, but has not ended: no card says that it has.
void WaitingModel::drop(const Question &question)
{
    m_coming.remove(question.id);
    const int row = rowOf(question.id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_rows.remove(row);
    endRemoveRows();
    Q_EMIT dropped(question);
    Q_EMIT countChanged(int(m_rows.size()));
}

void WaitingModel::insert(const Row &row)
{
    const auto place = std::ranges::find_if(
        m_rows, [&row](const Row &known) { return known.question.askedMs > row.question.askedMs; });
    const int at = int(place - m_rows.begin());
    beginInsertRows({}, at, at);
    m_rows.insert(at, row);
    endInsertRows();
    Q_EMIT asked(row.question);
    Q_EMIT countChanged(int(m_rows.size()));
}

void WaitingModel::change(const Question &question)
{
    if (m_coming.contains(question.id))
        m_coming[question.id].question = question;
    const int row = rowOf(question.id);
    if (row < 0)
        return;
    m_rows[row].question = question;
    Q_EMIT dataChanged(index(row), index(row));
    Q_EMIT changed(question);
}

void WaitingModel::remove(const Question &question, const Settlement &settlement)
{
    m_coming.remove(question.id);
    const int row = rowOf(question.id);
    Q_EMIT aboutToSettle(question, settlement);
    if (row >= 0) {
        beginRemoveRows({}, row, row);
        m_rows.remove(row);
        endRemoveRows();
    }
    Q_EMIT settled(question, settlement);
    if (row >= 0)
        Q_EMIT countChanged(int(m_rows.size()));
}

void WaitingModel::readTitle(ChatId chat)
{
    const bool shown =
        std::ranges::any_of(m_rows, [chat](const Row &row) { return row.question.chat == chat; });
    if (!shown)
        return;
    m_replies.store().read<ChatRecord>(
        this, [chat](QSqlDatabase &database) { return records::chat(database, chat); },
        [this](const Result<ChatRecord> &record) {
            if (!record)
                return;
            for (int row = 0; row < m_rows.size(); ++row) {
                const QString title = displayLine(record->title);
                if (m_rows.at(row).question.chat != record->id || m_rows.at(row).chatTitle == title)
                    continue;
                m_rows[row].chatTitle = title;
                Q_EMIT dataChanged(index(row), index(row), {ChatTitleRole, Qt::AccessibleTextRole});
            }
        });
}

} // namespace heed
