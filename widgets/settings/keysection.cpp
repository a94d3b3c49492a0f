// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/keysection.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/checkrow.h"
#include "widgets/settings/linebox.h"
#include "widgets/settings/sentence.h"
#include "widgets/settings/settingsport.h"

#include <QButtonGroup>
#include <QRadioButton>
#include <QVBoxLayout>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QVBoxLayout *columnIn(QWidget *widget, int indent = 0)
{
    auto *column = new QVBoxLayout(widget);
    column->setContentsMargins(indent, 0, 0, 0);
    column->setSpacing(6);
    return column;
}

bool isSameKey(const ProviderChoice &a, const ProviderChoice &b)
{
    return a.kind == b.kind && a.baseUrl == b.baseUrl && a.keyFrom == b.keyFrom;
}

} // namespace

KeySection::KeySection(SettingsPort &settings, KeyPort &keys, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_keys(keys)
{
    build(clock);
    connectParts();
    showState();
}

void KeySection::build(const Clock &clock)
{
    m_keptRow = new CheckRow(new QRadioButton, tr("A key that Heed keeps"), this);
    m_variableRow = new CheckRow(new QRadioButton, tr("A key from an environment variable"), this);
    auto *sources = new QButtonGroup(this);
    sources->addButton(m_keptRow->button());
    sources->addButton(m_variableRow->button());
    m_keptRow->button()->setChecked(true);
    m_status = new Sentence(Sentence::Tone::Plain, {}, this);

    m_keptPart = new QWidget(this);
    m_key = new LineBox(m_keptPart);
    m_key->setEchoMode(QLineEdit::Password);
    m_key->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhNoPredictiveText | Qt::ImhSensitiveData);
    m_key->setPlaceholderText(tr("Paste the key here"));
    m_key->setAccessibleName(tr("Key"));
    m_key->setAccessibleDescription(tr("It is not shown, and cannot be read here again"));
    auto *kept = columnIn(m_keptPart, 24);
    kept->addWidget(m_key);
    m_places = new QButtonGroup(this);
    const QList<std::pair<KeyPort::Place, QString>> places{
        {KeyPort::Place::Keychain, tr("Keep it in the system's keychain, encrypted")},
        {KeyPort::Place::ThisRun, tr("Keep it until Heed ends, and nowhere else")},
        {KeyPort::Place::File,
         tr("Keep it in the file %1, which only you can read, but which is not encrypted")
             .arg(m_keys.keyFile())}};
    for (const auto &[place, words] : places) {
        auto *row = new CheckRow(new QRadioButton, words, m_keptPart);
        m_places->addButton(row->button(), int(place));
        kept->addWidget(row);
    }
    m_places->button(int(KeyPort::Place::Keychain))->setChecked(true);
    m_refusal = new Sentence(Sentence::Tone::Trouble, {}, m_keptPart);
    kept->addWidget(m_refusal);
    m_keep = new CardButton(CardButton::Look::Quiet, clock, m_keptPart);
    m_forget = new CardButton(CardButton::Look::Quiet, clock, m_keptPart);
    m_forget->setLabel(tr("Remove key"));
    auto *buttons = new FlowLayout(8);
    buttons->addWidget(m_keep);
    buttons->addWidget(m_forget);
    kept->addLayout(buttons);

    m_variable = new LineBox(this);
    m_variable->setPlaceholderText(u"OPENAI_API_KEY"_s);
    m_variable->setAccessibleName(tr("Name of the environment variable"));
    auto *column = columnIn(this);
    for (QWidget *part :
         {static_cast<QWidget *>(m_keptRow), m_keptPart, static_cast<QWidget *>(m_variableRow),
          static_cast<QWidget *>(m_variable), static_cast<QWidget *>(m_status)})
        column->addWidget(part);
}

