// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace heed {

//! Tells Qt how the card, the live region and plain text look to assistive technology. Call once, before
//! the first widget is shown: clients remember a role that they have seen. GUI thread.
void installQuestionAccessibility();

} // namespace heed
