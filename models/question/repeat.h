// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Repeated questions are recognised by isSameQuestion(), which lives with the other comparisons.
#include "models/question/fold.h"
