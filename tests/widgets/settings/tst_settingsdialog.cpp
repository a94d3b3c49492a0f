// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogstage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/questionaccessibility.h"
#include "widgets/settings/facetable.h"
#include "widgets/settings/searchpage.h"
#include "widgets/settings/waitbox.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace heed;
using namespace heed::test;

using Page = SettingsDialog::Page;

//! The dialog as a whole, and the pages whose changes count at once.
class tst_SettingsDialog : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installQuestionAccessibility(); }
    void init();
    void cleanup();

    void everyControlHasANameARoleAndIsReachedByTab_data();
    void everyControlHasANameARoleAndIsReachedByTab();
    void everySettingHasAControl();
    void pagesAreTurnedByKeyboard();
    void faceRowsWriteTheFacesOwnKeys_data();
    void faceRowsWriteTheFacesOwnKeys();
    void changesCountAtOnce();
    void changesFromElsewhereAreShown();
    void refusedValueIsToldBesideItsField();
    void refusedValueKeepsTheDialogOpenOnce();
    void wheelPassesOverAControl();
    void foldersAreAddedAndRemoved();
    void refusedFolderIsTold();
    void themeIsChosen();
    void enterInALinePressesNothing();
    void turnsNarrowAndBack();
    void nothingIsContactedByLooking();

private:
    std::unique_ptr<DialogStage> m_stage{};
};

void tst_SettingsDialog::init()
{
    failOnWarnings();
    m_stage = std::make_unique<DialogStage>();
}

void tst_SettingsDialog::cleanup()
{
    m_stage.reset();
}

static void pageRows()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<int>("width");
    for (const int width : {900, 360}) {
        for (const auto &[name, page] :
             {std::pair("models", Page::Models), std::pair("questions", Page::Questions),
              std::pair("search", Page::Search), std::pair("appearance", Page::Appearance),
              std::pair("privacy", Page::Privacy), std::pair("other programs", Page::OtherPrograms)})
            QTest::addRow("%s at %d pixels", name, width) << int(page) << width;
    }
}

void tst_SettingsDialog::everyControlHasANameARoleAndIsReachedByTab_data()
{
    pageRows();
}

void tst_SettingsDialog::everyControlHasANameARoleAndIsReachedByTab()
{
    QFETCH(int, page);
    QFETCH(int, width);
    QVERIFY(m_stage->settings->set(u"provider.kind"_s, u"openai"_s)); // with everything to be seen
    m_stage->open();
    m_stage->dialog->resize(width, 700);
    m_stage->turnTo(Page(page));

    QSet<QWidget *> wanted;
    const auto all = m_stage->dialog->findChildren<QWidget *>();
    for (QWidget *widget : all) {
        const bool inside = qobject_cast<QLineEdit *>(widget) && widget->focusProxy();
        if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) ||
            widget->focusProxy() || inside)
            continue;
        if (auto *radio = qobject_cast<QAbstractButton *>(widget);
            radio && radio->group() && !radio->isChecked())
            continue; // the arrows go through a group
        wanted.insert(widget);
    }
    QVERIFY(wanted.size() >= 2);
    QSet<QWidget *> reached;
    QStringList names;
    (width > 500 ? m_stage->named(u"Pages"_s) : m_stage->named(u"Page"_s))->setFocus();
    for (int i = 0; i < 80 && !reached.contains(QApplication::focusWidget()); ++i) {
        QWidget *at = QApplication::focusWidget();
        QVERIFY(at);
        reached.insert(at);
        auto *accessible = QAccessible::queryAccessibleInterface(at);
        QVERIFY(accessible);
        QString name = accessible->text(QAccessible::Name);
        const auto labels = accessible->relations(QAccessible::Label);
        if (qobject_cast<QComboBox *>(at)) // its own name may be its value
            QVERIFY2(labels.size() == 1, qPrintable(name));
        for (const auto &label : labels)
            name = label.first->text(QAccessible::Name);
        QVERIFY2(!name.isEmpty() && !name.contains(u'&'), at->metaObject()->className());
        QVERIFY2(accessible->role() != QAccessible::NoRole && accessible->role() != QAccessible::Client,
                 qPrintable(name));
        QVERIFY2(!names.contains(name), qPrintable(name)); // two of the same name cannot be told apart
        names << name;
        QTest::keyClick(at, Qt::Key_Tab);
    }
    for (QWidget *widget : wanted)
        QVERIFY2(
            reached.contains(widget),
            qPrintable(widget->accessibleName() + QString::fromLatin1(widget->metaObject()->className())));
    // What has the focus is on the screen, and the way back is the way.
    QWidget *end = QApplication::focusWidget();
    QTest::keyClick(end, Qt::Key_Backtab);
    QVERIFY(QApplication::focusWidget() != end);
}

