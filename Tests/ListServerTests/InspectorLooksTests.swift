import Foundation
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

@testable import ListServer

/// The inspector from outside: how it looks, and what people hear who do not see it, in a browser that Playwright drives.
///
/// `inspector.py` looks; the screenshots are kept in `.build/inspector`.
@Suite(
  .enabled(
    if: InspectorLook.python != nil && BrowserPage.chromium != nil,
    "chromium and axe-playwright-python are needed: .ci/deps chromium python3-venv axe-playwright-python"
  ),
  .serialized
)
struct InspectorLooksTests {
  @Test func `axe-core finds nothing on any view, light and dark, wide and narrow`() async throws {
    let store = try ListStore.inMemory()
    try fill(store, versions: 9)
    try store.grow("other \u{202E}list", by: 3)
    let look = try await InspectorLook.run("looks", InspectorLook.folder.path, on: store)
    #expect(look.status == 0, "\(look.output)")
    #expect(look.output.hasSuffix("36 views, 0 wrong\n"), "\(look.output)")
  }

  @Test(.enabled(if: Soak.isOn))
  func `memory stays flat while 5,000 of 100,000 versions are gone through`() async throws {
    let store = try ListStore.inMemory()
    try fill(store, versions: 100_000)
    let look = try await InspectorLook.run("scrub", "home", on: store)
    print(look.output)
    #expect(look.status == 0, "\(look.output)")
    #expect(look.output.hasSuffix("5000 versions, 0 wrong\n"), "\(look.output)")
  }

  @Test(.enabled(if: Soak.isOn))
  func `a million cells are scrolled in blocks, and each row is reached`() async throws {
    let store = try ListStore.inMemory()
    let cells = (1...1_000_000).map { Cell(id: "c\($0)", component: TextComponent("Cell \($0)")) }
    try await store.commit(List(sections: [Section(id: "s", cells: cells)]), to: "long")
    try await store.edit("long") { try $0.updateCell(cell(5, "Cell 5, said better")) }
    let look = try await InspectorLook.run("rows", "long", on: store)
    #expect(look.status == 0, "\(look.output)")
    #expect(look.output.hasSuffix("5 rows of 1000000, 0 wrong\n"), "\(look.output)")
  }

  /// A list of two sections in which everything happens that can: rows come, move, change and go.
  private func fill(_ store: ListStore, versions: Int) throws {
    let sections = [("today", 1...12), ("earlier", 13...40)].map { id, numbers in
      Section(id: .init(id), cells: numbers.map { cell($0, "Post number \($0)") })
    }
    var options = CommitOptions(author: "anna", message: "The first forty posts")
    options.time = Date(timeIntervalSince1970: 1_700_000_000)
    try store.commit(List(sections: sections), to: "home", options: options)
    for version in 2...versions {
      let number = version % 40 + 1
      options.author = ["anna", "ben"][version % 2]
      options.message =
        "Version \(version), with words that are \(version % 3 == 0 ? "longer than" : "as long as") a line"
      options.time = options.time?.addingTimeInterval(90)
      try store.edit("home", options: options) { draft in
        try draft.updateCell(cell(3, "Post number 3, as it is in \(version)"))
        if version % 4 == 1 { try draft.moveCell(.init("c\(number)"), .end(of: "today")) }
        if version == 9 { try draft.deleteCell("c5") }
        if version % 100 == 8 {
          try draft.appendCell(cell(1000 + version, "New in \(version)"), to: "earlier")
        }
      }
    }
  }

  private func cell(_ number: Int, _ text: String) -> Cell {
    Cell(id: .init("c\(number)"), component: TextComponent(text))
  }
}

/// One run of `inspector.py`.
private enum InspectorLook {
  /// What it says, and how it has ended.
  struct Answer {
    var status: Int32
    var output: String
  }

  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  /// Where screenshots are kept.
  static let folder = root.appending(path: ".build/inspector")

  /// A Python that has Playwright and axe-core, where `.ci/deps` puts it.
  static let python: String? = {
    let folder = root.appending(path: ".build/python")
    let files = FileManager.default.enumerator(atPath: folder.appending(path: "lib").path)?
      .lazy.compactMap { $0 as? String }
    guard files?.contains(where: { $0.hasSuffix("site-packages/axe_playwright_python") }) == true
    else { return nil }
    return folder.appending(path: "bin/python").path
  }()

  /// Serves a store, and looks at its inspector, on a thread that may be blocked: the server needs those of tasks.
  static func run(_ what: String, _ argument: String, on store: ListStore) async throws -> Answer {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let answer = Mutex<Answer?>(nil)
    try await RunningServer.with(store) { server in
      let address = "http://127.0.0.1:\(server.port)/"
      let looked = try await withCheckedThrowingContinuation { continuation in
        Thread {
          continuation.resume(with: Result { try look([what, address, argument]) })
        }.start()
      }
      answer.withLock { $0 = looked }
    }
    return try #require(answer.withLock { $0 })
  }

  private static func look(_ arguments: [String]) throws -> Answer {
    let process = SpawnedProcess()
    process.executableURL = URL(filePath: python ?? "")
    process.arguments =
      [root.appending(path: "Tests/ListServerTests/inspector.py").path] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["CHROMIUM": BrowserPage.chromium ?? ""]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.killAfter(seconds: Double(Soak.count(300, soak: 1_200)))
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}
