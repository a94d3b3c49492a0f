// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/together.h"

#include <cstdio>

//! PROGRAM TEST [ARGUMENTS OF QT TEST]: runs one of the tests of this program, as it would run alone.
int main(int argc, char **argv)
{
    for (const heed::test::TogetherTest &test : heed::test::togetherTests()) {
        if (argc > 1 && test.name == argv[1]) {
            std::memmove(argv + 1, argv + 2, sizeof(char *) * size_t(argc - 1)); // the closing null as well
            return test.run(argc - 1, argv);
        }
    }
    std::fprintf(stderr, "usage: %s TEST [ARGUMENTS]\nIts tests:\n", argv[0]);
    for (const heed::test::TogetherTest &test : heed::test::togetherTests())
        std::fprintf(stderr, "  %s\n", test.name.c_str());
    return 2;
}
