// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/nowtool.h"

#include "models/tool/toolinput.h"
#include "models/tool/toolrun.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace heed {

ToolSpec NowTool::spec() const
{
    return {.name = u"now"_s,
            .description = u"The present local date and time, time zone and week day."_s,
            .schema = {{u"type"_s, u"object"_s}, {u"properties"_s, QJsonObject()}}};
}

ToolRun *NowTool::run(const QJsonObject &arguments, const ToolContext &, QObject *parent)
{
    const ToolInput input(arguments, spec().schema);
    if (!input.problem().isEmpty())
        return finishedRun(failedOutcome(u"now takes no arguments. Send {}."_s,
                                         QCoreApplication::translate("heed::NowTool", "Could not be run")),
                           parent);
    const QDateTime now = m_clock.now();
    const QJsonObject result{
        {u"time"_s, now.toString(u"yyyy-MM-ddTHH:mm:ss")},
        {u"utc_offset_minutes"_s, now.offsetFromUtc() / 60},
        {u"zone"_s, QString::fromUtf8(now.timeZone().id())},
        {u"weekday"_s, QLocale::c().dayName(now.date().dayOfWeek())},
        {u"week"_s, now.date().weekNumber()},
    };
    return finishedRun(
        {.result = compactJson(result), .summary = QLocale().toString(now, QLocale::ShortFormat)}, parent);
}

} // namespace heed
