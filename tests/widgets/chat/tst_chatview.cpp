// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/chat/transcript.h"
#include "widgets/chat/chatview.h"
#include "widgets/chat/questionhost.h"
#include "widgets/chat/waitingbar.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! A card whose height the test decides.
class Card final : public QWidget
{
public:
    Card(const QModelIndex &row, QWidget *parent)
        : QWidget(parent)
        , edit(new QLineEdit(this))
    {
        setObjectName(row.data(TranscriptRole::Text).toString());
        edit->setGeometry(0, 0, 100, 24);
    }
    [[nodiscard]] QSize sizeHint() const override { return {200, tall}; }
    int tall = 150;
    QLineEdit *edit;
};

//! A view of 800 by 600 over a transcript, shown.
struct Shown {
    Transcript model{};
    ChatView view{};

    Shown()
    {
        QFont font(u"Noto Sans"_s);
        font.setPixelSize(15);
        view.setFont(font);
        view.setTimeZone(QTimeZone::utc());
        view.setWidgetFactory([](const QModelIndex &row, QWidget *parent) { return new Card(row, parent); });
        view.resize(800, 600);
        view.setModel(&model);
        view.show();
        if (!QTest::qWaitForWindowActive(&view)) // without it no widget gets the focus
            qWarning("the window did not become active");
        view.flush();
    }
    void reply(const QString &text)
    {
        model.append({.kind = RowKind::ReplyText, .author = u"Model"_s, .text = text, .reply = 1});
        view.flush();
    }
    //! The middle of the first character run of \a what in the view, found by hit tests.
    [[nodiscard]] QPoint find(RowHit::What what, int row)
    {
        const QRect box = view.rowRect(row).intersected(view.viewport()->rect());
        for (int y = box.top() + 3; y < box.bottom(); y += 4) {
            for (int x = 2; x < box.right(); x += 4) {
                int at = -1;
                if (view.hitAt({x, y}, &at).what == what && at == row)
                    return {x + 2, y + 2};
            }
        }
        return {-1, -1};
    }
    void click(QPoint at) { QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at); }
};

//! The same but for the softness of edges, which depends on where a repainted strip begins.
bool isAlike(const QImage &a, const QImage &b)
{
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb one = a.pixel(x, y);
            const QRgb two = b.pixel(x, y);
            if (qAbs(qGray(one) - qGray(two)) > 40)
                return false;
        }
    }
    return true;
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class tst_ChatView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }

    void opensALongChatByReadingLittle();
    void scrollingALongChatLaysOutWhatIsSeen();
    void aChangeOfWidthKeepsTheRowAndLaysOutLittle();
    void keepsAtMostSoManyLayouts();
    void streamingLaysOutOnlyWhatIsNew_data();
    void streamingLaysOutOnlyWhatIsNew();
    void manyChangesMakeOneFrame();
    void sticksToTheEndOnlyWhenItWasThere();
    void whatIsBlittedIsWhatWouldBePainted();
    void rowsInsertedAboveMoveNothing();

    void foldsByMouseAndKeyboard();
    void foldsAMessageOfManyCharacters();
    void keysMoveTheCurrentRow();
    void tabGoesOn();

    void copiesWhatIsSelectedByMouse();
    void doubleAndTripleClickSelect();
    void selectsAllByKeyboard();
    void shiftArrowsSelect();
    void copiesAsMarkdown();
    void copiesACodeBlock();
    void menuOffersWhatTheRowHas();
    void hiddenWordsAreNotCopied();

    void aLinkIsOnlyASignal();
    void aSlideOffALinkDoesNothing();
    void nothingIsLoaded();

    void findsAcrossMarkup();
    void findGoesRoundAndBack();
    void findOpensFoldedRows();
    void findInALongChatTakesTurns();

    void aWaitingQuestionHasItsCard();
    void theCardLivesWhileScrolledAway();
    void theCardDecidesItsHeight();
    void aSettledQuestionIsPainted();
    void theFocusIsNotLostWithTheCard();
    void theFocusIsNotLostWithTheRow();
    void theBarLeadsBackToTheQuestion();
    void theFocusInACardBringsItIntoView();
    void aModelMayGoAway();
};

