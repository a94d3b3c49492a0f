// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/questioncard.h"

#include "models/question/check.h"
#include "models/question/display.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/contrast.h"
#include "widgets/question/draftkeeper.h"
#include "widgets/question/growingtext.h"
#include "widgets/question/keyguard.h"
#include "widgets/question/plaintext.h"
#include "widgets/question/settledtext.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QWindow>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr double cardRadius = 12;
constexpr double bar = 4; // accent at the leading edge
// Somebody who typed this recently is still typing (book 5.2).
constexpr qint64 typingMs = 1000;
} // namespace

QuestionCard::QuestionCard(const Question &question, const QString &chatTitle, Alarms &alarms,
                           QWidget *parent)
    : QFrame(parent)
    , m_question(question)
    , m_alarms(alarms)
    , m_guard(new KeyGuard(alarms.clock(), this))
    , m_draft(new DraftKeeper(alarms, this))
    , m_parts(question, chatTitle, alarms.clock(), this)
{
    setFrameShape(QFrame::NoFrame);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setPalette(contrast::fixes(palette()));
    for (QWidget *control : m_parts.controls())
        m_guard->watch(control);
    m_parts.box->installEventFilter(this);
    connectParts();
    describe();
    boxChanged();
    if (m_question.deadlineMs)
        setDeadline(m_question.deadlineMs);
}

QuestionCard::~QuestionCard()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus may leave the parts while they are deleted
    m_draft->flush();
}

void QuestionCard::connectParts()
{
    for (int i = 0; i < int(m_parts.options.size()); ++i)
        connect(m_parts.options.at(i), &CardButton::clicked, this, [this, i] { choose(i); });
    connect(m_parts.box, &GrowingText::submitted, this, &QuestionCard::sendBox);
    connect(m_parts.box, &GrowingText::textChanged, this, &QuestionCard::boxChanged);
    connect(m_parts.send, &CardButton::clicked, this, &QuestionCard::sendBox);
    connect(m_parts.askBack, &CardButton::clicked, this, [this] { setAsking(!m_asking); });
    connect(m_parts.skip, &CardButton::clicked, this, [this] { give({.kind = Answer::Kind::Decline}); });
    connect(m_parts.none, &CardButton::clicked, this, [this] { give({.kind = Answer::Kind::None}); });
    connect(m_parts.keepWaiting, &CardButton::clicked, this, [this] {
        if (m_state != State::Open || std::exchange(m_keepWaitingSent, true))
            return;
        Q_EMIT keepWaiting(m_question.id);
    });
    connect(m_draft, &DraftKeeper::changed, this,
            [this](const QString &text) { Q_EMIT draftChanged(m_question.id, text); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *before, QWidget *now) {
        if (m_state != State::Settled && isAncestorOf(before) && !isAncestorOf(now))
            describe(); // the next arrival is heard whole
    });
    connect(m_guard, &KeyGuard::typedElsewhere, this, &QuestionCard::typedElsewhere);
}

void QuestionCard::describe()
{
    const QString origin = m_parts.origin->text();
    const QString asks = settledtext::asksInOne(m_question);
    setAccessibleName(origin.isEmpty() ? asks : QString(asks + u' ' + origin));
}

void QuestionCard::setOrigin(const QString &line)
{
    m_isElsewhere = true;
    m_parts.origin->setText(line);
    m_parts.origin->setVisible(true);
    describe();
    if (m_question.deadlineMs)
        setDeadline(m_question.deadlineMs);
}

bool QuestionCard::isOnScreen() const
{
    if (!isVisible() || window()->isMinimized())
        return false;
    const QWindow *handle = window()->windowHandle();
    return handle && handle->isExposed() && !m_parts.question->visibleRegion().isEmpty();
}

void QuestionCard::takeFocus(Arrival arrival)
{
    if (m_state == State::Settled)
        return;
    m_guard->setWroteBefore(arrival.wroteBefore);
    m_guard->setLeftText(arrival.leftText);
    if (arrival.justHeard)
        setAccessibleName(tr("The model asks"));
    m_parts.firstControl()->setFocus(Qt::OtherFocusReason);
}

void QuestionCard::enter()
{
    if (m_state != State::Settled)
        m_parts.firstControl()->setFocus(Qt::ShortcutFocusReason);
}

QString QuestionCard::draft() const
{
    return m_parts.box->toPlainText();
}

void QuestionCard::setDraft(const QString &text)
{
    if (m_state == State::Settled || text.isEmpty() || !draft().isEmpty() || m_parts.box->isComposing())
        return;
    m_draft->reset(text);
    m_parts.box->setPlainText(text);
    m_parts.box->moveCursor(QTextCursor::End);
    if (m_parts.box->isHidden())
        setAsking(true); // a draft of this question can only have been a question back
}

