// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/storetool.h"

#include "models/store/keptrecord.h"
#include "models/tool/toolinput.h"
#include "models/tool/toolrun.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct StoreToolText {
    Q_DECLARE_TR_FUNCTIONS(heed::StoreTool)
};

//! The first line, cut where a word ends.
QString titleOf(const QString &text)
{
    constexpr qsizetype longest = 80;
    QString line = text.section(u'\n', 0, 0, QString::SectionSkipEmpty).simplified();
    if (line.size() <= longest)
        return line;
    const qsizetype space = line.lastIndexOf(u' ', longest - 1);
    line.truncate(space > longest / 2 ? space : longest - 1);
    return line + u'…';
}

} // namespace

ToolSpec StoreTool::spec() const
{
    const QJsonObject text{{u"type"_s, u"string"_s},
                           {u"maxLength"_s, 20'000},
                           {u"description"_s, u"the note, complete: it is read later without this chat."_s}};
    const QJsonObject title{
        {u"type"_s, u"string"_s}, {u"maxLength"_s, 200}, {u"description"_s, u"a short title."_s}};
    return {.name = u"store"_s,
            .description = u"Keep a note for the user, to be found again with search."_s,
            .schema = {{u"type"_s, u"object"_s},
                       {u"properties"_s, QJsonObject{{u"text"_s, text}, {u"title"_s, title}}},
                       {u"required"_s, QJsonArray{u"text"_s}}}};
}

ToolRun *StoreTool::run(const QJsonObject &arguments, const ToolContext &context, QObject *parent)
{
    const ToolInput input(arguments, spec().schema);
    if (!input.problem().isEmpty())
        return finishedRun(failedOutcome(input.problem(), StoreToolText::tr("The note was not kept")),
                           parent);
    NoteRecord note{.chat = context.chat,
                    .call = context.call,
                    .title = input.text(u"title"_s),
                    .text = input.text(u"text"_s),
                    .atMs = m_clock.wallMs()};
    if (note.title.isEmpty())
        note.title = titleOf(note.text);
    auto *run = new OpenToolRun(parent);
    m_store.write<NoteId>(
        Durability::AtOnce, run, [note](QSqlDatabase &database) { return records::addNote(database, note); },
        [run, title = note.title](const Result<NoteId> &kept) {
            if (!kept) {
                run->finish(
                    failedOutcome(u"The note could not be kept. Tell the user."_s, kept.error().text));
                return;
            }
            const QJsonObject result{{u"id"_s, u"note:%1"_s.arg(kept->value)}, {u"title"_s, title}};
            run->finish({.result = compactJson(result),
                         .summary = StoreToolText::tr("Kept: %1").arg(title),
                         .changed = true});
        });
    return run;
}

} // namespace heed
