// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>
#include <QString>

class QApplication;

namespace heed {

//! The colours of the window (book 5.2, 10.4). Every text role reaches 4.5:1 on every ground that a widget
//! may put under it, 7:1 in high contrast; placeholder and disabled texts included. Plain functions over
//! values.
namespace theme {

[[nodiscard]] QPalette light();
[[nodiscard]] QPalette dark();
[[nodiscard]] QPalette highContrast();

//! The palette for a word of the setting appearance.theme: "light", "dark", "highContrast", or "system",
//! which goes by what \a system looks like. A word that is not known counts as "system".
[[nodiscard]] QPalette paletteFor(const QString &word, const QPalette &system);

} // namespace theme

//! Keeps an application in one theme, and in step with the desktop while the word is "system". A child of the
//! application that it was made for. GUI thread.
class Theme final : public QObject
{
    Q_OBJECT
public:
    explicit Theme(QApplication &application);

    void setWord(const QString &word);
    [[nodiscard]] QString word() const { return m_word; }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void show();

    QApplication &m_application;
    QString m_word{};
    bool m_again = false; //!< the desktop changed, and many windows were told
};

//! Gives \a application Heed's style and the theme of a word; again with another word for another theme.
void applyTheme(QApplication &application, const QString &word);

} // namespace heed