// What stands in heed.ini can be set here, too; the general question keys are set by face.
void tst_SettingsDialog::everySettingHasAControl()
{
    m_stage->open();
    QFile file(QStringLiteral(HEED_SOURCE_DIR) + u"/widgets/settings"_s);
    QString sources;
    for (const QString &name : QDir(file.fileName()).entryList({u"*.cpp"_s})) {
        QFile source(file.fileName() + u'/' + name);
        QVERIFY(source.open(QIODevice::ReadOnly));
        sources += QString::fromUtf8(source.readAll());
    }
    for (const SettingKey &key : settingKeys()) {
        const bool general = key.name == u"questions.perReply"_s ||
                             key.name == u"questions.timeoutSeconds"_s ||
                             key.name == u"questions.onSilence"_s;
        if (general || !key.falls.isEmpty())
            continue;
        QVERIFY2(sources.contains(u'"' + key.name + u'"'), qPrintable(key.name));
    }
}

void tst_SettingsDialog::pagesAreTurnedByKeyboard()
{
    m_stage->open();
    auto *list = m_stage->find<QListWidget>(u"Pages"_s);
    QVERIFY(list);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    m_stage->settle();
    QVERIFY(m_stage->words().contains(u"The model may ask me"_s));
    QTest::keyClick(list, Qt::Key_End);
    m_stage->settle();
    QVERIFY(m_stage->words().contains(u"Scripts and companions on this computer"_s));
    QTest::keyClick(list, Qt::Key_Escape);
    QVERIFY(!m_stage->dialog->isVisible());
}

void tst_SettingsDialog::faceRowsWriteTheFacesOwnKeys_data()
{
    QTest::addColumn<QString>("control");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addRow("window, how many")
        << u"Window: Questions per reply"_s << u"7"_s << u"window.questions.perReply"_s << u"7"_s;
    QTest::addRow("terminal, how many")
        << u"Terminal: Questions per reply"_s << u"3"_s << u"terminal.questions.perReply"_s << u"3"_s;
    QTest::addRow("window, how long")
        << u"Window: Wait for an answer"_s << u"2 h"_s << u"window.questions.timeoutSeconds"_s << u"7200"_s;
    QTest::addRow("window, for ever")
        << u"Window: Wait for an answer"_s << u"0"_s << u"window.questions.timeoutSeconds"_s << u"0"_s;
    QTest::addRow("terminal, how long") << u"Terminal: Wait for an answer"_s << u"90 s"_s
                                        << u"terminal.questions.timeoutSeconds"_s << u"90"_s;
    QTest::addRow("window, on silence")
        << u"Window: When none came"_s << QString() << u"window.questions.onSilence"_s << u"stop"_s;
    QTest::addRow("terminal, on silence")
        << u"Terminal: When none came"_s << QString() << u"terminal.questions.onSilence"_s << u"assume"_s;
}

void tst_SettingsDialog::faceRowsWriteTheFacesOwnKeys()
{
    QFETCH(QString, control);
    QFETCH(QString, typed);
    QFETCH(QString, key);
    QFETCH(QString, value);
    m_stage->open();
    m_stage->turnTo(Page::Questions);
    QSignalSpy changed(m_stage->settings.get(), &Settings::changed);
    QWidget *editor = m_stage->named(control);
    QVERIFY(editor);
    editor->setFocus();
    if (auto *box = qobject_cast<QSpinBox *>(editor)) {
        box->selectAll();
        QTest::keyClicks(box, typed);
        QTest::keyClick(box, Qt::Key_Return);
    } else {
        auto *combo = qobject_cast<QComboBox *>(editor);
        QVERIFY(combo);
        QTest::keyClick(combo, combo->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
    }
    QCOMPARE(m_stage->settings->text(key), value);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toStringList(), QStringList{key}); // and no other face's
    const QString general = key.mid(key.indexOf(u'.') + 1);
    QVERIFY(!m_stage->settings->isSet(general));
    // The next start reads it.
    const Settings again(m_stage->folder.filePath(u"heed.ini"_s), m_stage->replies.clock);
    QCOMPARE(again.text(key), value);
}

