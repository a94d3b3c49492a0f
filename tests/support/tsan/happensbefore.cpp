// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Tells ThreadSanitizer what orders what inside Qt.
//
// The Qt of a distribution is not instrumented, so ThreadSanitizer does not see that posting an event
// happens before its delivery: it would report every queued call as a race. Silencing those reports would
// silence real races too, since nearly all of our code runs below Qt's event loop. So this file adds the
// missing edges, and only those: each from the very object through which two threads met. It is linked into
// programs of the tsan preset alone.
//
// Two of Qt's own hooks cover signals and events; what our code calls by name is wrapped at link time
// (--wrap, see CMakeLists.txt).

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFutureInterface>
#include <QRunnable>
#include <QThread>
#include <QThreadPool>
#include <private/qobject_p.h>

#include <array>

extern "C" {
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void __tsan_mutex_pre_unlock(void *mutex, unsigned flags);
void __tsan_mutex_post_unlock(void *mutex, unsigned flags);
void __tsan_mutex_pre_lock(void *mutex, unsigned flags);
void __tsan_mutex_post_lock(void *mutex, unsigned flags, int recursion);
}

namespace {

// An edge may not live at the address of an object that is deleted before its event arrives:
// ThreadSanitizer forgets what it knew of freed memory. So edges live in a table.
std::array<char, 4096> edges;

void *edgeOf(const volatile void *object)
{
    return &edges[(quintptr(object) >> 4) % edges.size()];
}

void release(const volatile void *object)
{
    __tsan_release(edgeOf(object));
}

void acquire(const volatile void *object)
{
    __tsan_acquire(edgeOf(object));
}

const char futures = 0; // one edge for all futures: their shared state has no public address

void signalBegins(QObject *sender, int, void **)
{
    release(sender);
}

bool eventArrives(void **data)
{
    const auto *receiver = static_cast<QObject *>(data[0]);
    const auto *event = static_cast<QEvent *>(data[1]);
    acquire(receiver);
    if (event->type() == QEvent::MetaCall)
        acquire(static_cast<const QAbstractMetaCallEvent *>(event)->sender());
    else if (event->type() == QEvent::FutureCallOut)
        acquire(&futures);
    return false; // not consumed
}

const bool installed = [] {
    static QSignalSpyCallbackSet callbacks{signalBegins, nullptr, nullptr, nullptr};
    qt_register_signal_spy_callbacks(&callbacks);
    return QInternal::registerCallback(QInternal::EventNotifyCallback, eventArrives);
}();

//! Runs somebody's runnable after what its starter did before.
class Ordered final : public QRunnable
{
public:
    explicit Ordered(QRunnable *inner)
        : m_inner(inner)
    {
        release(m_inner);
    }
    void run() override
    {
        acquire(m_inner);
        const bool owned = m_inner->autoDelete();
        m_inner->run();
        if (owned)
            delete m_inner;
    }

private:
    QRunnable *m_inner;
};

//! Calls a posted function after it was posted, and destroys it after it was called, whichever of the two
//! threads lets go of it last.
class OrderedFunction final : public QtPrivate::QSlotObjectBase
{
public:
    explicit OrderedFunction(QSlotObjectBase *inner)
        : QSlotObjectBase(act)
        , m_inner(inner)
    {
    }

private:
    static void act(int which, QSlotObjectBase *self, QObject *receiver, void **arguments, bool *)
    {
        auto *ordered = static_cast<OrderedFunction *>(self);
        QSlotObjectBase *const inner = ordered->m_inner;
        if (which == Call) {
            acquire(inner); // what was done before it was posted
            inner->call(receiver, arguments);
            release(inner);
        } else if (which == Destroy) {
            acquire(inner);
            inner->destroyIfLastRef();
            delete ordered;
        }
    }

    QSlotObjectBase *m_inner;
};

//! A mutex is free while somebody waits for a condition.
class Unlocked
{
public:
    explicit Unlocked(void *mutex)
        : m_mutex(mutex)
    {
        __tsan_mutex_pre_unlock(m_mutex, 0);
        __tsan_mutex_post_unlock(m_mutex, 0);
    }
    ~Unlocked()
    {
        __tsan_mutex_pre_lock(m_mutex, 0);
        __tsan_mutex_post_lock(m_mutex, 0, 0);
    }
    Q_DISABLE_COPY_MOVE(Unlocked)

private:
    void *m_mutex;
};

} // namespace

