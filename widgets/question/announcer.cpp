// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/announcer.h"

#include <QAccessible>
#include <algorithm>

namespace heed {

namespace {
// A busy reader comes later than that, and reads what a region says by then.
constexpr qsizetype regionCount = 4;
constexpr qint64 apartMs = 300; // measured: closer together, the earlier one is lost
// A voice needs about half a second to begin and then says some 14 characters a second.
constexpr qint64 beginMs = 500;
constexpr qint64 charactersPerSecond = 14;
} // namespace

LiveRegion::LiveRegion(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(0, 0, 1, 1);
    show();
}

void LiveRegion::say(const QString &text)
{
    m_text = text;
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent event(this, text);
    event.setPoliteness(QAccessible::AnnouncementPoliteness::Assertive);
    QAccessible::updateAccessibility(&event);
#else
    for (const auto type : {QAccessible::ObjectHide, QAccessible::ObjectShow}) {
        QAccessibleEvent event(this, type);
        QAccessible::updateAccessibility(&event);
    }
#endif
}

Announcer::Announcer(QWidget *window, Alarms &alarms, QObject *parent)
    : QObject(parent ? parent : window)
    , m_alarms(alarms)
{
    for (qsizetype i = 0; i < regionCount; ++i)
        m_regions.append(new LiveRegion(window));
}

Announcer::~Announcer()
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
}

void Announcer::say(const QString &text, Kind kind)
{
    if (text.trimmed().isEmpty())
        return;
    if (kind == Kind::Question) {
        dropPieces();
        m_waiting.prepend({text, kind});
    } else {
        m_waiting.append({text, kind});
    }
    next();
}

void Announcer::dropPieces()
{
    m_waiting.removeIf([](const Waiting &waiting) { return waiting.kind == Kind::Piece; });
    m_pieceUntilMs = -1'000'000;
    arm();
}

void Announcer::next()
{
    const qint64 now = m_alarms.clock().monotonicMs();
    if (!m_waiting.isEmpty() && now >= m_collapseUntilMs &&
        (m_waiting.first().kind != Kind::Piece || now >= m_pieceUntilMs)) {
        const Waiting first = m_waiting.takeFirst();
        m_collapseUntilMs = now + apartMs;
        if (first.kind == Kind::Piece)
            m_pieceUntilMs = now + beginMs + first.text.size() * 1000 / charactersPerSecond;
        m_regions.at(m_turn)->say(first.text);
        m_turn = (m_turn + 1) % m_regions.size();
        Q_EMIT said(first.text);
    }
    arm();
}

void Announcer::arm()
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
    m_alarm = 0;
    if (m_waiting.isEmpty())
        return;
    const qint64 due = m_waiting.first().kind == Kind::Piece ? std::max(m_collapseUntilMs, m_pieceUntilMs)
                                                             : m_collapseUntilMs;
    const qint64 wait = std::max<qint64>(0, due - m_alarms.clock().monotonicMs());
    m_alarm = m_alarms.after(Milliseconds(wait), this, [this] {
        m_alarm = 0;
        next();
    });
}

} // namespace heed
