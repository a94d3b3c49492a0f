// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/conversation.h"

#include "models/question/display.h"
#include "models/question/secretscan.h"
#include "models/store/questionrecord.h"
#include "widgets/chat/chatview.h"
#include "widgets/composer/composer.h"
#include "widgets/question/questioncard.h"
#include "widgets/question/settledtext.h"
#include "widgets/window/findbar.h"

#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace heed {

//! What is read of a chat when it comes to the front.
struct Conversation::Opened {
    ChatRecord chat{};
    QList<QuestionRecord> left{}; //!< ended while the person was typing; the text is their draft
};

namespace {

//! What a person types may hold a secret long before it is sent; on the disk it never does.
QString withoutSecrets(const QString &text)
{
    QStringList seen; // the numbers hold within this text only
    return replaceSecrets(
               text,
               [&seen](const QString &value) {
                   if (!seen.contains(value))
                       seen.append(value);
                   return int(seen.indexOf(value)) + 1;
               },
               ScanMode::Draft)
        .text;
}

//! Whether a draft is what the person did not get to send.
bool wasLeft(const QuestionRecord &record)
{
    if (!record.settlement || record.draft.trimmed().isEmpty())
        return false;
    const Settlement &end = *record.settlement;
    const bool wentAlong = end.via == Face::Window && !end.answer.text.isEmpty() &&
                           (!end.heldBack.isEmpty() || end.answer.text.trimmed() == record.draft.trimmed());
    return !wentAlong;
}

constexpr int leftSteps = 3; // a question that ended is in one of the last replies

Result<QList<QuestionRecord>> leftDrafts(QSqlDatabase &database, ReplyId head)
{
    const auto steps = records::branchEnd(database, head, leftSteps);
    if (!steps)
        return steps.error();
    QList<QuestionRecord> left;
    for (const auto &step : *steps) {
        const auto questions = records::questionsOfReply(database, step.reply->id);
        if (!questions)
            return questions.error();
        for (const auto &question : *questions) {
            if (wasLeft(question))
                left.append(question);
        }
    }
    return left;
}

} // namespace

Conversation::Conversation(const Parts &parts, QWidget *parent)
    : QWidget(parent)
    , m_parts(parts)
    , m_transcript(parts.replies, parts.waiting)
    , m_find(new FindBar(this))
    , m_view(new ChatView(this))
    , m_composer(new Composer(parts.alarms, this))
    , m_pages(new QStackedLayout)
    , m_sinceMs(parts.replies.clock().wallMs())
{
    m_view->setWidgetFactory(
        [this](const QModelIndex &row, QWidget *cardParent) { return makeCard(row, cardParent); });
    m_view->setTimeZone(parts.replies.clock().zone());
    m_view->setModel(&m_transcript);
    m_view->setAccessibleName(tr("Conversation"));
    m_view->setFrameShape(QFrame::NoFrame);
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
    connectFind();
    connectModels();
}

Conversation::~Conversation()
{
    m_view->setModel(nullptr);   // the view is destroyed later than the model
    m_composer->setChat({}, {}); // what was typed last is kept
}

void Conversation::connectComposer()
{
    connect(m_composer, &Composer::messageSent, this, &Conversation::send);
    connect(m_composer, &Composer::answerSent, this, &Conversation::answerFromComposer);
    connect(m_composer, &Composer::stopWanted, this, &Conversation::stop);
    connect(m_composer, &Composer::draftChanged, this, &Conversation::keepDraft);
    connect(m_composer, &Composer::offerEnded, this, [this](const QString &text) {
        if (const QuestionId id = m_offered.take(text); !id.value.isEmpty())
            m_parts.replies.saveDraft(id, {});
    });
}

void Conversation::connectView()
{
    connect(m_view, &ChatView::actionRequested, this, &Conversation::act);
    connect(m_view, &ChatView::linkActivated, this, &Conversation::openLink);
    connect(m_view, &ChatView::waitingCardCreated, this, [this](QWidget *card) {
        m_parts.focusGuard.present(qobject_cast<QuestionCard *>(card));
        if (std::exchange(m_wantsCard, false)) // once it has its place
            QMetaObject::invokeMethod(this, &Conversation::showWaitingCard, Qt::QueuedConnection);
    });
    connect(m_view, &ChatView::waitingCardWanted, this, [](QWidget *card) {
        if (auto *question = qobject_cast<QuestionCard *>(card))
            question->enter();
    });
    connect(&m_parts.focusGuard, &FocusGuard::revealWanted, m_view, &ChatView::showWaitingQuestion);
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (value < 2 * m_view->height() && m_transcript.canFetchMore({}))
            m_transcript.fetchMore({});
    });
}

