import Foundation
import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage
import ListTestSupport
import ServiceLifecycle
import Testing

@testable import ListServer

/// `liststore.js` in a real browser.
@Suite(.enabled(if: BrowserPage.chromium != nil, "chromium is needed"), .serialized)
struct BrowserTests {
  @Test
  func
    `the browser's client replays random histories to the same documents, fingerprints and rows`()
    async throws
  {
    var golden: [UInt8] = []
    var documents: [String] = []
    for seed in 0..<UInt64(Soak.count(3, soak: 100)) {
      let (changes, lists) = try RandomHistory.changes(seed: seed, versions: 30)
      for (change, list) in zip(changes, lists) {
        golden += try change.document() + [UInt8(ascii: "\n")]
        documents.append(String(decoding: try list.document(), as: UTF8.self))
      }
    }
    // A version that is not what it says ends the report.
    var (broken, _) = try RandomHistory.changes(seed: 1, versions: 8)
    broken[7].fingerprint = broken[6].fingerprint
    for change in broken { golden += try change.document() + [UInt8(ascii: "\n")] }
    let page = BrowserPage(
      store: try ListStore.inMemory(),
      script: """
        import { List } from "/lists-api/liststore.js"
        const golden = await (await fetch("/data")).text()
        let list, rows
        for (const line of golden.trimEnd().split("\\n")) {
          if (JSON.parse(line).version === 1) [list, rows] = [new List(), []]
          const step = list.apply(line)
          rows = shown(rows, step)
          list = step.list
          const expected = list.sections.map((section) => [section.id, ...section.cells.map((cell) => cell.id)])
          const isRight = JSON.stringify(rows) === JSON.stringify(expected)
          await report(isRight ? list.document() : "other rows: " + JSON.stringify(rows))
        }

        // What a collection view does with a batch update: places before, then places after.
        function shown(rows, { deleted, inserted, moved, sections }) {
          const carried = new Map(moved.map(({ from: [s, i] }) => [`${s},${i}`, rows[s][i + 1]]))
          const leaving = new Set([...deleted.map(({ at }) => `${at}`), ...carried.keys()])
          const left = rows.map(([id, ...cells], s) => [id, ...cells.filter((_, i) => !leaving.has(`${s},${i}`))])
          const gone = new Set([...sections.deleted.map(({ at }) => at), ...sections.moved.map(({ from }) => from)])
          const next = left.filter((_, s) => !gone.has(s))
          const arriving = [
            ...sections.inserted.map(({ at, section }) => [at, [section.id]]),
            ...sections.moved.map(({ from, to }) => [to, left[from]]),
          ].sort(([a], [b]) => a - b)
          for (const [at, section] of arriving) next.splice(at, 0, section)
          const cells = [
            ...inserted.map(({ at, cell }) => [at, cell.id]),
            ...moved.map(({ from, to }) => [to, carried.get(`${from}`)]),
          ].sort(([[a, b]], [[c, d]]) => a - c || b - d)
          for (const [[s, i], id] of cells) next[s].splice(i + 1, 0, id)
          return next
        }
        """,
      data: golden
    )
    var reports: [String] = []
    try await page.run { report in
      reports.append(report)
      return report.hasPrefix("error") ? .end : .goOn
    }
    #expect(reports.dropLast(8) == documents[...])
    #expect(reports.last?.hasPrefix("error Uncaught ListError: version 8 has fingerprint") == true)
  }

  @Test(arguments: ["sse", "long-poll"])
  func `a page follows a list across connections that end, and reads it again when it was cleared`(
    mode: String
  ) async throws {
    let store = try ListStore.inMemory()
    let name: List.ID = "a/b é"
    try store.grow(name, by: 3)
    let page = BrowserPage(
      store: store,
      script: """
        import { follow } from "/lists-api/liststore.js"
        for await (const step of follow("/lists-api/lists/a%2Fb%20%C3%A9", { mode: "\(mode)" })) {
          const { inserted = [], deleted = [] } = step
          const cells = [...inserted.map(({ id }) => "+" + id), ...deleted.map(({ id }) => "-" + id)]
          await report([step.kind, step.version, step.list.fingerprint, ...cells, step.reason ?? ""].join(" "))
        }
        """
    )
    var reports: [String] = []
    try await page.run { report in
      reports.append(report)
      switch reports.count {
      case 1...3: try store.grow(name, by: 1)
      case 4: try await store.commit(.clearing, to: name)
      case 5: try store.grow(name, by: 1)
      default: return .end
      }
      return .goOn
    }
    let fingerprints = try (3...6).map { count in
      let same = try ListStore.inMemory()
      try same.grow("home", by: count)
      return try same.info(of: "home").fingerprint
    }
    let cleared = try store.info(of: name).version - 1
    let end = try store.info(of: name).fingerprint
    #expect(
      reports == [
        "contents 3 \(fingerprints[0]) ", "change 4 \(fingerprints[1]) +c4 ",
        "change 5 \(fingerprints[2]) +c5 ", "change 6 \(fingerprints[3]) +c6 ",
        "contents \(cleared) \(Fingerprint.empty) compacted",
        "change \(cleared + 1) \(end) +c\(cleared + 1) ",
      ]
    )
  }
}