// WRAP(mangled name, result, parameters): declares the real function and opens the one called instead.
// Aligned, since the address may end up in a pointer to a member function, where an odd one means "virtual".
#define WRAP(name, result, ...)                                                                              \
    result __real_##name(__VA_ARGS__);                                                                       \
    [[gnu::aligned(16)]] result __wrap_##name(__VA_ARGS__);                                                  \
    result __wrap_##name(__VA_ARGS__)

extern "C" {

// Calls and events sent by our own code.
WRAP(_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv, bool,
     QObject *object, QtPrivate::QSlotObjectBase *slot, Qt::ConnectionType type, void *answer)
{
    release(slot);
    return __real__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
        object, new OrderedFunction(slot), type, answer);
}

WRAP(_ZN16QCoreApplication9postEventEP7QObjectP6QEventi, void, QObject *receiver, QEvent *event, int priority)
{
    release(receiver);
    __real__ZN16QCoreApplication9postEventEP7QObjectP6QEventi(receiver, event, priority);
}

WRAP(_ZN7QObject11deleteLaterEv, void, QObject *object)
{
    release(object);
    __real__ZN7QObject11deleteLaterEv(object);
}

// QMutex tells ThreadSanitizer itself, inline; what a wait does with the mutex happens inside Qt.
WRAP(_ZN14QWaitCondition4waitEP6QMutex14QDeadlineTimer, bool, void *condition, void *mutex,
     QDeadlineTimer deadline)
{
    const Unlocked unlocked(mutex);
    return __real__ZN14QWaitCondition4waitEP6QMutex14QDeadlineTimer(condition, mutex, deadline);
}

WRAP(_ZN14QWaitCondition4waitEP6QMutexm, bool, void *condition, void *mutex, unsigned long milliseconds)
{
    const Unlocked unlocked(mutex);
    return __real__ZN14QWaitCondition4waitEP6QMutexm(condition, mutex, milliseconds);
}

WRAP(_ZN10QSemaphore7acquireEi, void, void *semaphore, int count)
{
    __real__ZN10QSemaphore7acquireEi(semaphore, count);
    acquire(semaphore);
}

WRAP(_ZN10QSemaphore10tryAcquireEi, bool, void *semaphore, int count)
{
    const bool taken = __real__ZN10QSemaphore10tryAcquireEi(semaphore, count);
    if (taken)
        acquire(semaphore);
    return taken;
}

WRAP(_ZN10QSemaphore10tryAcquireEii, bool, void *semaphore, int count, int milliseconds)
{
    const bool taken = __real__ZN10QSemaphore10tryAcquireEii(semaphore, count, milliseconds);
    if (taken)
        acquire(semaphore);
    return taken;
}

WRAP(_ZN10QSemaphore7releaseEi, void, void *semaphore, int count)
{
    release(semaphore);
    __real__ZN10QSemaphore7releaseEi(semaphore, count);
}

// The end of a thread: its finished() signal has released the thread object.
WRAP(_ZN7QThread4waitE14QDeadlineTimer, bool, void *thread, QDeadlineTimer deadline)
{
    const bool ended = __real__ZN7QThread4waitE14QDeadlineTimer(thread, deadline);
    if (ended)
        acquire(thread);
    return ended;
}

// The pool and futures.
WRAP(_ZN11QThreadPool5startEP9QRunnablei, void, void *pool, QRunnable *runnable, int priority)
{
    __real__ZN11QThreadPool5startEP9QRunnablei(pool, new Ordered(runnable), priority);
}

WRAP(_ZN20QFutureInterfaceBase14reportFinishedEv, void, void *future)
{
    release(&futures);
    __real__ZN20QFutureInterfaceBase14reportFinishedEv(future);
}

WRAP(_ZN20QFutureInterfaceBase15waitForFinishedEv, void, void *future)
{
    __real__ZN20QFutureInterfaceBase15waitForFinishedEv(future);
    acquire(&futures);
}

WRAP(_ZN20QFutureInterfaceBase13waitForResultEi, void, void *future, int index)
{
    __real__ZN20QFutureInterfaceBase13waitForResultEi(future, index);
    acquire(&futures);
}

} // extern "C"
