// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/replywatcher.h"

#include "app/api/httpconnection.h"
#include "models/reply/eventlog.h"
#include "models/store/pagerecord.h"

#include <QCoreApplication>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int pageRows = 16; // of the event log; a row of text holds 2 KiB, in many events perhaps

struct ReplyWatcherText {
    Q_DECLARE_TR_FUNCTIONS(heed::ReplyWatcher)
};

} // namespace

ReplyWatcher::ReplyWatcher(HttpConnection &connection, ReplyFeed &feed, qint64 after)
    : QObject(&connection)
    , m_connection(connection)
    , m_feed(&feed)
    , m_last(after)
{
    connect(&connection, &HttpConnection::drained, this, &ReplyWatcher::pump);
    feed.add(this);
    pump();
}

ReplyWatcher::~ReplyWatcher()
{
    if (m_feed)
        m_feed->remove(this);
}

void ReplyWatcher::pump()
{
    if (!m_feed || !m_feed->isReady() || m_ended || m_reading || std::exchange(m_pumping, true))
        return;
    while (!m_ended && m_connection.isStream() && m_connection.unsent() < socketBytes) {
        if (m_last < m_feed->completeAfter()) {
            if (isTooSlow())
                dismissSlow();
            else
                readPage();
            break;
        }
        const ReplyFeed::Batch batch = m_feed->after(m_last, socketBytes);
        if (batch.last == 0) {
            m_current = true;
            end();
            break;
        }
        send(batch);
    }
    m_pumping = false;
    // It may also have stopped reading altogether: then nothing above is ever reached.
    if (!m_ended && isTooSlow())
        dismissSlow();
}

//! Once up to date, a client must stay so; one that still replays takes its time.
bool ReplyWatcher::isTooSlow() const
{
    return m_current && m_last < m_feed->completeAfter();
}

void ReplyWatcher::dismissSlow()
{
    dismiss(u"too_slow"_s,
            ReplyWatcherText::tr("Events were not read as fast as they came. Come back with the number of "
                                 "the last one that you got."));
}

void ReplyWatcher::send(const ReplyFeed::Batch &batch)
{
    m_last = batch.last;
    m_connection.write(batch.bytes);
    if (!m_connection.isGone()) // else nobody was shown anything
        m_feed->confirmShown(batch.questions);
}

void ReplyWatcher::readPage()
{
    m_reading = true;
    // Not beyond what the feed covers: an event that is still on its way there would come twice.
    const qint64 upTo = m_feed->completeAfter();
    m_feed->replies().store().read<QList<EventRow>>(
        this,
        [reply = m_feed->reply(), after = m_last](QSqlDatabase &database) {
            return records::eventsAfter(database, reply, after, pageRows);
        },
        [this, upTo](const Result<QList<EventRow>> &rows) {
            m_reading = false;
            if (!rows)
                dismiss(u"storage"_s, rows.error().text);
            else
                sendPage(*rows, upTo);
        },
        Patience::GivesUp);
}

void ReplyWatcher::sendPage(const QList<EventRow> &rows, qint64 upTo)
{
    if (!m_feed || m_ended)
        return;
    QList<Event> events;
    for (const EventRow &row : rows)
        events += EventLog::eventsOf(row);
    ReplyFeed::Batch batch{.last = m_last};
    bool whole = rows.size() < pageRows; // nothing more is in the database
    for (const Event &event : std::as_const(events)) {
        if (event.seq <= m_last)
            continue;
        if (event.seq > upTo || batch.bytes.size() >= socketBytes) {
            whole = event.seq > upTo; // else the rest is read again when this much was taken
            break;
        }
        batch.bytes += ReplyFeed::message(event);
        batch.last = event.seq;
        if (event.type == EventType::Question)
            batch.questions.append(QuestionId{event.fields[u"id"_s].toString()});
    }
    if (whole)
        batch.last = std::max(batch.last, upTo); // numbers may be left out
    send(batch);
    pump();
}

void ReplyWatcher::end()
{
    if (m_feed->failure()) {
        dismiss(u"storage"_s, m_feed->failure()->text);
    } else if (m_feed->isElsewhere()) {
        dismiss(u"elsewhere"_s,
                ReplyWatcherText::tr("Another Heed is writing this reply; what it does next can be "
                                     "watched only there."));
    } else if (m_feed->isOver()) {
        m_ended = true;
        m_connection.endStream();
    }
}

void ReplyWatcher::dismiss(const QString &code, const QString &message)
{
    if (std::exchange(m_ended, true))
        return;
    // Named, and without a number: a client that only knows events is not misled, and keeps its place.
    m_connection.write("event: error\ndata: " +
                       QJsonDocument(errorBody(code, message)).toJson(QJsonDocument::Compact) + "\n\n");
    m_connection.endStream();
}

} // namespace heed
