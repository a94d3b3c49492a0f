// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sights.h"

#include "widgets/chat/chatview.h"
#include "widgets/question/cardbutton.h"
#include "widgets/question/contrast.h"
#include "widgets/question/plaintext.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTextEdit>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

constexpr double leastContrast = 4.5; // WCAG 1.4.3
constexpr int tolerance = 2;          // pixels that rounding may cost

QString nameOf(const QWidget &widget)
{
    QString name = QString::fromLatin1(widget.metaObject()->className());
    QString words = widget.accessibleName();
    if (const auto *label = qobject_cast<const QLabel *>(&widget); label && words.isEmpty())
        words = label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget); button && words.isEmpty())
        words = button->text();
    if (words.isEmpty())
        words = widget.objectName();
    return words.isEmpty() ? name : name + u" “"_s + words.left(60) + u"”"_s;
}

//! Every visible widget in the window, not those of other windows.
QList<const QWidget *> seen(const QWidget &window)
{
    QList<const QWidget *> all;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->window() == &window && widget->isVisible() && !widget->size().isEmpty())
            all.append(widget);
    }
    return all;
}

QRect placeIn(const QWidget &window, const QWidget &widget)
{
    return QRect(widget.mapTo(&window, QPoint(0, 0)), widget.size());
}

//! The area whose scrolled content this is, if it is one.
const QAbstractScrollArea *scrolledBy(const QWidget &widget)
{
    const QWidget *parent = widget.parentWidget();
    const auto *area = parent ? qobject_cast<const QAbstractScrollArea *>(parent->parentWidget()) : nullptr;
    return area && area->viewport() == parent ? area : nullptr;
}

bool sticksOut(const QWidget &widget)
{
    if (const auto *area = scrolledBy(widget)) {
        return area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
               (widget.x() < 0 || widget.x() + widget.width() > area->viewport()->width());
    }
    return !widget.parentWidget()->rect().contains(widget.geometry());
}

bool isCut(const QLabel &label)
{
    if (label.text().isEmpty())
        return false;
    if (label.wordWrap())
        return label.height() + tolerance < label.heightForWidth(label.width());
    return label.width() + tolerance < label.sizeHint().width() ||
           label.height() + tolerance < label.sizeHint().height();
}

bool isCut(const QComboBox &box)
{
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = box.isEditable();
    const QRect words =
        box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
    return words.width() + tolerance < box.fontMetrics().horizontalAdvance(box.currentText());
}

bool isCut(const QLineEdit &line)
{
    // What a person wrote scrolls; what the line says of itself does not.
    return line.text().isEmpty() &&
           line.width() < line.fontMetrics().horizontalAdvance(line.placeholderText()) + 4;
}

bool isCut(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        return isCut(*label);
    if (const auto *box = qobject_cast<const QComboBox *>(&widget))
        return isCut(*box);
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget))
        return isCut(*line);
    if (const auto *text = qobject_cast<const PlainText *>(&widget)) {
        return text->document()->size().height() > text->viewport()->height() + tolerance ||
               text->document()->idealWidth() > text->viewport()->width() + tolerance;
    }
    if (widget.hasHeightForWidth())
        return widget.height() + tolerance < widget.heightForWidth(widget.width());
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget);
        button && !button->text().isEmpty()) {
        return button->width() + tolerance < button->minimumSizeHint().width() ||
               button->height() + tolerance < button->minimumSizeHint().height();
    }
    return false;
}

//! The contrast of the clearest pixel against the most common colour: of words, that of their strokes.
double contrastIn(const QImage &picture, const QRect &place)
{
    QHash<QRgb, int> colours;
    for (int y = place.top(); y <= place.bottom(); ++y) {
        for (int x = place.left(); x <= place.right(); ++x)
            ++colours[picture.pixel(x, y)];
    }
    QRgb ground = 0;
    int most = 0;
    for (auto it = colours.cbegin(); it != colours.cend(); ++it) {
        if (it.value() > most) {
            ground = it.key();
            most = it.value();
        }
    }
    double best = 1;
    for (auto it = colours.cbegin(); it != colours.cend(); ++it)
        best = std::max(best, contrast::ratio(QColor(it.key()), QColor(ground)));
    return best;
}

