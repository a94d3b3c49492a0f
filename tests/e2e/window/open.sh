#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# open.sh HEED [SERVER SCRIPT]: opens the window on a fresh HEED_HOME; with SERVER a scripted model
# (heed_scripted_server) replies, without it the guide. The window takes this process over.
set -eu
heed=$1
: "${HEED_HOME:?is where the window keeps its data}"
rm -rf "$HEED_HOME"
mkdir -p "$HEED_HOME"
if [ $# -ge 3 ]; then
    : >"$HEED_HOME/server.out"
    "$2" "$3" --log "$HEED_HOME/requests.log" >"$HEED_HOME/server.out" &
    port=''
    for _ in {1..200}; do
        port=$(sed -n 's/^listening //p' "$HEED_HOME/server.out")
        [ -n "$port" ] && break
        sleep 0.05
    done
    [ -n "$port" ] || { echo "open.sh: the scripted model does not listen" >&2; exit 2; }
    "$heed" config set provider.kind openai
    "$heed" config set provider.baseUrl "http://127.0.0.1:$port/v1"
    "$heed" config set provider.model scripted
fi
exec "$heed"