void tst_ChatView::opensALongChatByReadingLittle()
{
    Shown shown;
    shown.model.makeUp(100'000);
    shown.model.textsRead = 0;
    shown.model.cellsRead = 0;
    const auto before = shown.view.counts();
    shown.view.flush();
    const int rows = shown.view.lastVisibleRow() - shown.view.firstVisibleRow() + 1;
    QCOMPARE(shown.view.lastVisibleRow(), 99'999);
    QVERIFY(rows > 2);
    QVERIFY(shown.view.counts().rowsLaid - before.rowsLaid <= rows + 1);
    QVERIFY2(shown.model.textsRead <= rows + 1, qPrintable(QString::number(shown.model.textsRead)));
    // Kinds of the last rows, for waiting questions, and what is in view: not 100,000 of anything.
    QVERIFY2(shown.model.cellsRead < 1000, qPrintable(QString::number(shown.model.cellsRead)));
}

void tst_ChatView::scrollingALongChatLaysOutWhatIsSeen()
{
    Shown shown;
    shown.model.makeUp(100'000);
    shown.view.flush();
    QScrollBar *bar = shown.view.verticalScrollBar();
    const auto before = shown.view.counts();
    for (int i = 0; i < 50; ++i)
        bar->setValue(bar->value() - 60);
    // 3,000 pixels: no row is lower than 40.
    QVERIFY(shown.view.counts().rowsLaid - before.rowsLaid <= 3000 / 40 + 2);
    QVERIFY(!shown.view.isAtEnd());
    bar->setValue(bar->maximum() / 2);
    QVERIFY(qAbs(shown.view.firstVisibleRow() - 50'000) < 2500);
    bar->setValue(0);
    QCOMPARE(shown.view.firstVisibleRow(), 0);
    QCOMPARE(shown.view.rowRect(0).top(), 0);
    bar->setValue(bar->maximum());
    QCOMPARE(shown.view.lastVisibleRow(), 99'999);
    QVERIFY(shown.view.isAtEnd());
}

void tst_ChatView::aChangeOfWidthKeepsTheRowAndLaysOutLittle()
{
    Shown shown;
    shown.model.makeUp(100'000);
    shown.view.flush();
    shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->maximum() / 2);
    const int row = shown.view.firstVisibleRow();
    const auto before = shown.view.counts();
    shown.view.resize(500, 600);
    shown.view.flush();
    QCOMPARE(shown.view.firstVisibleRow(), row);
    const int rows = shown.view.lastVisibleRow() - row + 1;
    QVERIFY(shown.view.counts().rowsLaid - before.rowsLaid <= rows + 3);
}

void tst_ChatView::keepsAtMostSoManyLayouts()
{
    Shown shown;
    shown.model.makeUp(2000);
    shown.view.flush();
    for (int row = 1999; row > 1500; --row)
        shown.view.showRow(shown.model.index(row));
    const auto before = shown.view.counts();
    shown.view.showRow(shown.model.index(1999)); // long gone from the cache
    shown.view.grab();
    QVERIFY(shown.view.counts().rowsLaid > before.rowsLaid);
    const auto again = shown.view.counts();
    shown.view.showRow(shown.model.index(1990));
    shown.view.showRow(shown.model.index(1999));
    shown.view.grab();
    QVERIFY(shown.view.counts().rowsLaid - again.rowsLaid <= 12);
}

void tst_ChatView::streamingLaysOutOnlyWhatIsNew_data()
{
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("piece");
    QTest::addRow("paragraphs") << QString() << u"Some words that make up a paragraph.\n\n"_s;
    QTest::addRow("a list") << QString() << u"- an item of a list\n"_s;
    QTest::addRow("a fence") << u"```cpp\n"_s << u"int a = 1; // a line\n"_s;
    QTest::addRow("one long paragraph") << QString() << u"words and more words "_s;
}

void tst_ChatView::streamingLaysOutOnlyWhatIsNew()
{
    QFETCH(QString, head);
    QFETCH(QString, piece);
    Shown shown;
    const QString text = head + piece.repeated(30'000 / int(piece.size()));
    shown.model.append(
        {.kind = RowKind::ReplyText, .author = u"Model"_s, .text = text, .isStreaming = true, .reply = 1});
    shown.view.flush();
    const auto before = shown.view.counts();
    QString grown = text;
    for (int i = 0; i < 100; ++i) {
        grown += piece.mid(i % int(piece.size()), 4);
        shown.model.change(0, [&](auto &row) { row.text = grown; });
        shown.view.flush();
    }
    // Each frame makes one or two layouts of the hundreds that the row has.
    const int made = shown.view.counts().layoutsMade - before.layoutsMade;
    QVERIFY2(made <= 100 * 4, qPrintable(QString::number(made)));
    QVERIFY(shown.view.isAtEnd());
}

void tst_ChatView::manyChangesMakeOneFrame()
{
    Shown shown;
    shown.reply(u"a"_s);
    const auto before = shown.view.counts();
    for (int i = 0; i < 500; ++i)
        shown.model.change(0, [](auto &row) { row.text += u"b "_s; });
    QCOMPARE(shown.view.counts().frames, before.frames);
    QTRY_COMPARE(shown.view.counts().frames, before.frames + 1);
    QCOMPARE(shown.view.counts().rowsLaid, before.rowsLaid + 1);
}

void tst_ChatView::sticksToTheEndOnlyWhenItWasThere()
{
    Shown shown;
    for (int i = 0; i < 30; ++i)
        shown.model.append({.author = u"You"_s, .text = u"a message"_s});
    shown.view.flush();
    QVERIFY(shown.view.isAtEnd());
    shown.reply(u"a reply\n\nwith more\n\nparagraphs"_s);
    QVERIFY(shown.view.isAtEnd());
    QCOMPARE(shown.view.lastVisibleRow(), 30);
    shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->value() - 100);
    const int first = shown.view.firstVisibleRow();
    const int top = shown.view.rowRect(first).top();
    shown.reply(u"another reply"_s);
    shown.model.change(30, [](auto &row) { row.text += u"\n\nand it grows"_s; });
    shown.view.flush();
    QVERIFY(!shown.view.isAtEnd());
    QCOMPARE(shown.view.firstVisibleRow(), first);
    QCOMPARE(shown.view.rowRect(first).top(), top);
    shown.view.scrollToEnd();
    QVERIFY(shown.view.isAtEnd());
    QCOMPARE(shown.view.lastVisibleRow(), 31);
}

// Scrolling and streaming move what is on the screen and paint only a strip: it has to come out the same.
void tst_ChatView::whatIsBlittedIsWhatWouldBePainted()
{
    Shown shown;
    shown.model.append({.author = u"You"_s, .text = u"a question"_s});
    QString text = u"# Head\n\n> quoted\n\n"_s;
    shown.model.append(
        {.kind = RowKind::ReplyText, .author = u"Model"_s, .text = text, .isStreaming = true, .reply = 1});
    shown.view.flush();
    QCoreApplication::processEvents();
    const QStringList pieces{
        u"some **words** "_s, u"\n\n- item"_s, u" and\n- more\n"_s, u"\n```py\nx = 1\n"_s,
        u"y = 2\n"_s,         u"```\n\n"_s,    u"> a quote\n\n"_s,  u"|a|b|\n|---|---|\n|1|2|\n\n"_s};
    for (int i = 0; i < 120; ++i) {
        text += pieces.at(i % int(pieces.size()));
        shown.model.change(1, [&](auto &row) { row.text = text; });
        shown.view.flush();
        QCoreApplication::processEvents();
        if (i % 7 == 3)
            shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->value() - 37);
        if (i % 21 == 20)
            shown.view.scrollToEnd();
        QCoreApplication::processEvents();
        // What the window shows, and the same painted from nothing.
        const QImage seen = shown.view.screen()
                                ->grabWindow(shown.view.winId())
                                .toImage()
                                .convertToFormat(QImage::Format_RGB32);
        const QImage fresh = shown.view.grab().toImage().convertToFormat(QImage::Format_RGB32);
        QCOMPARE(seen.size(), fresh.size());
        if (!isAlike(seen, fresh)) {
            seen.save(QCoreApplication::applicationDirPath() + u"/chat-seen.png"_s);
            fresh.save(QCoreApplication::applicationDirPath() + u"/chat-fresh.png"_s);
            QFAIL(qPrintable(u"at step %1"_s.arg(i)));
        }
    }
    QVERIFY(shown.view.counts().frames >= 120);
}

void tst_ChatView::rowsInsertedAboveMoveNothing()
{
    Shown shown;
    for (int i = 0; i < 40; ++i)
        shown.model.append({.author = u"You"_s, .text = u"message %1"_s.arg(i)});
    shown.view.flush();
    shown.view.showRow(shown.model.index(10));
    const int top = shown.view.rowRect(12).top();
    for (int i = 0; i < 5; ++i)
        shown.model.insert(0, {.author = u"You"_s, .text = u"an older message\n"_s.repeated(i + 1)});
    shown.view.flush();
    QCOMPARE(shown.view.rowRect(17).top(), top);
    shown.model.remove(0, 5);
    shown.view.flush();
    QCOMPARE(shown.view.rowRect(12).top(), top);
}

void tst_ChatView::foldsByMouseAndKeyboard()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Tool,
                        .author = u"Model"_s,
                        .text = u"one\ntwo\nthree"_s,
                        .title = u"Searched"_s,
                        .isFoldable = true,
                        .reply = 1});
    shown.view.flush();
    const int folded = shown.view.rowRect(0).height();
    const QPoint title = shown.find(RowHit::What::Fold, 0);
    QVERIFY(title.x() >= 0);
    shown.click(title);
    const int open = shown.view.rowRect(0).height();
    QVERIFY(open > folded + 20);
    shown.click(title);
    QCOMPARE(shown.view.rowRect(0).height(), folded);
    shown.view.setFocus();
    QTest::keyClick(&shown.view, Qt::Key_Space);
    QCOMPARE(shown.view.rowRect(0).height(), open);
    QTest::keyClick(&shown.view, Qt::Key_Return);
    QCOMPARE(shown.view.rowRect(0).height(), folded);
}

void tst_ChatView::foldsAMessageOfManyCharacters()
{
    Shown shown;
    shown.reply(u"words of a long reply. \n\n"_s.repeated(10'000)); // 240 KB
    const int folded = shown.view.rowRect(0).height();
    shown.view.setCurrentRow(0);
    shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->maximum());
    const QPoint more = shown.find(RowHit::What::More, 0);
    QVERIFY(more.x() >= 0);
    shown.click(more);
    QVERIFY(shown.view.rowRect(0).height() > 2 * folded);

    Shown word;
    word.reply(u"x"_s.repeated(1'000'000)); // quadratic when laid out as one word: 85 s
    QVERIFY(word.view.counts().layoutsMade < 100);
}

void tst_ChatView::keysMoveTheCurrentRow()
{
    Shown shown;
    for (int i = 0; i < 60; ++i)
        shown.model.append({.author = u"You"_s, .text = u"message %1"_s.arg(i)});
    shown.view.flush();
    QSignalSpy moved(&shown.view, &ChatView::currentRowChanged);
    shown.view.setFocus();
    QCOMPARE(shown.view.currentRow(), 59); // the newest
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QCOMPARE(shown.view.currentRow(), 58);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    QCOMPARE(shown.view.currentRow(), 0);
    QCOMPARE(shown.view.firstVisibleRow(), 0);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QCOMPARE(shown.view.currentRow(), 0);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QCOMPARE(shown.view.currentRow(), 1);
    QTest::keyClick(&shown.view, Qt::Key_PageDown);
    const int page = shown.view.currentRow();
    QVERIFY(page > 4);
    QVERIFY(shown.view.viewport()->rect().intersects(shown.view.rowRect(page)));
    QTest::keyClick(&shown.view, Qt::Key_PageUp);
    QVERIFY(shown.view.currentRow() < page);
    QTest::keyClick(&shown.view, Qt::Key_End);
    QCOMPARE(shown.view.currentRow(), 59);
    QVERIFY(shown.view.isAtEnd());
    for (int i = 0; i < 59; ++i) {
        QTest::keyClick(&shown.view, Qt::Key_Up);
        const QRect row = shown.view.rowRect(shown.view.currentRow());
        QVERIFY(row.top() >= 0 && row.bottom() <= shown.view.viewport()->height());
    }
    QCOMPARE(shown.view.currentRow(), 0);
    QVERIFY(moved.count() > 60);
}

void tst_ChatView::tabGoesOn()
{
    QWidget window;
    auto *view = new ChatView(&window);
    auto *next = new QLineEdit(&window);
    view->setGeometry(0, 0, 300, 200);
    next->setGeometry(0, 200, 300, 40);
    Transcript model;
    model.append({.author = u"You"_s, .text = u"a"_s});
    view->setModel(&model);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), next);
}

void tst_ChatView::copiesWhatIsSelectedByMouse()
{
    Shown shown;
    shown.model.append({.author = u"You"_s, .text = u"first message"_s});
    shown.reply(u"**bold** words\n\n1. one\n2. two"_s);
    const QPoint from = shown.find(RowHit::What::Text, 0);
    const QRect last = shown.view.rowRect(1);
    QWidget *port = shown.view.viewport();
    QTest::mousePress(port, Qt::LeftButton, {}, {shown.view.rowRect(0).left(), from.y()});
    QTest::mouseMove(port, {last.right() - 5, last.bottom() - 8});
    QTest::mouseRelease(port, Qt::LeftButton, {}, {last.right() - 5, last.bottom() - 8});
    QCOMPARE(shown.view.selectedText(), u"You:\nfirst message\n\nModel:\nbold words\n1. one\n2. two"_s);
    shown.view.copy();
    QCOMPARE(clipboard(), shown.view.selectedText());
    shown.click(from); // a click ends it
    QVERIFY(!shown.view.hasSelection());
}

void tst_ChatView::doubleAndTripleClickSelect()
{
    Shown shown;
    shown.reply(u"several words here\n\nanother paragraph"_s);
    const QPoint at = shown.find(RowHit::What::Text, 0) + QPoint(4, 4);
    QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(shown.view.selectedText(), u"several"_s);
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(shown.view.selectedText(), u"several words here"_s);
}

void tst_ChatView::selectsAllByKeyboard()
{
    Shown shown;
    shown.model.append({.author = u"You"_s, .text = u"a"_s});
    shown.reply(u"b\n\nc"_s);
    shown.view.setFocus();
    QTest::keyClick(&shown.view, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&shown.view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), u"You:\na\n\nModel:\nb\nc"_s);
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    QVERIFY(!shown.view.hasSelection());
    QTest::keyClick(&shown.view, Qt::Key_C, Qt::ControlModifier); // without a selection: the current row
    QCOMPARE(clipboard(), u"b\nc"_s);
}

