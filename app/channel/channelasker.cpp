// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channelasker.h"

#include "models/base/logging.h"
#include "models/question/check.h"
#include "models/question/display.h"
#include "models/store/chatrecord.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr Milliseconds againAfter = std::chrono::seconds(2); // while something is in the way

} // namespace

ChannelAsker::ChannelAsker(Replies &replies, QString folder, QString process, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_path(std::move(folder))
    , m_process(std::move(process))
    , m_keeper(replies.store(), replies.clock())
    , m_alarms(replies.clock())
{
    connect(&replies, &Replies::questionAsked, this, &ChannelAsker::asked);
    connect(&replies, &Replies::questionChanged, this, &ChannelAsker::changed);
    connect(&replies, &Replies::questionSettled, this, &ChannelAsker::settled);
    connect(&replies, &Replies::storageRecovered, this, &ChannelAsker::look);
    connect(&replies, &Replies::chatChanged, this, [this](ChatId chat) {
        const auto ids = m_filed.keys();
        for (const auto &id : ids) {
            if (m_filed.value(id).question.chat == chat)
                readTitle(id);
        }
    });
    replies.setOnItsWay(this, [this](const QuestionId &id) { return isAnswerOnItsWay(id); });
    connect(&m_watch, &FolderWatch::changed, this, &ChannelAsker::look);
    connect(&m_place, &FolderWatch::changed, this, &ChannelAsker::lookAtPlace);
}

ChannelAsker::~ChannelAsker()
{
    const auto ids = m_filed.keys();
    for (const auto &id : ids) {
        if (!m_channel)
            return;
        if (const auto answer = m_channel->answer(id); !answer) // else for whoever takes the reply up
            m_channel->removeQuestion(id);
    }
}

void ChannelAsker::setNames(const QString &program, const QString &client)
{
    m_program = program;
    m_client = client;
    const auto ids = m_filed.keys();
    for (const auto &id : ids)
        file(id);
}

//! What processes left that ended otherwise than they wanted.
void ChannelAsker::start()
{
    if (!QFileInfo::exists(m_path) || !open())
        return;
    if (const auto listing = m_channel->list())
        std::ignore = m_keeper.tidy(m_channel, *listing);
}

bool ChannelAsker::open()
{
    if (m_channel && m_channel->isCurrent())
        return true;
    auto opened = Channel::open(m_path);
    if (opened) {
        m_channel = *std::move(opened);
        m_watch.stop(); // the folder that was there before
        return true;
    }
    m_channel.reset();
    m_watch.stop();
    tellTrouble(opened.error());
    return false;
}

void ChannelAsker::tellTrouble(const Error &error)
{
    if (std::exchange(m_trouble, error.text) != error.text) {
        qCWarning(lcQuestion).noquote() << "the pending channel cannot be used:" << error.text;
        Q_EMIT refused(error);
    }
    if (m_again == 0 && !m_filed.isEmpty())
        m_again = m_alarms.after(againAfter, this, [this] {
            m_again = 0;
            tryAgain();
        });
}

//! By the clock and not with every change in the folder: an attempt that fails changes something there, too.
void ChannelAsker::tryAgain()
{
    const auto ids = m_filed.keys();
    for (const auto &id : ids) {
        if (m_filed.value(id).binding.isEmpty())
            file(id);
    }
    look();
}

void ChannelAsker::asked(const Question &question)
{
    m_filed.insert(question.id, {.question = question});
    readTitle(question.id);
}

void ChannelAsker::changed(const Question &question)
{
    const auto found = m_filed.find(question.id);
    if (found == m_filed.end())
        return;
    found->question = question;
    file(question.id);
}

void ChannelAsker::readTitle(const QuestionId &id)
{
    m_replies.store().read<ChatRecord>(
        this,
        [chat = m_filed.value(id).question.chat](QSqlDatabase &database) {
            return records::chat(database, chat);
        },
        [this, id](const Result<ChatRecord> &chat) {
            const auto found = m_filed.find(id);
            if (found == m_filed.end())
                return; // it has ended meanwhile
            const QString title = chat ? displayLine(chat->title) : found->chatTitle;
            if (std::exchange(found->isTitleRead, true) && title == found->chatTitle)
                return;
            found->chatTitle = title;
            file(id);
        });
}

void ChannelAsker::file(const QuestionId &id)
{
    const auto found = m_filed.find(id);
    if (found == m_filed.end() || !found->isTitleRead)
        return;
    m_place.start(QFileInfo(m_path).path());
    if (!open())
        return;
    if (found->bindings.isEmpty())
        carryOver(*found);
    const Question &question = found->question;
    m_watch.start(m_path); // first: nothing that comes from here on is missed
    const auto binding =
        m_channel->file({.question = question,
                         .chatTitle = found->chatTitle,
                         .asker = {.process = m_process, .program = m_program, .client = m_client}});
    if (!binding) {
        found->binding.clear();
        tellTrouble(binding.error());
        return;
    }
    m_trouble.clear();
    const QStringList files = Channel::filesOf(id);
    for (const QString &name : files)
        m_watch.startFile(m_path + u'/' + name); // what is written into one changes nothing in the folder
    found->binding = *binding;
    found->bindings.insert(*binding);
    lookAt(id);
}

//! The process that had asked before died with an answer before it: that answer still counts.
void ChannelAsker::carryOver(Filed &filed)
{
    const auto before = m_channel->question(filed.question.id);
    if (before && before->asksTheSame(filed.question))
        filed.bindings.insert(before->binding);
}

void ChannelAsker::look()
{
    if (m_filed.isEmpty())
        return;
    const bool isSame = m_channel && m_channel->isCurrent();
    const auto ids = m_filed.keys();
    for (const auto &id : ids) {
        if (isSame)
            lookAt(id);
        else
            file(id); // somebody removed the whole folder
    }
}

void ChannelAsker::lookAtPlace()
{
    if (!m_channel || !m_channel->isCurrent())
        look();
}

void ChannelAsker::lookAt(const QuestionId &id)
{
    const auto found = m_filed.constFind(id);
    if (!m_channel || found == m_filed.constEnd() || found->binding.isEmpty() || found->isTaking)
        return;
    lookForAnswer(id);
    lookAtFile(id);
}

void ChannelAsker::lookForAnswer(const QuestionId &id)
{
    const auto answer = m_channel->answer(id);
    if (answer)
        take(id, *answer);
    else if (answer.error().code == Error::Code::Refused || answer.error().code == Error::Code::Protocol)
        refuse(id, answer.error().detail);
}

//! Nobody hands an answer over after the deadline: one that lies there was given in time, to this process or
//! to one before it that died.
bool ChannelAsker::isAnswerOnItsWay(const QuestionId &id)
{
    const auto found = m_filed.find(id);
    if (found == m_filed.end() || found->isTaking)
        return found != m_filed.end();
    if (!QFileInfo::exists(m_path) || !open())
        return false;
    if (found->bindings.isEmpty())
        carryOver(*found);
    lookForAnswer(id);
    return m_filed.value(id).isTaking;
}

void ChannelAsker::lookAtFile(const QuestionId &id)
{
    const auto now = m_channel->question(id);
    const Filed filed = m_filed.value(id);
    if (now && now->binding == filed.binding) {
        m_trouble.clear();
        return;
    }
    const bool isGone = !now && now.error().code == Error::Code::NotFound;
    const bool isBad =
        !now && (now.error().code == Error::Code::Refused || now.error().code == Error::Code::Protocol);
    if (isBad && m_channel->removeQuestion(id))
        m_keeper.report(u"inquiry.refused_question"_s, id, filed.question.chat, now.error().detail);
    if (isGone || isBad || now)
        fileAgain(id);
    else if (now.error().code == Error::Code::Storage)
        tellTrouble(now.error());
}

//! Whoever removed the file may have found that its chat is closed: then nobody is to answer any more.
void ChannelAsker::fileAgain(const QuestionId &id)
{
    m_replies.store().read<ChatRecord>(
        this,
        [chat = m_filed.value(id).question.chat](QSqlDatabase &database) {
            return records::chat(database, chat);
        },
        [this, id](const Result<ChatRecord> &chat) {
            const auto found = m_filed.constFind(id);
            if (found == m_filed.constEnd())
                return;
            const Question &question = found->question;
            const bool isDeleted = !chat && chat.error().code == Error::Code::NotFound;
            const bool isLate = question.deadlineMs && *question.deadlineMs <= m_replies.clock().wallMs();
            if (isDeleted || (chat && chat->trashedMs))
                m_replies.stop(question.reply);
            else if (!isLate && m_channel) {
                const auto now = m_channel->question(id);
                if (!now || now->binding != found->binding)
                    file(id);
            }
        });
}

void ChannelAsker::take(const QuestionId &id, const PendingAnswer &answer)
{
    Filed &filed = m_filed[id];
    if (!filed.bindings.contains(answer.binding)) {
        refuse(id, u"it belongs to another file of a question"_s);
        return;
    }
    if (const auto problem = checkAnswer(filed.question, answer.answer)) {
        refuse(id, problem->text);
        return;
    }
    filed.isTaking = true;
    filed.taken = answer;
    // Who can answer it has been shown it.
    m_replies.confirmShown(id, answer.source.face);
    m_replies.answer(id, answer.answer, answer.source, this,
                     [this, id](const Result<Settlement> &settlement) { taken(id, settlement); });
}

void ChannelAsker::taken(const QuestionId &id, const Result<Settlement> &settlement)
{
    const auto found = m_filed.find(id);
    if (found == m_filed.end())
        return; // settled() has seen to it
    found->isTaking = false;
    if (settlement || settlement.error().code == Error::Code::Storage)
        return; // it stays where it is until it can be committed
    found->taken.reset();
    refuse(id, settlement.error().text);
}

void ChannelAsker::refuse(const QuestionId &id, const QString &reason)
{
    if (m_channel && m_channel->removeAnswer(id))
        m_keeper.report(u"inquiry.refused_answer"_s, id, m_filed.value(id).question.chat, reason);
}

void ChannelAsker::settled(const Question &question, const Settlement &settlement)
{
    const QuestionId id = question.id;
    if (!m_filed.contains(id))
        return;
    const Filed filed = m_filed.take(id);
    if (m_filed.isEmpty()) {
        m_watch.stop();
        m_place.stop();
        m_alarms.cancel(std::exchange(m_again, 0));
    }
    if (!m_channel)
        return;
    const bool wasTaken = filed.taken && settlement.via && *settlement.via == filed.taken->source.face &&
                          settlement.process == filed.taken->source.process;
    // An answer that comes between the two is found by the third.
    if (m_channel->removeAnswer(id) && !wasTaken)
        m_keeper.report(u"inquiry.refused_answer"_s, id, question.chat, u"its question has ended"_s);
    m_channel->removeQuestion(id);
    if (m_channel->removeAnswer(id))
        m_keeper.report(u"inquiry.refused_answer"_s, id, question.chat, u"its question has ended"_s);
}

} // namespace heed