void Conversation::connectFind()
{
    connect(m_find, &FindBar::wanted, m_view, &ChatView::find);
    connect(m_view, &ChatView::findFinished, this, [this](bool isFound) {
        // What is not in the loaded part may be in the part above it.
        if (isFound || !m_find->isVisible() || !m_find->looksFar() || !m_transcript.canFetchMore({})) {
            m_find->showFound(isFound);
            return;
        }
        connect(&m_transcript, &QAbstractItemModel::rowsInserted, m_find, &FindBar::again,
                Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
        m_transcript.fetchMore({});
    });
    connect(m_find, &FindBar::notFound, this, [this](const QString &text) { m_parts.announcer.say(text); });
    connect(m_find, &FindBar::closed, this, [this] {
        m_view->find({});
        m_view->setFocus(Qt::OtherFocusReason);
    });
}

void Conversation::connectModels()
{
    connect(&m_transcript, &TranscriptModel::runningChanged, this, [this] {
        m_composer->setReplyRuns(m_transcript.runningReply().isValid());
        showWhich();
    });
    connect(&m_transcript, &TranscriptModel::loaded, this, &Conversation::showWhich);
    connect(&m_transcript, &TranscriptModel::failed, this, [this](const Error &error) {
        if (error.code != Error::Code::NotFound) // open() tells
            Q_EMIT problem(error);
    });
    connect(&m_transcript, &TranscriptModel::takenBack, this, [this](ChatId chat, const QString &text) {
        if (chat == m_chat)
            m_composer->takeBack(text);
        else
            keepDraft(chat, text);
    });
    connect(&m_transcript, &TranscriptModel::replyBegan, this,
            [this] { m_parts.announcer.say(tr("Replying")); });
    connect(&m_transcript, &TranscriptModel::replyOver, this, [this](int words, bool failed) {
        m_parts.announcer.say(failed ? tr("The reply failed. See the notice under it.")
                                     : tr("Reply finished, %n word(s)", nullptr, words));
    });
    connect(&m_parts.replies, &Replies::chatChanged, this, [this](ChatId chat) {
        if (chat == m_chat)
            readTitle();
    });
    connect(&m_parts.waiting, &WaitingModel::asked, this, [this](const Question &question) {
        if (question.chat == m_chat)
            showQuestion();
        else if (question.askedMs >= m_sinceMs)
            tellOfOtherChat(question);
    });
    connect(&m_parts.waiting, &WaitingModel::changed, this, [this](const Question &question) {
        const QModelIndex row = m_transcript.indexOfQuestion(question.id);
        if (auto *card = qobject_cast<QuestionCard *>(m_view->questionWidget(row)))
            card->setDeadline(question.deadlineMs);
    });
    connect(&m_parts.waiting, &WaitingModel::aboutToSettle, this, &Conversation::settled);
    connect(&m_parts.waiting, &WaitingModel::dropped, this, [this](const Question &question) {
        if (question.chat == m_chat)
            m_composer->clearQuestion();
    });
}

void Conversation::tellOfOtherChat(const Question &question)
{
    const QString chat = m_parts.waiting.chatTitle(question.id);
    const QString asks = settledtext::asksInOne(question);
    //: What a screen reader says of a question in a chat that is not in front; %2 is "The model asks: …".
    m_parts.focusGuard.tellOfOther(chat.isEmpty() ? asks : tr("In the chat “%1”: %2").arg(chat, asks));
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
    m_composer->setChat(chat, {}); // first: what was typed last is kept with the chat that was in front
    m_making.reset();
    m_offered.clear();
    m_hasDraft = false;
    m_wantsCard = false;
    m_chat = chat;
    setTitle({});
    m_transcript.setChat(chat);
    showQuestion();
    if (chat.isValid())
        open();
}

void Conversation::open()
{
    m_parts.replies.store().read<Opened>(
        this,
        [chat = m_chat](QSqlDatabase &database) -> Result<Opened> {
            const auto record = records::chat(database, chat);
            if (!record)
                return record.error();
            const auto left = leftDrafts(database, record->head);
            if (!left)
                return left.error();
            return Opened{.chat = *record, .left = *left};
        },
        [this, chat = m_chat](const Result<Opened> &read) {
            if (chat != m_chat)
                return;
            if (read && !read->chat.trashedMs)
                opened(*read);
            else if (read || read.error().code == Error::Code::NotFound)
                Q_EMIT chatGone(chat);
            else
                Q_EMIT problem(read.error());
        });
}

void Conversation::opened(const Opened &read)
{
    setTitle(displayLine(read.chat.title));
    m_hasDraft = !read.chat.draft.isEmpty();
    // Whatever was typed meanwhile stays.
    if (m_composer->text().isEmpty() && m_hasDraft) {
        m_composer->setChat(m_chat, read.chat.draft);
        m_composer->setReplyRuns(m_transcript.runningReply().isValid());
        showQuestion();
    }
    for (const auto &question : read.left)
        offer(question.question.id, question.draft);
}

void Conversation::readTitle()
{
    if (!m_chat.isValid())
        return;
    m_parts.replies.store().read<ChatRecord>(
        this, [chat = m_chat](QSqlDatabase &database) { return records::chat(database, chat); },
        [this](const Result<ChatRecord> &record) {
            if (record && record->id == m_chat)
                setTitle(displayLine(record->title));
        });
}

void Conversation::setTitle(const QString &title)
{
    if (m_title == title)
        return;
    m_title = title;
    Q_EMIT titleChanged();
}

//! Calls with the chat in front, which is made first if it is a new one; \a draft is in it from the
//! beginning.
void Conversation::inChat(const InChat &call, const QString &draft)
{
    if (m_chat.isValid()) {
        call(m_chat);
        return;
    }
    if (m_making) {
        m_making->append(call);
        return;
    }
    m_making = std::make_shared<QList<InChat>>(QList<InChat>{call});
    const qint64 nowMs = m_parts.replies.clock().wallMs();
    m_parts.replies.store().write<ChatId>(
        Durability::AtOnce, this,
        [record = ChatRecord{.createdMs = nowMs, .updatedMs = nowMs, .draft = withoutSecrets(draft)}](
            QSqlDatabase &database) { return records::addChat(database, record); },
        [this, making = m_making](const Result<ChatId> &chat) { made(making, chat); });
}

void Conversation::made(const Making &making, const Result<ChatId> &chat)
{
    const bool inFront = making == m_making; // else the person went to another one meanwhile
    if (inFront)
        m_making.reset();
    if (inFront && chat) {
        m_chat = *chat;
        m_transcript.setChat(m_chat);
        m_composer->setMadeChat(m_chat);
    }
    for (const auto &call : std::as_const(*making))
        call(chat);
    if (inFront && chat)
        Q_EMIT chatMade(m_chat);
    if (chat)
        Q_EMIT unsentChanged();
}

void Conversation::keepDraft(ChatId chat, const QString &text)
{
    if (!chat.isValid()) {
        if (text.isEmpty() && !m_making)
            return; // nothing was typed, so no chat is made for it
        inChat(
            [this, text](const Result<ChatId> &made) {
                if (made)
                    keepDraft(*made, text);
            },
            text);
        return;
    }
    const bool isFirst = m_transcript.rowCount() == 0 && chat == m_chat && m_hasDraft == text.isEmpty();
    if (chat == m_chat)
        m_hasDraft = !text.isEmpty();
    m_parts.replies.store().write<Done>(
        Durability::Grouped, this,
        [chat, safe = withoutSecrets(text)](QSqlDatabase &database) {
            return records::setChatDraft(database, chat, safe);
        },
        [this, isFirst](const Result<Done> &) {
            if (isFirst)
                Q_EMIT unsentChanged();
        });
}

void Conversation::offer(const QuestionId &id, const QString &text)
{
    m_offered.insert(text, id);
    m_composer->offerDraft(text);
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
    inChat([this, text](const Result<ChatId> &chat) {
        if (!chat) {
            m_composer->showRefused(chat.error());
            return;
        }
        const auto then = [this](const Result<Sent> &sent) {
            if (!sent) {
                m_composer->showRefused(sent.error());
                return;
            }
            m_composer->accepted();
            m_view->scrollToEnd();
        };
        whenReady(*chat, this, [this, chat = *chat, text, then] {
            m_parts.replies.send(chat, text, {.face = Face::Window}, this, then);
        });
    });
}

//! A reply that begins without the key of its provider fails.
void Conversation::whenReady(ChatId chat, QObject *context, const std::function<void()> &then)
{
    if (m_parts.prepare)
        m_parts.prepare(chat, context, then);
    else
        then();
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
        const QModelIndex index = m_transcript.index(row);
        const bool waits =
            row + 1 == m_transcript.rowCount() && !index.data(TranscriptRole::Title).toString().isEmpty();
        if (index.data(TranscriptRole::Kind).toInt() != int(RowKind::Message) || waits)
            continue;
        const int first = std::min(row + 1, m_transcript.rowCount() - 1);
        m_view->showRow(m_transcript.index(first));
        m_view->setFocus(Qt::OtherFocusReason);
        m_view->setCurrentRow(first);
        return;
    }
}

void Conversation::showWaitingCard()
{
    const auto *card = qobject_cast<QuestionCard *>(m_view->waitingCard());
    m_wantsCard = !card || card->question().chat != m_chat;
    if (!m_wantsCard)
        m_parts.focusGuard.enterCard();
}

void Conversation::showFind()
{
    m_find->open();
}

} // namespace heed
