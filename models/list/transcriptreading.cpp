// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a transcript reads from the database, and the little that it writes.
#include "models/list/transcriptmodel.h"
#include "models/store/queuerecord.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr int firstSteps = 60; // more than a screen of any size
constexpr int olderSteps = 200;
} // namespace

Result<QList<TranscriptModel::Loaded>> TranscriptModel::readEnd(QSqlDatabase &database, ReplyId last,
                                                                int most)
{
    const auto steps = records::branchEnd(database, last, most);
    if (!steps)
        return steps.error();
    QList<Loaded> loaded;
    for (const auto &step : *steps) {
        const auto events = records::events(database, step.reply->id, 0);
        if (!events)
            return events.error();
        loaded.append({.step = step, .events = *events});
    }
    return loaded;
}

void TranscriptModel::reload()
{
    const quint64 generation = ++m_generation;
    m_reading = false;
    if (!m_chat.isValid()) {
        beginResetModel();
        clear();
        endResetModel();
        Q_EMIT loaded();
        Q_EMIT runningChanged();
        return;
    }
    m_replies.store().read<QList<Loaded>>(
        this,
        [chat = m_chat](QSqlDatabase &database) -> Result<QList<Loaded>> {
            const auto record = records::chat(database, chat);
            if (!record)
                return record.error();
            auto steps = readEnd(database, record->head, firstSteps);
            if (!steps)
                return steps;
            const auto queued = records::queuedMessages(database, chat);
            if (!queued)
                return queued.error();
            for (const auto &message : *queued)
                (*steps).append(Loaded{.step = {.message = message}});
            return steps;
        },
        [this, generation](const Result<QList<Loaded>> &steps) {
            if (generation != m_generation)
                return;
            if (steps)
                show(*steps);
            else
                Q_EMIT failed(steps.error());
            Q_EMIT loaded();
        });
}

//! A reply began, was branched, or a message was queued: steps that are known stay as they are.
void TranscriptModel::readNew()
{
    const quint64 generation = m_generation;
    m_replies.store().read<QList<Loaded>>(
        this,
        [chat = m_chat](QSqlDatabase &database) -> Result<QList<Loaded>> {
            const auto record = records::chat(database, chat);
            if (!record)
                return record.error();
            auto steps = readEnd(database, record->head, 3); // a new exchange is at the end
            if (!steps)
                return steps;
            const auto queued = records::queuedMessages(database, chat);
            if (!queued)
                return queued.error();
            for (const auto &message : *queued)
                (*steps).append(Loaded{.step = {.message = message}});
            return steps;
        },
        [this, generation](const Result<QList<Loaded>> &steps) {
            if (generation == m_generation && steps)
                merge(*steps);
        });
}

bool TranscriptModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_older.isValid() && !m_reading;
}

void TranscriptModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    m_reading = true;
    const quint64 generation = m_generation;
    m_replies.store().read<QList<Loaded>>(
        this, [last = m_older](QSqlDatabase &database) { return readEnd(database, last, olderSteps); },
        [this, generation](const Result<QList<Loaded>> &steps) {
            if (generation != m_generation)
                return;
            m_reading = false;
            if (steps)
                prepend(*steps);
            else
                Q_EMIT failed(steps.error());
        });
}

void TranscriptModel::showSibling(const QModelIndex &at, int by)
{
    if (!at.isValid())
        return;
    const auto [step, row] = placeOf(at.row());
    const auto &stored = m_steps[size_t(step)]->stored;
    if (!stored.reply)
        return;
    const qsizetype wanted = stored.siblings.indexOf(stored.reply->id) + by;
    if (wanted < 0 || wanted >= stored.siblings.size())
        return;
    m_replies.store().write<Done>(
        Durability::AtOnce, this,
        [chat = m_chat, reply = stored.siblings.at(wanted)](QSqlDatabase &database) -> Result<Done> {
            const auto end = records::newestEnd(database, reply);
            if (!end)
                return end.error();
            return records::setHead(database, chat, *end, 0);
        },
        [this](const Result<Done> &done) {
            if (!done)
                Q_EMIT failed(done.error());
            else
                reload();
        });
}

void TranscriptModel::takeBack(const QModelIndex &at)
{
    if (!at.isValid())
        return;
    const MessageId message = m_steps[size_t(placeOf(at.row()).first)]->stored.message.id;
    m_replies.store().write<std::optional<QString>>(
        Durability::AtOnce, this,
        [message](QSqlDatabase &database) { return records::takeBackMessage(database, message); },
        [this, chat = m_chat](const Result<std::optional<QString>> &text) {
            if (!text) {
                Q_EMIT failed(text.error());
                return;
            }
            if (chat == m_chat)
                readNew();
            if (*text)
                Q_EMIT takenBack(chat, **text);
        });
}

} // namespace heed
