// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/toolrun.h"

#include <QFutureWatcher>
#include <QJsonDocument>
#include <QThreadPool>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace heed {

void OpenToolRun::finish(const ToolOutcome &outcome)
{
    if (std::exchange(m_finished, true))
        return;
    QMetaObject::invokeMethod(
        this, [this, outcome] { Q_EMIT done(outcome); }, Qt::QueuedConnection);
}

void OpenToolRun::work(QThreadPool &pool, std::function<ToolOutcome(const std::atomic_bool &)> function)
{
    auto *watcher = new QFutureWatcher<ToolOutcome>(this);
    connect(watcher, &QFutureWatcher<ToolOutcome>::finished, this,
            [this, watcher] { finish(watcher->result()); });
    watcher->setFuture(QtConcurrent::run(
        &pool, [function = std::move(function), cancelled = m_cancelled] { return function(*cancelled); }));
}

void OpenToolRun::cancel()
{
    *m_cancelled = true;
    // A write that is with the store cannot be called back.
    finish(failedOutcome(
        u"The tool was stopped before it had finished; what it was to change may still be done."_s,
        tr("Stopped")));
}

ToolRun *finishedRun(const ToolOutcome &outcome, QObject *parent)
{
    auto *run = new OpenToolRun(parent);
    run->finish(outcome);
    return run;
}

ToolOutcome failedOutcome(const QString &forModel, const QString &summary)
{
    return {.ok = false, .result = forModel, .summary = summary};
}

QString compactJson(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace heed
