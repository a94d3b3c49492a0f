// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"
#include "widgets/question/questionaccessibility.h"

#include <QAccessible>

using namespace heed;
using namespace heed::test;

namespace {

struct Node {
    QAccessible::Role role;
    QString name;
    QString description;
};

// Down from the window, as a screen reader walks; what is invisible is not there for it.
void walk(QAccessibleInterface *from, QList<Node> &into)
{
    if (!from || from->state().invisible)
        return;
    into.append({from->role(), from->text(QAccessible::Name), from->text(QAccessible::Description)});
    for (int i = 0; i < from->childCount(); ++i)
        walk(from->child(i), into);
}

} // namespace

//! What assistive technology finds.
class tst_CardAccess : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installQuestionAccessibility(); }
    void init() { failOnWarnings(); }

    void groupNameSaysEverything_data();
    void groupNameSaysEverything();
    void treeHasEveryPartOnceInVisualOrder();
    void everyFocusableControlHasANameARoleAndAnAction();
    void tabOrderIsTheVisualOrderWithoutTraps();
    void pressActionOfAScreenReaderAnswersOnce();
    void settledCardIsOnlyText();
    void textCanBeReadByCaret();
    void nothingInTheGroupIsALabel();
};

void tst_CardAccess::groupNameSaysEverything_data()
{
    QTest::addColumn<int>("options");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("name");
    QTest::addRow("with options") << 3 << u"Which one?"_s << 1 << 1
                                  << u"The model asks: Which one? 3 choices."_s;
    QTest::addRow("without options") << 0 << u"Which one?"_s << 1 << 1 << u"The model asks: Which one?"_s;
    QTest::addRow("second of two") << 2 << u"Which one?"_s << 2 << 2
                                   << u"The model asks, 2 of 2: Which one? 2 choices."_s;
    QTest::addRow("no full stop") << 2 << u"Name it"_s << 1 << 1 << u"The model asks: Name it. 2 choices."_s;
    QTest::addRow("markup and percents are words")
        << 0 << u"**%1** & <b>?"_s << 1 << 1 << u"The model asks: **%1** & <b>?"_s;
}

void tst_CardAccess::groupNameSaysEverything()
{
    QFETCH(int, options);
    QFETCH(QString, text);
    Stage stage;
    Question question = makeQuestion(options);
    question.text = text;
    question.index = *static_cast<int *>(QTest::qData("index", qMetaTypeId<int>()));
    question.count = *static_cast<int *>(QTest::qData("count", qMetaTypeId<int>()));
    stage.add(question);
    stage.showIdle();
    auto *card = QAccessible::queryAccessibleInterface(stage.card);
    QCOMPARE(card->role(), QAccessible::Grouping);
    QTEST(card->text(QAccessible::Name), "name");
    // From a control up to the group: what is read when the focus enters.
    auto *first = QAccessible::queryAccessibleInterface(options > 0 ? static_cast<QWidget *>(stage.option(0))
                                                                    : static_cast<QWidget *>(stage.box()));
    QCOMPARE(first->parent()->object(), stage.card);
}

void tst_CardAccess::treeHasEveryPartOnceInVisualOrder()
{
    Stage stage;
    Question question = makeQuestion();
    question.deadlineMs = stage.clock.wallMs() + 60'000;
    stage.add(question);
    stage.showIdle();
    QList<Node> nodes;
    walk(QAccessible::queryAccessibleInterface(stage.card), nodes);
    QStringList names;
    for (const Node &node : nodes) {
        if (!node.name.isEmpty())
            names << node.name;
    }
    QCOMPARE(names,
             (QStringList{u"The model asks: Which folder did you mean? 3 choices."_s, u"The model asks"_s,
                          u"in Roof repair"_s, u"Which folder did you mean?"_s, u"Billing"_s, u"Shipping"_s,
                          u"Returns"_s, u"Your own answer"_s, u"Send answer"_s, u"Ask back"_s, u"Skip"_s,
                          u"Goes on without an answer at 14:03"_s, u"Keep waiting"_s}));
    const auto find = [&](const QString &name) {
        return *std::find_if(nodes.begin(), nodes.end(), [&](const Node &node) { return node.name == name; });
    };
    QCOMPARE(find(u"Billing"_s).role, QAccessible::Button);
    QCOMPARE(find(u"Billing"_s).description, u"choice 1 of 3. Invoices and payments"_s);
    QCOMPARE(find(u"Shipping"_s).description, u"choice 2 of 3"_s);
    QCOMPARE(find(u"Your own answer"_s).role, QAccessible::EditableText);
    QCOMPARE(find(u"Which folder did you mean?"_s).role, QAccessible::Paragraph);
}

