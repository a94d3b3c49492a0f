// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/modelspage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/keysection.h"
#include "widgets/settings/linebox.h"
#include "widgets/settings/settingfield.h"
#include "widgets/settings/settingsport.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int serverRole = Qt::UserRole + 1; // of an address: the models that were found there

QComboBox *writableCombo(const QString &name, QWidget *parent)
{
    auto *combo = new QComboBox(parent);
    combo->setEditable(true);
    combo->setLineEdit(new LineBox(combo));
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setCompleter(nullptr); // it would change what was typed
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    combo->setAccessibleName(name);
    combo->lineEdit()->setAccessibleName(name);
    return combo;
}

//! What the person most probably means: an address without a scheme is on this computer, or encrypted.
QString withScheme(const QString &typed)
{
    if (typed.isEmpty() || typed.contains(u"://"_s))
        return typed;
    const QString local = u"http://"_s + typed;
    return isOnThisComputer(local) ? local : QString(u"https://"_s + typed);
}

} // namespace

ModelsPage::ModelsPage(SettingsPort &settings, ProviderPort &provider, KeyPort &keys, const Clock &clock, QWidget *parent)
    : SettingsPage(tr("Models"), parent)
    , m_settings(settings)
    , m_provider(provider)
    , m_key(new KeySection(settings, keys, clock))
{
    addHeading(tr("Who replies"));
    m_use = addSentence(Sentence::Tone::Plain);
    for (const QString &note : settings.notes())
        addSentence(Sentence::Tone::Quiet, note);
    buildForm(clock);
    buildConnection();
    addEnd();
    connectForm();
    connectProvider();
    fillAddresses(provider.found());
    show(inUse());
}

void ModelsPage::buildForm(const Clock &clock)
{
    addSentence(Sentence::Tone::Plain, tr("Kind of model"));
    m_kind = new QComboBox;
    m_kind->addItem(tr("Built-in guide"), u"guide"_s);
    m_kind->addItem(tr("OpenAI-compatible"), u"openai"_s);
    m_kind->addItem(tr("Anthropic"), u"anthropic"_s);
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(6);
    m_kind->setAccessibleName(tr("Kind of model"));
    addWidget(m_kind);
    m_kindHelp = addSentence(Sentence::Tone::Quiet);

    m_form = new QWidget;
    auto *column = new QVBoxLayout(m_form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_address = writableCombo(tr("Address"), m_form);
    m_addressNote = new Sentence(Sentence::Tone::Trouble, {}, m_form);
    m_model = writableCombo(tr("Model"), m_form);
    m_find = new CardButton(CardButton::Look::Quiet, clock, m_form);
    m_find->setLabel(tr("Find servers on this computer"));
    m_fetch = new CardButton(CardButton::Look::Quiet, clock, m_form);
    m_fetch->setLabel(tr("Fetch models"));
    m_fetch->setAccessibleDescription(tr("Asks the server which models it has"));
    m_test = new CardButton(CardButton::Look::Quiet, clock, m_form);
    m_result = new Sentence(Sentence::Tone::Plain, {}, m_form);
    const auto row = [column](CardButton *button) {
        auto *flow = new FlowLayout(8);
        flow->addWidget(button);
        column->addLayout(flow);
    };
    column->addWidget(new Sentence(Sentence::Tone::Plain, tr("Address"), m_form));
    column->addWidget(m_address);
    column->addWidget(m_addressNote);
    row(m_find);
    column->addWidget(new Sentence(Sentence::Tone::Plain, tr("Key"), m_form));
    column->addWidget(m_key);
    column->addWidget(new Sentence(Sentence::Tone::Plain, tr("Model"), m_form));
    column->addWidget(m_model);
    row(m_fetch);
    column->addWidget(new Sentence(Sentence::Tone::Quiet, tr("Test asks the server for its models and the chosen model for one word. Nothing is "
                                                             "contacted before you press a button here."), m_form));
    row(m_test);
    column->addWidget(m_result);
    addWidget(m_form);
    m_missing = addSentence(Sentence::Tone::Quiet);
    m_useButton = new CardButton(CardButton::Look::Strong, clock);
    m_useButton->setLabel(tr("Use this model"));
    addButtons({m_useButton});
    setBusy(Busy::No);
}

void ModelsPage::buildConnection()
{
    addHeading(tr("Connection and limits"));
    addField(SettingField::number(m_settings, u"provider.slots"_s, tr("Replies at the same time"), tr("as usual")));
    addField(SettingField::number(m_settings, u"context.tokens"_s, tr("Tokens that the model can take"), tr("from the server")));
    addField(SettingField::number(m_settings, u"reply.maxTurns"_s, tr("Model turns of a reply")));
    addField(SettingField::wait(m_settings, u"research.seconds"_s, tr("Time for research"), {}));
    addField(SettingField::wait(m_settings, u"provider.connectSeconds"_s, tr("Wait for a connection"), {}));
    addField(SettingField::wait(m_settings, u"provider.firstByteSeconds"_s, tr("Wait for the first word"), {}));
    addField(SettingField::wait(m_settings, u"provider.chunkSeconds"_s, tr("Wait between two pieces of a reply"), {}));
    addField(SettingField::line(m_settings, u"provider.proxy"_s, tr("Proxy: system, none, or an address")));
    addField(SettingField::lines(m_settings, u"provider.headers"_s, tr("More HTTP headers, one a line")));
}

void ModelsPage::connectForm()
{
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        draftChanged();
        lookForKey();
    });
    connect(m_address, &QComboBox::editTextChanged, this, &ModelsPage::draftChanged);
    connect(m_address, &QComboBox::activated, this, [this](int index) {
        fillModels(m_address->itemData(index, serverRole).toStringList());
        lookForKey();
    });
    connect(m_address->lineEdit(), &QLineEdit::editingFinished, this, &ModelsPage::checkAddress);
    connect(m_model, &QComboBox::editTextChanged, this, &ModelsPage::draftChanged);
    connect(m_key, &KeySection::keyFromChanged, this, [this] {
        draftChanged();
        lookForKey();
    });
    connect(m_key, &KeySection::announcementWanted, this, &ModelsPage::announcementWanted);
    connect(m_useButton, &CardButton::clicked, this, &ModelsPage::use);
    connect(&m_settings, &SettingsPort::changed, this, [this](const QStringList &keys) {
        const bool ours = std::ranges::any_of(keys, [](const QString &key) { return key.startsWith(u"provider."_s); });
        if (ours)
            showUse();
    });
}

