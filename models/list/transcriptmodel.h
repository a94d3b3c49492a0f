// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/replyrows.h"
#include "models/list/waitingmodel.h"
#include "models/reply/replies.h"
#include "models/store/replyrecord.h"

#include <QAbstractListModel>
#include <memory>
#include <vector>

namespace heed {

//! The shown branch of one chat as rows (roles: TranscriptRole), from the database and then live. Older
//! exchanges are read when somebody scrolls to them. Lives in the thread of its Replies.
class TranscriptModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    //! \param waiting tells which questions can be answered here; outlives this.
    TranscriptModel(Replies &replies, const WaitingModel &waiting, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    //! Shows another chat; loaded() follows. An invalid id shows nothing.
    void setChat(ChatId chat);
    [[nodiscard]] ChatId chat() const { return m_chat; }
    [[nodiscard]] QModelIndex indexOfQuestion(const QuestionId &id) const;
    //! The reply that is being written or waits, if any.
    [[nodiscard]] ReplyId runningReply() const;
    //! All shown text from this row's message or reply, as Markdown.
    [[nodiscard]] QString markdownOf(const QModelIndex &index) const;

    //! Shows the reply before (-1) or after (1) this one among the replies to the same message.
    void showSibling(const QModelIndex &index, int by);
    //! Takes a message that waits for its turn out again; takenBack() gives its text.
    void takeBack(const QModelIndex &index);

Q_SIGNALS:
    void loaded();
    void failed(const heed::Error &error);
    void runningChanged();
    void takenBack(heed::ChatId chat, const QString &text);
    //! A reply began or ended in this chat, for announcements. \a words: how long the reply is.
    void replyBegan();
    void replyOver(int words, bool failed);

private:
    //! One message and the reply to it, with its rows.
    struct Step {
        records::BranchStep stored{};
        std::unique_ptr<ReplyRows> reply{};
        TranscriptRow message{};
        QList<TranscriptRow> rows{}; //!< message first, then the mirror of the reply's
        quint64 watch = 0;
    };
    struct Loaded {
        records::BranchStep step{};
        QList<EventRow> events{};
    };

    // What it reads (transcriptreading.cpp).
    void reload();
    void readNew();
    [[nodiscard]] static Result<QList<Loaded>> readEnd(QSqlDatabase &database, ReplyId last, int most);

    // What it shows.
    void show(const QList<Loaded> &steps);
    void merge(const QList<Loaded> &steps);
    void removeSteps(qsizetype from);
    void appendStep(const Loaded &loaded);
    void prepend(const QList<Loaded> &steps);
    [[nodiscard]] std::unique_ptr<Step> makeStep(const Loaded &loaded);
    [[nodiscard]] static int wordsOf(const Step &step);
    void follow(Step &step);
    void happened(ReplyId reply, const QList<Event> &events);
    void apply(qsizetype step, const Event &event);
    void clear();
    [[nodiscard]] qsizetype stepOf(ReplyId reply) const;
    [[nodiscard]] int rowsBefore(qsizetype step) const;
    [[nodiscard]] std::pair<qsizetype, qsizetype> placeOf(int row) const; //!< step and row in it
    [[nodiscard]] const TranscriptRow &rowAt(int row) const;
    void readOfOthers();
    void waitingMoved(const Question &question);
    void countAgain();

    Replies &m_replies;
    const WaitingModel &m_waiting;
    ChatId m_chat{};
    std::vector<std::unique_ptr<Step>> m_steps{};
    std::vector<int> m_firstRows{}; //!< of each step; one more at the end: all rows
    ReplyId m_older{};              //!< the reply before the first step; none: all is here
    bool m_reading = false;
    quint64 m_generation = 0; //!< readings of a chat that is no longer shown are dropped
};

} // namespace heed
