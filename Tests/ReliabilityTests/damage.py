"""Damages stores, and compares what the commands of `liststore` say with the documents that were committed.

    damage.py TOOL FOLDER COUNT SEED

The truth is kept here: lists as JSON, who committed them, and in which order. Nothing of the product is used to
make it or to compare with it; files are damaged through Python's own SQLite, and byte by byte. Prints a line for
each fault, and the counts at the end; the status is 1 if there was a fault.
"""

import collections
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys

TOOL, FOLDER, COUNT, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PAGE = 4096
TABLES = ["list", "section", "cell", "place", "chunk", "change", "key", "span"]
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no")


def run(*arguments, input=None):
    """The status, output and errors of a command."""
    try:
        result = subprocess.run(
            [TOOL, *arguments], input=input, capture_output=True, timeout=120, env=ENVIRONMENT, cwd=FOLDER)
    except subprocess.TimeoutExpired:
        return 124, "", "it did not end"
    return result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


QUERIES = [
    "SELECT list, count(*) AS cells FROM cells GROUP BY 1 ORDER BY 1",
    "SELECT id, content FROM cells WHERE list = 'home' ORDER BY section, item",
    "SELECT list, version, author FROM versions ORDER BY 1, 2",
    "SELECT version, kind, id FROM changes WHERE list = 'home' ORDER BY 1, 2, 3",
]


# The truth


def content(generator):
    return {
        "title": "".join(generator.choice("abcdefghij é☃") for _ in range(generator.randint(0, 30))),
        "rank": generator.randint(-(2**40), 2**40),
        "tags": [generator.randint(0, 9) for _ in range(generator.randint(0, 4))],
        "more": generator.choice([None, True, {"deep": {"er": 1.5}}, "\"\\\n"]),
    }


def history(generator, versions, sections, cells, size=0):
    """Documents, each different from the one before."""
    def cell(number):
        value = {"id": f"c{number}", "type": "Row", "content": content(generator)}
        if size: value["content"]["text"] = generator.choice("xyz") * size
        return value
    numbers = iter(range(10**6))
    document = {"sections": [
        {"id": f"s{section}", "cells": [cell(next(numbers)) for _ in range(cells)]} for section in range(sections)]}
    result = [document]
    while len(result) < versions:
        document = json.loads(json.dumps(document))
        for _ in range(generator.randint(1, 3)):
            section = generator.choice(document["sections"])
            rows = section["cells"]
            kind = generator.randrange(5)
            if kind == 0 or not rows: rows.insert(generator.randint(0, len(rows)), cell(next(numbers)))
            elif kind == 1 and len(rows) > 1: rows.pop(generator.randrange(len(rows)))
            elif kind == 2: rows.insert(generator.randint(0, len(rows) - 1), rows.pop(generator.randrange(len(rows))))
            elif kind == 3: generator.shuffle(document["sections"])
            else: generator.choice(rows)["content"] = content(generator)
        if document != result[-1]: result.append(document)
    return result


