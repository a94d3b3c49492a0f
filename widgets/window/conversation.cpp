// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/conversation.h"

#include "models/question/display.h"
#include "models/store/questionrecord.h"
#include "widgets/chat/chatview.h"
#include "widgets/composer/composer.h"
#include "widgets/question/questioncard.h"
#include "widgets/window/changeanswerdialog.h"
#include "widgets/window/findbar.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace heed {

Conversation::Conversation(const Parts &parts, QWidget *parent)
    : QWidget(parent)
    , m_parts(parts)
    , m_transcript(parts.replies, parts.waiting)
    , m_view(new ChatView(this))
    , m_composer(new Composer(parts.alarms, this))
    , m_find(new FindBar(this))
    , m_pages(new QStackedLayout)
{
    m_view->setWidgetFactory(
        [this](const QModelIndex &row, QWidget *cardParent) { return makeCard(row, cardParent); });
    m_view->setTimeZone(parts.replies.clock().zone());
    m_view->setModel(&m_transcript);
    m_view->setAccessibleName(tr("Conversation"));
    m_pages->addWidget(m_view);
    m_find->hide();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_find);
    layout->addLayout(m_pages, 1);
    layout->addWidget(m_composer);

    m_parts.focusGuard.setComposer(m_composer->textBox());
    connectComposer();
    connectView();
    connectModels();
}

Conversation::~Conversation()
{
    m_view->setModel(nullptr); // the view is destroyed later than the model
}

void Conversation::connectComposer()
{
    connect(m_composer, &Composer::messageSent, this, &Conversation::send);
    connect(m_composer, &Composer::answerSent, this, &Conversation::answerFromComposer);
    connect(m_composer, &Composer::stopWanted, this, &Conversation::stop);
    connect(m_composer, &Composer::draftChanged, this, [this](ChatId chat, const QString &text) {
        if (!chat.isValid())
            return;
        m_parts.replies.store().write<Done>(
            Durability::Grouped, this,
            [chat, text](QSqlDatabase &database) { return records::setChatDraft(database, chat, text); }, {});
    });
}

void Conversation::connectView()
{
    connect(m_view, &ChatView::actionRequested, this, &Conversation::act);
    connect(m_view, &ChatView::linkActivated, this, &Conversation::openLink);
    connect(m_view, &ChatView::waitingCardCreated, this,
            [this](QWidget *card) { m_parts.focusGuard.present(qobject_cast<QuestionCard *>(card)); });
    connect(&m_parts.focusGuard, &FocusGuard::revealWanted, m_view, &ChatView::showWaitingQuestion);
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (value < 2 * m_view->height() && m_transcript.canFetchMore({}))
            m_transcript.fetchMore({});
    });
    connect(m_find, &FindBar::wanted, m_view, &ChatView::find);
    connect(m_view, &ChatView::findFinished, m_find, &FindBar::showFound);
    connect(m_find, &FindBar::closed, this, [this] {
        m_view->find({});
        m_view->setFocus();
    });
}

void Conversation::connectModels()
{
    connect(&m_transcript, &TranscriptModel::runningChanged, this, [this] {
        m_composer->setReplyRuns(m_transcript.runningReply().isValid());
        showWhich();
    });
    connect(&m_transcript, &TranscriptModel::loaded, this, &Conversation::showWhich);
    connect(&m_transcript, &TranscriptModel::failed, this, &Conversation::problem);
    connect(&m_transcript, &TranscriptModel::replyBegan, this,
            [this] { m_parts.announcer.say(tr("Replying")); });
    connect(&m_transcript, &TranscriptModel::replyOver, this, [this](int words, bool failed) {
        m_parts.announcer.say(failed ? tr("The reply failed. See the notice under it.")
                                     : tr("Reply finished, %n word(s)", nullptr, words));
    });
    connect(&m_parts.waiting, &WaitingModel::asked, this, [this](const Question &question) {
        if (question.chat == m_chat)
            showQuestion();
    });
    connect(&m_parts.waiting, &WaitingModel::changed, this, [this](const Question &question) {
        const QModelIndex row = m_transcript.indexOfQuestion(question.id);
        if (auto *card = qobject_cast<QuestionCard *>(m_view->questionWidget(row)))
            card->setDeadline(question.deadlineMs);
    });
    connect(&m_parts.waiting, &WaitingModel::aboutToSettle, this, &Conversation::settled);
}

