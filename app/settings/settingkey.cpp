// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settingkey.h"

#include <QCoreApplication>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using Kind = SettingKey::Kind;

SettingKey word(const QString &name, const QStringList &words, const QString &standard, const char *help)
{
    return {.name = name, .kind = Kind::Word, .standard = standard, .words = words, .help = help};
}

SettingKey number(const QString &name, qint64 least, qint64 most, qint64 standard, const char *help)
{
    return {.name = name,
            .kind = Kind::Number,
            .standard = QString::number(standard),
            .least = least,
            .most = most,
            .help = help};
}

SettingKey zeroOr(SettingKey key)
{
    key.zeroToo = true;
    return key;
}

SettingKey other(const QString &name, Kind kind, const char *help)
{
    return {.name = name, .kind = kind, .help = help};
}

SettingKey onOff(const QString &name, const QString &standard, const char *help)
{
    return {.name = name, .kind = Kind::Switch, .standard = standard, .help = help};
}

QList<SettingKey> providerKeys()
{
    return {
        word(u"provider.kind"_s, {u"guide"_s, u"openai"_s, u"anthropic"_s}, u"guide"_s,
             QT_TRANSLATE_NOOP("heed::Settings",
                               "Who replies: the built-in guide, a server that speaks the OpenAI "
                               "API, or Anthropic.")),
        other(u"provider.baseUrl"_s, Kind::Url,
              QT_TRANSLATE_NOOP("heed::Settings",
                                "Address of the server's API, such as http://localhost:11434/v1.")),
        other(u"provider.model"_s, Kind::Text,
              QT_TRANSLATE_NOOP("heed::Settings", "Name of the model, as the server calls it.")),
        other(u"provider.keyFrom"_s, Kind::Variable,
              QT_TRANSLATE_NOOP("heed::Settings",
                                "Environment variable that holds the API key; empty: the system's "
                                "keychain.")),
        other(u"provider.headers"_s, Kind::Headers,
              QT_TRANSLATE_NOOP("heed::Settings", "More HTTP headers for each request to the server.")),
        {.name = u"provider.proxy"_s,
         .kind = Kind::Proxy,
         .standard = u"system"_s,
         .help = QT_TRANSLATE_NOOP("heed::Settings", "The proxy on the way to the server.")},
        number(u"provider.connectSeconds"_s, 1, 300, 10,
               QT_TRANSLATE_NOOP("heed::Settings", "How long to wait for a connection to the server.")),
        number(u"provider.firstByteSeconds"_s, 1, 3600, 300,
               QT_TRANSLATE_NOOP("heed::Settings",
                                 "How long to wait for the first word; local models load slowly.")),
        number(u"provider.chunkSeconds"_s, 1, 3600, 120,
               QT_TRANSLATE_NOOP("heed::Settings", "How long to wait between two pieces of a reply.")),
        number(u"provider.slots"_s, 0, 64, 0,
               QT_TRANSLATE_NOOP("heed::Settings",
                                 "How many replies may use the model at once; 0: one on this machine, "
                                 "four elsewhere.")),
    };
}

QList<SettingKey> replyKeys()
{
    return {
        number(u"reply.maxTurns"_s, 1, 200, 24,
               QT_TRANSLATE_NOOP("heed::Settings", "How many model turns a reply may take.")),
        number(u"research.seconds"_s, 10, 86400, 300,
               QT_TRANSLATE_NOOP("heed::Settings",
                                 "How long a reply may research before it must answer; waiting for "
                                 "you does not count.")),
        zeroOr(number(u"context.tokens"_s, 1024, 10'000'000, 0,
                      QT_TRANSLATE_NOOP("heed::Settings",
                                        "How many tokens the model can take; 0: what the server "
                                        "tells."))),
        onOff(u"tools.ask"_s, u"on"_s,
              QT_TRANSLATE_NOOP("heed::Settings",
                                "Whether the model may ask you questions in the middle of a reply.")),
        other(u"search.folders"_s, Kind::Folders,
              QT_TRANSLATE_NOOP("heed::Settings", "Folders that the search tool may look into.")),
    };
}

QList<SettingKey> questionKeys()
{
    const QStringList silence{u"assume"_s, u"stop"_s};
    return {
        number(u"questions.waitingMax"_s, 1, 1000, 64,
               QT_TRANSLATE_NOOP("heed::Settings",
                                 "How many questions may wait for you at once, over all chats.")),
        word(u"questions.takeFocus"_s, {u"whenIdle"_s, u"never"_s}, u"whenIdle"_s,
             QT_TRANSLATE_NOOP("heed::Settings",
                               "Whether a question card may take the keyboard focus when you are "
                               "not typing.")),
        number(u"questions.perReply"_s, 1, 20, 4,
               QT_TRANSLATE_NOOP("heed::Settings", "How many questions a reply may ask.")),
        zeroOr(number(u"questions.timeoutSeconds"_s, 10, 86400, 1800,
                      QT_TRANSLATE_NOOP("heed::Settings",
                                        "How long a question waits for your answer; 0: until you "
                                        "answer."))),
        word(u"questions.onSilence"_s, silence, u"assume"_s,
             QT_TRANSLATE_NOOP("heed::Settings",
                               "What the model does when no answer came in time: go on with its "
                               "best assumption, or stop.")),
    };
}