void QuestionCard::setDeadline(std::optional<qint64> deadlineMs)
{
    const bool had = m_question.deadlineMs.has_value();
    m_question.deadlineMs = deadlineMs;
    m_keepWaitingSent = false;
    if (m_state == State::Settled || (!had && !deadlineMs))
        return;
    if (!deadlineMs && m_parts.keepWaiting->hasFocus())
        m_guard->moveFocus(m_parts.firstControl());
    m_parts.setDeadline(settledtext::deadline(m_question, m_alarms.clock().now()),
                        deadlineMs.has_value() && !m_isElsewhere);
}

void QuestionCard::sendBox()
{
    m_parts.box->commitComposition();
    if (draft().trimmed().isEmpty())
        return;
    give({.kind = m_asking ? Answer::Kind::AskBack : Answer::Kind::Text, .text = draft().trimmed()});
}

void QuestionCard::choose(int option)
{
    m_parts.box->commitComposition();
    Answer answer{.kind = Answer::Kind::Choose, .option = option};
    // Without leave to answer in own words the text cannot go along; it stays a draft and is offered later.
    if (m_question.allowOther)
        answer.text = draft().trimmed();
    give(answer);
}

void QuestionCard::give(const Answer &answer)
{
    if (m_state != State::Open)
        return;
    if (const auto error = checkAnswer(m_question, answer)) {
        showRefused(*error);
        return;
    }
    m_draft->flush();
    m_state = State::Sent;
    m_sent = answer;
    m_parts.setNotice({});
    setLocked(true);
    Q_EMIT answered(m_question.id, answer); // last: the receiver may settle or delete this card
}

// Logically only: to disable the focused widget would move the focus and silence a screen reader.
void QuestionCard::setLocked(bool locked)
{
    m_parts.box->setReadOnly(locked);
}

void QuestionCard::setAsking(bool asking)
{
    if (m_state != State::Open || asking == m_asking)
        return;
    m_asking = asking;
    const bool inBox = m_parts.box->hasFocus() || m_parts.send->hasFocus();
    const bool byButton = m_parts.askBack->hasFocus();
    m_parts.setAsking(asking, m_question);
    if (asking && byButton)
        m_guard->moveFocus(m_parts.box);
    else if (inBox && m_parts.box->isHidden())
        m_guard->moveFocus(m_parts.firstControl());
}

void QuestionCard::boxChanged()
{
    if (m_state == State::Settled)
        return; // the stored draft outlives the question
    const QString text = draft();
    m_draft->touch(text);
    const qsizetype length = codePointCount(QStringView(text).trimmed());
    const bool tooLong = length > answerLimit;
    m_parts.send->setEnabled(length > 0 && !tooLong);
    if (tooLong)
        m_parts.setNotice(tr("%1 of at most %2 characters: shorten your answer to send it.")
                              .arg(locale().toString(length), locale().toString(answerLimit)));
    else if (m_tooLong)
        m_parts.setNotice({});
    m_tooLong = tooLong;
}

void QuestionCard::showRefused(const Error &error)
{
    if (m_state == State::Settled)
        return;
    m_state = State::Open;
    m_sent.reset();
    setLocked(false);
    m_parts.setNotice(error.text);
    Q_EMIT announcementWanted(error.text);
}

void QuestionCard::showHeldBack(const QStringList &markers)
{
    if (markers.isEmpty())
        return;
    m_parts.setNotice(settledtext::heldBack(markers));
    Q_EMIT announcementWanted(settledtext::heldBack(markers));
}

// Whether this card's own answer is the one that ended the question.
bool QuestionCard::wasOurs(const Settlement &settlement) const
{
    if (!m_sent || settlement.via != Face::Window)
        return false;
    const Answer sent = canonicalAnswer(m_question, *m_sent);
    return sent == settlement.answer ||
           (!settlement.heldBack.isEmpty() && sent.kind == settlement.answer.kind &&
            sent.option == settlement.answer.option);
}

void QuestionCard::settle(const Settlement &settlement)
{
    if (m_state == State::Settled)
        return;
    m_draft->flush();
    const bool ours = wasOurs(settlement);
    const bool textWentAlong = ours && !m_sent->text.isEmpty();
    const QString left = textWentAlong ? QString() : draft();
    m_state = State::Settled;
    setLocked(true);

    const QString end = settledtext::outcome(settlement);
    const qint64 quiet = m_alarms.clock().monotonicMs() - m_parts.box->lastTypedMs();
    if (m_parts.box->hasFocus() && !ours && quiet < typingMs) {
        // Somebody is typing here: the rest of their sentence must not land in the composer.
        m_alarms.after(Milliseconds(typingMs - quiet), this, [this] { becomeText(); });
    } else {
        becomeText();
    }
    m_parts.showEnd(end, settledtext::whoAndWhen(settlement, ours, m_alarms.clock().now()),
                    settledtext::told(m_question, settlement));
    setAccessibleName(tr("The model asked: %1 %2").arg(m_question.text, end));
    m_parts.setNotice(settlement.heldBack.isEmpty() ? QString() : settledtext::heldBack(settlement.heldBack));

    // Copies: a receiver may delete this card.
    const QuestionId id = m_question.id;
    const QString said =
        settlement.heldBack.isEmpty() ? end : end + u". "_s + settledtext::heldBack(settlement.heldBack);
    if (!left.trimmed().isEmpty())
        Q_EMIT draftLeft(id, left);
    Q_EMIT announcementWanted(said);
}

