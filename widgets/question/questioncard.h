// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/base/result.h"
#include "models/question/question.h"
#include "widgets/question/cardparts.h"

#include <QFrame>

namespace heed {

class DraftKeeper;
class KeyGuard;

//! The card with which a person answers a question in the middle of a reply. A real child widget of the chat
//! view while it waits; settle() turns it into text.
//!
//! It emits intents only. After answered() it takes no further input until settle() or showRefused(), so a
//! double click or a repeated key gives one answer; nothing that was typed is dropped by either.
//!
//! \par Stray input
//! See KeyGuard for keys and CardButton for clicks. Nothing is a default button, Escape only moves the focus
//! back, digits choose only while an option has the focus.
//!
//! \par Focus and speech
//! FocusGuard decides when takeFocus() is called and hears the signals about focus and announcements.
//!
//! GUI thread. \a alarms must outlive the card. All texts of the question must be fit to be shown.
class QuestionCard final : public QFrame
{
    Q_OBJECT
public:
    QuestionCard(const Question &question, const QString &chatTitle, Alarms &alarms,
                 QWidget *parent = nullptr);
    ~QuestionCard() override;

    [[nodiscard]] const Question &question() const { return m_question; }
    [[nodiscard]] bool isSettled() const { return m_state == State::Settled; }
    //! An answer was given and its settlement is awaited.
    [[nodiscard]] bool isSending() const { return m_state == State::Sent; }
    //! Whether the person can see at least part of the question's text.
    [[nodiscard]] bool isOnScreen() const;

    //! Focus without the person's doing: first option, or the box. Keys are swallowed for a moment.
    struct Arrival {
        bool leftText = false;    //!< a text that is not sent stays behind in what had the focus
        bool wroteBefore = false; //!< the person was writing elsewhere a few seconds ago and may go on
        bool justHeard = false; //!< a screen reader has said the question a moment ago: say only where one is
    };
    void takeFocus(Arrival arrival);
    void takeFocus() { takeFocus(Arrival{}); }
    //! The same by a key of the person: works at once.
    void enter();

    [[nodiscard]] QString draft() const;
    //! Puts a stored draft into an empty box; a text that is there already stays.
    void setDraft(const QString &text);
    //! Another program asks: the line says which, and where the answer goes. Its deadline is not ours to
    //! move.
    void setOrigin(const QString &line);
    //! ms since 1970 UTC; none: waits until the person answers.
    void setDeadline(std::optional<qint64> deadlineMs);

    void settle(const Settlement &settlement);
    //! Secrets in the answer were replaced by these markers.
    void showHeldBack(const QStringList &markers);
    //! The answer was not taken; it can be given again.
    void showRefused(const Error &error);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void answered(const heed::QuestionId &id, const heed::Answer &answer);
    void draftChanged(const heed::QuestionId &id, const QString &text);
    //! It ended without this text, which the person had typed: offer it to the composer.
    void draftLeft(const heed::QuestionId &id, const QString &text);
    void keepWaiting(const heed::QuestionId &id);
    void shown(const heed::QuestionId &id); //!< once, when it was really visible
    void focusBackWanted();                 //!< Escape
    void sayAgainWanted();
    //! About to become text; the focus, when it is in here, must go to the composer from inside this signal.
    void settling(bool hasFocus);
    void announcementWanted(const QString &text);
    //! Keys that arrived here but were meant for where the focus was before.
    void typedElsewhere(const QString &text);
    void heightHintChanged(); //!< ask heightForWidth() again

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    enum class State { Open, Sent, Settled };

    void connectParts();
    void describe();
    void sendBox();
    void choose(int option);
    void give(const Answer &answer);
    void setAsking(bool asking);
    void boxChanged();
    void setLocked(bool locked);
    [[nodiscard]] int focusedOption() const;
    bool walk(const QKeyEvent *event);
    bool chooseByDigit(const QKeyEvent *event);
    void copyQuestion() const;
    [[nodiscard]] bool wasOurs(const Settlement &settlement) const;
    void becomeText();

    Question m_question;
    Alarms &m_alarms;
    KeyGuard *m_guard;
    DraftKeeper *m_draft;
    CardParts m_parts;
    State m_state = State::Open;
    std::optional<Answer> m_sent{};
    bool m_asking = false; // the box asks the model back
    bool m_keepWaitingSent = false;
    bool m_shown = false;
    bool m_tooLong = false; // the notice says so
    bool m_isElsewhere = false;
};

} // namespace heed
