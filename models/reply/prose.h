// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringView>

namespace heed {

// What a reply says in its own words, for the claims reader. Pure functions, any thread.

//! The Markdown with code, block quotes and quotations blanked out by U+FFFC; every character keeps its
//! place.
[[nodiscard]] QString ownProse(const QString &markdown);

//! A sentence, list item or heading, without its marks and the white space around it.
struct ProseSentence {
    qsizetype at = 0; //!< UTF-16 units into the text
    qsizetype end = 0;
    bool isQuestion = false;
};
[[nodiscard]] QList<ProseSentence> sentencesOf(const QString &text);

struct Word {
    QString text{};   //!< case-folded, with straight apostrophes; "," for any mark that may end a clause
    qsizetype at = 0; //!< UTF-16 units into the text
};
[[nodiscard]] QList<Word> wordsOf(QStringView text, qsizetype from, qsizetype to);

} // namespace heed
