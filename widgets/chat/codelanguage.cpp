// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/codelanguage.h"

namespace heed {

namespace {

constexpr CodeLanguage Languages[] = {
    {.names = u"c c++ cpp cc cxx h hpp hh objc cuda arduino glsl",
     .keywords = u"alignas alignof and asm auto break case catch class co_await co_return co_yield concept "
                 u"const consteval constexpr constinit const_cast continue decltype default delete do "
                 u"dynamic_cast else enum explicit export extern final for friend goto if import inline "
                 u"module mutable namespace new noexcept not operator or override private protected public "
                 u"register reinterpret_cast requires return sizeof static static_assert static_cast struct "
                 u"switch template this thread_local throw try typedef typeid typename union using virtual "
                 u"volatile while xor",
     .types = u"bool char char8_t char16_t char32_t double float int int8_t int16_t int32_t int64_t long "
              u"nullptr NULL short signed size_t ssize_t string true false uint8_t uint16_t uint32_t "
              u"uint64_t unsigned vector void wchar_t",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .directive = u'#',
     .isLineDirective = true},
    {.names = u"python py python3 py3 gyp starlark bazel",
     .keywords = u"and as assert async await break case class continue def del elif else except finally for "
                 u"from global if import in is lambda match nonlocal not or pass raise return try while "
                 u"with yield",
     .types = u"True False None self cls int float str bytes bool list dict set tuple object complex "
              u"frozenset Exception",
     .lineComment = u"#",
     .quotes = u"\"'",
     .longQuotes = u"\"\"\" '''",
     .directive = u'@'},
    {.names = u"javascript js jsx typescript ts tsx mjs cjs node",
     .keywords = u"abstract any as async await break case catch class const continue debugger declare "
                 u"default delete do else enum export extends finally for from function get if implements "
                 u"import in infer instanceof interface is keyof let namespace new of private protected "
                 u"public readonly return satisfies set static super switch this throw try type typeof var "
                 u"void while with yield",
     .types = u"true false null undefined NaN Infinity string number boolean object symbol bigint never "
              u"unknown Array Map Set Promise Date Error JSON Math Object RegExp",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'`",
     .openQuotes = u"`",
     .directive = u'@'},
    {.names = u"java kotlin kt scala groovy",
     .keywords = u"abstract as assert break by case catch class companion const continue data default def "
                 u"do else enum extends final finally for fun goto if implements import in init instanceof "
                 u"interface internal is lateinit native new object open operator override package permits "
                 u"private protected public record return sealed static strictfp super suspend switch "
                 u"synchronized this throw throws transient trait try typealias val var volatile when while "
                 u"with yield",
     .types = u"boolean byte char double float int long short void true false null String Integer "
              u"Boolean Long Double Object List Map Set Int Unit Any Nothing",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .longQuotes = u"\"\"\"",
     .directive = u'@'},
    {.names = u"csharp cs c#",
     .keywords = u"abstract as async await base break case catch checked class const continue default "
                 u"delegate do else enum event explicit extern finally fixed for foreach get goto if "
                 u"implicit in init interface internal is lock namespace new operator out override params "
                 u"partial private protected public readonly record ref required return sealed set sizeof "
                 u"stackalloc static struct switch this throw try typeof unchecked unsafe using value var "
                 u"virtual when where while with yield",
     .types = u"bool byte char decimal double dynamic float int long nint object sbyte short string uint "
              u"ulong ushort void true false null Task List Dictionary IEnumerable",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .longQuotes = u"\"\"\"",
     .directive = u'#',
     .isLineDirective = true},
    {.names = u"go golang",
     .keywords = u"break case chan const continue default defer else fallthrough for func go goto if import "
                 u"interface map package range return select struct switch type var",
     .types = u"any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune "
              u"string uint uint8 uint16 uint32 uint64 uintptr true false nil iota append cap close copy "
              u"delete len make new panic print println recover",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'`",
     .openQuotes = u"`"},
    {.names = u"rust rs",
     .keywords = u"as async await break const continue crate dyn else enum extern fn for if impl in let "
                 u"loop macro_rules match mod move mut pub ref return self static struct super trait type "
                 u"union unsafe use where while",
     .types = u"bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Self String "
              u"Vec Option Result Some None Ok Err Box Rc Arc HashMap true false",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .openQuotes = u"\"",
     .directive = u'#',
     .hasLifetimes = true},
    {.names = u"shell sh bash zsh console shellsession fish ksh dockerfile docker makefile make "
              u"powershell ps1",
     .keywords = u"case do done elif else esac export fi for from function if in local then until while "
                 u"select time return exit set unset shift readonly declare trap FROM RUN COPY ADD CMD "
                 u"ENTRYPOINT ENV ARG WORKDIR EXPOSE USER VOLUME LABEL",
     .types = u"true false echo cd ls cat grep sed awk find mkdir rm cp mv sudo apt apt-get git make "
              u"cmake docker curl printf read test source chmod chown",
     .lineComment = u"#",
     .quotes = u"\"'",
     .openQuotes = u"\"'",
     .directive = u'$',
     .hasHyphens = true},
    {.names = u"sql sqlite mysql postgresql postgres plsql tsql pgsql",
     .keywords = u"add all alter and as asc begin between by cascade case check column commit constraint "
                 u"create cross database default delete desc distinct drop else end except exists explain "
                 u"for foreign from full group having if in index inner insert intersect into is join key "
                 u"left like limit natural not offset on or order outer over partition pragma primary "
                 u"recursive references rename replace returning right rollback select set table then "
                 u"transaction trigger union unique update using values view virtual when where window with "
                 u"without",
     .types = u"bigint blob boolean char date datetime decimal double false float int integer json jsonb "
              u"null numeric real serial smallint text time timestamp true uuid varchar count sum avg "
              u"min max coalesce",
     .lineComment = u"--",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"'\"`",
     .openQuotes = u"'",
     .ignoresCase = true,
     .hasEscapes = false},
    {.names = u"json json5 jsonc jsonl",
     .shape = CodeShape::Keys,
     .types = u"true false null",
     .lineComment = u"//",
     .quotes = u"\""},
    {.names = u"yaml yml toml ini conf cfg properties env desktop",
     .shape = CodeShape::Keys,
     .types = u"true false null yes no on off",
     .lineComment = u"#",
     .otherLineComment = u";",
     .quotes = u"\"'"},
    {.names = u"html xml xhtml svg vue svelte qml-html plist xsl rss",
     .shape = CodeShape::Markup,
     .commentBegin = u"<!--",
     .commentEnd = u"-->",
     .quotes = u"\"'"},
    {.names = u"css scss less sass",
     .keywords = u"important media import keyframes supports font-face charset from to root hover focus "
                 u"active before after not",
     .types = u"auto none inherit initial unset block inline flex grid absolute relative fixed sticky "
              u"solid bold normal center left right top bottom transparent",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .directive = u'@',
     .hasHyphens = true},
    {.names = u"php",
     .keywords = u"abstract and array as break callable case catch class clone const continue declare "
                 u"default do echo else elseif empty enum extends final finally fn for foreach function "
                 u"global if implements include instanceof interface isset list match namespace new or "
                 u"print private protected public readonly require require_once return static switch throw "
                 u"trait try unset use var while yield",
     .types = u"true false null int float string bool mixed void self parent",
     .lineComment = u"//",
     .otherLineComment = u"#",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .directive = u'$'},
    {.names = u"ruby rb lua perl r",
     .keywords = u"alias and begin break case class def defined do else elsif elseif end ensure for foreach "
                 u"function goto if in library local loop module my next not or our package redo repeat "
                 u"require rescue retry return self sub super then undef unless until use when while yield",
     .types = u"true false nil TRUE FALSE NULL NA print puts",
     .lineComment = u"#",
     .otherLineComment = u"--",
     .quotes = u"\"'",
     .directive = u'@'},
    {.names = u"swift dart",
     .keywords = u"abstract as associatedtype async await break case catch class const continue default "
                 u"defer deinit do dynamic else enum extends extension external factory fallthrough "
                 u"fileprivate final for func get guard if implements import in init inout internal is lazy "
                 u"let library mixin mutating new open operator override part private protocol public "
                 u"repeat required rethrows return self set some static struct subscript super switch this "
                 u"throw throws try typealias typedef var void weak where while with yield",
     .types = u"Any Array Bool Character Dictionary Double Float Int String Void List Map Set Future "
              u"bool double int num true false nil null",
     .lineComment = u"//",
     .commentBegin = u"/*",
     .commentEnd = u"*/",
     .quotes = u"\"'",
     .longQuotes = u"\"\"\"",
     .directive = u'@'},
};

} // namespace

std::span<const CodeLanguage> codeLanguages()
{
    return Languages;
}

} // namespace heed
