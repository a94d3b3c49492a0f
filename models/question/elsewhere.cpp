// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/elsewhere.h"

#include "models/question/display.h"

#include <QCoreApplication>

namespace heed {

namespace {

struct QuestionsElsewhereText {
    Q_DECLARE_TR_FUNCTIONS(heed::QuestionsElsewhere)
};

} // namespace

QString askerLine(const AskerName &asker)
{
    const QString program = displayLine(asker.program);
    const QString process = displayLine(asker.process.section(u':', 0, 0));
    return asker.client.isEmpty() ? QuestionsElsewhereText::tr("%1, process %2").arg(program, process)
                                  : QuestionsElsewhereText::tr("%1 for %2, process %3")
                                        .arg(program, displayLine(asker.client), process);
}

QString answerGoesLine(const AskerName &asker)
{
    return asker.client.isEmpty() ? QuestionsElsewhereText::tr("Your answer goes to the model.")
                                  : QuestionsElsewhereText::tr(
                                        "Your answer goes to the model, and to %1, which can read this chat.")
                                        .arg(displayLine(asker.client));
}

} // namespace heed