void ModelsPage::connectProvider()
{
    connect(m_find, &CardButton::clicked, this, [this] {
        if (m_busy != Busy::No)
            return;
        setBusy(Busy::Finding);
        m_provider.findLocal();
    });
    connect(m_fetch, &CardButton::clicked, this, [this] {
        setBusy(Busy::Fetching);
        m_provider.fetchModels(draft());
    });
    connect(m_test, &CardButton::clicked, this, [this] {
        if (m_busy == Busy::Fetching || m_busy == Busy::Testing) {
            m_provider.cancel();
            setBusy(Busy::No);
            tell(true, tr("Cancelled."));
            return;
        }
        setBusy(Busy::Testing);
        m_provider.test(draft());
    });
    connect(&m_provider, &ProviderPort::localServersFound, this, [this](const QList<LocalServer> &servers) {
        fillAddresses(servers);
        if (m_busy != Busy::Finding)
            return;
        setBusy(Busy::No);
        QStringList found;
        for (const LocalServer &server : servers)
            found << tr("%1 at %2", "a program and its address").arg(server.name, serverPlace(server.baseUrl));
        tell(true, found.isEmpty() ? tr("No model server answers on this computer (ports 11434, 8080, 1234 and 8000).")
                                   : tr("Found: %1.").arg(found.join(u", "_s)));
        if (!servers.isEmpty() && m_address->currentText().trimmed().isEmpty()) {
            m_address->setEditText(servers.first().baseUrl);
            fillModels(servers.first().models);
        }
    });
    connect(&m_provider, &ProviderPort::modelsFetched, this, [this](const ProviderReport &report) {
        if (m_busy != Busy::Fetching)
            return;
        setBusy(Busy::No);
        tell(report.ok, report.text);
        fillModels(report.models);
    });
    connect(&m_provider, &ProviderPort::tested, this, [this](const ProviderReport &report) {
        if (m_busy != Busy::Testing)
            return;
        setBusy(Busy::No);
        tell(report.ok, report.text);
        fillModels(report.models);
    });
}

