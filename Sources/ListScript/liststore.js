// Follows a list of a liststore server in a browser, and proves every version of it.
//
//   import { follow } from "/liststore.js"
//   for await (const step of follow("/lists/home")) render(step)
//
// docs/server.md describes it. No dependencies; works wherever fetch, streams and modules do.

// MARK: JSON that keeps what was written

/** A number as it was written: 1.50 is another content than 1.5. */
class Numeral {
  constructor(text) { this.text = text }
}

/** Reads JSON; objects become maps in the order of their members, numbers keep their text. */
class Reader {
  constructor(text) {
    this.text = text
    this.at = 0
  }

  static read(text) {
    const reader = new Reader(text)
    const value = reader.value()
    reader.space()
    if (reader.at !== text.length) throw reader.fault()
    return value
  }

  fault() { return new ListError("invalid", `the server's JSON cannot be read at character ${this.at}`) }

  space() { while (" \t\n\r".includes(this.text[this.at] ?? "-")) this.at += 1 }

  value() {
    this.space()
    switch (this.text[this.at]) {
      case "{": return this.object()
      case "[": return this.array()
      case '"': return this.string()
      case "t": return this.word("true", true)
      case "f": return this.word("false", false)
      case "n": return this.word("null", null)
      default: return this.number()
    }
  }

  word(word, value) {
    if (!this.text.startsWith(word, this.at)) throw this.fault()
    this.at += word.length
    return value
  }

  number() {
    const form = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
    form.lastIndex = this.at
    const found = form.exec(this.text)
    if (!found) throw this.fault()
    this.at = form.lastIndex
    return new Numeral(found[0])
  }

  string() {
    let end = this.at + 1
    while (this.text[end] !== '"') {
      if (end >= this.text.length) throw this.fault()
      end += this.text[end] === "\\" ? 2 : 1
    }
    const written = this.text.slice(this.at, end + 1)
    this.at = end + 1
    return JSON.parse(written)
  }

  array() {
    const values = []
    this.at += 1
    this.space()
    if (this.text[this.at] === "]") return this.at += 1, values
    while (true) {
      values.push(this.value())
      if (this.isLast("]")) return values
    }
  }

  object() {
    const members = new Map()
    this.at += 1
    this.space()
    if (this.text[this.at] === "}") return this.at += 1, members
    while (true) {
      this.space()
      if (this.text[this.at] !== '"') throw this.fault()
      const name = this.string()
      this.space()
      if (this.text[this.at] !== ":") throw this.fault()
      this.at += 1
      members.set(name, this.value())
      if (this.isLast("}")) return members
    }
  }

  isLast(end) {
    this.space()
    const next = this.text[this.at]
    if (next !== "," && next !== end) throw this.fault()
    this.at += 1
    return next === end
  }
}

/** Writes JSON without white space; `order` puts the members of objects in order. */
function written(value, order) {
  if (value instanceof Numeral) return value.text
  if (value instanceof Map) {
    const members = order([...value]).map(([name, member]) => `${JSON.stringify(name)}:${written(member, order)}`)
    return `{${members.join(",")}}`
  }
  if (Array.isArray(value)) return `[${value.map((element) => written(element, order)).join(",")}]`
  return JSON.stringify(value)
}

const asWritten = (members) => members
const byName = (members) => members.sort(([a], [b]) => compareBytes(a, b))

/** Compares the UTF-8 forms of two texts: the order of code points, which is not that of UTF-16. */
function compareBytes(a, b) {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    let [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x === y) continue
    // Surrogates stand for code points above all others.
    if (x >= 0xd800 && y >= 0xd800) [x, y] = [x >= 0xe000 ? x - 0x800 : x + 0x2000, y >= 0xe000 ? y - 0x800 : y + 0x2000]
    return x - y
  }
  return a.length - b.length
}

/** The value as JavaScript has it. */
function plain(value) {
  if (value instanceof Numeral) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (!(value instanceof Map)) return value
  const object = {}
  for (const [name, member] of value) {
    Object.defineProperty(object, name, { value: plain(member), writable: true, enumerable: true, configurable: true })
  }
  return object
}

// MARK: Fingerprints

const encoder = new TextEncoder()

/**
 * SipHash-2-4 with 128 bits of output, under the key 00 01 … 0f, of bytes and a tag (docs/formats.md, section 6;
 * Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012), as four numbers of 32 bits, lowest first.
 */
