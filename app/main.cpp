// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/servecommand.h"
#include "app/cli/chatcommand.h"
#include "app/cli/commandline.h"
#include "app/cli/questionscommand.h"
#include "app/cli/terminalchat.h"
#include "app/composition.h"
#include "app/desktop/systemkeychain.h"
#include "app/mcp/mcpcommand.h"
#include "app/secretmarkkey.h"
#include "app/windowprogram.h"
#include "models/base/places.h"
#include "models/store/chatrecord.h"
#include "models/store/replyrecord.h"

#include <QApplication>
#include <QCoreApplication>
#include <QEventLoop>
#include <QLibraryInfo>
#include <QLocale>
#include <QLoggingCategory>
#include <QTranslator>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
}

void installTranslations(QCoreApplication &application)
{
    const auto install = [&application](const QString &name, const QString &folder) {
        auto *translator = new QTranslator(&application);
        if (translator->load(QLocale(), name, u"_"_s, folder))
            return QCoreApplication::installTranslator(translator);
        delete translator;
        return false;
    };
    install(u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // A language without a catalogue reads English, whose catalogue makes "1 reminder" of "%n reminder(s)".
    if (!install(u"heed"_s, u":/i18n"_s)) {
        auto *english = new QTranslator(&application);
        if (english->load(u":/i18n/heed_en.qm"_s))
            QCoreApplication::installTranslator(english);
    }
}

//! Waits until the keys of the providers are fetched, so that the first request already has its own.
void fetchKeys(KeyRing &keys, const QList<ProviderChoice> &choices)
{
    for (const ProviderChoice &choice : choices) {
        QEventLoop loop;
        bool fetched = false;
        keys.prepare(choice, &loop, [&] {
            fetched = true;
            loop.quit();
        });
        if (!fetched)
            loop.exec();
    }
}

using ReadChoices = std::function<Result<QList<QJsonObject>>(QSqlDatabase &)>;

//! The same for those that stand in the database.
void fetchKeys(KeyRing &keys, Store &store, const ReadChoices &read)
{
    QList<ProviderChoice> choices;
    QEventLoop loop;
    store.read<QList<QJsonObject>>(&loop, read, [&](const Result<QList<QJsonObject>> &found) {
        for (const QJsonObject &choice : found ? *found : QList<QJsonObject>()) {
            if (!choice.isEmpty())
                choices.append(ProviderChoice::fromJson(choice));
        }
        loop.quit();
    });
    loop.exec();
    fetchKeys(keys, choices);
}

//! What a chat goes on with: its own provider, and that of a reply that was interrupted.
Result<QList<QJsonObject>> choicesOfChat(QSqlDatabase &database, ChatId chat)
{
    const auto record = records::chat(database, chat);
    if (!record)
        return record.error();
    const auto reply = records::headReply(database, chat);
    if (!reply)
        return reply.error();
    return *reply ? QList{record->provider, (*reply)->provider} : QList{record->provider};
}

//! What the replies that were interrupted go on with.
Result<QList<QJsonObject>> choicesOfUnfinished(QSqlDatabase &database)
{
    const auto unfinished = records::unfinishedReplies(database);
    if (!unfinished)
        return unfinished.error();
    QList<QJsonObject> choices;
    for (const ReplyRecord &reply : *unfinished)
        choices.append(reply.provider);
    return choices;
}

//! The program's parts for a command, with the default provider's key; nothing, and why is said, when they
//! cannot be had.
std::unique_ptr<Composition> compose(Settings &settings, const Clock &clock, KeyRing &keys, Output &err)
{
    fetchKeys(keys, {settings.providerChoice()});
    auto composition = Composition::make(settings, clock, keys);
    if (!composition) {
        err.line(composition.error().text);
        return {};
    }
    for (const auto &note : (*composition)->store().notes())
        err.line(note);
    return *std::move(composition);
}

int runQuestionsCommand(const QuestionsRequest &request, const Clock &clock, Output &out, Output &err)
{
    const QuestionPlaces where{.channelFolder = Channel::folderIn(places::dataFolder(places::Missing::Stays)),
                               .databaseFile = places::databaseFile(places::Missing::Stays)};
    if (request.verb == QuestionsRequest::Verb::Pending)
        return runPending(request, where, clock, out, err);
    if (const auto problem = checkTerminal()) {
        err.line(problem->text);
        return exitcode::failed;
    }
    const auto key = secretMarkKey(places::dataFolder());
    const auto store = Store::open(where.databaseFile, clock);
    if (!key || !store) {
        err.line(key ? store.error().text : key.error().text);
        return exitcode::failed;
    }
    return runAnswer(
        request, {.store = **store, .clock = clock, .secretKey = *key, .folder = where.channelFolder}, err);
}

//! Whether a person is there who can be asked what other programs ask.
bool canAnswerOthers(const ChatRequest &request)
{
    return !request.json && !request.once && !request.yes && !checkTerminal();
}

//! Questions of other programs: the one in this chat is answered here and now, others are told of. The exit
//! code when that was all there is to do.
std::optional<int> answerElsewhere(const ChatRequest &request, const Composition &composition, Output &err)
{
    const ChannelWatch::Parts parts = composition.channelParts();
    if (const auto asked =
            request.chat ? questionElsewhere(*request.chat, parts.folder, parts.clock) : std::nullopt) {
        err.line(QCoreApplication::translate("heed::ChatCommand",
                                             "Another Heed writes this chat's reply. Its question waits:"));
        return runAnswer({.verb = QuestionsRequest::Verb::Answer, .id = asked->question.id.value}, parts,
                         err);
    }
    if (const int count = countElsewhere(parts.folder, parts.clock); count > 0)
        err.line(
            QCoreApplication::translate("heed::ChatCommand",
                                        "%n question(s) of other programs wait for you. To see them, run: "
                                        "heed questions pending",
                                        nullptr, count));
    return std::nullopt;
}

int runChatCommand(const CommandLine &line, Settings &settings, const Clock &clock, Output &err)
{
    SystemKeychain keychain(places::configFolder() + u"/keys"_s);
    KeyRing keys(keychain);
    const auto composition = compose(settings, clock, keys, err);
    if (!composition)
        return exitcode::failed;
    QObject::connect(composition.get(), &Composition::channelRefused, composition.get(),
                     [&err](const Error &error) { err.line(error.text); });
    composition->setAsker(u"heed chat"_s, {});
    std::unique_ptr<ChannelWatch> elsewhere;
    if (canAnswerOthers(line.chat)) {
        if (const auto code = answerElsewhere(line.chat, *composition, err))
            return *code;
        elsewhere = std::make_unique<ChannelWatch>(composition->channelParts());
        std::ignore = elsewhere->start(); // why it cannot is told once a question is to be left there
    }
    const auto provider =
        settings.hasProviderOverride() ? std::optional(settings.providerChoice()) : std::nullopt;
    if (line.chat.chat && !provider)
        fetchKeys(keys, composition->store(),
                  [chat = *line.chat.chat](QSqlDatabase &database) { return choicesOfChat(database, chat); });
    return runChat(line.chat, composition->replies(), elsewhere.get(), provider,
                   [&composition](TerminalChat &chat) {
                       if (!chat.showsReminders())
                           return;
                       QObject::connect(composition.get(), &Composition::reminderDue, &chat,
                                        &TerminalChat::showReminder);
                       composition->startReminders();
                   });
}

int runServeCommand(Settings &settings, const Clock &clock, Output &err)
{
    SystemKeychain keychain(places::configFolder() + u"/keys"_s);
    KeyRing keys(keychain);
    const auto composition = compose(settings, clock, keys, err);
    if (!composition)
        return exitcode::failed;
    composition->setAsker(u"heed serve"_s, {});
    fetchKeys(keys, composition->store(), &choicesOfUnfinished);
    return runServe({.settings = settings,
                     .replies = composition->replies(),
                     .clock = clock,
                     .prepare = [&keys](const ProviderChoice &choice, QObject *context,
                                        const auto &then) { keys.prepare(choice, context, then); },
                     .folder = places::runtimeFolder()},
                    err);
}

//! Such a command makes no folder either.
bool onlyReads(const CommandLine &line)
{
    using Verb = ConfigRequest::Verb;
    switch (line.command) {
    case CommandLine::Command::Questions:
        return line.questions.verb == QuestionsRequest::Verb::Pending;
    case CommandLine::Command::Config:
        return line.config.verb == Verb::List || line.config.verb == Verb::Get;
    case CommandLine::Command::Audit:
        return true;
    case CommandLine::Command::Window:
    case CommandLine::Command::Chat:
    case CommandLine::Command::Serve:
    case CommandLine::Command::Mcp:
        break;
    }
    return false;
}

int run(const QStringList &arguments)
{
    Output out(1);
    Output err(2);
    const auto parsed = parseCommandLine(arguments, out, err);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    const auto &line = std::get<CommandLine>(parsed);
    if (const auto problem = places::problem()) {
        err.line(problem->text);
        return exitcode::failed;
    }
    const SystemClock clock;
    if (line.command == CommandLine::Command::Mcp) // reads the settings when a call needs them
        return runMcp(line.overrides, clock, err);
    const auto missing = onlyReads(line) ? places::Missing::Stays : places::Missing::IsMade;
    Settings settings(places::settingsFile(missing), clock);
    for (const auto &note : settings.notes())
        err.line(note);
    if (const auto code = applyOverrides(line.overrides, settings, err))
        return *code;
    switch (line.command) {
    case CommandLine::Command::Window:
        return runWindow(settings, clock, err);
    case CommandLine::Command::Chat:
        return runChatCommand(line, settings, clock, err);
    case CommandLine::Command::Serve:
        return runServeCommand(settings, clock, err);
    case CommandLine::Command::Config:
        return runConfig(line.config, settings, out, err);
    case CommandLine::Command::Mcp:
        break; // above
    case CommandLine::Command::Questions:
        return runQuestionsCommand(line.questions, clock, out, err);
    case CommandLine::Command::Audit:
        return runAudit(line.audit, places::databaseFile(missing), clock, out, err);
    }
    return exitcode::failed;
}

} // namespace

int main(int argc, char **argv)
{
    openStandardStreams();
    places::ignoreRelativeFolders();
    // Threads without GLib's event loop: a thousand sockets cost half as much. The main thread keeps it, for
    // the desktop.
    qputenv("QT_NO_THREADED_GLIB", "1");
    QCoreApplication::setApplicationName(u"heed"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HEED_VERSION));
    // Commands start no GUI platform: they run where there is no display.
    if (wantsWindow(argumentsOf(argc, argv))) {
        QApplication application(argc, argv);
        installTranslations(application);
        return run(QCoreApplication::arguments());
    }
    QLoggingCategory::setFilterRules(u"heed.*.info=false"_s); // QT_LOGGING_RULES can turn it on again
    ::umask(S_IRWXG | S_IRWXO); // also what libraries make, such as lock files, is the person's alone
    QCoreApplication application(argc, argv);
    installTranslations(application);
    return run(QCoreApplication::arguments());
}
