import Foundation
import ListModel
import ListStorage
import ListTestSupport
import Testing

@testable import ListServer

/// The inspector in a real browser: a page of the same origin opens it, presses its keys, and reads it.
@Suite(.enabled(if: BrowserPage.chromium != nil, "chromium is needed"), .serialized)
struct InspectorTests {
  /// What the pages of these tests have in common.
  private static let driver = """
    const pause = (time) => new Promise((resolve) => setTimeout(resolve, time))
    // Waits until a closure returns something; after 20 seconds it says what it has waited for.
    async function until(what, closure) {
      const end = Date.now() + 20000
      while (true) {
        try { const value = closure(); if (value) return value } catch {}
        if (Date.now() > end) throw new Error("late: " + what + ": " + (page.document.body?.innerText ?? "").slice(0, 900))
        await pause(20)
      }
    }
    let page
    async function open(query) {
      page?.close()
      page = window.open("/lists-api/" + query, "_blank", "width=1440,height=900")
      await until("the page", () => page.document.querySelector("#title").textContent !== "liststore")
      page.addEventListener("securitypolicyviolation", (event) => { violations.push(event.violatedDirective) })
      page.alert = () => violations.push("alert")
    }
    const violations = []
    const $ = (selector) => page.document.querySelector(selector)
    const all = (selector) => [...page.document.querySelectorAll(selector)]
    const press = (key, more = {}) =>
      page.document.activeElement.dispatchEvent(new page.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }))
    const type = (field, text) => {
      field.focus()
      field.value = text
      field.dispatchEvent(new page.Event("input", { bubbles: true }))
    }
    const at = (version) => until("version " + version, () =>
      $("#bar").getAttribute("aria-valuenow") === String(version) && $(".phone:last-child .caption b").textContent.endsWith(String(version))
      && page.location.search.includes("at=" + version + "&"))
    const cells = () => all(".phone:last-child .cell").map((cell) => cell.dataset.id)
    // What was changed comes after the screen.
    const counted = (leaves) => until("what was changed", () => {
      const counts = $("#counts")
      return counts.textContent !== "…" && !counts.classList.contains("waiting") && (!leaves || all(".leaf").length === leaves)
    })

    """

