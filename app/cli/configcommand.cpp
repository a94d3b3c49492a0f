// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/configcommand.h"

#include "app/cli/chatrequest.h"
#include "app/settings/settingcheck.h"
#include "models/question/display.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using Verb = ConfigRequest::Verb;

struct ConfigCommandText {
    Q_DECLARE_TR_FUNCTIONS(heed::ConfigCommand)
};

Error wrong(const QString &text)
{
    return {Error::Code::BadInput, text, {}};
}

void list(const Settings &settings, Output &out)
{
    for (const SettingKey &key : settingKeys()) {
        const QString value = displayLine(settingText(settings.value(key.name)));
        out.line(
            ConfigCommandText::tr("%1 = %2 (default: %3)")
                .arg(key.name, value, key.standard.isEmpty() ? ConfigCommandText::tr("none") : key.standard));
        out.line(u"    "_s + key.helpText());
    }
}

int get(const QString &key, const Settings &settings, Output &out, Output &err)
{
    const SettingKey *row = findSettingKey(key);
    if (!row) {
        err.line(unknownSetting(key).text);
        return exitcode::wrongUse;
    }
    if (!row->isList()) {
        out.line(displayLine(settings.text(key)));
        return exitcode::ok;
    }
    const QStringList values = settings.list(key);
    for (const QString &one : values)
        out.line(displayLine(one));
    return exitcode::ok;
}

int told(const Result<Done> &result, Output &err)
{
    if (result)
        return exitcode::ok;
    err.line(result.error().text);
    return result.error().code == Error::Code::Storage ? exitcode::failed : exitcode::wrongUse;
}

} // namespace

Result<ConfigRequest> readConfigRequest(const QStringList &words)
{
    if (words.isEmpty() || (words.size() == 1 && words.constFirst() == u"list"_s))
        return ConfigRequest{};
    ConfigRequest request{.key = words.value(1), .values = words.mid(2)};
    const QString &verb = words.constFirst();
    if (verb == u"list"_s)
        return wrong(ConfigCommandText::tr("\"list\" takes nothing else."));
    if (verb == u"get"_s)
        request.verb = Verb::Get;
    else if (verb == u"set"_s)
        request.verb = Verb::Set;
    else if (verb == u"unset"_s)
        request.verb = Verb::Unset;
    else
        return Error{Error::Code::BadInput,
                     ConfigCommandText::tr("\"%1\" is none of list, get, set, unset.").arg(verb),
                     {}};
    if (request.key.isEmpty())
        return wrong(ConfigCommandText::tr("The name of a setting is missing."));
    if (request.verb == Verb::Set && request.values.isEmpty())
        return wrong(ConfigCommandText::tr("The value is missing; an empty one is written \"\"."));
    const SettingKey *key = findSettingKey(request.key);
    const qsizetype most = request.verb != Verb::Set ? 0 : key && !key->isList() ? 1 : request.values.size();
    if (request.values.size() > most)
        return wrong(
            ConfigCommandText::tr("There are too many values; one with spaces is written in quotes."));
    return request;
}

int runConfig(const ConfigRequest &request, Settings &settings, Output &out, Output &err)
{
    switch (request.verb) {
    case Verb::List:
        list(settings, out);
        return exitcode::ok;
    case Verb::Get:
        return get(request.key, settings, out, err);
    case Verb::Set:
        return told(settings.set(request.key, request.values), err);
    case Verb::Unset:
        return told(settings.reset(request.key), err);
    }
    return exitcode::failed;
}

std::optional<int> applyOverrides(const QList<std::pair<QString, QString>> &overrides, Settings &settings,
                                  Output &err)
{
    for (const auto &[key, value] : overrides) {
        if (const auto result = settings.override(key, value); !result)
            return told(result, err);
    }
    return std::nullopt;
}

} // namespace heed