void tst_ChatView::shiftArrowsSelect()
{
    Shown shown;
    shown.model.append({.author = u"You"_s, .text = u"a\U0001F600b"_s});
    shown.reply(u"xy"_s);
    shown.view.setFocus();
    shown.view.setCurrentRow(0);
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(shown.view.selectedText(), u"a\U0001F600"_s);
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(shown.view.selectedText(), u"You:\na\U0001F600b\n\nModel:\nx"_s);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(shown.view.selectedText(), u"a"_s);
}

void tst_ChatView::copiesAsMarkdown()
{
    Shown shown;
    const QString source = u"## Head\n\n- **a**\n- [b](https://x.org)"_s;
    shown.reply(source);
    shown.view.selectAll();
    QCOMPARE(shown.view.selectedMarkdown(), source);
    shown.view.setFocus();
    shown.view.setCurrentRow(0);
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    shown.view.copyAsMarkdown();
    QCOMPARE(clipboard(), source);
}

void tst_ChatView::copiesACodeBlock()
{
    Shown shown;
    shown.reply(u"Text.\n\n```cpp\nint a;\n\tint b;\n```"_s);
    const QPoint button = shown.find(RowHit::What::Copy, 0);
    QVERIFY(button.x() >= 0);
    shown.click(button);
    QCOMPARE(clipboard(), u"int a;\n    int b;"_s);
    QGuiApplication::clipboard()->clear();
    // The same by keyboard, through the menu.
    const std::unique_ptr<QMenu> menu(shown.view.createMenu(0, {}));
    auto *code = menu->findChild<QAction *>(u"copyCode"_s);
    QVERIFY(code);
    code->trigger();
    QCOMPARE(clipboard(), u"int a;\n    int b;"_s);
}

