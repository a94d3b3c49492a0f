#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# session.sh [-g WxH] [-w CMD] [-o DIR [-r CPS] [-q]] -- COMMAND [ARGS...]
#
# Runs COMMAND in a desktop session of its own (X server, session bus, accessibility bus, home and
# runtime folders) and ends with its status. Nothing of the person's session is used, and nothing is
# left behind: no process, no file, also when this script itself is killed.
#
#   -g WxH   size of the screen (default 1280x900)
#   -w CMD   a window manager to run (default: none)
#   -o DIR   start the Orca screen reader too. DIR gets voice.jsonl (what a listener hears, from a voice
#            that takes as long as a real one and can be cut off) and, without -q, orca.log
#   -r CPS   speed of that voice in characters a second (default 17, about 200 words a minute)
#   -q       no Orca debug log: use it when latency is measured
#   -k       keep the scratch folder and say where it is
#
# Status 97: the session could not be started; the reason is on standard error.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=/usr/bin/python3 # Debian's own: it has the gi and speechd modules that others lack
geometry=1280x900 manager='' reader='' speed=17 quick='' keep=''
usage() { sed -n '/^# session/,/^set -u/{s/^# \{0,1\}//;/^set -u/d;p}' "${BASH_SOURCE[0]}" >&2; exit 97; }
while getopts g:w:o:r:qkh option; do
    case $option in
    g) geometry=$OPTARG ;; w) manager=$OPTARG ;; o) reader=$OPTARG ;; r) speed=$OPTARG ;;
    q) quick=1 ;; k) keep=1 ;; *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ "${1-}" = -- ] && shift
