// The line of all versions: how much each changed, where A and B are, and who follows.

import { $, h, put, icon, icons, count, day, time, kinds, shown, tallyText } from "./elements.js"
import { get, pathOf } from "./server.js"
import { place, versionA, go } from "./place.js"
import { known, countsOf } from "./versions.js"
import { touched, consumersOf } from "./details.js"

let size = { width: 0, height: 0 }
let bar, canvas, position, near, nearCanvas, coarse, fine, fineFirst, playing
const order = ["deleted", "inserted", "moved", "updated"]

export function buildScrubber() {
  const key = (symbol, label, action, more = {}) => h("button", { class: "button", type: "button", "aria-label": label, title: label, onclick: action, ...more }, icon(icons[symbol]))
  canvas = h("canvas", { "aria-hidden": "true" })
  nearCanvas = h("canvas", { "aria-hidden": "true" })
  bar = h("div", { id: "bar", role: "slider", tabindex: 0, "aria-label": "Version", "aria-orientation": "horizontal" }, canvas)
  near = h("div", { id: "near", hidden: true, "aria-hidden": "true" }, nearCanvas)
  position = h("div", { class: "position" })
  put($("foot"),
    h("div", { class: "keys" }, key("first", "Oldest version (Home)", () => go({ at: place.oldest }), { class: "button ends" }), key("back", "One version back (←)", () => go({ at: place.at - 1 })),
      h("button", { class: "button play", id: "play", type: "button", onclick: play }, "Play"),
      key("on", "One version on (→)", () => go({ at: place.at + 1 })), key("last", "Newest version (End)", () => go({ at: place.newest }), { class: "button ends" })),
    h("div", { class: "bars" }, bar, near), position)
  drag(bar, (x, width) => {
    const [first, last] = [coarse?.first ?? 1, place.newest]
    return Math.round(first + Math.min(1, Math.max(0, (x - 8) / Math.max(1, width - 16))) * (last - first))
  })
  drag(near, (x) => fineFirst === undefined ? place.at : fineFirst + Math.floor(x / 4))
  new ResizeObserver(() => {
    size = { width: bar.clientWidth, height: bar.clientHeight }
    draw()
  }).observe(bar)
}

function drag(element, versionAt) {
  let start
  const pick = (event) => {
    const box = element.getBoundingClientRect()
    go({ at: start && element === near ? start.at + Math.round((event.clientX - start.x) / 4) : versionAt(event.clientX - box.left, box.width) })
  }
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    start = undefined
    pick(event)
    start = { x: event.clientX, at: place.at }
    element.addEventListener("pointermove", pick)
  })
  const end = () => element.removeEventListener("pointermove", pick)
  element.addEventListener("pointerup", end)
  element.addEventListener("pointercancel", end)
}

export function play() {
  if (playing) {
    clearInterval(playing)
    playing = undefined
  } else {
    if (place.at === place.newest) go({ at: place.oldest + 1 })
    playing = setInterval(() => place.at < place.newest ? go({ at: place.at + 1 }) : play(), 450)
  }
  put($("play"), playing ? "Stop" : "Play")
  $("play").setAttribute("aria-pressed", String(Boolean(playing)))
}
export const stopPlaying = () => { if (playing) play() }

let reading
/** Reads how much the versions changed; what is shown stays until then. */
export async function readDensity() {
  const { list } = place
  reading?.abort()
  reading = new AbortController()
  try {
    const answer = await get(pathOf(list, "/density", { bins: 1000 }), { signal: reading.signal })
    if (place.list !== list) return
    coarse = answer
    place.oldest = answer.oldest
    draw()
  } catch {}
}
export const forgetDensity = () => { coarse = fine = undefined }

let asking
/** Around the handle, one version for each four points. */
function readFine() {
  const half = 200
  const first = Math.max(coarse.first, Math.min(place.at - half, place.newest - 2 * half))
  const last = Math.min(place.newest, first + 2 * half)
  if (fine && place.at >= fine.first + 40 && place.at <= fine.last - 40 || fine?.first === first && fine.last === last || asking) return
  asking = true
  const { list } = place
  get(pathOf(list, "/density", { bins: 4000, first, last })).then((answer) => {
    if (place.list === list) fine = answer
  }).catch(() => {}).finally(() => {
    asking = false
    drawFine()
  })
}

export function showScrubber() {
  const { at, newest } = place
  const version = known(at)
  const text = `Version ${count(at)} of ${count(newest)}${version ? `, ${day(version.time)}, ${shown(version.author ?? "")}: ${tallyText(countsOf(version))}` : ""}`
  for (const [name, value] of [["valuemin", place.oldest], ["valuemax", newest], ["valuenow", at], ["valuetext", text]]) bar.setAttribute(`aria-${name}`, value)
  put(position, h("div", { class: "row number" }, h("b", {}, count(at)), h("span", { class: "dim" }, `of ${count(newest)}`)),
    h("div", { class: "dim when" }, time(version?.time)))
  draw()
}

let colors
export const forgetColors = () => { colors = undefined }
function palette() {
  if (colors) return colors
  const style = getComputedStyle(document.body)
  const probe = document.body.appendChild(h("i"))
  const of = (name) => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color }
  colors = { ...Object.fromEntries([...kinds, "line", "accent", "card", "dim", "ink", "selected"].map((name) => [name, of(name)])), font: `11px ${style.fontFamily}` }
  probe.remove()
  return colors
}

