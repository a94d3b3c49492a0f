// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QStringView>

namespace heed {

//! What a tag in a model's text begins.
enum class TagKind {
    ThinkOpen,
    ThinkClose,
    ToolCall,  //!< <tool_call>: Hermes JSON, Qwen functions or GLM pairs, told by what follows
    Function,  //!< <function=NAME> without a wrapper
    Invoke,    //!< <invoke name="NAME"> without a wrapper
    Container, //!< a wrapper around invokes, functions or JSON
    JsonBlock, //!< only JSON inside
    DeepSeek,
    Kimi,
    Mistral,
    PythonTag,
    Pythonic,
    Harmony,
    Closer,   //!< an end tag that stays behind after a call
    EndToken, //!< a chat template's end token: dropped at the very end
};

struct MarkupTag {
    QStringView open;
    TagKind kind;
    QStringView close = {}; //!< what ends it; the matching tag of a think tag
};

struct TagMatch {
    const MarkupTag *tag = nullptr; //!< the longest tag that the text starts with
    bool partial = false;           //!< more text could still make a (longer) tag of it
};

enum class Verdict { No, Yes, More };

//! Pure functions; any thread.
namespace markuptags {

[[nodiscard]] TagMatch match(QStringView text);
//! Whether the text behind an opening tag can be a call, or the tag is only being talked about.
[[nodiscard]] Verdict startsCall(const MarkupTag &tag, QStringView behind, const QStringList &toolNames);
//! Whether a whole reply that starts like this can be a bare call (Llama's JSON or Python form).
[[nodiscard]] Verdict startsBareCall(QStringView text, const QStringList &toolNames);
//! Whether `text` starts with `tag`; More when it is the beginning of it.
[[nodiscard]] Verdict startsWith(QStringView text, QStringView tag);
//! How many characters at the end of the text could be the start of the tag.
[[nodiscard]] qsizetype partialEnd(QStringView text, QStringView tag);
[[nodiscard]] QStringView skipSpace(QStringView text);

} // namespace markuptags
} // namespace heed
