"""Checks what writers were told against what the log holds.

It reads the histories of the writers, the rows of the log as psql prints them, and what the hosts answer at the
end. It shares no code with the product. `check` returns what is wrong; `mutations` are mistakes that it must
find in a sound history.
"""

import collections
import copy

# A history: {"records": [...], "log": {list: [(version, key, parent, fingerprint)]}, "hosts": {host: {list: (version, fingerprint)}}}


def check(history):
    problems = []
    problems += dense(history["log"])
    problems += once(history)
    problems += acknowledged(history)
    problems += refused(history)
    problems += in_order(history["records"])
    problems += monotonic(history)
    problems += equal(history)
    return problems


def dense(log):
    """Versions are 1, 2, 3 … and each begins where the one before has ended."""
    for name, rows in log.items():
        before = rows[0][2]
        for index, (version, _, parent, fingerprint) in enumerate(rows):
            if version != index + 1:
                yield f"{name}: version {version} follows {index}"
                break
            if parent != before:
                yield f"{name}: version {version} begins with {parent}, and the one before is {before}"
            before = fingerprint


def once(history):
    """Each key made one version, and is one that a writer has sent."""
    sent = {(r["list"], r["key"]) for r in history["records"] if r["kind"] == "commit"}
    for name, rows in history["log"].items():
        counts = collections.Counter(key for _, key, _, _ in rows)
        for key, count in counts.items():
            if count > 1:
                yield f"{name}: key {key} made {count} versions"
            if (name, key) not in sent and key != "first":
                yield f"{name}: key {key} was sent by nobody"


def acknowledged(history):
    """Each acknowledged commit is there at its version, with its fingerprint, right after what it expected."""
    for r in history["records"]:
        if r["kind"] != "commit" or r["outcome"] != "acknowledged":
            continue
        rows = history["log"][r["list"]]
        row = rows[r["version"] - 1] if r["version"] <= len(rows) else None
        what = f"{r['list']}: {r['key']}, acknowledged as version {r['version']}"
        if row is None or row[1] != r["key"]:
            yield f"{what}, is not there" + (f": {row[1]} is" if row else "")
        elif row[3] != r["fingerprint"]:
            yield f"{what}, has another fingerprint there"
        if r["expected"] is not None and r["version"] != r["expected"] + 1:
            yield f"{what}, expected version {r['expected']}"


def refused(history):
    """A refused commit made no version."""
    keys = {(name, row[1]) for name, rows in history["log"].items() for row in rows}
    for r in history["records"]:
        if r["kind"] == "commit" and r["outcome"] == "refused" and (r["list"], r["key"]) in keys:
            yield f"{r['list']}: {r['key']} was refused, and is there"


def in_order(records):
    """A commit that was sent after another one was acknowledged has a later version."""
    by_list = collections.defaultdict(list)
    for r in records:
        if r["kind"] == "commit" and r["outcome"] == "acknowledged":
            by_list[r["list"]].append(r)
    for name, commits in by_list.items():
        ends = sorted(commits, key=lambda r: r["end"])
        highest, done = 0, 0
        for r in sorted(commits, key=lambda r: r["start"]):
            while done < len(ends) and ends[done]["end"] < r["start"]:
                highest = max(highest, ends[done]["version"])
                done += 1
            if r["version"] <= highest:
                yield f"{name}: {r['key']} made version {r['version']} after {highest} was acknowledged"


def monotonic(history):
    """What a host has shown or acknowledged of a list, it shows ever after, and it was the log's."""
    by_place = collections.defaultdict(list)
    for r in history["records"]:
        if r["kind"] == "read" or r["outcome"] == "acknowledged":
            by_place[r["list"], r["host"]].append(r)
        if r["kind"] == "read" and r["version"] > 0:
            rows = history["log"][r["list"]]
            if r["version"] > len(rows) or rows[r["version"] - 1][3] != r["fingerprint"]:
                yield f"{r['list']}: host {r['host']} has shown a version {r['version']} that the log does not have"
    for (name, host), events in by_place.items():
        ends = sorted(events, key=lambda r: r["end"])
        highest, done = 0, 0
        for r in sorted(events, key=lambda r: r["start"]):
            while done < len(ends) and ends[done]["end"] < r["start"]:
                highest = max(highest, ends[done]["version"])
                done += 1
            if r["kind"] == "read" and r["version"] < highest:
                yield f"{name}: host {host} has shown version {r['version']} after {highest}"


def equal(history):
    """At the end, all hosts have what the log has."""
    for name, rows in history["log"].items():
        wanted = (rows[-1][0], rows[-1][3])
        for host, lists in history["hosts"].items():
            if lists.get(name) != wanted:
                yield f"{name}: host {host} ends with {lists.get(name)}, and the log with {wanted}"


# Mistakes


def first(history, kind, **wanted):
    for r in history["records"]:
        if r["kind"] == kind and all(r.get(name) == value for name, value in wanted.items()):
            return r
    return None


def longest(history):
    return max(history["log"].values(), key=len)


def lose_last(history):
    acknowledged_keys = {(r["list"], r.get("version")) for r in history["records"] if r.get("outcome") == "acknowledged"}
    for name, rows in history["log"].items():
        if (name, rows[-1][0]) in acknowledged_keys:
            rows.pop()
            for lists in history["hosts"].values():
                lists[name] = (rows[-1][0], rows[-1][3])
            return True
    return False


def lose_middle(history):
    rows = longest(history)
    rows.pop(len(rows) // 2)
    return True


def make_twice(history):
    rows = longest(history)
    version, _, _, fingerprint = rows[-1]
    rows.append((version + 1, rows[1][1], fingerprint, fingerprint))
    for lists in history["hosts"].values():
        for name, there in history["log"].items():
            if there is rows:
                lists[name] = (version + 1, fingerprint)
    return True


def swap_two(history):
    r = first(history, "commit", outcome="acknowledged")
    if r:
        r["version"] += 1
    return r is not None


def make_refused(history):
    r = first(history, "commit", outcome="acknowledged", expected=None)
    if r:
        r["outcome"] = "refused"
    return r is not None


def ignore_expected(history):
    for r in history["records"]:
        if r["kind"] == "commit" and r["outcome"] == "acknowledged" and r["expected"] is not None:
            r["expected"] -= 1
            return True
    return False


def go_back(history):
    for r in history["records"]:
        if r["kind"] == "read" and r["version"] > 3:
            again = copy.copy(r)
            again["version"] = 2
            again["fingerprint"] = history["log"][r["list"]][1][3]
            again["start"] = r["end"] + 1
            again["end"] = r["end"] + 2
            history["records"].append(again)
            return True
    return False


def show_another(history):
    r = first(history, "read")
    if r:
        r["fingerprint"] = "f" * 32
    return r is not None


def commit_late(history):
    r = first(history, "commit", outcome="acknowledged")
    if r:
        late = max(other["end"] for other in history["records"]) + 1
        r["start"], r["end"] = late, late + 1
    return r is not None


def differ(history):
    lists = next(iter(history["hosts"].values()))
    name = next(iter(lists))
    lists[name] = (lists[name][0], "f" * 32)
    return True


mutations = [
    lose_last, lose_middle, make_twice, swap_two, make_refused, ignore_expected, go_back, show_another,
    commit_late, differ,
]  # fmt: skip


def blind_spots(history):
    """Returns the mistakes that are not found in a sound history."""
    blind = []
    for mutation in mutations:
        mutated = copy.deepcopy(history)
        if mutation(mutated) and not list(check(mutated)):
            blind.append(mutation.__name__)
    return blind
