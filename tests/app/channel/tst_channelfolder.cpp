// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channel.h"
#include "tests/app/channel/filewriting.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

constexpr uid_t somebodyElse = 54321;

const QuestionId id{u"0a1b2c3d"_s};
const QString questionName = u"0a1b2c3d.question.json"_s;
const QString answerName = u"0a1b2c3d.answer.json"_s;

QuestionElsewhere question()
{
    return {.question = {.id = id, .chat = {1}, .text = u"Which one?"_s, .askedMs = 1'795'000'000'000},
            .asker = {.process = u"1:1@x"_s, .program = u"heed chat"_s}};
}

int modeOf(const QString &path)
{
    struct stat info {
    };
    return ::lstat(QFile::encodeName(path).constData(), &info) == 0 ? int(info.st_mode & 07777) : -1;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

//! Who may be in the folder, and what in it is taken for a file of ours.
class tst_ChannelFolder : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void isMadeForThePersonAlone();
    void unusableFolderIsRefused_data();
    void unusableFolderIsRefused();
    void unusableFileIsRefused_data();
    void unusableFileIsRefused();
    void unusableKeyIsRefused_data();
    void unusableKeyIsRefused();
    void linkInThePlaceOfAFileIsReplacedNotFollowed();
    void linkInThePlaceOfAnAnswerIsNotFollowed();
    void folderThatIsSwappedIsNotFollowed();
    void folderThatMayNotBeUsedAnyMoreIsNotCurrent_data();
    void folderThatMayNotBeUsedAnyMoreIsNotCurrent();
    void firstAnswerWins();
    void keyIsTheSameForAll();
    void removedKeyMakesAnother();
    void nothingIsLeftBegun();
    void tellsWhoBeganAFile();

private:
    [[nodiscard]] QString path() const { return m_home->filePath(u"pending"_s); }
    [[nodiscard]] QString file(const QString &name) const { return path() + u'/' + name; }
    [[nodiscard]] std::shared_ptr<Channel> open() const
    {
        auto opened = Channel::open(path());
        return opened ? std::shared_ptr<Channel>(*std::move(opened)) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_home{};
};

void tst_ChannelFolder::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(m_home->isValid());
}

void tst_ChannelFolder::isMadeForThePersonAlone()
{
    const mode_t before = ::umask(0);
    const auto channel = open();
    QVERIFY(channel);
    QVERIFY(channel->file(question()));
    QVERIFY(channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}}));
    ::umask(before);
    QCOMPARE(modeOf(path()), 0700);
    QCOMPARE(modeOf(file(questionName)), 0600);
    QCOMPARE(modeOf(file(answerName)), 0600);
    QCOMPARE(modeOf(file(u".key"_s)), 0600);
}

using Spoil = std::function<void(const QString &)>;

void tst_ChannelFolder::unusableFolderIsRefused_data()
{
    QTest::addColumn<Spoil>("make");
    QTest::addColumn<QString>("says");
    QTest::newRow("a link to a good folder") << Spoil([](const QString &path) {
        QVERIFY(QDir().mkpath(path + u"-real"_s));
        QCOMPARE(::chmod(QFile::encodeName(path + u"-real"_s).constData(), 0700), 0);
        QVERIFY(QFile::link(path + u"-real"_s, path));
    }) << u"is a link or a file"_s;
    QTest::newRow("a link to nowhere")
        << Spoil([](const QString &path) { QVERIFY(QFile::link(path + u"-nowhere"_s, path)); })
        << u"is a link or a file"_s;
    QTest::newRow("a file") << Spoil([](const QString &path) { writeFile(path, "x"); })
                            << u"is a link or a file"_s;
    QTest::newRow("somebody else's") << Spoil([](const QString &path) {
        QCOMPARE(::mkdir(QFile::encodeName(path).constData(), 0700), 0);
        QCOMPARE(::chown(QFile::encodeName(path).constData(), somebodyElse, somebodyElse), 0);
    }) << u"belongs to somebody else"_s;
    for (const int mode : {0755, 0750, 0770, 0701, 0500, 01700, 02700}) {
        QTest::addRow("mode %o", mode) << Spoil([mode](const QString &path) {
            QCOMPARE(::mkdir(QFile::encodeName(path).constData(), 0700), 0);
            QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode_t(mode)), 0);
        }) << u"Others may use the folder"_s;
    }
}

