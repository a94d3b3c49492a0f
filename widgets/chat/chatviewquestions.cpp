// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatview.h"
#include "widgets/chat/questionhost.h"
#include "widgets/chat/waitingbar.h"

#include <QAbstractItemModel>
#include <QApplication>

// How ChatView keeps the cards of waiting questions.
namespace heed {

namespace {

// A card counts as out of sight while less than this is in view: its first option could not be read.
constexpr int SeenLeast = 40;

} // namespace

QuestionHost *ChatView::questionHost(const QModelIndex &row) const
{
    for (QuestionHost *host : m_hosts) {
        if (host->row() == row)
            return host;
    }
    return nullptr;
}

QWidget *ChatView::questionWidget(const QModelIndex &row) const
{
    const QuestionHost *host = questionHost(row);
    return host ? host->card() : nullptr;
}

QWidget *ChatView::waitingCard() const
{
    return m_hosts.isEmpty() ? nullptr : m_hosts.first()->card();
}

void ChatView::findQuestions(int first, int last)
{
    for (int row = qMax(first, last - QuestionRows + 1); row <= last; ++row)
        updateQuestion(indexOf(row));
}

void ChatView::updateQuestion(const QModelIndex &row)
{
    const bool isWaiting = RowContent::kindOf(row) == RowKind::Question &&
                           row.data(TranscriptRole::Waiting).toBool() && m_factory;
    QuestionHost *host = questionHost(row);
    if (isWaiting == (host != nullptr))
        return;
    if (host) {
        // Who was typing in the card when its question ended goes on for a moment: those keys end in the
        // card, which is locked by now, and nowhere else.
        if (host->isAncestorOf(QApplication::focusWidget()))
            return;
        dropQuestion(host);
        refresh(row.row());
        return;
    }
    QWidget *card = m_factory(row, viewport());
    if (!card)
        return;
    host = new QuestionHost(row, card, viewport());
    host->move(0, -QWIDGETSIZE_MAX / 2); // out of sight until its place is known
    host->show();
    m_hosts.append(host);
    std::sort(m_hosts.begin(), m_hosts.end(),
              [](const QuestionHost *a, const QuestionHost *b) { return a->row().row() < b->row().row(); });
    QWidget *before = this; // Tab goes through the chat as it is read
    for (QuestionHost *each : std::as_const(m_hosts))
        before = each->joinTabOrder(before);
    connect(host, &QuestionHost::heightChanged, this, [this, host] {
        if (!host->row().isValid())
            return;
        refresh(host->row().row());
        dirty(host->row().row());
    });
    refresh(row.row());
    Q_EMIT waitingCardCreated(card);
}

void ChatView::dropQuestion(QuestionHost *host)
{
    m_hosts.removeOne(host);
    disconnect(host, nullptr, this, nullptr);
    // The window moves the focus before it settles a question. If it did not, the focus must not vanish.
    if (host->isAncestorOf(QApplication::focusWidget()))
        setFocus(Qt::OtherFocusReason);
    host->hide();
    host->deleteLater();
}

void ChatView::placeQuestions()
{
    for (QuestionHost *host : std::as_const(m_hosts)) {
        const int row = host->row().row();
        if (row < 0)
            continue;
        const int width = int(m_style.measure);
        const int height = host->cardHeight(width);
        const int left = int(m_style.columnLeft());
        if (row >= m_flow.firstRow() && row <= m_flow.lastRow()) {
            const QRectF place = painted(row).layout.widgetRect();
            host->setGeometry(left, int(m_flow.topOf(row) + place.top()), width, height);
        } else {
            const int above =
                row < m_flow.firstRow() ? -height - viewport()->height() : 2 * viewport()->height();
            host->setGeometry(left, above, width, height);
        }
    }
}

void ChatView::updateBar()
{
    const int barHeight = m_bar->sizeHint().height();
    const QRect seen(0, 0, viewport()->width(), viewport()->height() - (m_bar->isHidden() ? 0 : barHeight));
    const QuestionHost *hidden = nullptr;
    for (const QuestionHost *host : std::as_const(m_hosts)) {
        if (!host->row().data(TranscriptRole::Waiting).toBool())
            continue; // it has ended, and stays for the one who is in it
        const int shown = seen.intersected(host->geometry()).height();
        if (!hidden && shown < qMin(SeenLeast, host->height()))
            hidden = host;
    }
    const bool wasHidden = m_bar->isHidden();
    if (hidden) {
        m_bar->setQuestion(hidden->row().data(TranscriptRole::Text).toString());
        const QRect place = viewport()->geometry();
        m_bar->setGeometry(place.left(), place.bottom() - barHeight + 1, place.width(), barHeight);
        m_bar->raise();
    }
    m_bar->setVisible(hidden);
    if (m_bar->isHidden() == wasHidden)
        return;
    // The bar covers the end of the chat: the end moves up by as much.
    m_flow.setViewport(viewport()->height(), endPadding());
    m_flow.arrange();
    placeQuestions();
    viewport()->update();
}

void ChatView::showWaitingQuestion()
{
    if (m_hosts.isEmpty())
        return;
    QuestionHost *host = m_hosts.first();
    m_flow.show(host->row().row());
    settle();
    viewport()->update();
}

//! Cards of questions that have ended, once the focus is somewhere else.
void ChatView::dropEnded(const QWidget *focused)
{
    for (QuestionHost *host : QList(m_hosts)) {
        const QModelIndex row = host->row();
        if (host->isAncestorOf(focused) || (row.isValid() && row.data(TranscriptRole::Waiting).toBool()))
            continue;
        dropQuestion(host);
        if (!row.isValid())
            continue;
        refresh(row.row());
        dirty(row.row());
    }
}

// The focus may walk into a card that is scrolled away: then the card comes into view.
void ChatView::focusMoved(QWidget *now)
{
    dropEnded(now);
    if (!now)
        return;
    for (QuestionHost *host : std::as_const(m_hosts)) {
        if (!host->isAncestorOf(now) || host->row().row() < 0)
            continue;
        const int row = host->row().row();
        const int top = int(laid(row).layout.widgetRect().top()) + now->mapTo(host, QPoint()).y();
        m_flow.show(row, qMax(0, top - 8), top + now->height() + 8);
        settle();
        viewport()->update();
        return;
    }
}

} // namespace heed
