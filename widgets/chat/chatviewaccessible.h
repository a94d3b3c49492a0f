// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>

class QAccessibleInterface;

namespace heed {

class ChatView;

//! Teaches Qt how a screen reader sees a ChatView: as an area whose children are only the rows in view,
//! each with its author, time and words, the row of a waiting question with its card as a child. A list
//! with a child for each of 100,000 rows keeps Orca busy for minutes. To be called once, before the first
//! ChatView is asked about; calling it again does nothing.
void installChatViewAccessibility();

//! The interface of a row; it belongs to Qt's registry and goes with the view or the row.
[[nodiscard]] QAccessibleInterface *chatRowInterface(ChatView *view, const QModelIndex &row);

//! Says that the row has the focus: Qt does not know of rows that are painted.
void sendChatRowFocus(ChatView *view, const QModelIndex &row);

} // namespace heed
