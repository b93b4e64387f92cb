// The page: puts the panes together, hears keys, and keeps what is shown where it is when something is new.

import { $, h, put, name, icon, icons, count, plural, day, shown, fault, say, toast, tally, tallyText, copy, quoted } from "./elements.js"
import { follow, get, pathOf } from "./server.js"
import { place, versionA, isAtEnd, go, read, address, onMove, note } from "./place.js"
import { showLists, listsChanged, nothing } from "./lists.js"
import { buildVersions, showVersions, forgetVersions, takeVersions, passVersions, versionNamed, known, firstLine, countsOf } from "./versions.js"
import { showScreens, showFrames, screenB, showChosen, redrawScreens, forgetScreens } from "./screen.js"
import { buildChanges, showChanges, drawTree, forgetChanges, comparison } from "./changes.js"
import { buildDetails, showDetails, readConsumers, historyChanged, walkHistory } from "./details.js"
import { buildScrubber, showScrubber, readDensity, forgetDensity, forgetColors, play, stopPlaying } from "./scrubber.js"

// MARK: The frame

const tabs = [["screen", "Screen"], ["changes", "Changes"], ["details", "Details"], ["versions", "Versions"]]

function build() {
  put($("tabs"), h("div", { role: "tablist", class: "tabs" }, tabs.map(([pane, label]) =>
    h("button", { role: "tab", type: "button", "data-pane": pane, onclick: () => go({ pane }) }, label))))
  put($("stage"), h("div", { class: "head", id: "head" }), h("div", { class: "panes" },
    h("div", { id: "screens" }),
    h("div", { class: "column" },
      h("div", { class: "row tools" }, h("h2", { class: "small-title" }, "Changes"), h("span", { class: "room" }),
        h("button", { class: "button", id: "unchanged", type: "button", onclick: () => go({ unchanged: !place.unchanged }, "none") }, "Unchanged too")),
      buildChanges())))
  put($("theme"), icon(icons.theme))
  $("theme").addEventListener("click", changeTheme)
  $("help").addEventListener("click", help)
  $("find").addEventListener("click", find)
  $("live").addEventListener("click", () => place.list !== null && !isAtEnd() ? go({ at: place.newest }) : tellLive())
  $("home").addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go({ ...nothing }, "push")
  })
  buildVersions()
  buildDetails(() => showScrubber())
  buildScrubber()
}

function changeTheme() {
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark"
  setTheme(isDark ? "light" : "dark")
  try { localStorage.setItem("liststore theme", isDark ? "light" : "dark") } catch {}
  redrawAll()
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme
}

function redrawAll() {
  forgetColors()
  if (place.list === null) return
  redrawScreens()
  showScrubber()
}

// MARK: Going somewhere

let entering
/** Shows another list, or the lists. */
async function enter() {
  stopPlaying()
  fault()
  const isHome = place.list === null
  document.body.classList.toggle("at-home", isHome)
  for (const id of ["tabs", "versions", "stage", "details", "foot", "find"]) $(id).hidden = isHome
  $("lists").hidden = !isHome
  put($("crumb"), isHome ? "all lists" : name(place.list))
  if (isHome) {
    document.title = "liststore"
    put($("title"), "Lists")
    put($("live"))
    tellLive()
    return showLists()
  }
  const { list } = place
  put($("title"), shown(list))
  document.title = `${shown(list)} · liststore`
  forgetVersions()
  forgetScreens()
  forgetChanges()
  forgetDensity()
  const own = entering = {}
  try {
    const { versions } = await get(pathOf(list, "/versions", { limit: 100 }))
    if (own !== entering) return
    place.newest = versions[0]?.version ?? 0
    place.oldest = versions.length && versions.at(-1).version === 1 || versions.length < 100 ? Math.max(0, (versions.at(-1)?.version ?? 1) - 1) : 0
    if (place.oldest > 0) place.oldest += 1
    takeVersions(versions)
    place.at = place.at === null ? place.newest : Math.min(place.at, place.newest)
    await checkLink(own)
    if (own !== entering) return
    show()
    readDensity().then(() => {
      if (own !== entering) return
      // The line says when it begins.
      versionNamed(Math.max(1, place.oldest)).then(() => {
        if (own !== entering) return
        showVersions(place)
        showScrubber()
      })
      if (place.oldest === 0) return
      const wanted = place.at
      showVersions(place)
      if (wanted > place.oldest) return
      fault(new Error(`Version ${count(wanted)} is forgotten; ${count(place.oldest)} is the oldest that is kept.`))
      go({ at: place.oldest + 1 })
    })
    readConsumers()
  } catch (error) {
    if (own === entering) fault(error)
  }
}

