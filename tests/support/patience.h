// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

// Read first in every test (heed_test in tests/CMakeLists.txt).

namespace heed::test {

//! How long a test waits for what must come. Qt's own five seconds are less than a single commit may take on
//! a disk that others keep busy; whatever takes longer than this has not happened at all.
constexpr int patienceMs = 120'000;

} // namespace heed::test

#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), heed::test::patienceMs)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message)                                                                    \
    QTRY_VERIFY2_WITH_TIMEOUT((expression), (message), heed::test::patienceMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), expected, heed::test::patienceMs)
