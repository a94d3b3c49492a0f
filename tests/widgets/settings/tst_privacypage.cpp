// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogstage.h"

#include "widgets/question/cardbutton.h"

#include <QApplication>
#include <QComboBox>
#include <QDesktopServices>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

using namespace heed;
using namespace heed::test;

//! Facts and audit by keyboard alone, over a real database.
class tst_PrivacyPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void saysWhatLeaves_data();
    void saysWhatLeaves();
    void saysWhereThingsAre();
    void factIsEditedByKeyboard();
    void refusedFactKeepsWhatWasTyped();
    void factIsDeletedAndPutBack();
    void lastFactLeavesTheFocusSomewhere();
    void noChatNoFacts();
    void auditIsReadByKeyboard();
    void auditIsFilteredByChat();

public Q_SLOTS:
    void opened(const QUrl &url) { m_opened = url; }

private:
    ChatId addChatWithFacts();
    std::unique_ptr<DialogStage> m_stage{};
    QUrl m_opened{};
};

void tst_PrivacyPage::init()
{
    failOnWarnings();
    m_stage = std::make_unique<DialogStage>();
}

void tst_PrivacyPage::cleanup()
{
    m_stage.reset();
}

ChatId tst_PrivacyPage::addChatWithFacts()
{
    const ChatId chat = m_stage->replies.createChat();
    bool done = false;
    m_stage->replies.store->write<Done>(
        Durability::AtOnce, this,
        [chat](QSqlDatabase &database) -> Result<Done> {
            for (const auto &[name, value] :
                 {std::pair(u"Which roof?"_s, u"The shed"_s), std::pair(u"When?"_s, u"In May"_s)}) {
                if (auto added = records::addFact(database, {.chat = chat,
                                                             .subject = u"answer"_s,
                                                             .name = name,
                                                             .value = value,
                                                             .source = u"person"_s});
                    !added)
                    return added.error();
                if (auto added = records::addAudit(database, {.atMs = 5,
                                                              .kind = u"inquiry.requested"_s,
                                                              .chat = chat,
                                                              .fields = {{u"question"_s, name}}});
                    !added)
                    return added;
            }
            return records::addAudit(
                database, {.atMs = 6, .kind = u"tool.called"_s, .fields = {{u"name"_s, u"now"_s}}});
        },
        [&done](const Result<Done> &result) { done = bool(result); });
    [&] { QTRY_VERIFY(done); }();
    return chat;
}

void tst_PrivacyPage::saysWhatLeaves_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("says");
    QTest::addRow("the guide") << u"guide"_s << u"https://api.example.com/v1"_s
                               << u"Nothing. The built-in guide works offline."_s;
    QTest::addRow("a server here") << u"openai"_s << u"http://127.0.0.1:11434/v1"_s
                                   << u"Nothing, as long as the server at localhost:11434"_s;
    QTest::addRow("a server elsewhere")
        << u"openai"_s << u"https://api.example.com/v1"_s << u"go to api.example.com, and nowhere else."_s;
    QTest::addRow("Anthropic") << u"anthropic"_s << QString()
                               << u"go to api.anthropic.com, and nowhere else."_s;
}

void tst_PrivacyPage::saysWhatLeaves()
{
    QFETCH(QString, kind);
    QFETCH(QString, address);
    QFETCH(QString, says);
    m_stage->open();
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QVERIFY(m_stage->settings->setAll({{u"provider.kind"_s, kind}, {u"provider.baseUrl"_s, address}}));
    QVERIFY2(m_stage->words().contains(says), qPrintable(m_stage->words()));
}

void tst_PrivacyPage::saysWhereThingsAre()
{
    m_stage->open();
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    for (const QString &place :
         {u"/home-of-anna/heed"_s, u"/home-of-anna/heed/heed.ini"_s, u"/home-of-anna/heed/keys"_s,
          u"/home-of-anna/heed/backups/heed-2026-11-29.sqlite"_s})
        QVERIFY2(m_stage->words().contains(place), qPrintable(place));
    QDesktopServices::setUrlHandler(u"file"_s, this, "opened");
    m_stage->press(u"Open the folder"_s);
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QCOMPARE(m_opened, QUrl::fromLocalFile(u"/home-of-anna/heed"_s));
}

void tst_PrivacyPage::factIsEditedByKeyboard()
{
    const ChatId chat = addChatWithFacts();
    m_stage->open();
    m_stage->dialog->setChat(chat, u"Roof repair"_s);
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QTRY_COMPARE(m_stage->facts->rowCount(), 2);
    QVERIFY(m_stage->words().contains(u"Roof repair"_s));
    auto *list = m_stage->find<QListView>(u"Facts of this chat"_s);
    QVERIFY(list);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentIndex().row(), 1);
    m_stage->press(u"Edit fact"_s);
    auto *value = m_stage->find<QLineEdit>(u"What the fact says"_s);
    QVERIFY(value && value->hasFocus());
    QCOMPARE(value->text(), u"In May"_s);
    value->selectAll();
    QTest::keyClicks(value, u"In June"_s);
    QTest::keyClick(value, Qt::Key_Return);
    QTRY_COMPARE(m_stage->facts->index(1).data(FactModel::ValueRole).toString(), u"In June"_s);
    QVERIFY(!m_stage->named(u"What the fact says"_s));
    QVERIFY(list->hasFocus());
    QVERIFY(m_stage->dialog->isVisible());
}

