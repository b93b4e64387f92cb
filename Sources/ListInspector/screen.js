// A version as the layout engine draws it on a screen, with what was changed marked on it.

import { $, h, put, name, count, plural, signsOf, signs, kinds, shown, tallyText, fault } from "./elements.js"
import { Answers, Latest, pathOf } from "./server.js"
import { place, versionA, go, note } from "./place.js"

const answers = new Answers(64)
export const forgetScreens = () => answers.clear()

// MARK: Drawings of the server, as elements

const space = "http://www.w3.org/2000/svg"
const elements = new Set(["svg", "g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "text", "tspan", "title"])
const attributes = new Set(["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "d", "points", "transform",
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
  "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "textLength", "lengthAdjust",
  "direction", "viewBox", "preserveAspectRatio", "data-id", "class"])
const parser = globalThis.trustedTypes?.createPolicy("liststore", {
  // It is parsed as a document of its own, where nothing runs, and only known elements are copied from it.
  createHTML: (text) => text,
})

/** Reads a drawing; elements and attributes that draw nothing are left out. */
function drawing(text) {
  // The page's own style says how letters are set; a style within the drawing would only be refused.
  const plain = text.replaceAll(/ style="[^"]*"/g, "")
  const parsed = new DOMParser().parseFromString(parser ? parser.createHTML(plain) : plain, "image/svg+xml")
  return copied(parsed.documentElement) ?? document.createElementNS(space, "svg")
}

function copied(node) {
  if (node.namespaceURI !== space || !elements.has(node.localName) || node.localName === "title") return undefined
  const copy = document.createElementNS(space, node.localName)
  for (const { name, value } of node.attributes) {
    if (attributes.has(name) && !/url\s*\(/i.test(value)) copy.setAttribute(name, value)
  }
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data)
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const element = copied(child)
      if (element) copy.append(element)
    }
  }
  return copy
}

let shownAppearance
const appearance = () => shownAppearance ??= getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light"

// MARK: A screen

/** The tallest element that all browsers scroll well; longer lists are scrolled in blocks. */
const block = 8_000_000
const overscan = 500

/** One screen: a version, and the version that its marks are about. */
class Screen {
  constructor(side, shows) {
    this.side = side
    this.shows = shows
    this.base = 0
    this.stage = h("div", { class: "drawn" })
    this.pad = h("div", { class: "pad" }, this.stage)
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Screen" }, this.pad)
    this.caption = h("div", { class: "caption" })
    this.element = h("div", { class: "phone" }, this.caption, this.scroller)
    this.latest = new Latest((wanted, signal) => this.load(wanted, signal), (answer, wanted) => this.draw(answer, wanted),
      (error) => { if (error.status !== 0) this.fail(error) })
    // Where it is scrolled and how large it is are kept: to ask an element makes the browser lay out everything.
    ;[this.top, this.viewWidth, this.viewHeight] = [0, 0, 0]
    this.scroller.addEventListener("scroll", () => { this.top = this.scroller.scrollTop; this.scrolled() }, { passive: true })
    this.resize = new ResizeObserver(() => {
      this.measure()
      if (this.askedHeight !== this.height || this.askedScale !== this.scale) this.ask({ keep: true })
    })
    this.resize.observe(this.scroller)
  }

  measure() {
    ;[this.viewWidth, this.viewHeight] = [this.scroller.clientWidth, this.scroller.clientHeight]
  }

  end() {
    this.resize.disconnect()
    this.latest.stop()
  }

  get height() { return Math.max(100, Math.round(this.viewHeight / this.scale)) }
  get scale() { return Math.min(1, this.viewWidth / place.width) || 1 }
  /** How far the list is scrolled, in its own points. */
  get offset() { return (this.base + this.top) / this.scale }

  /** What stands at the top of the screen now: the first few cells, and where they begin. */
  get anchors() {
    if (!this.answer) return place.y ? [place.y] : place.cell !== null ? this.anchorOf(place.cell) : []
    const moved = this.answer.scroll - this.offset
    return this.answer.figures.filter(({ y, height }) => y + height + moved > 4).slice(0, 8)
      .map(({ id, y }) => `${Math.round(10 * (y + moved)) / 10},${id}`)
  }

  /** Where a cell is to stand: where it stands now, if that is in sight. */
  anchorOf(cell) {
    const figure = this.answer?.figures.find(({ id }) => id === cell)
    const y = figure && figure.y + this.answer.scroll - this.offset
    const isInSight = figure && y >= 0 && y + figure.height <= this.height
    return [`${Math.round(isInSight ? y : this.height / 3)},${cell}`, ...this.answer ? this.anchors : []]
  }

