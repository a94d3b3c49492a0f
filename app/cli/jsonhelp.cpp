// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsonhelp.h"

#include <QCoreApplication>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct JsonHelpText {
    Q_DECLARE_TR_FUNCTIONS(heed::JsonHelp)
};

struct HelpRow {
    QLatin1StringView line; // as it is written
    const char *meaning;
};

constexpr std::array rowsIn{
    HelpRow{QLatin1StringView(R"({"message": TEXT})"),
            QT_TRANSLATE_NOOP("heed::JsonHelp",
                              "A message; sent when the reply that is being written has ended.")},
    HelpRow{
        QLatin1StringView(R"({"choose": ID, "option": N})"),
        QT_TRANSLATE_NOOP("heed::JsonHelp", "Answers the question ID with its option N; the first is 1.")},
    HelpRow{QLatin1StringView(R"({"answer": ID, "text": TEXT})"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "Answers in the person's own words.")},
    HelpRow{QLatin1StringView(R"({"ask_back": ID, "text": TEXT})"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "Asks the model back.")},
    HelpRow{QLatin1StringView(R"({"none": ID})"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "None of the options; when allow_other is false.")},
    HelpRow{QLatin1StringView(R"({"decline": ID})"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "Skips the question.")},
    HelpRow{QLatin1StringView(R"({"stop": true})"), QT_TRANSLATE_NOOP("heed::JsonHelp", "Stops the reply.")},
};

constexpr std::array rowsOut{
    HelpRow{QLatin1StringView("ready"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "chat. The first line; a question that waits follows.")},
    HelpRow{
        QLatin1StringView("queued"),
        QT_TRANSLATE_NOOP("heed::JsonHelp",
                          "chat, message. It waits for the reply that is being written; the \"started\" of "
                          "its own reply names it.")},
    HelpRow{QLatin1StringView("started"), QT_TRANSLATE_NOOP("heed::JsonHelp", "message, model")},
    HelpRow{QLatin1StringView("text, thinking"), QT_TRANSLATE_NOOP("heed::JsonHelp", "delta")},
    HelpRow{QLatin1StringView("tool"), QT_TRANSLATE_NOOP("heed::JsonHelp", "id, name, arguments")},
    HelpRow{QLatin1StringView("tool_result"), QT_TRANSLATE_NOOP("heed::JsonHelp", "id, ok, summary")},
    HelpRow{QLatin1StringView("question"),
            QT_TRANSLATE_NOOP("heed::JsonHelp",
                              "id, question, options (of label and description), allow_other, "
                              "index, count, deadline (or null)")},
    HelpRow{QLatin1StringView("answer"),
            QT_TRANSLATE_NOOP("heed::JsonHelp",
                              "id, outcome, text (or null), via (or null), held_back (markers "
                              "in place of secrets; only if there are any)")},
    HelpRow{QLatin1StringView("withdrawn"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "id. The question ended without an answer.")},
    HelpRow{QLatin1StringView("slot"),
            QT_TRANSLATE_NOOP("heed::JsonHelp", "state: waiting, taken or released")},
    HelpRow{QLatin1StringView("notice"), QT_TRANSLATE_NOOP("heed::JsonHelp", "code, text")},
    HelpRow{QLatin1StringView("usage"),
            QT_TRANSLATE_NOOP(
                "heed::JsonHelp",
                "tokens_in, tokens_out, model_seconds, tool_seconds, waited_seconds, and once there was one "
                "first_token_seconds")},
    HelpRow{QLatin1StringView("done, stopped"), QT_TRANSLATE_NOOP("heed::JsonHelp", "reason")},
    HelpRow{QLatin1StringView("failed"), QT_TRANSLATE_NOOP("heed::JsonHelp", "code, reason")},
    HelpRow{QLatin1StringView("reminder"), QT_TRANSLATE_NOOP("heed::JsonHelp", "id, text, missed")},
    HelpRow{QLatin1StringView("error"),
            QT_TRANSLATE_NOOP("heed::JsonHelp",
                              "code, message. A line that was not taken; nothing has changed.")},
};

template <typename Rows>
QString listed(const Rows &rows)
{
    QString text;
    for (const HelpRow &row : rows)
        text += u"  "_s + row.line + u"\n      "_s + JsonHelpText::tr(row.meaning) + u'\n';
    return text;
}

} // namespace

QString jsonHelp()
{
    return u'\n' +
           JsonHelpText::tr(
               "With --json, standard input and output carry one JSON object a line. What can be "
               "sent, with exactly these fields:") +
           u'\n' + listed(rowsIn) + u'\n' +
           JsonHelpText::tr(
               "What comes, by \"type\", with its fields. All but ready, queued, withdrawn, "
               "reminder and error are events\nof a reply, and have chat, reply, seq and at as well:") +
           u'\n' + listed(rowsOut);
}

} // namespace heed
