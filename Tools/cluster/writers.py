"""Writers: clients over HTTP that commit, read, and write down what they were told.

A commit whose outcome is unknown is sent again with its key, to any host, until it is answered.
"""

import http.client
import json
import random
import threading
import time

TIMEOUT = 8


class Progress:
    """How many commits were acknowledged, by all writers."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.lock = threading.Lock()
        self.count = 0
        self.last = time.monotonic()
        self.failures = []

    def acknowledged(self):
        with self.lock:
            self.count += 1
            self.last = time.monotonic()

    @property
    def is_done(self):
        return self.count >= self.wanted or bool(self.failures)


class Writer(threading.Thread):
    def __init__(self, number, ports, lists, progress, seed, path):
        super().__init__(name=f"writer {number}")
        self.number = number
        self.ports = ports
        self.lists = lists
        self.progress = progress
        self.random = random.Random(f"{seed}-{number}")
        self.file = open(path, "w", buffering=1)
        self.connections = {}
        self.inserted = {name: [] for name in lists}
        self.turn = 0

    def run(self):
        try:
            while not self.progress.is_done:
                self.step()
        except Exception as error:  # noqa: BLE001
            self.progress.failures.append(f"{self.name}: {error!r}")
        finally:
            self.file.close()

    # Requests

    def request(self, host, method, path, body=None, fields=None):
        """Sends a request; None when there is no answer."""
        connection = self.connections.get(host)
        try:
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.ports[host], timeout=TIMEOUT)
                self.connections[host] = connection
            connection.request(method, path, body, fields or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            if connection is not None:
                connection.close()
            self.connections.pop(host, None)
            return None

    def note(self, **record):
        record["writer"] = self.number
        self.file.write(json.dumps(record) + "\n")

    # Steps

    def step(self):
        # Half of the commits are for one list, so that writers meet.
        name = self.lists[0] if self.random.random() < 0.5 else self.random.choice(self.lists)
        host = self.random.randrange(len(self.ports))
        chance = self.random.random()
        if chance < 0.15:
            self.read(name, host)
        else:
            expected = self.read(name, host) if chance < 0.35 else None
            self.commit(name, host, expected)

    def read(self, name, host):
        start = time.monotonic()
        answer = self.request(host, "GET", "/lists")
        end = time.monotonic()
        if answer is None or answer[0] != 200:
            return None
        found = [there for there in json.loads(answer[2])["lists"] if there["name"] == name]
        if not found:
            return None
        self.note(
            kind="read", list=name, host=host, start=start, end=end, version=found[0]["version"],
            fingerprint=found[0]["fingerprint"],
        )  # fmt: skip
        return found[0]["version"]

    def edit(self, name, key):
        own = f"w{self.number}"
        chance = self.random.random()
        mine = self.inserted[name]
        cell = {"type": "Text", "content": {"text": key}}
        if chance < 0.5:
            return [{"set": {"id": own, **cell}}], None, None
        if chance < 0.75 or not mine:
            return [{"insert": {"id": key, **cell}, "end": "s"}], key, None
        return [{"delete": mine[0]}], None, mine[0]

    def commit(self, name, host, expected):
        self.turn += 1
        key = f"{self.number}-{self.turn}"
        edits, inserted, deleted = self.edit(name, key)
        body = json.dumps({"edits": edits})
        path = f"/lists/{name}?author=w{self.number}"
        if expected is not None:
            path += f"&expect={expected}"
        fields = {"Idempotency-Key": key, "Content-Type": "application/json"}
        record = {
            "kind": "commit", "list": name, "key": key, "expected": expected,
            "start": time.monotonic(), "attempts": 0, "outcome": "unknown",
        }  # fmt: skip
        limit = record["start"] + 120
        while time.monotonic() < limit:
            record["attempts"] += 1
            answer = self.request(host, "PATCH", path, body, fields)
            record["end"] = time.monotonic()
            record["host"] = host
            if answer is not None and answer[0] in (200, 201):
                told = json.loads(answer[2])
                record.update(
                    outcome="acknowledged", version=told["version"], fingerprint=told["fingerprint"],
                    how=told["outcome"],
                )  # fmt: skip
                if inserted:
                    self.inserted[name].append(inserted)
                if deleted:
                    self.inserted[name].remove(deleted)
                self.progress.acknowledged()
                break
            if answer is not None and answer[0] in (409, 412):
                record["outcome"] = "refused"
                break
            if answer is not None and answer[0] not in (500, 503):
                raise RuntimeError(f"status {answer[0]} for {key}: {answer[2][:300]!r}")
            host = self.random.randrange(len(self.ports))
            time.sleep(0.02)
        self.note(**record)
