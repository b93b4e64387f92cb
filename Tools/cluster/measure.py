#!/usr/bin/env python3
"""Measures lists on PostgreSQL beside pgbench, in one run on one machine: a primary and two standbys, ANY 1.

    measure.py --bench .build/release/log-bench

pgbench runs the statement of a commit with as many bytes; it prepares it, and each client has a list of its own.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile

from servers import Cluster, programs

# The statement of PostgresLog.append; a version stands for its own fingerprint.
STATEMENT = r"""
\set v :v + 1
WITH head AS (
  INSERT INTO liststore_lists AS l (list, version, fingerprint)
  SELECT convert_to(:name::text || :client_id::text, 'UTF8'), :v::bigint, decode(lpad(to_hex(:v::bigint), 32, '0'), 'hex')
  WHERE :v::bigint = 1
    OR EXISTS (SELECT FROM liststore_lists WHERE list = convert_to(:name::text || :client_id::text, 'UTF8'))
  ON CONFLICT (list) DO UPDATE SET version = excluded.version, fingerprint = excluded.fingerprint
  WHERE l.version = excluded.version - 1
    AND l.fingerprint = decode(lpad(to_hex(:v::bigint - 1), 32, '0'), 'hex')
  RETURNING version
)
INSERT INTO liststore_changes
  (list, version, parent_fingerprint, fingerprint, key, author, message, time, body)
SELECT convert_to(:name::text || :client_id::text, 'UTF8'), version, decode(lpad(to_hex(:v::bigint - 1), 32, '0'), 'hex'),
  decode(lpad(to_hex(:v::bigint), 32, '0'), 'hex'), convert_to(:name::text || :client_id::text || '-' || :v::text, 'UTF8'),
  NULL, NULL, NULL, decode(:body::text, 'hex')
FROM head RETURNING version;
"""


class Measurement:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="liststore-measure-")
        self.cluster = Cluster(self.folder)
        self.address = f"postgres://app@127.0.0.1:{self.cluster.primary.port}/postgres"
        self.script = f"{self.folder}/append.sql"
        with open(self.script, "w") as file:
            file.write(STATEMENT)
        os.chmod(self.script, 0o644)
        self.runs = 0

    def bench(self, *arguments):
        command = [self.options.bench, arguments[0], self.address, *map(str, arguments[1:])]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    def pgbench(self, clients, body_length):
        self.runs += 1
        log = f"{self.folder}/pgbench{self.runs}"
        done = subprocess.run(
            [f"{programs()}/pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "2",
             "-T", str(self.options.seconds), "-f", self.script, "-D", "v=0",
             "-D", f"name=pgbench-1700000000000-{self.runs}-", "-D", f"body={'61' * body_length}",
             "-l", f"--log-prefix={log}", "-h", "127.0.0.1", "-p", str(self.cluster.primary.port),
             "-U", "app", "postgres"],
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        rate = float(re.search(r"tps = ([\d.]+)", done.stdout).group(1))
        times = []
        for name in os.listdir(self.folder):
            if name.startswith(f"pgbench{self.runs}."):
                with open(f"{self.folder}/{name}") as file:
                    times += [int(line.split()[2]) / 1000 for line in file]
        times.sort()
        return {"rate": rate, "p50": times[len(times) // 2], "p99": times[len(times) * 99 // 100]}

    def body_length(self):
        """How many bytes the changes of the measurement have."""
        return int(
            self.cluster.primary.sql(
                "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY length(body)) FROM liststore_changes"
            )
        )

    def side_by_side(self):
        self.bench("appends", "--writers", 1, "--seconds", 1)
        length = self.body_length()
        print(f"changes of {length} bytes; rates per second, latencies in ms (half, 99 of 100)")
        print("writers          pgbench                 append            ×            commit            ×")
        for writers in self.options.writers:
            rows = []
            for _ in range(self.options.rounds):
                peer = self.pgbench(writers, length)
                arguments = ["--writers", writers, "--seconds", self.options.seconds]
                rows.append((peer, self.bench("appends", *arguments), self.bench("commits", *arguments)))
            peer, append, commit = (self.median([row[index] for row in rows]) for index in range(3))
            ratio = statistics.median(row[1]["rate"] / row[0]["rate"] for row in rows)
            other = statistics.median(row[2]["rate"] / row[0]["rate"] for row in rows)
            print(
                f"{writers:4} {self.text(peer)} {self.text(append)} {ratio:6.2f} {self.text(commit)} {other:6.2f}",
                flush=True,
            )

    @staticmethod
    def median(results):
        return {name: statistics.median(r[name] for r in results) for name in ("rate", "p50", "p99")}

    @staticmethod
    def text(result):
        return f"{result['rate']:8.0f} {result['p50']:7.2f} {result['p99']:7.2f}"

    def run(self):
        if "appends" in self.options.only:
            self.side_by_side()
        if "conflicts" in self.options.only:
            hot = self.bench("conflicts", "--writers", 8, "--seconds", self.options.seconds)
            print(f"one list, 8 hosts: {self.text(hot)}, {hot['conflicts'] / hot['count']:.2f} conflicts for "
                  "each commit", flush=True)
        if "behind" in self.options.only:
            behind = [self.bench("behind") for _ in range(self.options.rounds)]
            print(f"100,000 versions behind: {statistics.median(b['rate'] for b in behind):.0f} changes/s, "
                  f"of {len(behind)} runs {min(b['rate'] for b in behind):.0f} to "
                  f"{max(b['rate'] for b in behind):.0f}; the host takes "
                  f"{statistics.median(b['processor'] for b in behind):.1f} s of processor", flush=True)
        if "new-host" in self.options.only:
            new = [self.bench("new-host") for _ in range(self.options.rounds)]
            print(f"a new host, 1,000,000 cells: ready in {statistics.median(n['seconds'] for n in new):.1f} s; "
                  f"the host takes {statistics.median(n['processor'] for n in new):.1f} s of processor; "
                  f"keeping the snapshot takes {statistics.median(n['keeping'] for n in new):.1f} s")

    def end(self):
        self.cluster.end()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--writers", type=int, nargs="*", default=[1, 16, 64])
    parser.add_argument("--only", nargs="*", default=["appends", "conflicts", "behind", "new-host"])
    options = parser.parse_args()
    options.bench = os.path.abspath(options.bench)
    measurement = Measurement(options)
    try:
        measurement.run()
    finally:
        measurement.end()


if __name__ == "__main__":
    main()
