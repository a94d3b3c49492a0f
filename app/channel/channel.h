// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelfolder.h"
#include "app/channel/pendinganswer.h"
#include "app/channel/pendingquestion.h"

namespace heed {

//! The pending channel (book 7.2): how a question in one process reaches the person in another, and the
//! answer its way back, between processes of one person, with files alone. Reads, files and removes; knows
//! no rule about when. One thread; another thread or process opens its own.
class Channel final
{
public:
    //! Something that looks like a file of the channel and is not.
    struct Bad {
        QuestionId id{};
        QString reason{}; //!< for the log and the audit
    };
    struct Listing {
        QList<PendingQuestion> questions{}; //!< whose binding holds
        QList<QuestionId> answers{};        //!< there is an answer file; not looked into
        QList<Bad> bad{};                   //!< questions that are shown to nobody
        QStringList leftovers{};            //!< files that were begun
    };

    //! Where it is: a folder within the data folder.
    [[nodiscard]] static QString folderIn(const QString &dataFolder);
    //! The files in it, by name, that must stay as they are for a question to be shown.
    [[nodiscard]] static QStringList filesOf(const QuestionId &id);
    //! Makes the folder when it is missing. Refused: \sa ChannelFolder::open()
    [[nodiscard]] static Result<std::unique_ptr<Channel>> open(const QString &path);
    explicit Channel(std::unique_ptr<ChannelFolder> folder);

    [[nodiscard]] Result<Listing> list();
    //! NotFound: there is none; Refused, Protocol: it must not be shown.
    [[nodiscard]] Result<PendingQuestion> question(const QuestionId &id);
    //! NotFound: there is none; Refused, Protocol: it must not be taken.
    [[nodiscard]] Result<PendingAnswer> answer(const QuestionId &id);
    //! Files a question, or files it anew; its binding.
    [[nodiscard]] Result<QString> file(const QuestionElsewhere &question);
    //! Hands an answer over: false when another one was first.
    [[nodiscard]] Result<bool> hand(const PendingAnswer &answer);
    //! True when it was this call that removed it.
    bool removeQuestion(const QuestionId &id);
    bool removeAnswer(const QuestionId &id);
    bool removeLeftover(const QString &name) { return m_folder->remove(name); }
    [[nodiscard]] bool isCurrent() const { return m_folder->isCurrent(); }

private:
    //! Read whenever it is needed: should somebody remove the key, all processes go on with the next one.
    [[nodiscard]] Result<QByteArray> key();

    std::unique_ptr<ChannelFolder> m_folder;
};

} // namespace heed