void tst_ChatView::menuOffersWhatTheRowHas()
{
    Shown shown;
    shown.model.append({.kind = RowKind::ReplyText,
                        .author = u"Model"_s,
                        .text = u"see [a&b](https://x.org/?a&b) twice"_s,
                        .reply = 1,
                        .actions = {u"retry"_s, u"copy"_s, u"next"_s}});
    shown.view.flush();
    const std::unique_ptr<QMenu> menu(shown.view.createMenu(0, {}));
    QSignalSpy asked(&shown.view, &ChatView::actionRequested);
    QSignalSpy opened(&shown.view, &ChatView::linkActivated);
    menu->findChild<QAction *>(u"retry"_s)->trigger();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.at(0).at(0).toPersistentModelIndex().row(), 0);
    QCOMPARE(asked.at(0).at(1).toString(), u"retry"_s);
    QVERIFY(menu->findChild<QAction *>(u"next"_s));
    QVERIFY(!menu->findChild<QAction *>(u"previous"_s));
    QVERIFY(!menu->findChild<QAction *>(u"copyCode"_s));
    auto *open = menu->findChild<QAction *>(u"openLink"_s);
    QVERIFY(open->text().contains(u"a&&b"_s));
    open->trigger();
    QCOMPARE(opened.at(0).at(0).toUrl(), QUrl(u"https://x.org/?a&b"_s));
    menu->findChild<QAction *>(u"copyLink"_s)->trigger();
    QCOMPARE(clipboard(), u"https://x.org/?a&b"_s);
    menu->findChild<QAction *>(u"copyMarkdown"_s)->trigger();
    QVERIFY(clipboard().startsWith(u"see [a&b]"_s));
}

