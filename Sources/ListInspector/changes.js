// What is different between A and B, as a tree of sections and cells.

import { $, h, put, name, count, plural, kinds, signs, signsOf, shown, fault, tally, tallyText } from "./elements.js"
import { Answers, Latest, get, pathOf } from "./server.js"
import { place, versionA, go } from "./place.js"

const answers = new Answers(48)
export const forgetChanges = () => answers.clear()
let tree, latest, current, opened, shownHead

export function buildChanges() {
  tree = h("div", { id: "tree", role: "tree", tabindex: 0, "aria-label": "Sections and cells that are different" })
  tree.addEventListener("keydown", walk)
  latest = new Latest(({ from, to }, signal) => answers.get(pathOf(place.list, "/comparison", { from, to, count: 500 }), { signal }),
    (answer) => draw(answer), (error) => { if (error.status !== 0) fault(error) })
  opened = new Map()
  return tree
}

/** @param head called with what is different, as soon as it is known */
export function showChanges(head) {
  shownHead = head
  latest.ask({ from: versionA(), to: place.at })
}

/** What is different, as far as it was read. */
export const comparison = () => current

function draw(answer) {
  if (current?.to.version !== answer.to.version || current?.from.version !== answer.from.version) opened = new Map()
  current = answer
  shownHead?.(answer)
  drawTree()
}

export function drawTree() {
  if (!current) return
  const items = []
  let index = 0
  for (const part of current.parts) {
    const rows = []
    const begun = index
    while (index < current.rows.length && current.rows[index].place[0] === part.index) rows.push(current.rows[index++])
    if (!rows.length && part.changed && begun >= current.rows.length) break
    const leaves = place.unchanged ? mixed(part, rows) : withGaps(part, rows)
    items.push(section(part, rows.filter(({ at }) => !at).length), ...leaves)
  }
  const rest = current.count - current.rows.length
  if (rest > 0) {
    items.push(h("div", { class: "gap", role: "treeitem", "aria-level": 1, tabindex: -1, onclick: more }, `and ${plural(rest, "more cell")}: show the next 500`))
  }
  put(tree, items.length ? items : h("p", { class: "dim empty", role: "treeitem", "aria-level": 1 }, "No difference."))
  const chosen = place.cell === null ? null : tree.querySelector("[aria-selected=true]")
  if (chosen && chosen.id !== drawTree.seen) chosen.scrollIntoView({ block: "nearest" })
  drawTree.seen = chosen?.id
}

async function more() {
  const answer = current
  try {
    const next = await get(pathOf(place.list, "/comparison", { from: answer.from.version, to: answer.to.version, first: answer.rows.length, count: 500 }))
    if (current !== answer) return
    current = { ...answer, rows: [...answer.rows, ...next.rows] }
    drawTree()
  } catch (error) { fault(error) }
}

function section(part, gone) {
  const whole = part.marks.includes("deleted") ? part.count : part.count + gone
  return h("div", {
    class: "section", role: "treeitem", "aria-level": 1, "aria-expanded": "true", tabindex: -1,
    "aria-label": `Section ${shown(part.id)}${part.marks.length ? `, ${part.marks.join(", ")}` : ""}: ${count(part.changed)} of ${plural(whole, "cell")} different`,
  }, h("span", { class: "mark" }, part.marks.map((kind) => h("span", { class: kind }, signs[kind]))),
  h("span", { class: "cut" }, name(part.id || "(no name)")), part.marks.map((kind) => h("span", { class: kind }, kind)),
  h("span", { class: "room" }), h("span", { class: "dim number" }, `${count(part.changed)} of ${count(whole)}`))
}

function leaf(row) {
  const kind = row.marks[0]
  const isMoved = row.marks.includes("moved")
  const wasIn = isMoved && row.from[0] !== row.at[0]
  return h("div", {
    class: `leaf ${kind ?? ""}`, role: "treeitem", "aria-level": 2, tabindex: -1, id: `leaf-${row.place.join("-")}-${row.at ? "at" : "gone"}`,
    "aria-selected": String(row.id === place.cell),
    "aria-label": `${shown(row.title || row.id)}${row.marks.length ? `, ${row.marks.join(", ")}` : ", unchanged"}`,
    onclick: () => go({ cell: row.id, ...innerWidth <= 760 ? { pane: "details" } : {} }, "push"),
  }, h("span", { class: "mark" }, kinds.filter((each) => row.marks.includes(each)).map((each) => h("span", { class: each }, signs[each]))),
  h("span", { class: "cut title", title: shown(row.id) }, name(row.title || row.id)),
  h("span", { class: "room" }),
  h("span", { class: "dim number cut" }, isMoved ? wasIn ? "from elsewhere" : `${count(row.from[1] + 1)} → ${count(row.at[1] + 1)}`
    : row.title && !row.id.endsWith(row.title) ? name(row.id) : ""))
}

/** Cells that stay are counted, and shown on request. */
function withGaps(part, rows) {
  if (part.marks.includes("deleted")) return rows.map(leaf)
  const items = []
  let next = 0
  const gap = (end) => {
    if (end > next) items.push(...unchanged(part, next, end))
    next = Math.max(next, end)
  }
  for (const row of rows) {
    gap(row.place[1])
    items.push(leaf(row))
    if (row.at) next = row.place[1] + 1
  }
  if (rows.length === part.changed) gap(part.count)
  return items
}

const mixed = (part, rows) => withGaps(part, rows)

function unchanged(part, first, end) {
  const key = `${part.index}:${first}`
  const cells = opened.get(key)
  const rest = (from) => h("div", {
    class: "gap", role: "treeitem", "aria-level": 2, tabindex: -1, onclick: () => open(part, first, from, end),
  }, `${plural(end - from, "cell")} unchanged`)
  if (!cells) {
    if (place.unchanged && opened.size < 40) open(part, first, first, Math.min(end, first + 100), true)
    return [rest(first)]
  }
  const shownCells = cells.map((cell, index) => leaf({ id: cell.id, title: titleOf(cell), marks: [], at: [part.index, first + index], place: [part.index, first + index] }))
  return first + cells.length < end ? [...shownCells, rest(first + cells.length)] : shownCells
}

async function open(part, first, from, end) {
  const answer = current
  const key = `${part.index}:${first}`
  if (!opened.has(key)) opened.set(key, undefined)
  try {
    const { cells } = await get(pathOf(place.list, "/cells", { section: part.id, first: from, count: Math.min(200, end - from), at: answer.to.version }))
    if (current !== answer) return
    opened.set(key, [...opened.get(key) ?? [], ...cells])
    drawTree()
  } catch (error) { fault(error) }
}

/** What most contents are called by. */
export function titleOf(cell) {
  const content = cell.content
  if (typeof content === "string") return content
  for (const member of ["title", "name", "text", "label", "headline", "subject"]) {
    if (typeof content?.[member] === "string") return content[member]
  }
  return cell.id
}

/** Arrows go through the tree; Enter chooses. */
function walk(event) {
  const items = [...tree.querySelectorAll("[role=treeitem]")]
  const index = items.indexOf(document.activeElement)
  const to = { ArrowDown: index + 1, ArrowUp: Math.max(0, index - 1) }[event.key]
  if (to !== undefined) {
    event.preventDefault()
    event.stopPropagation()
    items[Math.min(items.length - 1, to)]?.focus()
  } else if ((event.key === "Enter" || event.key === " ") && index >= 0) {
    event.preventDefault()
    event.stopPropagation()
    items[index].click()
  }
}