/// A page with a script, on the server of a store, in a browser of its own.
struct BrowserPage: Sendable {
  let store: ListStore
  /// A module, which may call `report(text)`.
  let script: String
  /// What `/data` has.
  var data: [UInt8] = []

  static let chromium = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What to do after a report.
  enum Answer {
    case goOn, end
    /// The server ends; reports still come.
    case leave
    /// It is there again, at the same address.
    case comeBack
  }

  private func html(reportingAt port: Int) -> String {
    """
    <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module">
    const report = (text) => fetch("http://127.0.0.1:\(port)/report", { method: "POST", mode: "no-cors", body: text })
    window.addEventListener("unhandledrejection", ({ reason }) => report(`${reason.name} ${reason.reason}`))
    window.addEventListener("error", ({ message }) => report(`error ${message}`))
    window.report = report
    </script><script type="module" src="/script.js"></script>
    """
  }

  /// Opens the page, and calls the closure with each report, until it has enough.
  func run(_ body: (String) async throws -> Answer) async throws {
    let (reports, sender) = AsyncStream<String>.makeStream()
    let listener = try await RunningApplication(Self.listener(sender))
    var server = try await RunningApplication(router(reportingAt: listener.port))
    let browser = try Browser(opening: "http://127.0.0.1:\(server.port)/") { sender.finish() }
    let outcome: Result<Bool, any Error>
    do {
      outcome = .success(try await answer(reports, &server, reportingTo: listener, body))
    } catch {
      outcome = .failure(error)
    }
    browser.end()
    await server.end()
    await listener.end()
    if try !outcome.get() { Issue.record("the browser has ended: \(browser.errors)") }
  }

  /// Calls the closure with each report.
  ///
  /// - Returns: Whether it has had enough, before the browser has ended.
  private func answer(
    _ reports: AsyncStream<String>,
    _ server: inout RunningApplication,
    reportingTo listener: RunningApplication,
    _ body: (String) async throws -> Answer
  ) async throws -> Bool {
    for await report in reports {
      switch try await body(report) {
      case .end: return true
      case .goOn: continue
      case .leave: await server.end()
      case .comeBack:
        server = try await RunningApplication(
          router(reportingAt: listener.port),
          port: server.port
        )
      }
    }
    return false
  }

  private static func listener(
    _ sender: AsyncStream<String>.Continuation
  ) -> Router<BasicRequestContext> {
    let router = Router()
    router.post("/report") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 24)
      sender.yield(String(buffer: body))
      return Response(status: .noContent)
    }
    return router
  }

  private func router(reportingAt port: Int) -> Router<BasicRequestContext> {
    var configuration = ListRoutesConfiguration()
    configuration.streamDuration = .milliseconds(300)
    configuration.pollDuration = .milliseconds(100)
    let router = Router()
    router.add(middleware: ListRoutes(of: store, under: "/lists-api", configuration: configuration))
    let html = html(reportingAt: port)
    router.get("/") { _, _ in Self.response(html, "text/html; charset=utf-8") }
    router.get("/script.js") { [script] _, _ in
      Self.response(script, "text/javascript; charset=utf-8")
    }
    router.get("/data") { [data] _, _ in
      Response(status: .ok, body: .init(byteBuffer: .init(bytes: data)))
    }
    return router
  }

  private static func response(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: type],
      body: .init(byteBuffer: .init(string: text))
    )
  }
}

/// A server on a port of this machine.
///
/// It is asked to end, and not cancelled: NIO ends the process when a server is cancelled while a browser connects.
private struct RunningApplication {
  let port: Int
  private let group: ServiceGroup
  private let task: Task<Void, any Error>

  init(_ router: Router<BasicRequestContext>, port: Int = 0) async throws {
    let (ports, announcement) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { announcement.yield($0.localAddress?.port ?? 0) }
    )
    var services = ServiceGroupConfiguration(services: [application], logger: application.logger)
    services.maximumGracefulShutdownDuration = .seconds(5)
    let group = ServiceGroup(configuration: services)
    self.group = group
    task = Task {
      defer { announcement.finish() }
      try await group.run()
    }
    self.port = try #require(await ports.first { _ in true }, "the server does not listen")
  }

  /// Lets the server end, and waits until it has.
  func end() async {
    await group.triggerGracefulShutdown()
    _ = await task.result
  }
}

/// A browser without a window.
private final class Browser {
  private let process = SpawnedProcess()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID())")
  private let log: URL

  init(opening address: String, ended: @escaping @Sendable () -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    log = folder.appending(path: "errors")
    try Data().write(to: log)
    process.executableURL = URL(filePath: BrowserPage.chromium ?? "")
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
      "--no-first-run", "--disable-popup-blocking",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--user-data-dir=\(folder.path)", "--remote-debugging-port=0", address,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    process.terminationHandler = { _ in ended() }
    try process.run()
    process.killAfter(seconds: 120)
  }

  var errors: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  func end() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
