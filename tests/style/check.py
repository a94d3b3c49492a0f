#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules of this source tree that no compiler checks.

  check.py RULE [--root DIR] [--lupdate PROGRAM]    exit 0: kept; 1: broken, each place on a line of its own
  check.py selftest                                 plants a fault for every rule and wants it found

Rules: layering, links, licence, length, unfinished, paths, toplevel, translations.
Only the standard library is needed.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOMS = {"models": set(), "voice": {"models"}, "widgets": {"models", "voice"}, "app": {"models", "voice", "widgets"}}
# What a room may link from outside the project; app may link anything.
OUTSIDE = {
    "models": {"Qt6::Core", "Qt6::Sql", "Qt6::Concurrent", "SQLite::SQLite3"},
    "voice": {"Qt6::Core", "Qt6::Multimedia", "Qt6::Network", "Qt6::Concurrent"},
    "widgets": {"Qt6::Core", "Qt6::Gui", "Qt6::Widgets", "Qt6::Concurrent"},
}
TOP_LEVEL = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "CHANGELOG.md",
             "app", "widgets", "models", "voice", "resources", "translations", "tests"}
LONGEST = 500


def tree_files(root):
    """Every file of the project, as paths below root; what git ignores is not the project's."""
    git = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"],
                         cwd=root, capture_output=True)
    if git.returncode == 0:
        names = [Path(os.fsdecode(n)) for n in git.stdout.split(b"\0") if n]
    else:  # a source archive without .git
        names = [p.relative_to(root) for p in root.rglob("*") if p.is_file()
                 and not {"build", ".git"} & set(p.relative_to(root).parts)]
    return sorted({n for n in names if (root / n).is_file()})


def text_of(path):
    """The text of a file, or nothing for a binary one."""
    data = path.read_bytes()
    return "" if b"\0" in data[:8000] else data.decode("utf-8", "replace")


def lines_of(path):
    return enumerate(text_of(path).splitlines(), 1)


def layering(root, files):
    """Includes go app -> widgets -> voice -> models, never back."""
    found = []
    for name in files:
        room = name.parts[0]
        if room not in ROOMS or name.suffix not in (".cpp", ".h"):
            continue
        for number, line in lines_of(root / name):
            match = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
            if not match:
                continue
            target = match[1]
            if target.startswith("."):
                target = os.path.normpath(str(name.parent / target))
            other = target.split("/")[0]
            if "/" in target and other != room and (other in ROOMS or other == "tests") and other not in ROOMS[room]:
                found.append(f"{name}:{number}: {room} must not include {match[1]}")
    return found


def cmake_calls(text):
    """(command, words) of each call in a CMakeLists.txt, comments taken out."""
    text = re.sub(r"#[^\n]*", "", text)
    return [(m[1].lower(), m[2].split()) for m in re.finditer(r"(\w+)\s*\(([^()]*)\)", text)]


def links(root, files):
    """The link lines go the same way as the includes, and a room links only its own Qt modules."""
    calls = [(name, command, words) for name in files if name.name == "CMakeLists.txt" and name.parts[0] in ROOMS
             for command, words in cmake_calls(text_of(root / name)) if words]
    home = {words[0]: name.parts[0] for name, command, words in calls if command in ("heed_library", "add_library")}
    found = []
    for name, command, words in calls:
        room = name.parts[0]
        if command == "heed_library":
            linked = words[words.index("LINK") + 1:] if "LINK" in words else []
        elif command == "target_link_libraries":
            linked = words[1:]
        else:
            continue
        for target in linked:
            other = home.get(target)
            if other and other != room and other not in ROOMS[room]:
                found.append(f"{name}: {words[0]} of {room} must not link {target} of {other}")
            if "::" in target and room in OUTSIDE and target.startswith("Qt6::") and target not in OUTSIDE[room]:
                found.append(f"{name}: {words[0]} of {room} must not link {target}")
    return found


