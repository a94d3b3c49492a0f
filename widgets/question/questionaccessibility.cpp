// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/questionaccessibility.h"

#include "widgets/question/announcer.h"
#include "widgets/question/plaintext.h"
#include "widgets/question/questioncard.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace heed {

namespace {

class LiveAccessible final : public QAccessibleWidget
{
public:
    explicit LiveAccessible(LiveRegion *region)
        : QAccessibleWidget(region, QAccessible::Notification)
    {
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? static_cast<LiveRegion *>(widget())->text() : QString();
    }
};

// A selectable QTextEdit would be an edit box to a screen reader; this is only text. Not a label either:
// Orca reads labels inside a group on top of the group's name, and the question would be heard twice.
class PlainTextAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit PlainTextAccessible(PlainText *text)
        : QAccessibleWidget(text, QAccessible::Paragraph)
    {
    }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? edit()->text() : QString();
    }
    [[nodiscard]] void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    void selection(int, int *start, int *end) const override
    {
        *start = edit()->textCursor().selectionStart();
        *end = edit()->textCursor().selectionEnd();
    }
    [[nodiscard]] int selectionCount() const override { return edit()->textCursor().hasSelection() ? 1 : 0; }
    void addSelection(int start, int end) override { select(start, end); }
    void removeSelection(int) override { select(cursorPosition(), cursorPosition()); }
    void setSelection(int, int start, int end) override { select(start, end); }
    [[nodiscard]] int cursorPosition() const override { return edit()->textCursor().position(); }
    void setCursorPosition(int position) override { select(position, position); }
    [[nodiscard]] QString text(int start, int end) const override { return shown().mid(start, end - start); }
    [[nodiscard]] int characterCount() const override { return int(shown().size()); }
    [[nodiscard]] QRect characterRect(int offset) const override
    {
        QTextCursor at(edit()->document());
        at.setPosition(qBound(0, offset, characterCount()));
        const QRect caret = edit()->cursorRect(at);
        const QPoint topLeft = edit()->viewport()->mapToGlobal(caret.topLeft());
        const int width =
            offset < characterCount() ? edit()->fontMetrics().horizontalAdvance(shown().at(offset)) : 1;
        return {topLeft, QSize(width, caret.height())};
    }
    [[nodiscard]] int offsetAtPoint(const QPoint &point) const override
    {
        return edit()->cursorForPosition(edit()->viewport()->mapFromGlobal(point)).position();
    }
    void scrollToSubstring(int, int) override {} // shown whole
    [[nodiscard]] QString attributes(int, int *start, int *end) const override
    {
        *start = 0;
        *end = characterCount();
        return {};
    }

private:
    [[nodiscard]] PlainText *edit() const { return static_cast<PlainText *>(widget()); }
    [[nodiscard]] QString shown() const { return edit()->toPlainText(); }
    void select(int start, int end)
    {
        QTextCursor cursor = edit()->textCursor();
        cursor.setPosition(qBound(0, start, characterCount()));
        cursor.setPosition(qBound(0, end, characterCount()), QTextCursor::KeepAnchor);
        edit()->setTextCursor(cursor);
    }
};

// Grouping is the role of which a screen reader says the name when the focus enters.
class CardAccessible final : public QAccessibleWidget
{
public:
    explicit CardAccessible(QuestionCard *card)
        : QAccessibleWidget(card, QAccessible::Grouping)
    {
    }
};

QAccessibleInterface *make(const QString &, QObject *object)
{
    if (auto *region = qobject_cast<LiveRegion *>(object))
        return new LiveAccessible(region);
    if (auto *text = qobject_cast<PlainText *>(object))
        return new PlainTextAccessible(text);
    if (auto *card = qobject_cast<QuestionCard *>(object))
        return new CardAccessible(card);
    return nullptr;
}

} // namespace

void installQuestionAccessibility()
{
    QAccessible::installFactory(make);
}

} // namespace heed
