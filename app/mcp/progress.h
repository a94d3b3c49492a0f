// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QObject>
#include <functional>

namespace heed {

//! Tells a caller that gave a progress token, every few seconds, that its call goes on, until it is
//! destroyed; without a token it tells nothing. Lives in the thread of its alarms.
class Progress final : public QObject
{
    Q_OBJECT
public:
    //! \param meta of the request. \param send a notification. \param alarms outlives this.
    Progress(const QJsonObject &meta, Alarms &alarms, std::function<void(const QJsonObject &)> send,
             QObject *parent = nullptr);
    ~Progress() override;

    [[nodiscard]] bool isWanted() const;
    //! What is told from now on.
    void setText(const QString &text) { m_text = text; }

private:
    void arm();

    QJsonValue m_token;
    Alarms &m_alarms;
    std::function<void(const QJsonObject &)> m_send;
    QString m_text{};
    Alarms::Handle m_alarm = 0;
    qint64 m_beganMs;
};

} // namespace heed
