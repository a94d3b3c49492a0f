// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogstage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/settings/modelspage.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>

using namespace heed;
using namespace heed::test;

//! Who replies: a draft until it is put to use, looked at only when the person says so.
class tst_ModelsPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void nothingIsContactedBeforeAPress();
    void pressesContactTheDraft();
    void draftIsNotInUseBeforeThePress();
    void useWritesEverythingAtOnce();
    void theGuideNeedsNothing();
    void incompleteDraftSaysWhatIsMissing_data();
    void incompleteDraftSaysWhatIsMissing();
    void addressGetsAScheme_data();
    void addressGetsAScheme();
    void openAddressIsWarnedAbout();
    void resultsAreTold();
    void cancelEndsATest();
    void changedDraftEndsATest();
    void foundServersAreSuggested();
    void fetchedModelsFillTheList();
    void closingWithADraftAsks_data();
    void closingWithADraftAsks();

    void keyGoesInAndNeverComesOut();
    void refusedKeychainOffersTheOtherPlaces();
    void keyIsReplacedAndRemoved();
    void keychainIsNotAskedForTheGuide();
    void keychainIsNotAskedAtEveryLetter();
    void variableIsTakenByName();
    void pastedKeyIsNoVariable();

private:
    void choose(const QString &kind);
    void type(const QString &name, const QString &text);
    [[nodiscard]] ModelsPage *page() const { return m_stage->dialog->findChild<ModelsPage *>(); }
    std::unique_ptr<DialogStage> m_stage{};
};

void tst_ModelsPage::init()
{
    failOnWarnings();
    m_stage = std::make_unique<DialogStage>();
}

void tst_ModelsPage::cleanup()
{
    m_stage.reset();
}

void tst_ModelsPage::choose(const QString &kind)
{
    auto *box = m_stage->find<QComboBox>(u"Kind of model"_s);
    QVERIFY(box);
    box->setFocus();
    while (box->currentText() != kind) {
        const int before = box->currentIndex();
        QTest::keyClick(box, Qt::Key_Down);
        QVERIFY(box->currentIndex() != before);
    }
    m_stage->settle();
}

void tst_ModelsPage::type(const QString &name, const QString &text)
{
    auto *box = m_stage->find<QComboBox>(name);
    QVERIFY(box);
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClick(box, Qt::Key_Delete);
    QTest::keyClicks(box, text);
}

void tst_ModelsPage::nothingIsContactedBeforeAPress()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    type(u"Model"_s, u"llama3"_s);
    choose(u"Anthropic"_s);
    m_stage->settle();
    QCOMPARE(m_stage->provider.contacts(), 0);
}

void tst_ModelsPage::pressesContactTheDraft()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    type(u"Model"_s, u"llama3"_s);
    m_stage->press(u"Test"_s);
    QCOMPARE(m_stage->provider.tests, 1);
    QCOMPARE(m_stage->provider.contacts(), 1);
    QCOMPARE(m_stage->provider.asked,
             (ProviderChoice{u"openai"_s, u"http://localhost:11434/v1"_s, u"llama3"_s, {}}));
    QVERIFY(m_stage->words().contains(u"Asking localhost:11434"_s));
    Q_EMIT m_stage->provider.tested({.ok = true, .text = u"It answers."_s});
    m_stage->press(u"Fetch models"_s);
    QCOMPARE(m_stage->provider.fetches, 1);
    Q_EMIT m_stage->provider.modelsFetched({.ok = true, .text = u"Two."_s});
    m_stage->press(u"Find servers on this computer"_s);
    m_stage->press(u"Find servers on this computer"_s); // while it looks
    QCOMPARE(m_stage->provider.finds, 1);
    QCOMPARE(m_stage->settings->text(u"provider.kind"_s), u"guide"_s); // trying is not using
}

void tst_ModelsPage::draftIsNotInUseBeforeThePress()
{
    m_stage->open();
    QVERIFY(m_stage->words().contains(u"Replies come from: the built-in guide, offline."_s));
    QSignalSpy changed(m_stage->settings.get(), &Settings::changed);
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    type(u"Model"_s, u"llama3"_s);
    QCOMPARE(changed.size(), 0);
    QVERIFY(page()->hasUnusedDraft());
    QVERIFY(m_stage->words().contains(u"Not in use yet."_s));
    QVERIFY(m_stage->words().contains(u"Replies come from: the built-in guide, offline."_s));
}

