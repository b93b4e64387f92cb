"""PostgreSQL servers on loopback: a primary and standbys that are killed, stopped, promoted and joined again."""

import glob
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

NAMES = ["s0", "s1", "s2"]


class Failure(Exception):
    pass


def programs():
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    found = folders[-1] if folders else shutil.which("initdb")
    if not found:
        raise Failure("there is no initdb; install PostgreSQL: .ci/deps postgresql")
    return os.path.dirname(found)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(what, seconds, check):
    """Waits until check() is true; fails with words."""
    end = time.monotonic() + seconds
    while True:
        try:
            value = check()
            if value:
                return value
        except (Failure, OSError):
            pass
        if time.monotonic() > end:
            raise Failure(f"{what}: not within {seconds} s")
        time.sleep(0.05)


def children(process):
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = pathlib.Path(path).read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(path.split("/")[2]))
    return found


class Server:
    def __init__(self, name, folder, proxy_port):
        self.name = name
        self.port = free_port()
        self.proxy_port = proxy_port
        self.folder = folder
        self.data = f"{folder}/{name}"
        self.generation = 0

    def run(self, program, *arguments):
        command = [f"{programs()}/{program}", *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd="/tmp", timeout=120
        )
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def sql(self, statement, timeout=10):
        """Runs a statement with PostgreSQL's own client."""
        command = [
            f"{programs()}/psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1",
            "-p", str(self.port), "-U", "app", "-d", "postgres", "-c", statement,
        ]  # fmt: skip
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired as late:
            raise Failure(f"{self.name}: no answer within {timeout} s") from late
        if done.returncode != 0:
            raise Failure(f"{self.name}: {done.stderr.strip()}")
        return done.stdout.strip()

    def settings(self):
        names = ", ".join(NAMES)
        lines = [
            f"port = {self.port}",
            "listen_addresses = '127.0.0.1'",
            f"unix_socket_directories = '{self.folder}'",
            f"cluster_name = '{self.name}'",
            f"synchronous_standby_names = 'ANY 1 ({names})'",
            "max_connections = 300",
            "wal_keep_size = 1GB",
            "wal_retrieve_retry_interval = 100ms",
            "wal_receiver_timeout = 5s",
            "wal_sender_timeout = 5s",
            "restart_after_crash = off",
        ]
        return "\n".join(lines) + "\n"

    def create(self):
        self.run(
            "initdb", "-D", self.data, "-A", "trust", "-U", "app", "--no-locale", "-E", "UTF8",
            "--no-sync",
        )  # fmt: skip
        self.configure()
        self.start()

    def configure(self):
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write(self.settings())

    def start(self):
        self.run("pg_ctl", "-D", self.data, "-l", f"{self.folder}/{self.name}.log", "-w", "start")

    def start_again(self):
        """Starts a server that was killed, once its processes are gone."""

        def started():
            self.start()
            return True

        until(f"{self.name} starts again", 60, started)

    def join(self, primary):
        """Makes the server a standby, from nothing."""
        self.generation += 1
        if os.path.exists(self.data):
            shutil.rmtree(self.data)
        self.run(
            "pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync",
            "-d", f"host=127.0.0.1 port={primary.port} user=app application_name={self.name}",
        )  # fmt: skip
        self.configure()
        self.start_again()

    def follow(self, primary):
        """Makes a standby follow another primary."""
        self.sql(
            "ALTER SYSTEM SET primary_conninfo = "
            f"'host=127.0.0.1 port={primary.port} user=app application_name={self.name}'"
        )
        self.sql("SELECT pg_reload_conf()")

    def promote(self):
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "60", "promote")

    def received(self):
        return int(self.sql("SELECT coalesce(pg_last_wal_receive_lsn(), '0/0') - '0/0'::pg_lsn"))

    def streaming(self):
        return int(self.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"))

    def process(self):
        return int(pathlib.Path(f"{self.data}/postmaster.pid").read_text().split("\n")[0])

    def kill(self):
        """Ends all processes as if the machine had lost power."""
        first = self.process()
        for process in [first, *children(first)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        # Its socket's lock names it as long as it is there.
        until(f"{self.name} is gone", 60, lambda: not os.path.exists(f"/proc/{first}"))

    def signal_all(self, number):
        first = self.process()
        self.stopped = [first, *children(first)]
        for process in self.stopped:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def stop(self):
        self.signal_all(signal.SIGSTOP)

    def resume(self):
        self.signal_all(signal.SIGCONT)


class Cluster:
    """A primary and two standbys; commits wait for one of the standbys."""

    def __init__(self, folder):
        self.servers = [Server(name, folder, free_port()) for name in NAMES]
        self.primary = self.servers[0]
        os.chmod(folder, 0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        self.primary.create()
        for server in self.standbys:
            server.join(self.primary)
        self.await_standbys(2)

    @property
    def standbys(self):
        return [server for server in self.servers if server is not self.primary]

    def address(self, servers=None):
        hosts = ",".join(f"127.0.0.1:{server.proxy_port}" for server in servers or self.servers)
        return f"postgres://app@{hosts}/postgres?target_session_attrs=read-write"

    def await_standbys(self, count):
        until("the standbys follow", 60, lambda: self.primary.streaming() >= count)

    def promote(self):
        """Makes the standby that has more the primary, which no longer answers; the other one follows."""
        old = self.primary
        standbys = self.standbys
        new = max(standbys, key=lambda server: server.received())
        new.promote()
        self.primary = new
        for server in standbys:
            if server is not new:
                server.follow(new)
        self.await_standbys(1)
        return old

    def end(self):
        for server in self.servers:
            try:
                server.resume()
                server.kill()
            except (OSError, ValueError):
                pass
