// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowactions.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
struct RowActionsText {
    Q_DECLARE_TR_FUNCTIONS(heed::ChatView)
};
} // namespace

QString rowActionName(const QString &word)
{
    const QHash<QString, QString> names{{u"retry"_s, RowActionsText::tr("&Try again")},
                                        {u"regenerate"_s, RowActionsText::tr("&Regenerate")},
                                        {u"changeAnswer"_s, RowActionsText::tr("C&hange answer")},
                                        {u"copy"_s, RowActionsText::tr("Copy re&ply")},
                                        {u"edit"_s, RowActionsText::tr("&Edit message")},
                                        {u"delete"_s, RowActionsText::tr("&Delete")},
                                        {u"takeBack"_s, RowActionsText::tr("Ta&ke back")},
                                        {u"previous"_s, RowActionsText::tr("&Previous version")},
                                        {u"next"_s, RowActionsText::tr("&Next version")}};
    return names.value(word, QString(word).replace(u'&', "&&"_L1));
}

QString rowActionLabel(const QString &word)
{
    // A mark of two stands for itself; the one that is left over is the mnemonic's.
    return rowActionName(word).replace("&&"_L1, "\x01"_L1).remove(u'&').replace(u'\x01', u'&');
}

QStringList shownRowActions(RowKind kind, const QStringList &words)
{
    QStringList shown = words;
    if (kind != RowKind::Figures)
        shown.removeAll(u"copy"_s);
    return shown;
}

} // namespace heed
