// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

class QWidget;

namespace heed {

class Announcer;
class QuestionCard;

//! Brings a waiting question to the person without ever taking a keystroke that was meant for another place.
//!
//! A card that is presented gets the focus when the person is not typing: no key or input-method event in
//! the application for 1 s, its window active, the card on screen, no menu, popup, dialog or composition
//! open, no mouse button held. That move makes a screen reader say everything, so nothing is announced.
//! Otherwise the question is announced and the focus moves later, once for each card. Every key cuts a
//! screen reader short, so while keys follow each other the announcement waits for a gap of 300 ms, at most
//! 1 s. The later move then says the question only if it was not heard just before: once, not twice.
//!
//! If the person goes on writing right behind the move, the focus goes back and what they typed with it; with
//! a text left half written, also after any pause.
//!
//! Keys, anywhere in the window: F6 goes between card and composer, Ctrl+Shift+Q says the question again.
//!
//! GUI thread; owned by the window, one for each. Watches the application's events.
class FocusGuard final : public QObject
{
    Q_OBJECT
public:
    //! When the card takes the focus by itself (a setting of the person).
    enum class Taking { WhenIdle, Never };
    FocusGuard(QWidget *window, Announcer &announcer, Alarms &alarms);
    ~FocusGuard() override;

    void setTaking(Taking taking);
    [[nodiscard]] Taking taking() const { return m_taking; }
    //! Where the focus goes after an answer, and from the card by F6 and Escape: the composer's text box.
    void setComposer(QWidget *composer);

    //! A question waits, and this is its card; takes the place of an earlier one.
    void present(QuestionCard *card);
    [[nodiscard]] QuestionCard *card() const;

    void toggle();    //!< what F6 does
    void enterCard(); //!< the person wants to answer now: to the card, if one waits
    //! Says that another chat asks, in the next gap between two keys. Moves no focus.
    void tellOfOther(const QString &text);
    void sayAgain(); //!< what Ctrl+Shift+Q does

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    //! The card is about to get the focus by a key of the person: scroll to it.
    void revealWanted();

private:
    enum class Obstacle { None, Typing, Other };
    [[nodiscard]] Obstacle obstacle() const;
    [[nodiscard]] qint64 msUntilIdle() const;
    void noteActivity(QObject *watched, QEvent *event);
    void follow(QuestionCard *card);
    void decide();
    void announce(Obstacle obstacle);
    void take();
    void checkAfter(qint64 ms);
    void tellOthers();
    void goBack();
    void goToComposer();
    void giveBack(const QString &text);

    QWidget *m_window;
    Announcer &m_announcer;
    Alarms &m_alarms;
    Taking m_taking = Taking::WhenIdle;
    QPointer<QWidget> m_composer{};
    QPointer<QuestionCard> m_card{};
    QPointer<QWidget> m_before{}; // had the focus before the card got it
    Alarms::Handle m_alarm = 0;
    qint64 m_presentedMs = 0;        // monotonic, as all below
    qint64 m_keyMs = -1'000'000;     // last key or input-method event
    qint64 m_pointerMs = -1'000'000; // last mouse press or window activation
    bool m_pending = false;          // the card has not taken the focus yet
    qint64 m_saidMs = -1'000'000;    // the whole question was announced
    bool m_announced = false;
    QStringList m_others{}; // other chats' questions that are still to be said
    qint64 m_othersMs = 0;  // when the first of them came
    Alarms::Handle m_othersAlarm = 0;
    bool m_composing = false;
};

} // namespace heed