void tst_SettingsDialog::changesCountAtOnce()
{
    m_stage->open();
    m_stage->turnTo(Page::Questions);
    auto *ask = m_stage->find<QCheckBox>(u"The model may ask me"_s);
    QVERIFY(ask && ask->isChecked());
    QTest::keyClick(ask, Qt::Key_Space);
    QCOMPARE(m_stage->settings->isOn(u"tools.ask"_s), false);
    auto *focus = m_stage->find<QComboBox>(u"Move the keyboard to a new question"_s);
    QTest::keyClick(focus, Qt::Key_Down);
    QCOMPARE(m_stage->settings->text(u"questions.takeFocus"_s), u"never"_s);
    auto *most = m_stage->find<QSpinBox>(u"Questions that may wait at once, over all chats"_s);
    QTest::keyClick(most, Qt::Key_Down);
    QCOMPARE(m_stage->settings->number(u"questions.waitingMax"_s), 63);
}

void tst_SettingsDialog::changesFromElsewhereAreShown()
{
    m_stage->open();
    m_stage->turnTo(Page::Questions);
    QVERIFY(m_stage->settings->set(u"tools.ask"_s, u"off"_s));
    QVERIFY(
        m_stage->settings->set(u"questions.timeoutSeconds"_s, u"60"_s)); // the faces follow the general one
    QCOMPARE(m_stage->find<QCheckBox>(u"The model may ask me"_s)->isChecked(), false);
    QCOMPARE(m_stage->find<WaitBox>(u"Window: Wait for an answer"_s)->value(), 60);
    QVERIFY(!m_stage->settings->isSet(u"window.questions.timeoutSeconds"_s)); // showing is not writing
}

void tst_SettingsDialog::refusedValueIsToldBesideItsField()
{
    m_stage->open();
    m_stage->turnTo(Page::Questions);
    auto *wait = m_stage->find<WaitBox>(u"Window: Wait for an answer"_s);
    wait->setFocus();
    wait->selectAll();
    QTest::keyClicks(wait, u"5 s"_s); // 0, or 10 s and more
    QTest::keyClick(wait, Qt::Key_Return);
    m_stage->settle();
    QVERIFY(m_stage->words().contains(u"0, or a whole number from 10 to 86400"_s));
    QCOMPARE(m_stage->settings->number(u"window.questions.timeoutSeconds"_s), 1800);
    wait->selectAll();
    QTest::keyClicks(wait, u"15 s"_s);
    QTest::keyClick(wait, Qt::Key_Return);
    m_stage->settle();
    QVERIFY(!m_stage->words().contains(u"a whole number"_s));
    QCOMPARE(m_stage->settings->number(u"window.questions.timeoutSeconds"_s), 15);
}

void tst_SettingsDialog::refusedValueKeepsTheDialogOpenOnce()
{
    m_stage->open();
    auto *proxy = m_stage->find<QLineEdit>(u"Proxy: system, none, or an address"_s);
    QVERIFY(proxy);
    proxy->setFocus();
    proxy->selectAll();
    QTest::keyClicks(proxy, u"nonsense"_s);
    QTest::keyClick(proxy, Qt::Key_Escape);
    m_stage->settle();
    QVERIFY(m_stage->dialog->isVisible());
    QVERIFY(m_stage->words().contains(u"http://proxy:3128"_s));
    QVERIFY(proxy->hasFocus());
    proxy->selectAll();
    QTest::keyClicks(proxy, u"none"_s);
    QTest::keyClick(proxy, Qt::Key_Escape); // typed to the end counts, without Enter
    QVERIFY(!m_stage->dialog->isVisible());
    QCOMPARE(m_stage->settings->text(u"provider.proxy"_s), u"none"_s);
}

