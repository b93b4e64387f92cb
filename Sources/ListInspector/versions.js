// The versions of a list: all of them by pages, or those that are looked for.

import { $, h, put, name, count, plural, day, tally, tallyText, Rows, commonBeginning, shown, toast } from "./elements.js"
import { get, pathOf } from "./server.js"
import { place, versionA, go } from "./place.js"

const pageSize = 100
/** How many pages are kept: those used last. */
const pageLimit = 6
const pageOf = (version) => Math.floor((version - 1) / pageSize)
let rows, log, text, author, kind, found, pages, loading, search

/** What a version did, to sections and cells together. */
export const countsOf = (version) => {
  const sum = {}
  for (const part of [version.cells, version.sections]) {
    for (const [kind, number] of Object.entries(part ?? {})) sum[kind] = (sum[kind] ?? 0) + number
  }
  return sum
}

export const firstLine = (version) => (version?.message ?? "").split("\n")[0]

/** A version that was read; `undefined` while it is not. */
export function known(version) {
  const page = pageOf(version)
  if (pages?.delete(page)) pages.add(page)
  return place.versionOf.get(version)
}

/** Reads a version, unless it was read. */
export async function versionNamed(version) {
  if (version < 1) return undefined
  if (!known(version)) await loadPage(pageOf(version))
  return known(version)
}

export function buildVersions() {
  text = h("input", { id: "filter", type: "search", placeholder: "Text, number or time", "aria-label": "Find versions", autocomplete: "off" })
  author = h("input", { type: "search", placeholder: "Author", "aria-label": "Author", list: "authors", autocomplete: "off" })
  kind = h("select", { "aria-label": "What changed" }, [["", "Every change"], ["inserted", "+ inserted"], ["deleted", "− deleted"], ["moved", "→ moved"], ["updated", "~ updated"]]
    .map(([value, label]) => h("option", { value }, label)))
  found = h("p", { class: "dim found", role: "status" })
  log = h("div", { id: "log", role: "listbox", tabindex: 0, "aria-label": "Versions, newest first" })
  put($("versions"), h("div", { class: "filters" }, text, h("div", { class: "pair" }, author, kind), h("datalist", { id: "authors" }), found), log)
  rows = new Rows(log, 56, row)
  let waiting
  const changed = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => go({ text: text.value.trim(), author: author.value.trim(), kind: kind.value }), 150)
  }
  text.addEventListener("input", changed)
  author.addEventListener("input", changed)
  kind.addEventListener("change", changed)
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return
    event.preventDefault()
    clearTimeout(waiting)
    jump(text.value.trim())
  })
  log.addEventListener("keydown", (event) => {
    if (!["ArrowUp", "ArrowDown"].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    step(event.key === "ArrowUp" ? -1 : 1)
  })
}

/** Goes to a number or a time that was typed; looks for any other text. */
async function jump(typed) {
  // What is typed next is a key again, not a text.
  log.focus()
  if (/^\d{1,15}$/.test(typed)) return go({ at: Number(typed), text: "" }, "push")
  const until = asTime(typed)
  if (!until) {
    go({ text: typed, author: author.value.trim(), kind: kind.value })
    const first = await search?.first
    if (first) go({ at: first.version, cell: first.hits?.[0] ?? place.cell }, "push")
    return
  }
  try {
    const { versions: [version] } = await get(pathOf(place.list, "/versions", { until, limit: 1 }))
    if (version) go({ at: version.version, text: "" }, "push")
    else toast(`No version was made by ${until}`)
  } catch (error) { toast(error.message) }
}

