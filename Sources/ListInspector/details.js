// One cell, or else the version and who follows the list.

import { $, h, put, name, count, plural, time, day, signs, kinds, shown, command, quoted, tally, fault, icon, icons, toast } from "./elements.js"
import { Latest, Written, get, inPath, pathOf } from "./server.js"
import { place, versionA, go } from "./place.js"
import { known, firstLine, versionNamed } from "./versions.js"
import { comparison } from "./changes.js"
import { revealCell } from "./screen.js"

const database = () => place.database ?? "DB"
let cells, history, consumers = []

/** The versions that touched the chosen cell, newest first. */
export const touched = () => history?.cell === place.cell && history?.list === place.list ? history.versions : []
export const consumersOf = () => consumers

let told
export function buildDetails(changed) {
  told = changed
  cells = new Latest(async ({ cell, at, from }, signal) => {
    const before = from === undefined ? {} : { from }
    return get(pathOf(place.list, `/cells/${inPath(cell)}`, { at, ...before, width: place.width }), { signal, exact: true })
  }, (answer, wanted) => drawCell(answer, wanted), (error) => { if (error.status !== 0) fault(error) })
}

export function showDetails() {
  if (place.cell === null) {
    cells.stop()
    return drawVersion()
  }
  const from = versionA()
  cells.ask({ cell: place.cell, at: place.at, from })
  if (history?.cell !== place.cell || history?.list !== place.list) readHistory()
}

/** New versions may touch the cell too. */
export function historyChanged() {
  if (place.cell !== null && history) readHistory()
}

export async function readConsumers() {
  const { list } = place
  try {
    const answer = await get(pathOf(list, "/consumers"))
    if (place.list !== list) return
    consumers = answer.consumers
    if (place.cell === null) drawVersion()
    told()
  } catch (error) { if (error.status !== 0) fault(error) }
}

// MARK: A version

async function drawVersion() {
  const { at, list } = place
  const version = known(at) ?? await versionNamed(at).catch(() => undefined)
  if (place.at !== at || place.list !== list || place.cell !== null) return
  const answer = comparison()
  const facts = [
    ["Author", version?.author && name(version.author)],
    ["Time", time(version?.time)],
    ["Key", version?.key && h("code", {}, name(version.key))],
    ["Fingerprint", version && h("code", { title: version.fingerprint }, version.fingerprint.slice(0, 16), "…")],
    ["Cells", answer?.to.version === at && `${count(answer.to.cells)} in ${plural(answer.to.sections, "section")}`],
    ["Before", time(known(at - 1)?.time)],
  ]
  const [db, of] = [quoted(database()), quoted(list)]
  const a = versionA()
  put($("details"),
    h("h2", {}, `Version ${count(at)}`),
    h("p", { class: "dim message" }, version?.message ? name(version.message) : "no message"),
    h("h3", {}, "Facts"), pairs(facts),
    h("h3", {}, "As a command"),
    [`liststore diff ${db} ${of} ${a} ${at}`, `liststore show ${db} ${of} --at ${at}`, `liststore log ${db} ${of} ${at} -n 1 -p`,
      `liststore revert ${db} ${of} ${at}`].map(command),
    h("h3", { id: "consumers" }, "Consumers"),
    consumers.length ? consumers.map(consumer) : h("p", { class: "dim" }, "No consumer has a name in this list."))
}

const consumer = (consumer) => h("div", { class: "consumer" },
  h("b", {}, name(consumer.name)),
  h("button", { class: "link number", type: "button", onclick: () => go({ at: consumer.version }, "push") }, `at ${count(consumer.version)}`),
  h("span", { class: consumer.lag ? "" : "dim" }, consumer.lag ? `${plural(consumer.lag, "version")} behind` : "up to date"),
  consumer.failures > 0 && h("span", { class: "deleted" }, `failed ${plural(consumer.failures, "time")}`),
  consumer.parked && h("span", { class: "deleted" }, "parked: ", name(consumer.parked)),
  consumer.lastSeen && h("span", { class: "dim" }, "seen ", time(consumer.lastSeen)))

