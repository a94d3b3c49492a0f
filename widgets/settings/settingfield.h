// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QWidget>
#include <functional>
#include <utility>

namespace heed {

class Sentence;
class SettingsPort;

//! A control that shows one setting and writes it at once when the person changes it, its name above and,
//! when a value was refused, the reason under it. Follows changes that come from elsewhere. Hidden when there
//! is no such setting.
//!
//! Made by the functions below. GUI thread; the port outlives it.
class SettingField final : public QWidget
{
    Q_OBJECT
public:
    using Choices = QList<std::pair<QString, QString>>; //!< word of the setting, words for the person

    [[nodiscard]] static SettingField *number(SettingsPort &port, const QString &key, const QString &label,
                                              const QString &wordForZero = {}, const QString &unit = {});
    [[nodiscard]] static SettingField *choice(SettingsPort &port, const QString &key, const QString &label,
                                              const Choices &choices);
    [[nodiscard]] static SettingField *onOff(SettingsPort &port, const QString &key, const QString &label);
    [[nodiscard]] static SettingField *line(SettingsPort &port, const QString &key, const QString &label);
    //! A list, one item a line.
    [[nodiscard]] static SettingField *lines(SettingsPort &port, const QString &key, const QString &label);
    //! How long something waits, in seconds; 0 is \a wordForZero.
    [[nodiscard]] static SettingField *wait(SettingsPort &port, const QString &key, const QString &label,
                                            const QString &wordForZero);

    [[nodiscard]] QString key() const { return m_key; }
    [[nodiscard]] QWidget *editor() const { return m_editor; }
    [[nodiscard]] QString refusal() const;
    //! A name for screen readers where the shown label alone would not say which one it is.
    void setSpokenName(const QString &name);
    void setLabelVisible(bool visible);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void refused(const QString &text);

private:
    SettingField(SettingsPort &port, const QString &key, const QString &label);
    void setEditor(QWidget *editor, std::function<void(const QVariant &)> show);
    void load();
    void write(const QVariant &value);

    SettingsPort &m_port;
    QString m_key;
    Sentence *m_label;
    Sentence *m_refusal;
    QWidget *m_editor = nullptr;
    std::function<void(const QVariant &)> m_show{};
};

} // namespace heed