[ $# -ge 1 ] || usage

fail() { echo "session: $*" >&2; exit 97; }
need=(Xvfb xkbcomp dbus-daemon setpriv)
[ -n "$reader" ] && need+=(orca speech-dispatcher xdotool import "$python")
for program in "${need[@]}"; do
    command -v "$program" >/dev/null || fail "$program is missing; tests/run installs it (see tests/packages.txt)"
done
launcher=''
for candidate in /usr/libexec/at-spi-bus-launcher /usr/lib/at-spi2-core/at-spi-bus-launcher; do
    [ -x "$candidate" ] && launcher=$candidate
done
[ -n "$launcher" ] || fail "at-spi-bus-launcher is missing; tests/run installs it (package at-spi2-core)"

scratch=$(mktemp -d "${TMPDIR:-/tmp}/heed-session.XXXXXX") || fail "no scratch folder"
mkdir -m 700 "$scratch/runtime" && mkdir -p "$scratch/home" "$scratch/log" "$scratch/speech/modules" "$scratch/speech/clients"
mkfifo "$scratch/ready"

started=()
# Everything that belongs to the session carries its runtime folder in its environment, services that
# a bus started included; /proc tells them from anybody else's.
stragglers() {
    local entry pid
    for entry in /proc/[0-9]*; do
        pid=${entry#/proc/}
        [ "$pid" = "$$" ] || [ "$pid" = "$BASHPID" ] && continue
        grep -qzxF "XDG_RUNTIME_DIR=$scratch/runtime" "$entry/environ" 2>/dev/null && echo "$pid"
    done
}
# shellcheck disable=SC2317 # called by the trap
finish() {
    trap '' INT TERM HUP
    local i pid left
    for ((i = ${#started[@]} - 1; i >= 0; i--)); do kill "${started[i]}" 2>/dev/null; done
    for i in {1..20}; do
        left=$(stragglers)
        [ -n "$left" ] || break
        [ "$i" -eq 5 ] && for pid in $left; do kill "$pid" 2>/dev/null; done
        [ "$i" -eq 15 ] && for pid in $left; do kill -9 "$pid" 2>/dev/null; done
        sleep 0.1
    done
    disown -a 2>/dev/null
    [ -n "$reader" ] && cp "$scratch"/log/* "$reader"/ 2>/dev/null
    if [ -n "$keep" ]; then echo "session: scratch kept in $scratch" >&2; else rm -rf "$scratch"; fi
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Started processes die with this script even when it is killed with SIGKILL (by a CTest timeout, say).
tied() { exec setpriv --pdeathsig KILL "$@"; }
answer_of() { # the line a program writes to the fifo once it is ready
    local line=''
    read -r -t 30 line <>"$scratch/ready" && printf '%s' "$line"
}

unset DBUS_SESSION_BUS_ADDRESS AT_SPI_BUS_ADDRESS WAYLAND_DISPLAY XAUTHORITY SESSION_MANAGER GTK_MODULES DISPLAY
export HOME=$scratch/home XDG_RUNTIME_DIR=$scratch/runtime XDG_CONFIG_HOME=$scratch/home/.config
export XDG_DATA_HOME=$scratch/home/.local/share XDG_CACHE_HOME=$scratch/home/.cache XDG_STATE_HOME=$scratch/home/.local/state
export GSETTINGS_BACKEND=keyfile NO_AT_BRIDGE=1 LC_ALL=C.UTF-8 LANG=C.UTF-8 QT_QPA_PLATFORM=xcb

tied Xvfb -displayfd 3 -screen 0 "${geometry}x24" -nolisten tcp 3<>"$scratch/ready" 2>"$scratch/log/xvfb.log" &
started+=($!)
display=$(answer_of)
[ -n "$display" ] || { cat "$scratch/log/xvfb.log" >&2; fail "the X server did not start"; }
export DISPLAY=:$display

tied dbus-daemon --session --nofork --address="unix:path=$scratch/runtime/bus" --print-address=4 4<>"$scratch/ready" 2>"$scratch/log/dbus.log" &
started+=($!)
DBUS_SESSION_BUS_ADDRESS=$(answer_of)
[ -n "$DBUS_SESSION_BUS_ADDRESS" ] || { cat "$scratch/log/dbus.log" >&2; fail "the session bus did not start"; }
export DBUS_SESSION_BUS_ADDRESS
tied "$launcher" --launch-immediately >"$scratch/log/atspi.log" 2>&1 &
started+=($!)
if [ -n "$manager" ]; then
    # shellcheck disable=SC2086 # a command with its arguments
    tied $manager >"$scratch/log/wm.log" 2>&1 &
    started+=($!)
fi

start_reader() {
    mkdir -p "$reader" && reader=$(cd "$reader" && pwd) || fail "cannot make $reader"
    rm -f "$reader/voice.jsonl" "$reader/orca.log"
    export HEED_VOICE_LOG=$reader/voice.jsonl HEED_VOICE_SPEED=$speed
    local probe=$here/../e2e/screenreader/a11y_probe.py
    printf '#!/bin/sh\nexec %q %q speechd-module\n' "$python" "$probe" >"$scratch/speech/voice"
    chmod +x "$scratch/speech/voice"
    printf '%s\n' 'LogLevel 3' 'DefaultModule capture' "AddModule \"capture\" \"$scratch/speech/voice\" \"\"" \
        'DefaultLanguage "en"' >"$scratch/speech/speechd.conf"
    tied speech-dispatcher -s -C "$scratch/speech" -L "$scratch/log" -c unix_socket -S "$scratch/runtime/speech.sock" \
        -P "$scratch/runtime/speech.pid" -t 0 >"$scratch/log/speechd.out" 2>&1 &
    started+=($!)
    export SPEECHD_ADDRESS=unix_socket:$scratch/runtime/speech.sock
    appears "speech-dispatcher" "$scratch/log/speechd.out" test -S "$scratch/runtime/speech.sock"
    local debug=()
    [ -n "$quick" ] || debug=(--debug-file "$reader/orca.log")
    tied "$python" "$probe" orca -d braille "${debug[@]}" >"$scratch/log/orca.out" 2>&1 &
    started+=($!)
    appears "Orca" "$scratch/log/orca.out" grep -qs 'Screen reader on' "$HEED_VOICE_LOG"
}
appears() { # NAME LOG TEST...: waits until TEST holds, at most 40 s
    local name=$1 log=$2 i
    shift 2
    for ((i = 0; i < 800; i++)); do
        "$@" && return
        sleep 0.05
    done
    cat "$log" >&2
    fail "$name did not start"
}
[ -n "$reader" ] && start_reader

tied "$@" <&0 &
started+=($!)
wait "${started[-1]}"
