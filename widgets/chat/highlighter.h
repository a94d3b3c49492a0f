// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringView>

namespace heed {

enum class CodeToken : quint8 { Plain, Keyword, Type, String, Number, Comment, Function, Directive, Name };

//! A run of code of one kind.
struct CodeSpan {
    int start = 0;
    int length = 0;
    CodeToken token = CodeToken::Plain;
    friend bool operator==(const CodeSpan &, const CodeSpan &) = default;
};

struct CodeLanguage;

//! Colours code by lexer tables of our own, a language a table; a line costs about a microsecond. It tells
//! words apart, it does not check them. Pure, any thread.
namespace Highlighter {

//! The language that a fence names ("cpp", "py", "JavaScript"); null when there is no table for it.
[[nodiscard]] const CodeLanguage *language(const QString &name);

//! The spans of \a code, which may be many lines. \a state carries open comments and strings: 0 before the
//! first line; after the call it is what the code that follows needs.
[[nodiscard]] QList<CodeSpan> spans(QStringView code, const CodeLanguage &language, int &state);

} // namespace Highlighter

} // namespace heed
