"""A TCP proxy that fails when it is told to.

    python3 proxy.py LISTEN:TARGET [LISTEN:TARGET ...]

Ports on loopback. Reads commands from standard input, one a line, and answers each with "ok":

    cut            ends all connections at once
    cut-after N    ends all connections after N more bytes, in the middle of what is being sent
    block          keeps connections, takes new ones, and passes nothing on: a network that is cut in half
    unblock        passes on what was kept back
"""

import asyncio
import sys


class Proxy:
    def __init__(self):
        self.writers = set()
        self.countdown = None
        self.open = asyncio.Event()
        self.open.set()

    def cut(self):
        self.countdown = None
        for writer in list(self.writers):
            writer.transport.abort()

    async def pass_on(self, reader, writer):
        try:
            while True:
                data = await reader.read(65536)
                if not data:
                    break
                await self.open.wait()
                if self.countdown is not None:
                    if len(data) >= self.countdown:
                        writer.write(data[: self.countdown])
                        await writer.drain()
                        self.cut()
                        return
                    self.countdown -= len(data)
                writer.write(data)
                await writer.drain()
        except (OSError, ConnectionError):
            pass
        finally:
            writer.close()

    async def serve(self, port, target):
        async def connected(reader, writer):
            self.writers.add(writer)
            try:
                await self.open.wait()
                other_reader, other_writer = await asyncio.open_connection("127.0.0.1", target)
                self.writers.add(other_writer)
                try:
                    await asyncio.gather(
                        self.pass_on(reader, other_writer), self.pass_on(other_reader, writer)
                    )
                finally:
                    self.writers.discard(other_writer)
            except OSError:
                pass
            finally:
                self.writers.discard(writer)
                writer.close()

        await asyncio.start_server(connected, "127.0.0.1", port)

    async def obey(self):
        loop = asyncio.get_running_loop()
        while True:
            line = await loop.run_in_executor(None, sys.stdin.readline)
            if not line:
                return
            words = line.split()
            if words[0] == "cut":
                self.cut()
            elif words[0] == "cut-after":
                self.countdown = int(words[1])
            elif words[0] == "block":
                self.open.clear()
            elif words[0] == "unblock":
                self.open.set()
            print("ok", flush=True)


async def main():
    proxy = Proxy()
    for pair in sys.argv[1:]:
        port, target = map(int, pair.split(":"))
        await proxy.serve(port, target)
    print("ok", flush=True)
    await proxy.obey()


if __name__ == "__main__":
    asyncio.run(main())
