// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/e2e/terminal/terminalrun.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace Qt::StringLiterals;
using namespace heed::test;

namespace {

constexpr int livesMost = 6;
constexpr int longestDelayUs = 40'000; // about what handing over, taking and committing take

//! One conversation whose asking process, or whose answering one, is killed again and again while a person
//! answers from the other; then it is carried to its end.
class Round
{
public:
    explicit Round(quint32 seed)
        : m_seed(seed)
        , m_random(seed)
    {
    }

    [[nodiscard]] QStringList run()
    {
        for (int life = 0; life < livesMost && !m_isDone && m_problems.isEmpty(); ++life)
            live(life + 1 < livesMost);
        if (m_problems.isEmpty())
            check();
        return m_problems;
    }
    [[nodiscard]] int deaths() const { return m_deaths; }

private:
    enum class Victim { None, Asker, Answerer };

    void problem(const QString &text)
    {
        m_problems.append(u"seed %1 after %2 deaths: %3"_s.arg(m_seed).arg(m_deaths).arg(text));
    }
    void startAsker();
    void live(bool mayDie);
    void waitForFile();
    void passTime();
    void hear(const TerminalRun &person, const QString &text);
    void seeItEnd();
    void check();
    void checkFolder();

    quint32 m_seed;
    QRandomGenerator m_random;
    QTemporaryDir m_home{};
    std::unique_ptr<HeedRun> m_asker{};
    qint64 m_chat = 0;
    QString m_id{};
    QStringList m_given{};
    QString m_acknowledged{}; //!< what the answering process said was taken
    bool m_isDone = false;
    int m_deaths = 0;
    QStringList m_problems{};
};

void Round::startAsker()
{
    QStringList arguments{u"chat"_s, u"--json"_s};
    if (m_chat > 0)
        arguments += {u"--chat"_s, QString::number(m_chat)};
    m_asker = std::make_unique<HeedRun>(m_home.path(), arguments);
    m_asker->start();
    const QJsonObject ready = m_asker->waitFor(u"ready"_s);
    if (ready.isEmpty()) {
        problem(u"it does not start: %1"_s.arg(QString::fromUtf8(m_asker->out() + m_asker->err())));
        return;
    }
    if (m_chat == 0)
        m_asker->send({{u"message"_s, u"remind me to call the dentist"_s}});
    m_chat = ready[u"chat"_s].toInteger();
}

void Round::live(bool mayDie)
{
    if (!m_asker)
        startAsker();
    if (!m_problems.isEmpty())
        return;
    const Story before = Story::read(m_home.path());
    if (!before.questions.isEmpty() && before.questions.first().outcome) {
        seeItEnd();
        return;
    }
    const QString id = m_asker->waitFor(u"question"_s)[u"id"_s].toString();
    if (id.isEmpty() || (!m_id.isEmpty() && id != m_id)) {
        problem(u"\"%1\" was asked instead of \"%2\""_s.arg(id, m_id));
        return;
    }
    m_id = id;
    const Victim victim = mayDie ? Victim(m_random.bounded(3)) : Victim::None;
    waitForFile();
    // Not what an option says, "In 20 minutes": that would be chosen, and be told in the option's letters.
    const QString text = u"in %1 minutes"_s.arg(31 + m_given.size());
    TerminalRun person(m_home.path(), {u"questions"_s, u"answer"_s, m_id});
    const int shown = person.showsOneOf("answer> ", "No question");
    if (shown == 0) {
        m_given.append(text);
        person.enter(text.toUtf8());
    } else if (shown < 0) {
        problem(u"the question is not shown: %1"_s.arg(QString::fromUtf8(person.screen())));
    } // else an answer of an earlier life was taken meanwhile
    if (victim != Victim::None)
        passTime();
    if (victim == Victim::Answerer) {
        person.killNow();
        ++m_deaths;
    } else if (victim == Victim::Asker) {
        m_asker->killNow();
        m_asker.reset();
        ++m_deaths;
    }
    if (victim != Victim::Answerer && person.waitForEnd() < 0)
        problem(u"the answering process did not end: %1"_s.arg(QString::fromUtf8(person.screen())));
    hear(person, text);
    if (m_problems.isEmpty() && (victim == Victim::None || (m_asker && !m_acknowledged.isEmpty())))
        seeItEnd();
}

//! Until the question can be answered elsewhere, or has been answered by what an earlier life left.
void Round::waitForFile()
{
    const QString file = m_home.filePath(u"pending/%1.question.json"_s.arg(m_id));
    std::ignore = waitUntil([&] { return QFile::exists(file) || !m_asker->all(u"answer"_s).isEmpty(); });
}

void Round::passTime()
{
    const qint64 nanoseconds = m_random.bounded(3) == 0 ? 0 : qint64(m_random.bounded(longestDelayUs)) * 1000;
    QElapsedTimer timer;
    timer.start();
    while (timer.nsecsElapsed() < nanoseconds)
        std::ignore = waitUntil([&] { return timer.nsecsElapsed() >= nanoseconds; }, 1);
}

void Round::hear(const TerminalRun &person, const QString &text)
{
    if (!person.screen().contains(QByteArray("Answered: " + text.toUtf8())))
        return;
    if (!m_acknowledged.isEmpty() && m_acknowledged != text)
        problem(u"both \"%1\" and \"%2\" were taken"_s.arg(m_acknowledged, text));
    m_acknowledged = text;
}

void Round::seeItEnd()
{
    const bool wasDone =
        Story::read(m_home.path()).replies.value(0).state == u"done"_s; // told in an earlier life
    if (wasDone || !m_asker->waitFor(u"done"_s).isEmpty()) {
        m_isDone = true;
        m_asker->closeInput();
        if (m_asker->waitForEnd() != 0)
            problem(u"it did not leave well"_s);
        return;
    }
    problem(u"the reply did not go on: %1"_s.arg(QString::fromUtf8(m_asker->out().right(400))));
}

void Round::check()
{
    const Story story = Story::read(m_home.path());
    if (story.integrity != u"ok"_s || story.questions.size() != 1 || story.replies.size() != 1) {
        problem(u"%1 questions and %2 replies, %3"_s.arg(story.questions.size())
                    .arg(story.replies.size())
                    .arg(story.integrity));
        return;
    }
    const auto question = story.questions.first();
    if (!m_isDone || story.replies.first().state != u"done"_s)
        problem(u"the reply is %1"_s.arg(story.replies.first().state));
    if (!m_given.contains(question.answer))
        problem(u"it was answered with \"%1\""_s.arg(question.answer));
    if (!m_acknowledged.isEmpty() && m_acknowledged != question.answer)
        problem(u"\"%1\" was acknowledged, but \"%2\" counts"_s.arg(m_acknowledged, question.answer));
    if (story.count(u"inquiry.requested"_s, m_id) != 1 || story.count(u"inquiry.answered"_s, m_id) != 1 ||
        story.count(u"inquiry.settled"_s, m_id) != 1)
        problem(u"the audit tells of it %1 times"_s.arg(story.count(u"inquiry.answered"_s, m_id)));
    if (story.reminders.size() != 1)
        problem(u"%1 reminders"_s.arg(story.reminders.size()));
    checkFolder();
}

//! What the killed left behind goes with the next start of any program.
void Round::checkFolder()
{
    HeedRun next(m_home.path(), {u"chat"_s, u"--json"_s});
    next.start();
    std::ignore = next.waitFor(u"ready"_s);
    QStringList left;
    const auto isTidy = [this, &left] {
        left = QDir(m_home.filePath(u"pending"_s)).entryList(QDir::Files | QDir::Hidden, QDir::Name);
        return left == QStringList{u".key"_s};
    };
    if (!waitUntil(isTidy))
        problem(u"left in the folder: %1"_s.arg(left.join(u", "_s)));
}

} // namespace

//! `kill -9` of one of two processes, the one that asks or the one that answers, at random moments. The seed
//! is always the same unless HEED_KILL_SEED says another; HEED_KILL_ROUNDS says how many rounds.
class tst_KillTwo : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsLostOrDoubled();
};

void tst_KillTwo::nothingIsLostOrDoubled()
{
    bool isGiven = false;
    const int seed = qEnvironmentVariableIntValue("HEED_KILL_SEED", &isGiven);
    const quint32 first = isGiven ? quint32(seed) : 1130;
    const int told = qEnvironmentVariableIntValue("HEED_KILL_ROUNDS", &isGiven);
    const int rounds = isGiven ? told : 6;
    qInfo("the first seed is %u (HEED_KILL_SEED)", first);
    int deaths = 0;
    QStringList problems;
    for (int i = 0; i < rounds; ++i) {
        Round round(first + quint32(i));
        problems += round.run();
        deaths += round.deaths();
    }
    qInfo("%d rounds, %d deaths", rounds, deaths);
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    QVERIFY(deaths >= rounds / 2);
}

QTEST_GUILESS_MAIN(tst_KillTwo)
#include "tst_killtwo.moc"
