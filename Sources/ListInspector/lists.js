// The first screen: the lists of the store, with what is new in them and who is behind.

import { $, h, put, name, count, plural, time, tally, Rows, toast } from "./elements.js"
import { get, pathOf, Latest } from "./server.js"
import { place, go, address } from "./place.js"

const pageSize = 50
let rows, search, order, pages, total, matching, loading

const loadPage = (index) => {
  if (loading.has(index)) return
  loading.add(index)
  get(pathOf(null, "overview", { text: search.value, order: order.value, first: index * pageSize, count: pageSize }))
    .then((answer) => {
      pages.set(index, answer.page)
      if (total !== answer.lists || matching !== answer.count) {
        ;[total, matching] = [answer.lists, answer.count]
        rows.show(matching)
        put($("lists-found"), matching === total ? plural(total, "list") : `${count(matching)} of ${plural(total, "list")}`)
      } else rows.draw(true)
      $("lists-empty").hidden = matching > 0
    })
    .catch((error) => toast(error.message))
    .finally(() => loading.delete(index))
}

const again = () => {
  pages = new Map()
  loading = new Set()
  loadPage(Math.floor(Math.max(0, rows.first) / pageSize))
}

/** Shows the lists. */
export function showLists() {
  const main = $("lists")
  if (!rows) {
    search = h("input", { id: "lists-search", type: "search", placeholder: "Find a list …", "aria-label": "Find a list", autocomplete: "off" })
    order = h("select", { "aria-label": "Order" },
      h("option", { value: "newest" }, "Newest change first"), h("option", { value: "name" }, "By name"))
    const body = h("div", { class: "lists-body", id: "lists-body", role: "list", "aria-label": "Lists", tabindex: 0 })
    put(main,
      h("div", { class: "lists-head" }, search, order, h("span", { class: "dim", id: "lists-found", role: "status" })),
      h("div", { class: "list-row list-names dim", "aria-hidden": "true" },
        ["List", "Versions in time", "Version", "Cells", "Last change", "Consumers"].map((text) => h("span", {}, text))),
      h("p", { id: "lists-empty", class: "dim empty", hidden: true }, "No list has this name."),
      body)
    rows = new Rows(body, 64, row)
    let waiting
    search.addEventListener("input", () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => { body.scrollTop = 0; again() }, 120)
    })
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") body.querySelector("a")?.click()
    })
    order.addEventListener("change", () => { body.scrollTop = 0; again() })
  }
  again()
}

let ask
/** Something is new: what is in sight is read again, without moving. */
export function listsChanged() {
  if (!rows || place.list !== null) return
  ask ??= new Latest(async (_, signal) => {
    const index = Math.floor(Math.max(0, rows.first) / pageSize)
    const wanted = [...new Set([index, Math.floor(Math.max(0, rows.last - 1) / pageSize)])]
    return Promise.all(wanted.map(async (index) =>
      [index, await get(pathOf(null, "overview", { text: search.value, order: order.value, first: index * pageSize, count: pageSize }), { signal })]))
  }, (answers) => {
    pages = new Map(answers.map(([index, answer]) => [index, answer.page]))
    const [, { count, lists }] = answers[0]
    if (count !== matching) {
      ;[matching, total] = [count, lists]
      rows.show(count)
      put($("lists-found"), plural(lists, "list"))
      $("lists-empty").hidden = matching > 0
    } else rows.draw(true)
  }, (error) => toast(error.message))
  ask.ask({})
}

function row(index) {
  const page = Math.floor(index / pageSize)
  const list = pages.get(page)?.[index % pageSize]
  if (!list) {
    loadPage(page)
    return h("div", { class: "list-row", role: "listitem" }, h("span", { class: "dim" }, "…"))
  }
  const { last = {} } = list
  return h("div", { class: "list-row", role: "listitem", "aria-setsize": matching, "aria-posinset": index + 1 },
    h("a", {
      class: "crumb cut", href: address({ ...nothing, list: list.name }),
      onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        go({ ...nothing, list: list.name }, "push")
      },
    }, name(list.name)),
    spark(list.density),
    h("span", { class: "number", "data-label": "version" }, count(list.version)),
    h("span", { class: "number", "data-label": "cells" }, count(list.cellCount)),
    h("span", { class: "last" },
      h("span", { class: "cut" }, last.author && [name(last.author), " · "], time(last.time), " ", tally(last.cells)),
      h("span", { class: "cut dim" }, last.message ? name(last.message.split("\n")[0]) : "no message")),
    consumers(list.consumers))
}

/** A place of its own: nothing of the last list is kept. */
export const nothing = {
  list: null, at: null, fp: null, from: null, cell: null, view: "one", pane: "screen", text: "", author: "", kind: "",
  width: 390, y: null, consumers: false, run: null,
}

function consumers(all) {
  if (!all.length) return h("span", { class: "dim" }, "none")
  const worst = all.reduce((a, b) => a.lag > b.lag ? a : b)
  const parked = all.filter((consumer) => consumer.parked)
  return h("span", { class: "last" },
    h("span", { class: "cut" }, plural(all.length, "consumer"), parked.length ? h("b", { class: "deleted" }, ` ${parked.length} parked`) : ""),
    h("span", { class: "cut dim" }, worst.lag ? [plural(worst.lag, "version"), " behind: ", name(worst.name)] : "up to date"))
}

/** When versions were made: 48 intervals of time. */
export function spark(bins) {
  const space = "http://www.w3.org/2000/svg"
  const svg = document.createElementNS(space, "svg")
  const most = Math.max(1, ...bins)
  svg.setAttribute("viewBox", `0 0 ${bins.length * 3} 24`)
  svg.setAttribute("preserveAspectRatio", "none")
  svg.setAttribute("class", "spark")
  svg.setAttribute("role", "img")
  svg.setAttribute("aria-label", `${plural(bins.reduce((a, b) => a + b, 0), "version")} in time`)
  let path = ""
  bins.forEach((number, index) => {
    if (!number) return
    const height = Math.max(2, 24 * Math.log2(1 + number) / Math.log2(1 + most))
    path += `M${index * 3} 24v${-height}h2v${height}z`
  })
  const shape = document.createElementNS(space, "path")
  shape.setAttribute("d", path)
  svg.append(shape)
  return svg
}
