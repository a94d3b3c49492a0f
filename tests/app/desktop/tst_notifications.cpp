// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dbusnotifications.h"
#include "tests/app/desktop/privatebus.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! A notification service that writes down what it is asked for.
class FakeService : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    struct Shown {
        QString title{};
        QString body{};
        QStringList actions{};
        uint replaces = 0;
    };
    QList<Shown> shown{};
    QList<uint> closed{};
    QStringList capabilities{u"body"_s, u"actions"_s, u"body-markup"_s};
    bool holds = false; //!< answers Notify only when told to
    QList<std::pair<QDBusMessage, uint>> held{};

public Q_SLOTS:
    QStringList GetCapabilities() { return capabilities; }
    uint Notify(const QString &, uint replaces, const QString &, const QString &title, const QString &body,
                const QStringList &actions, const QVariantMap &, int, const QDBusMessage &message)
    {
        shown.append({title, body, actions, replaces});
        const auto id = uint(shown.size() + 40);
        if (holds) {
            message.setDelayedReply(true);
            held.append({message, id});
        }
        return id;
    }
    void CloseNotification(uint id) { closed << id; }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);
};

class tst_Notifications : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void showsTheQuestionWithUpToThreeButtons();
    void wordsAreShownAsPlainText_data();
    void wordsAreShownAsPlainText();
    void serviceWithoutButtonsGetsNone();
    void isNeverRepeated();
    void pressedButtonIsTold_data();
    void pressedButtonIsTold();
    void othersNotificationsAreNoneOfOurs();
    void closesWhenTheQuestionEnds();
    void closesWhatIsStillOnItsWay();
    void actionBeforeTheNumberIsKnown();
    void nothingIsClosedTwice();
    void endedQuestionIsNotShown();
    void missingServiceIsToldOnce();
    void missingBusIsTold();
    void newServiceIsUsed();

private:
    [[nodiscard]] static Notification question(const QString &key = u"a1b2"_s)
    {
        return {.key = key,
                .title = u"The model asks"_s,
                .text = u"Which roof?"_s,
                .buttons = {u"House"_s, u"Shed"_s, u"Barn"_s, u"Church"_s}};
    }
    void startService() const
    {
        QVERIFY(QDBusConnection(u"service"_s).registerService(u"org.freedesktop.Notifications"_s));
    }

    PrivateBus m_bus{};
    QString m_address{};
    std::unique_ptr<FakeService> m_service{};
    std::unique_ptr<DBusNotifications> m_notifications{};
};

void tst_Notifications::initTestCase()
{
    m_address = m_bus.start();
    QVERIFY2(!m_address.isEmpty(), qPrintable(m_bus.why()));
    QVERIFY(QDBusConnection::connectToBus(m_address, u"service"_s).isConnected());
    QVERIFY(QDBusConnection::connectToBus(m_address, u"heed"_s).isConnected());
}

