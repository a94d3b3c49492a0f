// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/mcpcommand.h"

#include "app/cli/chatrequest.h"
#include "app/cli/linereader.h"
#include "app/cli/signalwatch.h"
#include "app/mcp/commandworkshop.h"
#include "app/mcp/mcpserver.h"
#include "app/settings/settingcheck.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

std::optional<Error> checkOverrides(const QList<std::pair<QString, QString>> &overrides)
{
    for (const auto &[name, value] : overrides) {
        const SettingKey *key = findSettingKey(name);
        if (!key)
            return unknownSetting(name);
        if (const auto checked = checkSetting(*key, value); !checked)
            return checked.error();
    }
    return std::nullopt;
}

} // namespace

int runMcp(const QList<std::pair<QString, QString>> &overrides, const Clock &clock, Output &err)
{
    if (const auto problem = checkOverrides(overrides)) {
        err.line(problem->text);
        return exitcode::wrongUse;
    }
    LineReader input(STDIN_FILENO);
    Output output(STDOUT_FILENO);
    SignalWatch signalWatch;
    CommandWorkshop workshop(overrides, clock);
    McpServer server(workshop, [&output](const QJsonObject &message) {
        output.bytes(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    });
    QObject::connect(&input, &LineReader::line, &server, &McpServer::takeLine);
    QObject::connect(&input, &LineReader::lineTooLong, &server,
                     [&server] { server.refuseLongLine(LineReader::lineLimit); });
    QObject::connect(&input, &LineReader::ended, &server, &McpServer::stop);
    QObject::connect(&signalWatch, &SignalWatch::terminated, &server, &McpServer::stop);
    QObject::connect(&signalWatch, &SignalWatch::interrupted, &server, &McpServer::stop);
    QObject::connect(
        &server, &McpServer::ended, &server, [] { QCoreApplication::quit(); }, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace heed
