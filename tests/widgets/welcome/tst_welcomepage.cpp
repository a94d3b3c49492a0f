// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/question/cardbutton.h"
#include "widgets/question/plaintext.h"
#include "widgets/question/questionaccessibility.h"
#include "widgets/theme/theme.h"
#include "widgets/welcome/welcomepage.h"

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace heed;

namespace {

class FakeProvider final : public ProviderPort
{
public:
    void findLocal() override { ++finds; }
    void fetchModels(const ProviderChoice &) override { ++others; }
    void test(const ProviderChoice &) override { ++others; }
    void cancel() override {}
    [[nodiscard]] QList<LocalServer> found() const override { return {}; }
    int finds = 0;
    int others = 0;
};

const LocalServer ollama{
    u"Ollama"_s, u"http://127.0.0.1:11434/v1"_s, {u"llama3.2"_s, u"qwen3:8b"_s, u"phi4"_s}};
const LocalServer studio{u"LM Studio"_s, u"http://127.0.0.1:1234/v1"_s, {u"gemma-3"_s}};
const LocalServer bare{u"vLLM"_s, u"http://127.0.0.1:8000/v1"_s, {}};

} // namespace

//! The first thing that a person sees.
class tst_WelcomePage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installQuestionAccessibility(); }
    void init();
    void cleanup();

    void examplesAreSentences_data();
    void examplesAreSentences();
    void looksOnlyWhenTold();
    void saysWhenNothingWasFound();
    void foundServersAreOffered();
    void chosenModelGoesOut();
    void serverWithoutModelsIsNoOffer();
    void newResultsReplaceOldOnes();
    void connectedModelHidesTheOffers();
    void connectOpensTheSettings();
    void controlBytesInNamesAreHarmless();
    void tabGoesThroughEverythingInOrder();
    void fitsAnyWidth_data();
    void fitsAnyWidth();
    void picture_data();
    void picture();

private:
    void show();
    void settle();
    void press(const QString &label);
    [[nodiscard]] CardButton *button(const QString &label) const;
    [[nodiscard]] QString words() const;
    [[nodiscard]] QStringList buttons() const;

    std::unique_ptr<ManualClock> m_clock{};
    std::unique_ptr<FakeProvider> m_provider{};
    std::unique_ptr<WelcomePage> m_page{};
    QFont m_font = QApplication::font();
};

void tst_WelcomePage::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_clock = std::make_unique<ManualClock>(QDateTime({2026, 11, 29}, {9, 0}, QTimeZone::utc()));
    m_provider = std::make_unique<FakeProvider>();
    m_page = std::make_unique<WelcomePage>(*m_provider, *m_clock);
}

void tst_WelcomePage::cleanup()
{
    m_page.reset();
    QApplication::setFont(m_font);
}

void tst_WelcomePage::show()
{
    m_page->resize(700, 640);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    settle();
}

void tst_WelcomePage::settle()
{
    m_clock->advance(1s);
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
}

CardButton *tst_WelcomePage::button(const QString &label) const
{
    const auto all = m_page->findChildren<CardButton *>();
    for (CardButton *one : all) {
        if (one->label() == label && one->isVisible())
            return one;
    }
    return nullptr;
}

QStringList tst_WelcomePage::buttons() const
{
    QStringList labels;
    const auto all = m_page->findChildren<CardButton *>();
    for (CardButton *one : all) {
        if (one->isVisible())
            labels << one->label();
    }
    return labels;
}

void tst_WelcomePage::press(const QString &label)
{
    CardButton *pressed = button(label);
    QVERIFY2(pressed, qPrintable(label));
    pressed->setFocus();
    QTest::keyClick(pressed, Qt::Key_Return);
    settle();
}

QString tst_WelcomePage::words() const
{
    QStringList all;
    const auto texts = m_page->findChildren<PlainText *>();
    for (const PlainText *text : texts) {
        if (text->isVisible())
            all << text->text();
    }
    return all.join(u'\n');
}

void tst_WelcomePage::examplesAreSentences_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addRow("a reminder") << u"Remind me to call the dentist"_s;
    QTest::addRow("a search") << u"Find my notes about the roof"_s;
    QTest::addRow("an earlier answer") << u"What did I decide about the kitchen?"_s;
}

void tst_WelcomePage::examplesAreSentences()
{
    QFETCH(QString, sentence);
    show();
    QSignalSpy chosen(m_page.get(), &WelcomePage::exampleChosen);
    press(sentence);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().toString(), sentence);
    QTest::mouseClick(button(sentence), Qt::LeftButton);
    QCOMPARE(chosen.size(), 2);
}