void tst_ChannelFolder::unusableFolderIsRefused()
{
    QFETCH(Spoil, make);
    QFETCH(QString, says);
    make(path());
    const auto opened = Channel::open(path());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Error::Code::Refused);
    QVERIFY2(opened.error().text.contains(says), qPrintable(opened.error().text));
    QVERIFY(opened.error().text.contains(path()));
}

void tst_ChannelFolder::unusableFileIsRefused_data()
{
    QTest::addColumn<Spoil>("spoil");
    const auto chmodTo = [](int mode) {
        return Spoil([mode](const QString &path) {
            QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode_t(mode)), 0);
        });
    };
    QTest::newRow("others may read it") << chmodTo(0644);
    QTest::newRow("the group may write it") << chmodTo(0620);
    QTest::newRow("it may be run") << chmodTo(0700);
    QTest::newRow("somebody else's") << Spoil([](const QString &path) {
        QCOMPARE(::chown(QFile::encodeName(path).constData(), somebodyElse, somebodyElse), 0);
    });
    QTest::newRow("a link to itself elsewhere") << Spoil([](const QString &path) {
        QVERIFY(QFile::rename(path, path + u".real"_s));
        QVERIFY(QFile::link(path + u".real"_s, path));
    });
    QTest::newRow("a pipe") << Spoil([](const QString &path) {
        QVERIFY(QFile::remove(path));
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    });
    QTest::newRow("a folder") << Spoil([](const QString &path) {
        QVERIFY(QFile::remove(path));
        QCOMPARE(::mkdir(QFile::encodeName(path).constData(), 0600), 0);
    });
    QTest::newRow("too large") << Spoil([](const QString &path) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append));
        QVERIFY(file.write(QByteArray(ChannelFolder::fileLimit, ' ')) > 0);
    });
}

void tst_ChannelFolder::unusableFileIsRefused()
{
    QFETCH(Spoil, spoil);
    const auto channel = open();
    QVERIFY(channel->file(question()));
    QVERIFY(channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}}));
    spoil(file(questionName));
    spoil(file(answerName));
    const auto read = channel->question(id);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::Refused);
    const auto answer = channel->answer(id);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Error::Code::Refused);
    const auto listing = channel->list();
    QVERIFY(listing);
    QVERIFY(listing->questions.isEmpty());
    QCOMPARE(listing->bad.size(), 1);
    QCOMPARE(listing->bad.first().id, id);
}

void tst_ChannelFolder::unusableKeyIsRefused_data()
{
    QTest::addColumn<Spoil>("spoil");
    QTest::newRow("others may read it") << Spoil(
        [](const QString &path) { QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0640), 0); });
    QTest::newRow("somebody else's") << Spoil([](const QString &path) {
        QCOMPARE(::chown(QFile::encodeName(path).constData(), somebodyElse, somebodyElse), 0);
    });
    QTest::newRow("a link") << Spoil([](const QString &path) {
        QVERIFY(QFile::rename(path, path + u".real"_s));
        QVERIFY(QFile::link(path + u".real"_s, path));
    });
    QTest::newRow("cut off") << Spoil([](const QString &path) { writeFile(path, "short"); });
}

//! Nothing is signed, and nothing believed, with a key that somebody may have chosen; and nothing is thrown
//! away for it.
void tst_ChannelFolder::unusableKeyIsRefused()
{
    QFETCH(Spoil, spoil);
    const auto channel = open();
    QVERIFY(channel->file(question()));
    spoil(file(u".key"_s));
    QVERIFY(!channel->question(id));
    QVERIFY(!channel->list());
    QVERIFY(!channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}}));
    QVERIFY(!channel->file(question()));
    QVERIFY(QFile::exists(file(questionName)));
    QVERIFY(!QFile::exists(file(answerName)));
}

void tst_ChannelFolder::linkInThePlaceOfAFileIsReplacedNotFollowed()
{
    const QString victim = m_home->filePath(u"victim"_s);
    writeFile(victim, "mine");
    const auto channel = open();
    QVERIFY(QFile::link(victim, file(questionName)));
    QVERIFY(channel->file(question()));
    QCOMPARE(contents(victim), QByteArray("mine"));
    QVERIFY(!QFileInfo(file(questionName)).isSymLink());
    QVERIFY(channel->question(id));
}

void tst_ChannelFolder::linkInThePlaceOfAnAnswerIsNotFollowed()
{
    const auto channel = open();
    const QString victim = m_home->filePath(u"victim"_s);
    QVERIFY(QFile::link(victim, file(answerName))); // to nowhere yet
    const auto first = channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}});
    QVERIFY(first);
    QVERIFY(!*first);
    QVERIFY(!QFile::exists(victim));
    QVERIFY(channel->removeAnswer(id)); // the link, not what it leads to
    QVERIFY(!QFileInfo(file(answerName)).isSymLink());
}

