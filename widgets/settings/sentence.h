// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace heed {

class PlainText;

//! Words of explanation, or of what went wrong, beside a control: wrapped, never cut, never markup, in
//! colours that follow the theme. Hidden while it says nothing. GUI thread.
class Sentence final : public QWidget
{
    Q_OBJECT
public:
    enum class Tone {
        Plain,
        Quiet,   //!< explains
        Trouble, //!< something was refused; the words say so, too
        Heading,
    };
    explicit Sentence(Tone tone, const QString &text = {}, QWidget *parent = nullptr);

    void setText(const QString &text);
    void setTone(Tone tone);
    [[nodiscard]] QString text() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void paintWords();

    Tone m_tone;
    PlainText *m_words;
};

} // namespace heed
