"""Loads a server of lists, and checks that every follower has every version once.

    load.py long-poll LISTSTORE [--followers 2000] [--commits 400] [--rate 20] [--nginx PATH]
    load.py sse LISTSTORE [--followers 1000] [--commits 400] [--rate 20]
    load.py idle LISTSTORE [--followers 5000]

LISTSTORE is the program; this starts `liststore serve` on a store of its own, and nothing leaves this machine. long-poll
puts nginx in front, as docs/server.md shows it, and counts the requests that reach the server; sse kills the server with
SIGKILL in the middle, and starts it again; idle only waits. Prints one JSON object. Standard library alone.
"""

import argparse, asyncio, json, os, pathlib, re, resource, signal, subprocess, sys, tempfile, time, urllib.request

VERSION = re.compile(rb'"version":(\d+),"parent"')
NEXT = re.compile(rb'"streamNextOffset":"([^"]+)"')
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Server:
    """liststore serve, which may be killed."""

    def __init__(self, program, database):
        self.program, self.database, self.port = program, database, 0

    def start(self):
        command = [self.program, "serve", self.database, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline().split(b":")[-1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def rss(self):
        """Resident memory in MiB: now, and at its highest."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return {name: int(re.search(rf"{name}:\s+(\d+)", text)[1]) // 1024 for name in ("VmRSS", "VmHWM")}

    def metric(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            return sum(int(line.split()[-1]) for line in answer.read().decode().splitlines() if line.startswith(name))


class Follower(asyncio.Protocol):
    """One reader: its position, and what it was given. Comes back whenever its connection ends."""

    def __init__(self, load, offset):
        self.load, self.offset, self.cursor = load, offset, None
        self.version, self.faults, self.buffer = load.first, 0, b""
        self.transport = None

    async def connect(self):
        while not self.load.over:
            try:
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.load.port)
                return
            except OSError:
                await asyncio.sleep(0.05)

    def connection_made(self, transport):
        self.transport, self.buffer, self.ask_pending = transport, b"", True
        self.ask()

    def connection_lost(self, error):
        self.load.lost += 1
        if not self.load.over:
            self.load.tasks.add(asyncio.ensure_future(self.connect()))

    def ask(self):
        cursor = f"&cursor={self.cursor}" if self.cursor else ""
        path = f"/lists/load/changes?{cursor.lstrip('&')}{'&' if cursor else ''}live={self.load.mode}&offset={self.offset}"
        self.transport.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def take(self, found):
        now = time.perf_counter()
        for match in found:
            version = int(match)
            self.faults += version != self.version + 1
            self.version = version
            if committed := self.load.times.get(version):
                self.load.latencies.append(now - committed)

    def data_received(self, data):
        self.buffer += data
        if self.load.mode == "sse":
            self.events()
        else:
            self.answers()

    def events(self):
        # A data event and its control event count when both are there: the position moves with them.
        end = self.buffer.rfind(b"streamNextOffset")
        stop = self.buffer.find(b"}", end)
        if end < 0 or stop < 0:
            return
        whole, self.buffer = self.buffer[: stop + 1], self.buffer[stop + 1 :]
        self.take(VERSION.findall(whole))
        self.offset = NEXT.findall(whole)[-1].decode()

    def answers(self):
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end].lower()
            length = re.search(rb"content-length: (\d+)", head)
            length = int(length[1]) if length else 0
            if len(self.buffer) < end + 4 + length:
                return
            body, self.buffer = self.buffer[end + 4 : end + 4 + length], self.buffer[end + 4 + length :]
            self.load.answers += 1
            status = head[9:12]
            if status in (b"200", b"204"):
                self.take(VERSION.findall(body))
                self.offset = re.search(rb"stream-next-offset: (\S+)", head)[1].decode()
                if cursor := re.search(rb"stream-cursor: (\d+)", head):
                    self.cursor = cursor[1].decode()
            else:
                self.load.refusals[status.decode()] = self.load.refusals.get(status.decode(), 0) + 1
            self.ask()


class Load:
    def __init__(self, arguments, server):
        self.arguments, self.server = arguments, server
        self.mode = "long-poll" if arguments.mode == "long-poll" else "sse"
        self.port = server.port
        self.over, self.lost, self.answers, self.refusals = False, 0, 0, {}
        self.times, self.latencies, self.tasks, self.first = {}, [], set(), 1

    def request(self, method, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", body, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.headers, json.loads(answer.read() or b"{}")

    def commit(self, number):
        """Makes one version; one whose answer is lost is asked for again with its key."""
        cell = {"id": f"c{number}", "type": "Post", "content": {"title": f"Number {number}"}}
        body = json.dumps({"edits": [{"insert": cell, "end": "s"}]}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.server.port}/lists/load", body,
            {"Idempotency-Key": f"k{number}", "Content-Type": "application/json"}, method="PATCH")
        began = time.perf_counter()
        while True:
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    self.times[json.load(answer)["version"]] = began
                    return
            except OSError:
                time.sleep(0.05)

    async def run(self):
        headers, _ = self.request("PUT", "/lists/load", b'{"sections":[{"id":"s","cells":[]}]}')
        followers = [Follower(self, headers["Stream-Next-Offset"]) for _ in range(self.arguments.followers)]
        for start in range(0, len(followers), 200):
            await asyncio.gather(*(follower.connect() for follower in followers[start : start + 200]))
        wanted = self.arguments.followers if self.mode == "sse" else 1
        while self.server.metric("liststore_http_live_requests") < wanted:
            await asyncio.sleep(0.1)
        result = {"mode": self.arguments.mode, "followers": len(followers), "load": os.getloadavg()[0]}
        if self.arguments.mode == "idle":
            await asyncio.sleep(self.arguments.seconds)
            return result | self.server.rss() | {"lost": self.lost}
        before = self.server.metric("liststore_http_answers_total")
        await self.commits()
        await self.wait(followers)
        self.over = True
        commits = self.arguments.commits
        latencies = sorted(self.latencies)
        result |= self.server.rss() | {
            "commits": commits,
            "deliveries": sum(follower.version - self.first for follower in followers),
            "wrong": sum(follower.faults for follower in followers),
            "behind": sum(follower.version != commits + self.first for follower in followers),
            "p50 ms": round(latencies[len(latencies) // 2] * 1000, 1),
            "p99 ms": round(latencies[len(latencies) * 99 // 100] * 1000, 1),
            "refusals": self.refusals,
        }
        if self.mode == "long-poll":
            reached = self.server.metric("liststore_http_answers_total") - before - commits - 1
            result |= {"answers": self.answers, "requests at the server per commit": round(reached / commits, 2)}
        return result

    async def commits(self):
        loop, start = asyncio.get_running_loop(), time.perf_counter()
        for number in range(self.arguments.commits):
            await asyncio.sleep(max(0, start + number / self.arguments.rate - time.perf_counter()))
            if self.arguments.mode == "sse" and number == self.arguments.commits // 2:
                self.server.kill()
                await asyncio.sleep(0.3)
                self.server.start()
            await loop.run_in_executor(None, self.commit, number)

    async def wait(self, followers):
        end = time.monotonic() + 300
        while time.monotonic() < end and any(f.version < self.arguments.commits + self.first for f in followers):
            await asyncio.sleep(0.05)


def start_nginx(program, folder, origin):
    """nginx as docs/server.md shows it, before the server."""
    shown = (ROOT / "docs/server.md").read_text().split("```nginx\n")[1].split("\n```")[0]
    port = 20_000 + os.getpid() % 20_000
    shown = shown.replace("/var/cache/nginx/lists", f"{folder}/cache").replace("127.0.0.1:4437", f"127.0.0.1:{origin}")
    shown = shown.replace("listen 8080", f"listen 127.0.0.1:{port} backlog=4096")
    user = "user root;" if os.geteuid() == 0 else ""
    pathlib.Path(folder, "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/log; worker_rlimit_nofile 60000;"
        f"events {{ worker_connections 30000; }} http {{ access_log off; keepalive_requests 1000000;"
        + "".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + shown + "}")
    process = subprocess.Popen([program, "-p", folder, "-e", f"{folder}/log", "-c", f"{folder}/nginx.conf"])
    time.sleep(0.5)
    return process, port


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["long-poll", "sse", "idle"])
    parser.add_argument("program")
    parser.add_argument("--followers", type=int)
    parser.add_argument("--commits", type=int, default=400)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--nginx", default="/usr/sbin/nginx")
    arguments = parser.parse_args()
    arguments.followers = arguments.followers or {"long-poll": 2000, "sse": 1000, "idle": 5000}[arguments.mode]
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        server, cache = Server(arguments.program, f"{folder}/load.db"), None
        server.start()
        try:
            load = Load(arguments, server)
            if arguments.mode == "long-poll":
                cache, load.port = start_nginx(arguments.nginx, folder, server.port)
            result = asyncio.run(load.run())
        finally:
            server.kill()
            if cache:
                cache.terminate()
                cache.wait()
    print(json.dumps(result))
    return 1 if result.get("wrong") or result.get("behind") else 0


sys.exit(main())