void tst_PrivacyPage::refusedFactKeepsWhatWasTyped()
{
    const ChatId chat = addChatWithFacts();
    m_stage->open();
    m_stage->dialog->setChat(chat, u"Roof repair"_s);
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QTRY_COMPARE(m_stage->facts->rowCount(), 2);
    m_stage->press(u"Edit fact"_s);
    auto *value = m_stage->find<QLineEdit>(u"What the fact says"_s);
    value->selectAll();
    QTest::keyClicks(value, u"password = hunter2hunter2"_s);
    m_stage->press(u"Save"_s);
    QVERIFY(m_stage->words().contains(u"looks like a password"_s));
    QCOMPARE(value->text(), u"password = hunter2hunter2"_s);
    m_stage->press(u"Cancel"_s);
    QVERIFY(!m_stage->words().contains(u"looks like a password"_s));
    QCOMPARE(m_stage->facts->index(0).data(FactModel::ValueRole).toString(), u"The shed"_s);
}

void tst_PrivacyPage::factIsDeletedAndPutBack()
{
    const ChatId chat = addChatWithFacts();
    m_stage->open();
    m_stage->dialog->setChat(chat, u"Roof repair"_s);
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QTRY_COMPARE(m_stage->facts->rowCount(), 2);
    QVERIFY(!m_stage->named(u"Undo"_s));
    m_stage->press(u"Delete fact"_s);
    QTRY_COMPARE(m_stage->facts->rowCount(), 1);
    m_stage->press(u"Undo"_s);
    QTRY_COMPARE(m_stage->facts->rowCount(), 2);
    QTRY_VERIFY(!m_stage->named(u"Undo"_s));
}

void tst_PrivacyPage::lastFactLeavesTheFocusSomewhere()
{
    const ChatId chat = addChatWithFacts();
    m_stage->open();
    m_stage->dialog->setChat(chat, u"Roof repair"_s);
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QTRY_COMPARE(m_stage->facts->rowCount(), 2);
    m_stage->press(u"Delete fact"_s);
    QTRY_COMPARE(m_stage->facts->rowCount(), 1);
    m_stage->press(u"Delete fact"_s);
    QTRY_COMPARE(m_stage->facts->rowCount(), 0);
    QTRY_COMPARE(QApplication::focusWidget(), m_stage->named(u"Undo"_s));
    QVERIFY(m_stage->words().contains(u"This chat has no facts yet."_s));
}

void tst_PrivacyPage::noChatNoFacts()
{
    addChatWithFacts();
    m_stage->open();
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QVERIFY(m_stage->words().contains(u"Open a chat to see its facts."_s));
    QVERIFY(!m_stage->named(u"Edit fact"_s));
}

void tst_PrivacyPage::auditIsReadByKeyboard()
{
    addChatWithFacts();
    m_stage->open();
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QTRY_COMPARE(m_stage->audit->rowCount(), 3);
    auto *list = m_stage->find<QListView>(u"Record of questions and tools, newest first"_s);
    QVERIFY(list);
    auto *detail = m_stage->find<QPlainTextEdit>(u"Details of the chosen row"_s);
    QVERIFY(detail && detail->isReadOnly());
    list->setFocus();
    QVERIFY(detail->toPlainText().contains(u"name: now"_s));
    QTest::keyClick(list, Qt::Key_Down);
    QVERIFY(detail->toPlainText().contains(u"question: When?"_s));
    QVERIFY(!m_stage->named(u"Older"_s));
}

void tst_PrivacyPage::auditIsFilteredByChat()
{
    const ChatId chat = addChatWithFacts();
    m_stage->open();
    m_stage->dialog->setChat(chat, u"Roof repair"_s);
    m_stage->turnTo(SettingsDialog::Page::Privacy);
    QTRY_COMPARE(m_stage->audit->rowCount(), 3);
    auto *filter = m_stage->find<QComboBox>(u"Which chats"_s);
    QCOMPARE(filter->itemText(1), u"Only “Roof repair”"_s);
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Down);
    QTRY_COMPARE(m_stage->audit->rowCount(), 2);
    m_stage->dialog->setChat(std::nullopt, {}); // the chat was closed
    QTRY_COMPARE(m_stage->audit->rowCount(), 3);
    QCOMPARE(filter->count(), 1);
}

QTEST_MAIN(tst_PrivacyPage)
#include "tst_privacypage.moc"
