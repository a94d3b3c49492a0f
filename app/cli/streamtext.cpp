// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/streamtext.h"

#include "models/question/display.h"

#include <QTextBoundaryFinder>
#include <utility>

namespace heed {

namespace {

constexpr qsizetype longestCharacter = 64; // code units; a pile of marks beyond that is nobody's letter

// Where the last character begins if what follows could still belong to it, else the end.
qsizetype completeUpTo(const QString &text)
{
    if (text.isEmpty())
        return 0;
    const QChar last = text.back();
    if (last.unicode() < 0x80 && last != u'\r')
        return text.size();
    const qsizetype from = qMax(qsizetype(0), text.size() - longestCharacter);
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text.mid(from));
    finder.toEnd();
    const qsizetype start = finder.toPreviousBoundary();
    return start > 0 || from == 0 ? from + qMax(start, qsizetype(0)) : text.size();
}

} // namespace

QString StreamText::add(const QString &delta)
{
    m_kept += delta;
    const qsizetype complete = completeUpTo(m_kept);
    const QString shown = displayText(QStringView(m_kept).left(complete));
    m_kept.remove(0, complete);
    return shown;
}

QString StreamText::rest()
{
    return displayText(std::exchange(m_kept, {}));
}

} // namespace heed
