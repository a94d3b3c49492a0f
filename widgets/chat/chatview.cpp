// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatview.h"

#include "widgets/chat/chatfind.h"
#include "widgets/chat/markdowntext.h"
#include "widgets/chat/questionhost.h"
#include "widgets/chat/waitingbar.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QDateTime>
#include <QLocale>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimerEvent>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int FrameMs = 16;
constexpr int SeveralRows = -2;
constexpr int NoRow = -1;
// A scroll bar counts in int: a longer chat is scaled down.
constexpr qint64 ScrollMost = 1'000'000'000;

} // namespace

ChatView::ChatView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_zone(QTimeZone::systemTimeZone())
    , m_flow([this](int row) { return measure(row); })
    , m_items(CachedRows)
    , m_bar(new WaitingBar(this))
    , m_find(new ChatFind(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Chat"));
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_bar->hide();
    connect(m_bar, &WaitingBar::showRequested, this, [this] {
        showWaitingQuestion();
        if (QWidget *card = waitingCard())
            Q_EMIT waitingCardWanted(card);
    });
    connect(m_find, &ChatFind::found, this, &ChatView::showFound);
    connect(m_find, &ChatFind::notFound, this, [this] {
        viewport()->update();
        Q_EMIT findFinished(false);
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { focusMoved(now); });
    restyle();
}

ChatView::~ChatView()
{
    // The cards are children of the viewport: while they go, their focus changes must not reach this view.
    disconnect(qApp, nullptr, this, nullptr);
}

void ChatView::setModel(QAbstractItemModel *model)
{
    if (m_model)
        disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    if (m_model)
        connectModel();
    modelReset();
}

void ChatView::setTimeZone(const QTimeZone &zone)
{
    m_zone = zone;
    restyle();
}

void ChatView::connectModel()
{
    QAbstractItemModel *model = m_model;
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { rowsInserted(first, last); });
    connect(model, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { rowsRemoved(first, last); });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &from, const QModelIndex &to) { rowsChanged(from.row(), to.row()); });
    connect(model, &QAbstractItemModel::modelReset, this, &ChatView::modelReset);
    connect(model, &QAbstractItemModel::layoutChanged, this, &ChatView::modelReset);
    connect(model, &QAbstractItemModel::rowsMoved, this, &ChatView::modelReset);
    connect(model, &QObject::destroyed, this, &ChatView::modelReset);
}

void ChatView::modelReset()
{
    m_find->stop();
    m_selection.clear();
    m_items.clear();
    for (QuestionHost *host : QList(m_hosts))
        dropQuestion(host);
    const int rows = m_model ? m_model->rowCount() : 0;
    m_flow.reset(rows);
    findQuestions(0, rows - 1);
    dirty(SeveralRows);
}

void ChatView::rowsInserted(int first, int last)
{
    m_flow.insert(first, last - first + 1);
    if (last + 1 < m_flow.heights().count())
        refresh(last + 1); // its heading may stand above another row now
    findQuestions(first, last);
    dirty(SeveralRows);
}

void ChatView::rowsRemoved(int first, int last)
{
    for (QuestionHost *host : QList(m_hosts)) {
        if (!host->row().isValid())
            dropQuestion(host);
    }
    m_flow.remove(first, last - first + 1);
    if (first < m_flow.heights().count())
        refresh(first);
    dirty(SeveralRows);
}

void ChatView::rowsChanged(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        m_flow.invalidate(row);
        if (row >= firstVisibleRow() - 1 && row <= lastVisibleRow() + 1)
            refresh(row);
    }
    findQuestions(first, last);
    dirty(first == last ? first : SeveralRows);
}

//! What is known of the row is out of date.
void ChatView::refresh(int row)
{
    m_flow.invalidate(row);
    if (Item *item = m_items.object(idOf(row)))
        item->revision = -1;
}

//! The row changes at the next frame.
void ChatView::dirty(int row)
{
    m_dirtyRow = m_dirtyRow == NoRow || m_dirtyRow == row ? row : SeveralRows;
    if (!m_frame.isActive())
        m_frame.start(FrameMs, Qt::PreciseTimer, this);
}

void ChatView::restyle()
{
    m_style = RowStyle::from(*this, viewport()->width());
    ++m_styleSerial;
    verticalScrollBar()->setSingleStep(qMax(1, int(m_style.em * 1.25)));
    m_flow.setViewport(viewport()->height(), endPadding());
    m_flow.invalidateAll();
    dirty(SeveralRows);
}

QModelIndex ChatView::indexOf(int row) const
{
    return m_model ? m_model->index(row, 0) : QModelIndex();
}

qint64 ChatView::idOf(int row) const
{
    return indexOf(row).data(TranscriptRole::RowId).toLongLong();
}

