// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/servecommand.h"

#include "app/cli/chatrequest.h"
#include "app/cli/signalwatch.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct ServeCommandText {
    Q_DECLARE_TR_FUNCTIONS(heed::ServeCommand)
};

void tellPlace(const ApiControl &api, const QString &folder, Output &err)
{
    err.line(ServeCommandText::tr("Heed serves its API on http://127.0.0.1:%1; the token is in %2.")
                 .arg(api.port())
                 .arg(QString(folder + u"/api.json"_s)));
}

} // namespace

int runServe(const ApiControl::Parts &parts, Output &err)
{
    SignalWatch signalWatch;
    parts.settings.followFile();
    ApiControl api(parts, ApiControl::When::Always);
    if (const auto begun = api.apply(); !begun) {
        err.line(begun.error().text);
        return exitcode::failed;
    }
    tellPlace(api, parts.folder, err);
    QObject::connect(&api, &ApiControl::failed, &api, [&](const QString &text) {
        err.line(text);
        QCoreApplication::exit(exitcode::failed);
    });
    QObject::connect(&parts.settings, &Settings::changed, &api, [&, port = api.port()]() mutable {
        if (api.port() != 0 && api.port() != std::exchange(port, api.port()))
            tellPlace(api, parts.folder, err);
    });
    QObject::connect(&signalWatch, &SignalWatch::interrupted, &api,
                     [] { QCoreApplication::exit(exitcode::ok); });
    QObject::connect(&signalWatch, &SignalWatch::terminated, &api,
                     [] { QCoreApplication::exit(exitcode::ok); });
    parts.replies.resume(std::nullopt, {.face = Face::Api}, &api, [&err](const Result<int> &count) {
        if (!count)
            err.line(count.error().text);
    });
    return QCoreApplication::exec();
}

} // namespace heed
