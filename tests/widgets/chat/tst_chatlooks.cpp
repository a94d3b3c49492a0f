// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/chat/transcript.h"
#include "widgets/chat/chatcolors.h"
#include "widgets/chat/chatview.h"
#include "widgets/question/contrast.h"

#include <QApplication>
#include <QDir>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QStyle>
#include <QStyleFactory>
#include <QTest>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

QPalette darkPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(0x24, 0x26, 0x2a));
    palette.setColor(QPalette::Base, QColor(0x1c, 0x1e, 0x21));
    palette.setColor(QPalette::Text, QColor(0xe6, 0xe8, 0xea));
    palette.setColor(QPalette::WindowText, QColor(0xe6, 0xe8, 0xea));
    palette.setColor(QPalette::Button, QColor(0x33, 0x36, 0x3b));
    palette.setColor(QPalette::ButtonText, QColor(0xe6, 0xe8, 0xea));
    palette.setColor(QPalette::Highlight, QColor(0x3d, 0x7e, 0xd8));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x6c, 0xae, 0xff));
    return palette;
}

QPalette lightPalette()
{
    QPalette palette = darkPalette();
    palette.setColor(QPalette::Window, QColor(0xf3, 0xf4, 0xf6));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, QColor(0x1b, 0x1d, 0x20));
    palette.setColor(QPalette::WindowText, QColor(0x1b, 0x1d, 0x20));
    palette.setColor(QPalette::Button, QColor(0xe9, 0xeb, 0xee));
    palette.setColor(QPalette::ButtonText, QColor(0x1b, 0x1d, 0x20));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x6f, 0xd0));
    palette.setColor(QPalette::Link, QColor(0x1a, 0x5f, 0xc4));
    return palette;
}

QPalette highContrastPalette()
{
    QPalette palette = darkPalette();
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button})
        palette.setColor(role, Qt::black);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(role, Qt::white);
    palette.setColor(QPalette::Highlight, Qt::yellow);
    palette.setColor(QPalette::HighlightedText, Qt::black);
    palette.setColor(QPalette::Link, Qt::cyan);
    return palette;
}

QWidget *card(const QModelIndex &row, QWidget *parent)
{
    auto *frame = new QFrame(parent);
    frame->setFrameShape(QFrame::StyledPanel);
    auto *layout = new QVBoxLayout(frame);
    auto *head = new QLabel(u"The model asks"_s);
    auto *label = new QLabel(row.data(TranscriptRole::Text).toString());
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    layout->addWidget(head);
    layout->addWidget(label);
    layout->addWidget(new QPushButton(u"Billing"_s));
    layout->addWidget(new QPushButton(u"Shipping"_s));
    return frame;
}

const QString Reply =
    uR"(Here is what I found about the **roof repair**. The contractor quoted *two options*, and there is ~~one~~ a third in your notes (see [the offer](https://example.org/offer)).

## What it costs

| Item | Hours | Price |
|:-----|:-----:|------:|
| Tiles and battens | 12 | 1,840 € |
| Scaffolding for one week | 4 | 620 € |
| **Total** | **16** | **2,460 €** |

1. Call the contractor before Friday
   - ask about the `warranty`
   - ask whether scaffolding is included
2. Compare with the second offer
3. Decide

- [x] Photos taken
- [ ] Neighbours told

> Prices hold until the end of the month. After that, they are calculated anew.
>
> > Said on the phone.

```python
# What is left of the budget
def left(budget: float, offers: list[Offer]) -> float:
    """The cheapest offer that counts."""
    best = min(o.price for o in offers if o.is_valid)
    return round(budget - best, 2)  # 540.0
```

### Afterwards

Raw HTML such as <b>this</b> stays as it is written, and ![a picture of the roof](https://example.org/roof.jpg) is never loaded.

---

That is all.)"_s;

