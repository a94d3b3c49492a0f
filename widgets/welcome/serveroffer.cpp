// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/welcome/serveroffer.h"

#include "models/question/display.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/sentence.h"
#include "widgets/settings/spokenname.h"

#include <QComboBox>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace heed {

ServerOffer::ServerOffer(const LocalServer &server, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_server(server)
{
    const int count = int(server.models.size());
    const QString place = serverPlace(server.baseUrl);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(new Sentence(
        Sentence::Tone::Plain,
        count > 0 ? tr("%1 at %2 with %n model(s)", "a program, its address", count).arg(server.name, place)
                  : tr("%1 at %2 has no models yet. Give it one, then look again.").arg(server.name, place),
        this));
    if (count == 0)
        return;
    if (count > 1) {
        m_models = new QComboBox(this);
        m_models->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_models->setMinimumContentsLength(12);
        setSpokenName(m_models, tr("Models of %1").arg(server.name));
        for (const QString &name : server.models) // names come from a program that nobody vouches for
            m_models->addItem(displayLine(name), name);
        column->addWidget(m_models);
        connect(m_models, &QComboBox::currentIndexChanged, this, &ServerOffer::showModel);
    }
    m_use = new CardButton(CardButton::Look::Quiet, clock, this);
    auto *row = new FlowLayout(8);
    row->addWidget(m_use);
    column->addLayout(row);
    connect(m_use, &CardButton::clicked, this,
            [this] { Q_EMIT chosen({.kind = u"openai"_s, .baseUrl = m_server.baseUrl, .model = model()}); });
    showModel();
}

QWidget *ServerOffer::joinTabOrder(QWidget *before)
{
    for (QWidget *control : {static_cast<QWidget *>(m_models), static_cast<QWidget *>(m_use)}) {
        if (!control)
            continue;
        setTabOrder(before, control);
        before = control;
    }
    return before;
}

QString ServerOffer::model() const
{
    return m_models ? m_models->currentData().toString() : m_server.models.value(0);
}

void ServerOffer::showModel()
{
    m_use->setLabel(tr("Use %1 from %2", "a model, a program").arg(displayLine(model()), m_server.name));
}

} // namespace heed
