// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatview.h"

#include "widgets/chat/chatfind.h"
#include "widgets/chat/markdownblocks.h"
#include "widgets/chat/markdowntext.h"
#include "widgets/chat/rowactions.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

using namespace Qt::StringLiterals;

// What ChatView copies, finds, and offers in its context menu.
namespace heed {

namespace {

void toClipboard(const QString &text)
{
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

// A menu shows an ampersand only when it is doubled.
QString menuText(const QString &words)
{
    QString text = words.simplified();
    if (text.size() > 60)
        text = text.left(59) + u'\u2026';
    return text.replace(u'&', u"&&"_s);
}

} // namespace

QString ChatView::rowAsText(int row, ChatSelection::Range range, bool asMarkdown) const
{
    const QModelIndex index = indexOf(row);
    if (isFolded(row))
        return {}; // hidden words are not copied
    const QString text = index.data(TranscriptRole::Text).toString();
    const bool isMarkdown = RowContent::kindOf(index) == RowKind::ReplyText;
    const auto blocks = isMarkdown ? MarkdownBlocks::parse(text) : MarkdownBlocks::plain(text);
    if (!asMarkdown)
        return MarkdownText::plain(blocks, range.from, range.to);
    if (range.from == 0 && range.to >= MarkdownText::length(blocks))
        return text.trimmed();
    return isMarkdown ? MarkdownText::markdown(blocks, range.from, range.to)
                      : MarkdownText::plain(blocks, range.from, range.to);
}

QString ChatView::rowsAsText(bool asMarkdown) const
{
    if (m_selection.isEmpty())
        return {};
    const int first = m_selection.first().row.row();
    const int last = m_selection.last().row.row();
    QStringList parts;
    for (int row = first; row <= last; ++row) {
        QString part = rowAsText(row, m_selection.rangeIn(row), asMarkdown);
        if (part.isEmpty())
            continue;
        const QString author = indexOf(row).data(TranscriptRole::Author).toString();
        // Who said what, as soon as the selection goes beyond one row.
        if (first != last && !author.isEmpty() && beginsReply(row)) {
            const QString head = asMarkdown ? u"**%1:**\n\n"_s : u"%1:\n"_s;
            part = head.arg(author) + part;
        }
        parts += part;
    }
    return parts.join(u"\n\n"_s);
}

QString ChatView::selectedText() const
{
    return rowsAsText(false);
}

QString ChatView::selectedMarkdown() const
{
    return rowsAsText(true);
}

void ChatView::copy()
{
    if (hasSelection())
        toClipboard(selectedText());
    else if (currentRow() >= 0)
        toClipboard(rowAsText(currentRow(), {0, INT_MAX}, false));
}

void ChatView::copyAsMarkdown()
{
    if (hasSelection())
        toClipboard(selectedMarkdown());
    else if (currentRow() >= 0)
        toClipboard(rowAsText(currentRow(), {0, INT_MAX}, true));
}

void ChatView::selectAll()
{
    const int rows = m_model ? m_model->rowCount() : 0;
    if (rows == 0)
        return;
    m_selection.setAll(indexOf(0), indexOf(rows - 1));
    viewport()->update();
}

void ChatView::copyCode(int row, int block)
{
    const auto &blocks = painted(row).content.blocks();
    if (block >= 0 && block < blocks.size())
        toClipboard(blocks.at(block).text);
}

QString ChatView::spokenRow(int row) const
{
    const QModelIndex index = indexOf(row);
    const QString author = index.data(TranscriptRole::Author).toString();
    const QString time = timeOf(row);
    const RowKind kind = RowContent::kindOf(index);
    QString words;
    if (isFolded(row)) {
        words = index.data(TranscriptRole::Title).toString();
    } else {
        words = MarkdownText::spoken(RowContent::blocksOf(index));
        const QString title = index.data(TranscriptRole::Title).toString();
        if (kind == RowKind::Question)
            //: A question of the model in the chat; %1 is the question with its answer.
            words = title.isEmpty() ? tr("The model asked: %1").arg(words) : title + u": "_s + words;
        else if (!title.isEmpty())
            words = title + u": "_s + words;
    }
    if (author.isEmpty() || kind == RowKind::Notice || kind == RowKind::Figures)
        return words;
    if (time.isEmpty())
        //: A row of the chat as a screen reader says it: %1 author, %2 text.
        return tr("%1: %2").arg(author, words);
    //: A row of the chat as a screen reader says it: %1 author, %2 time, %3 text.
    return tr("%1, %2: %3").arg(author, time, words);
}

void ChatView::find(const QString &text, bool isForward)
{
    if (text.isEmpty() || !m_model) {
        m_find->find(nullptr, QString(), isForward, 0, -1);
        return;
    }
    int row = isForward ? firstVisibleRow() : lastVisibleRow();
    int position = -1;
    if (hasSelection()) {
        // A word that grows while it is typed is found where it was; the same word again is the next one.
        const bool isSame = text.compare(m_find->text(), Qt::CaseInsensitive) == 0;
        const auto &from = isForward == isSame ? m_selection.last() : m_selection.first();
        const auto &place = isForward ? from : m_selection.first();
        row = place.row.row();
        position = place.position;
    }
    m_find->find(m_model, text, isForward, row, position);
}

void ChatView::showFound(const QModelIndex &row, int position, int length)
{
    const qint64 id = idOf(row.row());
    if (isFolded(row.row()))
        m_unfolded.insert(id);
    const qsizetype size = row.data(TranscriptRole::Text).toString().size();
    refresh(row.row());
    if (position + length > MarkdownText::length(laid(row.row()).content.blocks())) {
        m_shownMost[id] = qMax(m_shownMost.value(id, RowContent::ShownFirst), size);
        refresh(row.row());
    }
    m_selection.set(row, position, position + length);
    m_current = row;
    const QRectF line = laid(row.row()).layout.lineRect(position);
    m_flow.show(row.row(), int(line.top()), int(line.bottom()));
    settle();
    viewport()->update();
    Q_EMIT findFinished(true);
}

QMenu *ChatView::createMenu(int row, const RowHit &hit)
{
    auto *menu = new QMenu(this);
    QAction *copyText = menu->addAction(hasSelection() ? tr("&Copy") : tr("&Copy message"));
    copyText->setObjectName(u"copy"_s);
    copyText->setShortcut(QKeySequence::Copy);
    copyText->setShortcutContext(Qt::WidgetShortcut);
    const QPersistentModelIndex index = indexOf(row);
    connect(copyText, &QAction::triggered, this, [this, index] {
        toClipboard(hasSelection() ? selectedText() : rowAsText(index.row(), {0, INT_MAX}, false));
    });
    if (hasSelection()) {
        QAction *selection = menu->addAction(tr("Copy selection as Mark&down"));
        selection->setObjectName(u"copySelectionMarkdown"_s);
        connect(selection, &QAction::triggered, this, &ChatView::copyAsMarkdown);
    }
    QAction *message = menu->addAction(tr("Copy message as &Markdown"));
    message->setObjectName(u"copyMarkdown"_s);
    connect(message, &QAction::triggered, this, [this, index] {
        toClipboard(rowAsText(index.row(), {0, INT_MAX}, true));
    });
    addCodeActions(menu, row);
    addLinkActions(menu, row, hit);
    addRowActions(menu, row);
    menu->addSeparator();
    QAction *all = menu->addAction(tr("Select &all"));
    all->setObjectName(u"selectAll"_s);
    connect(all, &QAction::triggered, this, &ChatView::selectAll);
    return menu;
}

void ChatView::addCodeActions(QMenu *menu, int row)
{
    const auto &blocks = painted(row).content.blocks();
    for (int i = 0; i < blocks.size() && menu->actions().size() < 24; ++i) {
        if (blocks.at(i).kind != MarkdownBlock::Kind::Code)
            continue;
        const QString first = blocks.at(i).text.section(u'\n', 0, 0, QString::SectionSkipEmpty);
        //: %1 is the first line of the code.
        QAction *code = menu->addAction(tr("Copy code: %1").arg(menuText(first)));
        code->setObjectName(u"copyCode"_s);
        const QString text = blocks.at(i).text;
        connect(code, &QAction::triggered, this, [text] { toClipboard(text); });
    }
}

// With the mouse the link under the pointer; by keyboard every link of the row.
void ChatView::addLinkActions(QMenu *menu, int row, const RowHit &hit)
{
    QStringList targets;
    if (hit.what == RowHit::What::Link) {
        targets += hit.target;
    } else {
        for (const auto &block : painted(row).content.blocks()) {
            for (const auto &span : block.spans) {
                if (!span.target.isEmpty() && !targets.contains(span.target) && targets.size() < 12)
                    targets += span.target;
            }
        }
    }
    for (const QString &target : std::as_const(targets)) {
        //: %1 is the address of a link. The window asks before it opens it.
        QAction *open = menu->addAction(tr("Open link: %1").arg(menuText(target)));
        open->setObjectName(u"openLink"_s);
        connect(open, &QAction::triggered, this,
                [this, target] { Q_EMIT linkActivated(QUrl(target, QUrl::StrictMode)); });
        QAction *address = menu->addAction(tr("Copy link address: %1").arg(menuText(target)));
        address->setObjectName(u"copyLink"_s);
        connect(address, &QAction::triggered, this, [target] { toClipboard(target); });
    }
}

void ChatView::addRowActions(QMenu *menu, int row)
{
    const QPersistentModelIndex index = indexOf(row);
    const QStringList words =
        shownRowActions(RowContent::kindOf(index), index.data(TranscriptRole::Actions).toStringList());
    if (words.isEmpty())
        return;
    QAction *const before = menu->actions().value(0); // what a row is for comes first
    for (const QString &word : words) {
        auto *action = new QAction(rowActionName(word), menu);
        action->setObjectName(word);
        menu->insertAction(before, action);
        connect(action, &QAction::triggered, this, [this, index, word] {
            if (index.isValid())
                Q_EMIT actionRequested(index, word);
        });
    }
    menu->insertSeparator(before);
}

QString ChatView::spokenActions(int row) const
{
    const QModelIndex index = indexOf(row);
    QStringList labels;
    for (const QString &word :
         shownRowActions(RowContent::kindOf(index), index.data(TranscriptRole::Actions).toStringList()))
        labels += rowActionLabel(word);
    //: What a screen reader says of a row that offers something: %1 is a list like "Change answer".
    return labels.isEmpty() || isFolded(row) ? QString() : tr("Enter: %1").arg(labels.join(u", "_s));
}

void ChatView::showMenuOfRow(int row)
{
    QMenu *menu = createMenu(row, {});
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(viewport()->mapToGlobal(rowRect(row).intersected(viewport()->rect()).center()));
    menu->setActiveAction(menu->actions().value(0));
}

void ChatView::contextMenuEvent(QContextMenuEvent *event)
{
    int row = currentRow();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (row >= 0)
            showMenuOfRow(row);
        return;
    }
    const RowHit hit = hitAt(viewport()->mapFromGlobal(event->globalPos()), &row);
    if (row < 0)
        return;
    QMenu *menu = createMenu(row, hit);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(event->globalPos());
}

} // namespace heed