void fill(Transcript &model)
{
    model.append(
        {.author = u"You"_s, .text = u"Find my notes about the roof and tell me what it would cost."_s});
    model.append({.kind = RowKind::Thinking,
                  .author = u"Qwen 3"_s,
                  .text = u"The person asks about notes. I should search first."_s,
                  .title = u"Thought for 4 seconds"_s,
                  .isFoldable = true,
                  .reply = 1});
    model.append({.kind = RowKind::Tool,
                  .author = u"Qwen 3"_s,
                  .text = u"3 notes found"_s,
                  .title = u"Searched notes: roof"_s,
                  .isFoldable = true,
                  .reply = 1});
    model.append({.kind = RowKind::Question,
                  .author = u"Qwen 3"_s,
                  .text = u"Which roof do you mean?\nAnswered: The house, in the window, 14:02"_s,
                  .reply = 1});
    model.append({.kind = RowKind::ReplyText, .author = u"Qwen 3"_s, .text = Reply, .reply = 1});
    model.append({.kind = RowKind::Figures,
                  .text = u"3.1 s model \u00B7 waited 41 s for you \u00B7 612 tokens \u00B7 38 tokens/s"_s,
                  .reply = 1});
    model.append(
        {.author = u"You"_s,
         .text =
             u"Thanks!\n\nAnd the second offer? I would like to know it in detail, with the scaffolding, because the first one leaves it open."_s});
    model.append({.kind = RowKind::Notice,
                  .text = u"The reply was stopped. What it had found is kept."_s,
                  .reply = 2});
    model.append({.kind = RowKind::Question,
                  .author = u"Qwen 3"_s,
                  .text = u"Which of the two folders should I look in?"_s,
                  .isWaiting = true,
                  .reply = 3});
}

void fillArabic(Transcript &model)
{
    model.append({.author = u"أنت"_s, .text = u"ما تكلفة إصلاح السقف؟"_s});
    model.append({.kind = RowKind::Thinking,
                  .author = u"النموذج"_s,
                  .text = u"أبحث في الملاحظات."_s,
                  .title = u"فكّر لمدة 4 ثوانٍ"_s,
                  .isFoldable = true,
                  .reply = 1});
    model.append(
        {.kind = RowKind::ReplyText,
         .author = u"النموذج"_s,
         .text =
             u"## التكلفة\n\nوجدت **عرضين** للسقف، انظر [العرض](https://example.org).\n\n1. اتصل بالمقاول\n2. قارن العرض الثاني\n   - اسأل عن الضمان\n\n> الأسعار حتى نهاية الشهر.\n\n- [x] تم\n- [ ] لم يتم\n\n| البند | السعر |\n|---|---|\n| القرميد | 1840 |\n\n```python\nprint('hello')\n```\n\nAn English paragraph in between."_s,
         .reply = 1});
    model.append({.kind = RowKind::Question,
                  .author = u"النموذج"_s,
                  .text = u"أي سقف تقصد؟\nالجواب: المنزل"_s,
                  .reply = 1});
    model.append({.kind = RowKind::Notice, .text = u"تم إيقاف الرد."_s, .reply = 1});
}

} // namespace

class tst_ChatLooks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }
    void pictures_data();
    void pictures();
    void aBusyMoment();
    void wordsAreLegible_data();
    void wordsAreLegible();
};

void tst_ChatLooks::initTestCase()
{
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
}

void tst_ChatLooks::pictures_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("isArabic");
    QTest::addRow("light") << lightPalette() << 1000 << 1.0 << false;
    QTest::addRow("dark") << darkPalette() << 1000 << 1.0 << false;
    QTest::addRow("high-contrast") << highContrastPalette() << 1000 << 1.0 << false;
    QTest::addRow("narrow") << lightPalette() << 360 << 1.0 << false;
    QTest::addRow("large-text") << darkPalette() << 1000 << 2.0 << false;
    QTest::addRow("narrow-large-text") << lightPalette() << 360 << 2.0 << false;
    QTest::addRow("arabic") << lightPalette() << 800 << 1.0 << true;
}

