// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/list/chatlistmodel.h"
#include "models/list/otherwriters.h"
#include "models/list/remindermodel.h"
#include "models/store/keptrecord.h"
#include "tests/models/list/liststage.h"

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! The chats, what waits, and the reminders.
class tst_Lists : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void listsWhatWaits();
    void namesTheChatOfAQuestion();
    void tellsOfAMovedDeadline();
    void tellsHowLongItWaits_data();
    void tellsHowLongItWaits();
    void aQuestionThatEndsAtOnceWasNeverThere();

    void ordersChatsByTheirLastMessage();
    void showsWhatAChatDoes();
    void searchesTitles();
    void pinsChats();
    void renamesChats();
    void throwsChatsAwayAndBack();
    void titlesComeFromTheFirstMessage();
    void groupsByDay_data();
    void groupsByDay();

    void tellsOfOtherWriters();

    void listsReminders();
    void cancelsAReminder();

private:
    [[nodiscard]] ChatId addChat(const QString &title, qint64 atMs);
    template <typename T>
    T write(std::function<Result<T>(QSqlDatabase &)> work)
    {
        std::optional<T> value;
        m_stage->store->write<T>(Durability::AtOnce, this, std::move(work),
                                 [&value](const Result<T> &result) {
                                     if (result)
                                         value = *result;
                                 });
        if (!QTest::qWaitFor([&value] { return value.has_value(); }, patienceMs))
            qFatal("the writing failed");
        return *value;
    }

    std::unique_ptr<ReplyStage> m_stage{};
};

void tst_Lists::init()
{
    m_stage = std::make_unique<ReplyStage>();
}

void tst_Lists::cleanup()
{
    m_stage.reset();
}

ChatId tst_Lists::addChat(const QString &title, qint64 atMs)
{
    return write<ChatId>([=](QSqlDatabase &database) {
        return records::addChat(database,
                                {.title = title, .titleIsOwn = true, .createdMs = atMs, .updatedMs = atMs});
    });
}

void tst_Lists::listsWhatWaits()
{
    ListModels models(*m_stage->replies);
    QSignalSpy counts(&models.waiting, &WaitingModel::countChanged);
    const ChatId first = m_stage->createChat();
    const ChatId second = m_stage->createChat();
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    const auto firstSent = m_stage->send(first, u"Roof"_s);
    QVERIFY(firstSent);
    const Question roof = m_stage->waitForQuestion(1);
    m_stage->clock.advance(std::chrono::seconds(5));
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which kitchen?"_s)}});
    QVERIFY(m_stage->send(second, u"Kitchen"_s));
    const Question kitchen = m_stage->waitForQuestion(2);
    QTRY_COMPARE(shownIn(models.waiting), QStringList({u"Which roof?"_s, u"Which kitchen?"_s}));
    QVERIFY(models.waiting.contains(roof.id) && models.waiting.contains(kitchen.id));
    QCOMPARE(models.waiting.ofChat(second)->id, kitchen.id);
    QCOMPARE(models.waiting.question(roof.id)->text, u"Which roof?"_s);
    QCOMPARE(models.waiting.index(1).data(WaitingModel::ChatRole).toLongLong(), second.value);
    QCOMPARE(models.waiting.index(1).data(WaitingModel::QuestionIdRole).toString(), kitchen.id.value);
    m_stage->replies->stop(firstSent->reply);
    QTRY_COMPARE(shownIn(models.waiting), QStringList(u"Which kitchen?"_s));
    QVERIFY(!models.waiting.ofChat(first) && !models.waiting.question(roof.id));
    m_stage->script->add({.say = {u"Good."_s}});
    QVERIFY(m_stage->answer(kitchen.id, {.text = u"ours"_s}));
    QTRY_COMPARE(models.waiting.rowCount(), 0);
    QList<int> told;
    for (const auto &count : counts)
        told += count.first().toInt();
    QCOMPARE(told, QList({1, 2, 1, 0}));
}

