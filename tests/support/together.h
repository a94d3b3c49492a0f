// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tests of a folder in one program (heed_test in tests/CMakeLists.txt): Qt's closing lines of a test
// enter it into the list below instead of making a main(). Read before the sources of such a program.

#include <QCoreApplication>
#include <QTest>
#if defined(QT_WIDGETS_LIB)
#include <QApplication>
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
#endif
#include <cstring>
#include <string>
#include <vector>

namespace heed::test {

//! One test class of the program: how it is asked for ("tst_exchange"), and how it is run.
struct TogetherTest {
    std::string name;
    int (*run)(int argc, char **argv);
};

//! All of them, in no order. Filled before main() only.
inline std::vector<TogetherTest> &togetherTests()
{
    static std::vector<TogetherTest> tests;
    return tests;
}

//! "tests/app/tst_parts.cpp" is asked for as "tst_parts".
inline bool enterTest(const char *file, int (*run)(int, char **))
{
    std::string name(file);
    name.erase(0, name.find_last_of("/\\") + 1);
    name.erase(name.find_last_of('.'));
    togetherTests().push_back({name, run});
    return true;
}

// As Qt's own QTEST_MAIN chooses it.
#if defined(QT_WIDGETS_LIB)
using FullApplication = QApplication;
#elif defined(QT_GUI_LIB)
using FullApplication = QGuiApplication;
#else
using FullApplication = QCoreApplication;
#endif

template <typename Test, typename Application>
int runWith(int argc, char **argv)
{
    Application application(argc, argv);
    application.setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template <typename Test>
int runWithout(int argc, char **argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace heed::test

#undef QTEST_MAIN
#undef QTEST_GUILESS_MAIN
#undef QTEST_APPLESS_MAIN
#define HEED_ENTER(Test, ...)                                                                                \
    static const bool entered##Test = heed::test::enterTest(__FILE__, &heed::test::__VA_ARGS__);
#define QTEST_MAIN(Test) HEED_ENTER(Test, runWith<Test, heed::test::FullApplication>)
#define QTEST_GUILESS_MAIN(Test) HEED_ENTER(Test, runWith<Test, QCoreApplication>)
#define QTEST_APPLESS_MAIN(Test) HEED_ENTER(Test, runWithout<Test>)