const pairs = (facts) => h("dl", {}, facts.filter(([, value]) => value).map(([label, value]) => [h("dt", {}, label), h("dd", {}, value)]))

// MARK: A cell

let shownCell
function drawCell(answer, { cell, at, from }) {
  shownCell = { answer, cell, at, from }
  const { now, before } = answer
  const marks = !now ? before ? ["deleted"] : [] : !before ? at === from ? [] : ["inserted"] : [
    ...comparison()?.rows.find(({ id }) => id === cell)?.marks.filter((mark) => mark === "moved") ?? [],
    ...JSON.stringify(now.cell) !== JSON.stringify(before.cell) ? ["updated"] : [],
  ]
  const [db, of, id] = [quoted(database()), quoted(place.list), quoted(cell)]
  const panel = $("details")
  const top = panel.dataset.cell === cell ? panel.scrollTop : 0
  panel.dataset.cell = cell
  put(panel,
    h("div", { class: "row" }, h("h2", {}, name(titleOf(now ?? before) ?? cell)), h("span", { class: "room" }),
      h("button", { class: "button icon", type: "button", "aria-label": "Close the cell (Escape)", onclick: () => go({ cell: null }, "push") }, icon(icons.close))),
    h("p", { class: "dim" }, h("code", {}, name(cell)), (now ?? before)?.cell.type && [" · ", name((now ?? before).cell.type)]),
    h("p", {}, marks.length ? marks.map((mark) => h("b", { class: mark }, `${signs[mark]} ${mark} `))
      : h("span", { class: "dim" }, now ? `unchanged from ${count(from)} to ${count(at)}` : absence(at))),
    now ?? before ? [h("h3", {}, "Content", now && before && marks.includes("updated") ? " · old → new" : ""), content(now, before)] : "",
    now && [h("h3", {}, "Why it is here"), reasons(answer, now, before)],
    h("h3", { id: "history-title" }, historyTitle()),
    h("div", { id: "history" }, historyRows()),
    h("h3", {}, "As a command"),
    [`liststore log ${db} ${of} --cell ${id} -p`, `liststore show ${db} ${of} --at ${at}`].map(command),
    now && h("button", { class: "button", type: "button", onclick: () => copyJSON(now.cell) }, "Copy as JSON"))
  panel.scrollTop = top
}

const titleOf = (placed) => {
  const content = placed?.cell.content
  if (typeof content === "string" && content) return content
  for (const member of ["title", "name", "text", "label", "headline", "subject"]) {
    if (typeof content?.[member] === "string" && content[member]) return content[member]
  }
}

/** Why a cell is not there: when it was. */
function absence(at) {
  const versions = touched()
  const first = versions.findLast((version) => version.change.cells.inserted)
  const last = versions.find((version) => version.change.cells.deleted)
  if (last && last.version <= at) return `no longer there: deleted in ${count(last.version)}`
  if (first && first.version > at) return `not there yet: came in ${count(first.version)}`
  return `not in version ${count(at)}`
}

const copyJSON = (cell) => navigator.clipboard?.writeText(text(cell, 2)).then(() => toast("Copied the cell")).catch(() => toast("Not copied"))

function reasons({ frame, steps }, now, before) {
  const point = (number) => count(Math.round(Number(number?.text ?? number) * 100) / 100)
  const moved = before && (before.section !== now.section || before.at[1] !== now.at[1])
  const facts = [
    ["Place", [name(now.section || "(no name)"), `, cell ${count(now.at[1] + 1)} of ${count(now.count)}`]],
    ["Before", moved && [before.section !== now.section && [name(before.section), ", "], `cell ${count(before.at[1] + 1)}`]],
    ["Frame", frame && `x ${point(frame.x)}, y ${point(frame.y)}, ${point(frame.width)} × ${point(frame.height)}`],
  ]
  return [pairs(facts), steps && h("ol", { class: "steps" }, steps.map((step) => h("li", {},
    h("b", {}, step.subject), step.rules && h("span", { class: "dim" }, ` ${step.rules}`),
    h("span", {}, step.reason), h("span", { class: "dim number" }, `x ${point(step.frame.x)}, y ${point(step.frame.y)}, ${point(step.frame.width)} × ${point(step.frame.height)}`))))]
}

