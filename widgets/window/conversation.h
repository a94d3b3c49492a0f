// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptmodel.h"
#include "models/list/waitingmodel.h"
#include "models/reply/replies.h"
#include "widgets/question/announcer.h"
#include "widgets/question/focusguard.h"

#include <QWidget>
#include <functional>
#include <memory>

class QStackedLayout;

namespace heed {

class ChatView;
class Composer;
class FindBar;
class QuestionCard;

//! The chat in front: its transcript with the waiting card, and the composer under it. Hands what the person
//! does to the replies, and shows what comes of it. GUI thread.
//!
//! \par Drafts
//! What stands in the composer is kept with its chat, without its secrets. The first words of a new chat make
//! the chat, so that they survive like all others. What was typed on a card whose question ended is offered
//! to the composer, also at the next start, until it is used or dismissed.
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
        //! Gets ready whom the chat goes on with, such as by fetching a key, and goes on then; empty:
        //! everybody is ready.
        std::function<void(ChatId chat, QObject *context, const std::function<void()> &then)> prepare{};
    };
    explicit Conversation(const Parts &parts, QWidget *parent = nullptr);
    ~Conversation() override;

    //! What an empty chat shows instead of a transcript; taken over.
    void setWelcome(QWidget *welcome);
    //! An invalid chat: a new one, made with the first words typed.
    void setChat(ChatId chat);
    [[nodiscard]] ChatId chat() const { return m_chat; }
    //! Fit to be shown; empty while nothing was said.
    [[nodiscard]] QString title() const { return m_title; }
    void send(const QString &text);

    [[nodiscard]] ChatView *view() const { return m_view; }
    [[nodiscard]] Composer *composer() const { return m_composer; }
    [[nodiscard]] TranscriptModel &transcript() { return m_transcript; }

public Q_SLOTS:
    void focusComposer();
    void showNewestReply();
    //! The person wants to answer: to the card of the waiting question, as soon as it is there.
    void showWaitingCard();
    void showFind();
    void stop();
    void readTitle(); //!< another process may have changed it

Q_SIGNALS:
    void chatMade(heed::ChatId chat); //!< by the first words or the first message
    void chatGone(heed::ChatId chat); //!< it was deleted, here or elsewhere
    void titleChanged();
    void unsentChanged(); //!< a chat without a message has a draft now, or has none any more
    void problem(const heed::Error &error);

private:
    //! A chat that is being made, with what is to happen in it.
    using InChat = std::function<void(const Result<ChatId> &)>;
    using Making = std::shared_ptr<QList<InChat>>;
    struct Opened;

    void connectComposer();
    void connectView();
    void connectModels();
    void connectFind();
    [[nodiscard]] QWidget *makeCard(const QModelIndex &row, QWidget *parent);
    void connectCard(QuestionCard *card);
    void answer(QuestionCard *card, const QuestionId &id, const Answer &answer);
    void answerFromComposer(const QuestionId &id, const QString &text);
    void settled(const Question &question, const Settlement &settlement);
    void tellOfOtherChat(const Question &question);
    void tellHeldBack(const QStringList &markers);
    void whenReady(ChatId chat, QObject *context, const std::function<void()> &then);
    void act(const QPersistentModelIndex &row, const QString &action);
    void changeAnswer(const QuestionId &id);
    void openLink(const QUrl &target);
    void showWhich();
    void inChat(const InChat &call, const QString &draft = {});
    void made(const Making &making, const Result<ChatId> &chat);
    void keepDraft(ChatId chat, const QString &text);
    void offer(const QuestionId &id, const QString &text);
    void open();
    void opened(const Opened &opened);
    void setTitle(const QString &title);
    void showQuestion();

    Parts m_parts;
    TranscriptModel m_transcript;
    ChatId m_chat{};
    QString m_title{};
    FindBar *m_find; // in the order of Tab
    ChatView *m_view;
    Composer *m_composer;
    QWidget *m_welcome = nullptr;
    QStackedLayout *m_pages;
    Making m_making{};                      //!< the chat in front is being made
    QHash<QString, QuestionId> m_offered{}; //!< texts that the composer offers, and whose drafts they are
    bool m_hasDraft = false;                //!< as far as it was kept
    bool m_wantsCard = false;
    qint64 m_sinceMs; //!< older questions were asked in an earlier run
};

} // namespace heed