/** A link says which version it was made for: a restored list may have another one with the same number. */
async function checkLink() {
  if (!place.fp || place.at < 1) return
  const wanted = place.fp
  try {
    const version = await versionNamed(place.at)
    if (version && !version.fingerprint.startsWith(wanted)) {
      fault(new Error(`This link was made for another version ${place.at}, with the fingerprint ${wanted}…: the list was restored since, or it is another store. What is shown has ${version.fingerprint.slice(0, 8)}….`))
    }
    if (version) place.fp = version.fingerprint
  } catch {}
}

// MARK: Showing

/** Shows what is looked at; each pane asks for what it does not have. */
function show(before) {
  if (place.list === null) return
  document.body.dataset.pane = place.pane
  document.body.dataset.view = place.view
  document.body.classList.toggle("has-cell", place.cell !== null)
  document.body.classList.toggle("without-marks", !place.marks)
  document.body.classList.toggle("frames-alone", place.frames)
  for (const tab of document.querySelectorAll("[role=tab]")) tab.setAttribute("aria-selected", String(tab.dataset.pane === place.pane))
  landmarks()
  $("unchanged").setAttribute("aria-pressed", String(place.unchanged))
  const isElsewhere = !before || before.at !== place.at || before.from !== place.from || before.list !== place.list
  showVersions(before)
  if (isElsewhere || before.view !== place.view || before.width !== place.width) showScreens(before)
  else if (before.frames !== place.frames) showFrames()
  if (isElsewhere) showChanges(compared)
  else if (before.cell !== place.cell || before.unchanged !== place.unchanged) drawTree()
  if (isElsewhere || before.cell !== place.cell) showDetails()
  showChosen(before)
  showHead()
  showScrubber()
  tellLive()
  announce()
}

/** What differs is known: the head counts it, and the details say how many cells there are. */
function compared() {
  showHead()
  if (place.cell === null) showDetails()
}

/** On a narrow screen, the pane in sight is what the page is about. */
const narrow = matchMedia("(max-width: 760px)")
function landmarks() {
  for (const id of ["versions", "details"]) {
    if (narrow.matches && place.pane === id) $(id).setAttribute("role", "main")
    else $(id).removeAttribute("role")
  }
}
narrow.addEventListener("change", landmarks)

let saying
function announce() {
  clearTimeout(saying)
  saying = setTimeout(() => {
    const version = known(place.at)
    put($("title"), shown(place.list), `, version ${place.at}`)
    document.title = `${count(place.at)} · ${shown(place.list)} · liststore`
    say(`Version ${place.at} of ${place.newest}${version ? `, ${shown(version.author ?? "")} ${day(version.time)}: ${tallyText(countsOf(version))}` : ""}`)
  }, 400)
}

function showHead() {
  const { at } = place
  const a = versionA()
  const version = known(at)
  if (!version) versionNamed(at).then((found) => { if (found && place.at === at) { showHead(); showScrubber() } }).catch(() => {})
  if (version && place.fp !== version.fingerprint) {
    place.fp = version.fingerprint
    note({})
  }
  const answer = comparison()
  const isRight = answer?.to.version === at && answer.from.version === a
  const isPinned = place.from !== null
  const sections = answer && Object.values(answer.sections).some(Boolean)
  put($("head"),
    h("h2", { class: "cut", title: shown(version?.message ?? "") }, at === 0 ? "The empty list" : version?.message ? name(firstLine(version)) : `Version ${count(at)}`),
    h("div", { class: "row wrap" },
      h("button", {
        class: "button", id: "pin", type: "button", "aria-pressed": String(isPinned), title: isPinned ? "Compare with the version before again (b)" : "Keep A here, and go to another B (b)",
        onclick: pin,
      }, h("b", {}, "A "), count(a), " → ", h("b", {}, "B "), count(at)),
      h("span", { id: "counts", class: isRight ? "" : "waiting" }, answer ? tally(answer.cells) : "…", sections && h("span", { class: "dim" }, " sections ", tally(answer.sections))),
      h("span", { class: "dim cut by" }, version?.author && [name(version.author), ", "], version && day(version.time)),
      h("button", { class: "button icon", id: "frames", type: "button", "aria-pressed": String(place.frames), "aria-label": "Frames alone (f)", title: "Frames alone (f)", onclick: frames },
        icon(icons.frames)),
      h("select", { id: "view", "aria-label": "How A and B are shown", onchange: ({ target }) => go({ view: target.value }, "push") },
        [["one", "B alone"], ["side", "Side by side"], ["over", "A over B"]].map(([value, label]) => h("option", { value, selected: place.view === value }, label))),
      h("select", { id: "width", "aria-label": "Width of the screen", class: "wide", onchange: ({ target }) => go({ width: Number(target.value) }, "push") },
        [...new Set([390, 768, 1024, place.width])].map((width) => h("option", { value: width, selected: place.width === width }, `${width} pt`)))))
}

