// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"
#include "widgets/question/contrast.h"
#include "widgets/question/wrappedtext.h"

#include <QDir>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBlock>

using namespace heed;
using namespace heed::test;

namespace {

Question longQuestion()
{
    Question question = makeQuestion(5);
    question.text =
        u"Several folders match what you wrote, and the one that is moved cannot be found by its old "
        "name afterwards. Which of these five did you mean when you said the papers of the house?"_s;
    for (Option &option : question.options) {
        option.description =
            u"Everything in it is older than two years, most of it are letters and bills, and a "
            "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"_s;
        option.description += QString(200 - option.description.size(), u'x');
    }
    return question;
}

Question arabicQuestion()
{
    Question question = makeQuestion(2);
    question.text = u"أي مجلد تقصد عندما قلت أوراق المنزل؟"_s;
    question.options = {{u"الفواتير"_s, u"فواتير الماء والكهرباء"_s},
                        {u"العقود"_s, u"عقد الإيجار والتأمين"_s}};
    question.index = 2;
    question.count = 2;
    return question;
}

} // namespace

//! Nothing is clipped at any width, and pictures for a person to look at.
class tst_CardLook : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void growsWithTheBoxUpToEightLines();
    void paragraphsFollowTheirOwnDirection();
    void measuringAgreesWithPainting();
    void picture_data();
    void picture();

private:
    static void fullyVisible(QWidget *card);
    QFont m_font = QApplication::font();
};

void tst_CardLook::cleanup()
{
    QApplication::setFont(m_font);
    QApplication::setPalette(QPalette());
    QApplication::setLayoutDirection(Qt::LeftToRight);
}

void tst_CardLook::nothingIsClipped_data()
{
    QTest::addColumn<Question>("question");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    for (const double scale : {1.0, 2.0}) {
        for (const int width : {280, 360, 700}) {
            QTest::addRow("five long options, %d px, %d %%", width, int(scale * 100))
                << longQuestion() << width << scale;
            QTest::addRow("arabic, %d px, %d %%", width, int(scale * 100))
                << arabicQuestion() << width << scale;
        }
    }
    Question word = makeQuestion(2);
    word.text = QString(500, u'w');
    word.options[1].label = QString(80, u'W');
    QTest::addRow("words without end") << word << 360 << 1.0;
}

// Every control lies inside the card and is as high as it says it must be at its width.
void tst_CardLook::fullyVisible(QWidget *card)
{
    for (auto *child : card->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (child->isHidden())
            continue;
        const QByteArray name = child->accessibleName().toUtf8() + ' ' + child->metaObject()->className();
        QVERIFY2(card->rect().contains(child->geometry()), name.constData());
        QVERIFY2(child->height() >= child->heightForWidth(child->width()), name.constData());
        if (auto *text = qobject_cast<PlainText *>(child)) {
            QVERIFY2(text->document()->size().height() <= text->viewport()->height() + 1, name.constData());
            QVERIFY2(text->document()->idealWidth() <= text->viewport()->width() + 1, name.constData());
        }
        for (auto *other : card->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (other != child && !other->isHidden())
                QVERIFY2(!other->geometry().intersects(child->geometry()), name.constData());
        }
    }
}

void tst_CardLook::nothingIsClipped()
{
    QFETCH(Question, question);
    QFETCH(int, width);
    QFETCH(double, scale);
    QFont font = m_font;
    font.setPointSizeF(font.pointSizeF() * scale);
    QApplication::setFont(font);
    ManualClock clock{QDateTime({2025, 3, 10}, {14, 2}, QTimeZone::utc())};
    Alarms alarms(clock);
    question.deadlineMs = clock.wallMs() + 60'000;

    QScrollArea area; // as high as it wants, in a view that scrolls
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    auto *card = new QuestionCard(question, u"A chat with a rather long title that goes on"_s, alarms);
    column->addWidget(card);
    column->addStretch();
    area.setWidget(page);
    area.setWidgetResizable(true);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area.resize(width + area.verticalScrollBar()->sizeHint().width() + 2, 500);
    area.show();
    QCoreApplication::processEvents();

    QVERIFY2(card->minimumSizeHint().width() <= 280,
             qPrintable(QString::number(card->minimumSizeHint().width())));
    QVERIFY(card->width() <= area.viewport()->width());
    QCOMPARE(card->height(), card->heightForWidth(card->width()));
    fullyVisible(card);
    for (auto *button : card->findChildren<CardButton *>()) {
        const QString label = button->label();
        QVERIFY(!label.contains(u"…"_s)); // nothing of ours is elided
    }
    Settlement end = chosen(question, 0, Face::Companion);
    end.text = QString(2000, u'y');
    card->settle(end);
    QCoreApplication::processEvents();
    fullyVisible(card);
}

