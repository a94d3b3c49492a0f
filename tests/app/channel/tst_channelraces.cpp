// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channel.h"
#include "models/base/process.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <iostream>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

constexpr int rounds = 50;

QuestionElsewhere question(const QuestionId &id)
{
    return {.question = {.id = id, .chat = {1}, .text = u"Which one?"_s, .askedMs = 1'795'000'000'000},
            .asker = {.process = processIdentity(), .program = u"heed chat"_s}};
}

//! A folder whose process is killed before its n-th step.
class DyingFolder final : public ChannelFolder
{
public:
    DyingFolder(std::unique_ptr<ChannelFolder> folder, int steps)
        : m_folder(std::move(folder))
        , m_steps(steps)
    {
    }
    [[nodiscard]] Result<QStringList> names() const override { return m_folder->names(); }
    [[nodiscard]] Result<QByteArray> read(const QString &name) const override { return m_folder->read(name); }
    [[nodiscard]] Result<Done> put(const QString &name, const QByteArray &bytes) override
    {
        step();
        // A death in the middle of writing leaves a file that was begun.
        if (m_steps == 0)
            begin(bytes.left(bytes.size() / 2));
        step();
        return m_folder->put(name, bytes);
    }
    [[nodiscard]] Result<bool> putFirst(const QString &name, const QByteArray &bytes) override
    {
        step();
        if (m_steps == 0)
            begin(bytes);
        step();
        return m_folder->putFirst(name, bytes);
    }
    [[nodiscard]] bool remove(const QString &name) override
    {
        step();
        return m_folder->remove(name);
    }
    [[nodiscard]] bool isCurrent() const override { return m_folder->isCurrent(); }

private:
    void step()
    {
        if (m_steps-- == 0)
            ::raise(SIGKILL);
    }
    void begin(const QByteArray &bytes) { std::ignore = m_folder->put(temporaryName(), bytes); }

    std::unique_ptr<ChannelFolder> m_folder;
    int m_steps;
};

//! Says that it is ready, and waits for a line: so that several begin at the same instant.
void waitForStart()
{
    std::cout << "ready" << std::endl;
    std::string line;
    std::getline(std::cin, line);
}

int handIn(const QString &folder, const QuestionId &id, const QString &text)
{
    const auto channel = Channel::open(folder);
    if (!channel)
        return 3;
    const auto asked = (*channel)->question(id);
    if (!asked)
        return 4;
    waitForStart();
    const auto first = (*channel)->hand(
        {.id = id, .answer = {.kind = Answer::Kind::Text, .text = text}, .binding = asked->binding});
    if (!first)
        return 5;
    return *first ? 0 : 1;
}

int makeKey(const QString &folder, const QuestionId &id)
{
    waitForStart();
    const auto channel = Channel::open(folder);
    return channel && (*channel)->file(question(id)) ? 0 : 3;
}

//! The life of an asking process: files, files anew, finds an answer, removes both.
int ask(const QString &folder, const QuestionId &id, int steps)
{
    auto opened = ChannelFolder::open(folder);
    if (!opened)
        return 3;
    Channel channel(std::make_unique<DyingFolder>(*std::move(opened), steps));
    QuestionElsewhere asked = question(id);
    if (!channel.file(asked))
        return 4;
    asked.question.deadlineMs = 1'999'000'000'000;
    const auto binding = channel.file(asked);
    if (!binding)
        return 5;
    if (!channel.hand({.id = id, .answer = {.kind = Answer::Kind::Decline}, .binding = *binding}))
        return 6;
    channel.removeAnswer(id);
    channel.removeQuestion(id);
    return 0;
}

int runChild(const QStringList &words)
{
    const QString &folder = words.at(3);
    const QuestionId id{words.at(4)};
    if (words.at(2) == u"hand"_s)
        return handIn(folder, id, words.at(5));
    if (words.at(2) == u"key"_s)
        return makeKey(folder, id);
    return ask(folder, id, words.at(5).toInt());
}

//! This program as another process.
class Child
{
public:
    explicit Child(const QStringList &words)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QCoreApplication::applicationFilePath(), QStringList{u"--child"_s} + words);
    }
    [[nodiscard]] bool isReady()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead())
                return false;
        }
        return m_process.readLine() == "ready\n";
    }
    void go()
    {
        m_process.write("\n");
        m_process.waitForBytesWritten();
    }
    //! The exit code; -1 when it was killed.
    [[nodiscard]] int end()
    {
        m_process.waitForFinished();
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

private:
    QProcess m_process{};
};

} // namespace