void tst_CardAccess::everyFocusableControlHasANameARoleAndAnAction()
{
    Stage stage;
    Question question = makeQuestion(3, false);
    question.deadlineMs = stage.clock.wallMs() + 60'000;
    stage.add(question);
    stage.showIdle();
    QTest::mouseClick(stage.button(u"Ask back"_s), Qt::LeftButton);
    stage.box()->setPlainText(u"words"_s); // an empty answer cannot be sent
    int seen = 0;
    for (auto *widget : stage.card->findChildren<QWidget *>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        auto *face = QAccessible::queryAccessibleInterface(widget);
        const QString name = face->text(QAccessible::Name);
        QVERIFY(!name.isEmpty());
        QVERIFY2(!name.contains(u'&') && !name.contains(u'*') && !name.contains(u'<'), qPrintable(name));
        if (qobject_cast<CardButton *>(widget)) {
            QCOMPARE(face->role(), QAccessible::Button);
            QVERIFY(
                face->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
        } else {
            QCOMPARE(face->role(), QAccessible::EditableText);
            QVERIFY(face->textInterface());
        }
        ++seen;
    }
    QCOMPARE(seen, 3 + 1 + 5); // options, box, send, ask back, skip, none, keep waiting
}

void tst_CardAccess::tabOrderIsTheVisualOrderWithoutTraps()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    stage.box()->setPlainText(u"words"_s);
    const QList<QWidget *> expected{stage.option(0),
                                    stage.option(1),
                                    stage.option(2),
                                    stage.box(),
                                    stage.button(u"Send answer"_s),
                                    stage.button(u"Ask back"_s),
                                    stage.button(u"Skip"_s),
                                    stage.composer};
    for (QWidget *next : expected) {
        QTest::keyClick(stage.focus(), Qt::Key_Tab);
        QCOMPARE(stage.focus(), next);
    }
    for (auto it = expected.rbegin() + 1; it != expected.rend(); ++it) {
        QTest::keyClick(stage.focus(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(stage.focus(), *it);
    }
}

void tst_CardAccess::pressActionOfAScreenReaderAnswersOnce()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    auto *face = QAccessible::queryAccessibleInterface(stage.option(1));
    face->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    face->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QTRY_COMPARE(answered.size(), 1);
    QCOMPARE(answered.first().at(1).value<Answer>().option, 1);
}

void tst_CardAccess::settledCardIsOnlyText()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    stage.card->settle(chosen(stage.card->question(), 0, Face::Companion));
    QList<Node> nodes;
    walk(QAccessible::queryAccessibleInterface(stage.card), nodes);
    QCOMPARE(nodes.first().name, u"The model asked: Which folder did you mean? Answered: Billing"_s);
    for (const Node &node : nodes.mid(1))
        QCOMPARE(node.role, QAccessible::Paragraph);
}

void tst_CardAccess::textCanBeReadByCaret()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    auto *question = stage.questionText();
    auto *face = QAccessible::queryAccessibleInterface(question)->textInterface();
    QVERIFY(face);
    QCOMPARE(face->characterCount(), int(question->text().size()));
    QCOMPARE(face->text(6, 12), u"folder"_s);
    face->setSelection(0, 0, 5);
    QCOMPARE(question->textCursor().selectedText(), u"Which"_s);
    QCOMPARE(face->selectionCount(), 1);
    const QRect second = face->characterRect(1);
    QVERIFY(second.left() > face->characterRect(0).left());
    QCOMPARE(face->offsetAtPoint(face->characterRect(3).topLeft() + QPoint(1, 3)), 3);
}

// Orca reads the labels of a group behind its name: the question would be said twice.
void tst_CardAccess::nothingInTheGroupIsALabel()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QList<Node> nodes;
    walk(QAccessible::queryAccessibleInterface(stage.card), nodes);
    for (const Node &node : nodes) {
        QVERIFY(node.role != QAccessible::StaticText);
        QVERIFY(node.role != QAccessible::Notification);
    }
}

QTEST_MAIN(tst_CardAccess)
#include "tst_cardaccess.moc"
