// What is looked at, and its address: everything is in the query, so that a link shows the same again.

/** What is looked at. A workspace always stands at B (`at`) and is compared with A (`from`, else the version before). */
export const place = {
  list: null, at: null, fp: null, from: null, cell: null, view: "one", pane: "screen", frames: false,
  text: "", author: "", kind: "", width: 390, y: null, consumers: false, run: null,
  // Not in the address:
  marks: true, unchanged: false, oldest: 0, newest: 0, versionOf: new Map(),
}

/** The version that B is compared with. */
export const versionA = () => Math.max(place.oldest, Math.min(place.newest, place.from ?? place.at - 1))

/** Whether new versions are followed, because the newest one is looked at. */
export const isAtEnd = () => place.at === place.newest

const listeners = []
export const onMove = (listener) => listeners.push(listener)

/** Returns the address of a place. */
export function address(what = place) {
  const query = new URLSearchParams()
  if (what.run) query.set("run", what.run)
  if (what.list !== null) query.set("list", what.list)
  if (what.list !== null && what.at !== null) {
    query.set("at", what.at)
    if (what.fp) query.set("fp", what.fp.slice(0, 8))
  }
  if (what.from !== null) query.set("from", what.from)
  if (what.cell !== null) query.set("cell", what.cell)
  for (const [name, usual] of [["view", "one"], ["pane", "screen"], ["text", ""], ["author", ""], ["kind", ""], ["width", 390]]) {
    if (what[name] !== usual) query.set(name, what[name])
  }
  if (what.frames) query.set("frames", "")
  if (what.y) query.set("y", what.y)
  if (what.consumers) query.set("consumers", "")
  return `?${query}`
}

/** Reads an address; what it does not say is as usual. */
export function read(search = location.search) {
  const query = new URLSearchParams(search)
  const whole = (name) => /^\d{1,15}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null
  const width = whole("width")
  return {
    list: query.get("list"), at: whole("at"), fp: query.get("fp"), from: whole("from"), cell: query.get("cell"),
    view: ["side", "over"].includes(query.get("view")) ? query.get("view") : "one",
    pane: ["changes", "details", "versions"].includes(query.get("pane")) ? query.get("pane") : "screen",
    text: query.get("text") ?? "", author: query.get("author") ?? "", kind: query.get("kind") ?? "",
    width: width >= 100 && width <= 4000 ? width : 390, y: query.get("y"),
    frames: query.has("frames"), consumers: query.has("consumers"), run: query.get("run"),
  }
}

let writing
/**
 * Goes to another place, and shows it.
 *
 * @param how "push" makes an entry of the history of the browser; "replace" changes the address soon, because
 *   browsers refuse to do that often
 */
export function go(changes, how = "replace") {
  const before = { ...place }
  Object.assign(place, changes)
  if ("at" in changes && place.list !== null && place.newest) {
    place.at = Math.min(place.newest, Math.max(Math.min(place.oldest + 1, place.newest), place.at))
    if (place.at !== before.at) place.fp = null
  }
  clearTimeout(writing)
  if (how === "push") history.pushState(null, "", address())
  else if (how === "replace") writing = setTimeout(() => history.replaceState(null, "", address()), 250)
  for (const listener of listeners) listener(before)
}

/** Changes the address without showing anything again. */
export function note(changes) {
  Object.assign(place, changes)
  clearTimeout(writing)
  writing = setTimeout(() => history.replaceState(null, "", address()), 250)
}
