// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/base/patience.h"
#include "models/base/result.h"
#include "models/base/return.h"

#include <QObject>
#include <QSqlDatabase>
#include <functional>
#include <memory>

namespace heed {

//! When a write counts as done.
enum class Durability {
    Grouped, //!< text of a running reply: committed with others within 50 ms or 100 writes,
             //!< synchronous=NORMAL
    AtOnce,  //!< messages, asked, answered, finished: its own commit at once, synchronous=FULL
};

//! The one writing connection to the database, on a thread of its own.
//!
//! \par Threads
//! write() and read() are called in the thread of \a context; the work runs on the store thread inside a
//! transaction; `then` runs back in that thread, after commit, and not at all when context has died.
//! Works run in the order in which they were handed in, reads see every write handed in before.
//!
//! \par Errors
//! A work that returns an Error is rolled back and `then` gets it. When the disk is full or the database
//! cannot be written, trouble() is sent once, the works are kept and tried again until they commit, and
//! recovered() follows: a work must therefore be repeatable, and nothing handed in is lost while Heed runs.
//! A work with Patience::GivesUp gets that error instead after two to four seconds, at once when the trouble
//! has lasted that long already, and is then never done.
class Store : public QObject
{
    Q_OBJECT
public:
    //! Opens, checks, and brings the database up to date; makes it (folder 0700, file 0600) when missing.
    //! FromFuture: made by a newer Heed, untouched. A damaged file is set aside and what can be read is
    //! recovered; `notes()` then says so.
    [[nodiscard]] static Result<std::unique_ptr<Store>> open(const QString &file, const Clock &clock);
    ~Store() override;

    template <typename T>
    void write(Durability durability, QObject *context, std::function<Result<T>(QSqlDatabase &)> work,
               std::function<void(Result<T>)> then, Patience patience = Patience::KeepsTrying)
    {
        submit(true, durability, patience, wrap<T>(context, std::move(work), std::move(then)));
    }

    template <typename T>
    void read(QObject *context, std::function<Result<T>(QSqlDatabase &)> work,
              std::function<void(Result<T>)> then, Patience patience = Patience::KeepsTrying)
    {
        submit(false, Durability::Grouped, patience, wrap<T>(context, std::move(work), std::move(then)));
    }

    //! A connection of one's own for reading, for the calling thread; closed with closeReader().
    [[nodiscard]] static Result<QSqlDatabase> openReader(const QString &file);
    static void closeReader(QSqlDatabase &reader);

    //! What the person should know about the opening (recovered from damage, back to a backup), translated.
    [[nodiscard]] QStringList notes() const;
    [[nodiscard]] QString file() const;
    //! Commits what is queued and waits for it (at the end of the program); when the disk is in trouble, for
    //! five seconds at most.
    void flush();

Q_SIGNALS:
    void trouble(const heed::Error &error);
    void recovered();

private:
    //! A work in two halves: run() on the store thread, told() after commit (or with the error).
    struct Work {
        std::function<std::optional<Error>(QSqlDatabase &)> run;
        std::function<void(std::optional<Error>)> told;
    };

    template <typename T>
    static Work wrap(QObject *context, std::function<Result<T>(QSqlDatabase &)> work,
                     std::function<void(Result<T>)> then)
    {
        auto result = std::make_shared<std::optional<Result<T>>>();
        return {.run = [work = std::move(work), result](QSqlDatabase &database) -> std::optional<Error> {
                    result->emplace(work(database));
                    return **result ? std::nullopt : std::optional<Error>((*result)->error());
                },
                .told =
                    [then = std::move(then), result, back = Return(context)](std::optional<Error> error) {
                        if (!then)
                            return;
                        auto told = std::make_shared<Result<T>>(error ? Result<T>(std::move(*error))
                                                                      : std::move(**result));
                        back.post([then, told] { then(std::move(*told)); });
                    }};
    }

    Store(const QString &file, const Clock &clock);
    void submit(bool writes, Durability durability, Patience patience, Work work);

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::Error)
