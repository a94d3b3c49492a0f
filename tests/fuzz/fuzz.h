// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// What the fuzz targets share. Each target is one source file with one LLVMFuzzerTestOneInput(), which takes
// any bytes and ends the process when a property does not hold. The same sources make two kinds of program:
// heed_fuzz_replay, part of the tests, runs the seeds and some changed seeds of one target (replay.cpp);
// tests/fuzz/run lets libFuzzer of clang look for more, for as long as one likes.

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace heed::fuzz {

[[noreturn]] inline void broken(const char *property, const char *file, int line)
{
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, property);
    std::abort();
}

//! The input as it came; it outlives the call.
[[nodiscard]] inline QByteArray bytesOf(const uint8_t *data, size_t size)
{
    return QByteArray::fromRawData(reinterpret_cast<const char *>(data), qsizetype(size));
}

//! The input as text: UTF-8, or behind FF FE UTF-16 as it stands, so that lone surrogates come up as well.
[[nodiscard]] inline QString textOf(const uint8_t *data, size_t size)
{
    if (size < 2 || data[0] != 0xFF || data[1] != 0xFE)
        return QString::fromUtf8(bytesOf(data, size));
    QString text;
    for (size_t i = 2; i + 1 < size; i += 2)
        text += QChar(char16_t(data[i] | (data[i + 1] << 8)));
    return text;
}

//! A length from 2 to 9 that follows from the input: pieces for what must not care how it is cut.
[[nodiscard]] inline qsizetype pieceOf(const uint8_t *data, size_t size)
{
    size_t sum = size;
    for (size_t i = 0; i < size; ++i)
        sum = sum * 31 + data[i];
    return 2 + qsizetype(sum % 8);
}

} // namespace heed::fuzz

//! Ends the process when the property does not hold.
#define HEED_HOLDS(property) ((property) ? void() : heed::fuzz::broken(#property, __FILE__, __LINE__))
