// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/composer/composer.h"

#include "models/question/check.h"
#include "models/question/display.h"
#include "widgets/composer/draftoffer.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/contrast.h"
#include "widgets/question/draftkeeper.h"
#include "widgets/question/flowlayout.h"
#include "widgets/question/growingtext.h"
#include "widgets/question/plaintext.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace heed {

namespace {
constexpr qint64 idleMs = 1000; // nobody types (book 5.2)
} // namespace

Composer::Composer(Alarms &alarms, QWidget *parent)
    : QWidget(parent)
    , m_alarms(alarms)
    , m_draft(new DraftKeeper(alarms, this))
{
    setPalette(contrast::fixes(palette()));
    build();
    connectParts();
    textChanged();
    updateWords();
    updateAccessibleName();
}

Composer::~Composer()
{
    if (m_idle)
        m_alarms.cancel(m_idle);
    m_draft->flush();
}

void Composer::build()
{
    const Clock &clock = m_alarms.clock();
    m_offer = new DraftOffer(clock, this);
    m_box = new GrowingText(clock, this);
    m_notice = new PlainText(PlainText::Use::Selectable, this);
    m_hint = new PlainText(PlainText::Use::Shown, this);
    m_answerWithThis = new CardButton(CardButton::Look::Quiet, clock, this);
    m_stop = new CardButton(CardButton::Look::Quiet, clock, this);
    m_send = new CardButton(CardButton::Look::Strong, clock, this);
    m_answerWithThis->setLabel(tr("Answer with this"));
    m_answerWithThis->setAccessibleDescription(tr("Sends what you wrote as the answer to the question"));
    m_stop->setLabel(tr("Stop"));
    m_stop->setAccessibleDescription(tr("Stops the reply"));
    for (QWidget *hidden : {static_cast<QWidget *>(m_notice), static_cast<QWidget *>(m_answerWithThis),
                            static_cast<QWidget *>(m_stop)})
        hidden->hide();
    // A click on a button leaves the caret in the box.
    for (auto *button : {m_answerWithThis, m_stop, m_send})
        button->setFocusPolicy(Qt::TabFocus);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(8);
    for (QWidget *part : {static_cast<QWidget *>(m_offer), static_cast<QWidget *>(m_box),
                          static_cast<QWidget *>(m_notice), static_cast<QWidget *>(m_hint)})
        column->addWidget(part);
    auto *buttons = new FlowLayout(8);
    // Send comes first, so that nothing that appears can move it under a pointer.
    for (auto *button : {m_send, m_stop, m_answerWithThis})
        buttons->addWidget(button);
    column->addLayout(buttons);
    setTabOrder(m_box, m_send);
    setTabOrder(m_send, m_stop);
    setTabOrder(m_stop, m_answerWithThis);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_box->installEventFilter(this);
}

void Composer::connectParts()
{
    connect(m_box, &GrowingText::textChanged, this, &Composer::textChanged);
    connect(m_box, &GrowingText::compositionChanged, this, &Composer::textChanged);
    connect(m_box, &GrowingText::submitted, this, &Composer::pressedEnter);
    connect(m_send, &CardButton::clicked, this, [this] { send(m_mode == Mode::Answer); });
    connect(m_answerWithThis, &CardButton::clicked, this, [this] { send(true); });
    connect(m_stop, &CardButton::clicked, this, &Composer::stopWanted);
    connect(m_offer, &DraftOffer::used, this, &Composer::useOffer);
    connect(m_offer, &DraftOffer::ended, this, [this](const QString &text) {
        m_draft->flush(); // it stands somewhere else before it is forgotten there
        Q_EMIT offerEnded(text);
    });
    connect(m_offer, &DraftOffer::focusLeaves, this, [this] { m_box->setFocus(Qt::OtherFocusReason); });
    connect(m_draft, &DraftKeeper::changed, this,
            [this](const QString &text) { Q_EMIT draftChanged(m_chat, text); });
}

QWidget *Composer::textBox() const
{
    return m_box;
}

QString Composer::text() const
{
    return m_box->toPlainText();
}

Composer::Sends Composer::sends() const
{
    if (m_mode == Mode::Answer)
        return Sends::Answer;
    return m_mode == Mode::Message && !m_replyRuns ? Sends::Message : Sends::NextMessage;
}

void Composer::setChat(ChatId chat, const QString &draft)
{
    m_draft->flush();
    m_chat = chat;
    m_question.reset();
    m_replyRuns = false;
    m_wasAnswer = false;
    m_offer->clear();
    m_notice->setText({});
    m_draft->reset(draft);
    putText(draft);
    m_stop->hide();
    setMode(Mode::Message);
}

