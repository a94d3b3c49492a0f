// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/list/auditmodel.h"

#include "models/question/display.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString valueText(const QJsonValue &value)
{
    if (value.isString())
        return displayText(value.toString());
    if (value.isNull())
        return u"-"_s;
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return displayText(QString::fromUtf8(list.mid(1, list.size() - 2)));
}

QString kindText(const QString &kind)
{
    if (kind == u"inquiry.requested"_s)
        return AuditModel::tr("The model asked");
    if (kind == u"inquiry.parked"_s)
        return AuditModel::tr("The question was put aside");
    if (kind == u"inquiry.answered"_s)
        return AuditModel::tr("You answered");
    if (kind == u"inquiry.settled"_s)
        return AuditModel::tr("The question ended");
    if (kind == u"tool.called"_s)
        return AuditModel::tr("A tool was used");
    return displayLine(kind); // one that a newer version wrote
}

//! The words of a row that say most.
QString gist(const AuditRecord &row)
{
    for (const QString &key : {u"question"_s, u"text"_s, u"summary"_s, u"outcome"_s, u"name"_s}) {
        const QString text = displayLine(row.fields[key].toString());
        if (!text.isEmpty())
            return text;
    }
    return {};
}

QString detailText(const AuditRecord &row, const QDateTime &at)
{
    QStringList lines{AuditModel::tr("%1, %2", "what happened, when")
                          .arg(kindText(row.kind), QLocale().toString(at, QLocale::LongFormat)),
                      u"kind: "_s + displayLine(row.kind)};
    if (row.chat.isValid())
        lines << u"chat: %1"_s.arg(row.chat.value);
    if (row.reply.isValid())
        lines << u"reply: %1"_s.arg(row.reply.value);
    for (auto it = row.fields.constBegin(); it != row.fields.constEnd(); ++it)
        lines << displayLine(it.key()) + u": "_s + valueText(it.value());
    return lines.join(u'\n');
}

} // namespace

AuditModel::AuditModel(Replies &replies, QObject *parent)
    : QAbstractListModel(parent)
    , m_replies(replies)
{
    const auto happened = [this](ChatId chat) {
        if (m_pages.isEmpty() && (!m_chat || *m_chat == chat)) // an older page stays as it is
            reload();
    };
    connect(&replies, &Replies::questionAsked, this,
            [happened](const Question &question) { happened(question.chat); });
    connect(&replies, &Replies::questionSettled, this,
            [happened](const Question &question) { happened(question.chat); });
    connect(&replies, &Replies::replyEnded, this, [happened](ChatId chat) { happened(chat); });
}

int AuditModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const AuditRecord &row = m_rows.at(index.row());
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(row.atMs, m_replies.clock().zone());
    const QString when = QLocale().toString(at, QLocale::ShortFormat);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const QString words = gist(row);
        return words.isEmpty()
                   ? tr("%1  %2", "when, what happened").arg(when, kindText(row.kind))
                   : tr("%1  %2: %3", "when, what happened, which").arg(when, kindText(row.kind), words);
    }
    case KindRole:
        return row.kind;
    case AtMsRole:
        return row.atMs;
    case WhenRole:
        return when;
    case ChatRole:
        return row.chat.value;
    case DetailRole:
        return detailText(row, at);
    default:
        return {};
    }
}

void AuditModel::setChat(std::optional<ChatId> chat)
{
    m_chat = chat;
    m_pages.clear();
    reload();
}

void AuditModel::showOlder()
{
    if (!m_hasOlder || m_rows.isEmpty())
        return;
    m_pages.append(m_rows.last().id);
    reload();
}

void AuditModel::showNewer()
{
    if (m_pages.isEmpty())
        return;
    m_pages.removeLast();
    reload();
}

void AuditModel::reload()
{
    if (m_reading) {
        m_again = true;
        return;
    }
    m_reading = true;
    AuditQuery query{.chat = m_chat,
                     .limit = pageRows + 1,
                     .newestFirst = true}; // one more tells that there are older ones
    if (!m_pages.isEmpty())
        query.beforeId = m_pages.last();
    m_replies.store().read<QList<AuditRecord>>(
        this, [query](QSqlDatabase &database) { return records::audit(database, query); },
        [this](const Result<QList<AuditRecord>> &rows) {
            m_reading = false;
            const bool stale = std::exchange(m_again, false); // asked for another page meanwhile
            if (!rows)
                Q_EMIT failed(rows.error());
            else if (!stale)
                show(*rows);
            if (stale)
                reload();
            else
                Q_EMIT loaded();
        });
}

// New rows come at the top of the newest page, so most of what is shown stays, and with it the row that is
// being read.
void AuditModel::show(const QList<AuditRecord> &rows)
{
    m_hasOlder = rows.size() > pageRows;
    const QList<AuditRecord> page = rows.first(std::min<qsizetype>(rows.size(), pageRows));
    const qint64 known = m_rows.isEmpty() ? 0 : m_rows.first().id;
    qsizetype added = 0;
    while (added < page.size() && page.at(added).id > known)
        ++added;
    const bool follows =
        added < page.size() && page.at(added).id == known && page.size() - added <= m_rows.size();
    if (!follows) {
        beginResetModel();
        m_rows = page;
        endResetModel();
        return;
    }
    if (added > 0) {
        beginInsertRows({}, 0, int(added) - 1);
        m_rows = page.first(added) + m_rows;
        endInsertRows();
    }
    if (m_rows.size() > page.size()) {
        beginRemoveRows({}, int(page.size()), int(m_rows.size()) - 1);
        m_rows.resize(page.size());
        endRemoveRows();
    }
}

} // namespace heed
