// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channel.h"
#include "app/channel/channelkeeper.h"
#include "app/channel/folderwatch.h"
#include "models/base/alarms.h"
#include "models/reply/replies.h"

#include <QSet>

namespace heed {

//! Files every question that waits in this process into the pending channel, and takes the answers that
//! other processes hand over there, through the broker like any other. Lives in the reply thread.
//!
//! \par What lies there
//! A question is filed from the moment that it waits (asked, or taken up again) until it ends. An answer is
//! verified, committed, and only then removed; the answer goes before the question, so that whoever hands in
//! another one finds out. When the program ends before the question, the question goes; an answer that was
//! not taken any more stays for the next process that takes up the reply.
//!
//! \par What is in the way
//! A question that could not be filed, or whose file was removed or altered, is filed again by itself: at
//! once when the file system tells of the change, else within seconds after the cause has gone.
class ChannelAsker final : public QObject
{
    Q_OBJECT
public:
    //! \param replies outlives this. \param folder of the channel; made with the first question.
    //! \param process who asks, \sa processIdentity().
    ChannelAsker(Replies &replies, QString folder, QString process, QObject *parent = nullptr);
    ~ChannelAsker() override;
    //! Sees to what other processes left behind. Makes nothing where there is no channel yet.
    void start();
    //! What the folder's files say about this process from now on. \a program: the command that it runs.
    void setNames(const QString &program, const QString &client);

Q_SIGNALS:
    //! The channel cannot be used; questions wait in this process only.
    void refused(const heed::Error &error);

private:
    struct Filed {
        Question question{};
        QString chatTitle{};
        bool isTitleRead = false;
        QString binding{};                    //!< of the file as it is now; empty: not filed yet
        QSet<QString> bindings{};             //!< of every file that it had: answers to these count
        std::optional<PendingAnswer> taken{}; //!< is being committed, or was
        bool isTaking = false;
    };

    void asked(const Question &question);
    void changed(const Question &question);
    void settled(const Question &question, const Settlement &settlement);
    void readTitle(const QuestionId &id);
    [[nodiscard]] bool open();
    void file(const QuestionId &id);
    void carryOver(Filed &filed);
    void tellTrouble(const Error &error);
    void tryAgain();
    void look();
    void lookAtPlace();
    void lookAt(const QuestionId &id);
    void lookForAnswer(const QuestionId &id);
    [[nodiscard]] bool isAnswerOnItsWay(const QuestionId &id);
    void lookAtFile(const QuestionId &id);
    void fileAgain(const QuestionId &id);
    void take(const QuestionId &id, const PendingAnswer &answer);
    void taken(const QuestionId &id, const Result<Settlement> &settlement);
    void refuse(const QuestionId &id, const QString &reason);

    Replies &m_replies;
    QString m_path;
    QString m_process;
    QString m_program = QStringLiteral("heed");
    QString m_client{};
    ChannelKeeper m_keeper;
    FolderWatch m_watch{};
    FolderWatch m_place{}; //!< the folder that it lies in: another may take its place
    Alarms m_alarms;
    Alarms::Handle m_again = 0; //!< while something is in the way
    std::shared_ptr<Channel> m_channel{};
    QHash<QuestionId, Filed> m_filed{};
    QString m_trouble{}; //!< what was told of last
};

} // namespace heed
