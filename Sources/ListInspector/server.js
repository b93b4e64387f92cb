// Requests to the server that this page came from, and the one stream that says what is new.

const base = new URL(".", document.baseURI)

/** A refusal of the server, or none at all. */
export class ServerError extends Error {
  constructor(message, status, problem = {}) {
    super(message)
    Object.assign(this, { status, problem })
  }
}

// MARK: Tokens

const tokenKey = `liststore token ${base.pathname}`
let token = (() => { try { return sessionStorage.getItem(tokenKey) } catch { return null } })()
let asking

/** Asks for a token, once for all requests that need one. */
function askForToken() {
  return asking ??= new Promise((resolve) => {
    const dialog = document.createElement("dialog")
    const form = document.createElement("form")
    const label = document.createElement("label")
    const field = document.createElement("input")
    const button = document.createElement("button")
    label.append("This server wants a token ", field)
    Object.assign(field, { type: "password", autocomplete: "off", required: true })
    Object.assign(button, { textContent: "Go on", className: "button" })
    form.method = "dialog"
    form.append(label, button)
    dialog.append(form)
    dialog.addEventListener("close", () => {
      token = field.value.trim()
      try { sessionStorage.setItem(tokenKey, token) } catch {}
      dialog.remove()
      asking = undefined
      resolve()
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}

async function send(path, options = {}) {
  while (true) {
    const headers = { ...options.headers, ...token && { Authorization: `Bearer ${token}` } }
    const answer = await fetch(new URL(path, base), { ...options, headers })
    if (answer.status !== 401) return answer
    await askForToken()
  }
}

// MARK: Requests

/** Returns a path of the server for a list. */
export const pathOf = (list, rest = "", query = {}) => {
  const part = (text) => text === "." ? "%2E" : text === ".." ? "%2E%2E" : encodeURIComponent(text)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== "") search.append(name, each)
    }
  }
  const path = list === null ? rest : `lists/${part(list)}${rest}`
  return search.size ? `${path}?${search}` : path
}

export const inPath = (text) => text === "." ? "%2E" : text === ".." ? "%2E%2E" : encodeURIComponent(text)

/** Numbers as they were written: 1.50 is another content than 1.5. */
export class Written {
  constructor(text) { this.text = text }
}
const keep = (_, value, context) =>
  typeof value === "number" && context?.source && String(value) !== context.source ? new Written(context.source) : value

/** Reads JSON of the server. */
export async function get(path, { signal, exact = false } = {}) {
  let answer
  try {
    answer = await send(path, { signal })
  } catch (error) {
    if (error.name === "AbortError") throw error
    throw new ServerError("The server cannot be reached; what was loaded stays here.", 0)
  }
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}))
    throw new ServerError(problem.detail ?? answer.statusText, answer.status, problem)
  }
  return exact ? JSON.parse(await answer.text(), keep) : answer.json()
}

/** Answers that were given lately, by their paths: the same version looks the same again. */
export class Answers {
  constructor(capacity) {
    this.capacity = capacity
    this.answers = new Map()
  }

  has(path) { return this.answers.has(path) }

  async get(path, options) {
    let answer = this.answers.get(path)
    if (answer) {
      this.answers.delete(path)
    } else {
      answer = await get(path, options)
    }
    this.answers.set(path, answer)
    if (this.answers.size > this.capacity) this.answers.delete(this.answers.keys().next().value)
    return answer
  }

  clear() { this.answers.clear() }
}

/**
 * One thing that is shown and asked for again and again: at most one request is under way, and what is asked for
 * meanwhile comes after it, without the steps between.
 */
export class Latest {
  /** @param load asks, with a signal; @param show shows the answer */
  constructor(load, show, failed) {
    Object.assign(this, { load, show, failed })
    this.isBusy = false
  }

  ask(wanted) {
    this.wanted = wanted
    if (!this.isBusy) return this.run()
    // What takes long is given up for what is wanted now.
    if (performance.now() - this.begun > 600) this.controller.abort()
  }

  stop() {
    this.wanted = undefined
    this.controller?.abort()
  }

  async run() {
    this.isBusy = true
    while (this.wanted !== undefined) {
      const wanted = this.wanted
      this.controller = new AbortController()
      this.begun = performance.now()
      try {
        const answer = await this.load(wanted, this.controller.signal)
        if (this.wanted !== undefined) this.show(answer, wanted, this.wanted === wanted)
      } catch (error) {
        if (error.name !== "AbortError" && this.wanted === wanted) this.failed(error, wanted)
      }
      if (this.wanted === wanted) this.wanted = undefined
    }
    this.isBusy = false
  }
}

// MARK: What is new

/**
 * Follows all lists: one stream for all pages of this browser. One page has it, and tells the others.
 *
 * @param changed called with {list, version, author, time, message, fingerprint}
 * @param state called with {isConnected, since}
 * @param begun called when changes may have been missed
 */
export function follow({ changed, state, begun }) {
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`liststore ${base.href}`) : undefined
  let offset, current
  const hear = (message) => {
    if (message.offset) offset = message.offset
    if (message.changes) message.changes.forEach(changed)
    if (message.state) { current = message.state; state(message.state) }
    if (message.begun) begun()
    if (message.hello && current?.isOwn) channel?.postMessage({ state: { ...current, isOwn: false }, offset })
  }
  const tell = (message) => {
    hear(message)
    const { state, ...rest } = message
    channel?.postMessage(state ? { ...rest, state: { ...state, isOwn: false } } : message)
  }
  channel?.addEventListener("message", ({ data }) => hear(data))
  channel?.postMessage({ hello: true })
  const lead = async () => {
    let pause = 0
    while (true) {
      try {
        if (!offset) {
          const answer = await send("changes?offset=now", { cache: "no-store" })
          if (!answer.ok) throw new ServerError(answer.statusText, answer.status)
          tell({ offset: answer.headers.get("Stream-Next-Offset") })
        }
        await listen(() => offset, (message) => {
          pause = 0
          tell(message)
        }, () => {
          pause = 0
          if (!current?.isConnected) tell({ state: { isConnected: true, isOwn: true }, begun: current !== undefined })
        })
      } catch (error) {
        if (error.status === 410) {
          offset = undefined
          tell({ begun: true })
        } else {
          if (current?.isConnected !== false) tell({ state: { isConnected: false, since: Date.now(), isOwn: true } })
          pause = Math.min(5000, (pause || 100) * 2)
        }
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)))
      }
    }
  }
  // Where there are no locks, every page has a stream of its own.
  if (navigator.locks && channel) navigator.locks.request(`liststore ${base.href}`, lead)
  else lead()
}

/** Reads one stream of events to its end, which comes after about a minute. */
async function listen(offset, tell, connected) {
  const answer = await send(`changes?live=sse&offset=${encodeURIComponent(offset())}`, { cache: "no-store" })
  if (!answer.ok) throw new ServerError(answer.statusText, answer.status)
  connected()
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  while (true) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split("\n\n")
    rest = blocks.pop()
    for (const block of blocks) {
      const field = (name) => block.split("\n").find((line) => line.startsWith(name))?.slice(name.length).trimStart()
      if (field("event:") === "control") {
        tell({ offset: JSON.parse(field("data:")).streamNextOffset })
      } else if (field("event:") === "data") {
        const changes = JSON.parse(field("data:")).map(({ list, version, author, time, message, fingerprint }) =>
          ({ list, version, author, time, message, fingerprint }))
        tell({ changes, offset: field("id:") })
      }
    }
  }
}
