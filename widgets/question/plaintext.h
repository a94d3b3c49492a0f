// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextDocument>
#include <QTextEdit>

namespace heed {

//! A label for words that came from a model or a person: never markup, wraps inside a word when it must
//! (QLabel does not), grows to its height, laid out by the direction of its own text.
//!
//! To a screen reader it is a paragraph named by its words (see installQuestionAccessibility()).
class PlainText final : public QTextEdit
{
    Q_OBJECT
public:
    enum class Use {
        Selectable, //!< by mouse and, once clicked, by keyboard; not in the tab order
        Shown,
    };
    explicit PlainText(Use use, QWidget *parent = nullptr);

    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    void setInk(const QColor &ink);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;

private:
    void measureAgain();

    QString m_text{};
    mutable QTextDocument m_measured; // a second layout: the shown one belongs to the present width
};

} // namespace heed