bool ChatView::isFolded(int row) const
{
    return indexOf(row).data(TranscriptRole::Foldable).toBool() && !m_unfolded.contains(idOf(row));
}

// Date and time where the day differs from the row before, else only the time.
QString ChatView::timeOf(int row) const
{
    const auto at = [this](int of) {
        const qint64 ms = indexOf(of).data(TranscriptRole::AtMs).toLongLong();
        return ms > 0 ? QDateTime::fromMSecsSinceEpoch(ms, m_zone) : QDateTime();
    };
    const QDateTime time = at(row);
    if (!time.isValid())
        return {};
    const QDateTime before = row > 0 ? at(row - 1) : QDateTime();
    const QString clock = locale().toString(time.time(), QLocale::ShortFormat);
    if (before.isValid() && before.date() == time.date())
        return clock;
    return locale().toString(time.date(), QLocale::ShortFormat) + u' ' + clock;
}

bool ChatView::beginsReply(int row) const
{
    const QModelIndex index = indexOf(row);
    const RowKind kind = RowContent::kindOf(index);
    if (kind == RowKind::Message)
        return true;
    if (kind == RowKind::Notice || kind == RowKind::Figures)
        return false;
    return row == 0 || indexOf(row - 1).data(TranscriptRole::ReplyRow).toLongLong() !=
                           index.data(TranscriptRole::ReplyRow).toLongLong();
}

QString ChatView::headingOf(int row, int *bold) const
{
    if (!beginsReply(row))
        return {};
    const QString author = indexOf(row).data(TranscriptRole::Author).toString();
    const QString time = timeOf(row);
    *bold = int(author.size());
    QString heading = author;
    if (!time.isEmpty()) // isolated: a date keeps its order beside a name of another direction
        heading += (author.isEmpty() ? u"\u2068"_s : u"   \u2068"_s) + time + u'\u2069';
    // How a message stands: "Waits for its turn".
    const QString title = indexOf(row).data(TranscriptRole::Title).toString();
    if (RowContent::kindOf(indexOf(row)) == RowKind::Message && !title.isEmpty())
        heading += u"   "_s + title;
    return heading;
}

RowSetting ChatView::settingOf(int row)
{
    RowSetting setting;
    setting.heading = headingOf(row, &setting.headingBold);
    setting.isFolded = isFolded(row);
    setting.shownMost = m_shownMost.value(idOf(row), RowContent::ShownFirst);
    if (QuestionHost *host = questionHost(indexOf(row))) {
        setting.hasWidget = true;
        setting.widgetHeight = host->cardHeight(int(m_style.measure));
    }
    return setting;
}

ChatView::Item &ChatView::laid(int row)
{
    const QModelIndex index = indexOf(row);
    const qint64 id = idOf(row);
    Item *item = m_items.object(id);
    if (!item) {
        item = new Item;
        m_items.insert(id, item); // never more than one row's worth, so it is kept
    }
    const int revision = index.data(TranscriptRole::Revision).toInt();
    if (item->revision == revision && item->style == m_styleSerial)
        return *item;
    const bool canReuse = item->style == m_styleSerial;
    const int firstChanged = item->content.load(index, settingOf(row));
    item->layout.lay(item->content, m_style, canReuse ? firstChanged : -1);
    item->revision = revision;
    item->style = m_styleSerial;
    ++m_counts.rowsLaid;
    m_counts.layoutsMade += item->layout.layoutsMade();
    return *item;
}

// What the heights were made from, even when the model has gone on since: the next frame catches up.
ChatView::Item &ChatView::painted(int row)
{
    Item *item = m_items.object(idOf(row));
    return item && item->style == m_styleSerial ? *item : laid(row);
}

int ChatView::measure(int row)
{
    return laid(row).layout.height();
}

int ChatView::endPadding() const
{
    return int(m_style.em) + (m_bar->isHidden() ? 0 : m_bar->sizeHint().height());
}

//! Rows, scroll bar, cards and bar agree again. Paints nothing.
void ChatView::settle()
{
    if (m_isSettling)
        return;
    m_isSettling = true;
    m_flow.arrange();
    placeQuestions();
    updateBar();
    deriveScrollBar();
    m_isSettling = false;
    if (!m_prefetch.isActive())
        m_prefetch.start(0, this);
}

void ChatView::deriveScrollBar()
{
    m_isDeriving = true;
    const qint64 last = m_flow.lastY();
    const qint64 scale = last / ScrollMost + 1;
    verticalScrollBar()->setPageStep(qMax(1, int(viewport()->height() / scale)));
    verticalScrollBar()->setRange(0, int(last / scale));
    verticalScrollBar()->setValue(int(m_flow.y() / scale));
    m_derived = verticalScrollBar()->value();
    m_isDeriving = false;
}