void tst_ChatView::hiddenWordsAreNotCopied()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Thinking,
                        .author = u"Model"_s,
                        .text = u"secret plan"_s,
                        .title = u"Thinking"_s,
                        .isFoldable = true,
                        .reply = 1});
    shown.reply(u"open words"_s);
    shown.view.selectAll();
    QVERIFY(!shown.view.selectedText().contains(u"secret"_s));
    QVERIFY(shown.view.selectedText().contains(u"open words"_s));
}

void tst_ChatView::aLinkIsOnlyASignal()
{
    Shown shown;
    shown.reply(u"[the page](https://example.org/a)"_s);
    QSignalSpy opened(&shown.view, &ChatView::linkActivated);
    const QPoint at = shown.find(RowHit::What::Link, 0);
    QVERIFY(at.x() >= 0);
    QTest::mouseMove(shown.view.viewport(), at);
    QCOMPARE(shown.view.viewport()->cursor().shape(), Qt::PointingHandCursor);
    QCOMPARE(opened.count(), 0);
    shown.click(at);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.at(0).at(0).toUrl(), QUrl(u"https://example.org/a"_s));
    shown.reply(u"[bad](javascript:alert(1)) [worse](file:///etc/passwd)"_s);
    QCOMPARE(shown.find(RowHit::What::Link, 1), QPoint(-1, -1));
}