const frames = () => go({ frames: !place.frames }, "push")
const pin = () => go({ from: place.from === null ? place.at : null }, "push")

// MARK: What is new

let connection = { isConnected: false }
function tellLive() {
  const button = $("live")
  const newer = place.list === null || !place.newest ? 0 : place.newest - place.at
  const { isConnected, since } = connection
  button.classList.toggle("new", newer > 0)
  const dot = h("span", { class: `dot${isConnected ? "" : " hollow"}`, "aria-hidden": "true" })
  put(button, dot, !isConnected && since ? `since ${new Date(since).toTimeString().slice(0, 5)}, trying` : newer > 0 ? `${count(newer)} newer →` : "Live")
  button.title = !isConnected ? "The server is not connected; what was loaded stays" : newer > 0 ? "Go to the newest version (End)" : "New versions are shown as they come"
}

let told = 0, arriving, arrived = new Map()
/** Versions of some list are new. They are counted, and shown only to those who stand at the end. */
function changed(change) {
  arrived.set(change.list, Math.max(change.version, arrived.get(change.list) ?? 0))
  arriving ??= requestAnimationFrame(() => {
    const all = arrived
    ;[arrived, arriving] = [new Map(), undefined]
    listsChanged()
    const newest = all.get(place.list)
    if (newest === undefined || place.list === null) return
    if (newest < place.newest) return begun()
    hear(newest)
  })
}

/** There are versions up to this one. */
async function hear(newest) {
  const { list } = place
  const wasAtEnd = isAtEnd()
  const number = newest - place.newest
  if (number <= 0) return
  try {
    const { versions } = await get(pathOf(list, "/versions", { limit: Math.min(100, Math.max(1, number)) }))
    if (place.list !== list) return
    takeVersions(versions)
    place.newest = Math.max(place.newest, versions[0]?.version ?? 0)
  } catch { return }
  if (wasAtEnd) go({ at: place.newest })
  else {
    // Nothing that is looked at moves: the list of versions has grown above.
    showVersions(place)
    passVersions(number)
    showScrubber()
    tellLive()
    if (Date.now() - told > 5000) {
      told = Date.now()
      say(`${plural(place.newest - place.at, "newer version")}`)
    }
  }
  readDensity()
  readConsumers()
  historyChanged()
}

/** Versions may have been missed, or the list was begun again. */
async function begun() {
  listsChanged()
  if (place.list === null) return
  const { list } = place
  try {
    const { versions } = await get(pathOf(list, "/versions", { limit: 1 }))
    const newest = versions[0]?.version ?? 0
    const known_ = known(newest)
    if (place.list !== list) return
    if (newest < place.newest || known_ && known_.fingerprint !== versions[0].fingerprint) {
      toast("The list was begun again or restored; this is what it is now")
      place.newest = newest
      place.at = Math.min(place.at, newest)
      return enter()
    }
    hear(newest)
  } catch {}
}

// MARK: Keys

function find() {
  if (place.list === null) return $("lists-search")?.focus()
  if (innerWidth <= 760) go({ pane: "versions" })
  $("filter").focus()
  $("filter").select()
}

const letters = () => { try { return localStorage.getItem("liststore letters") !== "off" } catch { return true } }

function commandOfPlace() {
  const [db, list] = [quoted(place.database ?? "DB"), quoted(place.list)]
  if (place.cell !== null) return `liststore log ${db} ${list} --cell ${quoted(place.cell)} -p`
  return `liststore diff ${db} ${list} ${versionA()} ${place.at}`
}