void KeySection::connectParts()
{
    connect(m_variableRow->button(), &QAbstractButton::toggled, this, [this] {
        m_status->setText({});
        m_state = KeyPort::State::Unknown;
        showState();
        Q_EMIT keyFromChanged();
    });
    connect(m_variable, &QLineEdit::editingFinished, this, &KeySection::checkVariable);
    connect(m_key, &QLineEdit::textChanged, this, &KeySection::showState);
    connect(m_key, &QLineEdit::returnPressed, this, &KeySection::keep);
    connect(m_keep, &CardButton::clicked, this, &KeySection::keep);
    connect(m_forget, &CardButton::clicked, this, [this] {
        m_told = true;
        m_keys.forget(m_choice);
    });
    connect(&m_keys, &KeyPort::looked, this, [this](const ProviderChoice &choice, KeyPort::State state) {
        if (!isSameKey(choice, m_choice))
            return;
        m_state = state;
        m_refusal->setText({});
        showState();
        if (std::exchange(m_told, false))
            Q_EMIT announcementWanted(m_status->text());
    });
    connect(&m_keys, &KeyPort::refused, this, [this](const ProviderChoice &choice, const Error &error) {
        if (!isSameKey(choice, m_choice))
            return;
        m_told = false;
        m_refusal->setText(error.text);
        Q_EMIT announcementWanted(error.text);
    });
}

void KeySection::setChoice(const ProviderChoice &choice)
{
    const bool same = isSameKey(choice, m_choice);
    m_choice = choice;
    if (same)
        return;
    m_refusal->setText({});
    m_state = KeyPort::State::Unknown;
    showState();
}

void KeySection::look()
{
    if (!isRefused())
        m_keys.look(m_choice);
}

void KeySection::fill(const QString &keyFrom)
{
    m_variable->setText(keyFrom);
    (keyFrom.isEmpty() ? m_keptRow : m_variableRow)->button()->setChecked(true);
}

QString KeySection::keyFrom() const
{
    return m_variableRow->button()->isChecked() ? m_variable->text().trimmed() : QString();
}

bool KeySection::isRefused() const
{
    return m_variableRow->button()->isChecked() &&
           (m_variable->text().trimmed().isEmpty() || !m_settings.check(u"provider.keyFrom"_s, keyFrom()));
}

void KeySection::checkVariable()
{
    const auto checked = m_settings.check(u"provider.keyFrom"_s, keyFrom());
    if (!checked) {
        m_status->setTone(Sentence::Tone::Trouble);
        m_status->setText(checked.error().text);
        Q_EMIT announcementWanted(checked.error().text);
        return;
    }
    Q_EMIT keyFromChanged();
}

void KeySection::keep()
{
    const QString key = m_key->text().trimmed();
    if (key.isEmpty())
        return;
    m_key->setText({}); // nothing holds it longer than it takes to hand it over
    m_told = true;
    m_keys.keep(m_choice, key, KeyPort::Place(m_places->checkedId()));
}

QString KeySection::stateText() const
{
    switch (m_state) {
    case KeyPort::State::Unknown:
        return {};
    case KeyPort::State::None:
        return tr("No key is kept. A server on this computer mostly needs none.");
    case KeyPort::State::Kept:
        return tr("A key is kept. It is not shown.");
    case KeyPort::State::VariableSet:
        return tr("The variable holds a key.");
    case KeyPort::State::VariableMissing:
        return tr("This variable is not set here. Set it before you start Heed.");
    }
    return {};
}

void KeySection::showState()
{
    const bool variable = m_variableRow->button()->isChecked();
    const bool kept = m_state == KeyPort::State::Kept;
    m_keptPart->setVisible(!variable);
    m_variable->setVisible(variable);
    if (!(variable && isRefused())) {
        m_status->setTone(m_state == KeyPort::State::VariableMissing ? Sentence::Tone::Trouble
                                                                     : Sentence::Tone::Plain);
        m_status->setText(stateText());
    }
    m_keep->setLabel(kept ? tr("Replace key") : tr("Keep key"));
    const bool hadFocus = m_keep->hasFocus() || m_forget->hasFocus();
    m_keep->setEnabled(!m_key->text().trimmed().isEmpty());
    m_forget->setVisible(kept);
    if (hadFocus && !(m_keep->hasFocus() || m_forget->hasFocus()))
        m_key->setFocus(Qt::OtherFocusReason);
}

} // namespace heed