void tst_WelcomePage::looksOnlyWhenTold()
{
    show();
    QCOMPARE(m_provider->finds + m_provider->others, 0);
    QVERIFY(words().contains(u"works offline"_s));
    m_page->lookForServers();
    m_page->lookForServers(); // one look at a time
    QCOMPARE(m_provider->finds, 1);
    QVERIFY(words().contains(u"Looking for model servers on this computer"_s));
    Q_EMIT m_provider->localServersFound({});
    press(u"Look again"_s);
    QCOMPARE(m_provider->finds, 2);
    QCOMPARE(m_provider->others, 0); // never more than loopback
}

void tst_WelcomePage::saysWhenNothingWasFound()
{
    show();
    m_page->lookForServers();
    Q_EMIT m_provider->localServersFound({});
    QVERIFY(words().contains(u"No model server was found on this computer."_s));
    QVERIFY(button(u"Connect a model…"_s));
}

void tst_WelcomePage::foundServersAreOffered()
{
    show();
    Q_EMIT m_provider->localServersFound({ollama, studio});
    settle();
    QVERIFY(words().contains(u"Ollama at localhost:11434 with 3 model"_s));
    QVERIFY(words().contains(u"LM Studio at localhost:1234 with 1 model"_s));
    QVERIFY(button(u"Use llama3.2 from Ollama"_s));
    QVERIFY(button(u"Use gemma-3 from LM Studio"_s));
}

void tst_WelcomePage::chosenModelGoesOut()
{
    show();
    Q_EMIT m_provider->localServersFound({ollama});
    settle();
    QSignalSpy chosen(m_page.get(), &WelcomePage::serverChosen);
    auto *models = m_page->findChild<QComboBox *>();
    QCOMPARE(models->accessibleName(), u"Models of Ollama"_s);
    models->setFocus();
    QTest::keyClick(models, Qt::Key_Down);
    press(u"Use qwen3:8b from Ollama"_s);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().value<ProviderChoice>(),
             (ProviderChoice{u"openai"_s, ollama.baseUrl, u"qwen3:8b"_s, {}}));
}

void tst_WelcomePage::serverWithoutModelsIsNoOffer()
{
    show();
    Q_EMIT m_provider->localServersFound({bare});
    settle();
    QVERIFY(words().contains(u"vLLM at localhost:8000 has no models yet."_s));
    QCOMPARE(buttons().size(), 5); // three examples, Connect, Look again
}

void tst_WelcomePage::newResultsReplaceOldOnes()
{
    show();
    Q_EMIT m_provider->localServersFound({ollama, studio});
    settle();
    button(u"Use gemma-3 from LM Studio"_s)->setFocus();
    Q_EMIT m_provider->localServersFound({ollama});
    settle();
    QVERIFY(!button(u"Use gemma-3 from LM Studio"_s));
    QVERIFY(button(u"Use llama3.2 from Ollama"_s));
    QCOMPARE(QApplication::focusWidget(), button(u"Connect a model…"_s)); // what had the focus is gone
}

void tst_WelcomePage::connectedModelHidesTheOffers()
{
    show();
    Q_EMIT m_provider->localServersFound({ollama});
    m_page->setProvider({u"openai"_s, ollama.baseUrl, u"llama3.2"_s, {}});
    settle();
    QVERIFY(words().contains(u"llama3.2 at localhost:11434 replies"_s));
    QVERIFY(!words().contains(u"works offline"_s));
    QCOMPARE(buttons().size(), 3);
    m_page->setProvider({});
    settle();
    QVERIFY(words().contains(u"works offline"_s));
    QVERIFY(button(u"Use llama3.2 from Ollama"_s));
}

void tst_WelcomePage::connectOpensTheSettings()
{
    show();
    QSignalSpy wanted(m_page.get(), &WelcomePage::settingsWanted);
    press(u"Connect a model…"_s);
    QCOMPARE(wanted.size(), 1);
}

void tst_WelcomePage::controlBytesInNamesAreHarmless()
{
    show();
    const QString odd = u"evil\u202Emodel\n<b>bold</b>"_s;
    Q_EMIT m_provider->localServersFound({{u"Ollama"_s, ollama.baseUrl, {odd}}});
    settle();
    QSignalSpy chosen(m_page.get(), &WelcomePage::serverChosen);
    const QStringList labels = buttons().filter(u"evil"_s);
    QCOMPARE(labels.size(), 1);
    QVERIFY(!labels.first().contains(QChar(0x202E)) && !labels.first().contains(u'\n'));
    press(labels.first());
    QCOMPARE(chosen.first().first().value<ProviderChoice>().model,
             odd); // the server knows it by its own name
}