void ChatView::scrollContentsBy(int, int)
{
    if (m_isDeriving)
        return;
    const qint64 scale = m_flow.lastY() / ScrollMost + 1;
    const qint64 to = verticalScrollBar()->value() * scale;
    const qint64 by = to - m_derived * scale;
    // A step moves by what is really there; only a long jump goes by the estimates.
    if (qAbs(by) <= 2 * viewport()->height()) {
        scrolled(by);
        return;
    }
    if (verticalScrollBar()->value() == verticalScrollBar()->maximum())
        m_flow.scrollToEnd();
    else
        m_flow.scrollTo(to);
    settle();
    viewport()->update();
}

void ChatView::scrolled(qint64 pixels)
{
    const int row = m_flow.firstRow();
    const qint64 oldTop = -qint64(m_flow.anchorOffset());
    const bool isClean = m_dirtyRow == NoRow;
    m_flow.scrollBy(pixels);
    settle();
    if (isClean && m_flow.heights().count() > 0)
        moveContents(row, oldTop, INT_MAX);
    else
        viewport()->update();
}

//! What is on the screen moves with the top of \a row; below \a changedTop of that row it is painted anew.
void ChatView::moveContents(int row, qint64 oldTop, int changedTop)
{
    const qint64 top = m_flow.topOf(row);
    const qint64 by = top - oldTop;
    const qreal ratio = devicePixelRatioF();
    if (qAbs(by) >= viewport()->height() || ratio != std::floor(ratio)) {
        viewport()->update();
        return;
    }
    if (by != 0) {
        viewport()->scroll(0, int(by));
        placeQuestions(); // scroll() moved the cards as well
    }
    if (changedTop != INT_MAX) {
        const int y = int(std::clamp<qint64>(top + changedTop - 4, 0, viewport()->height()));
        viewport()->update(0, y, viewport()->width(), viewport()->height() - y);
    }
}

void ChatView::flush()
{
    m_frame.stop();
    ++m_counts.frames;
    const int row = std::exchange(m_dirtyRow, NoRow);
    const bool isOne = row >= 0 && row >= m_flow.firstRow() && row <= m_flow.lastRow();
    const qint64 oldTop = isOne ? m_flow.topOf(row) : 0;
    settle();
    if (hasFocus() && !m_current.isValid())
        m_current = indexOf(m_flow.heights().count() - 1); // the focus is always on some row
    if (isOne && row >= m_flow.firstRow() && row <= m_flow.lastRow())
        moveContents(row, oldTop, painted(row).layout.changedTop());
    else if (row == SeveralRows || isOne)
        viewport()->update();
}

void ChatView::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_frame.timerId()) {
        flush();
    } else if (event->timerId() == m_prefetch.timerId()) {
        // Heights near the viewport become exact while nobody waits; nothing moves by that.
        if (m_frame.isActive() || !m_flow.measureNear(2 * viewport()->height()))
            m_prefetch.stop();
        deriveScrollBar();
    } else if (event->timerId() == m_drag.timerId()) {
        const int beyond = m_dragTo.y() < 0 ? m_dragTo.y() : m_dragTo.y() - viewport()->height();
        scrolled(qBound(-40, beyond, 40));
        extendSelection(m_dragTo);
    } else {
        QAbstractScrollArea::timerEvent(event);
    }
}

void ChatView::paintEvent(QPaintEvent *event)
{
    if (m_dirtyRow == SeveralRows)
        settle();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_style.colors.base);
    if (!m_model)
        return;
    const int last = m_flow.lastRow();
    qint64 y = -qint64(m_flow.anchorOffset());
    for (int row = m_flow.firstRow(); row <= last; ++row) {
        const int height = m_flow.heights().height(row);
        const QRect box(0, int(y), viewport()->width(), height);
        y += height;
        if (!box.intersects(event->rect()))
            continue;
        const Item &item = painted(row);
        const auto selected = m_selection.rangeIn(row);
        RowLayout::Paint how;
        how.selectedFrom = selected.from;
        how.selectedTo = selected.to;
        how.clip = QRectF(event->rect()).translated(0, -box.top());
        how.isCurrent = m_showsRing && hasFocus() && row == currentRow();
        if (!m_find->text().isEmpty())
            how.found = ChatFind::occurrences(MarkdownText::bare(item.content.blocks()), m_find->text());
        item.layout.paint(painter, box.topLeft(), item.content, m_style, how);
    }
}

void ChatView::resizeEvent(QResizeEvent *)
{
    m_flow.setViewport(viewport()->height(), endPadding());
    if (qRound(m_style.width) != viewport()->width())
        restyle();
    flush();
    viewport()->update();
}

void ChatView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
    case QEvent::LayoutDirectionChange:
    case QEvent::LocaleChange:
    case QEvent::LanguageChange:
        restyle();
        break;
    default:
        break;
    }
}

} // namespace heed