def licence(root, files):
    """Every source says whose it is and under which licence."""
    found = []
    for name in files:
        path = root / name
        code = name.suffix in (".cpp", ".h", ".py", ".sh", ".cmake", ".svg", ".qrc", ".desktop") \
            or name.name in ("CMakeLists.txt", ".clang-tidy") or name.name.endswith(".metainfo.xml")
        if not code and not name.suffix:
            with open(path, "rb") as file:
                code = file.read(2) == b"#!"
        head = "\n".join(text_of(path).splitlines()[:8]) if code else ""
        for tag in ("SPDX-FileCopyrightText: The Heed developers", "SPDX-License-Identifier: "):
            if code and tag not in head:
                found.append(f"{name}: no line \"{tag.strip()}\" at its top")
    return found


def length(root, files):
    """A production source that grows beyond this is more than one thing."""
    found = []
    for name in files:
        if name.parts[0] in ROOMS and name.suffix in (".cpp", ".h"):
            count = text_of(root / name).count("\n")
            if count > LONGEST:
                found.append(f"{name}: {count} lines, {LONGEST} at most; split it")
    return found


def unfinished(root, files):
    """Work that is not done belongs in the tracker, not in a comment."""
    pattern = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3)) + r")\b")
    return [f"{name}:{number}: {line.strip()[:100]}" for name in files if name.name != "LICENSE"
            for number, line in lines_of(root / name) if pattern.search(line)]


def paths(root, files):
    """No file knows the folders of one machine."""
    pattern = re.compile("/(home|root|tmp|work|farm|Users)/[A-Za-z]")
    return [f"{name}:{number}: {line.strip()[:100]}" for name in files
            for number, line in lines_of(root / name) if pattern.search(line)]


def toplevel(root, files):
    """A newcomer sees four rooms, what belongs to them, and nothing else."""
    seen = {name.parts[0] for name in files}
    return [f"{extra}: does not belong at the top level" for extra in sorted(seen - TOP_LEVEL)
            if not extra.startswith(".")]


def translations(root, files, lupdate="lupdate"):
    """Every catalogue holds exactly what the sources say, and all of it is translated."""
    found = []
    catalogues = [n for n in files if n.parts[0] == "translations" and n.suffix == ".ts"]
    if not catalogues:
        return ["translations: there is no catalogue"]
    for name in catalogues:
        before = text_of(root / name)
        for kind in ("unfinished", "vanished", "obsolete"):
            count = before.count(f'type="{kind}"')
            if count:
                found.append(f"{name}: {count} {kind} texts")
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / name.name
            shutil.copy(root / name, copy)
            # English needs its plural forms only: every other text is its own translation.
            plural = ["-pluralonly"] if name.stem == "heed_en" else []
            rooms = [room for room in sorted(ROOMS) if (root / room).is_dir()]
            run = subprocess.run([lupdate, "-silent", "-no-obsolete", "-locations", "none", *plural, "-I", ".", *rooms,
                                  "-ts", str(copy)], cwd=root, capture_output=True, text=True)
            for line in run.stderr.splitlines():
                found.append(f"lupdate: {line.strip()}")
            if run.returncode != 0:
                found.append(f"{name}: lupdate ended with {run.returncode}")
            elif text_of(copy) != before:
                found.append(f"{name}: not what the sources say; run: cmake --build build/tests --target update_translations,"
                             " then fill in the new texts")
    return found


RULES = {rule.__name__: rule for rule in (layering, links, licence, length, unfinished, paths, toplevel, translations)}


def run_rule(rule, root, lupdate):
    files = tree_files(root)
    if not files:
        return [f"{root}: no files found"]
    return translations(root, files, lupdate) if rule == "translations" else RULES[rule](root, files)


