// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"
#include "models/reply/replies.h"

#include <QAbstractListModel>

namespace heed {

//! Every question that waits in this process, oldest first (book 2.9): the Waiting panel, the badge, and what
//! tells the other models which questions can be answered here. Lives in the thread of its Replies.
class WaitingModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role : int {
        QuestionIdRole = Qt::UserRole + 1, //!< QString
        ChatRole,                          //!< qint64
        ChatTitleRole,                     //!< QString
        AskedMsRole,                       //!< qint64
        AgeRole,                           //!< QString, translated: "12 min"
    };

    explicit WaitingModel(Replies &replies, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    [[nodiscard]] bool contains(const QuestionId &id) const { return rowOf(id) >= 0; }
    [[nodiscard]] std::optional<Question> question(const QuestionId &id) const;
    //! The question that waits in a chat, if one does.
    [[nodiscard]] std::optional<Question> ofChat(ChatId chat) const;
    [[nodiscard]] QString chatTitle(const QuestionId &id) const;

Q_SIGNALS:
    void asked(const heed::Question &question);
    void changed(const heed::Question &question);
    //! It has ended, and is still in this model: its card is told before the views turn it into text.
    void aboutToSettle(const heed::Question &question, const heed::Settlement &settlement);
    void settled(const heed::Question &question, const heed::Settlement &settlement);
    void countChanged(int count);

private:
    struct Row {
        Question question{};
        QString chatTitle{};
    };
    void add(const Question &question);
    void insert(const Row &row);
    void change(const Question &question);
    void remove(const Question &question, const Settlement &settlement);
    void readTitle(ChatId chat);
    [[nodiscard]] int rowOf(const QuestionId &id) const;
    [[nodiscard]] QString age(qint64 askedMs) const;

    Replies &m_replies;
    QList<Row> m_rows{};
    QHash<QuestionId, Question> m_coming{}; //!< asked, their chat's title is being read
};

} // namespace heed
