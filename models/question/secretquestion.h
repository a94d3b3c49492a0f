// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"

namespace heed {

//! Whether a question asks the person for a secret (book 2.5): a password, PIN, one-time code, key, token,
//! recovery phrase, card or social security number, credentials, or "the thing you log in with", however it
//! is written. Talking about a secret ("Where is the API key stored?", "Should I rotate it?") asks for none.
//! Options count where they themselves tell the person to enter one. In doubt it does ask.
//! A pure function, any thread; linear in the length of the text.
[[nodiscard]] bool asksForSecret(const QString &question, const QList<Option> &options);

} // namespace heed