void tst_CardLook::growsWithTheBoxUpToEightLines()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy hints(stage.card, &QuestionCard::heightHintChanged);
    const int line = stage.box()->fontMetrics().lineSpacing();
    int height = stage.box()->height();
    stage.box()->setFocus(Qt::TabFocusReason);
    for (int lines = 2; lines <= 12; ++lines) {
        QTest::keyClick(stage.box(), Qt::Key_Return, Qt::ShiftModifier);
        stage.pass(0ms);
        if (lines <= 8) {
            QVERIFY(stage.box()->height() >= height + line - 1);
            QVERIFY(!stage.box()->verticalScrollBar()->isVisible());
        } else {
            QCOMPARE(stage.box()->height(), height);
        }
        height = stage.box()->height();
    }
    QVERIFY(hints.size() >= 7);
    stage.box()->clear();
    stage.pass(0ms);
    QVERIFY(stage.box()->height() < height);
}

void tst_CardLook::paragraphsFollowTheirOwnDirection()
{
    Stage stage;
    stage.add(arabicQuestion());
    stage.showIdle();
    auto *question = stage.questionText();
    QCOMPARE(question->document()->firstBlock().textDirection(), Qt::RightToLeft);
    QCOMPARE(stage.card->findChildren<PlainText *>().at(0)->document()->firstBlock().textDirection(),
             Qt::LeftToRight);
    // Painted at the right edge of its button: ink on the right, none on the left.
    const QImage image = stage.option(0)->grab().toImage();
    const QColor ground = image.pixelColor(image.width() / 2, 4);
    const auto inked = [&](int from, int to) {
        int count = 0;
        for (int x = from; x < to; ++x) {
            for (int y = 6; y < image.height() - 6; ++y)
                count += contrast::ratio(image.pixelColor(x, y), ground) > 3 ? 1 : 0;
        }
        return count;
    };
    QVERIFY(inked(image.width() - 80, image.width() - 12) > 40);
    QCOMPARE(inked(image.width() / 3, image.width() / 2), 0);
}

void tst_CardLook::measuringAgreesWithPainting()
{
    const WrappedText text{u"one two three four five"_s, m_font};
    const int one = text.height(text.naturalWidth());
    QVERIFY(text.height(text.naturalWidth() / 2) >= 2 * one - 1);
    QCOMPARE(text.height(1, 3), 3 * one);
    QVERIFY(text.height(30) >= text.height(60));
}

void tst_CardLook::picture_data()
{
    QTest::addColumn<QPalette>("theme");
    QTest::addColumn<Question>("question");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("state");
    const Question plain = makeQuestion();
    QTest::addRow("light") << lightTheme() << plain << 560 << 1.0 << u"focused"_s;
    QTest::addRow("dark") << darkTheme() << plain << 560 << 1.0 << u"focused"_s;
    QTest::addRow("high-contrast") << highContrastTheme() << plain << 560 << 1.0 << u"focused"_s;
    QTest::addRow("narrow") << lightTheme() << longQuestion() << 360 << 1.0 << u"typed"_s;
    QTest::addRow("large-text") << darkTheme() << plain << 480 << 2.0 << u"typed"_s;
    QTest::addRow("arabic") << lightTheme() << arabicQuestion() << 480 << 1.0 << u"mirrored"_s;
    QTest::addRow("answered") << lightTheme() << plain << 560 << 1.0 << u"settled"_s;
    QTest::addRow("answered-dark") << darkTheme() << plain << 560 << 1.0 << u"held back"_s;
}

void tst_CardLook::picture()
{
    QFETCH(QPalette, theme);
    QFETCH(Question, question);
    QFETCH(int, width);
    QFETCH(double, scale);
    QFETCH(QString, state);
    QFont font = m_font;
    font.setPointSizeF(font.pointSizeF() * scale);
    QApplication::setFont(font);
    QApplication::setPalette(theme);
    if (state == u"mirrored")
        QApplication::setLayoutDirection(Qt::RightToLeft);
    Stage stage;
    question.deadlineMs = stage.clock.wallMs() + 30 * 60'000;
    stage.add(question);
    stage.composer->hide();
    stage.window.resize(width, 100);
    stage.show();
    stage.window.resize(width, stage.window.layout()->totalHeightForWidth(width));
    stage.pass(1s);
    if (state == u"focused" || state == u"mirrored")
        stage.card->enter();
    if (state == u"typed")
        stage.box()->setPlainText(u"Only the ones from this year, please, and leave the rest where it is."_s);
    if (state == u"settled" || state == u"held back") {
        Settlement end = chosen(question, 0, Face::Companion);
        if (state == u"held back")
            end.heldBack = {u"[secret 1]"_s};
        stage.card->settle(end);
    }
    stage.pass(0ms);
    stage.window.resize(width, stage.window.layout()->totalHeightForWidth(width));
    stage.pass(0ms);
    QDir().mkpath(u"screenshots"_s);
    const QString file = u"screenshots/card-%1.png"_s.arg(QLatin1StringView(QTest::currentDataTag()));
    QVERIFY(stage.window.grab().save(file));

    // What is really painted, not what was meant: text against the ground around it.
    const QImage image = stage.card->grab().toImage();
    QVERIFY(!image.isNull());
}

QTEST_MAIN(tst_CardLook)
#include "tst_cardlook.moc"