void tst_WelcomePage::tabGoesThroughEverythingInOrder()
{
    show();
    Q_EMIT m_provider->localServersFound({ollama, studio});
    settle();
    button(u"Remind me to call the dentist"_s)->setFocus();
    int lastTop = -1;
    QSet<QWidget *> reached;
    for (int i = 0; i < 20 && !reached.contains(QApplication::focusWidget()); ++i) {
        QWidget *at = QApplication::focusWidget();
        reached.insert(at);
        auto *accessible = QAccessible::queryAccessibleInterface(at);
        QVERIFY(accessible && !accessible->text(QAccessible::Name).isEmpty());
        if (qobject_cast<QComboBox *>(at)) { // its own name may be its value
            const auto labels = accessible->relations(QAccessible::Label);
            QCOMPARE(labels.size(), 1);
            QCOMPARE(labels.first().first->text(QAccessible::Name), u"Models of Ollama"_s);
        }
        QVERIFY(accessible->role() == QAccessible::PushButton || accessible->role() == QAccessible::ComboBox);
        const int top = at->mapTo(m_page->widget(), QPoint()).y();
        QVERIFY2(top >= lastTop, qPrintable(at->accessibleName()));
        lastTop = top;
        // On the screen when it has the focus.
        QVERIFY(m_page->viewport()->rect().intersects(
            QRect(at->mapTo(m_page->viewport(), QPoint()), at->size())));
        QTest::keyClick(at, Qt::Key_Tab);
    }
    QCOMPARE(reached.size(), 8); // 3 examples, 1 list of models, 2 offers, Connect, Look again
}

void tst_WelcomePage::fitsAnyWidth_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::addRow("360 pixels") << 360 << 1.0;
    QTest::addRow("360 pixels, 200 percent text") << 360 << 2.0;
    QTest::addRow("1600 pixels") << 1600 << 1.0;
}

void tst_WelcomePage::fitsAnyWidth()
{
    QFETCH(int, width);
    QFETCH(double, scale);
    QFont font = m_font;
    font.setPointSizeF(font.pointSizeF() * scale);
    QApplication::setFont(font);
    m_page = std::make_unique<WelcomePage>(*m_provider, *m_clock);
    show();
    Q_EMIT m_provider->localServersFound({ollama, studio});
    m_page->resize(width, 640);
    settle();
    QCOMPARE(m_page->horizontalScrollBar()->maximum(), 0);
    const auto all = m_page->findChildren<CardButton *>();
    for (CardButton *one : all) {
        if (one->isVisible())
            QVERIFY2(one->height() >= one->heightForWidth(one->width()) && one->width() <= width,
                     qPrintable(one->label()));
    }
}

void tst_WelcomePage::picture_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("found");
    QTest::addRow("light") << u"light"_s << 760 << 1.0 << true;
    QTest::addRow("dark") << u"dark"_s << 760 << 1.0 << true;
    QTest::addRow("high-contrast") << u"highContrast"_s << 760 << 1.0 << true;
    QTest::addRow("nothing-found") << u"light"_s << 760 << 1.0 << false;
    QTest::addRow("narrow") << u"light"_s << 360 << 1.0 << true;
    QTest::addRow("large-text") << u"dark"_s << 360 << 2.0 << true;
}

void tst_WelcomePage::picture()
{
    QFETCH(QString, theme);
    QFETCH(int, width);
    QFETCH(double, scale);
    QFETCH(bool, found);
    applyTheme(*qApp, theme);
    QFont font = m_font;
    font.setPointSizeF(font.pointSizeF() * scale);
    QApplication::setFont(font);
    m_page = std::make_unique<WelcomePage>(*m_provider, *m_clock);
    show();
    Q_EMIT m_provider->localServersFound(found ? QList{ollama, studio} : QList<LocalServer>());
    m_page->resize(width, 640);
    settle();
    QDir().mkpath(u"screenshots"_s);
    QVERIFY(
        m_page->grab().save(u"screenshots/welcome-%1.png"_s.arg(QLatin1StringView(QTest::currentDataTag()))));
}

QTEST_MAIN(tst_WelcomePage)
#include "tst_welcomepage.moc"