function digest(bytes, tag) {
  const length = bytes.length + 1
  const padded = new Uint8Array((length + 8) & ~7)
  padded.set(bytes)
  padded[bytes.length] = tag.charCodeAt(0)
  padded[padded.length - 1] = length & 255
  const words = new DataView(padded.buffer)
  const v = [
    0x70736575 ^ 0x03020100, 0x736f6d65 ^ 0x07060504, 0x6e646f6d ^ 0x0b0a0908 ^ 0xee, 0x646f7261 ^ 0x0f0e0d0c,
    0x6e657261 ^ 0x03020100, 0x6c796765 ^ 0x07060504, 0x79746573 ^ 0x0b0a0908, 0x74656462 ^ 0x0f0e0d0c,
  ]
  for (let at = 0; at < padded.length; at += 8) {
    const [low, high] = [words.getInt32(at, true), words.getInt32(at + 4, true)]
    v[6] ^= low
    v[7] ^= high
    rounds(v, 2)
    v[0] ^= low
    v[1] ^= high
  }
  v[4] ^= 0xee
  rounds(v, 4)
  const [a, b] = [v[0] ^ v[2] ^ v[4] ^ v[6], v[1] ^ v[3] ^ v[5] ^ v[7]]
  v[2] ^= 0xdd
  rounds(v, 4)
  return Uint32Array.of(a, b, v[0] ^ v[2] ^ v[4] ^ v[6], v[1] ^ v[3] ^ v[5] ^ v[7])
}

/** Rounds of SipHash; each of v0 … v3 is two numbers of 32 bits, low and high. */
function rounds(v, count) {
  let [l0, h0, l1, h1, l2, h2, l3, h3] = v
  for (let round = 0; round < count; round += 1) {
    let low = (l0 >>> 0) + (l1 >>> 0)
    h0 = h0 + h1 + (low > 0xffffffff ? 1 : 0) | 0
    l0 = low | 0
    let shifted = l1 << 13 | h1 >>> 19
    h1 = (h1 << 13 | l1 >>> 19) ^ h0
    l1 = shifted ^ l0;
    [l0, h0] = [h0, l0]
    low = (l2 >>> 0) + (l3 >>> 0)
    h2 = h2 + h3 + (low > 0xffffffff ? 1 : 0) | 0
    l2 = low | 0
    shifted = l3 << 16 | h3 >>> 16
    h3 = (h3 << 16 | l3 >>> 16) ^ h2
    l3 = shifted ^ l2
    low = (l0 >>> 0) + (l3 >>> 0)
    h0 = h0 + h3 + (low > 0xffffffff ? 1 : 0) | 0
    l0 = low | 0
    shifted = l3 << 21 | h3 >>> 11
    h3 = (h3 << 21 | l3 >>> 11) ^ h0
    l3 = shifted ^ l0
    low = (l2 >>> 0) + (l1 >>> 0)
    h2 = h2 + h1 + (low > 0xffffffff ? 1 : 0) | 0
    l2 = low | 0
    shifted = l1 << 17 | h1 >>> 15
    h1 = (h1 << 17 | l1 >>> 15) ^ h2
    l1 = shifted ^ l2;
    [l2, h2] = [h2, l2]
  }
  [v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]] = [l0, h0, l1, h1, l2, h2, l3, h3]
}

const none = Uint32Array.of(0, 0, 0, 0)
const textDigest = (text, tag) => digest(encoder.encode(text), tag)

function pair(a, b, tag) {
  const bytes = new Uint8Array(32)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < 4; i += 1) {
    view.setUint32(4 * i, a[i], true)
    view.setUint32(16 + 4 * i, b[i], true)
  }
  return digest(bytes, tag)
}

/** Adds a term to a sum, modulo 2¹²⁸. */
function add(sum, term) {
  let carry = 0
  for (let i = 0; i < 4; i += 1) {
    const digit = sum[i] + term[i] + carry
    sum[i] = digit >>> 0
    carry = digit > 0xffffffff ? 1 : 0
  }
}

const hexadecimal = (sum) => [...sum].reverse().map((digit) => digit.toString(16).padStart(8, "0")).join("")

