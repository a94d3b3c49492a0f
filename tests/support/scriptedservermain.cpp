// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_scripted_server SCRIPT [--port N] [--log FILE]: ScriptedServer as a program, for end-to-end tests.
// Prints "listening PORT" and serves until it is ended; the script's format is told in scriptedserver.h.
#include "tests/support/scriptedserver.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <cstdio>

using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption port(u"port"_s, u"The port; 0: any free one."_s, u"port"_s, u"0"_s);
    const QCommandLineOption log(u"log"_s, u"Each request as a line of JSON."_s, u"file"_s);
    parser.addOptions({port, log});
    parser.addPositionalArgument(u"script"_s, u"The script, a JSON file."_s);
    parser.addHelpOption();
    parser.process(app);
    QFile file(parser.positionalArguments().value(0));
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "cannot read the script\n");
        return 2;
    }
    QJsonParseError error{};
    const QJsonDocument script = QJsonDocument::fromJson(file.readAll(), &error);
    heed::ScriptedServer server;
    const QString problem =
        script.isNull() ? error.errorString() : server.load(script, QFileInfo(file).path());
    if (!problem.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(problem));
        return 2;
    }
    QFile requests(parser.value(log));
    if (parser.isSet(log) && !requests.open(QIODevice::WriteOnly | QIODevice::Append)) {
        std::fprintf(stderr, "cannot write the log\n");
        return 2;
    }
    QObject::connect(&server, &heed::ScriptedServer::requested, &server,
                     [&requests](const heed::ScriptedRequest &request) {
                         if (!requests.isOpen())
                             return;
                         requests.write(QJsonDocument(request.toJson()).toJson(QJsonDocument::Compact) +
                                        '\n');
                         requests.flush();
                     });
    if (!server.listen(quint16(parser.value(port).toUInt()))) {
        std::fprintf(stderr, "cannot listen\n");
        return 1;
    }
    std::printf("listening %d\n", int(server.port()));
    std::fflush(stdout);
    return QCoreApplication::exec();
}