void tst_Lists::namesTheChatOfAQuestion()
{
    ListModels models(*m_stage->replies);
    ChatListModel chats(*m_stage->replies);
    const ChatId chat = m_stage->createChat();
    QString titleWhenAsked;
    connect(&models.waiting, &WaitingModel::asked, this,
            [&](const Question &question) { titleWhenAsked = models.waiting.chatTitle(question.id); });
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    QVERIFY(m_stage->send(chat, u"Fix the roof"_s));
    const Question question = m_stage->waitForQuestion();
    QTRY_COMPARE(titleWhenAsked, u"Fix the roof"_s); // known from the first moment
    chats.rename(chat, u"Shed"_s);
    QTRY_COMPARE(chats.index(0).data().toString(), u"Shed"_s);
    m_stage->replies->keepWaiting(question.id); // anything that makes the chat look again
    Q_EMIT m_stage->replies->chatChanged(chat);
    QTRY_COMPARE(models.waiting.chatTitle(question.id), u"Shed"_s);
    const QString spoken = models.waiting.index(0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(u"Which roof?") && spoken.contains(u"Shed"), qPrintable(spoken));
    QCOMPARE(models.waiting.chatTitle({u"another"_s}), QString());
}

void tst_Lists::tellsOfAMovedDeadline()
{
    ListModels models(*m_stage->replies);
    QSignalSpy changed(&models.waiting, &WaitingModel::changed);
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    QVERIFY(m_stage->send(m_stage->createChat(), u"Fix the roof"_s));
    const Question question = m_stage->waitForQuestion();
    QTRY_COMPARE(models.waiting.rowCount(), 1);
    QVERIFY(models.waiting.question(question.id)->deadlineMs.has_value());
    m_stage->replies->keepWaiting(question.id);
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(!models.waiting.question(question.id)->deadlineMs.has_value());
}

void tst_Lists::tellsHowLongItWaits_data()
{
    QTest::addColumn<qint64>("minutes");
    QTest::addColumn<QString>("age");
    QTest::newRow("just now") << qint64(0) << u"less than a minute"_s;
    QTest::newRow("minutes") << qint64(12) << u"12 minute(s)"_s; // no catalogue is loaded here
    QTest::newRow("the last minute of an hour") << qint64(59) << u"59 minute(s)"_s;
    QTest::newRow("an hour") << qint64(60) << u"1 hour(s)"_s;
    QTest::newRow("more than a day") << qint64(47 * 60 + 59) << u"47 hour(s)"_s;
    QTest::newRow("days") << qint64(14 * 24 * 60) << u"14 day(s)"_s;
}

void tst_Lists::tellsHowLongItWaits()
{
    QFETCH(qint64, minutes);
    QFETCH(QString, age);
    ListModels models(*m_stage->replies);
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    QVERIFY(m_stage->send(m_stage->createChat(), u"Fix the roof"_s));
    const Question question = m_stage->waitForQuestion();
    QTRY_COMPARE(models.waiting.rowCount(), 1);
    QSignalSpy changed(&models.waiting, &WaitingModel::changed);
    m_stage->replies->keepWaiting(question.id); // as long as it takes
    QTRY_COMPARE(changed.size(), 1);
    m_stage->clock.advance(std::chrono::minutes(minutes));
    QCOMPARE(models.waiting.index(0).data(WaitingModel::AgeRole).toString(), age);
    QCOMPARE(models.waiting.index(0).data(WaitingModel::AskedMsRole).toLongLong(), question.askedMs);
    m_stage->clock.setWall(m_stage->clock.now().addYears(-1)); // somebody sets the clock back
    QCOMPARE(models.waiting.index(0).data(WaitingModel::AgeRole).toString(), u"less than a minute"_s);
}

void tst_Lists::aQuestionThatEndsAtOnceWasNeverThere()
{
    ListModels models(*m_stage->replies);
    const Question question{.id = {u"q"_s}, .chat = m_stage->createChat(), .text = u"Which?"_s, .askedMs = 5};
    QSignalSpy asked(&models.waiting, &WaitingModel::asked);
    QSignalSpy settled(&models.waiting, &WaitingModel::settled);
    QSignalSpy counts(&models.waiting, &WaitingModel::countChanged);
    Q_EMIT m_stage->replies->questionAsked(question);
    Q_EMIT m_stage->replies->questionSettled(question, {.id = question.id}); // before its title is read
    QCOMPARE(settled.size(), 1);
    std::ignore = m_stage->createChat(); // the reading of the title was before this
    QCOMPARE(asked.size(), 0);
    QCOMPARE(counts.size(), 0);
    QCOMPARE(models.waiting.rowCount(), 0);
}

