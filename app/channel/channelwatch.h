// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channel.h"
#include "app/channel/channelkeeper.h"
#include "app/channel/folderwatch.h"
#include "app/channel/processwatch.h"
#include "models/base/alarms.h"
#include "models/question/secretmarks.h"

#include <QPointer>

namespace heed {

//! The questions that wait in other processes, for a face in this one: follows the pending channel's folder,
//! and hands answers over there without the secrets in them. Lives in its owner's thread.
class ChannelWatch final : public QuestionsElsewhere
{
    Q_OBJECT
public:
    struct Parts {
        Store &store;         //!< outlives this
        const Clock &clock;   //!< outlives this
        QByteArray secretKey; //!< \sa SecretMarks
        QString folder{};     //!< of the channel; made when it is missing
    };
    explicit ChannelWatch(Parts parts, QObject *parent = nullptr);

    //! Looks and follows from now on. Refused: the folder must not be used, the text says why.
    [[nodiscard]] Result<Done> start();
    //! Looks anew: when the machine or the person has come back, say, or a chat was closed.
    void look();

    [[nodiscard]] QList<QuestionElsewhere> questions() const override;
    void answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                const Then &then) override;

private:
    //! An answer that is with the process that asked.
    struct Handed {
        QuestionId id{};
        QString asker{};
        std::shared_ptr<Channel> channel{}; //!< of the folder that it lies in; null: nobody has it yet
        bool isFirst = false;               //!< ours lies there, not another one
        Answer answer{};
        Face face = Face::Window;
        QStringList heldBack{};
        QPointer<QObject> context{};
        Then then{};
    };

    [[nodiscard]] bool openAnew();
    void lookAgain();
    void follow(const QList<PendingQuestion> &waiting);
    void followProcesses();
    void hand(Handed handed);
    void lookAfterHanded();
    void tell(const Handed &handed);
    void tellNotTaken(const Handed &handed, const QString &keeper);
    static void say(const Handed &handed, const Result<Taken> &taken);

    Parts m_parts;
    Alarms m_alarms;
    Alarms::Handle m_again = 0; //!< while the folder cannot be used
    bool m_isInTheWay = false;  //!< that it cannot was said
    SecretMarks m_marks;
    ChannelKeeper m_keeper;
    FolderWatch m_watch{};
    FolderWatch
        m_place{}; //!< where the folder lies: while it is held open, its own removal is told by nothing else
    ProcessWatch m_processes{};
    std::shared_ptr<Channel> m_channel{};
    QHash<QuestionId, PendingQuestion> m_waiting{};
    QList<Handed> m_handed{};
};

} // namespace heed