HEADER = "// SPDX-FileCopyrightText: The Heed developers\n// SPDX-License-Identifier: GPL-3.0-or-later\n"
EMPTY_CATALOGUE = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="en">\n</TS>\n'
GOOD_TREE = {
    "CMakeLists.txt": HEADER.replace("//", "#"),
    "models/CMakeLists.txt": HEADER.replace("//", "#") + "heed_library(heed_a a.cpp LINK Qt6::Core)\n",
    "models/a.cpp": HEADER + '#include "models/a.h"\n',
    "widgets/CMakeLists.txt": HEADER.replace("//", "#") + "heed_library(heed_w w.cpp LINK heed_a Qt6::Widgets)\n",
    "widgets/w.cpp": HEADER + '#include "models/a.h"\n#include "voice/v.h"\n#include <QWidget>\n',
    "translations/heed_en.ts": EMPTY_CATALOGUE,
}
# (rule, file, what it then holds, what the finding must speak of)
FAULTS = [
    ("layering", "models/b.cpp", HEADER + '#include "widgets/w.h"\n', "models/b.cpp:3"),
    ("layering", "models/b.h", HEADER + "#  include <app/main.h>\n", "models/b.h:3"),
    ("layering", "voice/v.cpp", HEADER + '#include "../widgets/w.h"\n', "voice/v.cpp:3"),
    ("layering", "widgets/b.cpp", HEADER + '#include "app/main.h"\n', "widgets/b.cpp:3"),
    ("layering", "app/b.cpp", HEADER + '#include "tests/support/x.h"\n', "app/b.cpp:3"),
    ("links", "models/CMakeLists.txt", "heed_library(heed_a a.cpp LINK heed_w)\n", "heed_w of widgets"),
    ("links", "models/CMakeLists.txt", "heed_library(heed_a a.cpp LINK Qt6::Gui)\n", "Qt6::Gui"),
    ("links", "widgets/CMakeLists.txt", "add_library(heed_w w.cpp)\ntarget_link_libraries(heed_w PUBLIC Qt6::Network)\n",
     "Qt6::Network"),
    ("licence", "models/b.cpp", "int i;\n", "models/b.cpp"),
    ("licence", "tests/run", "#!/bin/sh\ntrue\n", "tests/run"),
    ("length", "models/b.cpp", HEADER + "\n" * 499, "501 lines"),
    ("unfinished", "models/b.cpp", HEADER + "// TO" + "DO: later\n", "models/b.cpp:3"),
    ("paths", "README.md", "see /" + "home/me/notes\n", "README.md:1"),
    ("toplevel", "notes.txt", "mine\n", "notes.txt"),
    ("translations", "widgets/b.cpp", HEADER + 'QString f(int n) { return QCoreApplication::translate("C", "%n chats", nullptr, n); }\n',
     "not what the sources say"),
    ("translations", "widgets/b.cpp", HEADER + 'class C { QString f() { return tr("Chat"); } };\n', "lupdate: "),
    ("translations", "translations/heed_de.ts", EMPTY_CATALOGUE.replace(
        "</TS>", '<context><name>C</name><message><source>a</source><translation type="unfinished"></translation></message></context></TS>'),
     "1 unfinished"),
]


def plant(root, extra):
    for name, text in {**GOOD_TREE, **extra}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def selftest(lupdate):
    """A rule that cannot fail guards nothing: a clean tree passes, each planted fault is found."""
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        clean = Path(scratch) / "clean"
        plant(clean, {})
        for rule in RULES:
            wrong += [f"{rule} complains about a clean tree: {finding}" for finding in run_rule(rule, clean, lupdate)]
        for number, (rule, name, text, about) in enumerate(FAULTS):
            root = Path(scratch) / str(number)
            plant(root, {name: text})
            if not any(about in finding for finding in run_rule(rule, root, lupdate)):
                wrong.append(f"{rule} does not notice {name} with {text[-60:]!r}")
    untested = set(RULES) - {fault[0] for fault in FAULTS}
    return wrong + [f"no planted fault for {rule}" for rule in sorted(untested)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", choices=[*RULES, "selftest"])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--lupdate", default="lupdate")
    options = parser.parse_args()
    if options.rule == "selftest":
        found = selftest(options.lupdate)
    else:
        found = run_rule(options.rule, options.root, options.lupdate)
    for finding in found:
        print(finding)
    print(f"{options.rule}: {len(found)} findings" if found else f"{options.rule}: kept")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
