// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/list/factmodel.h"

#include "models/question/check.h"
#include "models/question/display.h"
#include "models/question/secretscan.h"

#include <QLocale>
#include <algorithm>
#include <utility>

namespace heed {

namespace {

Error refused(const QString &text)
{
    return {Error::Code::BadInput, text, {}};
}

} // namespace

FactModel::FactModel(Replies &replies, QObject *parent)
    : QAbstractListModel(parent)
    , m_replies(replies)
{
    connect(&replies, &Replies::questionSettled, this, [this](const Question &question) {
        if (m_chat == question.chat)
            reload();
    });
}

int FactModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant FactModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FactRecord &fact = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("%1: %2", "a question and its answer").arg(displayLine(fact.name), displayLine(fact.value));
    case Qt::EditRole:
    case ValueRole:
        return fact.value;
    case FactIdRole:
        return fact.id.value;
    case NameRole:
        return displayLine(fact.name);
    case AtMsRole:
        return fact.atMs;
    case WhenRole:
        return QLocale().toString(QDateTime::fromMSecsSinceEpoch(fact.atMs, m_replies.clock().zone()),
                                  QLocale::ShortFormat);
    default:
        return {};
    }
}

Qt::ItemFlags FactModel::flags(const QModelIndex &index) const
{
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool FactModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole ||
        !checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return false;
    const auto set = setValue(index.row(), value.toString());
    if (!set)
        Q_EMIT failed(set.error());
    return bool(set);
}

void FactModel::setChat(std::optional<ChatId> chat)
{
    if (m_chat == chat)
        return;
    m_chat = chat;
    m_removed.reset();
    show({});
    reload();
}

Result<Done> FactModel::setValue(int row, const QString &value)
{
    const QString text = value.trimmed();
    if (row < 0 || row >= m_rows.size())
        return Error{Error::Code::NotFound, tr("This fact is no longer there."), {}};
    if (text.isEmpty())
        return refused(tr("A fact cannot be empty. Delete it instead."));
    if (codePointCount(text) > answerLimit)
        return refused(tr("A fact has at most %n character(s): shorten it.", nullptr, int(answerLimit)));
    // Facts go into every request, so they are held to the same rule as answers.
    if (!findSecrets(text).isEmpty())
        return refused(tr("This looks like a password, a key or another secret, and facts are sent to the "
                          "model. Leave that out."));
    change([id = m_rows.at(row).id, text](QSqlDatabase &database) {
        return records::setFact(database, id, text);
    });
    return Done{};
}

void FactModel::remove(int row)
{
    if (row < 0 || row >= m_rows.size())
        return;
    m_removed = m_rows.at(row);
    change([id = m_removed->id](QSqlDatabase &database) { return records::removeFact(database, id); });
}

void FactModel::undoRemove()
{
    if (!m_removed)
        return;
    change([fact = *std::exchange(m_removed, std::nullopt)](QSqlDatabase &database) -> Result<Done> {
        const auto added = records::addFact(database, fact);
        return added ? Result<Done>(Done{}) : added.error();
    });
}

void FactModel::change(std::function<Result<Done>(QSqlDatabase &)> work)
{
    m_replies.store().write<Done>(Durability::AtOnce, this, std::move(work),
                                  [this](const Result<Done> &done) {
                                      if (!done)
                                          Q_EMIT failed(done.error());
                                      reload();
                                  });
}

void FactModel::reload()
{
    if (m_reading) {
        m_again = true; // one more reading covers everything that happened meanwhile
        return;
    }
    if (!m_chat) {
        Q_EMIT loaded();
        return;
    }
    m_reading = true;
    m_replies.store().read<QList<FactRecord>>(
        this, [chat = *m_chat](QSqlDatabase &database) { return records::facts(database, chat); },
        [this, chat = m_chat](const Result<QList<FactRecord>> &facts) {
            m_reading = false;
            if (!facts)
                Q_EMIT failed(facts.error());
            else if (m_chat == chat)
                show(*facts);
            if (std::exchange(m_again, false))
                reload();
            else
                Q_EMIT loaded();
        });
}

// Both lists are in the order of their ids.
void FactModel::show(const QList<FactRecord> &facts)
{
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (std::ranges::find(facts, m_rows.at(row).id, &FactRecord::id) != facts.end())
            continue;
        beginRemoveRows({}, row, row);
        m_rows.remove(row);
        endRemoveRows();
    }
    for (int row = 0; row < facts.size(); ++row) {
        const FactRecord &fact = facts.at(row);
        if (row >= m_rows.size() || m_rows.at(row).id != fact.id) {
            beginInsertRows({}, row, row);
            m_rows.insert(row, fact);
            endInsertRows();
            continue;
        }
        const bool changed = m_rows.at(row).value != fact.value || m_rows.at(row).name != fact.name;
        m_rows[row] = fact;
        if (changed)
            Q_EMIT dataChanged(index(row), index(row));
    }
}

} // namespace heed
