// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/privacypage.h"

#include "models/list/auditmodel.h"
#include "models/list/factmodel.h"
#include "widgets/question/cardbutton.h"
#include "widgets/settings/auditsection.h"
#include "widgets/settings/factsection.h"
#include "widgets/settings/providerport.h"
#include "widgets/settings/settingsport.h"

#include <QDesktopServices>
#include <QDir>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace heed {

PrivacyPage::PrivacyPage(SettingsPort &settings, FactModel &facts, AuditModel &audit,
                         const PrivacyPlaces &places, const Clock &clock, QWidget *parent)
    : SettingsPage(tr("Privacy"), parent)
    , m_settings(settings)
    , m_facts(facts)
    , m_auditModel(audit)
{
    addHeading(tr("What leaves this computer"));
    m_leaves = addSentence(Sentence::Tone::Plain);
    addPlaces(places, clock);

    addHeading(tr("Facts"));
    m_factsOf = addSentence(Sentence::Tone::Quiet);
    auto *factSection = new FactSection(facts, clock);
    connect(factSection, &FactSection::announcementWanted, this, &PrivacyPage::announcementWanted);
    addWidget(factSection);

    addHeading(tr("Record of questions and tools"));
    addSentence(Sentence::Tone::Quiet, tr("Nothing in it can be changed. Secrets are not in it."));
    m_audit = new AuditSection(audit, clock);
    connect(m_audit, &AuditSection::announcementWanted, this, &PrivacyPage::announcementWanted);
    addWidget(m_audit);
    addEnd();
    connect(&settings, &SettingsPort::changed, this, &PrivacyPage::showLeaves);
    showLeaves();
    setChat(std::nullopt, {});
}

void PrivacyPage::addPlaces(const PrivacyPlaces &places, const Clock &clock)
{
    addHeading(tr("Where Heed keeps things"));
    addSentence(
        Sentence::Tone::Plain,
        tr("Chats, answers, notes and reminders: %1").arg(QDir::toNativeSeparators(places.dataFolder)));
    addSentence(Sentence::Tone::Plain, tr("Settings: %1").arg(QDir::toNativeSeparators(places.settingsFile)));
    addSentence(Sentence::Tone::Plain,
                tr("Keys: in the system's keychain, or in %1 if you chose that. Never among the settings.")
                    .arg(QDir::toNativeSeparators(places.keyFile)));
    addSentence(Sentence::Tone::Plain,
                places.backups.isEmpty()
                    ? tr("A copy of the database is made each week, and three are kept. There is none yet.")
                    : tr("A copy of the database is made each week, and three are kept. The newest: %1. To "
                         "go back to it, "
                         "end Heed and put it in the place of heed.sqlite.")
                          .arg(QDir::toNativeSeparators(places.backups.first())));
    auto *open = new CardButton(CardButton::Look::Quiet, clock);
    open->setLabel(tr("Open the folder"));
    connect(open, &CardButton::clicked, this, [this, folder = places.dataFolder] {
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
            Q_EMIT announcementWanted(tr("The folder could not be opened."));
    });
    addButtons({open});
}

void PrivacyPage::showLeaves()
{
    const QString kind = m_settings.value(u"provider.kind"_s).toString();
    const QString address = m_settings.value(u"provider.baseUrl"_s).toString();
    if (kind == u"guide"_s)
        m_leaves->setText(tr("Nothing. The built-in guide works offline."));
    else if (isOnThisComputer(address))
        m_leaves->setText(
            tr("Nothing, as long as the server at %1 passes nothing on.").arg(serverPlace(address)));
    else
        m_leaves->setText(tr("Your messages, the chat so far, its facts and what the tools find go to %1, "
                             "and nowhere else.")
                              .arg(address.isEmpty() ? u"api.anthropic.com"_s : serverPlace(address)));
}

void PrivacyPage::setChat(std::optional<ChatId> chat, const QString &title)
{
    m_facts.setChat(chat);
    m_factsOf->setText(
        chat ? tr("What the model is told with every message of “%1”, and in no other chat.").arg(title)
             : tr("What the model is told with every message of a chat."));
    m_audit->setChat(chat, title);
}

void PrivacyPage::entered()
{
    m_facts.reload();
    m_auditModel.reload();
}

} // namespace heed
