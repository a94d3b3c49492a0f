// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/focusguard.h"

#include "widgets/question/announcer.h"
#include "widgets/question/questioncard.h"
#include "widgets/question/settledtext.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QShortcut>
#include <algorithm>
#include <utility>

namespace heed {

namespace {
constexpr qint64 idleMs = 1000; // book 5.2
// Somebody whose last key is no older pauses for a thought more likely than they have finished.
constexpr qint64 wroteMs = 3000;
// Behind a press or an activation more of the same gesture may come: the click that activates a window
// arrives after the activation.
constexpr qint64 gestureMs = 250;
// Fast writers leave less between two keys, and what is said between them is cut off.
constexpr qint64 gapMs = 300;
constexpr qint64 longestHoldMs = 1000;
// Said so long ago it is worth saying again.
constexpr qint64 freshMs = 10'000;
// A new card has until then to be laid out and painted before it counts as out of sight.
constexpr qint64 firstPaintMs = 250;

[[nodiscard]] bool holdsText(const QWidget *widget)
{
    const auto *box = qobject_cast<const QPlainTextEdit *>(widget);
    const auto *line = qobject_cast<const QLineEdit *>(widget);
    return (box && !box->document()->isEmpty()) || (line && !line->text().isEmpty());
}
} // namespace

FocusGuard::FocusGuard(QWidget *window, Announcer &announcer, Alarms &alarms)
    : QObject(window)
    , m_window(window)
    , m_announcer(announcer)
    , m_alarms(alarms)
{
    qApp->installEventFilter(this);
    auto *between = new QShortcut(QKeySequence(Qt::Key_F6), window);
    between->setAutoRepeat(false);
    connect(between, &QShortcut::activated, this, &FocusGuard::toggle);
    auto *again = new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q), window);
    again->setAutoRepeat(false);
    connect(again, &QShortcut::activated, this, &FocusGuard::sayAgain);
}

FocusGuard::~FocusGuard()
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
    if (m_othersAlarm)
        m_alarms.cancel(m_othersAlarm);
}

void FocusGuard::setTaking(Taking taking)
{
    m_taking = taking;
    if (m_pending)
        checkAfter(0);
}

void FocusGuard::setComposer(QWidget *composer)
{
    m_composer = composer;
}

QuestionCard *FocusGuard::card() const
{
    return m_card;
}

void FocusGuard::present(QuestionCard *card)
{
    if (m_card)
        disconnect(m_card, nullptr, this, nullptr);
    m_card = card;
    m_before = nullptr;
    m_announced = false;
    m_saidMs = -1'000'000;
    m_pending = !card->isSettled();
    m_presentedMs = m_alarms.clock().monotonicMs();
    follow(card);
    if (m_pending)
        checkAfter(0);
}

void FocusGuard::follow(QuestionCard *card)
{
    connect(card, &QuestionCard::shown, this, [this] {
        if (m_pending)
            checkAfter(0);
    });
    connect(card, &QuestionCard::focusBackWanted, this, &FocusGuard::goBack);
    connect(card, &QuestionCard::settling, this, [this](bool hasFocus) {
        m_pending = false;
        if (hasFocus)
            goToComposer();
    });
    connect(card, &QuestionCard::announcementWanted, this,
            [this](const QString &text) { m_announcer.say(text); });
    connect(card, &QuestionCard::sayAgainWanted, this, &FocusGuard::sayAgain);
    connect(card, &QuestionCard::typedElsewhere, this, &FocusGuard::giveBack);
}

qint64 FocusGuard::msUntilIdle() const
{
    const qint64 now = m_alarms.clock().monotonicMs();
    return std::max({m_keyMs + idleMs - now, m_pointerMs + gestureMs - now, qint64(0)});
}

FocusGuard::Obstacle FocusGuard::obstacle() const
{
    if (m_taking == Taking::Never || !m_window->isActiveWindow() || QApplication::activePopupWidget() ||
        QApplication::activeModalWidget() || m_composing || !m_card->isOnScreen())
        return Obstacle::Other;
    if (msUntilIdle() > 0 || QGuiApplication::mouseButtons() != Qt::NoButton)
        return Obstacle::Typing;
    return Obstacle::None;
}

// Take the focus, or say why not in the way the person can hear, and come back when that may have changed.
void FocusGuard::decide()
{
    if (!m_pending || !m_card || m_card->isSettled())
        return;
    if (m_card->isAncestorOf(QApplication::focusWidget())) { // the person was faster
        m_pending = false;
        return;
    }
    const Obstacle what = obstacle();
    if (what == Obstacle::None) {
        take();
        return;
    }
    if (!m_announced)
        announce(what);
    if (m_announced && msUntilIdle() > 0)
        checkAfter(msUntilIdle());
}

void FocusGuard::announce(Obstacle obstacle)
{
    const qint64 now = m_alarms.clock().monotonicMs();
    const qint64 waited = now - m_presentedMs;
    const bool mayMoveSoon = m_taking != Taking::Never && m_window->isActiveWindow();
    if (mayMoveSoon && !m_card->isOnScreen() && waited < firstPaintMs) {
        checkAfter(firstPaintMs - waited);
        return;
    }
    const qint64 quiet = now - m_keyMs;
    const bool between = obstacle == Obstacle::Typing && quiet < gapMs;
    if (between && waited < longestHoldMs) {
        checkAfter(std::min(gapMs - quiet, longestHoldMs - waited));
        return;
    }
    m_announced = true;
    if (!between)
        m_saidMs = now;
    m_announcer.say(between ? tr("The model asks a question.") : settledtext::asksInOne(m_card->question()),
                    Announcer::Kind::Question);
}