/** A time in UTC, to the end of what was said: a day, a minute or a second. */
function asTime(typed) {
  const found = /^(?:(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?|(\d\d?:\d\d))(?: ?(?:UTC|Z))?$/i.exec(typed)
  if (!found) return undefined
  const date = found[1] ?? day(known(place.at)?.time) ?? day(new Date().toISOString())
  const clock = found[2] ?? found[4]?.padStart(5, "0")
  return `${date}T${clock ? clock + (found[3] ?? ":59") : "23:59:59"}.999Z`
}

/** Goes up or down in what is listed. */
function step(by) {
  if (!search) return go({ at: place.at - by })
  const index = search.found.findIndex(({ version }) => version === place.at)
  const next = search.found[Math.min(search.found.length - 1, Math.max(0, index + by))]
  if (next) go({ at: next.version })
}

const isSearching = () => place.text !== "" || place.author !== "" || place.kind !== ""

/** Another list, or one that was begun again. */
export function forgetVersions() {
  pages = new Set()
  loading = new Map()
  search = undefined
  place.versionOf = new Map()
}

/** Versions have come above: what is in sight stays there. */
export function passVersions(number) {
  if (rows.top > 0 && !isSearching()) rows.pass(number)
}

export function takeVersions(versions) {
  for (const version of versions) place.versionOf.set(version.version, version)
  const authors = new Set([...place.versionOf.values()].map(({ author }) => author).filter(Boolean))
  const list = $("authors")
  if (list && list.children.length !== Math.min(authors.size, 200)) {
    put(list, [...authors].slice(0, 200).map((author) => h("option", { value: author })))
  }
}

function loadPage(index) {
  if (loading.has(index)) return loading.get(index)
  const { list } = place
  const loaded = get(pathOf(list, "/versions", { before: (index + 1) * pageSize + 1, limit: pageSize })).then(({ versions }) => {
    if (place.list !== list) return
    pages.add(index)
    takeVersions(versions)
    if (pages.size > pageLimit) {
      const [far] = pages
      pages.delete(far)
      for (let version = far * pageSize + 1; version <= (far + 1) * pageSize; version += 1) place.versionOf.delete(version)
    }
  }).catch((error) => toast(error.message)).finally(() => {
    loading.delete(index)
    if (!search) rows.draw(true)
  })
  loading.set(index, loaded)
  return loaded
}

/** Shows the versions around the place that is looked at. */
export function showVersions(before) {
  for (const [field, value] of [[text, place.text], [author, place.author], [kind, place.kind]]) {
    if (field.value !== value && document.activeElement !== field) field.value = value
  }
  if (isSearching()) {
    const wanted = JSON.stringify([place.list, place.text, place.author, place.kind])
    if (search?.wanted !== wanted) begin(wanted)
  } else if (search) {
    search.controller.abort()
    search = undefined
  }
  const length = search ? search.found.length : Math.max(0, place.newest - place.oldest) + (place.oldest > 0 ? 1 : 0)
  rows.show(length)
  if (!search) {
    const oldest = known(Math.max(1, place.oldest))
    put(found, `${plural(length, "version")}`, place.oldest > 0 ? `; before ${count(place.oldest)} they are forgotten` : "",
      oldest ? `, ${day(oldest.time)} to ${day(known(place.newest)?.time)}` : "")
  }
  if (!before || before.at !== place.at || before.list !== place.list || before.pane !== place.pane) {
    const index = search ? search.found.findIndex(({ version }) => version === place.at) : place.newest - place.at
    if (index >= 0) rows.reveal(index)
  }
  if ($(`version-${place.at}`)) log.setAttribute("aria-activedescendant", `version-${place.at}`)
  else log.removeAttribute("aria-activedescendant")
}

function begin(wanted) {
  search?.controller.abort()
  search = { wanted, found: [], controller: new AbortController(), isDone: false }
  search.first = load(search)
}

/** Looks on, until there is something to show. */
async function load(own) {
  const signal = own.controller.signal
  let path = own.next ?? pathOf(place.list, "/versions", { text: place.text, author: place.author, kind: place.kind, limit: 50 })
  const length = own.found.length
  own.isLoading = true
  try {
    do {
      const answer = await get(path, { signal })
      if (own !== search) return undefined
      own.found.push(...answer.versions)
      takeVersions(answer.versions)
      path = own.next = answer.next?.replace(/^.*?\/lists\//, "lists/")
      own.isDone = !path
      put(found, own.isDone ? `${plural(own.found.length, "version")} found`
        : `${plural(own.found.length, "version")} found, looked back to ${count(answer.searched)} …`)
      showVersions(place)
    } while (path && own.found.length < length + 30)
  } catch (error) {
    if (error.name !== "AbortError") toast(error.message)
  }
  own.isLoading = false
  return own.found[0]
}

function row(index) {
  const version = search ? search.found[index] : known(place.newest - index)
  const number = search ? version.version : place.newest - index
  if (search && index === search.found.length - 1 && !search.isDone && !search.isLoading) load(search)
  if (!version) loadPage(pageOf(number))
  const isA = place.from !== null && number === versionA()
  const counts = version ? countsOf(version) : {}
  const beginning = common()
  const line = firstLine(version)
  return h("div", {
    class: "version", role: "option", id: `version-${number}`, "aria-selected": String(number === place.at),
    "aria-setsize": rows.count, "aria-posinset": index + 1,
    "aria-label": version ? `Version ${number}, ${shown(line || "no message")}, ${shown(version.author ?? "")} ${day(version.time)}: ${tallyText(counts)}` : `Version ${number}`,
    onclick: (event) => {
      if (event.shiftKey) go({ from: number }, "push")
      else go({ at: number, ...search && version.hits?.length ? { cell: version.hits[0] } : {} })
    },
  },
  h("span", { class: "number" }, h("b", {}, count(number)), isA && h("span", { class: "badge" }, "A")),
  h("span", { class: "cut", title: shown(line) }, !version ? "…" : line
    ? beginning && line.startsWith(beginning) ? [h("span", { class: "dim" }, "… "), name(line.slice(beginning.length))] : name(line)
    : h("span", { class: "dim" }, "no message")),
  h("span", { class: "under" },
    h("span", { class: "cut dim" }, version && [day(version.time), version.author && " · ", version.author && name(version.author)]),
    version && tally(counts)))
}

let lastCommon = ["", ""]
/** The beginning that most versions in sight share. */
function common() {
  const sight = []
  for (let index = rows.first; index < rows.last; index += 1) {
    const version = search ? search.found[index] : known(place.newest - index)
    if (version?.message) sight.push(firstLine(version))
  }
  const key = sight.join("\n")
  if (lastCommon[0] !== key) lastCommon = [key, commonBeginning(sight)]
  return lastCommon[1]
}
