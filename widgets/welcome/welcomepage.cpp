// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/welcome/welcomepage.h"

#include "models/question/display.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/sentence.h"
#include "widgets/welcome/serveroffer.h"

#include <QVBoxLayout>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr int widest = 620; // beyond this, lines are hard to read
} // namespace

WelcomePage::WelcomePage(ProviderPort &provider, const Clock &clock, QWidget *parent)
    : QScrollArea(parent)
    , m_provider(provider)
    , m_clock(clock)
    , m_column(nullptr)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Start"));
    auto *content = new QWidget;
    auto *row = new QHBoxLayout(content);
    row->setContentsMargins(16, 16, 16, 16);
    auto *page = new QWidget(content);
    page->setMaximumWidth(widest);
    row->addWidget(page);
    m_column = new QVBoxLayout(page);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(10);
    m_column->addStretch(1);
    m_column->addWidget(new Sentence(Sentence::Tone::Heading, tr("What can I do for you?"), page));
    m_who = new Sentence(Sentence::Tone::Plain, {}, page);
    m_column->addWidget(m_who);
    addExamples(clock);

    addModels(clock, page);
    m_column->addWidget(m_models);
    m_column->addStretch(2);
    setWidget(content);

    connect(m_connect, &CardButton::clicked, this, &WelcomePage::settingsWanted);
    connect(m_again, &CardButton::clicked, this, &WelcomePage::lookForServers);
    connect(&provider, &ProviderPort::localServersFound, this, [this](const QList<LocalServer> &servers) {
        m_looking = false;
        showServers(servers);
    });
    setProvider({});
    m_found->setText(tr(
        "Heed works with model servers on this computer, such as Ollama, and with others that you choose."));
}

void WelcomePage::addModels(const Clock &clock, QWidget *page)
{
    m_models = new QWidget(page);
    auto *models = new QVBoxLayout(m_models);
    models->setContentsMargins(0, 0, 0, 0);
    models->setSpacing(8);
    models->addWidget(new Sentence(Sentence::Tone::Heading, tr("With a language model"), m_models));
    m_found = new Sentence(Sentence::Tone::Plain, {}, m_models);
    models->addWidget(m_found);
    m_offers = new QWidget(m_models);
    auto *offers = new QVBoxLayout(m_offers);
    offers->setContentsMargins(0, 0, 0, 0);
    offers->setSpacing(12);
    models->addWidget(m_offers);
    m_connect = new CardButton(CardButton::Look::Quiet, clock, m_models);
    m_connect->setLabel(tr("Connect a model…"));
    m_again = new CardButton(CardButton::Look::Quiet, clock, m_models);
    m_again->setLabel(tr("Look again"));
    m_again->setAccessibleDescription(tr("Looks for model servers on this computer"));
    auto *buttons = new FlowLayout(8);
    buttons->addWidget(m_connect);
    buttons->addWidget(m_again);
    models->addLayout(buttons);
}

QSize WelcomePage::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, fontMetrics().height() * 6};
}

void WelcomePage::addExamples(const Clock &clock)
{
    for (const QString &sentence : {tr("Remind me to call the dentist"), tr("Find my notes about the roof"),
                                    tr("What did I decide about the kitchen?")}) {
        auto *button = new CardButton(CardButton::Look::Option, clock, this);
        button->setLabel(sentence);
        button->setAccessibleDescription(tr("Sends this sentence"));
        connect(button, &CardButton::clicked, this, [this, sentence] { Q_EMIT exampleChosen(sentence); });
        m_column->addWidget(button);
        m_lastExample = button;
    }
}

void WelcomePage::setProvider(const ProviderChoice &choice)
{
    m_choice = choice;
    const bool guide = choice.kind == u"guide"_s;
    if (guide) {
        m_who->setText(tr("The built-in guide replies: it works offline, without a language model, and knows "
                          "reminders, your notes and chats, "
                          "and dates. Begin with one of these, or write below."));
    } else {
        const QString place = choice.baseUrl.isEmpty() ? u"api.anthropic.com"_s : serverPlace(choice.baseUrl);
        m_who->setText(tr("%1 at %2 replies, and may ask you in the middle of a reply. Begin with one of "
                          "these, or write below.")
                           .arg(displayLine(choice.model), place));
    }
    m_models->setVisible(guide); // a model is connected: another one is a matter for the settings
}

void WelcomePage::lookForServers()
{
    if (std::exchange(m_looking, true))
        return;
    m_found->setText(tr("Looking for model servers on this computer…"));
    m_provider.findLocal();
}

void WelcomePage::showServers(const QList<LocalServer> &servers)
{
    const bool hadFocus = m_offers->isAncestorOf(focusWidget());
    const auto old = m_offers->findChildren<ServerOffer *>(QString(), Qt::FindDirectChildrenOnly);
    for (ServerOffer *offer : old) {
        offer->hide();
        offer->deleteLater();
    }
    QWidget *before = m_lastExample;
    for (const LocalServer &server : servers) {
        auto *offer = new ServerOffer(server, m_clock, m_offers);
        connect(offer, &ServerOffer::chosen, this, &WelcomePage::serverChosen);
        m_offers->layout()->addWidget(offer);
        offer->show();
        before = offer->joinTabOrder(before); // they were made after what stands below them
    }
    setTabOrder(before, m_connect);
    setTabOrder(m_connect, m_again);
    m_offers->setVisible(!servers.isEmpty());
    m_found->setText(servers.isEmpty() ? tr("No model server was found on this computer. You can start one, "
                                            "such as Ollama, and look again, or "
                                            "connect another one. Until then the guide replies.")
                                       : tr("Found on this computer:"));
    if (hadFocus) // what had it is gone
        m_connect->setFocus(Qt::OtherFocusReason);
}

} // namespace heed