void tst_ModelsPage::useWritesEverythingAtOnce()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    type(u"Model"_s, u"llama3"_s);
    QSignalSpy changed(m_stage->settings.get(), &Settings::changed);
    m_stage->press(u"Use this model"_s);
    QCOMPARE(changed.size(), 1); // a reply that starts in between must not see half of it
    QCOMPARE(m_stage->settings->providerChoice(),
             (ProviderChoice{u"openai"_s, u"http://localhost:11434/v1"_s, u"llama3"_s, {}}));
    QVERIFY(m_stage->words().contains(u"Replies come from: llama3 at localhost:11434."_s));
    QVERIFY(!page()->hasUnusedDraft());
    QCOMPARE(QApplication::focusWidget(),
             m_stage->named(u"Kind of model"_s)); // the button cannot be pressed again
    QCOMPARE(m_stage->provider.contacts(), 0);
}

void tst_ModelsPage::theGuideNeedsNothing()
{
    QVERIFY(m_stage->settings->setAll({{u"provider.kind"_s, u"openai"_s},
                                       {u"provider.baseUrl"_s, u"http://localhost:1/v1"_s},
                                       {u"provider.model"_s, u"m"_s}}));
    m_stage->open();
    auto *kind = m_stage->find<QComboBox>(u"Kind of model"_s);
    QTest::keyClick(kind, Qt::Key_Up);
    m_stage->settle();
    QVERIFY(!m_stage->named(u"Address"_s));
    m_stage->press(u"Use this model"_s);
    QCOMPARE(m_stage->settings->text(u"provider.kind"_s), u"guide"_s);
    QCOMPARE(m_stage->settings->text(u"provider.model"_s), u"m"_s); // the way back is short
}

void tst_ModelsPage::incompleteDraftSaysWhatIsMissing_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("says");
    QTest::addRow("no address") << u"OpenAI-compatible"_s << QString() << u"llama3"_s
                                << u"Enter the address"_s;
    QTest::addRow("no model") << u"OpenAI-compatible"_s << u"http://localhost:11434/v1"_s << QString()
                              << u"Choose a model."_s;
    QTest::addRow("an address with a password") << u"OpenAI-compatible"_s << u"https://me:pw@example.com/v1"_s
                                                << u"m"_s << u"without a name or password"_s;
    QTest::addRow("no address at all")
        << u"OpenAI-compatible"_s << u"ftp://example.com"_s << u"m"_s << u"begins with http:// or https://"_s;
    QTest::addRow("Anthropic without a model")
        << u"Anthropic"_s << QString() << QString() << u"Choose a model."_s;
}

void tst_ModelsPage::incompleteDraftSaysWhatIsMissing()
{
    QFETCH(QString, kind);
    QFETCH(QString, address);
    QFETCH(QString, model);
    QFETCH(QString, says);
    m_stage->open();
    choose(kind);
    type(u"Address"_s, address);
    type(u"Model"_s, model);
    m_stage->settle();
    QVERIFY2(m_stage->words().contains(says), qPrintable(m_stage->words()));
    QVERIFY(!m_stage->named(u"Use this model"_s)->isEnabled());
    QVERIFY(!page()->use());
    QCOMPARE(m_stage->settings->text(u"provider.kind"_s), u"guide"_s);
}

void tst_ModelsPage::addressGetsAScheme_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("address");
    QTest::addRow("this computer") << u"localhost:11434"_s << u"http://localhost:11434"_s;
    QTest::addRow("this computer by number") << u"127.0.0.1:8080/v1"_s << u"http://127.0.0.1:8080/v1"_s;
    QTest::addRow("elsewhere, encrypted") << u"api.example.com/v1"_s << u"https://api.example.com/v1"_s;
    QTest::addRow("as it is") << u"http://server.local:9/v1"_s << u"http://server.local:9/v1"_s;
}

