#!/usr/bin/python3
# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers of run.sh and tests/support/session.sh: a voice that writes down what it would say, a way to run
Orca beside others, a keyboard driver, an AT-SPI tree dump and accessibility checks.

  a11y_probe.py speechd-module             output module of speech-dispatcher (on stdin/stdout)
  a11y_probe.py orca [ORCA ARGS]           Orca, not minding other Orcas of the same user
  a11y_probe.py drive --out DIR [--steps FILE] [--title REGEX] [--orca] -- PROGRAM [ARGS]
  a11y_probe.py tree PID|NAME              AT-SPI tree of one application, JSON on stdout
  a11y_probe.py contrast PNG TREE.json     contrast of every text in a screenshot
  a11y_probe.py said DIR                   merge DIR/voice.jsonl, orca.log into a timeline

Needs /usr/bin/python3 with gi, pyatspi (for tree and drive); xdotool and imagemagick.
"""
import argparse, collections, datetime, html, json, os, re, subprocess, sys, threading, time

# ------------------------------------------------------------------ the voice

def speechd_module():
    """Speaks the module protocol of speech-dispatcher 0.11 and later. Every message takes
    as long as a voice would need, so that interruptions cut what a listener would miss."""
    log_path = os.environ.get("HEED_VOICE_LOG", "/dev/null")
    cps = float(os.environ.get("HEED_VOICE_SPEED", "17"))
    lock, halt = threading.Lock(), threading.Event()
    worker = None

    def say(line):
        with lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    def note(**kw):
        kw["t"] = time.time()
        with open(log_path, "a", encoding="utf-8") as f:
            f.write(json.dumps(kw, ensure_ascii=False) + "\n")

    def block():
        lines = []
        for raw in iter(sys.stdin.readline, ""):
            if raw == ".\n":
                break
            lines.append(raw[1:] if raw.startswith(".") else raw)
        return "".join(lines).rstrip("\n")

    def speak(kind, ssml):
        text = html.unescape(re.sub(r"<[^>]*>", "", ssml)).strip()
        say("701 BEGIN")
        note(ev="begin", kind=kind, text=text)
        start = time.monotonic()
        cut = halt.wait(0.1 + len(text) / cps)
        heard = text if not cut else text[:int(max(0.0, time.monotonic() - start - 0.1) * cps)]
        note(ev="cut" if cut else "end", kind=kind, text=text, heard=heard)
        say("703 STOP" if cut else "702 END")

    for raw in iter(sys.stdin.readline, ""):
        cmd = raw.strip()
        if cmd == "INIT":
            say("299-writes down what it is told to say")
            say("299 OK LOADED SUCCESSFULLY")
        elif cmd in ("SPEAK", "SOUND_ICON", "CHAR", "KEY"):
            say("202 OK RECEIVING MESSAGE")
            text = block()
            if worker and worker.is_alive():
                halt.set()
                worker.join()
            halt.clear()
            say("200 OK SPEAKING")
            worker = threading.Thread(target=speak, args=(cmd, text), daemon=True)
            worker.start()
        elif cmd in ("STOP", "PAUSE"):
            halt.set()
        elif cmd == "LIST VOICES":
            say("200-capture\ten\tnone")
            say("200 OK VOICE LIST SENT")
        elif cmd == "SET":
            say("207 OK RECEIVING SETTINGS"); block(); say("203 OK SETTINGS RECEIVED")
        elif cmd == "AUDIO":
            say("207 OK RECEIVING AUDIO SETTINGS"); block(); say("203 OK AUDIO INITIALIZED")
        elif cmd == "LOGLEVEL":
            say("207 OK RECEIVING LOGLEVEL SETTINGS"); block(); say("203 OK LOGLEVEL SET")
        elif cmd.startswith("DEBUG"):
            say("200 OK DEBUGGING " + (cmd.split() + ["OFF"])[1])
        elif cmd == "QUIT":
            say("210 OK QUIT")
            break
        else:
            say("300 ERR UNKNOWN COMMAND")

# ------------------------------------------------------------------ Orca

def run_orca(args):
    """/usr/bin/orca refuses to start beside another Orca of the same user (it asks pgrep).
    On a private display and bus that is no conflict."""
    import importlib.machinery, importlib.util, shutil
    path = shutil.which("orca")
    loader = importlib.machinery.SourceFileLoader("orca_launcher", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("orca_launcher", loader))
    loader.exec_module(module)
    for name in ("otherOrcas", "other_orcas"):
        if hasattr(module, name):
            setattr(module, name, lambda *a: [])
    if hasattr(module, "setProcessName"):
        module.setProcessName = lambda name: True
    real_open = open
    module.open = lambda p, mode="r", *a, **k: real_open(p, mode, 1) if "w" in mode else real_open(p, mode, *a, **k)
    sys.argv = ["orca"] + list(args)
    sys.exit(module.main())

# ------------------------------------------------------------------ what was said

def read_jsonl(path):
    try:
        with open(path, encoding="utf-8") as f:
            return [json.loads(line) for line in f if line.endswith("\n")]
    except FileNotFoundError:
        return []

def orca_lines(path, near):
    """(time, text) of every utterance Orca sent to the voice, from its debug file."""
    out = []
    if not os.path.exists(path):
        return out
    day = datetime.date.fromtimestamp(near)
    rx = re.compile(r"^(\d\d:\d\d:\d\d\.\d+) - SPEECH OUTPUT: '(.*)$")
    with open(path, encoding="utf-8", errors="replace") as f:
        for line in f:
            m = rx.match(line)
            if m:
                t = datetime.datetime.combine(day, datetime.time.fromisoformat(m[1])).timestamp()
                if t < near - 43200:
                    t += 86400
                out.append((t, re.sub(r"'[^']*(\{.*)?$", "", m[2]).strip()))
    return out

# ------------------------------------------------------------------ AT-SPI

def atspi():
    import pyatspi
    return pyatspi

def find_app(ident, timeout=0.0):
    p = atspi()
    end = time.time() + timeout
    while True:
        for app in p.Registry.getDesktop(0):
            try:
                if app and (str(app.get_process_id()) == str(ident) or app.name == ident):
                    return app
            except Exception:
                pass
        if time.time() >= end:
            return None
        time.sleep(0.1)

def states_of(node):
    p = atspi()
    return [p.stateToString(s) for s in node.getState().getStates()]

def describe(node, path=()):
    p = atspi()
    d = {"role": node.getRoleName(), "name": node.name or "", "description": node.description or "",
         "states": states_of(node), "interfaces": p.listInterfaces(node), "path": list(path), "children": []}
    try:
        e = node.queryComponent().getExtents(p.DESKTOP_COORDS)
        d["rect"] = [e.x, e.y, e.width, e.height]
    except Exception:
        pass
    rel = {}
    for r in node.getRelationSet():
        kind = re.search(r"RELATION_(\w+)", str(r.getRelationType()))
        rel[kind[1].lower() if kind else str(r.getRelationType())] = [r.getTarget(i).name for i in range(r.getNTargets())]
    if rel:
        d["relations"] = rel
    if "Text" in d["interfaces"]:
        try:
            t = node.queryText()
            d["text"] = t.getText(0, min(t.characterCount, 2000))
        except Exception:
            pass
    if "Action" in d["interfaces"]:
        try:
            a = node.queryAction()
            d["actions"] = [a.getName(i) for i in range(a.nActions)]
        except Exception:
            pass
    return d

def tree(node, path=(), limit=400, budget=None):
    budget = budget if budget is not None else [20000]
    try:
        node.clearCache()
        d = describe(node, path)
        n = node.childCount
    except Exception as e:
        return {"role": "error", "name": repr(e), "description": "", "states": [], "interfaces": [], "path": list(path), "children": []}
    d["child_count"] = n
    for i in range(min(n, limit)):
        budget[0] -= 1
        if budget[0] <= 0:
            break
        try:
            c = node.getChildAtIndex(i)
        except Exception:
            c = None
        if c is not None:
            d["children"].append(tree(c, path + (i,), limit, budget))
        else:
            d["children"].append({"role": "null", "name": "", "description": "", "states": [], "interfaces": [], "path": list(path + (i,)), "children": []})
    return d

def walk(d, parents=()):
    yield d, parents
    for c in d["children"]:
        yield from walk(c, parents + (d,))

def spoken_name(d):
    return d["name"].strip() or " ".join(d.get("relations", {}).get("labelled_by", [])).strip()

CONTAINER_OK = {"scroll pane", "viewport", "filler", "panel", "list", "tree", "table", "page tab list", "frame", "dialog", "split pane"}
HAS_ACTION = {"push button", "toggle button", "check box", "radio button", "menu item", "page tab", "combo box", "link"}

def check_tree(root):
    """Problems a screen reader user would meet; each is {rule, level, what, path}."""
    found = []
    def bad(rule, level, d, why):
        found.append({"rule": rule, "level": level, "role": d["role"], "name": d["name"], "path": d["path"], "what": why})
    for d, parents in walk(root):
        st = set(d["states"])
        if d["role"] in ("error", "null"):
            bad("broken-node", "error", d, "the accessible cannot be read")
            continue
        live = "focusable" in st and "showing" in st and ("sensitive" in st or "enabled" in st)
        if live:
            if not spoken_name(d):
                bad("no-name", "error" if not d["description"] else "warning", d,
                    "focusable, but has no name" + (" (only a description: %r)" % d["description"] if d["description"] else ""))
            if d["role"] in ("invalid role", "unknown"):
                bad("no-role", "error", d, "focusable, but its role says nothing")
            if d["role"] in HAS_ACTION and not [a for a in d.get("actions", []) if a.lower() != "setfocus"]:
                bad("no-action", "error", d, "cannot be activated through accessibility")
            if d["role"] == "text" and "Text" not in d["interfaces"]:
                bad("no-text", "error", d, "an input without the text interface")
        if re.search(r"</?[a-z]+[^>]*>", d["name"]) or re.search(r"\*\*\w|`\w|\]\(https?:", d["name"]):
            bad("markup-in-name", "error", d, "the name holds markup, which is read out")
        if re.search(r"(^|\s)&\w", d["name"]):
            bad("mnemonic-in-name", "warning", d, "the name holds an unstripped '&'")
        if d.get("child_count", 0) > 200 and d["role"] in ("list", "list box", "tree", "table", "tree table"):
            bad("huge-list", "error", d, "%d children: Orca asks each of them when focus enters (about 1.4 ms each)" % d["child_count"])
    for d, _ in walk(root):
        names = collections.Counter((c["role"], spoken_name(c)) for c in d["children"] if "focusable" in c["states"] and "showing" in c["states"] and spoken_name(c) and c["role"] != "list item")
        for (role, name), k in names.items():
            if k > 1:
                bad("same-name", "warning", d, "%d siblings are all %s %r" % (k, role, name))
    return found

# ------------------------------------------------------------------ contrast

def luminance(rgb):
    def lin(v):
        v /= 255.0
        return v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4
    r, g, b = (lin(v) for v in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b

def ratio(a, b):
    la, lb = luminance(a), luminance(b)
    return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)

class Shot:
    def __init__(self, png):
        size = subprocess.run(["identify", "-format", "%w %h", png], capture_output=True, text=True, check=True).stdout.split()
        self.w, self.h = int(size[0]), int(size[1])
        self.px = subprocess.run(["convert", png, "-alpha", "off", "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout

    def counts(self, x, y, w, h):
        c = collections.Counter()
        x0, y0, x1, y1 = max(0, x), max(0, y), min(self.w, x + w), min(self.h, y + h)
        for row in range(y0, y1):
            o = (row * self.w + x0) * 3
            line = self.px[o:o + (x1 - x0) * 3]
            c.update(zip(line[0::3], line[1::3], line[2::3]))
        return c

def text_contrast(counts):
    """(ratio, ink, paper): paper is the commonest colour. Ink is the colour that stands out
    most among those that are not mere specks: thin letters are mostly anti-aliased, so the
    full ink colour may cover only a few pixels."""
    if not counts:
        return None
    total = sum(counts.values())
    paper = counts.most_common(1)[0][0]
    rest = [(ratio(c, paper), n, c) for c, n in counts.items() if ratio(c, paper) > 1.15]
    if not rest or sum(n for _, n, _ in rest) < max(6, 0.001 * total):
        return None
    rest.sort(reverse=True)
    need, seen = max(4, 0.03 * sum(n for _, n, _ in rest)), 0
    for r, n, c in rest:
        seen += n
        if seen >= need:
            return r, c, paper
    return rest[-1][0], rest[-1][2], paper

TEXT_ROLES = {"label", "push button", "toggle button", "check box", "radio button", "text", "entry", "list item", "page tab",
              "menu item", "combo box", "link", "heading", "paragraph", "static", "status bar", "tool tip", "table cell"}

def check_contrast(png, root, need=4.5, need_large=3.0):
    shot, out = Shot(png), []
    for d, parents in walk(root):
        st = set(d["states"])
        if d["role"] not in TEXT_ROLES or "showing" not in st or "rect" not in d:
            continue
        if any(c is not d and c["role"] in TEXT_ROLES for c, _ in walk(d)):
            continue                                     # a container: its parts are looked at one by one
        if not (d["name"].strip() or d.get("text", "").strip() or d["description"].strip()):
            continue
        x, y, w, h = d["rect"]
        if w < 8 or h < 8 or x + w <= 0 or y + h <= 0 or x >= shot.w or y >= shot.h:
            continue
        whole = h
        for up in parents:                               # keep inside every scrolling ancestor
            if "rect" in up and up["role"] != "application" and up["rect"][2] > 0:
                ux, uy, uw, uh = up["rect"]
                nx, ny = max(x, ux), max(y, uy)
                w, h, x, y = min(x + w, ux + uw) - nx, min(y + h, uy + uh) - ny, nx, ny
        if w < 8 or h < 8 or (h < 0.7 * whole and whole < 400):   # mostly scrolled away
            continue
        inset = 0 if d["role"] in ("label", "heading", "paragraph", "static", "list item", "link") else 5
        got = text_contrast(shot.counts(x + inset, y + inset, w - 2 * inset, h - 2 * inset))
        if not got:
            continue
        r, ink, paper = got
        disabled = not (st & {"enabled", "sensitive"})
        # large text (24 px, or 18.7 px bold) may have 3:1; a one-line label that tall is taken as large
        large = d["role"] in ("label", "heading") and 30 <= h < 60
        icon = d["role"] in ("push button", "toggle button") and max(d["rect"][2:]) <= 40 and d["rect"][2] <= 1.4 * d["rect"][3]
        limit = need_large if large or icon else need   # a small square button is taken to hold an icon
        out.append({"role": d["role"], "name": (spoken_name(d) or d.get("text", "") or d["description"])[:60], "ratio": round(r, 2),
                    "ink": "#%02x%02x%02x" % ink, "paper": "#%02x%02x%02x" % paper, "need": limit,
                    "ok": r >= limit or disabled, "disabled": disabled, "path": d["path"]})
    return out

# ------------------------------------------------------------------ the driver

class Failed(Exception):
    pass

class Drive:
    def __init__(self, out, title, orca, argv):
        self.out, self.title, self.orca = out, title, orca
        self.t0 = self.mark = time.time()
        self.events, self.failures, self.report = [], [], {"checks": [], "tabs": [], "contrast": {}}
        self.err = open(os.path.join(out, "program.err"), "w")
        self.prog_out = open(os.path.join(out, "program.out"), "w")
        self.p = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.err, text=True, bufsize=1)
        threading.Thread(target=self._read, daemon=True).start()
        end, self.app = time.time() + 20, None
        while self.app is None and time.time() < end and self.p.poll() is None:
            self.app = find_app(self.p.pid, 0.2)
        if self.app is None:
            raise Failed("the program ended with status %s" % self.p.returncode if self.p.poll() is not None else "the program did not register with AT-SPI within 20 s")
        self.window()

    def _read(self):
        for line in self.p.stdout:
            self.prog_out.write(line); self.prog_out.flush()
            self.events.append({"t": time.time(), "who": "app", "text": line.rstrip("\n")})

    def note(self, text):
        self.events.append({"t": time.time(), "who": "step", "text": text})

    # -- windows
    def window(self):
        end = time.time() + 15
        while time.time() < end:
            by = ["--name", self.title] if self.title else ["--pid", str(self.p.pid)]
            r = subprocess.run(["xdotool", "search", "--onlyvisible", *by], capture_output=True, text=True)
            ids = r.stdout.split()
            if ids:
                subprocess.run(["xdotool", "windowfocus", "--sync", ids[-1]], timeout=10)
                self.mark = time.time()
                return
            time.sleep(0.1)
        raise Failed("no visible window")

    # -- the voice
    def voice(self):
        return read_jsonl(os.path.join(self.out, "voice.jsonl"))

    def until(self, secs, test):
        end = time.time() + secs
        while True:
            got = test()
            if got or time.time() >= end:
                return got
            if self.p.poll() is not None:
                raise Failed("the program ended with status %s" % self.p.returncode)
            time.sleep(0.02)

    def said(self, rx, ev):
        return next((v for v in self.voice() if v["t"] >= self.mark and v["ev"] == ev and re.search(rx, v["text"])), None)

    def quiet(self, secs):
        def idle():
            v = self.voice()
            return (not v) or (v[-1]["ev"] != "begin" and time.time() - v[-1]["t"] > 0.7)
        return self.until(secs, idle)

    # -- steps
    def step(self, line):
        verb, _, rest = line.partition(" ")
        rest = rest.strip()
        self.note(line)
        if verb == "key":
            for i, k in enumerate(rest.split()):
                if i:
                    time.sleep(0.4)
                self.mark = time.time()
                subprocess.run(["xdotool", "key", "--clearmodifiers", k], check=True)
        elif verb == "type":
            self.mark = time.time(); subprocess.run(["xdotool", "type", "--delay", "40", rest], check=True)
        elif verb == "send":
            self.mark = time.time(); self.p.stdin.write(rest + "\n"); self.p.stdin.flush()
        elif verb == "wait":
            time.sleep(float(rest))
        elif verb == "mark":
            self.mark = time.time()
        elif verb == "focus":
            self.window()
        elif verb == "await":
            m = re.match(r"(.*?)(?:\s+(\d+(?:\.\d+)?))?$", rest)
            got = self.until(float(m[2] or 10), lambda: next((e for e in self.events if e["who"] == "app" and e["t"] >= self.mark - 0.5 and re.search(m[1], e["text"])), None))
            if not got:
                raise Failed("the program never printed /%s/" % m[1])
        elif verb in ("expect", "heard"):
            m = re.match(r"within\s+([\d.]+)\s+(.*)", rest)
            secs, rx = (float(m[1]), m[2]) if m else (5.0 if verb == "expect" else 15.0, rest)
            got = self.until(secs - (time.time() - self.mark), lambda: self.said(rx, "begin" if verb == "expect" else "end"))
            if got:
                begin = self.said(rx, "begin")
                self.note("ok: /%s/ after %.3f s" % (rx, begin["t"] - self.mark))
                self.report.setdefault("latency", []).append({"said": rx, "seconds": round(begin["t"] - self.mark, 3)})
            else:
                raise Failed("not %s within %.1f s: /%s/" % ("said" if verb == "expect" else "heard to the end", secs, rx))
        elif verb == "unsaid":
            m = re.match(r"for\s+([\d.]+)\s+(.*)", rest)
            secs, rx = (float(m[1]), m[2]) if m else (3.0, rest)
            if self.until(secs, lambda: self.said(rx, "begin")):
                raise Failed("should not be said: /%s/" % rx)
        elif verb == "counted":
            number, _, rx = rest.partition(" ")
            heard = [v["text"] for v in self.voice() if v["t"] >= self.mark and v["ev"] == "begin" and re.search(rx, v["text"])]
            if len(heard) != int(number):
                raise Failed("said %d times, not %s: /%s/ %s" % (len(heard), number, rx, heard))
        elif verb == "holds":
            d = self.until(3, lambda: (lambda f: f and re.search(rest, f.get("text", "")) and f)(self.focused()))
            if not d:
                d = self.focused()
                raise Failed("the focus holds %r, not /%s/" % (d.get("text") if d else None, rest))
        elif verb == "quiet":
            self.quiet(float(rest or 20))
        elif verb == "focused":
            role, _, rx = rest.partition(" ")
            role = role.replace("_", " ")
            def test():
                d = self.focused()
                return d and d["role"] == role and re.search(rx, spoken_name(d)) and d
            if not self.until(3, test):
                d = self.focused()
                raise Failed("focus is on %s, not %s /%s/" % ("%s %r" % (d["role"], spoken_name(d)) if d else "nothing", role, rx))
        elif verb == "tree":
            self.tree(rest or "tree.json")
        elif verb == "check":
            bad = check_tree(self.tree("tree.json"))
            self.report["checks"] += bad
            errors = [b for b in bad if b["level"] == "error"]
            if errors:
                raise Failed("%d accessibility errors: %s" % (len(errors), "; ".join("%s %s %r" % (b["rule"], b["role"], b["name"][:40]) for b in errors[:6])))
        elif verb == "tabs":
            self.tabs(int(rest or 40))
        elif verb == "shot":
            self.shot(os.path.join(self.out, rest or "shot.png"))
        elif verb == "contrast":
            png = os.path.join(self.out, "contrast-%s.png" % (rest or "default"))
            self.shot(png)
            rows = check_contrast(png, self.tree("tree.json"))
            self.report["contrast"][rest or "default"] = rows
            bad = [r for r in rows if not r["ok"]]
            if bad:
                raise Failed("%d of %d texts lack contrast: %s" % (len(bad), len(rows), "; ".join("%s %r %.2f" % (r["role"], r["name"][:30], r["ratio"]) for r in bad[:6])))
        elif verb == "quit":
            self.p.terminate()
        else:
            raise Failed("unknown step: " + line)

    def tree(self, name):
        d = tree(self.app)
        with open(os.path.join(self.out, name), "w", encoding="utf-8") as f:
            json.dump(d, f, ensure_ascii=False, indent=1)
        return d

    def focused(self):
        best = None
        for d, _ in walk(tree(self.app, limit=120)):
            st = set(d["states"])
            if {"focused", "focusable", "showing"} <= st and not (d["role"] == "list item" and "focused" in st and best):
                best = d
        return best

    def shot(self, path):
        time.sleep(0.15)
        subprocess.run(["import", "-window", "root", path], check=True)

    def tabs(self, most):
        """Tab round the window once. Wants: every focusable control is reached, no trap, reading order."""
        def ident(d):
            return (tuple(d["path"]), d["role"], spoken_name(d))
        order, seen, same = [], set(), 0
        for _ in range(most):
            d = self.focused()
            if d is not None:
                k = ident(d)
                if order and k == ident(order[-1]):     # a link inside the same label, say
                    same += 1
                    if same > 6:
                        raise Failed("keyboard trap: Tab does not leave %s %r" % (d["role"], spoken_name(d)))
                elif k in seen:
                    break
                else:
                    seen.add(k); order.append(d); same = 0
            subprocess.run(["xdotool", "key", "Tab"], check=True)
            time.sleep(0.25)
        want = [d for d, _ in walk(tree(self.app, limit=120)) if {"focusable", "showing"} <= set(d["states"]) and set(d["states"]) & {"enabled", "sensitive"} and d["role"] not in ("list item", "menu item", "table cell", "tree item", "frame")]
        missed = [d for d in want if ident(d) not in seen]
        jumps = []
        for a, b in zip(order, order[1:]):
            if "rect" in a and "rect" in b and (b["rect"][1] + b["rect"][3] <= a["rect"][1]) and b is not order[0]:
                jumps.append("%s %r -> %s %r goes up" % (a["role"], spoken_name(a), b["role"], spoken_name(b)))
        res = {"order": ["%s %s" % (d["role"], spoken_name(d)) for d in order], "missed": ["%s %s" % (d["role"], spoken_name(d)) for d in missed], "jumps": jumps, "closed": len(order) < most}
        self.report["tabs"].append(res)
        if missed or not res["closed"]:
            raise Failed("Tab order: missed %s%s" % (res["missed"], "" if res["closed"] else ", never came back to the start"))

    # -- results
    def finish(self):
        voice = self.voice()
        lines = [{"t": t, "who": "orca", "text": s} for t, s in orca_lines(os.path.join(self.out, "orca.log"), self.t0)]
        for v in voice:
            if v["ev"] == "begin" and not lines:
                lines.append({"t": v["t"], "who": "orca", "text": v["text"]})
            elif v["ev"] == "end":
                lines.append({"t": v["t"], "who": "heard", "text": v["text"]})
            elif v["ev"] == "cut":
                lines.append({"t": v["t"], "who": "cut", "text": v["text"], "heard": v["heard"]})
        if not any(l["who"] == "orca" for l in lines):
            lines += [{"t": v["t"], "who": "orca", "text": v["text"]} for v in voice if v["ev"] == "begin"]
        lines += self.events
        lines.sort(key=lambda e: e["t"])
        with open(os.path.join(self.out, "said.jsonl"), "w", encoding="utf-8") as f, open(os.path.join(self.out, "said.txt"), "w", encoding="utf-8") as g:
            for e in lines:
                f.write(json.dumps(e, ensure_ascii=False) + "\n")
                g.write("%9.3f  %-5s %s%s\n" % (e["t"] - self.t0, e["who"], e["text"], "   [heard only: %s]" % e["heard"] if "heard" in e else ""))
        self.report["failures"] = self.failures
        with open(os.path.join(self.out, "checks.json"), "w", encoding="utf-8") as f:
            json.dump(self.report, f, ensure_ascii=False, indent=1)

def drive(argv):
    ap = argparse.ArgumentParser(prog="a11y_probe.py drive")
    ap.add_argument("--out", required=True); ap.add_argument("--steps"); ap.add_argument("--title"); ap.add_argument("--orca", action="store_true")
    ap.add_argument("program", nargs=argparse.REMAINDER)
    a = ap.parse_args(argv)
    prog = a.program[1:] if a.program[:1] == ["--"] else a.program
    if a.steps:
        with (sys.stdin if a.steps == "-" else open(a.steps, encoding="utf-8")) as f:
            steps = [l.strip() for l in f]
    else:
        steps = ["wait 2", "tree", "check"]
    try:
        d = Drive(a.out, a.title, a.orca, prog)
    except Failed as e:
        print("FAIL start: %s" % e)
        return 2
    try:
        for s in steps:
            if not s or s.startswith("#"):
                continue
            try:
                d.step(s)
            except Failed as e:
                d.failures.append({"step": s, "why": str(e)})
                d.note("FAIL: %s" % e)
                print("FAIL  %s\n      %s" % (s, e))
                if d.p.poll() is not None:
                    break
    finally:
        if d.p.poll() is None:
            d.p.terminate()
            try:
                d.p.wait(3)
            except subprocess.TimeoutExpired:
                d.p.kill()
        d.finish()
    print("%s: %d steps, %d failed; results in %s" % ("FAIL" if d.failures else "ok", len([s for s in steps if s and not s.startswith("#")]), len(d.failures), a.out))
    return 1 if d.failures else 0

def main():
    cmd, rest = (sys.argv[1] if len(sys.argv) > 1 else "help"), sys.argv[2:]
    if cmd == "speechd-module":
        speechd_module()
    elif cmd == "orca":
        run_orca(rest)
    elif cmd == "drive":
        return drive(rest)
    elif cmd == "tree":
        app = find_app(rest[0], 5)
        if app is None:
            print("no such application on the accessibility bus", file=sys.stderr)
            return 1
        json.dump(tree(app), sys.stdout, ensure_ascii=False, indent=1)
    elif cmd == "contrast":
        with open(rest[1], encoding="utf-8") as f:
            rows = check_contrast(rest[0], json.load(f))
        json.dump(rows, sys.stdout, ensure_ascii=False, indent=1)
        return 0 if all(r["ok"] for r in rows) else 1
    elif cmd == "said":
        out = rest[0]
        v = read_jsonl(os.path.join(out, "voice.jsonl"))
        near = v[0]["t"] if v else time.time()
        lines = [(t, "orca", s) for t, s in orca_lines(os.path.join(out, "orca.log"), near)] + [(e["t"], e["ev"], e["text"]) for e in v if e["ev"] != "begin"]
        for t, who, s in sorted(lines):
            print("%9.3f  %-5s %s" % (t - near, who, s))
    else:
        print(__doc__)
        return 2
    return 0

if __name__ == "__main__":
    sys.exit(main())
