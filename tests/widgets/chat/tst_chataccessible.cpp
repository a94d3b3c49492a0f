// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/chat/transcript.h"
#include "widgets/chat/chatview.h"
#include "widgets/chat/chatviewaccessible.h"
#include "widgets/chat/questionhost.h"
#include "widgets/chat/waitingbar.h"

#include <QAccessible>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#ifdef HEED_SEES_ACCESSIBILITY_EVENTS
#include <private/qguiapplication_p.h>
#include <qpa/qplatformaccessibility.h>
#include <qpa/qplatformintegration.h>
#endif

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! A card of real controls, as the question card is one.
class Card final : public QWidget
{
public:
    Card(const QModelIndex &row, QWidget *parent)
        : QWidget(parent)
    {
        setAccessibleName(u"The model asks: "_s + row.data(TranscriptRole::Text).toString());
        auto *layout = new QVBoxLayout(this);
        layout->addWidget(new QPushButton(u"Billing"_s));
        layout->addWidget(new QPushButton(u"Shipping"_s));
    }
};

QStringList *focused = nullptr;

void record(QAccessibleEvent *event)
{
    if (event->type() == QAccessible::Focus && focused && event->accessibleInterface())
        focused->append(event->accessibleInterface()->text(QAccessible::Name));
}

//! Walks down from the view, the way a screen reader does.
QAccessibleInterface *find(QAccessibleInterface *from, const QString &name)
{
    if (!from || from->text(QAccessible::Name) == name)
        return from;
    for (int i = 0; i < from->childCount(); ++i) {
        if (auto *found = find(from->child(i), name))
            return found;
    }
    return nullptr;
}

struct Shown {
    Transcript model{};
    ChatView view{};

    Shown()
    {
        view.setTimeZone(QTimeZone::utc());
        view.setLocale(QLocale(QLocale::English, QLocale::UnitedKingdom));
        view.setWidgetFactory([](const QModelIndex &row, QWidget *parent) { return new Card(row, parent); });
        view.resize(800, 600);
        view.setModel(&model);
        view.show();
        if (!QTest::qWaitForWindowActive(&view))
            qWarning("the window did not become active");
        view.flush();
    }
    [[nodiscard]] QAccessibleInterface *root() { return QAccessible::queryAccessibleInterface(&view); }
};

} // namespace

class tst_ChatAccessible : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }
    void saysRows_data();
    void saysRows();
    void onlyRowsInViewAreChildren();
    void walksALongChatWithoutReadingIt();
    void aRowKnowsItsPlace();
    void theCardIsInTheTree();
    void theBarIsInTheTree();
    void theFocusIsToldRowByRow();
    void interfacesGoWithTheirRows();
};

void tst_ChatAccessible::initTestCase()
{
    installChatViewAccessibility();
    installChatViewAccessibility(); // twice is once
}

void tst_ChatAccessible::saysRows_data()
{
    QTest::addColumn<RowKind>("kind");
    QTest::addColumn<QString>("title");
    QTest::addColumn<bool>("isFoldable");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::addRow("a message") << RowKind::Message << QString() << false << u"**hello**"_s
                               << u"Ada, 14/11/2023 22:13: **hello**"_s;
    QTest::addRow("a reply without its markup")
        << RowKind::ReplyText << QString() << false << u"## Setup\n\nRun **this**:\n\n```sh\nls\n```"_s
        << u"Ada, 14/11/2023 22:13: Heading 2: Setup\nRun this:\nCode block, sh, 1 line(s): ls"_s;
    QTest::addRow("a folded row says its title") << RowKind::Tool << u"Searched notes"_s << true
                                                 << u"hidden"_s << u"Ada, 14/11/2023 22:13: Searched notes"_s;
    QTest::addRow("a settled question")
        << RowKind::Question << QString() << false << u"Which?\nAnswered: This"_s
        << u"Ada, 14/11/2023 22:13: The model asked: Which?\nAnswered: This"_s;
    QTest::addRow("a notice says only itself")
        << RowKind::Notice << QString() << false << u"Stopped."_s << u"Stopped."_s;
    QTest::addRow("percent signs and ampersands are data")
        << RowKind::Message << QString() << false << u"%1 & %2 <b>"_s
        << u"Ada, 14/11/2023 22:13: %1 & %2 <b>"_s;
}