// The focus leaves first: to hide the focused widget would leave a screen reader with nothing.
void QuestionCard::becomeText()
{
    const bool hasFocus = isAncestorOf(window()->focusWidget());
    Q_EMIT settling(hasFocus);
    if (QWidget *const still = window()->focusWidget(); isAncestorOf(still))
        still->clearFocus();
    m_parts.showBox(false);
    m_parts.box->setPlainText({}); // with its undo history: what was held back is kept nowhere
}

int QuestionCard::focusedOption() const
{
    for (int i = 0; i < int(m_parts.options.size()); ++i) {
        if (m_parts.options.at(i)->hasFocus())
            return i;
    }
    return -1;
}

bool QuestionCard::chooseByDigit(const QKeyEvent *event)
{
    if (focusedOption() < 0 || event->text().size() != 1 ||
        (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)))
        return false;
    const int digit = event->text().at(0).digitValue(); // also of other scripts
    if (digit < 1 || digit > int(m_parts.options.size()))
        return false;
    if (!event->isAutoRepeat())
        choose(digit - 1);
    return true;
}

// Arrow keys, Home and End over options and box; the box leaves Up to us while it is empty.
bool QuestionCard::walk(const QKeyEvent *event)
{
    const int last = int(m_parts.options.size()) - 1;
    const int at = focusedOption();
    if (at < 0) {
        if (event->key() != Qt::Key_Up || !m_parts.box->hasFocus() || last < 0)
            return false;
        m_guard->moveFocus(m_parts.options.at(last));
        return true;
    }
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    switch (event->key()) {
    case Qt::Key_Home:
        m_guard->moveFocus(m_parts.options.first());
        return true;
    case Qt::Key_End:
        m_guard->moveFocus(m_parts.options.last());
        return true;
    case Qt::Key_Down:
        if (at < last)
            m_guard->moveFocus(m_parts.options.at(at + 1));
        else if (!m_parts.box->isHidden())
            m_guard->moveFocus(m_parts.box);
        return true;
    case Qt::Key_Up:
        if (at > 0)
            m_guard->moveFocus(m_parts.options.at(at - 1));
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = (event->key() == Qt::Key_Right) != mirrored ? 1 : -1;
        m_guard->moveFocus(m_parts.options.at(qBound(0, at + step, last)));
        return true;
    }
    default:
        return false;
    }
}

void QuestionCard::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        event->accept();
        Q_EMIT focusBackWanted();
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        copyQuestion();
        return;
    }
    if (m_state == State::Settled || !(walk(event) || chooseByDigit(event)))
        event->ignore();
}

void QuestionCard::copyQuestion() const
{
    QApplication::clipboard()->setText(m_question.text);
}

void QuestionCard::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy question"), this, &QuestionCard::copyQuestion);
    if (m_state != State::Settled)
        menu->addAction(tr("Say the question again"), this, &QuestionCard::sayAgainWanted);
    menu->popup(event->globalPos());
}

bool QuestionCard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_parts.box && event->type() == QEvent::FocusOut)
        m_draft->flush();
    return QFrame::eventFilter(watched, event);
}

void QuestionCard::hideEvent(QHideEvent *event)
{
    m_draft->flush();
    QFrame::hideEvent(event);
}

bool QuestionCard::event(QEvent *event)
{
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        Q_EMIT heightHintChanged();
    return done;
}

void QuestionCard::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        const QPalette fixed = contrast::fixes(palette());
        if (fixed.resolve(palette()) != palette())
            setPalette(fixed);
        m_parts.applyStyle();
    } else if (event->type() == QEvent::FontChange) {
        m_parts.applyStyle();
    }
}

void QuestionCard::paintEvent(QPaintEvent *)
{
    const CardColours colours = CardColours::from(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF outline = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath shape;
    shape.addRoundedRect(outline, cardRadius, cardRadius);
    painter.fillPath(shape, colours.ground);
    if (m_state != State::Settled) {
        painter.setClipPath(shape);
        const double x = layoutDirection() == Qt::RightToLeft ? width() - bar : 0;
        painter.fillRect(QRectF(x, 0, bar, height()), colours.accent);
        painter.setClipping(false);
    }
    painter.setPen(QPen(colours.edge, 1));
    painter.drawPath(shape);

    if (!m_shown && isOnScreen()) {
        m_shown = true;
        // Not from inside painting: the receiver may do anything.
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT shown(m_question.id); }, Qt::QueuedConnection);
    }
}

} // namespace heed
