#!/usr/bin/env python3
"""The failover campaign: what is acknowledged stays, whatever fails.

Three database hosts (commits wait for ANY 1 of two standbys), four service hosts (`liststore serve --log`), eight
writers over HTTP. Meanwhile servers and service hosts are killed and stopped, connections are cut by a proxy, and
standbys are promoted. Then an independent checker compares what the writers were told with what the log holds.

    campaign.py --liststore .build/release/liststore --commits 100000

`--plant` makes a mistake that the checker must find:
    asynchronous   commits wait for no standby, and one that is behind is promoted
    alone          a service host commits to its own store instead of the log
"""

import argparse
import collections
import http.client
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import checker
from hosts import Host
from servers import Cluster, Failure, until
from writers import Progress, Writer

HOSTS = 4
WRITERS = 8
LISTS = [f"list{number}" for number in range(16)]


class Campaign:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        if options.folder:
            os.makedirs(options.folder, exist_ok=True)
        self.folder = tempfile.mkdtemp(prefix="liststore-cluster-", dir=options.folder)
        self.faults = []
        self.hosts = []
        self.proxy = None
        print(f"seed {options.seed}, {options.commits} commits, in {self.folder}", flush=True)

    # Parts

    def begin(self):
        self.cluster = Cluster(self.folder)
        pairs = [f"{server.proxy_port}:{server.port}" for server in self.cluster.servers]
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "proxy.py")
        self.proxy = subprocess.Popen(
            [sys.executable, path, *pairs], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.proxy.stdout.readline()
        for number in range(HOSTS):
            alone = self.options.plant == "alone" and number == 1
            log = None if alone else self.cluster.address()
            host = Host(number, self.folder, self.options.liststore, log)
            host.start()
            self.hosts.append(host)
        self.create_lists()

    def create_lists(self):
        """Makes the first version of each list: a cell for each writer."""
        cells = [
            {"id": f"w{number}", "type": "Text", "content": {"text": ""}} for number in range(WRITERS)
        ]
        body = json.dumps({"sections": [{"id": "s", "cells": cells}]})
        for host in self.hosts if self.options.plant == "alone" else self.hosts[:1]:
            for name in LISTS:
                fields = {"Idempotency-Key": "first", "Content-Type": "application/json"}
                status, answer = self.ask(host, "PUT", f"/lists/{name}", body, fields)
                if status not in (200, 201):
                    raise Failure(f"{name} was not made: {status} {answer!r}")

    def ask(self, host, method, path, body=None, fields=None):
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        connection.request(method, path, body, fields or {})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def tell_proxy(self, command):
        self.proxy.stdin.write(command + "\n")
        self.proxy.stdin.flush()
        self.proxy.stdout.readline()

    # Faults: each leaves a primary and two standbys, and four service hosts, that run

    def kill_primary(self):
        self.cluster.primary.kill()
        self.cluster.primary.start_again()

    def kill_primary_and_promote(self):
        self.cluster.primary.kill()
        old = self.cluster.promote()
        time.sleep(0.5)
        old.join(self.cluster.primary)

    def stop_primary_and_promote(self):
        """The old primary comes back, does not know that it was replaced, and must not take commits."""
        self.cluster.primary.stop()
        old = self.cluster.promote()
        before = self.progress.count
        until("commits go on beside a stopped primary", 120, lambda: self.progress.count > before + 20)
        old.resume()
        self.commit_to_zombie(old)
        before = self.progress.count
        until("commits go on beside a zombie", 120, lambda: self.progress.count > before + 20)
        old.kill()
        old.join(self.cluster.primary)

    def commit_to_zombie(self, zombie):
        """A commit to the old primary alone must not be acknowledged."""
        document = f"{self.folder}/zombie.json"
        with open(document, "w") as file:
            json.dump({"sections": []}, file)
        path = f"{self.folder}/zombie-{len(self.faults)}.db"
        command = [
            self.options.liststore, "commit", path, f"zombie-{len(self.faults)}", document,
            "--log", self.cluster.address([zombie]), "--key", "zombie",
        ]  # fmt: skip
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=15)
            if done.returncode == 0:
                self.zombies.append(f"the replaced primary {zombie.name} took a commit: {done.stdout}")
        except subprocess.TimeoutExpired:
            pass

    def kill_standby(self):
        standby = self.random.choice(self.cluster.standbys)
        standby.kill()
        time.sleep(1)
        standby.start_again()

    def stop_standby(self):
        standby = self.random.choice(self.cluster.standbys)
        standby.stop()
        time.sleep(2)
        standby.resume()

    def stop_both_standbys(self):
        """No commit can be acknowledged meanwhile."""
        for standby in self.cluster.standbys:
            standby.stop()
        time.sleep(2)
        for standby in self.cluster.standbys:
            standby.resume()

    def kill_service_host(self):
        host = self.random.choice(self.hosts)
        host.kill()
        time.sleep(0.2)
        host.start_again()

    def stop_service_host(self):
        host = self.random.choice(self.hosts)
        host.stop()
        time.sleep(2)
        host.resume()

    def cut_connections(self):
        self.tell_proxy("cut")

    def cut_in_the_middle(self):
        for _ in range(20):
            self.tell_proxy(f"cut-after {self.random.randrange(1, 4000)}")
            time.sleep(0.1)

    def block_network(self):
        self.tell_proxy("block")
        time.sleep(2)
        self.tell_proxy("unblock")

    def promote_one_behind(self):
        """The planted mistake: commits wait for no standby, one is behind, and it is promoted."""
        primary = self.cluster.primary
        for server in self.cluster.servers:
            server.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
            server.sql("SELECT pg_reload_conf()")
        for standby in self.cluster.standbys:
            standby.sql("ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=1'")
            standby.sql("SELECT pg_reload_conf()")
        before = self.progress.count
        until("commits go on", 60, lambda: self.progress.count > before + 50)
        primary.kill()
        old = self.cluster.promote()
        old.join(self.cluster.primary)

    def schedule(self):
        """Returns the faults, each kind as often as the others, in an order of the seed."""
        if self.options.plant == "asynchronous":
            return [self.promote_one_behind]
        if self.options.plant == "alone":
            return [self.cut_connections]
        kinds = [
            self.kill_primary, self.kill_primary_and_promote, self.stop_primary_and_promote,
            self.kill_standby, self.stop_standby, self.stop_both_standbys, self.kill_service_host,
            self.stop_service_host, self.cut_connections, self.cut_in_the_middle, self.block_network,
        ]  # fmt: skip
        faults = []
        for _ in range(max(1, self.options.faults // len(kinds))):
            round = list(kinds)
            self.random.shuffle(round)
            faults += round
        return faults

    def run(self):
        self.zombies = []
        self.progress = Progress(self.options.commits)
        ports = [host.port for host in self.hosts]
        paths = [f"{self.folder}/writer{number}.jsonl" for number in range(WRITERS)]
        writers = [
            Writer(number, ports, LISTS, self.progress, self.options.seed, paths[number])
            for number in range(WRITERS)
        ]
        self.began = time.monotonic()
        for writer in writers:
            writer.start()
        try:
            faults = self.schedule()
            for number, fault in enumerate(faults):
                due = self.options.commits * (number + 1) // (len(faults) + 1)
                self.await_commits(due)
                if self.progress.is_done:
                    break
                start = time.monotonic()
                name = fault.__name__
                print(f"{start - self.began:7.1f} s  {self.progress.count:7}  {name}", flush=True)
                fault()
                self.faults.append((name, start, time.monotonic()))
                if self.options.plant != "asynchronous":
                    self.cluster.await_standbys(2)
            self.await_commits(self.options.commits)
        except KeyboardInterrupt:
            # What was done so far is checked.
            self.progress.wanted = 0
        except Failure as failure:
            self.progress.failures.append(str(failure))
        for writer in writers:
            writer.join(180)
        self.lasted = time.monotonic() - self.began
        return paths

    def await_commits(self, count):
        while self.progress.count < count and not self.progress.failures:
            silence = time.monotonic() - self.progress.last
            # After a planted mistake, hosts refuse lists of which the log has lost versions.
            if self.options.plant and silence > 20:
                self.progress.wanted = 0
                return
            if silence > 180:
                raise Failure("no commit was acknowledged for 180 s")
            time.sleep(0.05)

    # The end

    def history(self, paths):
        records = []
        for path in paths:
            with open(path) as file:
                records += [json.loads(line) for line in file]
        log = {name: [] for name in LISTS}
        rows = self.cluster.primary.sql(
            "SELECT convert_from(list, 'UTF8'), version, convert_from(key, 'UTF8'), "
            "encode(parent_fingerprint, 'hex'), encode(fingerprint, 'hex') "
            "FROM liststore_changes ORDER BY list, version",
            timeout=120,
        )
        for row in rows.split("\n"):
            name, version, key, parent, fingerprint = row.split("|")
            if name in log:
                log[name].append((int(version), key, parent, fingerprint))
        hosts = {}
        for host in self.hosts:
            hosts[host.number] = self.final(host, {name: there[-1][0] for name, there in log.items()})
        return {"records": records, "log": log, "hosts": hosts}

    def final(self, host, versions):
        """Returns what a host has of the lists, once they are at these versions; after a minute, what it has."""
        limit = time.monotonic() + 60
        while True:
            status, body = self.ask(host, "GET", "/lists")
            lists = json.loads(body)["lists"] if status == 200 else []
            there = {found["name"]: (found["version"], found["fingerprint"]) for found in lists}
            is_there = all(there.get(name, (0, ""))[0] >= version for name, version in versions.items())
            if is_there or self.options.plant or time.monotonic() > limit:
                return there
            time.sleep(0.1)

    def report(self, history, problems):
        records = [r for r in history["records"] if r["kind"] == "commit"]
        done = [r for r in records if r["outcome"] == "acknowledged"]
        counts = collections.Counter(r["outcome"] for r in records)
        repeated = sum(1 for r in records if r["attempts"] > 1)
        duplicates = sum(1 for r in done if r["how"] == "duplicate")
        times = sorted(r["end"] - r["start"] for r in done)
        print(f"{len(done)} commits acknowledged in {self.lasted:.0f} s ({len(done) / self.lasted:.0f}/s), "
              f"{counts['refused']} refused for the version they expected, {counts['unknown']} unknown")
        print(f"{repeated} were sent again, {duplicates} of these had been made already; "
              f"{sum(1 for r in history['records'] if r['kind'] == 'read')} reads")
        print(f"a commit takes {times[len(times) // 2] * 1000:.1f} ms (median), "
              f"{times[len(times) * 99 // 100] * 1000:.0f} ms (99 of 100)")
        self.report_gaps(done)
        for problem in problems[:20]:
            print(f"WRONG: {problem}")
        if len(problems) > 20:
            print(f"WRONG: and {len(problems) - 20} more")

    def report_gaps(self, done):
        """Prints how long nothing was acknowledged, from a fault to the next one."""
        silences = collections.defaultdict(list)
        ends = sorted(r["end"] for r in done)
        starts = [start for _, start, _ in self.faults] + [self.began + self.lasted]
        for (name, start, _), next_start in zip(self.faults, starts[1:]):
            within = [start] + [end for end in ends if start <= end <= next_start]
            silences[name].append(max((b - a for a, b in zip(within, within[1:])), default=0))
        print("fault                      count   longest time without a commit: median, worst")
        for name, values in sorted(silences.items()):
            print(f"{name:26} {len(values):5}   {statistics.median(values):7.2f} s {max(values):7.2f} s")

    def verify(self):
        """Runs the product's own proof on each host's file, beside the independent checker."""
        for host in self.hosts:
            host.end()
            done = subprocess.run(
                [self.options.liststore, "verify", host.store, "--log", self.cluster.address()],
                capture_output=True, text=True, timeout=600,
            )  # fmt: skip
            print(f"host {host.number}: {(done.stdout + done.stderr).strip()}")
            if done.returncode != 0:
                yield f"liststore verify of host {host.number} ends with {done.returncode}"

    def end(self):
        for host in self.hosts:
            try:
                host.end()
            except OSError:
                pass
        if self.proxy:
            self.proxy.kill()
        if hasattr(self, "cluster"):
            self.cluster.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--liststore", required=True)
    parser.add_argument("--commits", type=int, default=2000)
    parser.add_argument("--faults", type=int, default=11)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="where everything is kept; a temporary folder by default")
    parser.add_argument("--plant", choices=["asynchronous", "alone"])
    options = parser.parse_args()
    options.liststore = os.path.abspath(options.liststore)
    campaign = Campaign(options)
    is_sound = False
    try:
        campaign.begin()
        paths = campaign.run()
        for failure in campaign.progress.failures:
            print(f"FAILED: {failure}", flush=True)
        history = campaign.history(paths)
        problems = list(campaign.progress.failures) + campaign.zombies + list(checker.check(history))
        if not problems and not options.plant:
            problems += [f"the checker does not find {name}" for name in checker.blind_spots(history)]
        if not options.plant:
            problems += list(campaign.verify())
        campaign.report(history, problems)
        is_sound = not problems
    finally:
        campaign.end()
    if options.plant:
        print("the planted mistake was " + ("NOT found" if is_sound else "found"))
        is_sound = not is_sound
    else:
        print("nothing acknowledged was lost, nothing was made twice" if is_sound else "NOT SOUND")
    if is_sound:
        shutil.rmtree(campaign.folder, ignore_errors=True)
    else:
        print(f"everything is in {campaign.folder}")
    sys.exit(0 if is_sound else 1)


if __name__ == "__main__":
    main()
