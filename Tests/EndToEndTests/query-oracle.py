"""Answers SQL from real tables, made of the documents that `show` and `changes` print, with the standard library
alone. query-oracle.py TOOL DB VERSION SQL... prints each row as JSON, with a line "--" after each answer."""
import json, sqlite3, subprocess, sys
tool, db, version, queries = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
def run(*arguments): return subprocess.run([tool, *arguments], capture_output=True, check=True, text=True).stdout
def text(value): return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
def content(e): return text(e["content"]) if e and "content" in e else None
c = sqlite3.connect(":memory:"); c.row_factory = sqlite3.Row
c.executescript("""CREATE TABLE cells (list, section, item, id, type, content);
CREATE TABLE sections (list, place, id, cells);
CREATE TABLE versions (list, version, time, author, message, key, sequence, fingerprint, operations);
CREATE TABLE changes (list, version, time, author, message, kind, subject, id, from_section, from_item, from_type,
from_content, to_section, to_item, to_type, to_content)""")
def insert(table, *values): c.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(values))})", values)
for name in [json.loads(line)["list"] for line in run("lists", db, "--json").splitlines()]:
    def document(at): return json.loads(run("show", db, name, "--at", str(at)))["sections"]
    for place, section in enumerate(document(version)):
        insert("sections", name, place, section["id"], len(section["cells"]))
        for item, cell in enumerate(section["cells"]):
            insert("cells", name, section["id"], item, cell["id"], cell.get("type", ""), content(cell))
    before = []
    for line in run("changes", db, name, "--until", version).splitlines():
        change = json.loads(line); v = change["version"]; after = document(v)
        time = change["time"].replace("T", " ").replace("Z", "")
        origin = (name, v, time, change.get("author"), change.get("message"))
        rows = []
        def cell(sections, path):
            e = sections[path[0]]["cells"][path[1]]
            return sections[path[0]]["id"], path[1], e.get("type", ""), content(e)
        def attributes(e): return text({k: e[k] for k in ("header", "footer", "layout", "views") if k in e})
        nothing = (None,) * 4
        for kind in ("deleted", "inserted", "moved", "updated"):
            for e in change.get("sections", {}).get(kind, []):
                old, new = e.get("from", e.get("at")), e.get("to", e.get("at"))
                whole = kind != "moved"
                rows.append((kind, "section", e["id"],
                    *(nothing if kind == "inserted" else (None, old, None, attributes(before[old]) if whole else None)),
                    *(nothing if kind == "deleted" else (None, new, None, attributes(after[new]) if whole else None))))
        for kind in ("deleted", "inserted", "moved", "updated"):
            for e in change.get("cells", {}).get(kind, []):
                old, new = e.get("from", e.get("at")), e.get("to", e.get("at"))
                f = nothing if kind == "inserted" else cell(before, old)
                t = nothing if kind == "deleted" else cell(after, new)
                if kind == "moved": f, t = f[:2] + nothing[:2], t[:2] + nothing[:2]
                rows.append((kind, "cell", e["id"], *f, *t))
        for row in rows: insert("changes", *origin, *row)
        insert("versions", *origin, change.get("key"), change["sequence"], change["fingerprint"], len(rows))
        before = after
for query in queries:
    for row in c.execute(query): print(json.dumps(dict(row), ensure_ascii=False))
    print("--")