void tst_ChatView::aSlideOffALinkDoesNothing()
{
    Shown shown;
    shown.reply(u"[the page](https://example.org/a)\n\nelsewhere"_s);
    QSignalSpy opened(&shown.view, &ChatView::linkActivated);
    const QPoint at = shown.find(RowHit::What::Link, 0);
    QTest::mousePress(shown.view.viewport(), Qt::LeftButton, {}, at);
    QTest::mouseMove(shown.view.viewport(), at + QPoint(0, 60));
    QTest::mouseRelease(shown.view.viewport(), Qt::LeftButton, {}, at + QPoint(0, 60));
    QCOMPARE(opened.count(), 0);
}

void tst_ChatView::nothingIsLoaded()
{
    // A picture that exists, named in every way a text can name it, changes nothing of what is painted.
    const QString file = QCoreApplication::applicationDirPath() + u"/chat-loaded.png"_s;
    QImage red(64, 64, QImage::Format_RGB32);
    red.fill(Qt::red);
    QVERIFY(red.save(file));
    Shown shown;
    shown.reply(u"![a](file://%1) ![b](%1) <img src=\"%1\"> ![c][d]\n\n[d]: file://%1"_s.arg(file));
    const QImage seen = shown.view.grab().toImage();
    for (int y = 0; y < seen.height(); y += 2) {
        for (int x = 0; x < seen.width(); x += 2)
            QVERIFY(seen.pixelColor(x, y) != QColor(Qt::red));
    }
    QVERIFY(QFile::remove(file));
    // And nothing could: the library has neither a network nor a document that loads resources.
    QVERIFY(shown.view.findChildren<QObject *>(QRegularExpression(u"QNetworkAccessManager|QTextDocument"_s))
                .isEmpty());
}

void tst_ChatView::findsAcrossMarkup()
{
    Shown shown;
    shown.reply(u"a half**way** house"_s);
    QSignalSpy finished(&shown.view, &ChatView::findFinished);
    shown.view.find(u"HALFWAY"_s);
    QCOMPARE(finished.takeFirst().at(0).toBool(), true);
    QCOMPARE(shown.view.selectedText(), u"halfway"_s);
    shown.view.find(u"nowhere"_s);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished.takeFirst().at(0).toBool(), false);
}

