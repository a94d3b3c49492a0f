// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/panes/listpane.h"

#include "widgets/panes/quietlist.h"

#include <QAbstractItemModel>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace heed {

namespace {

constexpr int paneMargin = 8;

//! Two texts a row; both wrap, so that a question can be read whole.
class TwoLineDelegate final : public QStyledItemDelegate
{
public:
    TwoLineDelegate(ListPane::SecondLine second, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_second(std::move(second))
    {
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int width = option.widget ? option.widget->width() - 4 * paneMargin : 200;
        return {100, heightOf(option, width, index.data().toString()) +
                         heightOf(option, width, m_second(index)) + 2 * paneMargin};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem blank = option;
        initStyleOption(&blank, index);
        blank.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &blank, painter, option.widget);
        const bool selected = option.state & QStyle::State_Selected;
        painter->save();
        painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        const QRect inside = option.rect.adjusted(paneMargin, paneMargin / 2, -paneMargin, -paneMargin / 2);
        painter->drawText(inside, Qt::TextWordWrap | Qt::AlignTop | Qt::AlignLeading,
                          index.data().toString());
        if (!selected)
            painter->setPen(option.palette.color(QPalette::PlaceholderText));
        painter->drawText(inside, Qt::TextWordWrap | Qt::AlignBottom | Qt::AlignLeading, m_second(index));
        painter->restore();
        if (option.state & QStyle::State_HasFocus) {
            QStyleOptionFocusRect ring;
            ring.QStyleOption::operator=(option);
            ring.rect = option.rect.adjusted(1, 1, -1, -1);
            ring.backgroundColor = option.palette.color(selected ? QPalette::Highlight : QPalette::Base);
            option.widget->style()->drawPrimitive(QStyle::PE_FrameFocusRect, &ring, painter, option.widget);
        }
    }

private:
    static int heightOf(const QStyleOptionViewItem &option, int width, const QString &text)
    {
        return option.fontMetrics.boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, text).height();
    }

    ListPane::SecondLine m_second;
};

} // namespace

ListPane::ListPane(QAbstractItemModel &model, const SecondLine &second, const QString &title,
                   const QString &whenEmpty, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_list(new QuietList(this))
    , m_empty(new QLabel(whenEmpty, this))
{
    auto *heading = new QLabel(title, this);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    m_empty->setWordWrap(true);
    m_empty->setMinimumWidth(120);
    m_empty->setTextInteractionFlags(Qt::TextSelectableByKeyboard | Qt::TextSelectableByMouse);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_list->setModel(&model);
    m_list->setAccessibleName(title);
    m_list->setItemDelegate(new TwoLineDelegate(second, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this,
            [this](const QModelIndex &index) { Q_EMIT activated(index.row()); });
    connect(m_list, &QListView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT activated(index.row()); });

    auto *layout = new QVBoxLayout(this);
    layout->addWidget(heading);
    layout->addWidget(m_empty);
    layout->addWidget(m_list, 1);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ListPane::showWhetherEmpty);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &ListPane::showWhetherEmpty);
    connect(&model, &QAbstractItemModel::modelReset, this, &ListPane::showWhetherEmpty);
    showWhetherEmpty();
}

void ListPane::showWhetherEmpty()
{
    const bool empty = m_model.rowCount() == 0;
    if (empty && m_list->hasFocus())
        Q_EMIT left();
    m_empty->setVisible(empty);
    m_list->setVisible(!empty);
}

void ListPane::enter()
{
    if (m_model.rowCount() == 0) {
        m_empty->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    if (!m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_model.index(0, 0));
    m_list->setFocus(Qt::ShortcutFocusReason);
}

bool ListPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Escape)
        Q_EMIT left();
    else if (key->matches(QKeySequence::Delete) && m_list->currentIndex().isValid())
        Q_EMIT deleteWanted(m_list->currentIndex().row());
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

} // namespace heed
