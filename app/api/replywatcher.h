// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/replyfeed.h"

#include <QPointer>

namespace heed {

class HttpConnection;

//! One stream of a reply's events to one client: each event once and in order, from where the client stood.
//! As far as the client reads; one that falls more than 1 MiB behind what happens is told so and cut off, and
//! can come back with the number of the last event that it got. Lives in the server thread, as a child of its
//! connection.
class ReplyWatcher final : public QObject
{
    Q_OBJECT
public:
    //! Bytes that may wait in the socket for the client to read them.
    static constexpr qsizetype socketBytes = 256 * 1024;

    //! \param after the last event that the client has.
    ReplyWatcher(HttpConnection &connection, ReplyFeed &feed, qint64 after);
    ~ReplyWatcher() override;

    //! Sends what there is, as far as the client takes it.
    void pump();
    //! Ends the stream with a message that says why; \a code for programs.
    void dismiss(const QString &code, const QString &message);

private:
    void readPage();
    void sendPage(const QList<EventRow> &rows, qint64 upTo);
    void send(const ReplyFeed::Batch &batch);
    void end();
    [[nodiscard]] bool isTooSlow() const;
    void dismissSlow();

    HttpConnection &m_connection;
    QPointer<ReplyFeed> m_feed;
    qint64 m_last;          //!< number of the last event sent
    bool m_current = false; //!< has once had everything that there was
    bool m_reading = false; //!< a page of the database is on its way
    bool m_pumping = false; //!< writing makes the socket say that it has written
    bool m_ended = false;
};

} // namespace heed
