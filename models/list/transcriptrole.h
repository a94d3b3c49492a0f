// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"

#include <QStringList>

namespace heed {

//! The roles of a transcript row. A row is one piece of a chat as it is read: a message, a stretch of a
//! reply's text, a tool call, a question, a notice, the line of figures. The chat view shows any model
//! with these roles.
namespace TranscriptRole {
enum Role : int {
    Kind = Qt::UserRole + 1, //!< RowKind as int
    RowId,                   //!< qint64: stable identity of the row within the chat while it is loaded
    Revision,                //!< int: rises with every change of the row; part of every cache key
    Author,                  //!< QString, translated: "You", or the model's name
    AtMs,                    //!< qint64, ms since 1970 UTC
    Text,                    //!< QString: Markdown for ReplyText, plain text for all others
    Streaming,               //!< bool: text is still being appended to this row
    ReplyRow,                //!< ReplyId as qint64, 0 for messages
    MessageRow,              //!< MessageId as qint64
    Question,                //!< QuestionId value (QString), Question rows only
    Waiting,                 //!< bool: a question that can be answered now; the view asks for a widget
    Title,                   //!< QString: head of a foldable row ("Thinking", "Searched notes"), translated
    Foldable,                //!< bool: starts folded, the title toggles it
    Actions, //!< QStringList of action words the row offers: "retry", "changeAnswer", "copy", "previous",
             //!< "next"
};
}

enum class RowKind { Message, ReplyText, Thinking, Tool, Question, Notice, Figures };

} // namespace heed