void tst_Notifications::init()
{
    m_service = std::make_unique<FakeService>();
    QVERIFY(QDBusConnection(u"service"_s)
                .registerObject(u"/org/freedesktop/Notifications"_s, m_service.get(),
                                QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
    if (qstrcmp(QTest::currentTestFunction(), "missingServiceIsToldOnce") != 0)
        startService();
    m_notifications = std::make_unique<DBusNotifications>(QDBusConnection(u"heed"_s));
}

void tst_Notifications::cleanup()
{
    m_notifications.reset();
    QDBusConnection service(u"service"_s);
    service.unregisterObject(u"/org/freedesktop/Notifications"_s);
    service.unregisterService(u"org.freedesktop.Notifications"_s);
    m_service.reset();
}

void tst_Notifications::showsTheQuestionWithUpToThreeButtons()
{
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    const auto shown = m_service->shown.constFirst();
    QCOMPARE(shown.title, u"The model asks"_s);
    QCOMPARE(shown.body, u"Which roof?"_s);
    QCOMPARE(shown.replaces, 0U);
    const QStringList actions{u"default"_s,  u"Show"_s, u"button-0"_s, u"House"_s,
                              u"button-1"_s, u"Shed"_s, u"button-2"_s, u"Barn"_s};
    QCOMPARE(shown.actions, actions);
}

void tst_Notifications::wordsAreShownAsPlainText_data()
{
    QTest::addColumn<bool>("markup");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("body");
    QTest::newRow("a link, where markup is read")
        << true << u"<a href=\"http://x\">y</a> & z"_s
        << u"&lt;a href=&quot;http://x&quot;&gt;y&lt;/a&gt; &amp; z"_s;
    QTest::newRow("a link, where it is not") << false << u"<b>y</b> & z"_s << u"<b>y</b> & z"_s;
    QTest::newRow("an override of direction") << false << u"abc\u202Edcb"_s << u"abc⟨U+202E⟩dcb"_s;
}

void tst_Notifications::wordsAreShownAsPlainText()
{
    QFETCH(bool, markup);
    QFETCH(QString, text);
    m_service->capabilities = markup ? QStringList{u"body-markup"_s} : QStringList{};
    Notification notification = question();
    notification.text = text;
    m_notifications->show(notification);
    QTRY_COMPARE(m_service->shown.size(), 1);
    QTEST(m_service->shown.constFirst().body, "body");
}

void tst_Notifications::serviceWithoutButtonsGetsNone()
{
    m_service->capabilities = {u"body"_s};
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    QCOMPARE(m_service->shown.constFirst().actions, QStringList());
}

void tst_Notifications::isNeverRepeated()
{
    m_notifications->show(question());
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    Q_EMIT m_service->NotificationClosed(41, 2);
    m_notifications->show(question());
    m_notifications->show(question(u"other"_s)); // comes after whatever the line above did
    QTRY_VERIFY(m_service->shown.size() >= 2);
    QCOMPARE(m_service->shown.size(), 2);
}

void tst_Notifications::pressedButtonIsTold_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<int>("button"); // -1: opened, -2: nothing
    QTest::newRow("the first") << u"button-0"_s << 0;
    QTest::newRow("the third") << u"button-2"_s << 2;
    QTest::newRow("the notification itself") << u"default"_s << -1;
    QTest::newRow("a button that was not there") << u"button-3"_s << -2;
    QTest::newRow("a negative one") << u"button--1"_s << -2;
    QTest::newRow("no button") << u"reply"_s << -2;
}

void tst_Notifications::pressedButtonIsTold()
{
    QFETCH(QString, action);
    QFETCH(int, button);
    QSignalSpy pressed(m_notifications.get(), &Notifications::pressed);
    QSignalSpy opened(m_notifications.get(), &Notifications::opened);
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    m_notifications->show(question(u"later"_s));
    QTRY_COMPARE(m_service->shown.size(), 2);
    Q_EMIT m_service->ActionInvoked(41, action);
    Q_EMIT m_service->ActionInvoked(42, u"default"_s); // comes last: everything before it has arrived
    QTRY_VERIFY(!opened.isEmpty() && opened.last().at(0).toString() == u"later"_s);
    QCOMPARE(pressed.count(), button >= 0 ? 1 : 0);
    QCOMPARE(opened.count(), button == -1 ? 2 : 1);
    if (button >= 0) {
        QCOMPARE(pressed.at(0).at(0).toString(), u"a1b2"_s);
        QCOMPARE(pressed.at(0).at(1).toInt(), button);
    }
}

void tst_Notifications::othersNotificationsAreNoneOfOurs()
{
    QSignalSpy pressed(m_notifications.get(), &Notifications::pressed);
    QSignalSpy opened(m_notifications.get(), &Notifications::opened);
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    Q_EMIT m_service->ActionInvoked(7, u"button-0"_s);
    // Another program that speaks as if it were the service.
    QDBusConnection liar = QDBusConnection::connectToBus(m_address, u"liar"_s);
    QDBusMessage lie = QDBusMessage::createSignal(u"/org/freedesktop/Notifications"_s,
                                                  u"org.freedesktop.Notifications"_s, u"ActionInvoked"_s);
    lie.setArguments({41U, u"button-0"_s});
    QVERIFY(liar.send(lie));
    Q_EMIT m_service->ActionInvoked(41, u"default"_s);
    QTRY_COMPARE(opened.count(), 1);
    m_notifications->show(question(u"after"_s));
    QTRY_COMPARE(m_service->shown.size(), 2);
    QCOMPARE(pressed.count(), 0);
    QDBusConnection::disconnectFromBus(u"liar"_s);
}

void tst_Notifications::closesWhenTheQuestionEnds()
{
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    m_notifications->show(question(u"other"_s));
    QTRY_COMPARE(m_service->shown.size(), 2);
    m_notifications->close(u"a1b2"_s);
    QTRY_COMPARE(m_service->closed, QList<uint>{41});
    QSignalSpy pressed(m_notifications.get(), &Notifications::pressed);
    Q_EMIT m_service->ActionInvoked(41, u"button-0"_s); // a press that crossed
    Q_EMIT m_service->ActionInvoked(42, u"button-1"_s);
    QTRY_COMPARE(pressed.count(), 1);
    QCOMPARE(pressed.at(0).at(0).toString(), u"other"_s);
}

void tst_Notifications::closesWhatIsStillOnItsWay()
{
    m_service->holds = true;
    m_notifications->show(question());
    QTRY_COMPARE(m_service->held.size(), 1);
    m_notifications->close(u"a1b2"_s);
    const auto [message, id] = m_service->held.constFirst();
    QVERIFY(QDBusConnection(u"service"_s).send(message.createReply(id)));
    QTRY_COMPARE(m_service->closed, QList<uint>{id});
}

void tst_Notifications::actionBeforeTheNumberIsKnown()
{
    QSignalSpy pressed(m_notifications.get(), &Notifications::pressed);
    m_service->holds = true;
    m_notifications->show(question());
    QTRY_COMPARE(m_service->held.size(), 1);
    const auto [message, id] = m_service->held.constFirst();
    Q_EMIT m_service->ActionInvoked(id, u"button-1"_s);
    QVERIFY(QDBusConnection(u"service"_s).send(message.createReply(id)));
    QTRY_COMPARE(pressed.count(), 1);
    QCOMPARE(pressed.at(0).at(1).toInt(), 1);
}

void tst_Notifications::nothingIsClosedTwice()
{
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    m_notifications->show(question(u"other"_s));
    QTRY_COMPARE(m_service->shown.size(), 2);
    m_notifications->close(u"a1b2"_s);
    m_notifications->close(u"a1b2"_s);
    m_notifications->close(u"never shown"_s);
    m_notifications->close(u"other"_s);
    const QList<uint> closed{41, 42};
    QTRY_COMPARE(m_service->closed, closed);
}

void tst_Notifications::endedQuestionIsNotShown()
{
    m_notifications->show(question());
    m_notifications->close(u"a1b2"_s); // answered before the service said what it can
    m_notifications->show(question(u"other"_s));
    QTRY_VERIFY(!m_service->shown.isEmpty());
    QCOMPARE(m_service->shown.size(), 1);
}

void tst_Notifications::missingServiceIsToldOnce()
{
    QSignalSpy unavailable(m_notifications.get(), &Notifications::unavailable);
    m_notifications->show(question());
    QVERIFY(unavailable.isEmpty()); // never from inside the call
    QTRY_COMPARE(unavailable.count(), 1);
    m_notifications->show(question(u"other"_s));
    startService(); // one that comes later is used
    int tries = 0;
    QTRY_VERIFY((m_notifications->show(question(QString::number(++tries))), !m_service->shown.isEmpty()));
    QCOMPARE(unavailable.count(), 1);
}

void tst_Notifications::missingBusIsTold()
{
    DBusNotifications nowhere(QDBusConnection(u"there is none"_s));
    QSignalSpy unavailable(&nowhere, &Notifications::unavailable);
    nowhere.show(question());
    QTRY_COMPARE(unavailable.count(), 1);
    nowhere.close(u"a1b2"_s);
}

void tst_Notifications::newServiceIsUsed()
{
    m_notifications->show(question());
    QTRY_COMPARE(m_service->shown.size(), 1);
    QDBusConnection(u"service"_s).unregisterService(u"org.freedesktop.Notifications"_s);
    m_service->capabilities = {u"body"_s};
    startService();
    // It knows nothing of the old numbers, and cannot do what the old one could.
    int tries = 0;
    QTRY_VERIFY((m_notifications->show(question(QString::number(++tries))), m_service->shown.size() > 1));
    QTRY_COMPARE(m_service->shown.constLast().actions, QStringList());
}

QTEST_GUILESS_MAIN(tst_Notifications)
#include "tst_notifications.moc"
