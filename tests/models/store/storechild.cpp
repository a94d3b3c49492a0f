// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process of its own for tst_storeprocess, to be killed, starved of disk, or robbed of its rights.
//   storechild write FILE NAME   adds chats "NAME 1", "NAME 2", … for ever; prints each title when it is
//   acknowledged storechild full FILE         the same while the file may not grow; prints "trouble"; a line
//   on its input lifts the
//                                limit; prints "recovered", and ends when a thousand are acknowledged
//   storechild open FILE         opens as an unprivileged user; prints "opened" or what the person is told
#include "models/store/store.h"

#include <QCoreApplication>
#include <QSqlError>
#include <QSqlQuery>
#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

void say(const QString &line)
{
    std::fputs(qPrintable(line + u'\n'), stdout);
    std::fflush(stdout);
}

void limitFiles(rlim_t bytes)
{
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

//! Keeps a few dozen works in flight, of both kinds.
class Writer : public QObject
{
public:
    Writer(Store &store, QString name, int last)
        : m_store(store)
        , m_name(std::move(name))
        , m_last(last)
    {
        for (int i = 0; i < 30; ++i)
            next();
    }

private:
    void next()
    {
        const QString title = m_name + u' ' + QString::number(++m_asked);
        m_store.write<Done>(
            m_asked % 4 == 0 ? Durability::AtOnce : Durability::Grouped, this,
            [title](QSqlDatabase &database) -> Result<Done> {
                QSqlQuery query(database);
                query.prepare(
                    u"INSERT INTO chat (title, draft, created_ms, updated_ms) VALUES (?, hex(zeroblob(400)), 0, 0)"_s);
                query.addBindValue(title);
                if (!query.exec())
                    return Error{.code = Error::Code::Storage, .detail = query.lastError().text()};
                return Done{};
            },
            [this, title](const Result<Done> &result) {
                say(result ? title : u"lost "_s + title + u": "_s + result.error().detail);
                if (++m_told == m_last)
                    QCoreApplication::quit();
                next();
            });
    }

    Store &m_store;
    const QString m_name;
    const int m_last;
    int m_asked = 0;
    int m_told = 0;
};

int write(const QString &file, const QString &name, bool full)
{
    SystemClock clock;
    auto opened = Store::open(file, clock);
    if (!opened) {
        say(u"error "_s + opened.error().text + opened.error().detail);
        return 1;
    }
    const std::unique_ptr<Store> store = *std::move(opened);
    QObject::connect(store.get(), &Store::trouble, store.get(),
                     [](const Error &error) { say(u"trouble "_s + error.text); });
    QObject::connect(store.get(), &Store::recovered, store.get(), [] { say(u"recovered"_s); });
    std::thread lifter;
    if (full) {
        std::signal(SIGXFSZ, SIG_IGN);
        limitFiles(100'000); // the log stops growing there
        lifter = std::thread([] {
            std::getchar();
            limitFiles(RLIM_INFINITY);
        });
    }
    const Writer writer(*store, name, full ? 1000 : 0);
    const int code = QCoreApplication::exec();
    if (lifter.joinable())
        lifter.join();
    return code;
}

int openUnprivileged(const QString &file)
{
    constexpr uid_t nobody = 65534;
    if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0))
        return 2;
    SystemClock clock;
    const auto opened = Store::open(file, clock);
    say(opened ? u"opened"_s : opened.error().text);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QString mode = arguments.value(1);
    if (mode == u"write"_s)
        return write(arguments.value(2), arguments.value(3), false);
    if (mode == u"full"_s)
        return write(arguments.value(2), u"full"_s, true);
    return openUnprivileged(arguments.value(2));
}
