"""A server of posts on a loopback port, as a team has one: it is not written in Swift, and knows nothing of the simulation.

It prints its port, and ends when its input ends. Worlds do not see each other:

    /WORLD/posts?after=CURSOR&limit=N        a page, as the app asks for it
    /WORLD/all                               what the server holds
    /WORLD/begin?count=N&mistake=NAME        a new world
    /WORLD/insert?count=N&at=INDEX           and delete, update
"""

import http.server
import json
import os
import sys
import threading
import urllib.parse

worlds = {}


class World:
    def __init__(self, count, mistake):
        self.mistake, self.made, self.rows = mistake, 0, []
        self.insert(count, 0)
        self.first = {row["id"] for row in self.rows}

    def insert(self, count, at):
        before = self.rows[at - 1]["rank"] if at > 0 else 0.0
        after = self.rows[at]["rank"] if at < len(self.rows) else before + 2 * (count + 1)
        new = []
        for index in range(count):
            self.made += 1
            rank = before + (after - before) * (index + 1) / (count + 1)
            new.append({"id": f"p{self.made}", "text": f"post {self.made}", "rank": rank})
        self.rows[at:at] = new

    def delete(self, count, at):
        del self.rows[at:at + count]

    def update(self, count, at):
        for row in self.rows[at:at + count]:
            row["text"] += "!"

    def page(self, after, limit):
        rows = [row for row in self.rows if row["rank"] > after]
        if self.mistake == "losesFive":
            rows = [row for row in rows if row["id"] not in ("p3", "p8", "p13", "p18", "p23")]
        if self.mistake == "forgetsNew":
            rows = [row for row in rows if row["id"] in self.first]
        page = rows[:limit]
        text = (lambda row: "") if self.mistake == "emptyTexts" else (lambda row: row["text"])
        posts = [{"id": row["id"], "text": text(row)} for row in page]
        return {"posts": posts, "cursor": repr(page[-1]["rank"]) if len(rows) > limit else None}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        _, name, action = url.path.split("/")
        number = lambda key: int(query.get(key, 0))
        answer = {}
        if action == "begin":
            worlds[name] = World(number("count"), query.get("mistake"))
        elif action == "posts":
            answer = worlds[name].page(float(query.get("after", 0)), number("limit"))
        elif action == "all":
            answer = {"posts": [{"id": row["id"], "text": row["text"]} for row in worlds[name].rows]}
        else:
            getattr(worlds[name], action)(number("count"), number("at"))
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
print(server.server_port, flush=True)
server.serve_forever()