void tst_Lists::ordersChatsByTheirLastMessage()
{
    const ChatId old = addChat(u"Old"_s, 1);
    std::ignore = addChat(u"New"_s, 2);
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(shownIn(chats), QStringList({u"New"_s, u"Old"_s}));
    QSignalSpy moved(&chats, &ChatListModel::rowsMoved);
    QSignalSpy reset(&chats, &ChatListModel::modelReset);
    const QPersistentModelIndex row = chats.indexOf(old);
    m_stage->script->add({.say = {u"Hello"_s}});
    QVERIFY(m_stage->send(old, u"Hi"_s));
    QTRY_COMPARE(shownIn(chats), QStringList({u"Old"_s, u"New"_s}));
    QCOMPARE(moved.size(), 1); // what was selected stays selected
    QCOMPARE(reset.size(), 0);
    QCOMPARE(row.row(), 0);
    QCOMPARE(chats.chatAt(0), old);
    QVERIFY(!chats.chatAt(-1).isValid() && !chats.chatAt(2).isValid());
    QVERIFY(!chats.indexOf({404}).isValid());
}

void tst_Lists::showsWhatAChatDoes()
{
    const ChatId chat = addChat(u"Roof"_s, 1);
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(chats.rowCount(), 1);
    const QModelIndex row = chats.index(0);
    QVERIFY(!row.data(ChatListModel::WritingRole).toBool());
    m_stage->script->add({.calls = {ask(u"1"_s, u"Which roof?"_s)}});
    QVERIFY(m_stage->send(chat, u"Fix it"_s));
    const Question question = m_stage->waitForQuestion();
    QTRY_COMPARE(chats.index(0).data(ChatListModel::WaitingRole).toInt(), 1);
    QVERIFY(chats.index(0).data(Qt::AccessibleTextRole).toString().contains(u"waits for your answer"));
    m_stage->script->add({.say = {u"So"_s}, .hang = true});
    QVERIFY(m_stage->answer(question.id, {.text = u"the shed"_s}));
    QTRY_COMPARE(chats.index(0).data(ChatListModel::WaitingRole).toInt(), 0);
    QVERIFY(chats.index(0).data(ChatListModel::WritingRole).toBool());
    QVERIFY(chats.index(0).data(Qt::AccessibleTextRole).toString().contains(u"is being written"));
    m_stage->replies->stop(question.reply);
    QTRY_VERIFY(!chats.index(0).data(ChatListModel::WritingRole).toBool());
    QCOMPARE(chats.index(0).data(Qt::AccessibleTextRole).toString(), u"Roof"_s);
}

void tst_Lists::searchesTitles()
{
    std::ignore = addChat(u"Roof of the shed"_s, 1);
    std::ignore = addChat(u"Über den Dächern"_s, 2);
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    chats.setSearch(u"SHED roof"_s);
    QTRY_COMPARE(shownIn(chats), QStringList(u"Roof of the shed"_s));
    chats.setSearch(u"über"_s);
    QTRY_COMPARE(shownIn(chats), QStringList(u"Über den Dächern"_s));
    chats.setSearch(u"nothing like it"_s);
    QTRY_COMPARE(chats.rowCount(), 0);
    chats.setSearch({});
    QTRY_COMPARE(chats.rowCount(), 2);
}

void tst_Lists::pinsChats()
{
    const ChatId old = addChat(u"Old"_s, 1);
    std::ignore = addChat(u"New"_s, 2);
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    chats.setPinned(old, true);
    QTRY_COMPARE(shownIn(chats), QStringList({u"Old"_s, u"New"_s}));
    QVERIFY(chats.index(0).data(ChatListModel::PinnedRole).toBool());
    QCOMPARE(chats.index(0).data(ChatListModel::GroupRole).toString(), u"Pinned"_s);
    chats.setPinned(old, false);
    QTRY_COMPARE(shownIn(chats), QStringList({u"New"_s, u"Old"_s}));
}

