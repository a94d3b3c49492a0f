// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/elsewhere.h"
#include "models/reply/replies.h"

#include <QAbstractListModel>

namespace heed {

//! Every question that waits in this process, and in others of the person's, oldest first (book 2.9): the
//! Waiting panel, the badge, and what tells the other models which questions can be answered here. Lives in
//! the thread of its Replies.
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
        AskerRole, //!< QString, translated: which other program asks; empty: this one does
    };

    //! \param elsewhere the questions of other processes, when they can be reached; outlives this.
    explicit WaitingModel(Replies &replies, QuestionsElsewhere *elsewhere = nullptr,
                          QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    [[nodiscard]] bool contains(const QuestionId &id) const { return rowOf(id) >= 0; }
    [[nodiscard]] std::optional<Question> question(const QuestionId &id) const;
    //! The question that waits in a chat, if one does.
    [[nodiscard]] std::optional<Question> ofChat(ChatId chat) const;
    [[nodiscard]] QString chatTitle(const QuestionId &id) const;
    //! Which other process asks; none: this one does.
    [[nodiscard]] std::optional<AskerName> asker(const QuestionId &id) const;

    //! Gives an answer of the person's to whichever process asks. \sa Replies::answer
    void answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                const Replies::Then<Settlement> &then);

Q_SIGNALS:
    void asked(const heed::Question &question);
    void changed(const heed::Question &question);
    //! It has ended, and is still in this model: its card is told before the views turn it into text.
    void aboutToSettle(const heed::Question &question, const heed::Settlement &settlement);
    void settled(const heed::Question &question, const heed::Settlement &settlement);
    //! It waits on, but nobody holds it now: it cannot be answered before its reply is taken up.
    void dropped(const heed::Question &question);
    void countChanged(int count);
    //! The process that asked in this chat left its question without an end, and has gone or is about to go:
    //! whoever takes up the reply then has the question.
    void abandoned(heed::ChatId chat, const QString &process);

private:
    struct Row {
        Question question{};
        QString chatTitle{};
        std::optional<AskerName> asker{}; //!< none: this process
    };
    void connectElsewhere();
    void add(const Question &question, const std::optional<AskerName> &asker);
    void insert(const Row &row);
    void endElsewhere(const QuestionId &id);
    void drop(const Question &question);
    void change(const Question &question);
    void remove(const Question &question, const Settlement &settlement);
    void readTitle(ChatId chat);
    [[nodiscard]] int rowOf(const QuestionId &id) const;
    [[nodiscard]] QString age(qint64 askedMs) const;

    Replies &m_replies;
    QuestionsElsewhere *m_elsewhere;
    QList<Row> m_rows{};
    QHash<QuestionId, Row> m_coming{}; //!< asked, their chat's title is being read
};

} // namespace heed
