// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowactions.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
struct Text {
    Q_DECLARE_TR_FUNCTIONS(heed::ChatView)
};
} // namespace

QString rowActionName(const QString &word)
{
    const QHash<QString, QString> names{{u"retry"_s, Text::tr("&Try again")},
                                        {u"regenerate"_s, Text::tr("&Regenerate")},
                                        {u"changeAnswer"_s, Text::tr("C&hange answer")},
                                        {u"copy"_s, Text::tr("Copy re&ply")},
                                        {u"edit"_s, Text::tr("&Edit message")},
                                        {u"delete"_s, Text::tr("&Delete")},
                                        {u"takeBack"_s, Text::tr("Ta&ke back")},
                                        {u"previous"_s, Text::tr("&Previous version")},
                                        {u"next"_s, Text::tr("&Next version")}};
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