void tst_ChatAccessible::saysRows()
{
    QFETCH(RowKind, kind);
    QFETCH(QString, title);
    QFETCH(bool, isFoldable);
    QFETCH(QString, text);
    Shown shown;
    shown.model.append({.kind = kind,
                        .author = u"Ada"_s,
                        .text = text,
                        .title = title,
                        .isFoldable = isFoldable,
                        .reply = 1});
    shown.view.flush();
    QCOMPARE(shown.root()->childCount(), 1);
    QAccessibleInterface *row = shown.root()->child(0);
    QTEST(row->text(QAccessible::Name), "name");
    QCOMPARE(row->role(), QAccessible::ListItem);
    QVERIFY(!row->state().selectable); // or every message ends in "not selected"
    QVERIFY(row->state().focusable);
}

void tst_ChatAccessible::onlyRowsInViewAreChildren()
{
    Shown shown;
    shown.model.makeUp(100'000);
    shown.view.flush();
    QAccessibleInterface *root = shown.root();
    QCOMPARE(root->role(), QAccessible::Client);
    QVERIFY(root->childCount() < 40);
    QCOMPARE(root->childCount(), shown.view.lastVisibleRow() - shown.view.firstVisibleRow() + 1);
    for (int i = 0; i < root->childCount(); ++i) {
        QAccessibleInterface *row = root->child(i);
        QCOMPARE(root->indexOfChild(row), i);
        QCOMPARE(row->parent(), root);
        QVERIFY(row->text(QAccessible::Name)
                    .contains(u"Message number %1."_s.arg(shown.view.firstVisibleRow() + i)));
        QVERIFY(!row->state().offscreen);
    }
    QVERIFY(!root->child(root->childCount()));
    QVERIFY(!root->child(-1));
}

void tst_ChatAccessible::walksALongChatWithoutReadingIt()
{
    Shown shown;
    shown.model.makeUp(100'000);
    shown.view.flush();
    shown.model.textsRead = 0;
    QVERIFY(!find(shown.root(), u"no such name"_s));
    QVERIFY(shown.model.textsRead <= 40);
    shown.view.setFocus();
    shown.model.textsRead = 0;
    for (int i = 0; i < 400; ++i) {
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QAccessibleInterface *row = shown.root()->focusChild();
        QVERIFY(row);
        QVERIFY(row->state().focused);
        QVERIFY(row->text(QAccessible::Name).contains(u"Message number %1."_s.arg(shown.view.currentRow())));
    }
    QCOMPARE(shown.view.currentRow(), 99'599);
    QVERIFY2(shown.model.textsRead < 400 * 4, qPrintable(QString::number(shown.model.textsRead)));
}

void tst_ChatAccessible::aRowKnowsItsPlace()
{
    Shown shown;
    for (int i = 0; i < 5; ++i)
        shown.model.append({.author = u"You"_s, .text = u"message"_s});
    shown.view.flush();
    for (int i = 0; i < 5; ++i) {
        QAccessibleInterface *row = shown.root()->child(i);
        const QPoint at = row->rect().center();
        QCOMPARE(shown.root()->childAt(at.x(), at.y()), row);
    }
    QVERIFY(!shown.root()->childAt(-5, -5));
}

void tst_ChatAccessible::theCardIsInTheTree()
{
    Shown shown;
    shown.model.append({.author = u"You"_s, .text = u"message"_s});
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    QAccessibleInterface *card = find(shown.root(), u"The model asks: Which?"_s);
    QVERIFY(card);
    QCOMPARE(card->object(), shown.view.waitingCard());
    QVERIFY(find(shown.root(), u"Shipping"_s));
    // And back up: the card stands in its row, the row in the view.
    QAccessibleInterface *row = card->parent();
    QCOMPARE(row->role(), QAccessible::ListItem);
    QCOMPARE(row->childCount(), 1);
    QCOMPARE(row->child(0), card);
    QCOMPARE(row->parent(), shown.root());
    QCOMPARE(shown.root()->indexOfChild(row), 1);
    QCOMPARE(chatRowInterface(&shown.view, shown.model.index(1)), row);
    QVERIFY(!row->text(QAccessible::Name).contains(u"Which?"_s)); // the card says it, once

    shown.model.change(1, [](auto &settled) { settled.isWaiting = false; });
    shown.view.flush();
    QVERIFY(!find(shown.root(), u"Shipping"_s));
    QVERIFY(shown.root()->child(1)->text(QAccessible::Name).contains(u"Which?"_s));
}

void tst_ChatAccessible::theBarIsInTheTree()
{
    Shown shown;
    for (int i = 0; i < 40; ++i)
        shown.model.append({.author = u"You"_s, .text = u"message"_s});
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    QVERIFY(!find(shown.root(), u"Show the waiting question"_s));
    shown.view.showRow(shown.model.index(0));
    QAccessibleInterface *show = find(shown.root(), u"Show the waiting question"_s);
    QVERIFY(show);
    QCOMPARE(show->role(), QAccessible::Button);
    QAccessibleInterface *bar = shown.root()->child(shown.root()->childCount() - 1);
    QCOMPARE(shown.root()->indexOfChild(bar), shown.root()->childCount() - 1);
}

void tst_ChatAccessible::theFocusIsToldRowByRow()
{
#ifdef HEED_SEES_ACCESSIBILITY_EVENTS
    QGuiApplicationPrivate::platformIntegration()->accessibility()->setActive(true);
#else
    QSKIP("built without Qt's private headers");
#endif
    Shown shown;
    for (int i = 0; i < 3; ++i)
        shown.model.append({.author = u"You"_s, .text = u"message %1"_s.arg(i)});
    shown.view.flush();
    shown.view.clearFocus();
    QStringList said;
    focused = &said;
    const auto before = QAccessible::installUpdateHandler(record);
    shown.view.setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(!said.isEmpty() && said.last().contains(u"message 2"_s)); // the newest, after Qt's own event
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QVERIFY(said.last().contains(u"message 1"_s));
    QTest::keyClick(&shown.view, Qt::Key_Home);
    QVERIFY(said.last().contains(u"message 0"_s));
    const auto count = said.size();
    shown.model.append({.author = u"You"_s, .text = u"message 3"_s});
    shown.view.flush();
    QCOMPARE(said.size(), count); // what comes in does not move the focus
    QAccessible::installUpdateHandler(before);
    focused = nullptr;
}

void tst_ChatAccessible::interfacesGoWithTheirRows()
{
    QAccessible::Id id = 0;
    {
        Shown shown;
        shown.model.append({.author = u"You"_s, .text = u"first"_s});
        shown.model.append({.author = u"You"_s, .text = u"second"_s});
        shown.view.flush();
        QAccessibleInterface *first = shown.root()->child(0);
        QAccessibleInterface *second = shown.root()->child(1);
        id = QAccessible::uniqueId(second);
        shown.model.remove(0);
        shown.view.flush();
        QVERIFY(!first->isValid());
        QVERIFY(first->state().invalid);
        QCOMPARE(first->rect(), QRect());
        QCOMPARE(shown.root()->child(0), second); // the same object for the same row
    }
    QVERIFY(!QAccessible::accessibleInterface(id));
}

QTEST_MAIN(tst_ChatAccessible)
#include "tst_chataccessible.moc"