//! Where a widget has words of its own, in the window.
QList<QRect> wordsOf(const QWidget &window, const QWidget &widget)
{
    const QRect place = placeIn(window, widget);
    if (const auto *chat = qobject_cast<const ChatView *>(&widget)) {
        QList<QRect> rows;
        const QRect port = placeIn(window, *chat->viewport());
        for (int row = chat->firstVisibleRow(); row <= chat->lastVisibleRow(); ++row) {
            if (chat->questionWidget(chat->model()->index(row, 0)))
                continue; // looked at as a widget
            const QRect shown = chat->rowRect(row).translated(port.topLeft()).intersected(port);
            if (shown.height() > chat->fontMetrics().height())
                rows.append(shown);
        }
        return rows;
    }
    const auto *label = qobject_cast<const QLabel *>(&widget);
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    const auto *line = qobject_cast<const QLineEdit *>(&widget);
    const auto *text = qobject_cast<const QTextEdit *>(&widget);
    const bool hasWords = (label && !label->text().isEmpty()) || (button && !button->text().isEmpty()) ||
                          (line && !(line->text() + line->placeholderText()).isEmpty()) ||
                          (text && !(text->toPlainText() + text->placeholderText()).isEmpty()) ||
                          qobject_cast<const QComboBox *>(&widget) ||
                          qobject_cast<const CardButton *>(&widget);
    return hasWords ? QList{place} : QList<QRect>();
}

//! What of a widget is neither scrolled away nor under another one.
QRect uncovered(const QWidget &window, const QWidget &widget, QRect place)
{
    for (const QWidget *above = widget.parentWidget(); above && above != &window;
         above = above->parentWidget())
        place = place.intersected(placeIn(window, *above));
    const QWidget *top = window.childAt(place.center());
    return place.isEmpty() || (top && (top == &widget || widget.isAncestorOf(top))) ? place : QRect();
}

} // namespace

QStringList faultsIn(const QWidget &window, const QImage &picture)
{
    QStringList faults;
    QImage pixels = picture.convertToFormat(QImage::Format_RGB32);
    if (pixels.size() != window.size())
        return {u"the picture is not one of the window"_s};
    for (const QWidget *widget : seen(window)) {
        const QString name = nameOf(*widget);
        if (sticksOut(*widget)) {
            const QRect at = widget->geometry();
            faults.append(u"%1 sticks out of %2: %3,%4 %5x%6"_s.arg(name, nameOf(*widget->parentWidget()))
                              .arg(at.x())
                              .arg(at.y())
                              .arg(at.width())
                              .arg(at.height()));
        }
        if (isCut(*widget)) {
            faults.append(u"%1 is cut off: it has %2x%3 and wants %4x%5"_s.arg(name)
                              .arg(widget->width())
                              .arg(widget->height())
                              .arg(widget->sizeHint().width())
                              .arg(widget->hasHeightForWidth() ? widget->heightForWidth(widget->width())
                                                               : widget->sizeHint().height()));
        }
        for (const QRect &words : wordsOf(window, *widget)) {
            const QRect shown = uncovered(window, *widget, words).intersected(pixels.rect());
            if (shown.height() < words.height() / 2 || shown.isEmpty())
                continue;
            const double found = contrastIn(pixels, shown);
            if (found < leastContrast)
                faults.append(u"%1 is hard to read: %2 to 1"_s.arg(name).arg(found, 0, 'f', 2));
        }
    }
    return faults;
}

QList<Sight> sightsOf(const QWidget &window)
{
    QList<Sight> all;
    for (const QWidget *widget : seen(window))
        all.append({nameOf(*widget), placeIn(window, *widget)});
    return all;
}

QStringList notMirrored(const QList<Sight> &there, const QList<Sight> &here, int width)
{
    QStringList faults;
    for (const Sight &one : here) {
        const QRect wanted(width - one.place.x() - one.place.width(), one.place.y(), one.place.width(),
                           one.place.height());
        bool isKnown = false;
        bool isThere = false;
        for (const Sight &other : there) {
            if (other.name != one.name)
                continue;
            isKnown = true;
            isThere = isThere || (std::abs(other.place.left() - wanted.left()) <= tolerance &&
                                  std::abs(other.place.right() - wanted.right()) <= tolerance);
        }
        if (isKnown && !isThere) {
            faults.append(u"%1 is not mirrored: at %2, %3 wide"_s.arg(one.name)
                              .arg(one.place.x())
                              .arg(one.place.width()));
        }
    }
    return faults;
}

} // namespace heed::test
