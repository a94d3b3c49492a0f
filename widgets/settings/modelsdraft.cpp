// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The draft of a provider: what stands in the form, whether it can be used, and its use.
#include "widgets/question/cardbutton.h"
#include "widgets/settings/keysection.h"
#include "widgets/settings/modelspage.h"
#include "widgets/settings/settingsport.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! What the person most probably means: an address without a scheme is on this computer, or encrypted.
QString withScheme(const QString &typed)
{
    if (typed.isEmpty() || typed.contains(u"://"_s))
        return typed;
    const QString local = u"http://"_s + typed;
    return isOnThisComputer(local) ? local : QString(u"https://"_s + typed);
}

} // namespace

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
    const bool hadFocus = m_useButton->hasFocus();
    const auto set = m_settings.set(values);
    if (!set) {
        m_missing->setTone(Sentence::Tone::Trouble);
        m_missing->setText(set.error().text);
        Q_EMIT announcementWanted(set.error().text);
        return false;
    }
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
            fillModels(m_address->itemData(i, serverModelsRole).toStringList());
    }
    m_model->setEditText(choice.model);
    for (QComboBox *box : {m_address, m_model})
        box->lineEdit()->home(false); // a long text is read from its beginning
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
        m_kindHelp->setText(tr("Rules, no language model: reminders, finding chats and notes, dates. "
                               "Offline, and always there."));
    else if (kind == u"openai"_s)
        m_kindHelp->setText(tr("A server with the OpenAI API: Ollama, llama.cpp, LM Studio or vLLM on this "
                               "computer, or OpenRouter, OpenAI, "
                               "DeepSeek, Groq, Mistral and the like."));
    else
        m_kindHelp->setText(tr(
            "Claude models, from Anthropic or a server with its API. Without an address: Anthropic's own."));
    m_address->lineEdit()->setPlaceholderText(kind == u"anthropic"_s ? u"https://api.anthropic.com"_s
                                                                     : u"http://localhost:11434/v1"_s);
}

void ModelsPage::showAddress()
{
    const QString address = draft().baseUrl;
    const bool open = address.startsWith(u"http://"_s) && !isOnThisComputer(address) &&
                      m_settings.check(u"provider.baseUrl"_s, address);
    m_addressNote->setText(
        open ? tr("This address is not encrypted: others on the way can read your messages and the key.")
             : QString());
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
    return tr("%1 at %2", "a model and its server")
        .arg(choice.model.isEmpty() ? tr("no model") : choice.model, place);
}

void ModelsPage::fillAddresses(const QList<LocalServer> &servers)
{
    const QSignalBlocker quiet(m_address);
    const QString typed = m_address->currentText();
    m_address->clear();
    for (const LocalServer &server : servers) {
        m_address->addItem(server.baseUrl);
        const int row = m_address->count() - 1;
        m_address->setItemData(row, server.models, serverModelsRole);
        m_address->setItemData(row, server.name, Qt::ToolTipRole);
        m_address->setItemData(row, tr("%1, %2", "a program, its address").arg(server.name, server.baseUrl),
                               Qt::AccessibleTextRole);
    }
    m_address->setCurrentIndex(m_address->findText(typed));
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
        m_model->setCurrentIndex(m_model->findText(typed)); // a list is no choice
        m_model->setEditText(typed);
    }
    if (typed.isEmpty() && models.size() == 1)
        m_model->setEditText(models.first());
}

} // namespace heed
