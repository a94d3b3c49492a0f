// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/list/auditmodel.h"
#include "models/list/factmodel.h"
#include "tests/support/replystage.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

QStringList texts(const QAbstractItemModel &model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all << model.index(row, 0).data().toString();
    return all;
}

} // namespace

//! Facts and audit as item models over a real database.
class tst_KeptLists : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsTheFactsOfItsChatOnly();
    void editsAFactOnDisk();
    void refusesWhatAFactMustNotBe_data();
    void refusesWhatAFactMustNotBe();
    void removesAndPutsBack();
    void followsANewAnswer();
    void changesWithoutReset();
    void hasNoFactsWithoutAChat();

    void auditIsNewestFirst();
    void auditTurnsPages();
    void auditFiltersByChat();
    void auditGrowsAtTheTop();
    void auditShowsControlsAsEscapes();

private:
    void addFact(ChatId chat, const QString &name, const QString &value);
    void addAudit(ChatId chat, const QString &kind, const QJsonObject &fields);
    void load(FactModel &model);
    void load(AuditModel &model);
    template <typename T>
    void write(std::function<Result<T>(QSqlDatabase &)> work)
    {
        bool done = false;
        m_stage->store->write<T>(Durability::AtOnce, this, std::move(work),
                                 [&done](const Result<T> &result) { done = bool(result); });
        QTRY_VERIFY(done);
    }

    std::unique_ptr<ReplyStage> m_stage{};
};

void tst_KeptLists::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_stage = std::make_unique<ReplyStage>();
}

void tst_KeptLists::cleanup()
{
    m_stage.reset();
}

void tst_KeptLists::addFact(ChatId chat, const QString &name, const QString &value)
{
    write<FactId>([=](QSqlDatabase &database) {
        return records::addFact(database, {.chat = chat,
                                           .subject = u"answer"_s,
                                           .name = name,
                                           .value = value,
                                           .source = u"person"_s,
                                           .atMs = 1});
    });
}

void tst_KeptLists::addAudit(ChatId chat, const QString &kind, const QJsonObject &fields)
{
    write<Done>([=](QSqlDatabase &database) {
        return records::addAudit(database, {.atMs = 1000, .kind = kind, .chat = chat, .fields = fields});
    });
}

void tst_KeptLists::load(FactModel &model)
{
    QSignalSpy loaded(&model, &FactModel::loaded);
    model.reload();
    QVERIFY(loaded.wait(heed::test::patienceMs));
}

void tst_KeptLists::load(AuditModel &model)
{
    QSignalSpy loaded(&model, &AuditModel::loaded);
    model.reload();
    QVERIFY(loaded.wait(heed::test::patienceMs));
}

void tst_KeptLists::showsTheFactsOfItsChatOnly()
{
    const ChatId one = m_stage->createChat();
    const ChatId other = m_stage->createChat();
    addFact(one, u"Which roof?"_s, u"The shed"_s);
    addFact(other, u"Which kitchen?"_s, u"Ours"_s);
    addFact(one, u"When?"_s, u"In May"_s);
    FactModel model(*m_stage->replies);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setChat(one);
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(texts(model), QStringList({u"Which roof?: The shed"_s, u"When?: In May"_s}));
    QCOMPARE(model.index(1).data(FactModel::ValueRole).toString(), u"In May"_s);
    model.setChat(other);
    QCOMPARE(model.rowCount(), 0); // never the facts of another chat, not even for a moment
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(texts(model), QStringList({u"Which kitchen?: Ours"_s}));
}

void tst_KeptLists::editsAFactOnDisk()
{
    const ChatId chat = m_stage->createChat();
    addFact(chat, u"Which roof?"_s, u"The shed"_s);
    FactModel model(*m_stage->replies);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setChat(chat);
    QTRY_COMPARE(model.rowCount(), 1);
    QVERIFY(model.flags(model.index(0)) & Qt::ItemIsEditable);
    QVERIFY(model.setData(model.index(0), u"  The garage "_s));
    QTRY_COMPARE(model.index(0).data(Qt::EditRole).toString(), u"The garage"_s);
    const auto facts = m_stage->read<QList<FactRecord>>(
        [chat](QSqlDatabase &database) { return records::facts(database, chat); });
    QCOMPARE(facts.size(), 1);
    QCOMPARE(facts.first().value, u"The garage"_s);
}

