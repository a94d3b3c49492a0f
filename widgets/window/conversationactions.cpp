// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/conversation.h"

#include "models/question/display.h"
#include "models/store/questionrecord.h"
#include "widgets/chat/chatview.h"
#include "widgets/composer/composer.h"
#include "widgets/question/questioncard.h"
#include "widgets/window/changeanswerdialog.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

using namespace Qt::StringLiterals;

// What a Conversation does with cards, answers and the actions of rows.
namespace heed {

QWidget *Conversation::makeCard(const QModelIndex &row, QWidget *parent)
{
    const QuestionId id{row.data(TranscriptRole::Question).toString()};
    const auto question = m_parts.waiting.question(id);
    if (!question)
        return nullptr;
    auto *card = new QuestionCard(*question, m_parts.waiting.chatTitle(id), m_parts.alarms, parent);
    if (const auto asker = m_parts.waiting.asker(id)) {
        //: On a card: which other program asks, and "Your answer goes to …".
        card->setOrigin(tr("Asked by %1. %2").arg(askerLine(*asker), answerGoesLine(*asker)));
    }
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
            [this](const QuestionId &id, const QString &text) { offer(id, text); });
    connect(card, &QuestionCard::keepWaiting, this,
            [&replies](const QuestionId &id) { replies.keepWaiting(id); });
    connect(card, &QuestionCard::shown, this,
            [&replies](const QuestionId &id) { replies.confirmShown(id, Face::Window); });
}

void Conversation::answer(QuestionCard *card, const QuestionId &id, const Answer &given)
{
    m_parts.waiting.answer(id, given, Face::Window, this,
                           [this, card = QPointer<QuestionCard>(card)](const Result<Settlement> &settlement) {
                               if (!settlement) {
                                   if (card)
                                       card->showRefused(settlement.error());
                                   else
                                       Q_EMIT problem(settlement.error());
                                   return;
                               }
                               tellHeldBack(settlement->heldBack);
                           });
}

void Conversation::answerFromComposer(const QuestionId &id, const QString &text)
{
    m_parts.waiting.answer(id, {.kind = Answer::Kind::Text, .text = text}, Face::Window, this,
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
    Q_EMIT problem(
        {.code = Error::Code::Refused,
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
            Q_EMIT problem(made.error());
    };
    if (action == "copy"_L1)
        QGuiApplication::clipboard()->setText(m_transcript.markdownOf(row));
    else if (action == "retry"_L1)
        whenReady(m_chat, this, [=, this] { m_parts.replies.retry(reply, options, this, begun); });
    else if (action == "regenerate"_L1)
        whenReady(m_chat, this, [=, this] { m_parts.replies.regenerate(reply, options, this, begun); });
    else if (action == "takeBack"_L1)
        m_transcript.takeBack(row);
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
                Q_EMIT problem(record.error());
                return;
            }
            auto *dialog = new ChangeAnswerDialog(record->question, m_parts.alarms, this);
            connect(dialog, &ChangeAnswerDialog::changed, this,
                    [this, dialog, chat = record->question.chat](const QuestionId &question,
                                                                 const Answer &given) {
                        const auto then = [dialog](const Result<ReplyId> &made) {
                            if (made)
                                dialog->accept();
                            else
                                dialog->showRefused(made.error());
                        };
                        whenReady(chat, dialog, [=, this] {
                            m_parts.replies.changeAnswer(question, given, {.face = Face::Window}, dialog,
                                                         then);
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
