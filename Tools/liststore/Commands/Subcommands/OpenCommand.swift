import ArgumentParser
import Foundation
import ListModel
import ListServer
import ListStorage

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Shows a store in a browser.",
    discussion: """
      Serves the store, for reading only, at a free port of this machine, prints the address, and opens it in the \
      browser if this is a terminal of a desktop. The page shows the lists, their versions, each version as it \
      looked on screen, and what was changed; it follows new versions, also those of other processes. Ends with \
      SIGINT (Ctrl-C) or SIGTERM.

      DB may also be a trace that "liststore simulate --trace" has written: the run is shown as a list, a version for \
      each step, with the requests that were under way and the invariant that did not hold.

      EXAMPLES
        liststore open home.db
        liststore open home.db home
        liststore open home.db --no-browser
        liststore open run.jsonl
      """
  )

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The list to show first; all lists by default.", valueName: "LIST"),
    completion: ShellCompletion.lists
  )
  var list: String?

  @Option(help: ArgumentHelp("The port; 0 for one that is free.", valueName: "N"))
  var port = 0

  @Flag(name: .customLong("no-browser"), help: "Only print the address.")
  var printsOnly = false

  mutating func validate() throws {
    guard 0...65_535 ~= port else {
      throw ValidationError("--port \(port): expected 0 to 65535")
    }
  }

  func run() async throws {
    let shown = try shown()
    if let name = shown.list { _ = try shown.store.info(of: name) }
    var configuration = ListRoutesConfiguration()
    configuration.access = .readOnly
    let server = try StandaloneServer(
      of: shown.store,
      at: .init(port: port),
      configuration: configuration
    )
    let browser = printsOnly ? nil : DesktopBrowser()
    let place = shown.list.map { "?list=" + StandaloneServer.encoded($0.rawValue) } ?? ""
    do {
      try await server.run { port in
        let address = "http://127.0.0.1:\(port)/\(place)"
        // The page is there all the same if this is not read.
        try? StandardOutput(.line, role: .report)
          .line(plain: "showing \(store.database) at \(address)")
        browser?.open(address)
      }
    } catch let error as any CustomStringConvertible & Error {
      throw CannotServe(address: "127.0.0.1:\(port)", reason: "\(error)")
    }
    try shown.store.close()
  }

  /// Opens the store; or runs a trace again, if the file is one.
  private func shown() throws -> (store: ListStore, list: List.ID?) {
    let name = list.map { List.ID($0) }
    guard isTrace else { return (try store.open(.readOnly, for: name), name) }
    let trace = try SimulateCommand.readTrace(store.database)
    let feed = try SimulateCommand.recordedFeed(trace, named: store.database)
    return (try SimulationHistory.store(of: trace, feed.subject), name ?? SimulationHistory.list)
  }

  /// Whether the file begins as the traces of simulations do, and no database.
  private var isTrace: Bool {
    guard let file = FileHandle(forReadingAtPath: store.database) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 1)) == Data("{".utf8)
  }
}

/// The browser of a person who sits at this machine.
private struct DesktopBrowser {
  private let program: String

  /// Finds the program that opens addresses; `nil` if no terminal shows the answer, or there is no desktop.
  init?() {
    let environment = ProcessInfo.processInfo.environment
    guard Terminal.output.isInteractive else { return nil }
    #if os(macOS)
      program = "/usr/bin/open"
    #else
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
        let found = (environment["PATH"] ?? "").split(separator: ":").map({ "\($0)/xdg-open" })
          .first(where: FileManager.default.isExecutableFile)
      else { return nil }
      program = found
    #endif
  }

  /// Opens an address; a browser that does not start is no error, because the address was printed.
  func open(_ address: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