void FocusGuard::take()
{
    const qint64 now = m_alarms.clock().monotonicMs();
    m_pending = false;
    m_before = QApplication::focusWidget();
    m_announcer.dropPieces(); // the move makes the screen reader speak; it must not queue behind the reply
    const bool cut = m_keyMs >= m_saidMs;
    m_card->takeFocus({.leftText = holdsText(m_before),
                       .wroteBefore = now - m_keyMs < wroteMs,
                       .justHeard = !cut && now - m_saidMs < freshMs});
}

void FocusGuard::checkAfter(qint64 ms)
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
    m_alarm = m_alarms.after(Milliseconds(ms), this, [this] {
        m_alarm = 0;
        decide();
    });
}

void FocusGuard::toggle()
{
    QWidget *const focused = QApplication::focusWidget();
    if (!m_card || m_card->isSettled() || m_card->isAncestorOf(focused)) {
        goToComposer();
        return;
    }
    enterCard();
}

void FocusGuard::enterCard()
{
    if (!m_card || m_card->isSettled())
        return;
    m_pending = false;
    if (QWidget *const focused = QApplication::focusWidget(); !m_card->isAncestorOf(focused))
        m_before = focused;
    Q_EMIT revealWanted();
    if (m_card)
        m_card->enter();
}

void FocusGuard::tellOfOther(const QString &text)
{
    if (m_others.isEmpty())
        m_othersMs = m_alarms.clock().monotonicMs();
    m_others.append(text);
    tellOthers();
}

void FocusGuard::tellOthers()
{
    if (m_othersAlarm)
        m_alarms.cancel(std::exchange(m_othersAlarm, 0));
    const qint64 now = m_alarms.clock().monotonicMs();
    const qint64 gap = std::min(gapMs - (now - m_keyMs), longestHoldMs - (now - m_othersMs));
    if (gap > 0) {
        m_othersAlarm = m_alarms.after(Milliseconds(gap), this, [this] {
            m_othersAlarm = 0;
            tellOthers();
        });
        return;
    }
    for (const QString &text : std::exchange(m_others, {}))
        m_announcer.say(text, Announcer::Kind::Question);
}

void FocusGuard::sayAgain()
{
    if (m_card && !m_card->isSettled())
        m_announcer.say(settledtext::asksInFull(m_card->question()), Announcer::Kind::Question);
    else
        m_announcer.say(tr("No question waits in this chat."));
}

void FocusGuard::goBack()
{
    if (m_before && m_before->isVisible() && m_before->isEnabled() && m_before->window() == m_window)
        m_before->setFocus(Qt::OtherFocusReason);
    else
        goToComposer();
}

void FocusGuard::goToComposer()
{
    if (m_composer)
        m_composer->setFocus(Qt::OtherFocusReason);
}

void FocusGuard::giveBack(const QString &text)
{
    m_keyMs = m_alarms.clock().monotonicMs();
    goBack();
    QWidget *const writing = QApplication::focusWidget();
    if (!writing || m_card->isAncestorOf(writing) || !writing->testAttribute(Qt::WA_InputMethodEnabled))
        return;
    QInputMethodEvent event;
    event.setCommitString(text);
    QCoreApplication::sendEvent(writing, &event);
}

void FocusGuard::noteActivity(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:
        m_keyMs = m_alarms.clock().monotonicMs();
        break;
    case QEvent::InputMethod: {
        const auto *composed = static_cast<QInputMethodEvent *>(event);
        m_composing = !composed->preeditString().isEmpty();
        if (m_composing || !composed->commitString().isEmpty())
            m_keyMs = m_alarms.clock().monotonicMs();
        break;
    }
    case QEvent::FocusOut: // ends a composition, also one whose widget never reported the end
        m_composing = false;
        break;
    case QEvent::MouseButtonPress:
        m_pointerMs = m_alarms.clock().monotonicMs();
        break;
    case QEvent::WindowActivate:
        if (watched == m_window)
            m_pointerMs = m_alarms.clock().monotonicMs();
        break;
    default:
        break;
    }
}

bool FocusGuard::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:
    case QEvent::InputMethod:
    case QEvent::FocusOut:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::WindowActivate:
    case QEvent::Hide: // of a menu or dialog
    case QEvent::Paint:
        break;
    default:
        return false;
    }
    if (!watched->isWidgetType())
        return false;
    if (event->type() == QEvent::Paint) {
        // Scrolled into sight after its question had to be announced.
        if (m_pending && m_announced && watched == m_card && !m_alarm)
            checkAfter(0);
        return false;
    }
    noteActivity(watched, event);
    // Before the first decision an alarm is running already, and a key must not put the announcement off.
    if (m_pending && m_card && m_announced)
        checkAfter(msUntilIdle());
    return false;
}

} // namespace heed