const contentDigest = (element, name) => element.has(name) ? textDigest(written(element.get(name), byName), "j") : none

function componentDigest(element) {
  return carryingViews(pair(textDigest(element.get("type") ?? "", "t"), contentDigest(element, "content"), "k"), element)
}

function carryingViews(own, element) {
  for (const [kind, view] of byName([...element.get("views") ?? []])) {
    own = pair(own, pair(textDigest(kind, "t"), componentDigest(view), "p"), "v")
  }
  return own
}

function supplementaryDigest(view, edge) {
  return view === undefined ? none : pair(componentDigest(view), textDigest(view.get("alignment") ?? edge, "t"), "w")
}

// MARK: Elements

/** What cells and sections have in common: they never change, and remember what was computed of them. */
class Element {
  #members
  #content

  constructor(members, names) {
    this.#members = new Map(names.filter((name) => members.has(name)).map((name) => [name, members.get(name)]))
  }

  /** The members as they were written. */
  get members() { return this.#members }
  get id() { return this.#members.get("id") }
  /** The content as JavaScript has it; `undefined` if there is none. Numbers may lose digits. */
  get content() { return this.#content ??= plain(this.#members.get("content")) }
  /** The views by kind, each with type and content. */
  get views() { return plain(this.#members.get("views") ?? new Map()) }
}

/** A cell. */
export class Cell extends Element {
  #digest
  #term
  #link = {}

  constructor(members) { super(members, ["id", "type", "content", "views"]) }

  get type() { return this.members.get("type") ?? "" }
  get digest() { return this.#digest ??= textDigest(this.id, "c") }
  /** The term of the cell in the fingerprint. */
  get term() { return this.#term ??= pair(this.digest, componentDigest(this.members), "V") }

  /** The term of the cell and the digest of what follows it; kept, because most neighbours stay. */
  termBefore(next) {
    if (this.#link.next !== next) this.#link = { next, term: pair(this.digest, next, "C") }
    return this.#link.term
  }
}

/** A section with its cells. */
export class Section extends Element {
  /** The cells, first to last. */
  cells
  #digest
  #sum

  constructor(members, cells) {
    super(members, ["id", "header", "footer", "layout", "views"])
    this.cells = cells
  }

  get header() { return plain(this.members.get("header")) }
  get footer() { return plain(this.members.get("footer")) }
  get layout() { return plain(this.members.get("layout")) }
  get digest() { return this.#digest ??= textDigest(this.id, "s") }

  /** All terms of the section in the fingerprint. */
  get sum() {
    if (this.#sum) return this.#sum
    const sum = new Uint32Array(4)
    const ends = this.cells.map((cell) => cell.digest)
    add(sum, pair(this.digest, ends[0] ?? this.digest, "C"))
    this.cells.forEach((cell, index) => {
      add(sum, cell.termBefore(ends[index + 1] ?? this.digest))
      add(sum, cell.term)
    })
    const { members } = this
    const views = pair(
      supplementaryDigest(members.get("header"), "top"), supplementaryDigest(members.get("footer"), "bottom"), "h")
    const attributes = carryingViews(pair(views, contentDigest(members, "layout"), "l"), members)
    add(sum, pair(this.digest, attributes, "A"))
    return this.#sum = sum
  }
}

// MARK: Lists

/** A list that cannot be followed, or a change that does not fit. */
export class ListError extends Error {
  /** @param reason a word for programs: invalid, diverged, refused or unavailable */
  constructor(reason, message, status) {
    super(message)
    this.name = "ListError"
    this.reason = reason
    this.status = status
  }
}

const kinds = ["deleted", "inserted", "moved", "updated"]
const operations = (change, group) => kinds.map((kind) => change.get(group)?.get(kind) ?? [])
const number = (value) => Number(value.text)
const path = (value) => value.map(number)
const comparePaths = ([a, b], [c, d]) => a - c || b - d

/** A list at one version. Lists never change: a change leads to another one. */
export class List {
  constructor(version = 0, sections = []) {
    this.version = version
    /** The sections, first to last. */
    this.sections = sections
  }

  /** Reads a list document. */
  static parse(text, version = 0) {
    const sections = Reader.read(text).get("sections").map((section) =>
      new Section(section, (section.get("cells") ?? []).map((cell) => new Cell(cell))))
    return new List(version, sections)
  }

  /** The fingerprint, as 32 hexadecimal digits. */
  get fingerprint() {
    const sum = new Uint32Array(4)
    const ring = [none, ...this.sections.map((section) => section.digest), none]
    for (let i = 1; i < ring.length; i += 1) add(sum, pair(ring[i - 1], ring[i], "S"))
    for (const section of this.sections) add(sum, section.sum)
    return hexadecimal(sum)
  }

  /** All cells, through all sections. */
  get cells() { return this.sections.flatMap((section) => section.cells) }

  /** The list document, as the server writes it. */
  document() {
    const sections = this.sections.map((section) => {
      const members = new Map(section.members)
      members.set("cells", section.cells.map((cell) => cell.members))
      return members
    })
    return written(new Map([["sections", sections]]), asWritten)
  }

  /**
   * Applies a change document, and proves the result.
   *
   * @param text the document
   * @returns a step, whose `list` is the next version
   * @throws ListError with the reason "diverged" if it does not fit; this list is as it was
   */
  apply(text) { return this.applyDocument(Reader.read(text)) }

  /** Applies a change document that was read. */
  applyDocument(change) {
    const version = number(change.get("version"))
    if (change.get("parentFingerprint") !== this.fingerprint) {
      throw new ListError("diverged", `version ${version} does not continue version ${this.version}`)
    }
    let next
    try {
      next = new List(version, applied(this.sections, change))
    } catch (error) {
      throw new ListError("diverged", `version ${version} does not fit version ${this.version}: ${error.message}`)
    }
    if (next.fingerprint !== change.get("fingerprint")) {
      throw new ListError("diverged", `version ${version} has fingerprint ${next.fingerprint}, not ${change.get("fingerprint")}`)
    }
    return new Step("change", next, this, change)
  }
}

/** Applies a change to sections: docs/formats.md, section 4. */
function applied(sections, change) {
  const [deletedCells, insertedCells, movedCells, updatedCells] = operations(change, "cells")
  const [deleted, inserted, moved, updated] = operations(change, "sections")
  const drafts = sections.map((section) => ({ section, members: section.members, cells: section.cells, isOwn: false }))
  const own = (draft) => {
    if (!draft.isOwn) [draft.cells, draft.isOwn] = [[...draft.cells], true]
    return draft.cells
  }

  const arriving = insertedCells.map((operation) => [path(operation.get("at")), new Cell(operation)])
  const leaving = deletedCells.map((operation) => path(operation.get("at")))
  for (const operation of movedCells) {
    const from = path(operation.get("from"))
    leaving.push(from)
    arriving.push([path(operation.get("to")), sections[from[0]].cells[from[1]]])
  }
  for (const [section, item] of leaving) own(drafts[section])[item] = undefined
  for (const draft of drafts) if (draft.isOwn) draft.cells = draft.cells.filter((cell) => cell)

  const gone = new Set([...deleted.map((o) => number(o.get("at"))), ...moved.map((o) => number(o.get("from")))])
  const places = moved.map((o) => [number(o.get("to")), drafts[number(o.get("from"))]])
  for (const operation of inserted) places.push([number(operation.get("at")), { members: operation, cells: [], isOwn: true }])
  const result = insert(drafts.filter((_, index) => !gone.has(index)), places, (a, b) => a - b)

  const bySection = Map.groupBy?.(arriving, ([[section]]) => section) ?? grouped(arriving)
  for (const [section, cells] of bySection) {
    const draft = result[section]
    draft.cells = insert(draft.cells, cells.map(([[, item], cell]) => [item, cell]), (a, b) => a - b)
    draft.isOwn = true
  }
  for (const operation of updated) {
    const draft = result[number(operation.get("at"))]
    ;[draft.members, draft.section] = [operation, undefined]
  }
  for (const operation of updatedCells) {
    const [section, item] = path(operation.get("at"))
    own(result[section])[item] = new Cell(operation)
  }
  return result.map((draft) =>
    draft.section && !draft.isOwn ? draft.section : new Section(draft.members, draft.cells))
}

function grouped(arriving) {
  const groups = new Map()
  for (const entry of arriving) {
    const [section] = entry[0]
    groups.set(section, [...groups.get(section) ?? [], entry])
  }
  return groups
}

/** Puts elements at their places after: O(elements). */
function insert(staying, places, compare) {
  places.sort(([a], [b]) => compare(a, b))
  const result = []
  let next = 0
  for (const [place, element] of places) {
    while (result.length < place) {
      if (next === staying.length) throw new Error("a place is beyond the end")
      result.push(staying[next])
      next += 1
    }
    result.push(element)
  }
  return result.concat(staying.slice(next))
}

/** What is to be shown next: a whole list, or a change of the one that is shown. */
export class Step {
  constructor(kind, list, old, change) {
    /** "contents" or "change". */
    this.kind = kind
    /** The list after it. */
    this.list = list
    if (kind !== "change") return
    /** The author, the time and the message of the version, if it has them. */
    this.author = change.get("author")
    this.time = change.get("time")
    this.message = change.get("message")
    const cellBefore = ([section, item]) => old.sections[section].cells[item]
    const cellAfter = ([section, item]) => list.sections[section].cells[item]
    Object.assign(this, described(operations(change, "cells"), path, cellBefore, cellAfter, "cell"))
    /** The same for sections. */
    this.sections = described(
      operations(change, "sections"), number, (at) => old.sections[at], (at) => list.sections[at], "section")
  }

  /** The version of the list. */
  get version() { return this.list.version }
}

/** Operations for rendering: places before and after are those of a batch update. */
function described([deleted, inserted, moved, updated], place, before, after, name) {
  const at = (operation, member) => place(operation.get(member))
  return {
    deleted: deleted.map((o) => ({ id: o.get("id"), at: at(o, "at"), [name]: before(at(o, "at")) })),
    inserted: inserted.map((o) => ({ id: o.get("id"), at: at(o, "at"), [name]: after(at(o, "at")) })),
    moved: moved.map((o) => ({ id: o.get("id"), from: at(o, "from"), to: at(o, "to") })),
    updated: updated.map((o) => ({
      id: o.get("id"), from: at(o, "from"), at: at(o, "at"), [name]: after(at(o, "at")), old: before(at(o, "from")),
    })),
  }
}

// MARK: Windows

/** Some rows of a list at one version. Windows never change: a change leads to another one. */
export class ListWindow {
  constructor(document, cells) {
    this.version = number(document.get("version"))
    /** The fingerprint of the whole list. */
    this.fingerprint = document.get("fingerprint")
    /** The cells, first to last. */
    this.cells = cells
    /** How many cells of the list, or of the section, are before and after the window. */
    this.before = number(document.get("before"))
    this.after = number(document.get("after"))
    /** The sections of the cells, in order, each with the number of its cells that are in the window. */
    this.runs = document.get("runs").map((run) => ({ section: run.get("section"), count: number(run.get("count")) }))
    if (this.runs.reduce((sum, run) => sum + run.count, 0) !== cells.length) {
      throw new Error(`there are ${cells.length} cells, which is not what the sections have`)
    }
  }

  /** Reads the answer of /lists/{name}/cells. */
  static parse(text) {
    const document = Reader.read(text)
    return new ListWindow(document, document.get("cells").map((cell) => new Cell(cell)))
  }

  /**
   * Applies a message of /lists/{name}/changes?window=…, and proves that it continues this window.
   *
   * @param text the message
   * @returns a step, whose `window` is the next version
   * @throws ListError with the reason "diverged" if it does not fit; this window is as it was
   */
  apply(text) { return this.applyDocument(Reader.read(text)) }

  /** Applies a message that was read. */
  applyDocument(change) {
    const version = number(change.get("version"))
    if (number(change.get("parent")) !== this.version || change.get("parentFingerprint") !== this.fingerprint) {
      throw new ListError("diverged", `version ${version} does not continue version ${this.version}`)
    }
    try {
      return new WindowStep("change", this, change)
    } catch (error) {
      throw new ListError("diverged", `version ${version} does not fit version ${this.version}: ${error.message}`)
    }
  }

  cell(place) {
    if (!this.cells[place]) throw new Error(`there is no row ${place}`)
    return this.cells[place]
  }
}

/** What is to be shown next of a window: all of it, or a change of the cells that are shown. */
export class WindowStep {
  constructor(kind, window, change) {
    /** "contents" or "change". */
    this.kind = kind
    /** The window after it. */
    this.window = window
    if (kind !== "change") return
    this.author = change.get("author")
    this.time = change.get("time")
    const all = (name, ...members) => change.get(name).map((operation) => Object.fromEntries(members.map((member) =>
      [member, operation.get(member) instanceof Numeral ? number(operation.get(member)) : operation.get(member)])))
    const cellsOf = (name) => change.get(name).map((operation) => new Cell(operation.get("cell")))
    const old = (at) => window.cell(at)
    /** Cells that leave, with places before; `to` is "before" or "after" the window, or "outside" of the list. */
    this.removed = all("removed", "at", "to").map((o) => ({ id: old(o.at).id, ...o, cell: old(o.at) }))
    /** Cells that enter, with places after; `from` is where they come from. */
    const entering = cellsOf("inserted")
    this.inserted = all("inserted", "at", "from").map((o, i) => ({ id: entering[i].id, ...o, cell: entering[i] }))
    this.moved = all("moved", "from", "to").map((o) => ({ id: old(o.from).id, ...o }))
    const newer = cellsOf("updated")
    this.updated = all("updated", "from", "at").map((o, i) =>
      ({ id: newer[i].id, ...o, cell: newer[i], old: old(o.from) }))
    this.window = new ListWindow(change, this.cells(window.cells))
  }

  /** The cells after it. */
  cells(cells) {
    const leaving = new Set([...this.removed.map(({ at }) => at), ...this.moved.map(({ from }) => from)])
    const places = [
      ...this.inserted.map(({ at, cell }) => [at, cell]), ...this.moved.map(({ from, to }) => [to, cells[from]]),
    ]
    const result = insert(cells.filter((_, place) => !leaving.has(place)), places, (a, b) => a - b)
    for (const { id, from, at, cell } of this.updated) {
      if (result[at]?.id !== id || cells[from]?.id !== id) throw new Error(`row ${at} is not "${id}"`)
      result[at] = cell
    }
    return result
  }

  /** The version of the list. */
  get version() { return this.window.version }
}

// MARK: Following

/**
 * Follows a list: first its contents, then each change, without end.
 *
 * Lost connections are made again, with longer and longer pauses. A position that the server cannot continue
 * gives the contents again, with the `reason`.
 *
 * @param url the path of the list, such as "/lists/home"
 * @param options `mode`: "sse" (default) or "long-poll", which caches join; `headers`, such as
 *   `{Authorization: "Bearer …"}`; `signal` of an AbortController, which ends it; `onLost(error)`, called when
 *   the server cannot be reached; `window`, `{first, count, section}`, to follow these rows alone
 * @yields {Step} with a `window`, {WindowStep}
 * @throws ListError for a list that does not exist, or a token that may not read it
 */
export async function* follow(url, options = {}) {
  const connection = new Connection(new URL(url, globalThis.location?.href), options)
  let reason
  let divergences = 0
  while (!connection.isEnded) {
    let shown = await connection.contents()
    if (!shown) return
    const step = options.window ? new WindowStep("contents", shown) : new Step("contents", shown)
    yield Object.assign(step, reason && { reason })
    try {
      for await (const change of connection.changes()) {
        const step = shown.applyDocument(change)
        shown = step.window ?? step.list
        divergences = 0
        yield step
      }
      return
    } catch (error) {
      if (!(error instanceof Gone) && error.reason !== "diverged") throw error
      if (error.reason === "diverged" && (divergences += 1) > 2) throw error
      reason = error.reason
    }
  }
}

/** A position that the server cannot continue. */
class Gone extends Error {
  constructor(reason) {
    super(reason)
    this.reason = reason
  }
}

class Connection {
  constructor(url, { mode = "sse", headers = {}, signal, onLost = () => {}, window }) {
    Object.assign(this, { url, mode, headers, signal, onLost, window })
    this.pause = 0
  }

  get isEnded() { return this.signal?.aborted ?? false }

  /** Asks until there is an answer; `undefined` when following has ended. */
  async ask(url, read) {
    while (!this.isEnded) {
      try {
        const answer = await fetch(url, { headers: this.headers, signal: this.signal, cache: "no-cache" })
        if (answer.status >= 500 || answer.status === 429) {
          throw new ListError("unavailable", `the server cannot answer now (${answer.status})`, answer.status)
        }
        if (answer.status === 410) throw new Gone((await answer.json()).reason)
        if (!answer.ok) throw await refusal(answer)
        const result = await read(answer)
        this.pause = 0
        return result
      } catch (error) {
        if (error instanceof Gone || error.reason === "refused" || error.reason === "invalid") throw error
        await this.rest(error)
      }
    }
  }

  /** Waits before the next attempt: at random, up to an interval that doubles. */
  async rest(error) {
    if (this.isEnded) return
    this.onLost(error)
    this.pause = Math.min(30_000, (this.pause || 100) * 2)
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.random() * this.pause)
      this.signal?.addEventListener("abort", () => { clearTimeout(timer); resolve() }, { once: true })
    })
  }

  async contents() {
    return this.ask(this.window ? this.rows() : this.url, async (answer) => {
      this.offset = answer.headers.get("Stream-Next-Offset")
      this.cursor = undefined
      this.isUpToDate = false
      if (this.window) return ListWindow.parse(await answer.text())
      const version = Number(answer.headers.get("List-Version"))
      const list = List.parse(await answer.text(), version)
      const claimed = answer.headers.get("ETag")?.replace(/^W\//, "")
      // A proxy that compresses may change the tag.
      if (claimed && /^"[0-9a-f]{32}"$/.test(claimed) && claimed !== `"${list.fingerprint}"`) {
        throw new ListError("diverged", `version ${version} has fingerprint ${list.fingerprint}, not ${claimed}`)
      }
      return list
    })
  }

  /** The address of the rows of the window. */
  rows() {
    const url = new URL(this.url)
    url.pathname += "/cells"
    for (const name of ["first", "count", "section"]) {
      if (this.window[name] !== undefined) url.searchParams.set(name, this.window[name])
    }
    return url
  }

  address(live) {
    const url = new URL(this.url)
    url.pathname += "/changes"
    if (this.window) {
      const { first = 0, count = 20, section } = this.window
      url.searchParams.set("window", `${first},${count}`)
      if (section !== undefined) url.searchParams.set("section", section)
    }
    if (live && this.cursor) url.searchParams.set("cursor", this.cursor)
    if (live) url.searchParams.set("live", live)
    url.searchParams.set("offset", this.offset)
    return url
  }

  /** The changes after the position, as they were read; the position moves with them. */
  async *changes() {
    while (!this.isEnded) {
      if (this.isUpToDate && this.mode === "sse") {
        yield* this.events()
      } else {
        yield* await this.page(this.isUpToDate ? "long-poll" : undefined) ?? []
      }
    }
  }

  async page(live) {
    return this.ask(this.address(live), async (answer) => {
      const changes = answer.status === 204 ? [] : Reader.read(await answer.text())
      this.offset = answer.headers.get("Stream-Next-Offset")
      this.cursor = answer.headers.get("Stream-Cursor") ?? this.cursor
      this.isUpToDate = answer.headers.has("Stream-Up-To-Date")
      return changes
    })
  }

  /** The changes of one stream of events, which ends after about a minute. */
  async *events() {
    const body = await this.ask(this.address("sse"), (answer) => answer.body)
    if (!body) return
    const lines = body.pipeThrough(new TextDecoderStream()).getReader()
    try {
      let rest = ""
      while (true) {
        const { value, done } = await lines.read()
        if (done) return
        const blocks = (rest + value).split("\n\n")
        rest = blocks.pop()
        for (const block of blocks) yield* this.take(block)
      }
    } catch (error) {
      if (error instanceof ListError) throw error
      await this.rest(error)
    } finally {
      lines.cancel().catch(() => {})
    }
  }

  /** The changes of one event; the position is that of what has come whole. */
  *take(block) {
    const fields = new Map(block.split("\n").filter((line) => line && !line.startsWith(":")).map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")]
    }))
    if (fields.get("event") === "control") {
      const control = JSON.parse(fields.get("data"))
      this.offset = control.streamNextOffset
      this.cursor = control.streamCursor
    } else if (fields.get("event") === "data") {
      const changes = Reader.read(fields.get("data"))
      this.offset = fields.get("id")
      yield* changes
    }
  }
}

async function refusal(answer) {
  let detail = answer.statusText
  try { detail = (await answer.json()).detail ?? detail } catch {}
  return new ListError("refused", `${answer.url}: ${detail} (${answer.status})`, answer.status)
}