class Truth:
    """The lists that were committed, and how."""

    def __init__(self):
        generator = random.Random(SEED)
        self.lists = {
            "home": history(generator, 9, 3, 8), "long": history(generator, 4, 1, 3, size=9000),
            "many": history(generator, 5, 2, 300), "busy": history(generator, 262, 1, 2),
        }
        self.authors = {}
        order = [(name, version) for name in self.lists for version in range(1, len(self.lists[name]) + 1)]
        order.sort(key=lambda entry: (entry[1] / len(self.lists[entry[0]]), entry[0]))
        half = len(order) // 2
        self.path, self.earlier = os.path.join(FOLDER, "whole.db"), os.path.join(FOLDER, "earlier.db")
        for number, (name, version) in enumerate(order):
            if number == half: self.keep(self.earlier)
            author = ["anna", "bert", None][number % 3]
            self.authors[name, version] = author
            options = ["--key", f"{name}-{version}"] + (["--author", author] if author else [])
            # Few of a long past have more to say.
            if name == "busy" and version not in (1, 131, 262) and number != half:
                continue
            first = version
            documents = [self.lists[name][version - 1]]
            if name == "busy" and version > 1:
                first = self.reached + 1
                documents = self.lists[name][first - 1:version]
                for later in range(first, version + 1): self.authors[name, later] = None
                status, _, errors = run(
                    "import", "whole.db", name, "-", "--key-prefix", f"b{first}-",
                    input="\n".join(map(json.dumps, documents)).encode())
            else:
                status, _, errors = run(
                    "commit", "whole.db", name, "-", *options, input=json.dumps(documents[0]).encode())
            if name == "busy": self.reached = version
            assert status == 0, errors
        self.keep(self.path)
        with open(self.path, "rb") as file: self.bytes = file.read()
        with open(self.earlier, "rb") as file: self.earlier_bytes = file.read()
        self.check()

    def keep(self, copy):
        connection = sqlite3.connect(self.path)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        if copy != self.path: shutil.copy(self.path, copy)

    def check(self):
        """What the whole store says is the truth; its logs are compared with those of the damaged ones."""
        self.exports, self.changes, self.differences = {}, {}, {}
        for name, documents in self.lists.items():
            for version, document in enumerate(documents, 1):
                if name == "busy" and version % 60: continue
                status, output, errors = run("show", "whole.db", name, "--at", str(version))
                assert status == 0 and json.loads(output) == document, (name, version, errors)
            log = lines(run("log", "whole.db", name, "--json")[1])
            assert [entry["version"] for entry in log] == list(range(len(documents), 0, -1)), name
            assert [entry.get("author") for entry in log] == [
                self.authors[name, version] for version in range(len(documents), 0, -1)], name
            self.exports[name] = lines(run("export", "whole.db", name)[1])
            self.changes[name] = lines(run("changes", "whole.db", name)[1])
            assert len(self.exports[name]) == len(self.changes[name]) == len(documents)
            self.differences[name] = run("diff", "whole.db", name, "1", "3")[1]
        self.queries = {}
        for sql in QUERIES:
            status, self.queries[sql], errors = run("query", "whole.db", sql, "--json")
            assert status == 0, errors
        assert run("verify", "whole.db")[0] == 0


# Damage


