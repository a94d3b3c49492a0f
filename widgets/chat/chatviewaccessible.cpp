// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatviewaccessible.h"

#include "widgets/chat/chatview.h"
#include "widgets/chat/questionhost.h"
#include "widgets/chat/waitingbar.h"

#include <QAbstractItemModel>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QAccessible::State stateOf(const ChatView &view, int row)
{
    QAccessible::State state;
    // Not selectable: Orca 48 would say "not selected" after every message.
    state.focusable = true;
    state.readOnly = true;
    state.focused = view.hasFocus() && view.currentRow() == row;
    state.offscreen = !view.viewport()->rect().intersects(view.rowRect(row));
    state.invisible = !view.isVisible();
    return state;
}

QRect screenRect(const ChatView &view, int row)
{
    QRect rect = view.rowRect(row);
    rect.moveTo(view.viewport()->mapToGlobal(rect.topLeft()));
    return rect;
}

//! A painted row.
class RowAccessible final : public QAccessibleInterface
{
public:
    RowAccessible(ChatView *view, const QModelIndex &row)
        : m_view(view)
        , m_row(row)
    {
    }
    [[nodiscard]] const QPersistentModelIndex &row() const { return m_row; }
    [[nodiscard]] bool isValid() const override { return m_view && m_row.isValid(); }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QWindow *window() const override
    {
        return m_view ? m_view->window()->windowHandle() : nullptr;
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        return which == QAccessible::Name          ? m_view->spokenRow(m_row.row())
               : which == QAccessible::Description ? m_view->spokenActions(m_row.row())
                                                   : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}
    [[nodiscard]] QAccessibleInterface *parent() const override
    {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QRect rect() const override
    {
        return isValid() ? screenRect(*m_view, m_row.row()) : QRect();
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State gone;
        gone.invalid = true;
        return isValid() ? stateOf(*m_view, m_row.row()) : gone;
    }

private:
    QPointer<ChatView> m_view;
    QPersistentModelIndex m_row;
};

ChatView *viewOf(const QWidget *host)
{
    return qobject_cast<ChatView *>(host->parentWidget() ? host->parentWidget()->parentWidget() : nullptr);
}

//! The row of a waiting question: the host widget, so that the card's own parent is the row.
class HostAccessible final : public QAccessibleWidget
{
public:
    explicit HostAccessible(QuestionHost *host)
        : QAccessibleWidget(host, QAccessible::ListItem)
    {
    }
    [[nodiscard]] QuestionHost *host() const { return static_cast<QuestionHost *>(object()); }
    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        // The card says the question: said here as well it would be heard twice.
        return which == QAccessible::Name ? QCoreApplication::translate("heed::ChatView", "Question")
                                          : QString();
    }
    [[nodiscard]] QAccessibleInterface *parent() const override
    {
        ChatView *view = viewOf(host());
        return view ? QAccessible::queryAccessibleInterface(view) : QAccessibleWidget::parent();
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        const ChatView *view = viewOf(host());
        return view && host()->row().isValid() ? stateOf(*view, host()->row().row())
                                               : QAccessibleWidget::state();
    }
};

class ViewAccessible final : public QAccessibleWidget
{
public:
    explicit ViewAccessible(ChatView *view)
        : QAccessibleWidget(view, QAccessible::Client)
    {
    }
    ~ViewAccessible() override
    {
        for (const QAccessible::Id id : std::as_const(m_rows))
            QAccessible::deleteAccessibleInterface(id);
    }

    [[nodiscard]] ChatView *view() const { return static_cast<ChatView *>(object()); }
    [[nodiscard]] int rows() const { return view()->lastVisibleRow() - view()->firstVisibleRow() + 1; }
    [[nodiscard]] QWidget *bar() const
    {
        QWidget *bar = view()->findChild<WaitingBar *>(QString(), Qt::FindDirectChildrenOnly);
        return bar && bar->isVisible() ? bar : nullptr;
    }

