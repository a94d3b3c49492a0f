// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/settingfield.h"

#include "widgets/settings/checkrow.h"
#include "widgets/settings/linebox.h"
#include "widgets/settings/linesbox.h"
#include "widgets/settings/sentence.h"
#include "widgets/settings/settingsport.h"
#include "widgets/settings/spokenname.h"
#include "widgets/settings/waitbox.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <limits>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// The wheel scrolls the page; it must not change what it happens to pass over.
void keepWheelOut(QWidget *editor, QObject *filter)
{
    editor->setFocusPolicy(Qt::StrongFocus);
    editor->installEventFilter(filter);
}

} // namespace

SettingField::SettingField(SettingsPort &port, const QString &key, const QString &label)
    : m_port(port)
    , m_key(key)
    , m_label(new Sentence(Sentence::Tone::Plain, label, this))
    , m_refusal(new Sentence(Sentence::Tone::Trouble, {}, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_label);
    column->addWidget(m_refusal);
    connect(&port, &SettingsPort::changed, this, [this](const QStringList &keys) {
        if (keys.contains(m_key))
            load();
    });
}

void SettingField::setEditor(QWidget *editor, std::function<void(const QVariant &)> show)
{
    m_editor = editor;
    m_show = std::move(show);
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, editor);
    QWidget *focused = editor->focusProxy() ? editor->focusProxy() : editor;
    setFocusProxy(focused);
    setSpokenName(focused->accessibleName().isEmpty() ? m_label->text() : focused->accessibleName());
    if (const auto facts = m_port.facts(m_key))
        focused->setAccessibleDescription(facts->help);
    else
        hide();
    load();
}

void SettingField::load()
{
    if (!m_port.facts(m_key))
        return;
    const QSignalBlocker quiet(m_editor);
    m_show(m_port.value(m_key));
    m_refusal->setText({});
}

void SettingField::write(const QVariant &value)
{
    if (value == m_port.value(m_key)) {
        m_refusal->setText({});
        return;
    }
    const auto set = m_port.set({{m_key, value}});
    m_refusal->setText(set ? QString() : set.error().text);
    if (!set)
        Q_EMIT refused(set.error().text);
}

QString SettingField::refusal() const
{
    return m_refusal->text();
}

void SettingField::setSpokenName(const QString &name)
{
    if (auto *box = qobject_cast<QComboBox *>(focusProxy()))
        heed::setSpokenName(box, name);
    else
        focusProxy()->setAccessibleName(name);
}

void SettingField::setLabelVisible(bool visible)
{
    m_label->setVisible(visible);
}

bool SettingField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel && !static_cast<QWidget *>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

SettingField *SettingField::number(SettingsPort &port, const QString &key, const QString &label,
                                   const QString &wordForZero, const QString &unit)
{
    auto *field = new SettingField(port, key, label);
    auto *box = new QSpinBox(field);
    const SettingFacts facts = port.facts(key).value_or(SettingFacts());
    box->setRange(facts.zeroToo || facts.least == 0 ? 0 : int(facts.least),
                  int(std::min<qint64>(facts.most, std::numeric_limits<int>::max())));
    if (!wordForZero.isEmpty())
        box->setSpecialValueText(wordForZero);
    if (!unit.isEmpty())
        box->setSuffix(u' ' + unit);
    box->setGroupSeparatorShown(true);
    box->setKeyboardTracking(false); // a half-typed number is none
    keepWheelOut(box, field);
    field->setEditor(box, [box](const QVariant &value) { box->setValue(value.toInt()); });
    connect(box, &QSpinBox::valueChanged, field,
            [field](int value) { field->write(QString::number(value)); });
    return field;
}

SettingField *SettingField::choice(SettingsPort &port, const QString &key, const QString &label,
                                   const Choices &choices)
{
    auto *field = new SettingField(port, key, label);
    auto *box = new QComboBox(field);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    for (const auto &[word, words] : choices)
        box->addItem(words, word);
    keepWheelOut(box, field);
    field->setEditor(box,
                     [box](const QVariant &value) { box->setCurrentIndex(box->findData(value.toString())); });
    connect(box, &QComboBox::currentIndexChanged, field,
            [field, box](int index) { field->write(box->itemData(index)); });
    return field;
}

SettingField *SettingField::onOff(SettingsPort &port, const QString &key, const QString &label)
{
    auto *field = new SettingField(port, key, label);
    field->setLabelVisible(false);
    auto *box = new QCheckBox;
    auto *row = new CheckRow(box, label, field);
    field->setEditor(row, [box](const QVariant &value) {
        const QSignalBlocker quiet(box);
        box->setChecked(value.toString() == u"on"_s);
    });
    connect(box, &QCheckBox::toggled, field, [field](bool on) { field->write(on ? u"on"_s : u"off"_s); });
    return field;
}

SettingField *SettingField::line(SettingsPort &port, const QString &key, const QString &label)
{
    auto *field = new SettingField(port, key, label);
    auto *box = new LineBox(field);
    field->setEditor(box, [box](const QVariant &value) { box->setText(value.toString()); });
    connect(box, &QLineEdit::editingFinished, field, [field, box] { field->write(box->text().trimmed()); });
    return field;
}

SettingField *SettingField::lines(SettingsPort &port, const QString &key, const QString &label)
{
    auto *field = new SettingField(port, key, label);
    auto *box = new LinesBox(field);
    field->setEditor(box,
                     [box](const QVariant &value) { box->setPlainText(value.toStringList().join(u'\n')); });
    connect(box, &LinesBox::editingFinished, field, [field, box] {
        QStringList lines;
        const auto parts = QStringView(box->toPlainText()).split(u'\n');
        for (const QStringView &part : parts) {
            if (!part.trimmed().isEmpty())
                lines << part.trimmed().toString();
        }
        field->write(lines);
    });
    return field;
}

SettingField *SettingField::wait(SettingsPort &port, const QString &key, const QString &label,
                                 const QString &wordForZero)
{
    auto *field = new SettingField(port, key, label);
    const SettingFacts facts = port.facts(key).value_or(SettingFacts());
    auto *box = new WaitBox(int(facts.most), facts.zeroToo ? wordForZero : QString(), field);
    keepWheelOut(box, field);
    field->setEditor(box, [box](const QVariant &value) { box->setValue(value.toInt()); });
    connect(box, &WaitBox::valueChanged, field, [field](int value) { field->write(QString::number(value)); });
    return field;
}

} // namespace heed