// MARK: Contents

const isObject = (value) => value !== null && typeof value === "object" && !(value instanceof Written)
const text = (value, indent) => JSON.stringify(value, (_, value) => value instanceof Written ? Number(value.text) : value, indent)
const one = (value) => value instanceof Written ? value.text : JSON.stringify(value)
const same = (a, b) => isObject(a) || isObject(b) ? text(a) === text(b) && isObject(a) === isObject(b) : one(a ?? null) === one(b ?? null) && (a === undefined) === (b === undefined)

/** The content as a tree, with what it was where it is another. */
function content(now, before) {
  const [new_, old] = [members(now), members(before)]
  return h("div", { class: "json" }, now && before ? tree(new_, old, 0) : tree(new_ ?? old, undefined, 0))
}

const members = (placed) => placed && Object.fromEntries(["content", "views"].filter((key) => placed.cell[key] !== undefined).map((key) => [key, placed.cell[key]]))

function tree(now, old, depth, isOpen = false) {
  if (old === undefined || depth > 12 || !isObject(now) || !isObject(old) || Array.isArray(now) !== Array.isArray(old)) return whole(now, depth)
  const keys = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  const stays = keys.filter((key) => same(now[key], old[key]))
  const folds = stays.length > 20 && !isOpen
  const box = h("div", { class: "members" })
  put(box, keys.filter((key) => !folds || !same(now[key], old[key])).map((key) => member(key, now[key], old[key], depth, key in old, key in now)),
    folds && h("button", { class: "link", type: "button", onclick: () => box.replaceWith(tree(now, old, depth, true)) }, `${plural(stays.length, "member")} unchanged`))
  return box
}

function member(key, now, old, depth, was, is) {
  const label = h("span", { class: "key" }, name(key), ": ")
  if (was && is && isObject(now) && isObject(old) && !same(now, old)) return h("div", {}, label, tree(now, old, depth + 1))
  if (was && is && same(now, old)) return h("div", { class: "stays" }, label, isObject(now) ? whole(now, depth + 1) : value(now))
  if (was && is && typeof now === "string" && typeof old === "string") return h("div", {}, label, ...words(old, now))
  return h("div", {}, label, was && h("del", {}, isObject(old) ? whole(old, depth + 1) : value(old)), was && is && " → ", is && h("ins", {}, isObject(now) ? whole(now, depth + 1) : value(now)))
}

function whole(now, depth) {
  if (!isObject(now) || depth > 12) return value(isObject(now) ? text(now) : now)
  const entries = Object.entries(now)
  const box = h("div", { class: "members" })
  const some = (number) => put(box, entries.slice(0, number).map(([key, each]) => h("div", {}, h("span", { class: "key" }, name(key), ": "), isObject(each) ? whole(each, depth + 1) : value(each))),
    entries.length === 0 && (Array.isArray(now) ? "[]" : "{}"),
    entries.length > number && h("button", { class: "link", type: "button", onclick: () => some(entries.length) }, `${plural(entries.length - number, "more member")}`))
  some(100)
  return box
}

/** One value; a long one is cut, and shown on request. */
function value(of, most = 2000) {
  const written = one(of) ?? ""
  if (written.length <= most) return h("span", { class: "value" }, name(written))
  const box = h("span", { class: "value" })
  put(box, name(written.slice(0, most)), "… ", h("button", { class: "link", type: "button", onclick: () => put(box, name(written)) },
    `show all ${count(Math.ceil(written.length / 1024))} kB`))
  return box
}