void Conversation::setWelcome(QWidget *welcome)
{
    m_welcome = welcome;
    m_pages->addWidget(welcome);
    showWhich();
}

void Conversation::showWhich()
{
    const bool empty = m_transcript.rowCount() == 0;
    m_pages->setCurrentWidget(empty && m_welcome ? m_welcome : m_view);
}

void Conversation::setChat(ChatId chat)
{
    m_chat = chat;
    m_transcript.setChat(chat);
    m_composer->setChat(chat, {});
    showQuestion();
    if (chat.isValid())
        readDraft();
}

void Conversation::readDraft()
{
    m_parts.replies.store().read<ChatRecord>(
        this, [chat = m_chat](QSqlDatabase &database) { return records::chat(database, chat); },
        [this](const Result<ChatRecord> &record) {
            // Whatever was typed meanwhile stays.
            if (record && record->id == m_chat && m_composer->text().isEmpty() && !record->draft.isEmpty()) {
                m_composer->setChat(m_chat, record->draft);
                m_composer->setReplyRuns(m_transcript.runningReply().isValid());
                showQuestion();
            }
        });
}

void Conversation::showQuestion()
{
    if (const auto question = m_parts.waiting.ofChat(m_chat))
        m_composer->setQuestion(*question);
    else
        m_composer->clearQuestion();
}

void Conversation::send(const QString &text)
{
    const auto sendNow = [this, text](ChatId chat) {
        m_parts.replies.send(chat, text, {.face = Face::Window}, this, [this](const Result<Sent> &sent) {
            if (!sent) {
                m_composer->showRefused(sent.error());
                return;
            }
            m_composer->accepted();
            m_view->scrollToEnd();
        });
    };
    if (m_chat.isValid()) {
        sendNow(m_chat);
        return;
    }
    if (m_making) {
        m_composer->showRefused({.code = Error::Code::Conflict,
                                 .text = tr("The chat is being made. Send it again in a moment.")});
        return;
    }
    m_making = true;
    m_parts.replies.createChat({}, this, [this, sendNow](const Result<ChatId> &chat) {
        m_making = false;
        if (!chat) {
            m_composer->showRefused(chat.error());
            return;
        }
        m_chat = *chat;
        m_transcript.setChat(m_chat);
        m_composer->setMadeChat(m_chat);
        sendNow(m_chat);
        Q_EMIT
        chatMade(m_chat);
    });
}

void Conversation::stop()
{
    if (const ReplyId running = m_transcript.runningReply(); running.isValid())
        m_parts.replies.stop(running);
    m_parts.announcer.dropPieces();
}

void Conversation::focusComposer()
{
    m_composer->textBox()->setFocus(Qt::OtherFocusReason);
}

void Conversation::showNewestReply()
{
    for (int row = m_transcript.rowCount() - 1; row >= 0; --row) {
        if (m_transcript.index(row).data(TranscriptRole::Kind).toInt() != int(RowKind::Message))
            continue;
        const int first = std::min(row + 1, m_transcript.rowCount() - 1);
        m_view->showRow(m_transcript.index(first));
        m_view->setFocus(Qt::OtherFocusReason);
        m_view->setCurrentRow(first);
        return;
    }
}

void Conversation::showFind()
{
    m_find->open();
}

QWidget *Conversation::makeCard(const QModelIndex &row, QWidget *parent)
{
    const QuestionId id{row.data(TranscriptRole::Question).toString()};
    const auto question = m_parts.waiting.question(id);
    if (!question)
        return nullptr;
    auto *card = new QuestionCard(*question, m_parts.waiting.chatTitle(id), m_parts.alarms, parent);
    connectCard(card);
    m_parts.replies.store().read<QuestionRecord>(
        card, [id](QSqlDatabase &database) { return records::question(database, id); },
        [card](const Result<QuestionRecord> &record) {
            if (record && !record->draft.isEmpty())
                card->setDraft(record->draft);
        });
    return card;
}

void Conversation::connectCard(QuestionCard *card)
{
    Replies &replies = m_parts.replies;
    connect(card, &QuestionCard::answered, this,
            [this, card](const QuestionId &id, const Answer &given) { answer(card, id, given); });
    connect(card, &QuestionCard::draftChanged, this,
            [&replies](const QuestionId &id, const QString &text) { replies.saveDraft(id, text); });
    connect(card, &QuestionCard::draftLeft, this,
            [this](const QuestionId &, const QString &text) { m_composer->offerDraft(text); });
    connect(card, &QuestionCard::keepWaiting, this,
            [&replies](const QuestionId &id) { replies.keepWaiting(id); });
    connect(card, &QuestionCard::shown, this,
            [&replies](const QuestionId &id) { replies.confirmShown(id, Face::Window); });
}

