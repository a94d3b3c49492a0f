// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/modelspage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/keysection.h"
#include "widgets/settings/linebox.h"
#include "widgets/settings/settingfield.h"
#include "widgets/settings/settingsport.h"
#include "widgets/settings/spokenname.h"

#include <QComboBox>
#include <QVBoxLayout>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QComboBox *writableCombo(const QString &name, QWidget *parent)
{
    auto *combo = new QComboBox(parent);
    combo->setEditable(true);
    combo->setLineEdit(new LineBox(combo));
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setCompleter(nullptr); // it would change what was typed
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    setSpokenName(combo, name);
    return combo;
}

} // namespace

ModelsPage::ModelsPage(SettingsPort &settings, ProviderPort &provider, KeyPort &keys, const Clock &clock,
                       QWidget *parent)
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
    addWidget(m_kind);
    setSpokenName(m_kind, tr("Kind of model"));
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
    column->addWidget(
        new Sentence(Sentence::Tone::Quiet,
                     tr("Test asks the server for its models and the chosen model for one word. Nothing is "
                        "contacted before you press a button here."),
                     m_form));
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
    addField(SettingField::number(m_settings, u"provider.slots"_s, tr("Replies at the same time"),
                                  tr("as usual")));
    addField(SettingField::number(m_settings, u"context.tokens"_s, tr("Tokens that the model can take"),
                                  tr("from the server")));
    addField(SettingField::number(m_settings, u"reply.maxTurns"_s, tr("Model turns of a reply")));
    addField(SettingField::wait(m_settings, u"research.seconds"_s, tr("Time for research"), {}));
    addField(SettingField::wait(m_settings, u"provider.connectSeconds"_s, tr("Wait for a connection"), {}));
    addField(
        SettingField::wait(m_settings, u"provider.firstByteSeconds"_s, tr("Wait for the first word"), {}));
    addField(SettingField::wait(m_settings, u"provider.chunkSeconds"_s,
                                tr("Wait between two pieces of a reply"), {}));
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
        fillModels(m_address->itemData(index, serverModelsRole).toStringList());
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
        const bool ours =
            std::ranges::any_of(keys, [](const QString &key) { return key.startsWith(u"provider."_s); });
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
        if (!servers.isEmpty() && m_address->currentText().trimmed().isEmpty()) {
            m_address->setEditText(servers.first().baseUrl);
            fillModels(servers.first().models);
        }
        QStringList found;
        for (const LocalServer &server : servers)
            found
                << tr("%1 at %2", "a program and its address").arg(server.name, serverPlace(server.baseUrl));
        tell(true, found.isEmpty()
                       ? tr("No model server answers on this computer (ports 11434, 8080, 1234 and 8000).")
                       : tr("Found: %1.").arg(found.join(u", "_s)));
    });
    connect(&m_provider, &ProviderPort::modelsFetched, this, [this](const ProviderReport &report) {
        if (m_busy != Busy::Fetching)
            return;
        setBusy(Busy::No);
        fillModels(report.models);
        tell(report.ok, report.text);
    });
    connect(&m_provider, &ProviderPort::tested, this, [this](const ProviderReport &report) {
        if (m_busy != Busy::Testing)
            return;
        setBusy(Busy::No);
        fillModels(report.models);
        tell(report.ok, report.text);
    });
}

void ModelsPage::setBusy(Busy busy)
{
    m_busy = busy;
    const bool asking = busy == Busy::Fetching || busy == Busy::Testing;
    m_test->setLabel(asking ? tr("Cancel") : tr("Test"));
    if (busy == Busy::Finding)
        tell(true, tr("Looking on this computer…"));
    if (asking)
        tell(true, tr("Asking %1…")
                       .arg(serverPlace(draft().baseUrl.isEmpty() ? u"https://api.anthropic.com"_s
                                                                  : draft().baseUrl)));
}

void ModelsPage::tell(bool ok, const QString &text)
{
    m_result->setTone(ok ? Sentence::Tone::Plain : Sentence::Tone::Trouble);
    m_result->setText(text);
    Q_EMIT announcementWanted(text);
}

} // namespace heed