  /** Asks for the version that is looked at; nothing moves that stays. */
  ask({ row, anchor, cell, keep = true, scroll, isScrolled = false } = {}) {
    if (!this.viewHeight) this.measure()
    // A cell that is to be shown is wanted until it was: the screen may change its size meanwhile.
    if (row || scroll !== undefined) this.revealed = undefined
    else if ((this.revealed = cell ?? this.revealed) !== undefined) anchor = this.anchorOf(this.revealed)
    ;[this.askedHeight, this.askedScale] = [this.height, this.scale]
    const other = this.side === "before" ? { to: place.at } : { from: versionA() }
    this.latest.ask({
      at: this.side === "before" ? versionA() : place.at, ...other,
      row, anchor: anchor ?? (row || scroll !== undefined || !keep ? [] : this.anchors), scroll, isScrolled, revealed: this.revealed,
    })
  }

  load({ at, from, to, row, anchor, scroll }, signal) {
    return answers.get(pathOf(place.list, "/screen", {
      at, from, to, row, anchor, scroll: scroll && Math.round(scroll), width: place.width, height: this.height, overscan,
      appearance: appearance(),
    }), { signal })
  }

  draw(answer, { isScrolled, revealed }) {
    if (revealed === this.revealed) this.revealed = undefined
    const before = this.answer
    const old = before && before.version !== answer.version ? this.tops() : undefined
    this.answer = answer
    const scale = this.scale
    const whole = answer.contentHeight * scale
    const padding = `${Math.min(Math.max(whole, this.viewHeight), block)}px`
    if (this.pad.style.height !== padding) this.pad.style.height = padding
    if (!isScrolled) this.scrollTo(answer.scroll * scale, whole)
    const picture = drawing(answer.svg)
    const isOverlaid = place.view === "over" && this.side === "before"
    if (isOverlaid) this.keepChanged(picture, answer)
    picture.setAttribute("aria-hidden", "true")
    picture.setAttribute("width", answer.width * scale)
    picture.setAttribute("height", answer.height * scale)
    const groups = new Map([...picture.querySelectorAll("g[data-id]")].map((group) => [group.getAttribute("data-id"), group]))
    const cells = h("div", { class: "cells", role: "list", "aria-label": "Cells on the screen" }, answer.figures
      .filter(({ marks }) => !isOverlaid || marks).map((figure) => this.cell(figure, scale, groups)))
    put(this.stage, !place.frames && picture, cells, this.ghosts(answer, scale))
    this.align()
    this.tell(answer)
    this.animate(old)
    if (!isScrolled && this.side === "after") note({ y: this.anchors[0] ?? null })
    this.shows(this, answer)
  }

  /** Over B, only what was elsewhere, was other or is gone. */
  keepChanged(picture, { figures }) {
    const changed = new Set(figures.filter(({ marks }) => marks).map(({ id }) => id))
    for (const child of [...picture.querySelector("svg")?.children ?? []]) {
      if (!changed.has(child.getAttribute("data-id"))) child.remove()
    }
  }

  /** A cell as a button over its drawing. */
  cell(figure, scale, groups) {
    const { id, marks = [] } = figure
    const drawn = groups.get(id)
    const texts = [...drawn?.querySelectorAll("text") ?? []].map((text) => text.textContent).join(" ")
    const button = h("button", {
      class: `cell ${marks.join(" ")}`, type: "button", "data-id": id, tabindex: -1,
      "aria-label": `${shown(texts || id)}${marks.length ? `, ${marks.join(", ")}` : ""}`,
      "aria-current": place.cell === id ? "true" : undefined,
      onclick: () => go({ cell: id, ...innerWidth <= 760 ? { pane: "details" } : {} }, "push"),
    }, place.frames && this.frame(figure), h("span", { class: "signs" }, signsOf(marks)))
    const item = h("div", { role: "listitem", class: "place" }, button)
    for (const [property, value] of [["left", figure.x], ["top", figure.y], ["width", figure.width], ["height", figure.height]]) {
      item.style[property] = `${value * scale}px`
    }
    return item
  }

  /** What a frame without its content says: which cell it is, and where. */
  frame({ id, x, y, width, height }) {
    const point = (number) => count(Math.round(100 * number) / 100)
    return h("span", { class: "frame", "aria-hidden": "true" }, h("b", { class: "cut" }, name(id)),
      h("span", { class: "number" }, `${point(x)}, ${point(y + this.answer.scroll)}`), h("span", { class: "number" }, `${point(width)} × ${point(height)}`))
  }

  /** Draws what is there once more, as frames or as it is. */
  redraw() {
    if (this.answer) this.draw(this.answer, { isScrolled: true })
  }