void tst_ModelsPage::addressGetsAScheme()
{
    QFETCH(QString, typed);
    QFETCH(QString, address);
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, typed);
    type(u"Model"_s, u"m"_s); // leaves the address
    QCOMPARE(page()->draft().baseUrl, address);
    QCOMPARE(m_stage->find<QComboBox>(u"Address"_s)->currentText(), address);
    m_stage->press(u"Use this model"_s);
    QCOMPARE(m_stage->settings->text(u"provider.baseUrl"_s), address);
}

void tst_ModelsPage::openAddressIsWarnedAbout()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://models.example.com/v1"_s);
    QVERIFY(m_stage->words().contains(u"not encrypted"_s));
    type(u"Address"_s, u"https://models.example.com/v1"_s);
    QVERIFY(!m_stage->words().contains(u"This address is not encrypted"_s));
    type(u"Address"_s, u"http://localhost:1/v1"_s);
    QVERIFY(!m_stage->words().contains(u"This address is not encrypted"_s));
}

void tst_ModelsPage::resultsAreTold()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    m_stage->press(u"Test"_s);
    Q_EMIT m_stage->provider.tested(
        {.ok = false, .text = u"Nobody answers at localhost:11434. Start the server."_s});
    QVERIFY(m_stage->words().contains(u"Nobody answers at localhost:11434. Start the server."_s));
    QVERIFY(m_stage->named(u"Test"_s));
    type(u"Model"_s, u"other"_s); // the sentence was about another draft
    QVERIFY(!m_stage->words().contains(u"Nobody answers"_s));
}

void tst_ModelsPage::cancelEndsATest()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    m_stage->press(u"Test"_s);
    m_stage->press(u"Cancel"_s);
    QCOMPARE(m_stage->provider.cancels, 1);
    QCOMPARE(m_stage->provider.tests, 1);
    QVERIFY(m_stage->words().contains(u"Cancelled."_s));
    Q_EMIT m_stage->provider.tested({.ok = true, .text = u"Too late."_s});
    QVERIFY(!m_stage->words().contains(u"Too late."_s));
    m_stage->press(u"Fetch models"_s);
    m_stage->press(u"Cancel"_s);
    QCOMPARE(m_stage->provider.cancels, 2);
}

void tst_ModelsPage::changedDraftEndsATest()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    m_stage->press(u"Test"_s);
    type(u"Model"_s, u"x"_s);
    QCOMPARE(m_stage->provider.cancels, 1);
    QVERIFY(m_stage->named(u"Test"_s));
}

void tst_ModelsPage::foundServersAreSuggested()
{
    m_stage->provider.servers = {
        {u"LM Studio"_s, u"http://127.0.0.1:1234/v1"_s, {u"phi"_s}}}; // found at the first start
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    auto *address = m_stage->find<QComboBox>(u"Address"_s);
    QCOMPARE(address->count(), 1);
    QVERIFY(address->currentText().isEmpty()); // a suggestion is no choice
    m_stage->press(u"Find servers on this computer"_s);
    Q_EMIT m_stage->provider.localServersFound({});
    QVERIFY(m_stage->words().contains(u"No model server answers on this computer"_s));
    m_stage->press(u"Find servers on this computer"_s);
    Q_EMIT m_stage->provider.localServersFound(
        {{u"Ollama"_s, u"http://127.0.0.1:11434/v1"_s, {u"llama3"_s, u"qwen3"_s}},
         {u"LM Studio"_s, u"http://127.0.0.1:1234/v1"_s, {u"phi"_s}}});
    QVERIFY(m_stage->words().contains(u"Found: Ollama at localhost:11434, LM Studio at localhost:1234."_s));
    QCOMPARE(address->count(), 2);
    QCOMPARE(address->currentText(), u"http://127.0.0.1:11434/v1"_s);
    QCOMPARE(m_stage->find<QComboBox>(u"Model"_s)->count(), 2);
    QCOMPARE(m_stage->provider.fetches, 0);
}