void tst_KeptLists::refusesWhatAFactMustNotBe_data()
{
    QTest::addColumn<QString>("value");
    QTest::addRow("empty") << u"  \n "_s;
    QTest::addRow("too long") << QString(2001, u'x');
    QTest::addRow("a key of a provider")
        << u"use sk-ant-api03-AbCdEf0123456789AbCdEf0123456789AbCdEf01 please"_s;
    QTest::addRow("a password") << u"password = hunter2hunter2"_s;
}

void tst_KeptLists::refusesWhatAFactMustNotBe()
{
    QFETCH(QString, value);
    const ChatId chat = m_stage->createChat();
    addFact(chat, u"Which roof?"_s, u"The shed"_s);
    FactModel model(*m_stage->replies);
    model.setChat(chat);
    QTRY_COMPARE(model.rowCount(), 1);
    QSignalSpy failed(&model, &FactModel::failed);
    QVERIFY(!model.setData(model.index(0), value));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.first().first().value<Error>().text.size() > 20);
    load(model);
    QCOMPARE(model.index(0).data(FactModel::ValueRole).toString(), u"The shed"_s);
}

void tst_KeptLists::removesAndPutsBack()
{
    const ChatId chat = m_stage->createChat();
    addFact(chat, u"Which roof?"_s, u"The shed"_s);
    addFact(chat, u"When?"_s, u"In May"_s);
    FactModel model(*m_stage->replies);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setChat(chat);
    QTRY_COMPARE(model.rowCount(), 2);
    QVERIFY(!model.canUndoRemove());
    model.remove(0);
    QTRY_COMPARE(texts(model), QStringList({u"When?: In May"_s}));
    QVERIFY(model.canUndoRemove());
    model.undoRemove();
    QTRY_COMPARE(texts(model), QStringList({u"When?: In May"_s, u"Which roof?: The shed"_s}));
    QVERIFY(!model.canUndoRemove());
    model.remove(7); // not there
    model.remove(-1);
    load(model);
    QCOMPARE(model.rowCount(), 2);
}

void tst_KeptLists::followsANewAnswer()
{
    const ChatId chat = m_stage->createChat();
    FactModel model(*m_stage->replies);
    model.setChat(chat);
    addFact(chat, u"Which roof?"_s, u"The shed"_s);
    QCOMPARE(model.rowCount(), 0);
    Question question;
    question.chat = {chat.value + 1};
    Q_EMIT m_stage->replies->questionSettled(question, {}); // another chat's
    load(model);
    question.chat = chat;
    addFact(chat, u"When?"_s, u"In May"_s);
    Q_EMIT m_stage->replies->questionSettled(question, {});
    QTRY_COMPARE(model.rowCount(), 2);
}

void tst_KeptLists::changesWithoutReset()
{
    const ChatId chat = m_stage->createChat();
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        addFact(chat, name, u"1"_s);
    FactModel model(*m_stage->replies);
    model.setChat(chat);
    QTRY_COMPARE(model.rowCount(), 3);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(model.setValue(1, u"2"_s));
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toModelIndex().row(), 1);
    addFact(chat, u"d"_s, u"1"_s);
    load(model);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(reset.size(), 0);
}

void tst_KeptLists::hasNoFactsWithoutAChat()
{
    const ChatId chat = m_stage->createChat();
    addFact(chat, u"a"_s, u"1"_s);
    FactModel model(*m_stage->replies);
    model.setChat(chat);
    QTRY_COMPARE(model.rowCount(), 1);
    model.setChat(std::nullopt);
    QCOMPARE(model.rowCount(), 0);
    model.reload();
    QCOMPARE(model.rowCount(), 0);
}