  /** Deleted cells, struck, at the seams where they were. */
  ghosts(answer, scale) {
    const groups = new Map()
    for (const ghost of answer.ghosts ?? []) {
      const key = ghost.place.join()
      groups.set(key, [...groups.get(key) ?? [], ghost])
    }
    return [...groups].map(([key, group]) => {
      const [section, item] = key.split(",").map(Number)
      const next = answer.figures.find(({ at }) => at[0] === section && at[1] === item)
      const last = answer.figures.findLast(({ at }) => at[0] < section || at[0] === section && at[1] < item)
      const y = next ? next.y : last ? last.y + last.height : 0
      const chip = h("button", {
        class: "ghost", type: "button", tabindex: -1, "data-id": group[0].id,
        "aria-label": `deleted: ${group.map(({ title, id }) => shown(title || id)).join(", ")}`,
        "aria-current": group.some(({ id }) => id === place.cell) ? "true" : undefined,
        onclick: () => go({ cell: group[0].id, ...innerWidth <= 760 ? { pane: "details" } : {} }, "push"),
      }, h("span", { class: "sign deleted", "aria-hidden": "true" }, signs.deleted),
      h("s", { class: "cut" }, name(group[0].title || group[0].id)), group.length > 1 && h("span", { class: "number" }, `and ${count(group.length - 1)} more`))
      const { x = 0, width = answer.width } = next ?? last ?? {}
      // Beside the texts of its neighbours, which begin at the left.
      chip.style.left = `${(x + width - 36) * scale}px`
      chip.style.maxWidth = `${Math.max(80, 0.6 * width * scale)}px`
      chip.style.top = `${y * scale}px`
      return chip
    })
  }

  /** The head of the screen: what is out of sight, and the way there. */
  tell({ version, changes, cells, figures }) {
    const sum = (counts = {}) => Object.values(counts).reduce((a, b) => a + b, 0)
    const jump = (direction, sign) => {
      const number = sum(changes?.[direction === "up" ? "above" : "below"])
      return h("button", {
        class: "button more", type: "button", disabled: number === 0,
        "aria-label": `${plural(number, "change")} ${direction === "up" ? "above" : "below"} the screen`,
        title: `${tallyText(changes?.[direction === "up" ? "above" : "below"])} ${direction === "up" ? "above (p)" : "below (n)"}`,
        onclick: () => this.jump(direction),
      }, `${sign} ${count(number)}`)
    }
    const isOld = this.side === "before"
    const shownCells = figures.filter(({ y, height }) => y + height > 1 && y < this.height)
    this.scroller.setAttribute("aria-label", `Screen of version ${version}`)
    put(this.caption,
      h("b", {}, place.view === "side" ? isOld ? "A · " : "B · " : "Version ", count(version)), h("span", { class: "room" }),
      place.marks && changes && [jump("up", "↑"), jump("down", "↓")],
      h("button", {
        class: "button quiet number", type: "button", title: `${plural(shownCells.length, "cell")} on screen; go to a row`,
        onclick: () => this.goToRow(cells),
      }, plural(cells, "cell")))
  }

  /** The next change out of sight. */
  jump(direction) {
    const path = this.answer?.changes?.[direction]
    if (path) this.ask({ row: `${path.join()},${Math.round(this.height / 3)}` })
  }

  goToRow(cells) {
    const field = h("input", { type: "text", inputmode: "numeric", class: "row-field", "aria-label": `Row, 1 to ${cells}`, placeholder: `1–${cells}` })
    const end = () => this.tell(this.answer)
    field.addEventListener("keydown", (event) => {
      event.stopPropagation()
      if (event.key === "Escape") return end()
      if (event.key !== "Enter") return
      const row = Number(field.value.replaceAll(/\D/g, ""))
      if (row) this.ask({ scroll: (row - 1) / Math.max(1, cells) * this.answer.contentHeight })
      end()
    })
    field.addEventListener("blur", end)
    this.caption.lastChild.replaceWith(field)
    field.focus()
  }

  /** Shows a cell, by as little scrolling as is needed. */
  reveal(id) {
    const figure = this.answer?.figures.find((figure) => figure.id === id)
    const moved = this.answer ? this.answer.scroll - this.offset : 0
    if (figure && figure.y + moved >= 0 && figure.y + figure.height + moved <= this.height) return
    this.ask({ cell: id })
  }

  // MARK: Scrolling

  scrollTo(y, whole) {
    this.whole = whole
    const room = whole - block
    this.base = room > 0 ? Math.min(room, Math.max(0, y - block / 2)) : 0
    const top = Math.round(y - this.base)
    if (top === this.top) return
    this.scroller.scrollTop = top
    this.expected = this.top = this.scroller.scrollTop
  }