function context(canvas, box) {
  const density = devicePixelRatio || 1
  const [width, height] = [Math.round(box.clientWidth * density), Math.round(box.clientHeight * density)]
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
  const context = canvas.getContext("2d")
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, box.clientWidth, box.clientHeight)
  return context
}

/** Bars: what comes, moves and changes above the line, what goes below it; the height is a logarithm. */
function bars(context, bins, most, at, width, top, middle, bottom) {
  const color = palette()
  bins.forEach((bin, index) => {
    const above = bin[1] + bin[2] + bin[3]
    const x = at(index)
    if (above) {
      const whole = Math.max(2, (middle - top) * Math.log2(1 + above) / Math.log2(1 + most))
      let y = middle
      for (const kind of [3, 2, 1]) {
        const part = whole * bin[kind] / above
        context.fillStyle = color[order[kind]]
        if (part) context.fillRect(x, y - part, width, part)
        y -= part
      }
    }
    if (bin[0]) {
      context.fillStyle = color.deleted
      context.fillRect(x, middle + 1, width, Math.max(2, (bottom - middle) * Math.log2(1 + bin[0]) / Math.log2(1 + most)))
    }
  })
}

function draw() {
  if (!size.width || place.list === null) return
  const color = palette()
  const [wide, tall] = [size.width, size.height]
  const pen = context(canvas, { clientWidth: wide, clientHeight: tall })
  const [top, middle, bottom] = [12, Math.round(tall * 0.62), tall - 16]
  const first = coarse?.first ?? 1
  const last = Math.max(place.newest, first)
  const x = (version) => 8 + (last === first ? 0.5 : (version - first) / (last - first)) * (wide - 16)
  if (place.from !== null) {
    const [a, b] = [Math.min(versionA(), place.at), Math.max(versionA(), place.at)]
    pen.fillStyle = color.selected
    pen.fillRect(x(a), top, Math.max(1, x(b) - x(a)), bottom - top)
  }
  pen.fillStyle = color.line
  pen.fillRect(0, middle, wide, 1)
  drawBars(pen, x, first, last, wide, tall, top, middle, bottom)
  pen.fillStyle = color.ink
  for (const { version } of touched()) {
    pen.beginPath()
    pen.arc(x(version), 5, 2.5, 0, 7)
    pen.fill()
  }
  pen.fillStyle = color.dim
  for (const { version } of consumersOf()) {
    pen.beginPath()
    pen.moveTo(x(version), bottom - 1)
    pen.lineTo(x(version) - 4, bottom + 6)
    pen.lineTo(x(version) + 4, bottom + 6)
    pen.fill()
  }
  labels(pen, x, first, last, wide, tall)
  const here = Math.max(7, Math.min(wide - 7, x(place.at)))
  pen.fillStyle = color.accent
  pen.fillRect(here - 1, 8, 2, bottom - 6)
  pen.beginPath()
  pen.arc(here, middle, 6, 0, 7)
  pen.fill()
  pen.strokeStyle = color.card
  pen.lineWidth = 2
  pen.stroke()
  const isLong = Boolean(coarse) && last - first > 2 * wide
  if (near.hidden === isLong) near.hidden = !isLong
  if (isLong) { readFine(); drawFine() }
}

let layer, layerOf
/** The bars stay the same from step to step: they are drawn once, and copied. */
function drawBars(pen, x, first, last, wide, tall, top, middle, bottom) {
  if (!coarse) return
  const key = [first, last, wide, tall, devicePixelRatio, palette().inserted].join()
  if (layerOf?.coarse !== coarse || layerOf.key !== key) {
    layer ??= document.createElement("canvas")
    layerOf = { coarse, key }
    const most = Math.max(1, ...coarse.bins.map((bin) => Math.max(bin[0], bin[1] + bin[2] + bin[3])))
    const step = coarse.width * (wide - 16) / Math.max(1, last - first)
    const width = Math.max(1, Math.min(14, step - (step > 3 ? 2 : 0)))
    bars(context(layer, { clientWidth: wide, clientHeight: tall }), coarse.bins, most,
      (index) => x(first + index * coarse.width) - (coarse.width === 1 ? width / 2 : 0), width, top, middle, bottom)
  }
  pen.drawImage(layer, 0, 0, wide, tall)
}

function labels(pen, x, first, last, wide, tall) {
  const color = palette()
  pen.fillStyle = color.dim
  pen.font = color.font
  const [start, end] = [known(first), known(last)]
  pen.textAlign = "left"
  pen.fillText(start ? day(start.time) : count(first), 8, tall - 3)
  pen.textAlign = "right"
  if (last > first) pen.fillText(end ? day(end.time) : count(last), wide - 8, tall - 3)
}

function drawFine() {
  if (near.hidden || !fine) return
  const pen = context(nearCanvas, near)
  const [wide, tall] = [near.clientWidth, near.clientHeight]
  const half = Math.floor(wide / 8)
  const first = Math.max(fine.first, Math.min(place.at - half, fine.last - 2 * half))
  fineFirst = first
  const bins = fine.bins.slice(first - fine.first, first - fine.first + 2 * half)
  const most = Math.max(1, ...fine.bins.map((bin) => Math.max(bin[0], bin[1] + bin[2] + bin[3])))
  const middle = Math.round(tall * 0.7)
  bars(pen, bins, most, (index) => 4 * index, 3, 2, middle, tall - 1)
  pen.fillStyle = palette().accent
  pen.fillRect(4 * (place.at - first) + 1, 0, 2, tall)
}