ProviderChoice ModelsPage::draft() const
{
    ProviderChoice choice;
    choice.kind = m_kind->currentData().toString();
    if (choice.kind == u"guide"_s)
        return choice;
    choice.baseUrl = withScheme(m_address->currentText().trimmed());
    choice.model = m_model->currentText().trimmed();
    choice.keyFrom = m_key->keyFrom();
    return choice;
}

ProviderChoice ModelsPage::inUse() const
{
    const auto text = [this](const QString &key) { return m_settings.value(key).toString(); };
    return {.kind = text(u"provider.kind"_s),
            .baseUrl = text(u"provider.baseUrl"_s),
            .model = text(u"provider.model"_s),
            .keyFrom = text(u"provider.keyFrom"_s)};
}

bool ModelsPage::hasUnusedDraft() const
{
    const ProviderChoice used = inUse();
    if (used.kind == u"guide"_s && draft().kind == u"guide"_s)
        return false; // what else the guide's settings hold has no effect
    return !(draft() == used);
}

QString ModelsPage::problem() const
{
    const ProviderChoice choice = draft();
    if (choice.kind == u"guide"_s)
        return {};
    if (choice.kind == u"openai"_s && choice.baseUrl.isEmpty())
        return tr("Enter the address of the server, or find one on this computer.");
    if (const auto address = m_settings.check(u"provider.baseUrl"_s, choice.baseUrl); !address)
        return address.error().text;
    if (m_key->isRefused())
        return tr("Enter the name of the environment variable that holds the key, in capital letters.");
    if (choice.model.isEmpty())
        return tr("Choose a model.");
    const auto model = m_settings.check(u"provider.model"_s, choice.model);
    return model ? QString() : model.error().text;
}

bool ModelsPage::use()
{
    const QString missing = problem();
    if (!missing.isEmpty()) {
        m_missing->setText(missing);
        Q_EMIT announcementWanted(missing);
        return false;
    }
    const ProviderChoice choice = draft();
    QHash<QString, QVariant> values{{u"provider.kind"_s, choice.kind}};
    if (choice.kind != u"guide"_s) { // the guide needs none of these: they stay for the way back
        values.insert(u"provider.baseUrl"_s, choice.baseUrl);
        values.insert(u"provider.model"_s, choice.model);
        values.insert(u"provider.keyFrom"_s, choice.keyFrom);
    }
    const auto set = m_settings.set(values);
    if (!set) {
        m_missing->setTone(Sentence::Tone::Trouble);
        m_missing->setText(set.error().text);
        Q_EMIT announcementWanted(set.error().text);
        return false;
    }
    const bool hadFocus = m_useButton->hasFocus();
    showUse();
    if (hadFocus)
        m_kind->setFocus(Qt::OtherFocusReason);
    Q_EMIT announcementWanted(m_use->text());
    return true;
}

void ModelsPage::discard()
{
    show(inUse());
}

void ModelsPage::propose(const ProviderChoice &choice)
{
    show(choice);
}

void ModelsPage::entered()
{
    showUse();
}

void ModelsPage::show(const ProviderChoice &choice)
{
    m_filling = true;
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(choice.kind)));
    m_address->setEditText(choice.baseUrl);
    for (int i = 0; i < m_address->count(); ++i) {
        if (m_address->itemText(i) == choice.baseUrl)
            fillModels(m_address->itemData(i, serverRole).toStringList());
    }
    m_model->setEditText(choice.model);
    m_key->fill(choice.keyFrom);
    m_filling = false;
    draftChanged();
    lookForKey();
}

// Not at every letter of an address: a keychain may ask the person to unlock it.
void ModelsPage::lookForKey()
{
    if (!m_filling && m_kind->currentData() != u"guide"_s)
        m_key->look();
}

void ModelsPage::draftChanged()
{
    if (m_filling)
        return;
    if (m_busy == Busy::Fetching || m_busy == Busy::Testing) { // its result would be about something else
        m_provider.cancel();
        setBusy(Busy::No);
    }
    m_result->setText({});
    m_key->setChoice(draft());
    showKind();
    showAddress();
    showUse();
}

