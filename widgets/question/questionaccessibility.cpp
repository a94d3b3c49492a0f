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

// A selectable QTextEdit would be an edit box to a screen reader; this is only text.
class PlainTextAccessible final : public QAccessibleWidget
{
public:
    explicit PlainTextAccessible(PlainText *text)
        : QAccessibleWidget(text, QAccessible::StaticText)
    {
    }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? static_cast<PlainText *>(widget())->text() : QString();
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