// Saves a picture of each state for a person to look at, and checks what a machine can see in it.
void tst_ChatLooks::pictures()
{
    QFETCH(QPalette, palette);
    QFETCH(int, width);
    QFETCH(double, scale);
    QFETCH(bool, isArabic);
    Transcript model;
    isArabic ? fillArabic(model) : fill(model);
    ChatView view;
    view.setPalette(palette);
    QFont font(u"Noto Sans"_s);
    font.setPointSizeF(10.5 * scale);
    view.setFont(font);
    view.setLayoutDirection(isArabic ? Qt::RightToLeft : Qt::LeftToRight);
    view.setTimeZone(QTimeZone::utc());
    view.setWidgetFactory(card);
    view.resize(width, isArabic ? 900 : int(1500 * (width < 500 ? 1.5 : 1.0) * (scale > 1 ? 1.7 : 1.0)));
    view.setModel(&model);
    view.show();
    view.flush();
    QCoreApplication::processEvents();
    const QImage picture = view.grab().toImage();
    const QString path = QCoreApplication::applicationDirPath() + u"/chat-"_s +
                         QString::fromUtf8(QTest::currentDataTag()) + u".png"_s;
    QVERIFY(picture.save(path));

    // Nothing runs out of the column: the margins show only the ground.
    const ChatColors colors = ChatColors::from(palette);
    for (int y = 0; y < picture.height(); ++y) {
        QCOMPARE(picture.pixelColor(1, y), colors.base);
        if (view.verticalScrollBar()->isHidden())
            QCOMPARE(picture.pixelColor(width - 2, y), colors.base);
    }
}

// Writing, selected, found, folded out, and a question scrolled away: one picture of what happens at once.
void tst_ChatLooks::aBusyMoment()
{
    Transcript model;
    fill(model);
    model.append({.kind = RowKind::ReplyText,
                  .author = u"Qwen 3"_s,
                  .text = u"A reply that is still being written, about the roof and"_s,
                  .isStreaming = true,
                  .reply = 4});
    ChatView view;
    view.setPalette(lightPalette());
    view.setTimeZone(QTimeZone::utc());
    view.setWidgetFactory(card);
    view.resize(900, 700);
    view.setModel(&model);
    view.show();
    view.flush();
    view.showRow(model.index(0));
    view.find(u"roof"_s);
    view.find(u"thought"_s);
    view.find(u"search"_s);
    view.find(u"roof"_s);
    view.showRow(model.index(0));
    QVERIFY(view.hasSelection());
    QVERIFY(view.grab().save(QCoreApplication::applicationDirPath() + u"/chat-busy.png"_s));
    view.scrollToEnd();
    QVERIFY(view.isAtEnd());
    QVERIFY(view.grab().save(QCoreApplication::applicationDirPath() + u"/chat-writing.png"_s));
}

void tst_ChatLooks::wordsAreLegible_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<double>("least");
    QTest::addRow("light") << lightPalette() << 4.5;
    QTest::addRow("dark") << darkPalette() << 4.5;
    QTest::addRow("high contrast") << highContrastPalette() << 7.0;
    QTest::addRow("the style's own") << QApplication::style()->standardPalette() << 4.5;
    QPalette pale = lightPalette();
    pale.setColor(QPalette::Text, QColor(0x99, 0x99, 0x99));
    pale.setColor(QPalette::Link, QColor(0xaa, 0xcc, 0xff));
    pale.setColor(QPalette::Highlight, QColor(0xee, 0xee, 0x99));
    QTest::addRow("a pale theme is made legible") << pale << 4.5;
    QPalette grey = darkPalette();
    grey.setColor(QPalette::Base, QColor(0x77, 0x77, 0x77));
    QTest::addRow("a mid grey theme") << grey << 4.5;
}

void tst_ChatLooks::wordsAreLegible()
{
    QFETCH(QPalette, palette);
    QFETCH(double, least);
    const ChatColors colors = ChatColors::from(palette);
    QCOMPARE(colors.isHighContrast, least == 7.0);
    for (const QColor &ground : {colors.base, colors.bubble, colors.panel}) {
        QVERIFY(contrast::ratio(colors.text, ground) >= least);
        QVERIFY(contrast::ratio(colors.quiet, ground) >= least);
        QVERIFY(contrast::ratio(colors.link, ground) >= least);
    }
    for (const QColor &code : colors.code)
        QVERIFY(contrast::ratio(code, colors.panel) >= least);
    QVERIFY(contrast::ratio(colors.selectionText, colors.selection) >= least);
    QVERIFY(contrast::ratio(colors.ring, colors.base) >= 3);
}

QTEST_MAIN(tst_ChatLooks)
#include "tst_chatlooks.moc"
