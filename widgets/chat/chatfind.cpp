// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatfind.h"

#include "widgets/chat/markdowntext.h"
#include "widgets/chat/rowcontent.h"

#include <QAbstractItemModel>
#include <QTimerEvent>

namespace heed {

namespace {

// Text without any of these reads the same before and after the Markdown parser.
bool isBare(const QString &text)
{
    constexpr QStringView signs = u"*_`~[]\\&<!|\n#>-+";
    for (const QChar c : text) {
        if (signs.contains(c))
            return false;
    }
    return true;
}

} // namespace

QList<TextChunk> ChatFind::occurrences(QStringView words, const QString &text)
{
    QList<TextChunk> all;
    if (text.isEmpty())
        return all;
    qsizetype at = 0;
    while ((at = words.indexOf(text, at, Qt::CaseInsensitive)) >= 0) {
        all.append({int(at), int(text.size())});
        at += text.size();
    }
    return all;
}

void ChatFind::find(const QAbstractItemModel *model, const QString &text, bool isForward, int row,
                    int position)
{
    stop();
    m_model = model;
    m_text = text;
    m_isForward = isForward;
    m_row = row;
    m_position = position;
    m_left = model && !text.isEmpty() ? model->rowCount() + 1 : 0; // the first row once more at the end
    slice();
}

void ChatFind::stop()
{
    m_timer.stop();
    m_left = 0;
}

int ChatFind::matchIn(const QModelIndex &row, int from) const
{
    const QString text = row.data(TranscriptRole::Text).toString();
    if (isBare(text) && !text.contains(m_text, Qt::CaseInsensitive))
        return -1;
    const QString words = MarkdownText::bare(RowContent::blocksOf(row));
    if (m_isForward)
        return int(words.indexOf(m_text, qMax(0, from), Qt::CaseInsensitive));
    const qsizetype last = from < 0 ? -1 : from - 1;
    return from == 0 ? -1 : int(words.lastIndexOf(m_text, last, Qt::CaseInsensitive));
}

void ChatFind::slice()
{
    for (int i = 0; i < SliceRows && m_left > 0 && m_model; ++i, --m_left) {
        const int rows = m_model->rowCount();
        if (rows == 0)
            break;
        m_row = (m_row % rows + rows) % rows;
        const QModelIndex row = m_model->index(m_row, 0);
        const int at = matchIn(row, m_position);
        m_position = -1;
        if (at >= 0) {
            stop();
            Q_EMIT found(row, at, int(m_text.size()));
            return;
        }
        m_row += m_isForward ? 1 : -1;
    }
    if (m_left > 0 && m_model && m_model->rowCount() > 0) {
        m_timer.start(0, this);
        return;
    }
    stop();
    Q_EMIT notFound();
}

void ChatFind::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QObject::timerEvent(event);
    m_timer.stop();
    slice();
}

} // namespace heed
