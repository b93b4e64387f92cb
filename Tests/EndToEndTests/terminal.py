"""Runs commands in terminals, as a person would, and says what their screens got.

Reads a JSON array of sessions from standard input, and writes an array of results. A session:

    argv        the command
    columns, rows    the size of its terminal
    environment      variables to set; null removes one
    steps       what the person does, one after the other:
                {"see": TEXT}    waits until TEXT, a regular expression, came since the last step
                {"send": KEYS}   types; "\\u0003" is Ctrl-C
                {"leave": KEYS}  types until the session ends: less loses what it gets with Ctrl-C
                {"resize": [COLUMNS, ROWS]}

A result:

    output      everything the terminal got
    status      the exit status; minus the signal if there was one
    columns     the most columns that a line of the output takes
    missed      the text that did not come; absent if everything came
    stuck       whether the command did not end, or left a program that has the terminal open
    raw         whether the terminal no longer takes whole lines
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata

# Seconds for a step, and for the end.
LIMIT = 120
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\([A-Z0-9]|\x1b[^A-Za-z]*$")


def resize(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def start(session, columns, rows):
    child, terminal = pty.fork()
    if child != 0:
        return child, terminal
    try:
        resize(0, columns, rows)
        environment = dict(os.environ, TERM="xterm")
        for name in ["COLUMNS", "LINES", "LESS", "PAGER", "LISTSTORE_PAGER", "NO_COLOR"]:
            environment.pop(name, None)
        for name, value in session.get("environment", {}).items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        os.execve(session["argv"][0], session["argv"], environment)
    finally:
        os._exit(126)


class Screen:
    def __init__(self, terminal):
        self.terminal = terminal
        self.bytes = b""
        self.seen = 0
        self.is_closed = False

    def read(self, seconds):
        """Reads what there is; after its last writer is gone, there is nothing."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return
        try:
            piece = os.read(self.terminal, 1 << 16)
        except OSError:
            piece = b""
        self.is_closed = not piece
        self.bytes += piece

    def text(self):
        """What it got, without what a terminal obeys."""
        return ESCAPES.sub("", self.bytes.decode(errors="replace"))

    def see(self, text):
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            found = re.compile(text).search(self.text(), self.seen)
            if found:
                self.seen = found.end()
                return True
            if self.is_closed:
                return False
            self.read(1)
        return False


def wait(child, screen):
    """Reads to the end of the session; returns its status, or None if it is stuck."""
    deadline = time.monotonic() + LIMIT
    while not screen.is_closed and time.monotonic() < deadline:
        screen.read(1)
    if not screen.is_closed:
        for group in {child, os.tcgetpgrp(screen.terminal)}:
            try:
                os.killpg(group, signal.SIGKILL)
            except OSError:
                pass
        os.waitpid(child, 0)
        return None
    return os.waitpid(child, 0)[1]


def columns_of(line):
    wide = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    return wide - sum(1 for c in line if unicodedata.combining(c))


def run(session):
    columns, rows = session.get("columns", 80), session.get("rows", 24)
    child, terminal = start(session, columns, rows)
    resize(terminal, columns, rows)
    screen = Screen(terminal)
    result = {}
    for step in session.get("steps", []):
        if "see" in step and not screen.see(step["see"]):
            result["missed"] = step["see"]
            break
        if "send" in step:
            os.write(terminal, step["send"].encode())
            screen.seen = len(screen.text())
        if "leave" in step:
            deadline = time.monotonic() + LIMIT
            while not screen.is_closed and time.monotonic() < deadline:
                os.write(terminal, step["leave"].encode())
                screen.read(0.3)
        if "resize" in step:
            screen.seen = len(screen.text())
            resize(terminal, *step["resize"])
    status = wait(child, screen)
    mode = termios.tcgetattr(terminal)[3]
    os.close(terminal)
    lines = screen.text().replace("\r", "\n").replace("\a", "").split("\n")
    result["output"] = screen.bytes.decode(errors="replace")
    result["columns"] = max(columns_of(line) for line in lines)
    result["stuck"] = status is None
    result["raw"] = not mode & termios.ICANON or not mode & termios.ECHO
    if status is not None:
        result["status"] = os.waitstatus_to_exitcode(status)
    return result


json.dump([run(session) for session in json.load(sys.stdin)], sys.stdout)
