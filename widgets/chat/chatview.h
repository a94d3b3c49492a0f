// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/chatselection.h"
#include "widgets/chat/rowflow.h"
#include "widgets/chat/rowlayout.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QCache>
#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTimeZone>
#include <QUrl>
#include <functional>

class QAbstractItemModel;
class QMenu;

namespace heed {

class ChatFind;
class QuestionHost;
class WaitingBar;

//! Shows a transcript: any model with the roles of TranscriptRole, of any length. Only rows in view are
//! read, laid out and measured (and those near them, when idle); at most CachedRows layouts are kept. A
//! streaming row parses and lays out only its open block, at most every 16 ms. Sticks to the end only when
//! it was at the end.
//!
//! Nothing is ever loaded or opened from here: a link is a signal, a picture its words. Words that came
//! from a model are painted, never interpreted, except as the Markdown of MarkdownBlocks.
//!
//! A waiting question is shown by a real widget from the factory; it lives, with its focus and its draft,
//! until the question is settled, also while scrolled away. GUI thread.
class ChatView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    using WidgetFactory = std::function<QWidget *(const QModelIndex &row, QWidget *parent)>;
    static constexpr int CachedRows = 128;
    //! Rows from the end, or of a change, that are searched for waiting questions: a question waits in one
    //! of the last replies, and reading every row of a long chat would cost what this view avoids.
    static constexpr int QuestionRows = 256;

    explicit ChatView(QWidget *parent = nullptr);
    ~ChatView() override;

    //! The model stays the caller's; null shows nothing. Opens at the end.
    void setModel(QAbstractItemModel *model);
    [[nodiscard]] QAbstractItemModel *model() const { return m_model; }
    //! Makes the card of a waiting question; the view takes it over. To be set before the model.
    void setWidgetFactory(WidgetFactory factory) { m_factory = std::move(factory); }
    //! The zone in which times are shown; the system's by default.
    void setTimeZone(const QTimeZone &zone);

    [[nodiscard]] int currentRow() const { return m_current.isValid() ? m_current.row() : -1; }
    void setCurrentRow(int row);
    void showRow(const QModelIndex &row);
    [[nodiscard]] bool isAtEnd() const { return m_flow.isAtEnd(); }

    //! The card of the oldest question that waits, null if none.
    [[nodiscard]] QWidget *waitingCard() const;
    //! The card of this row while its question waits, else null.
    [[nodiscard]] QWidget *questionWidget(const QModelIndex &row) const;

    //! Looks for the next or the last occurrence and selects it; all others in view are marked. Ends with
    //! findFinished(), in a long chat some turns of the event loop later. An empty text ends the marking.
    void find(const QString &text, bool isForward = true);

    [[nodiscard]] bool hasSelection() const { return !m_selection.isEmpty(); }
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] QString selectedMarkdown() const;

    //! What the context menu of a row offers; the caller shows and deletes it.
    [[nodiscard]] QMenu *createMenu(int row, const RowHit &hit);

    // What accessibility and tests see.
    [[nodiscard]] int firstVisibleRow() const { return m_flow.firstRow(); }
    [[nodiscard]] int lastVisibleRow() const { return m_flow.lastRow(); }
    //! In coordinates of the viewport.
    [[nodiscard]] QRect rowRect(int row) const;
    [[nodiscard]] int rowAt(int y) const;
    //! "author, time: text" in plain words.
    [[nodiscard]] QString spokenRow(int row) const;
    //! What Enter offers on a row, in plain words; empty where it offers nothing.
    [[nodiscard]] QString spokenActions(int row) const;
    [[nodiscard]] QuestionHost *questionHost(const QModelIndex &row) const;
    [[nodiscard]] RowHit hitAt(QPoint inViewport, int *row = nullptr);
    struct Counts {
        int rowsLaid = 0;    //!< rows laid out, again or for the first time
        int layoutsMade = 0; //!< QTextLayouts made for them
        int frames = 0;      //!< coalesced updates
    };
    [[nodiscard]] Counts counts() const { return m_counts; }
    //! Applies pending changes now instead of at the next frame.
    void flush();

public Q_SLOTS:
    void scrollToEnd();
    void selectAll();
    void copy();
    void copyAsMarkdown();
    //! Scrolls to the waiting question and gives its card the focus.
    void showWaitingQuestion();

