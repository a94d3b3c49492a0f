// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/store.h"

#include "models/store/opening.h"
#include "models/store/storethread.h"

namespace heed {

class Store::Private
{
public:
    Private(QString name, const Clock &clock, StoreThread::Listener listener)
        : file(std::move(name))
        , thread(file, clock, StoreThread::Pace(), std::move(listener))
    {
    }

    const QString file;
    QStringList notes{};
    StoreThread thread;
};

Store::Store(const QString &file, const Clock &clock)
{
    qRegisterMetaType<heed::Error>();
    // The thread ends before the Store does; the Store's own event loop sends the signals.
    const auto here = [this](auto emitSignal) {
        QMetaObject::invokeMethod(this, emitSignal, Qt::QueuedConnection);
    };
    d = std::make_unique<Private>(
        file, clock,
        StoreThread::Listener{
            .trouble = [this, here](const Error &error) { here([this, error] { Q_EMIT trouble(error); }); },
            .recovered = [this, here] { here([this] { Q_EMIT recovered(); }); }});
}

Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const QString &file, const Clock &clock)
{
    std::unique_ptr<Store> store(new Store(file, clock));
    const Result<QStringList> notes = store->d->thread.start();
    if (!notes)
        return notes.error();
    store->d->notes = *notes;
    return store;
}

void Store::submit(bool writes, Durability durability, Patience patience, Work work)
{
    d->thread.submit({.writes = writes,
                      .durability = durability,
                      .patience = patience,
                      .run = std::move(work.run),
                      .told = std::move(work.told)});
}

Result<QSqlDatabase> Store::openReader(const QString &file)
{
    return openForReading(file);
}

void Store::closeReader(QSqlDatabase &reader)
{
    closeConnection(reader);
}

QStringList Store::notes() const
{
    return d->notes;
}

QString Store::file() const
{
    return d->file;
}

void Store::flush()
{
    d->thread.flush();
}

} // namespace heed
