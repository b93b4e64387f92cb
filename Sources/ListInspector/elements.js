// Elements, texts and times: everything that is shown goes through here, and is text.

/** Makes an element; children are elements or texts, never markup. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...flat(children))
  return element
}

const flat = (children) => children.flat(9).filter((child) => child !== undefined && child !== null && child !== false && child !== "")

/** Replaces what an element contains. */
export const put = (element, ...children) => element.replaceChildren(...flat(children))

export const $ = (id) => document.getElementById(id)

/** An icon of paths, 14 points wide, which no font has to have. */
export function icon(path, size = 14) {
  const space = "http://www.w3.org/2000/svg"
  const svg = document.createElementNS(space, "svg")
  for (const [name, value] of [["width", size], ["height", size], ["viewBox", "0 0 14 14"], ["aria-hidden", "true"]]) {
    svg.setAttribute(name, value)
  }
  const shape = document.createElementNS(space, "path")
  shape.setAttribute("d", path)
  shape.setAttribute("fill", "currentColor")
  shape.setAttribute("fill-rule", "evenodd")
  svg.append(shape)
  return svg
}

export const icons = {
  first: "M2 2h2v10H2zM12 2v10L5 7z",
  back: "M11 2v10L3 7z",
  on: "M3 2v10l8-5z",
  last: "M10 2h2v10h-2zM2 2v10l7-5z",
  play: "M4 2v10l8-5z",
  stop: "M3 3h8v8H3z",
  close: "M3.4 2L7 5.6 10.6 2 12 3.4 8.4 7l3.6 3.6-1.4 1.4L7 8.4 3.4 12 2 10.6 5.6 7 2 3.4z",
  frames: "M1 1h12v12H1zM2.5 2.5v3.5h9V2.5zM2.5 7.5v4h3.5v-4zM7.5 7.5v4h4v-4z",
  theme: "M7 1a6 6 0 1 0 0 12A6 6 0 0 0 7 1zm0 1.5v9a4.5 4.5 0 0 1 0-9z",
}

// MARK: Texts that were written by others

// Controls except tabs and line feeds, and marks that change the direction of what stands beside them.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** A text with its invisible characters shown as code points. */
export const shown = (text) => String(text).replace(unseen, (character) =>
  `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`)

/** A name or content of the store: isolated, so that its direction ends with it. */
export const name = (text, attributes = {}) => h("bdi", attributes, shown(text))

// MARK: Numbers and times

const grouped = new Intl.NumberFormat("en")
export const count = (number) => grouped.format(number)
export const plural = (number, word, words = word + "s") => `${count(number)} ${number === 1 ? word : words}`

// Made once: to make one takes longer than to show many times.
const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" })
const relative = new Intl.RelativeTimeFormat("en")

/** A time in UTC to the minute, with the rest on request. */
export function time(text, attributes = {}) {
  if (!text) return ""
  const date = new Date(text)
  return h("time", { datetime: text, title: `${text}\n${local.format(date)}\n${ago(date)}`, ...attributes },
    `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`)
}

export const day = (text) => (text ?? "").slice(0, 10)

function ago(date) {
  const seconds = (Date.now() - date) / 1000
  const units = [[60, "second"], [3600, "minute"], [86400, "hour"], [31_557_600, "day"], [Infinity, "year"]]
  const index = units.findIndex(([end]) => Math.abs(seconds) < end)
  const size = index === 0 ? 1 : units[index - 1][0]
  return relative.format(-Math.round(seconds / size), units[index][1])
}

// MARK: Marks

/** The four things that happen, in the order in which they are told. */
export const kinds = ["inserted", "deleted", "moved", "updated"]
export const signs = { inserted: "+", deleted: "−", moved: "→", updated: "~" }

/** Counts with their signs; those that are zero are left out, unless all are. */
export function tally(counts = {}, { zeros = false, words = "" } = {}) {
  const some = kinds.filter((kind) => zeros || counts[kind])
  return h("span", { class: "tally number" },
    some.map((kind) => h("span", { class: kind, title: `${count(counts[kind] ?? 0)} ${words}${kind}` },
      `${signs[kind]}${count(counts[kind] ?? 0)}`)),
    some.length === 0 && h("span", { class: "dim" }, "no difference"))
}

