// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include "app/cli/jsonhelp.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using Command = CommandLine::Command;

struct CommandLineText {
    Q_DECLARE_TR_FUNCTIONS(heed::CommandLine)
};

struct CommandRow {
    QLatin1StringView name;
    Command command;
    const char *help;
};
constexpr std::array commands{
    CommandRow{QLatin1StringView("chat"), Command::Chat,
               QT_TRANSLATE_NOOP("heed::CommandLine", "Chat in the terminal.")},
    CommandRow{QLatin1StringView("serve"), Command::Serve,
               QT_TRANSLATE_NOOP("heed::CommandLine", "Serve the API without a window.")},
    CommandRow{QLatin1StringView("config"), Command::Config,
               QT_TRANSLATE_NOOP("heed::CommandLine", "Show and change settings.")},
    CommandRow{QLatin1StringView("audit"), Command::Audit,
               QT_TRANSLATE_NOOP("heed::CommandLine", "Print what was asked, answered and done.")},
    CommandRow{QLatin1StringView("mcp"), Command::Mcp,
               QT_TRANSLATE_NOOP("heed::CommandLine", "Serve other programs over MCP, on standard input and "
                                                      "output.")},
    CommandRow{QLatin1StringView("questions"), Command::Questions,
               QT_TRANSLATE_NOOP("heed::CommandLine", "List and answer what running programs ask.")},
};

struct OverrideRow {
    QLatin1StringView option;
    QLatin1StringView setting;
    QLatin1StringView value;
    const char *help;
};
constexpr std::array overrideOptions{
    OverrideRow{QLatin1StringView("provider"), QLatin1StringView("provider.kind"),
                QLatin1StringView("guide|openai|anthropic"),
                QT_TRANSLATE_NOOP("heed::CommandLine", "Who replies in this run.")},
    OverrideRow{QLatin1StringView("base-url"), QLatin1StringView("provider.baseUrl"),
                QLatin1StringView("URL"),
                QT_TRANSLATE_NOOP("heed::CommandLine", "Address of the server's API.")},
    OverrideRow{QLatin1StringView("model"), QLatin1StringView("provider.model"), QLatin1StringView("NAME"),
                QT_TRANSLATE_NOOP("heed::CommandLine", "Name of the model.")},
    OverrideRow{QLatin1StringView("key-from"), QLatin1StringView("provider.keyFrom"),
                QLatin1StringView("ENV"),
                QT_TRANSLATE_NOOP("heed::CommandLine", "Environment variable that holds the API key.")},
};

constexpr OverrideRow portOption{
    QLatin1StringView("port"), QLatin1StringView("api.port"), QLatin1StringView("NUMBER"),
    QT_TRANSLATE_NOOP("heed::CommandLine", "The port to listen on; 0 takes any that is free.")};

// Options whose value is the next argument, of ours and of QApplication.
bool takesNextArgument(const QString &argument)
{
    static const QStringList others{u"--chat"_s,
                                    u"--once"_s,
                                    u"--since"_s,
                                    u"--port"_s,
                                    u"-platform"_s,
                                    u"-style"_s,
                                    u"-stylesheet"_s,
                                    u"-display"_s,
                                    u"-geometry"_s,
                                    u"-qwindowgeometry"_s,
                                    u"-platformpluginpath"_s,
                                    u"-platformtheme"_s,
                                    u"-plugin"_s,
                                    u"-session"_s,
                                    u"-qwindowtitle"_s,
                                    u"-qwindowicon"_s,
                                    u"-fontengine"_s,
                                    u"-name"_s,
                                    u"-title"_s};
    QString plain = argument;
    if (plain.startsWith(u"--"_s) && others.contains(plain.mid(1)))
        plain.remove(0, 1);
    return others.contains(plain) ||
           std::any_of(overrideOptions.begin(), overrideOptions.end(),
                       [&](const OverrideRow &row) { return argument == u"--"_s + row.option; });
}

// Where the command's word stands; -1: there is none.
qsizetype commandIndex(const QStringList &arguments)
{
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const QString &argument = arguments.at(i);
        if (takesNextArgument(argument))
            ++i;
        else if (!argument.startsWith(u'-'))
            return i;
    }
    return -1;
}

const CommandRow *findCommand(const QString &word)
{
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&](const CommandRow &row) { return row.name == word; });
    return found == commands.end() ? nullptr : &*found;
}

