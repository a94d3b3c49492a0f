// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace heed {

//! What whoever hands something in wants when the disk does not take it.
enum class Patience {
    KeepsTrying, //!< it is kept and tried again until it is stored
    GivesUp, //!< after a few seconds it is an error, and will never be done: a program waits for the answer
};

} // namespace heed