void tst_ModelsPage::fetchedModelsFillTheList()
{
    m_stage->open();
    choose(u"Anthropic"_s);
    m_stage->press(u"Fetch models"_s);
    QVERIFY(m_stage->words().contains(u"Asking api.anthropic.com"_s));
    Q_EMIT m_stage->provider.modelsFetched(
        {.ok = true, .text = u"Two models."_s, .models = {u"claude-a"_s, u"claude-b"_s}});
    auto *model = m_stage->find<QComboBox>(u"Model"_s);
    QCOMPARE(model->count(), 2);
    QVERIFY(model->currentText().isEmpty()); // which of two is the person's choice
    QTest::keyClick(model, Qt::Key_Down);
    QCOMPARE(page()->draft().model, u"claude-a"_s);
    QVERIFY(m_stage->words().contains(u"Two models."_s) || !m_stage->words().isEmpty());
    m_stage->press(u"Use this model"_s);
    QCOMPARE(m_stage->settings->text(u"provider.model"_s), u"claude-a"_s);
    QVERIFY(m_stage->words().contains(u"Replies come from: claude-a at api.anthropic.com."_s));
}

void tst_ModelsPage::closingWithADraftAsks_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<QString>("kind");
    QTest::addRow("use it") << u"Use it"_s << true << u"openai"_s;
    QTest::addRow("discard it") << u"Discard it"_s << true << u"guide"_s;
    QTest::addRow("go back") << u"Go back"_s << false << u"guide"_s;
}

void tst_ModelsPage::closingWithADraftAsks()
{
    QFETCH(QString, button);
    QFETCH(bool, closes);
    QFETCH(QString, kind);
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"http://localhost:11434/v1"_s);
    type(u"Model"_s, u"llama3"_s);
    m_stage->press(u"Close"_s);
    QVERIFY(m_stage->dialog->isVisible());
    auto *box = m_stage->dialog->findChild<QMessageBox *>();
    QVERIFY(box && box->isVisible());
    const auto buttons = box->buttons();
    for (QAbstractButton *one : buttons) {
        if (one->text() == button)
            one->click();
    }
    m_stage->settle();
    QCOMPARE(m_stage->dialog->isVisible(), !closes);
    QCOMPARE(m_stage->settings->text(u"provider.kind"_s), kind);
}

void tst_ModelsPage::keyGoesInAndNeverComesOut()
{
    const QString secret = u"sk-test-0123456789abcdef0123456789abcdef"_s;
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"https://api.example.com/v1"_s);
    auto *key = m_stage->find<QLineEdit>(u"Key"_s);
    QVERIFY(key);
    QCOMPARE(key->echoMode(), QLineEdit::Password);
    QVERIFY(!m_stage->named(u"Keep key"_s)->isEnabled());
    QTest::keyClicks(key, secret);
    m_stage->press(u"Keep key"_s);
    QCOMPARE(m_stage->keys.keys.value(u"https://api.example.com/v1"_s), secret);
    QCOMPARE(m_stage->keys.places, QList<KeyPort::Place>{KeyPort::Place::Keychain});
    QVERIFY(m_stage->words().contains(u"A key is kept. It is not shown."_s));
    QVERIFY(key->text().isEmpty());
    QTest::keyClick(key, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(key->text().isEmpty());
    // Nowhere on the screen, and in no setting.
    const auto edits = m_stage->dialog->findChildren<QLineEdit *>();
    for (const QLineEdit *edit : edits)
        QVERIFY(!edit->text().contains(secret));
    QVERIFY(!m_stage->words().contains(secret));
    QVERIFY(m_stage->settings->set(u"tools.ask"_s, u"off"_s));
    QFile file(m_stage->folder.filePath(u"heed.ini"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("sk-test"));
}

void tst_ModelsPage::refusedKeychainOffersTheOtherPlaces()
{
    m_stage->keys.keychainIsThere = false;
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"https://api.example.com/v1"_s);
    auto *key = m_stage->find<QLineEdit>(u"Key"_s);
    QTest::keyClicks(key, u"sk-test-1"_s);
    m_stage->press(u"Keep key"_s);
    QVERIFY(m_stage->words().contains(u"There is no keychain here."_s));
    QVERIFY(m_stage->keys.keys.isEmpty());
    auto *file = m_stage->find<QRadioButton>(
        u"Keep it in the file /home-of-anna/heed/keys, which only you can read, but which is not encrypted"_s);
    QVERIFY(file && !file->isChecked()); // a file only when the person says so
    file->setFocus();
    QTest::keyClick(file, Qt::Key_Space);
    QVERIFY(file->isChecked());
    QTest::keyClicks(key, u"sk-test-1"_s);
    QTest::keyClick(key, Qt::Key_Return);
    m_stage->settle();
    QCOMPARE(m_stage->keys.places, QList<KeyPort::Place>({KeyPort::Place::Keychain, KeyPort::Place::File}));
    QVERIFY(!m_stage->words().contains(u"There is no keychain here."_s));
}

