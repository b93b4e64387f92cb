"""Replays change documents; written only from docs/formats.md, with the standard library alone.
replay.py [--documents] [CHANGES.ndjson] exits 1 at the first version with another fingerprint."""
import json, struct, sys
Whole, Real = type("Whole", (int,), {}), type("Real", (float,), {})  # numbers that keep their text
def keeping_text(kind, written): number = kind(written); number.written = written; return number
def text(value, order):  # JSON without white space; `order` puts the members of objects in order
    if isinstance(value, dict):
        return "{" + ",".join(text(k, 0) + ":" + text(v, order) for k, v in order(value.items())) + "}"
    if isinstance(value, list): return "[" + ",".join(text(v, order) for v in value) + "]"
    return value.written if hasattr(value, "written") else json.dumps(value, ensure_ascii=False)
def by_name(members): return sorted(members, key=lambda m: m[0].encode())

def digest(data, tag):  # SipHash-2-4-128 under the key 00 01 … 0f
    data, k0, k1 = data + tag.encode(), 0x0706050403020100, 0x0f0e0d0c0b0a0908
    v = [0x736f6d6570736575 ^ k0, 0x646f72616e646f6d ^ k1 ^ 0xee, 0x6c7967656e657261 ^ k0, 0x7465646279746573 ^ k1]
    def rotated(x, bits): x &= 2**64 - 1; return (x << bits | x >> 64 - bits) & 2**64 - 1
    def half(a, b, r, s): v[a] += v[b]; v[b] = rotated(v[b], r) ^ v[a] & 2**64 - 1; v[a] = rotated(v[a], s)
    def rounds(n):
        for _ in range(n): half(0, 1, 13, 32), half(2, 3, 16, 0), half(0, 3, 21, 0), half(2, 1, 17, 32)
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) % 256])
    for word, in struct.iter_unpack("<Q", padded): v[3] ^= word; rounds(2); v[0] ^= word
    v[2] ^= 0xee; rounds(4); low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xdd; rounds(4); return low | (v[0] ^ v[1] ^ v[2] ^ v[3]) << 64
def pair(a, b, tag): return digest(a.to_bytes(16, "little") + b.to_bytes(16, "little"), tag)
def ring(start, ids, tag): return sum(pair(a, b, tag) for a, b in zip([start] + ids, ids + [start]))
def content(e, name): return digest(text(e[name], by_name).encode(), "j") if name in e else 0
def carrying(own, e):  # what it is alone, and one view after the other
    for kind, v in by_name(e.get("views", {}).items()): own = pair(own, pair(digest(kind.encode(), "t"), component(v), "p"), "v")
    return own
def component(e): return carrying(pair(digest(e.get("type", "").encode(), "t"), content(e, "content"), "k"), e)
def view(v, edge): return pair(component(v), digest(v.get("alignment", edge).encode(), "t"), "w") if v is not None else 0
def fingerprint(sections):
    total = ring(0, [digest(s["id"].encode(), "s") for s in sections], "S")
    for s in sections:
        own, cells = digest(s["id"].encode(), "s"), [digest(c["id"].encode(), "c") for c in s["cells"]]
        views = pair(view(s.get("header"), "top"), view(s.get("footer"), "bottom"), "h")
        total += ring(own, cells, "C") + pair(own, carrying(pair(views, content(s, "layout"), "l"), s), "A")
        total += sum(pair(d, component(c), "V") for d, c in zip(cells, s["cells"]))
    return "%032x" % (total % 2**128)
def element(o, *names): return {n: o[n] for n in ("id",) + names if n in o}
def section(o, cells): return dict(element(o, "header", "footer", "layout", "views"), cells=cells)
def apply(old, change):
    out, new, moved, updated = [change.get("cells", {}).get(k, []) for k in ("deleted", "inserted", "moved", "updated")]
    leaving = {tuple(place) for place in [o["at"] for o in out] + [o["from"] for o in moved]}
    arriving = [(o["to"], old[o["from"][0]]["cells"][o["from"][1]]) for o in moved]
    arriving += [(o["at"], element(o, "type", "content", "views")) for o in new]
    left = [section(s, [c for i, c in enumerate(s["cells"]) if (n, i) not in leaving]) for n, s in enumerate(old)]
    out, new, moved, changed = [change.get("sections", {}).get(k, []) for k in ("deleted", "inserted", "moved", "updated")]
    leaving = {o["at"] for o in out} | {o["from"] for o in moved}
    sections = [s for n, s in enumerate(left) if n not in leaving]
    places = [(o["to"], left[o["from"]]) for o in moved] + [(o["at"], section(o, [])) for o in new]
    for at, s in sorted(places, key=lambda p: p[0]): sections.insert(at, s)
    for (s, i), c in sorted(arriving, key=lambda p: p[0]): sections[s]["cells"].insert(i, c)
    for o in changed: sections[o["at"]] = section(o, sections[o["at"]]["cells"])
    for o in updated: sections[o["at"][0]]["cells"][o["at"][1]] = element(o, "type", "content", "views")
    return sections
sys.setrecursionlimit(10_000)  # contents are nested up to 512 levels
lists, paths = {}, [a for a in sys.argv[1:] if a not in ("-", "--documents")]
for line in open(paths[0], "rb") if paths else sys.stdin.buffer:
    change = json.loads(line, parse_int=lambda t: keeping_text(Whole, t), parse_float=lambda t: keeping_text(Real, t))
    name = change["list"]; sections = lists[name] = apply(lists.get(name, []), change)
    if "--documents" in sys.argv: sys.stdout.buffer.write(text({"sections": sections}, list).encode() + b"\n")
    if fingerprint(sections) != change["fingerprint"]: sys.exit("version %s has another fingerprint" % change["version"])