/** The same in words, for people who listen. */
export const tallyText = (counts = {}) =>
  kinds.filter((kind) => counts[kind]).map((kind) => `${count(counts[kind])} ${kind}`).join(", ") || "no difference"

export const signsOf = (marks = []) => kinds.filter((kind) => marks.includes(kind)).map((kind) =>
  h("span", { class: `sign ${kind}`, "aria-hidden": "true" }, signs[kind]))

// MARK: Telling

let toasting
export function toast(text) {
  $("toast").textContent = text
  clearTimeout(toasting)
  toasting = setTimeout(() => { $("toast").textContent = "" }, 4000)
}

export const say = (text) => { if ($("say").textContent !== text) $("say").textContent = text }

export function fault(error) {
  if (error?.name === "AbortError") return
  put($("alert"), error ? [shown(error.message ?? error), " ",
    h("button", { class: "button", type: "button", onclick: () => fault() }, "Close")] : "")
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast(`Copied: ${shown(text)}`)
  } catch {
    toast(shown(text))
  }
}

/** A command that can be copied. */
export const command = (text) => h("div", { class: "command" },
  h("code", { class: "cut", title: shown(text) }, shown(text)),
  h("button", { class: "button small", type: "button", "aria-label": `Copy ${shown(text)}`, onclick: () => copy(text) }, "Copy"))

/** An argument as a shell takes it. */
export const quoted = (text) => /^[\w./@+:,=][\w./@+:,=-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

// MARK: Long lists

/** A list of rows of one height, of which only those in sight are elements. */
export class Rows {
  /** The tallest list that every browser can scroll. */
  static most = 12_000_000

  constructor(element, height, row) {
    // Where it is scrolled and how high it is are kept: to ask an element makes the browser lay out everything.
    Object.assign(this, { element, height, row, count: 0, first: -1, last: -1, top: 0, view: 0 })
    this.inner = h("div", { class: "rows", role: "none" })
    element.append(this.inner)
    element.addEventListener("scroll", () => { this.top = element.scrollTop; this.draw() }, { passive: true })
    new ResizeObserver(() => { this.view = element.clientHeight; this.draw(true) }).observe(element)
  }

  /** Shows so many rows; those in sight are made again. */
  show(count) {
    if (this.count !== count) this.inner.style.height = `${Math.min(count * this.height, Rows.most)}px`
    this.count = count
    this.draw(true)
  }

  /** Of very long lists, one point of scrolling is more than one of rows. */
  get scale() {
    const whole = this.count * this.height
    const { view } = this
    return whole > Rows.most ? (whole - view) / (Rows.most - view) : 1
  }

  draw(isNew = false) {
    const { view, top } = this
    if (!view) return
    const start = top * this.scale
    const first = Math.max(0, Math.floor(start / this.height) - 8)
    const last = Math.min(this.count, Math.ceil((start + view) / this.height) + 8)
    if (!isNew && first === this.first && last === this.last && this.scale === 1) return
    ;[this.first, this.last] = [first, last]
    const rows = []
    for (let index = first; index < last; index += 1) {
      const row = this.row(index)
      row.style.transform = `translateY(${index * this.height - start + top}px)`
      rows.push(row)
    }
    this.inner.replaceChildren(...rows)
  }

  /** Shows a row in the middle, unless it is in sight: so that going on row by row scrolls rarely. */
  reveal(index) {
    const { view, top: now } = this
    const top = index * this.height / this.scale
    if (top >= now && top + this.height <= now + view) return
    this.element.scrollTop = Math.max(0, top - view / 2)
    this.top = this.element.scrollTop
    this.draw(true)
  }

  /** Scrolls on by so many rows, because they have come above. */
  pass(rows) {
    this.element.scrollTop = this.top + rows * this.height / this.scale
    this.top = this.element.scrollTop
    this.draw(true)
  }
}

/** The beginning that most texts share says nothing: it is returned, or nothing. */
export function commonBeginning(all) {
  const texts = [...new Set(all)]
  if (texts.length < 3) return ""
  const beginnings = new Map()
  for (const text of texts) {
    const words = text.split(" ")
    for (let length = 2; length < Math.min(words.length, 6); length += 1) {
      const beginning = words.slice(0, length).join(" ") + " "
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1)
    }
  }
  return [...beginnings].filter(([, times]) => times >= texts.length * 0.6).map(([text]) => text)
    .sort((a, b) => b.length - a.length)[0] ?? ""
}
