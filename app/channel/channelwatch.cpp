// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channelwatch.h"

#include "app/channel/keeperof.h"
#include "models/base/logging.h"
#include "models/base/process.h"
#include "models/question/check.h"
#include "models/store/questionrecord.h"

#include <QFileInfo>
#include <algorithm>

namespace heed {

namespace {
constexpr Milliseconds lookAgainAfter = std::chrono::seconds(2); // while the folder cannot be used
} // namespace

ChannelWatch::ChannelWatch(Parts parts, QObject *parent)
    : QuestionsElsewhere(parent)
    , m_parts(std::move(parts))
    , m_alarms(m_parts.clock)
    , m_marks(m_parts.store, m_parts.secretKey)
    , m_keeper(m_parts.store, m_parts.clock)
{
    qRegisterMetaType<QuestionElsewhere>();
    connect(&m_watch, &FolderWatch::changed, this, &ChannelWatch::look);
    connect(&m_place, &FolderWatch::changed, this, [this] {
        if (m_channel && !m_channel->isCurrent())
            look();
    });
    connect(&m_processes, &ProcessWatch::ended, this, &ChannelWatch::look);
}

Result<Done> ChannelWatch::start()
{
    auto opened = Channel::open(m_parts.folder);
    if (!opened)
        return opened.error();
    m_channel = *std::move(opened);
    m_watch.start(m_parts.folder); // first: nothing that comes from here on is missed
    m_place.start(QFileInfo(m_parts.folder).path());
    look();
    return Done{};
}

void ChannelWatch::look()
{
    if (!m_channel)
        return;
    if (!m_channel->isCurrent() && !openAnew()) {
        follow({});
        lookAgain();
        return;
    }
    const auto listing = m_channel->list();
    if (!listing) {
        if (!std::exchange(m_isInTheWay, true))
            qCWarning(lcQuestion).noquote()
                << "the pending questions cannot be read:" << listing.error().text;
        lookAgain();
        return;
    }
    m_isInTheWay = false;
    follow(m_keeper.tidy(m_channel, *listing));
}

//! Somebody removed the whole folder. False: there is none that can be used.
bool ChannelWatch::openAnew()
{
    auto opened = Channel::open(m_parts.folder);
    if (!opened) {
        if (!std::exchange(m_isInTheWay, true))
            qCWarning(lcQuestion).noquote() << opened.error().text;
        return false;
    }
    m_channel = *std::move(opened);
    m_watch.stop();
    m_watch.start(m_parts.folder);
    return m_channel->isCurrent(); // else it was removed again before it was watched
}

//! What is not watched tells nothing.
void ChannelWatch::lookAgain()
{
    if (m_again == 0)
        m_again = m_alarms.after(lookAgainAfter, this, [this] {
            m_again = 0;
            look();
        });
}

void ChannelWatch::follow(const QList<PendingQuestion> &waiting)
{
    QHash<QuestionId, PendingQuestion> now;
    for (const auto &question : waiting) {
        if (question.waiting.asker.process != processIdentity())
            now.insert(question.waiting.question.id, question);
    }
    const auto before = std::exchange(m_waiting, now);
    followProcesses();
    lookAfterHanded();
    for (const auto &known : before) {
        if (!now.contains(known.waiting.question.id))
            Q_EMIT ended(known.waiting.question.id);
    }
    for (const auto &question : std::as_const(now)) {
        const auto known = before.constFind(question.waiting.question.id);
        if (known == before.constEnd())
            Q_EMIT appeared(question.waiting);
        else if (known->binding != question.binding)
            Q_EMIT changed(question.waiting);
    }
}

void ChannelWatch::followProcesses()
{
    QSet<QString> wanted;
    for (const auto &question : std::as_const(m_waiting))
        wanted.insert(question.waiting.asker.process);
    for (const auto &handed : std::as_const(m_handed))
        wanted.insert(handed.asker);
    const QStringList watched = m_processes.watched();
    for (const QString &process : watched) {
        if (!wanted.contains(process))
            m_processes.forget(process);
    }
    for (const QString &process : std::as_const(wanted)) {
        if (isProcessAlive(process))
            m_processes.watch(process);
    }
}

QList<QuestionElsewhere> ChannelWatch::questions() const
{
    QList<QuestionElsewhere> all;
    for (const auto &question : m_waiting)
        all.append(question.waiting);
    std::ranges::sort(all, {}, [](const QuestionElsewhere &one) {
        return std::pair(one.question.askedMs, one.question.id.value);
    });
    return all;
}

void ChannelWatch::answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                          const Then &then)
{
    const auto found = m_waiting.constFind(id);
    Handed handed{.id = id, .face = face, .context = context, .then = then};
    if (found == m_waiting.constEnd()) {
        tell(handed); // it may have been answered a moment ago
        return;
    }
    const PendingQuestion &question = *found;
    handed.asker = question.waiting.asker.process;
    const Answer meant = canonicalAnswer(question.waiting.question, answer);
    if (const auto problem = checkAnswer(question.waiting.question, meant)) {
        say(handed, *problem);
        return;
    }
    m_marks.holdBack(question.waiting.question.chat, meant, this, [this, handed](const auto &held) {
        if (!held) {
            say(handed, held.error());
            return;
        }
        Handed safe = handed;
        safe.answer = held->first;
        safe.heldBack = held->second;
        hand(safe);
    });
}