// How many single changes lead from one word to the other.
qsizetype distance(const QString &a, const QString &b)
{
    QList<qsizetype> row(b.size() + 1);
    for (qsizetype j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (qsizetype i = 1; i <= a.size(); ++i) {
        qsizetype corner = std::exchange(row[0], i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const qsizetype changed = corner + (a.at(i - 1) == b.at(j - 1) ? 0 : 1);
            corner = row.at(j);
            row[j] = std::min({row.at(j) + 1, row.at(j - 1) + 1, changed});
        }
    }
    return row.constLast();
}

int unknownCommand(const QString &word, Output &err)
{
    QString near;
    for (const CommandRow &row : commands) {
        if (distance(word.toLower(), row.name) <= 2)
            near = row.name;
    }
    err.line(
        near.isEmpty()
            ? CommandLineText::tr("There is no command \"%1\". Run \"heed --help\" for those there are.")
                  .arg(word)
            : CommandLineText::tr("There is no command \"%1\". Did you mean \"heed %2\"?").arg(word, near));
    return exitcode::wrongUse;
}

int wrongUse(const QString &text, const QString &command, Output &err)
{
    err.line(text);
    err.line(CommandLineText::tr("Run \"%1 --help\" for how it is used.")
                 .arg(command.isEmpty() ? u"heed"_s : QString(u"heed "_s + command)));
    return exitcode::wrongUse;
}

void addProviderOptions(QCommandLineParser &parser)
{
    for (const OverrideRow &row : overrideOptions)
        parser.addOption(QCommandLineOption(row.option, CommandLineText::tr(row.help), row.value));
}

void addQuestions(QCommandLineParser &parser)
{
    parser.setApplicationDescription(CommandLineText::tr(
        "List and answer the questions that wait for you, whichever program asks. An answer is typed "
        "when you are asked for it, on a terminal. The beginning of an id is enough."));
    parser.addPositionalArgument(u"questions"_s, {}, u"questions"_s);
    parser.addPositionalArgument(u"pending"_s, CommandLineText::tr("All that wait, oldest first."),
                                 u"pending |"_s);
    parser.addPositionalArgument(u"answer"_s, CommandLineText::tr("Show one and answer it."),
                                 u"answer ID |"_s);
    parser.addPositionalArgument(u"decline"_s, CommandLineText::tr("Skip one."), u"decline ID"_s);
    parser.addOption({u"json"_s, CommandLineText::tr("With pending: one JSON object a line.")});
}

void addChat(QCommandLineParser &parser)
{
    parser.setApplicationDescription(
        CommandLineText::tr("Chat in the terminal. A question of the model is shown with numbered options; "
                            "Ctrl-C stops the reply, Ctrl-D leaves and lets a question wait."));
    parser.addPositionalArgument(u"chat"_s, {}, u"chat"_s);
    parser.addOption({u"chat"_s, CommandLineText::tr("Carry on with this chat."), u"ID"_s});
    parser.addOption({u"new"_s, CommandLineText::tr("Start a new chat, as without --chat.")});
    addProviderOptions(parser);
    parser.addOption(
        {u"once"_s, CommandLineText::tr("Send one message, print the reply, and leave."), u"TEXT"_s});
    parser.addOption({u"json"_s, CommandLineText::tr("JSON lines both ways, for programs; see below.")});
    parser.addOption(
        {u"yes"_s, CommandLineText::tr("Nobody is here to answer: the model is not offered to ask.")});
}

void addConfig(QCommandLineParser &parser)
{
    parser.setApplicationDescription(
        CommandLineText::tr("Show and change settings. API keys are none: they come from the environment "
                            "variable named in provider.keyFrom, or from the system's keychain."));
    parser.addPositionalArgument(u"config"_s, {}, u"config"_s);
    parser.addPositionalArgument(
        u"list"_s, CommandLineText::tr("All settings with value, default and what they do."), u"list |"_s);
    parser.addPositionalArgument(u"get"_s, CommandLineText::tr("The value of one."), u"get KEY |"_s);
    parser.addPositionalArgument(u"set"_s, CommandLineText::tr("Change one. Lists take several values."),
                                 u"set KEY VALUE... |"_s);
    parser.addPositionalArgument(u"unset"_s, CommandLineText::tr("Back to the default."), u"unset KEY"_s);
}

void addCommand(QCommandLineParser &parser, Command command)
{
    switch (command) {
    case Command::Window:
        parser.setApplicationDescription(
            CommandLineText::tr("Heed is a chat for language models whose replies can ask you something and "
                                "wait for your answer. Without a command it opens its window."));
        for (const CommandRow &row : commands)
            parser.addPositionalArgument(row.name, CommandLineText::tr(row.help),
                                         QString(u"["_s + row.name + u"]"_s));
        addProviderOptions(parser);
        break;
    case Command::Chat:
        addChat(parser);
        break;
    case Command::Serve:
        parser.setApplicationDescription(CommandLineText::tr(
            "Serve the API on this machine, without a window, until it is ended with Ctrl-C or "
            "SIGTERM. The file api.json in Heed's runtime folder says where, and holds the token."));
        parser.addPositionalArgument(u"serve"_s, {}, u"serve"_s);
        parser.addOption({portOption.option, CommandLineText::tr(portOption.help), portOption.value});
        addProviderOptions(parser);
        break;
    case Command::Config:
        addConfig(parser);
        break;
    case Command::Mcp:
        parser.setApplicationDescription(CommandLineText::tr(
            "Serve other programs over MCP, on standard input and output: such a program, a coding agent "
            "say, starts this command itself. It gets threads of Heed to talk to; questions of the "
            "models there come to you."));
        parser.addPositionalArgument(u"mcp"_s, {}, u"mcp"_s);
        addProviderOptions(parser);
        break;
    case Command::Audit:
        parser.setApplicationDescription(
            CommandLineText::tr("Print what was asked, answered and done, oldest first."));
        parser.addPositionalArgument(u"audit"_s, {}, u"audit"_s);
        parser.addOption({u"chat"_s, CommandLineText::tr("Only this chat."), u"ID"_s});
        parser.addOption(
            {u"since"_s,
             CommandLineText::tr(
                 "Only from this day or time on: 2026-11-29, \"2026-11-29 14:00\", today, yesterday."),
             u"DATE"_s});
        parser.addOption({u"json"_s, CommandLineText::tr("One JSON object a line.")});
        break;
    case Command::Questions:
        addQuestions(parser);
        break;
    }
}

std::optional<ChatId> chatNumber(const QString &text)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber && number > 0 ? std::optional(ChatId{number}) : std::nullopt;
}