Q_SIGNALS:
    //! A person clicked a link. Show the target and ask before opening it.
    void linkActivated(const QUrl &target);
    void actionRequested(const QPersistentModelIndex &row, const QString &action);
    void currentRowChanged(int row);
    void findFinished(bool isFound);
    //! A card came into being, for the window to focus or announce.
    void waitingCardCreated(QWidget *card);
    //! The person asked for the first card that waits; it is in view. What in it gets the focus, it knows.
    void waitingCardWanted(QWidget *card);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void timerEvent(QTimerEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    struct Item {
        RowContent content{};
        RowLayout layout{};
        int revision = -1;
        int style = -1; // serial of the style it was laid out with
    };

    void connectModel();
    void rowsInserted(int first, int last);
    void rowsRemoved(int first, int last);
    void rowsChanged(int first, int last);
    void modelReset();

    void restyle();
    [[nodiscard]] QModelIndex indexOf(int row) const;
    [[nodiscard]] qint64 idOf(int row) const;
    [[nodiscard]] RowSetting settingOf(int row);
    [[nodiscard]] QString headingOf(int row, int *bold) const;
    [[nodiscard]] QString timeOf(int row) const;
    [[nodiscard]] bool beginsReply(int row) const;
    [[nodiscard]] Item &laid(int row);
    [[nodiscard]] Item &painted(int row);
    void refresh(int row);
    int measure(int row);
    void dirty(int row);
    void settle();
    void deriveScrollBar();
    void moveContents(int row, qint64 oldTop, int changedTop);
    [[nodiscard]] int endPadding() const;

    void findQuestions(int first, int last);
    void updateQuestion(const QModelIndex &row);
    void dropQuestion(QuestionHost *host);
    void placeQuestions();
    void updateBar();
    void focusMoved(QWidget *now);
    void dropEnded(const QWidget *focused);

    void toggleFold(int row);
    void activate(int row, const RowHit &hit);
    void copyCode(int row, int block);
    [[nodiscard]] QString rowsAsText(bool asMarkdown) const;
    [[nodiscard]] QString rowAsText(int row, ChatSelection::Range range, bool asMarkdown) const;
    [[nodiscard]] bool isFolded(int row) const;
    void extendSelection(QPoint to);
    void selectWord(int row, int position);
    void selectParagraph(int row, int position);
    void extendByCharacter(bool isForward);
    [[nodiscard]] bool moveByKey(int key);
    void scrolled(qint64 pixels);
    void updateCursor(QPoint at);
    void sendRowFocus();
    void showFound(const QModelIndex &row, int position, int length);
    void addCodeActions(QMenu *menu, int row);
    void addLinkActions(QMenu *menu, int row, const RowHit &hit);
    void addRowActions(QMenu *menu, int row);
    void showMenuOfRow(int row);

    QPointer<QAbstractItemModel> m_model{};
    WidgetFactory m_factory{};
    QTimeZone m_zone;
    RowStyle m_style{};
    int m_styleSerial = 0;
    RowFlow m_flow;
    QCache<qint64, Item> m_items;
    QSet<qint64> m_unfolded{};
    QHash<qint64, qsizetype> m_shownMost{};
    QList<QuestionHost *> m_hosts{}; // by row
    WaitingBar *m_bar;
    ChatFind *m_find;
    ChatSelection m_selection{};
    QPersistentModelIndex m_current{};
    QBasicTimer m_frame{};    // 16 ms: changes are shown together
    QBasicTimer m_prefetch{}; // 0 ms: one row near the viewport for each idle turn
    QBasicTimer m_drag{};     // scrolls while a selection is dragged over the edge
    int m_dirtyRow = -1;      // the only changed row in view, -1 none, -2 several
    qint64 m_derived = 0;     // the scroll bar's value as we set it
    bool m_isDeriving = false;
    bool m_isSelecting = false;
    bool m_isPressed = false;
    bool m_showsRing = false; // the focus came, or moves, by keyboard
    bool m_isSettling = false;
    RowHit m_pressedHit{};
    int m_pressedRow = -1;
    QPoint m_pressedAt{};
    QPoint m_dragTo{};
    quint64 m_lastDouble = 0; // time stamp of the last double click, ms
    Counts m_counts{};
};

} // namespace heed