  @Test
  func
    `the page opens lists, finds versions, goes through them by keys, compares, and follows a cell through its history`()
    async throws
  {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 6)
    try store.grow("other", by: 1)
    try await store.edit("home", options: CommitOptions(author: "anna", message: "Tidied")) {
      try $0.deleteCell("c2")
      try $0.moveCell("c1", .end(of: "s"))
    }
    let page = BrowserPage(
      store: store,
      script: Self.driver + """
        await open("?")
        await until("the lists", () => all(".list-row a").length === 2)
        type($("#lists-search"), "hom")
        await until("one list", () => all(".list-row a").length === 1 && all(".list-row a")[0].textContent === "home")
        all(".list-row a")[0].click()
        await at(7)
        await counted(2)
        // What was changed last is what one sees: marks, counts and tree say the same.
        await report([$("#counts").textContent, cells().join(), all(".cell.moved").map(({ dataset }) => dataset.id).join(),
          $(".ghost").dataset.id, all(".leaf").map((leaf) => leaf.getAttribute("aria-label")).join("; ")].join(" | "))
        press("ArrowLeft")
        await at(6)
        press("ArrowLeft", { shiftKey: true })
        await at(1)
        press("End")
        await at(7)
        // Which version dropped this cell?
        press("/")
        type($("#filter"), "c2")
        const kind = $(".filters select")
        kind.value = "deleted"
        kind.dispatchEvent(new page.Event("change"))
        await until("what was found", () => all(".version").length === 1)
        all(".version")[0].click()
        await until("the cell", () => $("#details h2")?.textContent === "text" && $("#details").textContent.includes("deleted"))
        await until("its history", () => all("#details .then").length === 2)
        await report(all("#details .then").map((row) => row.querySelectorAll(".number")[0].textContent).join())
        press("Escape")
        // Two versions, side by side.
        press("b")
        page.document.activeElement.blur()
        all(".then")
        $("#bar").focus()
        press("ArrowLeft")
        await at(6)
        press("ArrowLeft")
        await at(5)
        press("s")
        await until("two screens", () => all(".phone").length === 2 && all(".phone .caption b").map((b) => b.textContent).join() === "A · 7,B · 5")
        await until("both", () => all(".phone:first-child .cell").length > 0 && cells().length > 0)
        await counted()
        await report($("#counts").textContent + " " + cells().join())
        // The address shows the same again.
        await until("the address", () => page.location.search.includes("view=side") && page.location.search.includes("from=7"))
        const address = page.location.search
        await open(address)
        await until("the same", () => all(".phone .caption b").map((b) => b.textContent).join() === "A · 7,B · 5")
        await open("?list=home&at=3&fp=00000000")
        await until("a warning", () => $("#alert").textContent.includes("another version 3"))
        await open("?list=nobody")
        await until("an error", () => $("#alert").textContent.includes("nobody"))
        await report(violations.join())
        """
    )
    var reports: [String] = []
    try await page.run { report in
      reports.append(report)
      return report.hasPrefix("error") || reports.count == 4
        ? .end : .goOn
    }
    #expect(
      reports == [
        "−1→1 | c3,c4,c5,c6,c1 | c1 | c2 | text, deleted; text, moved",
        "7,2", "+1−1→1 c1,c2,c3,c4,c5", "",
      ]
    )
  }

  @Test
  func
    `new versions come without a reload and move nothing, also after the server was away; names and contents never run`()
    async throws
  {
    let store = try ListStore.inMemory()
    let hostile = #"<img src=x onerror="alert(1)">'";</script><svg onload=alert(2)>"# + "\u{202E}"
    let name = List.ID("a/..?#%2F" + hostile)
    try store.grow(name, by: 30, content: hostile)
    let page = BrowserPage(
      store: store,
      script: Self.driver + """
        await open("?list=" + encodeURIComponent("a/..?#%2F") + encodeURIComponent(\(Self.literal(hostile))) )
        await until("the list", () => cells().length > 3)
        await report("open")
        await at(31)
        await report("followed " + $("#live").textContent)
        press("ArrowLeft")
        await at(30)
        const scroller = $(".phone .scroller")
        scroller.scrollTop = 400
        await until("scrolled", () => page.location.search.includes("y=") && scroller.scrollTop === 400)
        const row = () => all(".cell").map((cell) => [cell.dataset.id, Math.round(cell.getBoundingClientRect().top)]).find(([, y]) => y > 300)
        await pause(200)
        const before = row().join()
        await report("standing")
        await until("it was away", () => $("#live").textContent.includes("trying"))
        await report("away")
        await until("33", () => $("#live").textContent === "3 newer →")
        await report([row().join() === before, scroller.scrollTop, $("#bar").getAttribute("aria-valuenow")].join())
        press("End")
        await at(33)
        await until("the cell", () => { all(".cell").at(-1).click(); return $("#details .json") })
        await report(["script", "img", "iframe"].map((tag) => all("main " + tag + ", section " + tag).length).join() + violations.join()
          + $("#details .json").textContent.includes("onerror") + $("#crumb").textContent.includes("⟨U+202E⟩"))
        """
    )
    var reports: [String] = []
    try await page.run { report in
      reports.append(report)
      switch report {
      case "open":
        try store.grow(name, by: 1, content: hostile)
        return .goOn
      case "standing": return .leave
      case "away":
        try store.grow(name, by: 2, content: hostile)
        return .comeBack
      default:
        return report.hasPrefix("error") || reports.count == 6
          ? .end : .goOn
      }
    }
    #expect(
      reports == [
        "open", "followed Live", "standing", "away", "true,400,30", "0,0,0truetrue",
      ]
    )
  }

  /// A text as JavaScript writes it, for a script between tags.
  private static func literal(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