  scrolled() {
    this.align()
    if (!this.answer || this.top === this.expected) return
    this.expected = undefined
    // Near the ends of a block, the next one is put under the same cells.
    const { top } = this
    const room = this.whole - block
    if (room > 0 && (top < 200_000 && this.base > 0 || top > block - 200_000 && this.base < room)) this.scrollTo(this.base + top, this.whole)
    cancelAnimationFrame(this.frame)
    this.frame = requestAnimationFrame(() => {
      if (Math.abs(this.offset - this.answer.scroll) < 2) return
      this.ask({ scroll: this.offset, isScrolled: true })
      clearTimeout(this.resting)
      this.resting = setTimeout(() => note({ y: this.anchors[0] ?? null }), 300)
    })
  }

  /** Puts the drawing where it belongs while the list is scrolled. */
  align() {
    if (!this.answer) return
    this.stage.style.transform = `translateY(${(this.answer.scroll - this.offset) * this.scale + this.top}px)`
  }

  // MARK: Moving

  tops() {
    const tops = new Map()
    for (const { id, y } of this.answer.figures) tops.set(id, (y - this.offset + this.answer.scroll) * this.scale)
    return tops
  }

  /** Cells that stay go from where they were, unless steps come fast. */
  animate(old) {
    const now = performance.now()
    const isQuick = now - (this.lastStep ?? 0) < 220
    if (old) this.lastStep = now
    if (!old || isQuick || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    const groups = new Map([...this.stage.querySelectorAll("g[data-id]")].map((group) => [group.getAttribute("data-id"), group]))
    for (const item of this.stage.querySelectorAll(".place")) {
      const id = item.firstChild.dataset.id
      const from = old.get(id)
      if (from === undefined) continue
      const by = from - parseFloat(item.style.top)
      if (Math.abs(by) < 1 || Math.abs(by) > 2000) continue
      for (const element of [item, groups.get(id)]) {
        const length = element === item ? by : by / this.scale
        element?.animate([{ translate: `0 ${length}px` }, { translate: "0 0" }], { duration: 140, easing: "ease-out" })
      }
    }
  }

  fail(error) {
    this.answer = undefined
    put(this.caption, h("b", {}, "Version ", count(this.side === "before" ? versionA() : place.at)))
    put(this.stage, h("p", { class: "dim empty" }, shown(error.message)))
    fault(error)
  }
}

// MARK: One, two, or one over the other

let screens = []
let shownView

/** The screen of B. */
export const screenB = () => screens.at(-1)

let wantsCell = false
/** The version that is shown next is shown where the chosen cell is. */
export const revealCell = () => { wantsCell = true }

export function showScreens(before) {
  if (shownView !== place.view || before?.list !== place.list) {
    for (const screen of screens) screen.end()
    const fresh = new Screen("after", (screen) => follow(screen))
    screens = place.view === "one" ? [fresh] : [new Screen("before", (screen) => follow(screen)), fresh]
    shownView = place.view
    const holder = $("screens")
    holder.className = place.view
    put(holder, screens.map((screen) => screen.element))
    for (const screen of screens) screen.element.classList.toggle("old", screen.side === "before")
  }
  const anchors = screenB().anchors
  const isForCell = place.cell !== null && wantsCell
  wantsCell = false
  for (const screen of screens) screen.ask(isForCell ? { cell: place.cell } : { anchor: anchors.length ? anchors : undefined })
}

/** Both screens show the same cells. */
function follow(screen) {
  if (screens.length < 2) return
  const other = screens.find((each) => each !== screen)
  if (!other?.answer || follow.isBusy) return
  if (screen === screenB() || document.activeElement === screen.scroller || screen.scroller.matches(":hover")) {
    const [anchor] = screen.anchors
    const id = anchor?.slice(anchor.indexOf(",") + 1)
    const theirs = other.anchors[0]
    if (!anchor || theirs === anchor || follow.last === anchor) return
    const figure = other.answer.figures.find((figure) => figure.id === id)
    const y = Number(anchor.slice(0, anchor.indexOf(",")))
    if (figure && Math.abs(figure.y + other.answer.scroll - other.offset - y) < 2) return
    follow.last = anchor
    follow.isBusy = true
    other.ask({ anchor: screen.anchors })
    setTimeout(() => { follow.isBusy = false }, 60)
  }
}

/** The cell that is chosen, without drawing anything else again. */
export function showChosen(before) {
  for (const button of document.querySelectorAll(".phone [data-id]")) {
    if (button.dataset.id === place.cell) button.setAttribute("aria-current", "true")
    else button.removeAttribute("aria-current")
  }
  if (place.cell !== null && before?.cell !== place.cell && before?.at === place.at) for (const screen of screens) screen.reveal(place.cell)
}

/** Frames alone, or the screen as it is. */
export function showFrames() {
  for (const screen of screens) screen.redraw()
}

export function redrawScreens() {
  shownAppearance = undefined
  forgetScreens()
  for (const screen of screens) screen.ask()
}