void Composer::setMadeChat(ChatId chat)
{
    m_chat = chat;
    for (auto &sent : m_sent) {
        if (!sent.chat.isValid())
            sent.chat = chat;
    }
}

void Composer::setReplyRuns(bool runs)
{
    m_replyRuns = runs;
    if (!runs && m_stop->hasFocus())
        m_box->setFocus(Qt::OtherFocusReason);
    m_stop->setVisible(runs);
    updateWords();
}

void Composer::setQuestion(const Question &question)
{
    if (m_question == question.id)
        return;
    if (m_mode == Mode::Answer && !text().isEmpty())
        m_heldMs = m_alarms.clock().monotonicMs(); // it was written for another question
    m_question = question.id;
    m_mode = Mode::HalfTyped;
    turnToAnsweringIfIdle();
    if (m_mode == Mode::HalfTyped) // one change of words only: a screen reader works through each
        setMode(Mode::HalfTyped);
}

void Composer::clearQuestion()
{
    if (!m_question)
        return;
    m_question.reset();
    m_wasAnswer = m_mode == Mode::Answer && !text().isEmpty();
    if (m_wasAnswer)
        m_heldMs = m_alarms.clock().monotonicMs();
    setMode(Mode::Message);
}

bool Composer::isAnswerUnderWay() const
{
    for (const Sent &sent : m_sent) {
        if (sent.isAnswer && sent.chat == m_chat)
            return true;
    }
    return false;
}

// Only an empty box of somebody who is not typing may change what Enter does.
void Composer::turnToAnsweringIfIdle()
{
    if (m_idle)
        m_alarms.cancel(m_idle);
    m_idle = 0;
    if (m_mode != Mode::HalfTyped || !text().isEmpty() || m_box->isComposing() || isAnswerUnderWay())
        return;
    const qint64 wait = m_box->lastTypedMs() + idleMs - m_alarms.clock().monotonicMs();
    if (wait <= 0) {
        setMode(Mode::Answer);
        return;
    }
    m_idle = m_alarms.after(Milliseconds(wait), this, [this] {
        m_idle = 0;
        turnToAnsweringIfIdle();
    });
}

void Composer::setMode(Mode mode)
{
    m_mode = mode;
    updateWords();
    // Somebody whose focus is in the box hears of the question by other means; a changed name would be
    // read on top of that.
    if (!m_box->hasFocus())
        updateAccessibleName();
}

void Composer::updateAccessibleName()
{
    m_box->setAccessibleName(m_mode == Mode::Answer ? tr("Your answer to the question") : tr("Message"));
}

QString Composer::hintText() const
{
    switch (m_mode) {
    case Mode::Message:
        if (m_wasAnswer)
            return tr("The question has ended. What you wrote would be sent as a message.");
        return m_replyRuns ? tr("Sent when the reply is finished.") : QString();
    case Mode::Answer:
        return tr("Goes to the model as your answer. Escape: write the next message instead.");
    case Mode::HalfTyped:
        return tr("A question waits. Enter sends this as your next message, when the reply is finished.");
    case Mode::MessageOnce:
        return tr(
            "Sent as your next message, when the reply is finished. Escape: answer the question instead.");
    }
    return {};
}

void Composer::updateWords()
{
    const CardColours colours = CardColours::from(palette());
    m_hint->setInk(colours.quiet);
    m_notice->setInk(colours.ink);
    switch (sends()) {
    case Sends::Message:
        m_send->setLabel(tr("Send"));
        m_box->setPlaceholderText(tr("Write a message…"));
        break;
    case Sends::NextMessage:
        m_send->setLabel(tr("Send next"));
        m_box->setPlaceholderText(tr("Write the next message…"));
        break;
    case Sends::Answer:
        m_send->setLabel(tr("Answer"));
        m_box->setPlaceholderText(tr("Answer the question…"));
        break;
    }
    m_hint->setText(hintText());
    m_hint->setVisible(!m_hint->text().isEmpty());
    m_notice->setVisible(!m_notice->text().isEmpty());
    const bool offersAnswer = m_mode == Mode::HalfTyped && !text().trimmed().isEmpty() && !isAnswerUnderWay();
    if (!offersAnswer && m_answerWithThis->hasFocus())
        m_box->setFocus(Qt::OtherFocusReason);
    m_answerWithThis->setVisible(offersAnswer);
}

