// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/base/result.h"
#include "models/question/question.h"

#include <QStringList>
#include <QWidget>
#include <optional>

namespace heed {

class CardButton;
class DraftKeeper;
class DraftOffer;
class GrowingText;
class PlainText;

//! Where a person writes the next message, or the answer to a waiting question.
//!
//! \par Answering
//! While a question waits a text is its answer only if it was begun while the box already said so: the box
//! turns to answering when it is empty, nothing is being composed, and no key came for 1 s. A text that was
//! begun before stays the next message (Enter sends it as such) unless "Answer with this" is pressed.
//! Escape turns answering off for one message. A text begun as the answer to one question is never the
//! answer to another.
//!
//! \par Sending
//! A text that was sent leaves the box at once and is held until accepted() or showRefused(); refused, it
//! comes back, or is offered when something else was written meanwhile.
//!
//! Emits intents only. GUI thread; \a alarms must outlive it.
class Composer final : public QWidget
{
    Q_OBJECT
public:
    explicit Composer(Alarms &alarms, QWidget *parent = nullptr);
    ~Composer() override;

    //! What Send and Enter do with the text now.
    enum class Sends { Message, NextMessage, Answer };
    [[nodiscard]] Sends sends() const;

    //! For FocusGuard::setComposer() and the key that goes here.
    [[nodiscard]] QWidget *textBox() const;
    [[nodiscard]] QString text() const;

    //! Another chat, with its stored draft. Ends waiting question, running reply and offers of the last one.
    void setChat(ChatId chat, const QString &draft);
    //! The chat that the first message made: what is being written or sent belongs to it.
    void setMadeChat(ChatId chat);
    //! A reply is being written or waits: Stop is there, and messages queue behind it.
    void setReplyRuns(bool runs);
    void setQuestion(const Question &question);
    void clearQuestion();
    //! What was being written for a question that ended without it. Offered, never inserted by itself.
    void offerDraft(const QString &text);

    //! A message that was taken back before its turn came: into the empty box, else offered.
    void takeBack(const QString &text);

    //! What was sent first and not yet accepted is committed.
    void accepted();
    //! It was not taken.
    void showRefused(const Error &error);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void messageSent(const QString &text);
    void answerSent(const heed::QuestionId &id, const QString &text);
    void stopWanted();
    void draftChanged(heed::ChatId chat, const QString &text);
    //! A text that was offered is in the box by now, or the person does not want it.
    void offerEnded(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Mode {
        Message,
        Answer,
        HalfTyped,   //!< a question waits, the text was begun before or is still being typed
        MessageOnce, //!< a question waits, the person turned answering off for this message
    };
    struct Sent {
        ChatId chat{};
        QString text{};
        bool isAnswer = false;
    };

    void build();
    void connectParts();
    void setMode(Mode mode);
    void updateWords();
    void updateAccessibleName();
    void textChanged();
    void turnToAnsweringIfIdle();
    [[nodiscard]] bool isAnswerUnderWay() const;
    void pressedEnter();
    void send(bool asAnswer);
    void useOffer(const QString &text);
    void putText(const QString &text);
    [[nodiscard]] QString hintText() const;

    Alarms &m_alarms;
    ChatId m_chat{};
    GrowingText *m_box = nullptr;
    DraftOffer *m_offer = nullptr;
    PlainText *m_notice = nullptr; //!< what went wrong
    PlainText *m_hint = nullptr;   //!< what Enter does
    CardButton *m_answerWithThis = nullptr;
    CardButton *m_stop = nullptr;
    CardButton *m_send = nullptr;
    DraftKeeper *m_draft = nullptr;
    std::optional<QuestionId> m_question{};
    QList<Sent> m_sent{};
    Mode m_mode = Mode::Message;
    bool m_replyRuns = false;
    bool m_wasAnswer = false;     //!< the text was begun as the answer to a question that ended
    qint64 m_heldMs = -1'000'000; //!< monotonic; Enter soon behind it was meant for what the text was before
    Alarms::Handle m_idle = 0;
};

} // namespace heed