void tst_SettingsDialog::wheelPassesOverAControl()
{
    m_stage->open();
    m_stage->turnTo(Page::Questions);
    auto *most = m_stage->find<QSpinBox>(u"Questions that may wait at once, over all chats"_s);
    QVERIFY(!most->hasFocus());
    const QPointF at(10, 10);
    QWheelEvent wheel(at, most->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(most, &wheel);
    QCOMPARE(most->value(), 64);
}

void tst_SettingsDialog::foldersAreAddedAndRemoved()
{
    m_stage->open();
    m_stage->turnTo(Page::Search);
    auto *page = m_stage->dialog->findChild<SearchPage *>();
    auto *list = m_stage->find<QListWidget>(u"Folders to search"_s);
    QVERIFY(!m_stage->find<CardButton>(u"Remove folder"_s)->isEnabled());
    const QString notes = m_stage->folder.filePath(u"notes"_s);
    QVERIFY(QDir().mkpath(notes));
    page->addFolder(notes + u'/');
    page->addFolder(m_stage->folder.filePath(u"gone"_s));
    QCOMPARE(m_stage->settings->list(u"search.folders"_s),
             QStringList({notes, m_stage->folder.filePath(u"gone"_s)}));
    QCOMPARE(list->count(), 2);
    QCOMPARE(list->item(0)->text(), notes);
    QVERIFY(list->item(1)->text().endsWith(u"(not there)"_s));
    list->setCurrentRow(0);
    m_stage->press(u"Remove folder"_s);
    QCOMPARE(m_stage->settings->list(u"search.folders"_s),
             QStringList({m_stage->folder.filePath(u"gone"_s)}));
    m_stage->press(u"Remove folder"_s);
    QVERIFY(m_stage->settings->list(u"search.folders"_s).isEmpty());
    QCOMPARE(QApplication::focusWidget(),
             m_stage->named(u"Add folder…"_s)); // the button that had it cannot be used now
}

void tst_SettingsDialog::refusedFolderIsTold()
{
    m_stage->open();
    m_stage->turnTo(Page::Search);
    auto *page = m_stage->dialog->findChild<SearchPage *>();
    page->addFolder(u"relative/folder"_s);
    QVERIFY(m_stage->words().contains(u"full paths of folders"_s));
    page->addFolder(m_stage->folder.path());
    QVERIFY(!m_stage->words().contains(u"full paths of folders"_s));
    page->addFolder(m_stage->folder.path());
    QVERIFY(m_stage->words().contains(u"in the list already"_s));
    QCOMPARE(m_stage->settings->list(u"search.folders"_s).size(), 1);
}

void tst_SettingsDialog::themeIsChosen()
{
    m_stage->open();
    m_stage->turnTo(Page::Appearance);
    auto *theme = m_stage->find<QComboBox>(u"Theme"_s);
    QCOMPARE(theme->count(), findSettingKey(u"appearance.theme"_s)->words.size());
    for (const QString &word : {u"light"_s, u"dark"_s, u"highContrast"_s}) {
        QTest::keyClick(theme, Qt::Key_Down);
        QCOMPARE(m_stage->settings->text(u"appearance.theme"_s), word);
    }
}

void tst_SettingsDialog::enterInALinePressesNothing()
{
    m_stage->open();
    auto *proxy = m_stage->find<QLineEdit>(u"Proxy: system, none, or an address"_s);
    proxy->setFocus();
    QTest::keyClick(proxy, Qt::Key_Return);
    m_stage->settle();
    QVERIFY(m_stage->dialog->isVisible());
    QCOMPARE(m_stage->provider.contacts(), 0);
}

void tst_SettingsDialog::turnsNarrowAndBack()
{
    m_stage->open();
    m_stage->turnTo(Page::Questions);
    auto *faces = m_stage->dialog->findChild<FaceTable *>();
    m_stage->dialog->resize(1000, 700);
    m_stage->settle();
    QVERIFY(m_stage->named(u"Pages"_s));
    QVERIFY(faces->isTable());
    for (const int scale : {1, 2}) {
        QFont font = QApplication::font();
        font.setPointSizeF(font.pointSizeF() * scale);
        m_stage->dialog->setFont(font);
        m_stage->dialog->resize(360, 640);
        m_stage->settle();
        QCOMPARE(m_stage->dialog->width(), 360);
        QVERIFY(!m_stage->named(u"Pages"_s));
        QVERIFY(m_stage->named(u"Page"_s));
        QVERIFY(!faces->isTable());
        for (const Page page : {Page::Models, Page::Questions, Page::Search, Page::Appearance, Page::Privacy,
                                Page::OtherPrograms}) {
            m_stage->turnTo(page);
            const auto areas = m_stage->dialog->findChildren<SettingsPage *>();
            for (const SettingsPage *area : areas) {
                if (area->isVisible()) // nothing is cut off at the side
                    QVERIFY2(area->horizontalScrollBar()->maximum() == 0,
                             qPrintable(u"%1 at %2: %3"_s.arg(area->title())
                                            .arg(scale)
                                            .arg(area->widget()->minimumSizeHint().width())));
            }
        }
    }
}

void tst_SettingsDialog::nothingIsContactedByLooking()
{
    QVERIFY(m_stage->settings->set(u"provider.kind"_s, u"openai"_s));
    QVERIFY(m_stage->settings->set(u"provider.baseUrl"_s, u"https://api.example.com/v1"_s));
    m_stage->open();
    for (const Page page : {Page::Models, Page::Questions, Page::Search, Page::Appearance, Page::Privacy,
                            Page::OtherPrograms, Page::Models})
        m_stage->turnTo(page);
    m_stage->settle();
    m_stage->dialog->close();
    QCOMPARE(m_stage->provider.contacts(), 0);
}

QTEST_MAIN(tst_SettingsDialog)
#include "tst_settingsdialog.moc"