void ModelsPage::showKind()
{
    const QString kind = m_kind->currentData().toString();
    m_form->setVisible(kind != u"guide"_s);
    if (kind == u"guide"_s)
        m_kindHelp->setText(tr("Rules, no language model: reminders, finding chats and notes, dates. Offline, and always there."));
    else if (kind == u"openai"_s)
        m_kindHelp->setText(tr("A server with the OpenAI API: Ollama, llama.cpp, LM Studio or vLLM on this computer, or OpenRouter, OpenAI, "
                               "DeepSeek, Groq, Mistral and the like."));
    else
        m_kindHelp->setText(tr("Claude models, from Anthropic or a server with its API. Without an address: Anthropic's own."));
    m_address->lineEdit()->setPlaceholderText(kind == u"anthropic"_s ? u"https://api.anthropic.com"_s : u"http://localhost:11434/v1"_s);
}

void ModelsPage::showAddress()
{
    const QString address = draft().baseUrl;
    const bool open = address.startsWith(u"http://"_s) && !isOnThisComputer(address) && m_settings.check(u"provider.baseUrl"_s, address);
    m_addressNote->setText(open ? tr("This address is not encrypted: others on the way can read your messages and the key.") : QString());
}

void ModelsPage::checkAddress()
{
    const QString address = draft().baseUrl;
    const auto checked = m_settings.check(u"provider.baseUrl"_s, address);
    if (checked) {
        if (address != m_address->currentText())
            m_address->setEditText(address);
        lookForKey();
        return;
    }
    m_addressNote->setText(checked.error().text);
    Q_EMIT announcementWanted(checked.error().text);
}

void ModelsPage::showUse()
{
    m_use->setText(tr("Replies come from: %1.").arg(name(inUse())));
    const bool unused = hasUnusedDraft();
    const QString missing = unused ? problem() : QString();
    m_missing->setTone(Sentence::Tone::Quiet);
    m_missing->setText(missing.isEmpty() && unused ? tr("Not in use yet.") : missing);
    m_useButton->setEnabled(unused && missing.isEmpty());
}

QString ModelsPage::name(const ProviderChoice &choice) const
{
    if (choice.kind == u"guide"_s)
        return tr("the built-in guide, offline");
    const QString place = choice.baseUrl.isEmpty() ? u"api.anthropic.com"_s : serverPlace(choice.baseUrl);
    return tr("%1 at %2", "a model and its server").arg(choice.model.isEmpty() ? tr("no model") : choice.model, place);
}

void ModelsPage::fillAddresses(const QList<LocalServer> &servers)
{
    const QSignalBlocker quiet(m_address);
    const QString typed = m_address->currentText();
    m_address->clear();
    for (const LocalServer &server : servers) {
        m_address->addItem(server.baseUrl);
        const int row = m_address->count() - 1;
        m_address->setItemData(row, server.models, serverRole);
        m_address->setItemData(row, server.name, Qt::ToolTipRole);
        m_address->setItemData(row, tr("%1, %2", "a program, its address").arg(server.name, server.baseUrl), Qt::AccessibleTextRole);
    }
    m_address->setEditText(typed);
}

void ModelsPage::fillModels(const QStringList &models)
{
    if (models.isEmpty())
        return;
    const QString typed = m_model->currentText().trimmed();
    {
        const QSignalBlocker quiet(m_model);
        m_model->clear();
        m_model->addItems(models);
        m_model->setEditText(typed);
    }
    if (typed.isEmpty() && models.size() == 1)
        m_model->setEditText(models.first());
}

void ModelsPage::setBusy(Busy busy)
{
    m_busy = busy;
    const bool asking = busy == Busy::Fetching || busy == Busy::Testing;
    m_test->setLabel(asking ? tr("Cancel") : tr("Test"));
    if (busy == Busy::Finding)
        tell(true, tr("Looking on this computer…"));
    if (asking)
        tell(true, tr("Asking %1…").arg(serverPlace(draft().baseUrl.isEmpty() ? u"https://api.anthropic.com"_s : draft().baseUrl)));
}

void ModelsPage::tell(bool ok, const QString &text)
{
    m_result->setTone(ok ? Sentence::Tone::Plain : Sentence::Tone::Trouble);
    m_result->setText(text);
    Q_EMIT announcementWanted(text);
}

} // namespace heed
