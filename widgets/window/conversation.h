// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptmodel.h"
#include "models/list/waitingmodel.h"
#include "models/reply/replies.h"
#include "widgets/question/announcer.h"
#include "widgets/question/focusguard.h"

#include <QWidget>

class QStackedLayout;

namespace heed {

class ChatView;
class Composer;
class FindBar;
class QuestionCard;

//! The chat in front: its transcript with the waiting card, and the composer under it. Hands what the person
//! does to the replies, and shows what comes of it. GUI thread.
class Conversation final : public QWidget
{
    Q_OBJECT
public:
    struct Parts {
        Replies &replies;
        WaitingModel &waiting;
        Announcer &announcer;
        FocusGuard &focusGuard;
        Alarms &alarms;
    };
    explicit Conversation(const Parts &parts, QWidget *parent = nullptr);
    ~Conversation() override;

    //! What an empty chat shows instead of a transcript; taken over.
    void setWelcome(QWidget *welcome);
    //! An invalid chat: a new one, made with its first message.
    void setChat(ChatId chat);
    [[nodiscard]] ChatId chat() const { return m_chat; }
    void send(const QString &text);

    [[nodiscard]] ChatView *view() const { return m_view; }
    [[nodiscard]] Composer *composer() const { return m_composer; }
    [[nodiscard]] TranscriptModel &transcript() { return m_transcript; }

public Q_SLOTS:
    void focusComposer();
    void showNewestReply();
    void showFind();
    void stop();

Q_SIGNALS:
    void chatMade(heed::ChatId chat); //!< by the first message
    void problem(const heed::Error &error);

private:
    void connectComposer();
    void connectView();
    void connectModels();
    [[nodiscard]] QWidget *makeCard(const QModelIndex &row, QWidget *parent);
    void connectCard(QuestionCard *card);
    void answer(QuestionCard *card, const QuestionId &id, const Answer &answer);
    void answerFromComposer(const QuestionId &id, const QString &text);
    void settled(const Question &question, const Settlement &settlement);
    void tellHeldBack(const QStringList &markers);
    void act(const QPersistentModelIndex &row, const QString &action);
    void changeAnswer(const QuestionId &id);
    void openLink(const QUrl &target);
    void showWhich();
    void readDraft();
    void showQuestion();

    Parts m_parts;
    TranscriptModel m_transcript;
    ChatId m_chat{};
    ChatView *m_view;
    Composer *m_composer;
    FindBar *m_find;
    QWidget *m_welcome = nullptr;
    QStackedLayout *m_pages;
    bool m_making = false; //!< the chat of a first message is being made
};

} // namespace heed
