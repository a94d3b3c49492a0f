#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh [options] -- PROGRAM [ARGS...]
#
# Runs a program under a real Orca in a session of its own (tests/support/session.sh), drives it by
# keyboard, and tells what the voice said, the accessibility tree and what is wrong with it.
#
#   -o DIR    where the results go              (default: ./a11y-out)
#   -s FILE   steps to play                     (default: just start, tree, check)
#   -T REGEX  title of the window to focus      (default: any window of PROGRAM)
#   -g WxH    size of the virtual screen        (default: 1280x900)
#   -r CPS    characters a second of the simulated voice (default: 17, about 200 words/min)
#   -w CMD    window manager to run             (default: none; none is needed)
#   -n        no Orca: only bus, tree and checks
#   -q        no Orca debug log (faster; the timeline then has only what the voice got)
#   -e        leave Qt's accessibility switched off until the desktop asks for it
#             (the way a real session starts; otherwise QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1)
#   -k        keep the scratch directory
#
# Steps, one a line ('#' starts a comment):
#   key Tab | key ctrl+Return ...      xdotool key names, in turn
#   type some text                     typed as keys
#   send LINE                          a line to PROGRAM's standard input
#   wait 1.5                           seconds
#   await REGEX [SECS]                 a line of PROGRAM's standard output
#   mark NAME                          a named moment; times in 'expect' count from the last mark/key/send
#   expect [within SECS] REGEX         the voice starts saying it in time   (default 5)
#   heard [within SECS] REGEX          ... and gets to the end of it uncut  (default 15)
#   unsaid [for SECS] REGEX            the voice does not say it            (default 3)
#   counted N REGEX                    the voice has begun to say it exactly N times
#   quiet [SECS]                       wait until the voice is silent       (default 20)
#   focus                              give the program's window the input focus
#   focused ROLE REGEX                 the accessible with the focus has that role and name
#   holds REGEX                        the accessible with the focus has that text
#   tree [FILE]                        AT-SPI tree as JSON
#   check                              names, roles, actions of everything focusable
#   tabs [MAX]                         presses Tab round the window; order and completeness
#   shot FILE                          screenshot, PNG
#   contrast [LABEL]                   contrast ratio of every visible text (AA: 4.5, large text 3)
#   quit
#
# Results in DIR: said.jsonl, said.txt, tree.json, checks.json, orca.log, program.out, program.err
# Exit status: 0 all well, 1 an expectation or check failed, 2 wrong use or the program did not start,
# 97 the session did not start.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=a11y-out steps='' title='' reader=1 always=1 session=() voice=()
while getopts o:s:T:g:r:w:nqekh option; do
    case $option in
    o) out=$OPTARG ;; s) steps=$OPTARG ;; T) title=$OPTARG ;;
    g) session+=(-g "$OPTARG") ;; w) session+=(-w "$OPTARG") ;; k) session+=(-k) ;;
    r) voice+=(-r "$OPTARG") ;; q) voice+=(-q) ;; n) reader='' ;; e) always='' ;;
    *) sed -n '/^# run.sh/,/^set -u/{s/^# \{0,1\}//;/^set -u/d;p}' "$0" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ "${1-}" = -- ] && shift
[ $# -ge 1 ] || { echo "run.sh: no program given (-h for help)" >&2; exit 2; }

mkdir -p "$out" || exit 2
out=$(cd "$out" && pwd)
rm -f "$out"/said.jsonl "$out"/said.txt "$out"/checks.json "$out"/tree.json
if [ -n "$always" ]; then
    export QT_ACCESSIBILITY=1 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
else
    unset QT_ACCESSIBILITY QT_LINUX_ACCESSIBILITY_ALWAYS_ON
fi
[ -n "$reader" ] && session+=(-o "$out" "${voice[@]}")
exec "$here/../../support/session.sh" "${session[@]}" -- /usr/bin/python3 "$here/a11y_probe.py" drive --out "$out" \
    ${steps:+--steps "$steps"} ${title:+--title "$title"} ${reader:+--orca} -- "$@"