//! Real processes in one folder, at the same instant and in their last one.
class tst_ChannelRaces : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void exactlyOneAnswerWins();
    void oneKeyIsMade();
    void deathAtEachStepLeavesWhatCanBeUsed();

private:
    [[nodiscard]] static QStringList left(const QString &folder)
    {
        return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }
};

void tst_ChannelRaces::exactlyOneAnswerWins()
{
    const QTemporaryDir home;
    const QString folder = home.filePath(u"pending"_s);
    const auto channel = Channel::open(folder);
    QVERIFY(channel);
    int firstWon = 0;
    for (int round = 0; round < rounds; ++round) {
        const QuestionId id = QuestionId::generate();
        QVERIFY((*channel)->file(question(id)));
        Child one({u"hand"_s, folder, id.value, u"one"_s});
        Child other({u"hand"_s, folder, id.value, u"other"_s});
        QVERIFY(one.isReady());
        QVERIFY(other.isReady());
        // In turn the first to be told, so that neither always is.
        (round % 2 == 0 ? one : other).go();
        (round % 2 == 0 ? other : one).go();
        const int oneEnd = one.end();
        const int otherEnd = other.end();
        QVERIFY2((oneEnd == 0 && otherEnd == 1) || (oneEnd == 1 && otherEnd == 0),
                 qPrintable(u"%1 and %2"_s.arg(oneEnd).arg(otherEnd)));
        const auto answer = (*channel)->answer(id);
        QVERIFY(answer);
        QCOMPARE(answer->answer.text, oneEnd == 0 ? u"one"_s : u"other"_s);
        firstWon += oneEnd == 0 ? 1 : 0;
        QVERIFY((*channel)->removeAnswer(id));
        QVERIFY((*channel)->removeQuestion(id));
    }
    qInfo("the one won %d times of %d", firstWon, rounds);
    QCOMPARE(left(folder), QStringList{u".key"_s});
}

void tst_ChannelRaces::oneKeyIsMade()
{
    for (int round = 0; round < 10; ++round) {
        const QTemporaryDir home;
        const QString folder = home.filePath(u"pending"_s);
        std::vector<std::unique_ptr<Child>> children;
        QList<QuestionId> ids;
        for (int i = 0; i < 4; ++i) {
            ids.append(QuestionId::generate());
            children.push_back(std::make_unique<Child>(QStringList{u"key"_s, folder, ids.last().value}));
        }
        for (const auto &child : children)
            QVERIFY(child->isReady());
        for (const auto &child : children)
            child->go();
        for (const auto &child : children)
            QCOMPARE(child->end(), 0);
        const auto channel = Channel::open(folder);
        QVERIFY(channel);
        for (const auto &id : std::as_const(ids))
            QVERIFY((*channel)->question(id)); // all of them were signed with the one key
    }
}

void tst_ChannelRaces::deathAtEachStepLeavesWhatCanBeUsed()
{
    int deaths = 0;
    for (int steps = 0;; ++steps) {
        const QTemporaryDir home;
        const QString folder = home.filePath(u"pending"_s);
        const QuestionId id = QuestionId::generate();
        Child child({u"ask"_s, folder, id.value, QString::number(steps)});
        const int end = child.end();
        QVERIFY2(end == 0 || end == -1, qPrintable(QString::number(end)));
        const auto channel = Channel::open(folder);
        QVERIFY(channel);
        const auto listing = (*channel)->list();
        QVERIFY(listing);
        QVERIFY2(listing->bad.isEmpty(), qPrintable(u"after %1 steps"_s.arg(steps)));
        for (const auto &found : listing->questions) {
            QCOMPARE(found.waiting.question.id, id);
            QVERIFY(!isProcessAlive(found.waiting.asker.process));
        }
        for (const auto &answered : listing->answers)
            QVERIFY((*channel)->answer(answered));
        for (const QString &name : listing->leftovers) {
            QVERIFY(!isProcessAlive(ChannelFolder::writerOf(name)));
            QVERIFY((*channel)->removeLeftover(name));
        }
        // The next process goes on in the same folder.
        QVERIFY((*channel)->file(question(id)));
        QVERIFY((*channel)->question(id));
        if (end == 0)
            break;
        ++deaths;
    }
    QVERIFY2(deaths >= 8, qPrintable(QString::number(deaths)));
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == u"--child"_s)
        return runChild(words);
    tst_ChannelRaces test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_channelraces.moc"