/** Two strings, word by word: what is the same at both ends stays. */
function words(old, now) {
  const cut = (text) => text.length > 4000 ? null : text.split(/(?<=\s)/)
  const [a, b] = [cut(old), cut(now)]
  if (!a || !b) return [h("del", {}, value(old)), " → ", h("ins", {}, value(now))]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [from, to] = [a.slice(start, a.length - end).join(""), b.slice(start, b.length - end).join("")]
  if (start + end === 0) return [h("del", {}, value(old)), " → ", h("ins", {}, value(now))]
  return [name(a.slice(0, start).join("")), from && h("del", {}, name(from)), from && to ? " → " : "", to && h("ins", {}, name(to)),
    " ", name(a.slice(a.length - end).join(""))]
}

// MARK: The history of a cell

async function readHistory(next) {
  const own = next ? history : { cell: place.cell, list: place.list, versions: [], isLoading: true, old: history?.cell === place.cell ? history.versions : [] }
  if (!next) {
    history?.controller?.abort()
    own.controller = new AbortController()
    history = own
  }
  own.isLoading = true
  let path = next ?? pathOf(own.list, "/versions", { cell: own.cell, limit: 50 })
  const had = own.versions.length
  try {
    do {
      const answer = await get(path, { signal: own.controller.signal, exact: true })
      if (history !== own) return
      own.versions.push(...answer.versions)
      own.searched = answer.searched
      path = own.next = answer.next?.replace(/^.*?\/lists\//, "lists/")
      drawHistory()
      told()
    } while (path && own.versions.length < had + 50)
  } catch (error) {
    if (error.name !== "AbortError") own.error = error.message
  }
  own.isLoading = false
  drawHistory()
}

const historyTitle = () => !history ? "History" : history.next || history.isLoading
  ? `History, ${plural(history.versions.length, "version")}${history.searched ? `, looked back to ${count(history.searched)}` : ""}`
  : `History, ${plural(history.versions.length, "version")}`

function historyRows() {
  if (!history) return []
  return [
    history.versions.map((version) => {
      const marks = kinds.filter((kind) => version.change.cells?.[kind])
      const { moved: [move] = [], updated: [update] = [] } = version.change.cells ?? {}
      const line = firstLine(version)
      return h("button", {
        class: "then", type: "button", "aria-current": version.version === place.at ? "true" : undefined,
        onclick: () => { revealCell(); go({ at: version.version, from: null }) },
      }, h("span", { class: "mark" }, marks.map((mark) => h("span", { class: mark }, signs[mark]))),
      h("span", { class: "number" }, count(version.version)),
      h("span", { class: "cut" }, update ? changedMembers(update) : move ? `${count(move.from[1] + 1)} → ${count(move.to[1] + 1)}` : name(line || marks.join(", "))),
      h("span", { class: "dim number" }, day(version.time)))
    }),
    history.next && !history.isLoading && h("button", { class: "button", type: "button", onclick: () => readHistory(history.next) }, "Look further back"),
    history.error && h("p", { class: "deleted" }, shown(history.error)),
  ]
}

/** What of a content became another, in a line. */
function changedMembers({ content, was = {} }) {
  if (!isObject(content) || !isObject(was.content)) return "content"
  const keys = [...new Set([...Object.keys(content), ...Object.keys(was.content)])].filter((key) => !same(content[key], was.content[key]))
  const short = (each) => each === undefined ? "nothing" : shown(isObject(each) ? text(each) : one(each)).slice(0, 40)
  return keys.slice(0, 3).map((key, index) => [index > 0 && ", ", name(key), ": ", h("span", { class: "dim" }, short(was.content[key])), " → ", short(content[key])])
}

function drawHistory() {
  if (place.cell !== history?.cell || !$("history")) return
  put($("history-title"), historyTitle())
  put($("history"), historyRows())
  if (shownCell && !shownCell.answer.now && !shownCell.answer.before && shownCell.cell === place.cell) drawCell(shownCell.answer, shownCell)
}

/** Goes to the next version that touched the cell; older if negative. */
export function walkHistory(direction) {
  const versions = touched().map(({ version }) => version)
  const next = direction < 0 ? versions.find((version) => version < place.at) : versions.findLast((version) => version > place.at)
  if (next !== undefined) {
    revealCell()
    go({ at: next, from: null })
  } else toast(direction < 0 ? "No older version that is known touched this cell" : "No newer version touched this cell")
}