void tst_ChatView::findGoesRoundAndBack()
{
    Shown shown;
    for (int i = 0; i < 50; ++i)
        shown.model.append(
            {.author = u"You"_s, .text = i % 20 == 5 ? u"here is a word and a word"_s : u"nothing"_s});
    shown.view.flush();
    QList<std::pair<int, QString>> seen;
    shown.view.showRow(shown.model.index(0));
    QSignalSpy finished(&shown.view, &ChatView::findFinished);
    const QList<int> rows{5, 5, 25, 25, 45, 45, 5};
    for (const int row : rows) {
        shown.view.find(u"word"_s);
        QCOMPARE(shown.view.currentRow(), row);
        QVERIFY(shown.view.rowRect(row).intersects(shown.view.viewport()->rect()));
    }
    const QList<int> back{45, 45, 25, 25, 5};
    for (const int row : back) {
        shown.view.find(u"word"_s, false);
        QCOMPARE(shown.view.currentRow(), row);
    }
    QCOMPARE(finished.count(), rows.size() + back.size());
}

void tst_ChatView::findOpensFoldedRows()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Thinking,
                        .author = u"Model"_s,
                        .text = u"a hidden thought"_s,
                        .title = u"Thinking"_s,
                        .isFoldable = true,
                        .reply = 1});
    shown.view.flush();
    const int folded = shown.view.rowRect(0).height();
    shown.view.find(u"hidden"_s);
    QVERIFY(shown.view.rowRect(0).height() > folded);
    shown.reply(u"words. \n\n"_s.repeated(20'000) + u"needle"_s);
    shown.view.find(u"needle"_s);
    QCOMPARE(shown.view.selectedText(), u"needle"_s);
}

void tst_ChatView::findInALongChatTakesTurns()
{
    Shown shown;
    shown.model.makeUp(20'000);
    shown.view.flush();
    QSignalSpy finished(&shown.view, &ChatView::findFinished);
    shown.model.textsRead = 0;
    shown.view.find(u"Message number 777."_s, false);
    QCOMPARE(finished.count(), 0);
    QVERIFY(shown.model.textsRead <= 500);
    QVERIFY(finished.wait(heed::test::patienceMs));
    QCOMPARE(finished.at(0).at(0).toBool(), true);
    QCOMPARE(shown.view.currentRow(), 777);
}

void tst_ChatView::aWaitingQuestionHasItsCard()
{
    Shown shown;
    QSignalSpy made(&shown.view, &ChatView::waitingCardCreated);
    shown.model.append({.kind = RowKind::Question, .author = u"Model"_s, .text = u"Which?"_s, .reply = 1});
    shown.view.flush();
    QCOMPARE(made.count(), 0);
    shown.model.change(0, [](auto &row) { row.isWaiting = true; });
    QCOMPARE(made.count(), 1);
    shown.view.flush();
    QWidget *card = shown.view.waitingCard();
    QVERIFY(card);
    QCOMPARE(shown.view.questionWidget(shown.model.index(0)), card);
    QVERIFY(card->isVisible());
    const QRect place(card->mapTo(shown.view.viewport(), QPoint()), card->size());
    QVERIFY(shown.view.rowRect(0).contains(place));
    QCOMPARE(place.height(), 150);
    QVERIFY(place.width() > 600);
}

void tst_ChatView::theCardLivesWhileScrolledAway()
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
    auto *card = static_cast<Card *>(shown.view.waitingCard());
    card->edit->setText(u"half an answer"_s);
    shown.view.showRow(shown.model.index(0));
    QCOMPARE(shown.view.waitingCard(), card);
    QVERIFY(!shown.view.viewport()->rect().intersects(card->parentWidget()->geometry()));
    const int asked = shown.view.questionHost(shown.model.index(40))->hintsAsked();
    shown.view.scrollToEnd();
    QVERIFY(shown.view.viewport()->rect().contains(card->parentWidget()->geometry()));
    QCOMPARE(card->edit->text(), u"half an answer"_s);
    QCOMPARE(shown.view.questionHost(shown.model.index(40))->hintsAsked(), asked); // scrolling asks nothing
}

void tst_ChatView::theCardDecidesItsHeight()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    auto *card = static_cast<Card *>(shown.view.waitingCard());
    const int before = shown.view.rowRect(0).height();
    card->tall = 250;
    card->updateGeometry();
    QTRY_COMPARE(card->height(), 250);
    QCOMPARE(shown.view.rowRect(0).height(), before + 100);
}