const char *faceHelp(const QString &face)
{
    if (face == u"terminal"_s)
        return QT_TRANSLATE_NOOP("heed::Settings", "The same for questions in the terminal only.");
    if (face == u"mcp"_s)
        return QT_TRANSLATE_NOOP(
            "heed::Settings",
            "The same for questions of replies that another program started over MCP only.");
    return QT_TRANSLATE_NOOP("heed::Settings", "The same for questions in the window only.");
}

//! What other programs may have the person asked.
QList<SettingKey> inquiryKeys()
{
    SettingKey ask = onOff(
        u"mcp.tools.ask"_s, u"off"_s,
        QT_TRANSLATE_NOOP("heed::Settings",
                          "Whether the model may ask you when another program started the reply over MCP; "
                          "tools.ask, once you set it, counts here, too."));
    ask.falls = u"tools.ask"_s;
    return {
        ask,
        onOff(u"questions.outOfBand"_s, u"on"_s,
              QT_TRANSLATE_NOOP(
                  "heed::Settings",
                  "Whether such a question may reach you outside that program: by a notification, "
                  "in the window, by heed questions. Off: the model cannot ask.")),
        onOff(u"inquiry.elicitation"_s, u"off"_s,
              QT_TRANSLATE_NOOP(
                  "heed::Settings",
                  "Whether a program that uses Heed over MCP may show you such a question in a form "
                  "of its own, too. Some programs close such forms unseen.")),
    };
}

// One face's own value. Only the faces that Heed has are listed.
QList<SettingKey> faceKeys()
{
    QList<SettingKey> keys;
    for (const QString &face : {u"window"_s, u"terminal"_s, u"mcp"_s}) {
        const bool patient = face != u"window"_s;
        for (SettingKey key : questionKeys()) {
            if (key.name == u"questions.waitingMax"_s || key.name == u"questions.takeFocus"_s)
                continue;
            key.falls = key.name;
            key.name = face + u'.' + key.name;
            if (patient && key.falls == u"questions.perReply"_s)
                key.standard = u"2"_s;
            if (patient && key.falls == u"questions.timeoutSeconds"_s)
                key.standard = u"0"_s;
            if (patient && key.falls == u"questions.onSilence"_s)
                key.standard = u"stop"_s;
            key.help = faceHelp(face);
            keys << key;
        }
    }
    return keys;
}

QList<SettingKey> windowKeys()
{
    return {
        word(u"appearance.theme"_s, {u"system"_s, u"light"_s, u"dark"_s, u"highContrast"_s}, u"system"_s,
             QT_TRANSLATE_NOOP("heed::Settings", "Colours of the window.")),
    };
}

QList<SettingKey> apiKeys()
{
    return {
        onOff(u"api.enabled"_s, u"off"_s,
              QT_TRANSLATE_NOOP("heed::Settings",
                                "Whether the window serves the API on this machine; \"heed serve\" always "
                                "does.")),
        number(u"api.port"_s, 0, 65535, 0,
               QT_TRANSLATE_NOOP("heed::Settings", "The port of the API on this machine; 0: any.")),
    };
}

} // namespace

QString SettingKey::helpText() const
{
    return QCoreApplication::translate("heed::Settings", help);
}

QString SettingKey::allowedText() const
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("heed::Settings", text); };
    switch (kind) {
    case Kind::Word:
        return words.join(u", "_s);
    case Kind::Number:
        return (zeroToo ? tr(QT_TRANSLATE_NOOP("heed::Settings", "0, or a whole number from %1 to %2"))
                        : tr(QT_TRANSLATE_NOOP("heed::Settings", "a whole number from %1 to %2")))
            .arg(least)
            .arg(most);
    case Kind::Switch:
        return u"on, off"_s;
    case Kind::Text:
        return tr(QT_TRANSLATE_NOOP("heed::Settings", "one line of text, up to 500 characters"));
    case Kind::Url:
        return tr(QT_TRANSLATE_NOOP("heed::Settings",
                                    "an address that begins with http:// or https://, without a "
                                    "name or password in it"));
    case Kind::Variable:
        return tr(QT_TRANSLATE_NOOP("heed::Settings",
                                    "the name of an environment variable in capital letters, such "
                                    "as OPENAI_API_KEY; never the key itself"));
    case Kind::Proxy:
        return tr(QT_TRANSLATE_NOOP("heed::Settings",
                                    "system, none, or an address such as http://proxy:3128 or "
                                    "socks5://proxy:1080, without a name or password in it"));
    case Kind::Headers:
        return tr(QT_TRANSLATE_NOOP("heed::Settings",
                                    "headers such as \"X-Title: Heed\"; none that carries a key"));
    case Kind::Folders:
        return tr(QT_TRANSLATE_NOOP("heed::Settings", "full paths of folders"));
    }
    return {};
}

const QList<SettingKey> &settingKeys()
{
    static const QList<SettingKey> keys =
        providerKeys() + replyKeys() + questionKeys() + faceKeys() + inquiryKeys() + windowKeys() + apiKeys();
    return keys;
}

const SettingKey *findSettingKey(const QString &name)
{
    const auto &keys = settingKeys();
    const auto found =
        std::find_if(keys.cbegin(), keys.cend(), [&](const SettingKey &key) { return key.name == name; });
    return found == keys.cend() ? nullptr : &*found;
}

} // namespace heed
