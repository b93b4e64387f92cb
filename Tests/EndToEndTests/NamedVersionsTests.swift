import Foundation
import ListTestSupport
import Testing

/// Each way to name a version, to each command that takes one.
@Suite struct `A version has the same names` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try Self.store.copied()
    database = directory.path("home.db")
  }

  /// A store whose list has versions 1 to 5, committed at noon of the first five days of 2026, in
  /// universal time.
  private static let store = MadeFiles("home.db") { directory in
    let made = directory.path("made.db")
    for cells in 1...5 {
      let list = Documents.list(cells: (1...cells).map { #"{"id":"c\#($0)"}"# })
      try Tool.liststore.succeed("commit", made, "home", input: list)
    }
    let history = try Tool.liststore.succeed("export", made, "home").lines.enumerated().map {
      let time = #""time":"2026-01-0\#($0.offset + 1)T12:00:00.000Z""#
      return $0.element.replacing(#/"time":"[^"]*"/#, with: time)
    }
    let input = history.joined(separator: "\n") + "\n"
    try Tool.liststore.succeed("import-history", directory.path("home.db"), "-", input: input)
  }

  /// A place of a command line where a version is named.
  enum Place: String, CaseIterable {
    case showAt, diffFrom, diffTo, exportFrom, exportUntil, logUntil, changesUntil, allChangesUntil
    case replayFrom, replayTo, revert, undo, logSince, changesSince, allChangesSince

    func arguments(_ database: String, _ version: String) -> [String] {
      switch self {
      case .showAt: ["show", database, "home", "--at", version]
      case .diffFrom: ["diff", database, "home", version, "@", "--json"]
      case .diffTo: ["diff", database, "home", "@", version, "--json"]
      case .exportFrom: ["export", database, "home", "--from", version]
      case .exportUntil: ["export", database, "home", "--until", version]
      case .logUntil: ["log", database, "home", "--until", version]
      case .changesUntil: ["changes", database, "home", "--until", version]
      case .allChangesUntil: ["changes", database, "--until", version]
      case .replayFrom: ["replay", database, "home", "--from", version, "--json"]
      case .replayTo: ["replay", database, "home", "--to", version, "--json"]
      case .revert: ["revert", database, "home", version, "--json"]
      case .undo: ["undo", database, "home", version, "--omit", "--json"]
      case .logSince: ["log", database, "home", "--since", version]
      case .changesSince: ["changes", database, "home", "--since", version]
      case .allChangesSince: ["changes", database, "--since", version]
      }
    }

    /// Whether a time means what was committed since, instead of the list as it was by then.
    var isSince: Bool { [.logSince, .changesSince, .allChangesSince].contains(self) }
    /// Whether commits of the store are meant.
    var isOfStore: Bool { self == .allChangesSince || self == .allChangesUntil }
    var changesList: Bool { self == .revert || self == .undo }
  }

  /// Runs the command on a copy of the store if it would change it.
  private func run(_ place: Place, _ version: String) throws -> Tool.Result {
    var store = database
    if place.changesList {
      store = directory.path("\(UUID()).db")
      try FileManager.default.copyItem(atPath: database, toPath: store)
    }
    return try Tool.liststore.run(place.arguments(store, version))
  }

  /// The part of an answer that depends on the version only.
  private func answer(_ place: Place, _ version: String) throws -> String {
    let result = try run(place, version)
    try #require(result.status == 0, "\(place) \(version): \(result.errors)")
    return result.text.replacing(#/"(seconds|token)":[^,}]*/#, with: "")
  }

  /// A time as the log prints it: of the local time zone, to the minute.
  private func asPrinted(_ time: String) throws -> String {
    let parser = ISO8601DateFormatter()
    let date = try #require(
      parser.date(from: time) ?? parser.date(from: time.replacing("Z", with: ":00Z"))
    )
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    return formatter.string(from: date)
  }

  private func age(of time: String) throws -> String {
    let time = try #require(ISO8601DateFormatter().date(from: time))
    return "\(Int(Date().timeIntervalSince(time)) / 60)m"
  }

  @Test(arguments: Place.allCases) func `everywhere`(place: Place) throws {
    let third = try answer(place, "3")
    let time = place.isSince ? "2026-01-04T00:00Z" : "2026-01-03T12:00:00Z"
    for name in ["-2", time, try asPrinted(time)] {
      #expect(try answer(place, name) == third, "\(place) \(name)")
    }
    guard isSoak else { return }
    #expect(try answer(place, "1") != third)
    let age = try age(of: place.isSince ? "2026-01-04T10:00:00Z" : "2026-01-03T20:00:00Z")
    let log = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    let token = try #require(log[2]["token"] as? String)
    for name in ["@-2", age] + (place.isOfStore ? [] : [token]) {
      #expect(try answer(place, name) == third, "\(place) \(name)")
    }
  }

  @Test(arguments: Place.allCases) func `and none that the list never had`(place: Place) throws {
    for name in isSoak ? ["6", "-6"] : ["-6"] where place != .logSince || name != "6" {
      let result = try run(place, name)
      #expect(result.status == 1, "\(place) \(name): \(result.errors)")
      let isFeed = place == .allChangesSince && name == "6"
      let words = isFeed ? "cannot go on from there" : "has no "
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
    for name in isSoak || place == .showAt ? ["tomorrow", "1.5", "2026-02-30"] : [] {
      let result = try run(place, name)
      #expect(result.status == 2, "\(place) \(name): \(result.errors)")
      #expect(result.errors.contains("Expected a version: a number (7)"), "\(result.errors)")
    }
  }

  @Test(arguments: Soak.some(Place.allCases, every: 2))
  func `and a time before the first, or before what is kept, says so`(place: Place) throws {
    // All that was committed since is all there is, and all by then is nothing.
    let early = try run(place, "2025-12-31")
    if place.isSince || place == .allChangesUntil {
      #expect(early.status == 0, "\(early.errors)")
    } else {
      #expect(early.status == 1)
      #expect(
        early.errors.contains(#"list "home" had no version by 2025-12-31"#),
        "\(early.errors)"
      )
    }
    try Tool.liststore.succeed("compact", database, "--versions", "2", "--age", "0s")
    let forgotten = try run(place, "2026-01-02")
    #expect(forgotten.status == (place == .allChangesUntil || place == .logSince ? 0 : 1))
    let words =
      switch place {
      case .allChangesSince: "(compacted)"
      case .allChangesUntil: ""
      default: #"list "home" keeps no version of 2026-01-02"#
      }
    #expect(words.isEmpty || forgotten.errors.contains(words), "\(place): \(forgotten.errors)")
  }

  @Test func `also when they are told by a negative number among other arguments`() throws {
    try Tool.liststore.succeed("revert", database, "home", "-1", "-m", "back", "--author", "anna")
    let log = try Tool.liststore.succeed("log", database, "home", "-n", "1", "--json").objects()
    #expect(log[0]["message"] as? String == "back")
    #expect(log[0]["version"] as? Int == 6)
    #expect(try Tool.liststore.run("log", database, "home", "-n", "-1").status == 2)
  }
}