// Fills in what the options say; a sentence when they contradict each other.
QString readOptions(const QCommandLineParser &parser, CommandLine &line)
{
    const auto isGiven = [&](const QString &name) { return parser.optionNames().contains(name); };
    for (const OverrideRow &row : overrideOptions) {
        if (isGiven(row.option))
            line.overrides.append({row.setting, parser.value(row.option)});
    }
    if (isGiven(portOption.option))
        line.overrides.append({portOption.setting, parser.value(portOption.option)});
    if (isGiven(u"chat"_s)) {
        const auto chat = chatNumber(parser.value(u"chat"_s));
        if (!chat)
            return CommandLineText::tr("--chat takes the number of a chat, such as 12.");
        line.chat.chat = chat;
        line.audit.chat = chat;
    }
    if (isGiven(u"chat"_s) && isGiven(u"new"_s))
        return CommandLineText::tr("--chat and --new contradict each other.");
    if (isGiven(u"once"_s)) {
        if (parser.value(u"once"_s).trimmed().isEmpty())
            return CommandLineText::tr("--once takes the message, such as --once \"What time is it?\".");
        line.chat.once = parser.value(u"once"_s);
    }
    if (isGiven(u"since"_s))
        line.audit.since = parser.value(u"since"_s);
    line.chat.json = line.audit.json = line.questions.json = isGiven(u"json"_s);
    if (line.questions.json && line.command == Command::Questions &&
        line.questions.verb != QuestionsRequest::Verb::Pending)
        return CommandLineText::tr("--json goes with \"heed questions pending\" only.");
    line.chat.yes = isGiven(u"yes"_s);
    return {};
}

} // namespace

bool wantsWindow(const QStringList &arguments)
{
    const QStringList told{u"-h"_s, u"--help"_s, u"-v"_s, u"--version"_s};
    return commandIndex(arguments) < 0 &&
           std::none_of(arguments.cbegin(), arguments.cend(),
                        [&](const QString &one) { return told.contains(one); });
}

std::variant<CommandLine, int> parseCommandLine(const QStringList &arguments, Output &out, Output &err)
{
    CommandLine line;
    QStringList rest = arguments;
    QString word;
    if (const qsizetype at = commandIndex(arguments); at >= 0) {
        word = rest.takeAt(at);
        const CommandRow *row = findCommand(word);
        if (!row)
            return unknownCommand(word, err);
        line.command = row->command;
    }
    QCommandLineParser parser;
    addCommand(parser, line.command);
    parser.addOption({{u"h"_s, u"help"_s}, CommandLineText::tr("Print this.")});
    parser.addOption({{u"v"_s, u"version"_s}, CommandLineText::tr("Print the version.")});
    if (!parser.parse(rest))
        return wrongUse(parser.errorText(), word, err);
    if (parser.isSet(u"help"_s)) {
        out.write(parser.helpText());
        if (line.command == Command::Chat)
            out.write(jsonHelp());
        return exitcode::ok;
    }
    if (parser.isSet(u"version"_s)) {
        out.line(u"heed %1"_s.arg(QString::fromLatin1(HEED_VERSION)));
        return exitcode::ok;
    }
    QStringList words = parser.positionalArguments();
    if (line.command == Command::Config) {
        const auto config = readConfigRequest(words);
        if (!config)
            return wrongUse(config.error().text, word, err);
        line.config = *config;
    } else if (line.command == Command::Questions) {
        const auto questions = readQuestionsRequest(words);
        if (!questions)
            return wrongUse(questions.error().text, word, err);
        line.questions = *questions;
    } else if (!words.isEmpty()) {
        return wrongUse(CommandLineText::tr("\"%1\" was not expected there.").arg(words.constFirst()), word,
                        err);
    }
    if (const QString problem = readOptions(parser, line); !problem.isEmpty())
        return wrongUse(problem, word, err);
    return line;
}

} // namespace heed