void Composer::textChanged()
{
    const bool blank = text().trimmed().isEmpty();
    if (blank && m_send->hasFocus())
        m_box->setFocus(Qt::OtherFocusReason);
    m_send->setEnabled(!blank);
    if (m_sent.isEmpty()) // what was sent stays the draft until it is safe
        m_draft->touch(text());
    if (text().isEmpty())
        m_wasAnswer = false;
    turnToAnsweringIfIdle();
    updateWords();
}

void Composer::pressedEnter()
{
    if (m_alarms.clock().monotonicMs() - m_heldMs < idleMs)
        return;
    send(m_mode == Mode::Answer);
}

void Composer::send(bool asAnswer)
{
    m_box->commitComposition();
    const QString words = text().trimmed();
    if (words.isEmpty() || (asAnswer && (!m_question || isAnswerUnderWay())))
        return;
    if (asAnswer && codePointCount(words) > answerLimit) {
        m_notice->setText(tr("%1 of at most %2 characters: shorten your answer to send it.")
                              .arg(locale().toString(codePointCount(words)), locale().toString(answerLimit)));
        updateWords();
        return;
    }
    const std::optional<QuestionId> question = m_question;
    m_sent.append({m_chat, text(), asAnswer});
    m_notice->setText({});
    m_wasAnswer = false;
    if (m_question)
        m_mode = Mode::HalfTyped; // until the box is empty and idle, or the question ends
    putText({});
    if (asAnswer)
        Q_EMIT answerSent(*question, words);
    else
        Q_EMIT messageSent(words);
}

void Composer::putText(const QString &text)
{
    m_box->setPlainText(text);
    m_box->moveCursor(QTextCursor::End);
}

void Composer::accepted()
{
    if (m_sent.isEmpty())
        return;
    m_sent.removeFirst();
    textChanged();
}

void Composer::showRefused(const Error &error)
{
    m_notice->setText(error.text);
    if (!m_sent.isEmpty()) {
        const Sent back = m_sent.takeFirst();
        if (back.chat != m_chat)
            Q_EMIT draftChanged(back.chat, back.text);
        else if (text().isEmpty() && !m_box->isComposing())
            putText(back.text);
        else
            m_offer->add(back.text);
    }
    textChanged();
}

void Composer::offerDraft(const QString &text)
{
    m_offer->add(text);
}

void Composer::takeBack(const QString &text)
{
    if (!this->text().isEmpty() || m_box->isComposing()) {
        m_offer->add(text);
        return;
    }
    if (m_mode == Mode::Answer)
        m_mode = Mode::HalfTyped; // it was a message and is one
    putText(text);
    m_draft->flush(); // it is nowhere else now
    m_box->setFocus(Qt::OtherFocusReason);
}

void Composer::useOffer(const QString &text)
{
    // Written for another question: here it is a message, until the person says otherwise.
    if (m_mode == Mode::Answer && this->text().isEmpty())
        m_mode = Mode::HalfTyped;
    QTextCursor end = m_box->textCursor();
    end.movePosition(QTextCursor::End);
    if (!this->text().isEmpty())
        end.insertBlock();
    end.insertText(text);
    m_box->setTextCursor(end);
    m_box->setFocus(Qt::OtherFocusReason);
}

bool Composer::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_box && event->type() == QEvent::FocusOut) {
        m_draft->flush();
        updateAccessibleName();
    }
    // While Escape has a meaning here, no shortcut of the window may take it.
    if (watched == m_box && event->type() == QEvent::ShortcutOverride &&
        (m_mode == Mode::Answer || m_mode == Mode::MessageOnce) &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void Composer::keyPressEvent(QKeyEvent *event)
{
    const bool canTurn = m_mode == Mode::Answer || m_mode == Mode::MessageOnce;
    if (event->key() != Qt::Key_Escape || !canTurn) {
        QWidget::keyPressEvent(event);
        return;
    }
    event->accept();
    if (event->isAutoRepeat())
        return;
    setMode(m_mode == Mode::Answer ? Mode::MessageOnce : Mode::Answer);
    updateAccessibleName(); // the person asked for it and wants to hear it
}

void Composer::hideEvent(QHideEvent *event)
{
    m_draft->flush();
    QWidget::hideEvent(event);
}

void Composer::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_send)
        return;
    const QPalette fixed = contrast::fixes(palette());
    if (fixed.resolve(palette()) != palette())
        setPalette(fixed);
    updateWords();
}

void Composer::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(QPen(CardColours::from(palette()).edge, 1));
    painter.drawLine(QLineF(0, 0.5, width(), 0.5));
}

} // namespace heed
