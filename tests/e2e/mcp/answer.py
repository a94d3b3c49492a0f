#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""answer.py ANSWER [ID]: a person who answers a waiting question with `heed questions answer`, at a terminal.

HEED names the program. Without an ID the oldest question that waits is answered, once one does. Prints what the
terminal showed; exits as the command did."""
import json
import os
import pty
import subprocess
import sys
import time

LIMIT = 30  # seconds


def oldest():
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        out = subprocess.run([os.environ["HEED"], "questions", "pending", "--json"], capture_output=True, text=True)
        lines = [line for line in out.stdout.splitlines() if line.strip()]
        if lines:
            return json.loads(lines[0])["id"]
        time.sleep(0.1)
    sys.exit("no question waits")


def main():
    answer = sys.argv[1]
    question = sys.argv[2] if len(sys.argv) > 2 else oldest()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(os.environ["HEED"], [os.environ["HEED"], "questions", "answer", question])
    typed = False
    shown = b""
    while True:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # the terminal's other end has gone
            break
        if not chunk:
            break
        shown += chunk
        if not typed and shown.endswith(b"answer> "):
            os.write(terminal, answer.encode() + b"\n")
            typed = True
    sys.stdout.write(shown.decode("utf-8", "replace"))
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


sys.exit(main())
