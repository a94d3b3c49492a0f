// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>
#include <span>

namespace heed {

enum class CodeShape : quint8 { Program, Markup, Keys };

//! One language of the Highlighter, as a table. Word lists are separated by single spaces.
struct CodeLanguage {
    QStringView names{}; //!< as fences write them, lower case
    CodeShape shape = CodeShape::Program;
    QStringView keywords{};
    QStringView types{}; //!< types and fixed values
    QStringView lineComment{};
    QStringView otherLineComment{};
    QStringView commentBegin{};
    QStringView commentEnd{};
    QStringView quotes{};         //!< each character begins and ends a string
    QStringView longQuotes{};     //!< each group of three, space separated, encloses a string over many lines
    QStringView openQuotes{};     //!< those of `quotes` whose string may span lines
    char16_t directive = 0;       //!< begins a word or line with a meaning of its own: # @ $
    bool isLineDirective = false; //!< the directive runs to the end of the line
    bool ignoresCase = false;
    bool hasLifetimes = false; //!< 'a is no string (Rust)
    bool hasHyphens = false;   //!< a word may contain '-' (CSS)
    bool hasEscapes = true;    //!< a backslash in a string takes the next character
};

//! All tables.
[[nodiscard]] std::span<const CodeLanguage> codeLanguages();

} // namespace heed
