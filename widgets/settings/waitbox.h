// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

namespace heed {

//! How long something waits, shown and typed as people say it: "30 min", "1 h 30 min", "45 s". Arrow keys go
//! through the usual lengths. A length that is not allowed is handed out all the same: who hears of it says
//! why it is not. GUI thread; values are seconds.
class WaitBox final : public QSpinBox
{
    Q_OBJECT
public:
    //! \param wordForZero what 0 means, "until I answer"; empty: 0 means nothing here.
    WaitBox(int mostSeconds, const QString &wordForZero, QWidget *parent = nullptr);

    void stepBy(int steps) override;

    //! "1 h 30 min", translated.
    [[nodiscard]] static QString words(int seconds);
    //! Understands words(), "90", "90 s", "1.5 h", in this language and with the English units. -1: not
    //! understood.
    [[nodiscard]] static int seconds(const QString &words);

protected:
    [[nodiscard]] QString textFromValue(int value) const override;
    [[nodiscard]] int valueFromText(const QString &text) const override;
    QValidator::State validate(QString &input, int &position) const override;
    [[nodiscard]] StepEnabled stepEnabled() const override;

private:
    [[nodiscard]] QList<int> steps() const;

    QString m_wordForZero;
};

} // namespace heed