void tst_ChatView::aSettledQuestionIsPainted()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    const QPointer<QWidget> card = shown.view.waitingCard();
    shown.model.change(0, [](auto &row) {
        row.isWaiting = false;
        row.text = u"Which?\nAnswered: This one"_s;
    });
    shown.view.flush();
    QVERIFY(!shown.view.waitingCard());
    QTRY_VERIFY(card.isNull());
    QVERIFY(shown.find(RowHit::What::Text, 0).x() >= 0);
    shown.view.selectAll();
    QCOMPARE(shown.view.selectedText(), u"Which?\nAnswered: This one"_s);
    // Withdrawn with its row while it waits.
    shown.model.append(
        {.kind = RowKind::Question, .author = u"Model"_s, .text = u"And?"_s, .isWaiting = true, .reply = 1});
    shown.view.flush();
    const QPointer<QWidget> other = shown.view.waitingCard();
    QVERIFY(other);
    shown.model.remove(1);
    shown.view.flush();
    QTRY_VERIFY(other.isNull());
}

void tst_ChatView::theFocusIsNotLostWithTheCard()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    const QPointer<QLineEdit> edit = static_cast<Card *>(shown.view.waitingCard())->edit;
    edit->setFocus();
    shown.model.change(0, [](auto &row) { row.isWaiting = false; });
    shown.view.flush();
    QCOMPARE(QApplication::focusWidget(), edit); // who was typing goes on there, and nowhere else
    shown.view.setFocus();
    QTRY_VERIFY(edit.isNull());
    QCOMPARE(QApplication::focusWidget(), &shown.view);
}

void tst_ChatView::theFocusIsNotLostWithTheRow()
{
    Shown shown;
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    static_cast<Card *>(shown.view.waitingCard())->edit->setFocus();
    shown.model.remove(0);
    QCOMPARE(QApplication::focusWidget(), &shown.view);
}

void tst_ChatView::theBarLeadsBackToTheQuestion()
{
    Shown shown;
    for (int i = 0; i < 40; ++i)
        shown.model.append({.author = u"You"_s, .text = u"message"_s});
    shown.model.append({.kind = RowKind::Question,
                        .author = u"Model"_s,
                        .text = u"Which <b>one</b>?"_s,
                        .isWaiting = true,
                        .reply = 1});
    shown.view.flush();
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    auto *bar = shown.view.findChild<WaitingBar *>();
    QVERIFY(bar);
    QVERIFY(!bar->isVisible());
    shown.view.showRow(shown.model.index(0));
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->geometry().bottom(), shown.view.viewport()->geometry().bottom());
    QCOMPARE(bar->findChild<QLabel *>()->accessibleName(), u"The model asks: Which <b>one</b>?"_s);
    QCOMPARE(bar->findChild<QLabel *>()->textFormat(), Qt::PlainText);
    QSignalSpy wanted(&shown.view, &ChatView::waitingCardWanted);
    QTest::mouseClick(bar->findChild<QPushButton *>(), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<QWidget *>(), shown.view.waitingCard());
    static_cast<Card *>(shown.view.waitingCard())->edit->setFocus();
    shown.view.showRow(shown.model.index(0));
    QVERIFY(bar->isVisible());
    shown.model.change(40, [](auto &row) { row.isWaiting = false; });
    shown.view.flush();
    QVERIFY(!bar->isVisible());
}

void tst_ChatView::theFocusInACardBringsItIntoView()
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
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    shown.view.showRow(shown.model.index(0));
    auto *card = static_cast<Card *>(shown.view.waitingCard());
    card->edit->setFocus(Qt::TabFocusReason);
    const QRect edit(card->edit->mapTo(shown.view.viewport(), QPoint()), card->edit->size());
    QVERIFY(shown.view.viewport()->rect().contains(edit));
}

void tst_ChatView::aModelMayGoAway()
{
    ChatView view;
    view.resize(300, 300);
    view.show();
    {
        Transcript model;
        model.append({.author = u"You"_s, .text = u"a"_s});
        view.setModel(&model);
        view.flush();
        view.setCurrentRow(0);
        view.find(u"a"_s);
    }
    view.flush();
    view.grab();
    QCOMPARE(view.currentRow(), -1);
    view.selectAll();
    view.copy();
    view.find(u"a"_s);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::mouseClick(view.viewport(), Qt::LeftButton);
    view.setModel(nullptr);
    view.flush();
    QCOMPARE(view.lastVisibleRow(), -1);
}

QTEST_MAIN(tst_ChatView)
#include "tst_chatview.moc"
