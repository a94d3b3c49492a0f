// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// heed_fuzz_replay TARGET [--rounds N] [--seed N] FILES...: runs one fuzz target over its seeds, and over N
// inputs made of them by small changes, the same ones every time. A name of FILES may be a pattern,
// "seeds/sse/*". The input that is being run lies in TARGET.input in the present folder, so that it is there
// when the process dies; keep it as a seed once the fault is mended. See fuzz.h.
#include "targets.h"
#include "tests/fuzz/fuzz.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QHashFunctions>
#include <algorithm>
#include <random>
#include <vector>

using namespace Qt::StringLiterals;

#define HEED_FUZZ_DECLARE(name) extern "C" int heedFuzz_##name(const uint8_t *data, size_t size);
HEED_FUZZ_TARGETS(HEED_FUZZ_DECLARE)
#undef HEED_FUZZ_DECLARE

namespace {

using Target = int (*)(const uint8_t *, size_t);
constexpr qsizetype longest = 12'000; // bytes; longer seeds are run as they are and not changed

// What means something to one target or another: changes that only hit letters find little.
constexpr const char *pieces[] = {"\n",
                                  "\r\n",
                                  "\r",
                                  "\n\n",
                                  "data: ",
                                  "event: ",
                                  "{",
                                  "}",
                                  "[",
                                  "]",
                                  "\"",
                                  "\\",
                                  "\\n",
                                  "\\u00",
                                  ":",
                                  ",",
                                  ";",
                                  "'",
                                  "`",
                                  "```",
                                  "~~~\n",
                                  "|",
                                  "<",
                                  ">",
                                  "</",
                                  "<|",
                                  "|>",
                                  "<think>",
                                  "</think>",
                                  "<tool_call>",
                                  "</tool_call>",
                                  "<function=",
                                  "<parameter=",
                                  "{\"name\":\"search\",\"arguments\":",
                                  "null",
                                  "true",
                                  "[DONE]",
                                  "- ",
                                  "1. ",
                                  "  ",
                                  "\t",
                                  "> ",
                                  "# ",
                                  "---\n",
                                  "](",
                                  "http://",
                                  "&amp;",
                                  "\xEF\xBB\xBF",
                                  "\xE2\x80\xAE",
                                  "\xE2\x80\x8B",
                                  "\xE2\x80\x8D",
                                  "\xF0\x9F\x91\xA9",
                                  "\xC2\xAD",
                                  "\xE2\x80\xA8",
                                  "\xD7\xA9",
                                  "\xFF",
                                  "\x80",
                                  "sk-",
                                  "password=",
                                  "-----BEGIN ",
                                  "eyJ",
                                  "4111",
                                  "You said ",
                                  "you chose ",
                                  "?",
                                  ".",
                                  "!"};

class Changer
{
public:
    Changer(QList<QByteArray> seeds, quint32 seed)
        : m_seeds(std::move(seeds))
        , m_random(seed)
    {
    }

    QByteArray next()
    {
        QByteArray bytes = any();
        for (size_t edits = 1 + below(6); edits > 0; --edits)
            change(bytes);
        return bytes;
    }

private:
    //! The same on every machine, which the distributions of the standard are not.
    size_t below(size_t limit) { return limit == 0 ? 0 : size_t(m_random()) % limit; }
    const QByteArray &any() { return m_seeds.at(qsizetype(below(size_t(m_seeds.size())))); }

    void change(QByteArray &bytes)
    {
        const auto at = qsizetype(below(size_t(bytes.size()) + 1));
        const auto length = qsizetype(below(40));
        switch (below(7)) {
        case 0:
            if (at < bytes.size())
                bytes[at] = char(bytes[at] ^ (1 << below(8)));
            break;
        case 1:
            bytes.remove(at, length);
            break;
        case 2:
            bytes.insert(at, bytes.mid(qsizetype(below(size_t(bytes.size()))), length));
            break;
        case 3: {
            const QByteArray &other = any();
            bytes.insert(at, other.mid(qsizetype(below(size_t(other.size()))), length * 4));
            break;
        }
        case 4:
            if (below(4) == 0)
                bytes.truncate(at);
            break;
        default:
            bytes.insert(at, pieces[below(std::size(pieces))]);
            break;
        }
    }

    QList<QByteArray> m_seeds;
    std::mt19937 m_random;
};

QStringList filesOf(const QString &pattern)
{
    const QFileInfo info(pattern);
    QStringList files;
    for (const QString &name : info.dir().entryList({info.fileName()}, QDir::Files, QDir::Name))
        files.append(info.dir().filePath(name));
    return files;
}

Target targetOf(const QString &name)
{
#define HEED_FUZZ_COMPARE(one)                                                                               \
    if (name == QLatin1StringView(#one))                                                                     \
        return heedFuzz_##one;
    HEED_FUZZ_TARGETS(HEED_FUZZ_COMPARE)
#undef HEED_FUZZ_COMPARE
    return nullptr;
}

void run(Target target, const QByteArray &bytes, const QString &place)
{
    QFile file(place);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(place));
    file.close();
    // A copy of the very length, so that AddressSanitizer sees a read beyond it.
    const std::vector<uint8_t> exact(bytes.begin(), bytes.end());
    target(exact.data(), exact.size());
}

//! What stands behind the option; it is taken out of the words.
quint32 option(QStringList &words, const QString &name, quint32 standard)
{
    const qsizetype at = words.indexOf(name);
    if (at < 0 || at + 1 >= words.size())
        return standard;
    words.removeAt(at);
    return words.takeAt(at).toUInt();
}

} // namespace

int main(int argc, char **argv)
{
    QHashSeed::setDeterministicGlobalSeed();
    const QCoreApplication application(argc, argv);
    QStringList words = QCoreApplication::arguments().sliced(1);
    const quint32 rounds = option(words, u"--rounds"_s, 300);
    const quint32 seed = option(words, u"--seed"_s, 20'240'611);
    const QString name = words.isEmpty() ? QString() : words.takeFirst();
    const Target target = targetOf(name);
    if (!target) {
        std::fprintf(stderr, "no such target: \"%s\"\n", qPrintable(name));
        return 2;
    }
    const QString place = QDir::current().absoluteFilePath(name + u".input"_s);
    std::printf("%s: %u changed inputs from seed %u; should it die, its input is %s\n", qPrintable(name),
                rounds, seed, qPrintable(place));
    std::fflush(stdout);
    QList<QByteArray> seeds;
    for (const QString &pattern : std::as_const(words)) {
        for (const QString &path : filesOf(pattern)) {
            QFile file(path);
            if (!file.open(QIODevice::ReadOnly))
                qFatal("cannot read %s", qPrintable(path));
            const QByteArray bytes = file.readAll();
            run(target, bytes, place);
            if (bytes.size() <= longest)
                seeds.append(bytes);
        }
    }
    if (seeds.isEmpty()) { // nothing tested is not a success
        std::fprintf(stderr, "no seeds\n");
        return 2;
    }
    const qsizetype kept = seeds.size();
    Changer changer(std::move(seeds), seed);
    for (quint32 round = 0; round < rounds; ++round)
        run(target, changer.next(), place);
    QFile::remove(place);
    std::printf("%lld seeds and %u changed inputs hold\n", qlonglong(kept), rounds);
    return 0;
}
