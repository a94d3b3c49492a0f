// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelasker.h"
#include "app/channel/channelwatch.h"
#include "models/store/chatrecord.h"
#include "models/store/keptrecord.h"
#include "models/store/questionrecord.h"
#include "tests/support/otherprocess.h"
#include "tests/support/replystage.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <memory>

namespace heed::test {

using namespace Qt::StringLiterals;

//! Options of "Which month?".
inline const QStringList months{u"March"_s, u"April"_s};

//! Replies whose questions are filed in a channel of their own, as another process's: a ChannelWatch in this
//! thread sees them.
class ChannelStage
{
public:
    ChannelStage() { openAsker(); }
    ~ChannelStage() { closeAsker(); }

    void openAsker()
    {
        // By value: a test goes on in this thread meanwhile.
        replies.replies->inReplyThread(
            [asker = m_asker, running = replies.replies.get(), place = folder(), name = process->name()] {
                auto *made = new ChannelAsker(*running, place, name);
                made->setNames(u"heed chat"_s, {});
                made->start();
                *asker = made;
            });
        settle();
    }
    //! Goes as at the end of the program.
    void closeAsker()
    {
        if (!replies.replies)
            return;
        replies.replies->inReplyThread([asker = m_asker] { delete asker->exchange(nullptr); });
        settle();
    }
    //! Goes as in a crash: leaves everything as it is.
    void crash()
    {
        QDir saved(m_home.filePath(u"saved"_s));
        QVERIFY(saved.removeRecursively());
        copyFolder(folder(), saved.path());
        closeAsker();
        replies.close();
        copyFolder(saved.path(), folder());
        process->end();
    }
    //! The next start, of another process, which takes up what was left.
    void restart()
    {
        process = std::make_unique<OtherProcess>();
        replies.open();
        openAsker();
        QVERIFY(replies.resume() >= 0);
    }
    void setNames(const QString &program, const QString &client)
    {
        replies.replies->inReplyThread(
            [asker = m_asker, program, client] { asker->load()->setNames(program, client); });
        settle();
    }
    //! What was handed to the reply thread has been done.
    void settle()
    {
        const auto done = std::make_shared<std::atomic<bool>>(false);
        replies.replies->inReplyThread([done] { *done = true; });
        QVERIFY(QTest::qWaitFor([&done] { return done->load(); }, patienceMs));
    }

    //! Waits for the question's file.
    [[nodiscard]] Question ask(const QString &text = u"Which one?"_s, const QStringList &options = {},
                               Face face = Face::Terminal)
    {
        const Question question = askUnfiled(text, options, face);
        if (!QTest::qWaitFor([&] { return exists(questionFile(question.id)); }, patienceMs))
            qWarning("the question was not filed");
        return question;
    }
    [[nodiscard]] Question askUnfiled(const QString &text = u"Which one?"_s, const QStringList &options = {},
                                      Face face = Face::Terminal)
    {
        chat = replies.createChat();
        replies.script->add({.calls = {test::ask(u"c1"_s, text, options)}});
        if (const auto sent = replies.send(chat, u"My taxes"_s, {.face = face}))
            reply = sent->reply;
        return replies.waitForQuestion(1, face);
    }
    //! Whether its file is there and whole before long, as time goes on.
    [[nodiscard]] bool isFiledAgain(const Question &question)
    {
        return QTest::qWaitFor(
            [&] {
                replies.clock.advance(std::chrono::seconds(1));
                const auto opened = channel();
                const auto filed = opened ? opened->question(question.id)
                                          : Result<PendingQuestion>(Error{.code = Error::Code::NotFound});
                return filed && filed->asksTheSame(question);
            },
            patienceMs);
    }

    [[nodiscard]] QString folder() const { return m_home.filePath(u"pending"_s); }
    [[nodiscard]] QString questionFile(const QuestionId &id) const
    {
        return folder() + u'/' + id.value + u".question.json"_s;
    }
    [[nodiscard]] QString answerFile(const QuestionId &id) const
    {
        return folder() + u'/' + id.value + u".answer.json"_s;
    }
    [[nodiscard]] static bool exists(const QString &file) { return QFile::exists(file); }
    [[nodiscard]] static bool waitGone(const QString &file)
    {
        return QTest::qWaitFor([&file] { return !QFile::exists(file); }, patienceMs);
    }
    [[nodiscard]] static QByteArray contents(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    //! A channel of one's own on the same folder.
    [[nodiscard]] std::shared_ptr<Channel> channel() const
    {
        auto opened = Channel::open(folder());
        return opened ? std::shared_ptr<Channel>(*std::move(opened)) : nullptr;
    }
    [[nodiscard]] std::unique_ptr<ChannelWatch> watch()
    {
        auto made = std::make_unique<ChannelWatch>(ChannelWatch::Parts{.store = *replies.store,
                                                                       .clock = replies.clock,
                                                                       .secretKey = "a key for tests",
                                                                       .folder = folder()});
        if (!made->start())
            qWarning("the folder cannot be watched");
        return made;
    }
    [[nodiscard]] QList<AuditRecord> audit(const QString &kind)
    {
        const auto all = replies.read<QList<AuditRecord>>(
            [](QSqlDatabase &database) { return records::audit(database, {}); });
        QList<AuditRecord> some;
        for (const auto &row : all) {
            if (row.kind == kind)
                some.append(row);
        }
        return some;
    }
    [[nodiscard]] QuestionRecord record(const QuestionId &id)
    {
        return replies.read<QuestionRecord>(
            [id](QSqlDatabase &database) { return records::question(database, id); });
    }

    ReplyStage replies{};
    std::unique_ptr<OtherProcess> process = std::make_unique<OtherProcess>();
    ChatId chat{};
    ReplyId reply{};

    static void copyFolder(const QString &from, const QString &to)
    {
        QDir().mkpath(to);
        QFile::setPermissions(to, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        const QStringList names = QDir(from).entryList(QDir::Files | QDir::Hidden);
        for (const QString &name : names) {
            QFile::remove(to + u'/' + name);
            QVERIFY(QFile::copy(from + u'/' + name, to + u'/' + name));
        }
    }

private:
    QTemporaryDir m_home{};
    //! Lives in the reply thread.
    std::shared_ptr<std::atomic<ChannelAsker *>> m_asker =
        std::make_shared<std::atomic<ChannelAsker *>>(nullptr);
};

} // namespace heed::test
