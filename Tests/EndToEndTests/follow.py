"""Follows a list over HTTP and prints each change document on a line of its own.

    follow.py URL MODE LAST

MODE is catch-up, long-poll or sse. Ends after the change that makes version LAST. Comes back with its position
whenever the connection fails, as a client of Durable Streams does. Written from docs/server.md and the
protocol alone, with Python's own HTTP client, so that it shares no code with the server.
"""

import http.client
import json
import sys
import time
import urllib.parse


def documents(text):
    """The elements of a JSON array as they were written."""
    decoder = json.JSONDecoder()
    index = 1
    while text[index] != "]":
        _, end = decoder.raw_decode(text, index)
        yield text[index:end]
        index = end + 1 if text[end] == "," else end


class Follower:
    def __init__(self, url, mode, last):
        self.url = urllib.parse.urlsplit(url)
        self.mode = mode
        self.last = last
        self.offset = "-1"
        self.cursor = None

    def take(self, body, offset):
        """Prints the messages and moves the position: both or, if the body is cut off, neither."""
        found = list(documents(body))
        for document in found:
            print(document, flush=True)
        self.offset = offset
        if found and json.loads(found[-1])["version"] >= self.last:
            sys.exit(0)

    def ask(self):
        parameters = {"offset": self.offset}
        if self.mode != "catch-up":
            parameters["live"] = self.mode
            if self.cursor:
                parameters["cursor"] = self.cursor
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=60)
        try:
            connection.request("GET", self.url.path + "?" + urllib.parse.urlencode(sorted(parameters.items())))
            response = connection.getresponse()
            if response.status not in (200, 204):
                sys.exit(f"{response.status}: {response.read().decode()}")
            if self.mode == "sse":
                self.events(response)
            else:
                body = response.read().decode()
                self.cursor = response.headers.get("Stream-Cursor", self.cursor)
                if response.status == 200:
                    self.take(body, response.headers["Stream-Next-Offset"])
                if self.mode == "catch-up" and response.headers.get("Stream-Up-To-Date"):
                    time.sleep(0.02)
        finally:
            connection.close()

    def events(self, response):
        event, data = "", ""
        body = "[]"
        for line in response:
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: "):
                data = line[6:]
            elif line == "" and event == "data":
                body = data
                event = ""
            elif line == "" and event == "control":
                control = json.loads(data)
                self.cursor = control["streamCursor"]
                self.take(body, control["streamNextOffset"])
                event, body = "", "[]"

    def run(self):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                self.ask()
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
        sys.exit(f"version {self.last} did not come in time")


Follower(sys.argv[1], sys.argv[2], int(sys.argv[3])).run()