void tst_Lists::renamesChats()
{
    const ChatId chat = addChat(u"Roof"_s, 1);
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    chats.rename(chat, u"  The\n shed\u202e "_s);
    QTRY_COMPARE(shownIn(chats), QStringList(u"The shed⟨U+202E⟩"_s));
    chats.rename(chat, u" \n "_s); // a name of nothing is no name
    QSignalSpy loaded(&chats, &ChatListModel::loaded);
    chats.reload();
    QTRY_COMPARE(loaded.size(), 1);
    QCOMPARE(shownIn(chats), QStringList(u"The shed⟨U+202E⟩"_s));
    m_stage->script->add({.say = {u"Hello"_s}});
    QVERIFY(m_stage->send(chat, u"Another thing"_s)); // the person's title stays
    QTRY_VERIFY(chats.index(0).data(ChatListModel::UpdatedMsRole).toLongLong() > 1);
    QCOMPARE(shownIn(chats), QStringList(u"The shed⟨U+202E⟩"_s));
}

void tst_Lists::throwsChatsAwayAndBack()
{
    const ChatId chat = addChat(u"Roof"_s, 1);
    std::ignore = addChat(u"Kitchen"_s, 2);
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(chats.rowCount(), 2);
    chats.moveToTrash(chat);
    QTRY_COMPARE(shownIn(chats), QStringList(u"Kitchen"_s));
    const auto record =
        m_stage->read<ChatRecord>([chat](QSqlDatabase &database) { return records::chat(database, chat); });
    QCOMPARE(record.trashedMs, std::optional(m_stage->clock.wallMs()));
    chats.restore(chat);
    QTRY_COMPARE(shownIn(chats), QStringList({u"Kitchen"_s, u"Roof"_s}));
}

void tst_Lists::titlesComeFromTheFirstMessage()
{
    ChatListModel chats(*m_stage->replies);
    QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_stage->script->add({.say = {u"Hello"_s}});
    QVERIFY(m_stage->send(m_stage->createChat(), u"  What does\na new roof cost?\u0007"_s));
    QTRY_COMPARE(shownIn(chats), QStringList(u"What does a new roof cost?⟨U+0007⟩"_s));
    m_stage->clock.advance(std::chrono::seconds(1));
    m_stage->script->add({.say = {u"Hello"_s}});
    QVERIFY(m_stage->send(m_stage->createChat(), u"word "_s.repeated(100)));
    QTRY_COMPARE(chats.rowCount(), 2);
    QTRY_VERIFY(chats.index(0).data().toString().endsWith(u"…"));
    QVERIFY(chats.index(0).data().toString().size() <= 61);
}

void tst_Lists::groupsByDay_data()
{
    QTest::addColumn<int>("days");
    QTest::addColumn<QString>("group");
    QTest::newRow("this morning") << 0 << u"Today"_s;
    QTest::newRow("yesterday") << 1 << u"Yesterday"_s;
    QTest::newRow("two days ago") << 2 << u"Last 7 days"_s;
    QTest::newRow("a week ago") << 7 << u"Last 7 days"_s;
    QTest::newRow("more than a week ago") << 8 << u"Older"_s;
    QTest::newRow("tomorrow, by a clock that was wrong") << -1 << u"Today"_s;
}

void tst_Lists::groupsByDay()
{
    QFETCH(int, days);
    QFETCH(QString, group);
    const QDateTime midnight = m_stage->clock.now().date().startOfDay(m_stage->clock.zone()).addDays(-days);
    std::ignore = addChat(u"Roof"_s, midnight.toMSecsSinceEpoch());
    ChatListModel chats(*m_stage->replies);
    QTRY_COMPARE(chats.rowCount(), 1);
    QCOMPARE(chats.index(0).data(ChatListModel::GroupRole).toString(), group);
}