def open_bare(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = bytes
    connection.execute("PRAGMA ignore_check_constraints = ON")
    return connection


def pages(path, change):
    with open(path, "rb") as file: data = bytearray(file.read())
    change(data)
    with open(path, "wb") as file: file.write(data)


def page(generator, data, first=0):
    return generator.randrange(first, len(data) // PAGE) * PAGE


def zero_page(generator, path, truth):
    def change(data):
        start = page(generator, data, 1)
        data[start:start + PAGE] = bytes(PAGE)
    pages(path, change)


def copy_page(generator, path, truth):
    def change(data):
        source, target = page(generator, data, 1), page(generator, data, 1)
        data[target:target + PAGE] = data[source:source + PAGE]
    pages(path, change)


def swap_pages(generator, path, truth):
    def change(data):
        one, other = page(generator, data, 1), page(generator, data, 1)
        data[one:one + PAGE], data[other:other + PAGE] = data[other:other + PAGE], data[one:one + PAGE]
    pages(path, change)


def lose_write(generator, path, truth):
    """A page as it was earlier: the device has lost a write."""
    def change(data):
        old = truth.earlier_bytes
        changed = [start for start in range(PAGE, min(len(old), len(data)), PAGE)
                   if old[start:start + PAGE] != data[start:start + PAGE]]
        start = generator.choice(changed)
        data[start:start + PAGE] = old[start:start + PAGE]
    pages(path, change)


def flip_bits(generator, path, truth):
    def change(data):
        for _ in range(generator.choice([1, 1, 1, 4])):
            data[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
    pages(path, change)


def scribble(generator, path, truth):
    def change(data):
        start = generator.randrange(100, len(data) - 600)
        data[start:start + 512] = generator.randbytes(512)
    pages(path, change)


def truncate(generator, path, truth):
    pages(path, lambda data: data.__delitem__(slice(generator.randrange(100, len(data)), None)))


def forget_cells(generator, path, truth):
    """A leaf that has fewer rows than it had: a table and its index disagree."""
    def change(data):
        leaves = [start for start in range(PAGE, len(data), PAGE)
                  if data[start] in (10, 13) and data[start + 4] + data[start + 3] * 256 > 0]
        start = generator.choice(leaves)
        count = data[start + 4] + data[start + 3] * 256 - 1
        data[start + 3], data[start + 4] = count // 256, count % 256
    pages(path, change)


def delete_rows(generator, path, truth):
    connection = open_bare(path)
    table = f"liststore_{generator.choice(TABLES)}"
    for _ in range(generator.choice([1, 1, 3])):
        key = "(list, id)" if table.endswith("place") else "(list, key)" if table.endswith("key") else "(rowid)"
        count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        if count:
            connection.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT {key[1:-1]} FROM {table} "
                               f"LIMIT 1 OFFSET {generator.randrange(count)})")
    connection.close()


def delete_list(generator, path, truth):
    """All rows of one list in one table, or in all but some."""
    connection = open_bare(path)
    number = generator.randint(1, 4)
    tables = generator.sample(["list", "section", "cell", "place", "change", "key", "span"],
                              generator.choice([1, 1, 2, 6]))
    for table in tables: connection.execute(f"DELETE FROM liststore_{table} WHERE list = {number}")
    connection.close()


def rename_list(generator, path, truth):
    """One bit of a name, in the table and its index."""
    connection = open_bare(path)
    number, name = generator.choice(connection.execute("SELECT list, id FROM liststore_list").fetchall())
    name = bytearray(name)
    name[generator.randrange(len(name))] ^= 1 << generator.randrange(7)
    connection.execute("UPDATE OR REPLACE liststore_list SET id = ? WHERE list = ?", (bytes(name), number))
    connection.close()


def change_value(generator, path, truth):
    """A value of any column."""
    connection = open_bare(path)
    table = f"liststore_{generator.choice(TABLES)}"
    columns = [row[1].decode() for row in connection.execute(f"PRAGMA table_info({table})")]
    column = generator.choice(columns)
    rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
    if rows:
        row, other = generator.choice(rows), generator.choice(rows)
        old = row[columns.index(column)]
        values = [None, other[columns.index(column)], 0, 2**62, b"", b"\xc3(", 1.5]
        if isinstance(old, int): values += [old + 1, old - 1, -old]
        if isinstance(old, bytes) and old:
            flipped = bytearray(old)
            flipped[generator.randrange(len(old))] ^= 1 << generator.randrange(8)
            values += [bytes(flipped), old[:-1], bytes(len(old))] * 2
        keys = ["list", "id"] if table.endswith("place") else ["list", "key"] if table.endswith("key") else columns[:1]
        where = " AND ".join(f"{key} IS ?" for key in keys)
        try:
            connection.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {where}",
                               [generator.choice(values)] + [row[columns.index(key)] for key in keys])
        except sqlite3.Error:
            pass
    connection.close()


def drop_sums(generator, path, truth):
    """Checksums that are gone, of one table or of all, and then other damage."""
    connection = open_bare(path)
    tables = ["change", "section", "chunk", "list", "span"]
    if generator.random() < 0.5: tables = generator.sample(tables, 1)
    for table in tables:
        for row in connection.execute(f"PRAGMA table_info(liststore_{table})").fetchall():
            column = row[1].decode()
            if column.endswith("checksum"): connection.execute(f"UPDATE liststore_{table} SET {column} = NULL")
    connection.close()
    generator.choice([
        zero_page, lose_write, flip_bits, delete_rows, copy_page, forget_cells, change_value, renumber_list,
    ])(generator, path, truth)


def renumber_list(generator, path, truth):
    """The row of a list gets the number of another one, or one that no list has, or two of them change theirs."""
    connection = open_bare(path)
    numbers = [row[0] for row in connection.execute("SELECT list FROM liststore_list ORDER BY list")]
    one = generator.choice(numbers)
    other = generator.choice([number for number in numbers + [max(numbers) + 1] if number != one])
    steps = [(one, other)]
    if generator.random() < 0.4: steps = [(one, 99), (other, one), (99, other)]
    for number, target in steps:
        connection.execute("UPDATE OR REPLACE liststore_list SET list = ? WHERE list = ?", (target, number))
    connection.close()


def lose_list(generator, path, truth):
    """All rows of a list in all tables: mostly of the last one, after which no number is missing."""
    connection = open_bare(path)
    last = connection.execute("SELECT max(list) FROM liststore_list").fetchone()[0]
    number = generator.choice([last, last, generator.randint(1, last)])
    connection.execute(
        "DELETE FROM liststore_chunk WHERE section IN (SELECT section FROM liststore_section WHERE list = ?)",
        (number,))
    for table in ["list", "section", "cell", "place", "change", "key", "span", "cursor"]:
        connection.execute(f"DELETE FROM liststore_{table} WHERE list = ?", (number,))
    connection.close()


def zero_pages(generator, path, truth):
    """Several pages at once, as a device loses them."""
    for _ in range(4): zero_page(generator, path, truth)


KINDS = [zero_page, copy_page, swap_pages, lose_write, flip_bits, scribble, truncate, forget_cells, delete_rows,
         delete_list, rename_list, change_value, change_value, drop_sums, drop_sums, renumber_list, lose_list,
         zero_pages]


# Judging


class Case:
    def __init__(self, truth, number):
        self.truth, self.number = truth, number
        self.faults, self.counts = [], collections.Counter()
        generator = random.Random(SEED * 1_000_003 + number)
        kind = KINDS[number % len(KINDS)]
        self.kinds = [kind] + ([generator.choice(KINDS)] if generator.random() < 0.15 else [])
        self.generator = generator

    def fault(self, command, text):
        names = "+".join(kind.__name__ for kind in self.kinds)
        self.faults.append(f"{self.number} {names}: {command}: {text}")

    def ask(self, *arguments, input=None):
        status, output, errors = run(*arguments, input=input)
        said = output + errors
        if status not in (0, 1, 3): self.fault(arguments, f"status {status}, {errors[:200]}")
        elif status and not said.strip(): self.fault(arguments, f"status {status} without a word")
        self.counts["refused" if status else "answered"] += 1
        return status, output, errors

    def judge(self):
        for name in os.listdir(FOLDER):
            if not name.startswith(("whole.db", "earlier.db")): os.unlink(os.path.join(FOLDER, name))
        path = os.path.join(FOLDER, "d.db")
        shutil.copy(self.truth.path, path)
        for kind in self.kinds:
            try:
                kind(self.generator, path, self.truth)
            except sqlite3.Error:
                pass
        with open(path, "rb") as file: damaged = file.read()
        self.is_sound = self.ask("verify", "d.db")[0] == 0
        self.counts["sound" if self.is_sound else "unsound"] += 1
        self.read()
        self.copies()
        self.repair()
        for name, arguments in [
            ("c1.db", ["compact", "c1.db", "--versions", "2", "--age", "0s"]),
            ("c2.db", ["commit", "c2.db", "new", "-"]), ("c3.db", ["clear", "c3.db", "long"]),
        ]:
            with open(os.path.join(FOLDER, name), "wb") as file: file.write(damaged)
            status, _, _ = self.ask(*arguments, input=b'{"sections":[]}')
            gone = ["long"] if name == "c3.db" and status == 0 else []
            for other in self.truth.lists:
                if other not in gone: self.head(name, other)

    def head(self, path, name):
        """The head of a list, which is right if there is an answer."""
        status, output, _ = self.ask("show", path, name)
        if status == 0 and json.loads(output) != self.truth.lists[name][-1]:
            self.fault(("show", path, name), "another list")
        return status

    def read(self):
        truth = self.truth
        status, output, _ = self.ask("lists", "d.db", "--json")
        if status == 0:
            self.compare(("lists",), [(entry["list"], entry["version"]) for entry in lines(output)],
                         sorted((name, len(documents)) for name, documents in truth.lists.items()))
        self.ask("stats", "d.db", "--json")
        for name, documents in truth.lists.items():
            self.head("d.db", name)
            version = self.generator.randint(1, len(documents))
            status, output, _ = self.ask("show", "d.db", name, "--at", str(version))
            if status == 0 and json.loads(output) != documents[version - 1]:
                self.fault(("show", name, "--at", version), "another list")
            status, output, _ = self.ask("log", "d.db", name, "--json")
            if status == 0:
                self.compare(("log", name), [(entry["version"], entry.get("author")) for entry in lines(output)][::-1],
                             [(number, truth.authors[name, number]) for number in range(1, len(documents) + 1)])
            for command, expected in [("changes", truth.changes[name]), ("export", truth.exports[name])]:
                status, output, _ = self.ask(command, "d.db", name)
                if status == 0: self.compare((command, name), lines(output), expected)
            status, output, _ = self.ask("diff", "d.db", name, "1", "3")
            if status == 0 and output != truth.differences[name]: self.fault(("diff", name), "another difference")
        for sql, expected in truth.queries.items():
            status, output, errors = self.ask("query", "d.db", sql, "--json")
            if status == 0 and output != expected: self.fault(("query", sql), "another answer")
            if "SELECT" in errors or "liststore_" in errors: self.fault(("query", sql), errors[:200])

    def compare(self, command, found, expected):
        if found == expected: return
        self.fault(command, f"{len(found)} entries, {len(expected)} expected")

    def copies(self):
        for copy, arguments in [("b.db", ["backup", "d.db", "b.db"]), ("r.db", ["restore", "d.db", "r.db"])]:
            status, _, errors = self.ask(*arguments)
            if (status == 0) != self.is_sound:
                self.fault(arguments, f"status {status} of a store that is "
                           f"{'sound' if self.is_sound else 'refused'}: {errors[:200]}")
            if status: continue
            self.counts["copied"] += 1
            for name in self.truth.lists:
                if self.head(copy, name): self.fault(arguments, f"{name} cannot be read in the copy")

    def repair(self):
        status, output, errors = self.ask("repair", "d.db", "p.db", "--json")
        if status == 3:
            if os.path.exists(os.path.join(FOLDER, "p.db")): self.fault(("repair",), "a store is left behind")
            self.counts["nothing saved"] += 1
            return
        if self.ask("verify", "p.db")[0]: return self.fault(("repair",), "the new store is not sound")
        self.counts["repaired" if status else "complete"] += 1
        found = {entry["list"]: entry["version"] for entry in lines(self.ask("lists", "p.db", "--json")[1])}
        for name, documents in self.truth.lists.items():
            if name in found:
                shown = run("show", "p.db", name)[1]
                # Nobody has committed a later version.
                if [json.loads(shown)] != documents[found[name] - 1:][:1]: self.fault(("repair", name), "another list")
            if status: continue
            numbers = [{key: value for key, value in change.items() if key != "sequence"}
                       for change in lines(run("export", "p.db", name)[1])]
            expected = [{key: value for key, value in change.items() if key != "sequence"}
                        for change in self.truth.exports[name]]
            if numbers != expected: self.fault(("repair", name), f"complete with {len(numbers)} of {len(expected)}")


def main():
    truth, counts, faults = Truth(), collections.Counter(), 0
    for number in range(COUNT):
        case = Case(truth, number)
        case.judge()
        counts += case.counts
        faults += len(case.faults)
        for text in case.faults: print(f"wrong: {text}", flush=True)
    print(f"end {COUNT} files: " + ", ".join(f"{counts[key]} {key}" for key in sorted(counts)) + f"; {faults} faults")
    sys.exit(1 if faults else 0)


main()