void tst_ModelsPage::keyIsReplacedAndRemoved()
{
    m_stage->keys.keys.insert(u"https://api.example.com/v1"_s, u"old"_s);
    QVERIFY(m_stage->settings->setAll({{u"provider.kind"_s, u"openai"_s},
                                       {u"provider.baseUrl"_s, u"https://api.example.com/v1"_s},
                                       {u"provider.model"_s, u"m"_s}}));
    m_stage->open();
    QVERIFY(m_stage->words().contains(u"A key is kept."_s));
    auto *key = m_stage->find<QLineEdit>(u"Key"_s);
    QTest::keyClicks(key, u"new"_s);
    m_stage->press(u"Replace key"_s);
    QCOMPARE(m_stage->keys.keys.value(u"https://api.example.com/v1"_s), u"new"_s);
    m_stage->press(u"Remove key"_s);
    QVERIFY(m_stage->keys.keys.isEmpty());
    QVERIFY(m_stage->words().contains(u"No key is kept."_s));
    QVERIFY(!m_stage->named(u"Remove key"_s));
    QCOMPARE(QApplication::focusWidget(), key);
}

void tst_ModelsPage::keychainIsNotAskedForTheGuide()
{
    m_stage->open();
    m_stage->settle();
    QCOMPARE(m_stage->keys.looks, 0);
}

void tst_ModelsPage::keychainIsNotAskedAtEveryLetter()
{
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    const int before = m_stage->keys.looks;
    type(u"Address"_s, u"https://api.example.com/v1"_s);
    QCOMPARE(m_stage->keys.looks, before);
    type(u"Model"_s, u"m"_s);
    QCOMPARE(m_stage->keys.looks, before + 1);
}

void tst_ModelsPage::variableIsTakenByName()
{
    m_stage->keys.variables = {u"MY_KEY"_s};
    m_stage->open();
    choose(u"OpenAI-compatible"_s);
    type(u"Address"_s, u"https://api.example.com/v1"_s);
    auto *source = m_stage->dialog->findChildren<QRadioButton *>().value(0);
    QVERIFY(source);
    source->setFocus();
    QTest::keyClick(source, Qt::Key_Down);
    m_stage->settle();
    auto *name = m_stage->find<QLineEdit>(u"Name of the environment variable"_s);
    QVERIFY(name);
    QVERIFY(!m_stage->named(u"Key"_s));
    name->setFocus();
    QTest::keyClicks(name, u"MY_OTHER"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(m_stage->words().contains(u"This variable is not set here."_s));
    name->selectAll();
    QTest::keyClicks(name, u"MY_KEY"_s);
    type(u"Model"_s, u"m"_s);
    QVERIFY(m_stage->words().contains(u"The variable holds a key."_s));
    m_stage->press(u"Use this model"_s);
    QCOMPARE(m_stage->settings->text(u"provider.keyFrom"_s), u"MY_KEY"_s);
}

void tst_ModelsPage::pastedKeyIsNoVariable()
{
    QVERIFY(
        m_stage->settings->setAll({{u"provider.kind"_s, u"openai"_s}, {u"provider.keyFrom"_s, u"MY_KEY"_s}}));
    m_stage->open();
    auto *name = m_stage->find<QLineEdit>(u"Name of the environment variable"_s);
    QVERIFY(name);
    name->selectAll();
    QTest::keyClicks(name, u"sk-test-0123456789"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(m_stage->words().contains(u"never the key itself"_s));
    QVERIFY(!page()->use());
    QCOMPARE(m_stage->settings->text(u"provider.keyFrom"_s), u"MY_KEY"_s);
}

QTEST_MAIN(tst_ModelsPage)
#include "tst_modelspage.moc"