void Conversation::answer(QuestionCard *card, const QuestionId &id, const Answer &given)
{
    m_parts.replies.answer(id, given, Face::Window, this,
                           [this, card = QPointer<QuestionCard>(card)](const Result<Settlement> &settlement) {
                               if (!settlement) {
                                   if (card)
                                       card->showRefused(settlement.error());
                                   else
                                       Q_EMIT
                                   problem(settlement.error());
                                   return;
                               }
                               tellHeldBack(settlement->heldBack);
                           });
}

void Conversation::answerFromComposer(const QuestionId &id, const QString &text)
{
    m_parts.replies.answer(id, {.kind = Answer::Kind::Text, .text = text}, Face::Window, this,
                           [this](const Result<Settlement> &settlement) {
                               if (!settlement) {
                                   m_composer->showRefused(settlement.error());
                                   return;
                               }
                               m_composer->accepted();
                               tellHeldBack(settlement->heldBack);
                           });
}

void Conversation::tellHeldBack(const QStringList &markers)
{
    if (markers.isEmpty())
        return;
    Q_EMIT
    problem({.code = Error::Code::Refused,
             .text = tr("Something in your answer looks like a secret, so the model was given %1 in its "
                        "place. If that "
                        "was wrong, use Change answer on the question and say it differently.")
                         .arg(markers.join(u", "_s))});
}

//! Before the row becomes painted text: the card gives the focus back and says what was answered.
void Conversation::settled(const Question &question, const Settlement &settlement)
{
    if (question.chat != m_chat)
        return;
    m_composer->clearQuestion(); // first, so that its new name is what is heard when the focus comes
    const QModelIndex row = m_transcript.indexOfQuestion(question.id);
    if (auto *card = qobject_cast<QuestionCard *>(m_view->questionWidget(row)))
        card->settle(settlement);
}

void Conversation::act(const QPersistentModelIndex &row, const QString &action)
{
    const ReplyId reply{row.data(TranscriptRole::ReplyRow).toLongLong()};
    const SendOptions options{.face = Face::Window};
    const auto begun = [this](const Result<ReplyId> &made) {
        if (!made)
            Q_EMIT
        problem(made.error());
    };
    if (action == "copy"_L1)
        QGuiApplication::clipboard()->setText(m_transcript.markdownOf(row));
    else if (action == "retry"_L1)
        m_parts.replies.retry(reply, options, this, begun);
    else if (action == "regenerate"_L1)
        m_parts.replies.regenerate(reply, options, this, begun);
    else if (action == "changeAnswer"_L1)
        changeAnswer({row.data(TranscriptRole::Question).toString()});
    else if (action == "previous"_L1)
        m_transcript.showSibling(row, -1);
    else if (action == "next"_L1)
        m_transcript.showSibling(row, 1);
}

void Conversation::changeAnswer(const QuestionId &id)
{
    m_parts.replies.store().read<QuestionRecord>(
        this, [id](QSqlDatabase &database) { return records::question(database, id); },
        [this](const Result<QuestionRecord> &record) {
            if (!record) {
                Q_EMIT
                problem(record.error());
                return;
            }
            auto *dialog = new ChangeAnswerDialog(record->question, m_parts.alarms, this);
            connect(dialog, &ChangeAnswerDialog::changed, this,
                    [this, dialog](const QuestionId &question, const Answer &given) {
                        m_parts.replies.changeAnswer(question, given, {.face = Face::Window}, dialog,
                                                     [dialog](const Result<ReplyId> &made) {
                                                         if (made)
                                                             dialog->accept();
                                                         else
                                                             dialog->showRefused(made.error());
                                                     });
                    });
            dialog->open();
        });
}

void Conversation::openLink(const QUrl &target)
{
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Open link"),
        tr("This link leads to:\n\n%1\n\nOpen it in your browser?").arg(displayLine(target.toString())),
        QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    auto *open = box->addButton(tr("Open"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::buttonClicked, this, [open, target](QAbstractButton *pressed) {
        if (pressed == open)
            QDesktopServices::openUrl(target);
    });
    box->open();
}

} // namespace heed