void ChannelWatch::hand(Handed handed)
{
    look(); // first: in a folder that was moved away just now, nobody looks for an answer
    const auto found = m_waiting.constFind(handed.id);
    if (found == m_waiting.constEnd()) {
        tell(handed);
        return;
    }
    handed.asker = found->waiting.asker.process;
    handed.channel = m_channel;
    const auto first = m_channel->hand(
        {.id = handed.id,
         .answer = handed.answer,
         .source = {.face = handed.face, .process = processIdentity(), .heldBack = handed.heldBack},
         .binding = found->binding});
    if (!first) {
        say(handed, first.error());
        return;
    }
    handed.isFirst = *first;
    m_handed.append(std::move(handed));
    look(); // it may have ended just before, or the folder may have been moved away
}

//! An answer has been seen to when its file or its question's has gone, its folder, or its process.
void ChannelWatch::lookAfterHanded()
{
    const auto all = std::exchange(m_handed, {});
    for (const auto &handed : all) {
        const bool waits = m_waiting.contains(handed.id) && isProcessAlive(handed.asker);
        const auto answer = handed.channel->answer(handed.id);
        const bool lies = answer || answer.error().code != Error::Code::NotFound;
        if (waits && lies && handed.channel == m_channel)
            m_handed.append(handed);
        else
            tell(handed);
    }
}

void ChannelWatch::tell(const Handed &handed)
{
    struct Kept {
        QuestionRecord record{};
        QString keeper{};
    };
    m_parts.store.read<Kept>(
        this,
        [id = handed.id](QSqlDatabase &database) -> Result<Kept> {
            const auto record = records::question(database, id);
            if (!record)
                return record.error();
            const auto keeper = keeperOf(database, record->question);
            if (!keeper)
                return keeper.error();
            return Kept{.record = *record, .keeper = *keeper};
        },
        [this, handed](const Result<Kept> &kept) {
            if (kept && kept->record.settlement) {
                const Settlement &end = *kept->record.settlement;
                const bool isOurs = end.via && *end.via == handed.face && end.process == processIdentity() &&
                                    end.answer == handed.answer;
                say(handed, Taken{.settlement = end, .isOurs = isOurs, .heldBack = handed.heldBack});
            } else if (kept) {
                tellNotTaken(handed, kept->keeper);
            } else if (kept.error().code != Error::Code::NotFound) {
                say(handed, kept.error()); // what became of the answer is not known
            } else {
                say(handed,
                    Error{.code = Error::Code::Conflict,
                          .text = tr("This question is no longer open. Your answer was not used; send "
                                     "it as a message if it still matters.")});
            }
        });
}

//! The question waits, and its answer is not where it was put. What is said to be lost is taken back first,
//! wherever its folder lies now: it must not be found there later.
void ChannelWatch::tellNotTaken(const Handed &handed, const QString &keeper)
{
    const bool asks = isProcessAlive(handed.asker.isEmpty() ? keeper : handed.asker);
    if (!asks && handed.isFirst && handed.channel->isCurrent() && handed.channel->answer(handed.id)) {
        say(handed, Error{.code = Error::Code::Conflict,
                          .text = tr("The program that asked ended before it took your answer. The "
                                     "answer is kept, and used as soon as the chat is opened again.")});
        return;
    }
    if (handed.isFirst)
        handed.channel->removeAnswer(handed.id);
    if (!asks)
        say(handed, Error{.code = Error::Code::Conflict,
                          .text = tr("The program that asked has ended, and your answer was not used. The "
                                     "question waits in its chat: answer it there.")});
    else if (!handed.isFirst)
        say(handed, Error{.code = Error::Code::Refused,
                          .text = tr("Your answer was not handed over: the question's file is not among the "
                                     "pending questions at the moment. Answer again.")});
    else // it may have read the answer before
        say(handed, Error{.code = Error::Code::Refused,
                          .text = tr("It is not known whether the program that asks got your answer: its "
                                     "file was removed, altered or moved away on the way. Answer again; "
                                     "should the first answer have got there, it is the one that counts, "
                                     "and you are told so.")});
}

void ChannelWatch::say(const Handed &handed, const Result<Taken> &taken)
{
    if (handed.context && handed.then)
        handed.then(taken);
}

} // namespace heed