void tst_ChannelFolder::folderThatIsSwappedIsNotFollowed()
{
    const auto channel = open();
    QVERIFY(channel->isCurrent());
    QVERIFY(QDir().rename(path(), path() + u"-moved"_s));
    QVERIFY(QDir().mkpath(m_home->filePath(u"theirs"_s)));
    QVERIFY(QFile::link(m_home->filePath(u"theirs"_s), path()));
    QVERIFY(!channel->isCurrent());
    QVERIFY(channel->file(question()));
    QVERIFY(channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}}));
    QVERIFY(QDir(m_home->filePath(u"theirs"_s)).isEmpty());
    QVERIFY(QFile::exists(path() + u"-moved/"_s + questionName));
    QVERIFY(QFile::exists(path() + u"-moved/"_s + answerName));
    QVERIFY(!Channel::open(path()));
}

void tst_ChannelFolder::folderThatMayNotBeUsedAnyMoreIsNotCurrent_data()
{
    QTest::addColumn<Spoil>("spoil");
    QTest::newRow("somebody else's") << Spoil([](const QString &path) {
        QCOMPARE(::chown(QFile::encodeName(path).constData(), somebodyElse, somebodyElse), 0);
    });
    for (const int mode : {0755, 0750, 0701, 0500}) {
        QTest::addRow("mode %o", mode) << Spoil([mode](const QString &path) {
            QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode_t(mode)), 0);
        });
    }
}

void tst_ChannelFolder::folderThatMayNotBeUsedAnyMoreIsNotCurrent()
{
    QFETCH(Spoil, spoil);
    const auto channel = open();
    QVERIFY(channel->isCurrent());
    spoil(path());
    QVERIFY(!channel->isCurrent());
    QCOMPARE(::chown(QFile::encodeName(path()).constData(), ::geteuid(), ::getegid()), 0);
    QCOMPARE(::chmod(QFile::encodeName(path()).constData(), 0700), 0);
    QVERIFY(channel->isCurrent());
}

void tst_ChannelFolder::firstAnswerWins()
{
    const auto one = open();
    const auto other = open();
    const PendingAnswer first{.id = id, .answer = {.kind = Answer::Kind::Text, .text = u"first"_s}};
    const PendingAnswer second{.id = id, .answer = {.kind = Answer::Kind::Text, .text = u"second"_s}};
    QCOMPARE(*one->hand(first), true);
    QCOMPARE(*other->hand(second), false);
    QCOMPARE(one->answer(id)->answer.text, u"first"_s);
    QCOMPARE(one->removeAnswer(id), true);
    QCOMPARE(other->removeAnswer(id), false);
}

void tst_ChannelFolder::keyIsTheSameForAll()
{
    const auto one = open();
    const auto other = open();
    QVERIFY(one->file(question()));
    QVERIFY(other->question(id));
    QCOMPARE(contents(file(u".key"_s)).size(), 32);
}

void tst_ChannelFolder::removedKeyMakesAnother()
{
    const auto channel = open();
    QVERIFY(channel->file(question()));
    const QByteArray before = contents(file(u".key"_s));
    QVERIFY(QFile::remove(file(u".key"_s)));
    QVERIFY(!channel->question(id)); // nobody can say any more that it is ours
    QVERIFY(channel->file(question()));
    QVERIFY(channel->question(id));
    QVERIFY(contents(file(u".key"_s)) != before);
}

void tst_ChannelFolder::nothingIsLeftBegun()
{
    const auto channel = open();
    QVERIFY(channel->file(question()));
    QVERIFY(channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}}));
    QVERIFY(channel->hand({.id = id, .answer = {.kind = Answer::Kind::Decline}}));
    QStringList names = QDir(path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    names.sort();
    QCOMPARE(names, (QStringList{u".key"_s, answerName, questionName}));
}

void tst_ChannelFolder::tellsWhoBeganAFile()
{
    QCOMPARE(ChannelFolder::writerOf(u".new-12:34@ab-cd-ff00"_s), u"12:34@ab-cd"_s);
    QCOMPARE(ChannelFolder::writerOf(questionName), QString());
    QCOMPARE(ChannelFolder::writerOf(u".key"_s), QString());
}

QTEST_GUILESS_MAIN(tst_ChannelFolder)
#include "tst_channelfolder.moc"