    [[nodiscard]] int childCount() const override { return rows() + (bar() ? 1 : 0); }
    [[nodiscard]] QAccessibleInterface *child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        if (index == rows())
            return QAccessible::queryAccessibleInterface(bar());
        return rowInterface(view()->model()->index(view()->firstVisibleRow() + index, 0));
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override
    {
        if (!child)
            return -1;
        if (bar() && child->object() == bar())
            return rows();
        int row = -1;
        if (const auto *host = qobject_cast<QuestionHost *>(child->object()))
            row = host->row().row();
        else if (const auto *painted = dynamic_cast<const RowAccessible *>(child))
            row = painted->row().row();
        return row >= view()->firstVisibleRow() && row <= view()->lastVisibleRow()
                   ? row - view()->firstVisibleRow()
                   : -1;
    }
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override
    {
        const QPoint at = view()->viewport()->mapFromGlobal(QPoint(x, y));
        if (!view()->viewport()->rect().contains(at) || rows() == 0)
            return nullptr;
        return rowInterface(view()->model()->index(view()->rowAt(at.y()), 0));
    }
    [[nodiscard]] QAccessibleInterface *focusChild() const override
    {
        if (view()->hasFocus() && view()->currentRow() >= 0)
            return rowInterface(view()->model()->index(view()->currentRow(), 0));
        return QAccessibleWidget::focusChild();
    }

    [[nodiscard]] QAccessibleInterface *rowInterface(const QModelIndex &row) const
    {
        if (!row.isValid())
            return nullptr;
        if (QuestionHost *host = view()->questionHost(row))
            return QAccessible::queryAccessibleInterface(host);
        const QPersistentModelIndex key(row);
        if (const auto known = m_rows.constFind(key); known != m_rows.constEnd()) {
            if (auto *interface = QAccessible::accessibleInterface(*known))
                return interface;
        }
        prune();
        auto *interface = new RowAccessible(view(), row);
        m_rows.insert(key, QAccessible::registerAccessibleInterface(interface));
        return interface;
    }

private:
    //! Forgets rows that are out of sight, once there are many.
    void prune() const
    {
        constexpr int KnownMost = 256;
        if (m_rows.size() <= KnownMost)
            return;
        const int first = view()->firstVisibleRow() - 8;
        const int last = view()->lastVisibleRow() + 8;
        for (auto it = m_rows.begin(); it != m_rows.end();) {
            const bool isNear = it.key().isValid() && it.key().row() >= first && it.key().row() <= last;
            if (isNear || it.key().row() == view()->currentRow()) {
                ++it;
                continue;
            }
            QAccessible::deleteAccessibleInterface(it.value());
            it = m_rows.erase(it);
        }
    }

    mutable QHash<QPersistentModelIndex, QAccessible::Id> m_rows{};
};

QAccessibleInterface *make(const QString &className, QObject *object)
{
    if (className == "heed::ChatView"_L1)
        return new ViewAccessible(static_cast<ChatView *>(object));
    if (className == "heed::QuestionHost"_L1)
        return new HostAccessible(static_cast<QuestionHost *>(object));
    return nullptr;
}

} // namespace

void installChatViewAccessibility()
{
    QAccessible::installFactory(make); // Qt keeps one of each
}

QAccessibleInterface *chatRowInterface(ChatView *view, const QModelIndex &row)
{
    auto *interface = dynamic_cast<ViewAccessible *>(QAccessible::queryAccessibleInterface(view));
    return interface ? interface->rowInterface(row) : nullptr;
}

void sendChatRowFocus(ChatView *view, const QModelIndex &row)
{
    // Not asked whether anybody listens: Qt does, and one interface for a key press costs nothing.
    if (QAccessibleInterface *interface = chatRowInterface(view, row)) {
        QAccessibleEvent event(interface, QAccessible::Focus);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace heed