void tst_KeptLists::auditIsNewestFirst()
{
    const ChatId chat = m_stage->createChat();
    addAudit(chat, u"inquiry.requested"_s, {{u"question"_s, u"Which roof?"_s}});
    addAudit(chat, u"inquiry.answered"_s, {{u"text"_s, u"The shed"_s}});
    addAudit({}, u"something.new"_s, {});
    AuditModel model(*m_stage->replies);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    load(model);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0).data(AuditModel::KindRole).toString(), u"something.new"_s);
    QVERIFY(model.index(1).data().toString().endsWith(u"You answered: The shed"_s));
    QVERIFY(model.index(2).data().toString().endsWith(u"The model asked: Which roof?"_s));
    QVERIFY(model.index(2).data(AuditModel::DetailRole).toString().contains(u"question: Which roof?"_s));
    QVERIFY(!(model.flags(model.index(0)) & Qt::ItemIsEditable));
    QVERIFY(!model.setData(model.index(0), u"x"_s));
    QVERIFY(!model.hasOlder());
    QVERIFY(!model.hasNewer());
}

void tst_KeptLists::auditTurnsPages()
{
    constexpr int rows = 2 * AuditModel::pageRows + 30;
    write<Done>([](QSqlDatabase &database) -> Result<Done> {
        for (int i = 0; i < rows; ++i) {
            if (auto added = records::addAudit(
                    database,
                    {.atMs = i, .kind = u"tool.called"_s, .fields = {{u"name"_s, QString::number(i)}}});
                !added)
                return added;
        }
        return Done{};
    });
    AuditModel model(*m_stage->replies);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy loaded(&model, &AuditModel::loaded);
    load(model);
    QSet<qint64> seen;
    const auto look = [&] {
        QVERIFY(model.rowCount() <= AuditModel::pageRows);
        for (int row = 0; row < model.rowCount(); ++row)
            seen.insert(model.index(row).data(AuditModel::AtMsRole).toLongLong());
    };
    look();
    QVERIFY(model.hasOlder());
    const QStringList newest = texts(model);
    for (int page = 0; page < 2; ++page) {
        model.showOlder();
        QVERIFY(loaded.wait(heed::test::patienceMs));
        look();
        QVERIFY(model.hasNewer());
    }
    QVERIFY(!model.hasOlder());
    QCOMPARE(model.rowCount(), 30);
    QCOMPARE(seen.size(), rows); // nothing twice, nothing left out
    model.showOlder();           // there is none
    for (int page = 0; page < 2; ++page) {
        model.showNewer();
        QVERIFY(loaded.wait(heed::test::patienceMs));
    }
    QVERIFY(!model.hasNewer());
    QCOMPARE(texts(model), newest);
}

void tst_KeptLists::auditFiltersByChat()
{
    const ChatId one = m_stage->createChat();
    const ChatId other = m_stage->createChat();
    addAudit(one, u"tool.called"_s, {{u"name"_s, u"search"_s}});
    addAudit(other, u"tool.called"_s, {{u"name"_s, u"now"_s}});
    AuditModel model(*m_stage->replies);
    model.setChat(one);
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0).data(AuditModel::ChatRole).toLongLong(), one.value);
    model.setChat(std::nullopt);
    QTRY_COMPARE(model.rowCount(), 2);
}

void tst_KeptLists::auditGrowsAtTheTop()
{
    const ChatId chat = m_stage->createChat();
    addAudit(chat, u"tool.called"_s, {{u"name"_s, u"search"_s}});
    AuditModel model(*m_stage->replies);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    load(model);
    QPersistentModelIndex read(model.index(0));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    addAudit(chat, u"inquiry.requested"_s, {{u"question"_s, u"Which roof?"_s}});
    Question question;
    question.chat = chat;
    Q_EMIT m_stage->replies->questionAsked(question);
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(read.row(), 1); // what somebody is reading stays what it is
    QCOMPARE(reset.size(), 0);
}

void tst_KeptLists::auditShowsControlsAsEscapes()
{
    addAudit({}, u"inquiry.requested"_s, {{u"question"_s, u"Which \u202Eroof?"_s}});
    AuditModel model(*m_stage->replies);
    load(model);
    QVERIFY(!model.index(0).data().toString().contains(QChar(0x202E)));
    QVERIFY(!model.index(0).data(AuditModel::DetailRole).toString().contains(QChar(0x202E)));
}

QTEST_MAIN(tst_KeptLists)
#include "tst_keptlists.moc"