//! Another process is another connection: a second store on the same file.
void tst_Lists::tellsOfOtherWriters()
{
    Alarms alarms(m_stage->clock);
    ChatListModel chats(*m_stage->replies);
    OtherWriters others(*m_stage->store, alarms);
    QSignalSpy wrote(&others, &OtherWriters::wrote);
    connect(&others, &OtherWriters::wrote, &chats, &ChatListModel::reload);
    const auto elsewhere = Store::open(m_stage->store->file(), m_stage->clock);
    QVERIFY(bool(elsewhere));
    const auto comes = [&](const QStringList &titles) {
        return QTest::qWaitFor(
            [&] {
                m_stage->clock.advance(std::chrono::milliseconds(100));
                return shownIn(chats) == titles;
            },
            patienceMs);
    };
    const auto write = [&](std::function<Result<Done>(QSqlDatabase &)> work) {
        (*elsewhere)->write<Done>(Durability::AtOnce, this, std::move(work), {});
    };
    write([](QSqlDatabase &database) -> Result<Done> {
        const auto chat = records::addChat(database, {.title = u"Theirs"_s, .createdMs = 5, .updatedMs = 5});
        return chat ? Result<Done>(Done{}) : chat.error();
    });
    QVERIFY(comes({u"Theirs"_s}));
    write([id = chats.chatAt(0)](QSqlDatabase &database) {
        return records::setTitle(database, id, u"Renamed there"_s, true);
    });
    QVERIFY(comes({u"Renamed there"_s}));
    QVERIFY(wrote.size() >= 2);

    // Our own writes say so themselves.
    others.look();
    std::ignore = m_stage->createChat(); // behind the look
    wrote.clear();
    std::ignore = addChat(u"Ours"_s, 9);
    others.look();
    std::ignore = m_stage->createChat();
    QCOMPARE(wrote.size(), 0);
}

void tst_Lists::listsReminders()
{
    const auto add = [this](const QString &text, const QString &time, Repeat repeat) {
        return write<ReminderId>([=](QSqlDatabase &database) {
            return records::addReminder(database, {.text = text, .localTime = time, .repeat = repeat});
        });
    };
    add(u"call\nWeber\u0007"_s, u"2026-12-24T09:00"_s, Repeat::Once);
    const ReminderId water = add(u"water"_s, u"2026-12-01T18:30"_s, Repeat::Weekly);
    ReminderModel reminders(*m_stage->replies);
    QAbstractItemModelTester tester(&reminders, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(shownIn(reminders), QStringList({u"water"_s, u"call Weber⟨U+0007⟩"_s}));
    QCOMPARE(reminders.index(0).data(ReminderModel::ReminderRole).toLongLong(), water.value);
    const QString when = reminders.index(0).data(ReminderModel::WhenRole).toString();
    QVERIFY2(when.endsWith(u", every week"), qPrintable(when));
    QVERIFY(!reminders.index(1).data(ReminderModel::WhenRole).toString().contains(u"every"));
    QCOMPARE(reminders.index(0).data(Qt::AccessibleTextRole).toString(), QString(u"water, "_s + when));
    for (const auto &[repeat, words] : {std::pair{Repeat::Daily, u"every day"_s},
                                        {Repeat::Weekdays, u"every weekday"_s},
                                        {Repeat::Monthly, u"every month"_s},
                                        {Repeat::Yearly, u"every year"_s}}) {
        add(words, u"2026-11-30T10:00"_s, repeat);
        reminders.reload();
        QTRY_VERIFY(shownIn(reminders).contains(words));
        const int row = int(shownIn(reminders).indexOf(words));
        QVERIFY(reminders.index(row).data(ReminderModel::WhenRole).toString().endsWith(words));
    }
}

void tst_Lists::cancelsAReminder()
{
    const ReminderId id = write<ReminderId>([](QSqlDatabase &database) {
        return records::addReminder(database, {.text = u"call"_s, .localTime = u"2026-12-24T09:00"_s});
    });
    ReminderModel reminders(*m_stage->replies);
    QAbstractItemModelTester tester(&reminders, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(reminders.rowCount(), 1);
    QSignalSpy edited(&reminders, &ReminderModel::edited);
    reminders.cancel(-1);
    reminders.cancel(1);
    reminders.cancel(0);
    QTRY_COMPARE(reminders.rowCount(), 0);
    QCOMPARE(edited.size(), 1);
    const auto record = m_stage->read<ReminderRecord>(
        [id](QSqlDatabase &database) { return records::reminder(database, id); });
    QCOMPARE(record.state, ReminderRecord::State::Cancelled);
}

QTEST_GUILESS_MAIN(tst_Lists)
#include "tst_lists.moc"