const views = ["one", "side", "over"]
function keyed(event) {
  const { target, key, shiftKey } = event
  if (/INPUT|SELECT|TEXTAREA/.test(target.tagName)) {
    if (key === "Escape") target.blur()
    return
  }
  if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open]")) return
  const isScreen = target.classList?.contains("scroller")
  const steps = shiftKey ? 10 : 1
  const moves = {
    ArrowLeft: () => go({ at: place.at - steps }), ArrowRight: () => go({ at: place.at + steps }),
    Home: () => go({ at: place.oldest }), End: () => go({ at: place.newest }),
    Escape: () => {
      if (place.cell !== null) go({ cell: null }, "push")
      else if (place.from !== null) go({ from: null }, "push")
      else if (place.text || place.author || place.kind) go({ text: "", author: "", kind: "" })
    },
  }
  const single = {
    " ": () => /BUTTON|A/.test(target.tagName) || isScreen ? undefined : play() ?? true,
    n: () => screenB()?.jump("down"), p: () => screenB()?.jump("up"),
    "[": () => walkHistory(-1), "]": () => walkHistory(1),
    b: pin, s: () => go({ view: views[(views.indexOf(place.view) + 1) % 3] }, "push"),
    u: () => go({ unchanged: !place.unchanged }, "none"), m: () => go({ marks: !place.marks }, "none"), f: frames,
    c: () => copy(commandOfPlace()), l: () => copy(new URL(address(), location.href).href),
  }
  const anywhere = { "/": find, "?": help, g: () => go({ ...nothing }, "push") }
  const action = (letters() ? anywhere[key] : key === "?" && anywhere[key]) ?? (place.list === null ? undefined : moves[key] ?? (letters() ? single[key] : undefined))
  if (!action || (isScreen && ["Home", "End"].includes(key))) return
  if (action() === undefined && key === " ") return
  event.preventDefault()
}

const keyList = [
  ["← →", "one version back, on; hold to run"], ["⇧← ⇧→", "ten versions"], ["Home End", "oldest, newest"], ["Space", "play"],
  ["n p", "next, previous change out of sight"], ["[ ]", "older, newer version of this cell"], ["b", "pin A here; again: let it go"],
  ["s", "B alone, side by side, A over B"], ["u", "unchanged cells too"], ["m", "marks"], ["f", "frames alone"], ["/", "find a version, a cell, a number, a time"],
  ["c", "copy as a command"], ["l", "copy the link"], ["g", "all lists"], ["Esc", "close the innermost"],
]
function help() {
  const dialog = $("keys")
  const box = h("input", { type: "checkbox" })
  box.checked = letters()
  box.addEventListener("change", () => { try { localStorage.setItem("liststore letters", box.checked ? "on" : "off") } catch {} })
  put(dialog, h("h2", { id: "keys-title" }, "Keys"),
    h("dl", { class: "keys-list" }, keyList.map(([keys, what]) => [h("dt", {}, keys.split(" ").map((key) => [h("kbd", {}, key), " "])), h("dd", {}, what)])),
    h("p", {}, h("label", {}, box, " Single letters are keys")),
    h("p", { class: "dim" }, "A workspace always stands at B and is compared with A: the version before, unless you pin another. ⇧-click a version to make it A."),
    h("form", { method: "dialog" }, h("button", { class: "button" }, "Close")))
  dialog.showModal()
}

// MARK: The beginning

try { setTheme(localStorage.getItem("liststore theme")) } catch {}
build()
onMove((before) => before.list !== place.list || before.run !== place.run ? enter() : show(before))
addEventListener("keydown", keyed)
addEventListener("popstate", () => {
  const there = read()
  const isSame = there.list === place.list
  const before = { ...place }
  Object.assign(place, there)
  if (!isSame || place.list === null) return enter()
  place.at = place.at === null ? place.newest : Math.min(place.at, place.newest)
  show(before)
})
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll)
Object.assign(place, read())
enter()
get(pathOf(null, "overview", { count: 0 })).then(({ store }) => {
  place.database = store
  if (place.list !== null) showDetails()
}).catch(() => {})
follow({
  changed,
  begun,
  state: (state) => { connection = state; tellLive() },
})
