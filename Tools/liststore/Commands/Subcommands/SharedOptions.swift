import ArgumentParser
import Foundation
import ListModel
import ListStorage

/// A command that works on a store.
protocol StoreCommand: ParsableCommand {
  var store: StoreOptions { get }
}

/// The store, and how long to wait for it.
struct StoreOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The store: the path of its file.", valueName: "DB"),
    completion: .file()
  )
  var database: String

  @Option(help: ArgumentHelp("How long to wait for other processes.", valueName: "seconds"))
  var busyTimeout = 10.0

  mutating func validate() throws {
    guard busyTimeout >= 0, busyTimeout <= 1_000_000 else {
      throw ValidationError("--busy-timeout \(busyTimeout): expected 0 to 1000000 seconds")
    }
    try Path.require(database, "DB")
  }

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - access: What it is opened for.
  ///   - list: The list that is named on the command line, which may be the store.
  ///   - durability: What its commits survive.
  ///   - commits: Whose commits it takes.
  /// - Returns: The store.
  /// - Throws: ``SwappedArguments``, ``CopyOfLog``, and `ListStoreError`.
  func open(
    _ access: ListStore.Access,
    for list: List.ID? = nil,
    durability: ListStore.Durability = .full,
    commits: CopyOfLog.Commits = .own
  ) throws -> ListStore {
    if let list { try SwappedArguments.check(database: database, list: list) }
    if access != .readOnly, commits == .own { try CopyOfLog.check(database) }
    var configuration = ListStore.Configuration()
    configuration.access = access
    configuration.durability = durability
    configuration.busyTimeout = .seconds(busyTimeout)
    // The owner of the store decides how many versions are kept; see CompactCommand.
    configuration.retention = .unlimited
    return try ListStore(path: database, configuration: configuration)
  }

  /// Opens the store for reading, as soon as another process has created it.
  ///
  /// - Throws: As `open(_:for:durability:commits:)`; `CancellationError` when the task is cancelled.
  func openOnceThere(for list: List.ID?) async throws -> ListStore {
    while true {
      do {
        return try open(.readOnly, for: list)
      } catch ListStoreError.noSuchFile where isInFolder {
      } catch let error as ListStoreError where error.isOfEmptyFile {
        // The first commit is making the store, or was killed then, and the next one makes it.
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Whether the folder of the store exists.
  private var isInFolder: Bool {
    let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    return FileManager.default.fileExists(atPath: folder)
  }

  /// Opens the store for commits to a list, and creates it if it is missing.
  ///
  /// Names that no store accepts are refused before that.
  func openToCommit(
    to list: List.ID,
    key: String? = nil,
    author: String? = nil,
    durability: ListStore.Durability = .full,
    commits: CopyOfLog.Commits = .own
  ) throws -> ListStore {
    try Self.check(list, "the name of the list")
    if let key { try Self.check(List.ID(key), "the commit key") }
    if let author { try Self.check(List.ID(author), "the author") }
    return try open(.createIfMissing, for: list, durability: durability, commits: commits)
  }

  private static func check(_ id: List.ID, _ name: String) throws(ListStoreError) {
    if let reason = id.reasonForRefusal { throw .invalidName(name, reason: reason) }
  }
}

/// The conditions for a commit, and its author.
struct CommitConditions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The version the list must be at.", valueName: "V")
  )
  var expect: VersionPlace?

  @OptionGroup var noted: EpochOptions

  @Option(help: ArgumentHelp("Makes the command safe to repeat.", valueName: "K"))
  var key: String?

  @OptionGroup var author: AuthorOptions

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp("What the commit is about.", valueName: "M")
  )
  var message: String?

  /// Returns the conditions as the store takes them.
  ///
  /// - Throws: ``RestoredSince``, ``AnotherPast`` and `ListStoreError`.
  func options(of list: List.ID, in store: ListStore) throws -> CommitOptions {
    try options(expect, of: list, in: store)
  }

  /// Returns the conditions with an expected version that was given in another way.
  func options(
    _ expect: VersionPlace?,
    of list: List.ID,
    in store: ListStore
  ) throws -> CommitOptions {
    let version = try expect.map { try store.version(at: $0, of: list, notedIn: noted.epoch) }
    return CommitOptions(
      expecting: version.map { .version($0) } ?? .any,
      key: key,
      author: author.name,
      message: message
    )
  }

  mutating func validate() throws { try expect?.requireList("--expect") }
}

/// The author of a commit.
struct AuthorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Who commits; else $LISTSTORE_AUTHOR.", valueName: "A"))
  var author: String?

  /// The author; `nil` if no author is named.
  var name: String? {
    if let author { return author }
    let author = ProcessInfo.processInfo.environment["LISTSTORE_AUTHOR"]
    return author?.isEmpty == true ? nil : author
  }
}

/// The path of a file on a command line.
enum Path {
  /// Refuses an empty path, for which SQLite would open a temporary file.
  static func require(_ path: String, _ name: String) throws(ValidationError) {
    if path.isEmpty { throw ValidationError("\(name) is empty: expected the path of a file") }
  }
}

/// The list to use.
struct ListOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The name of the list.", valueName: "LIST"),
    completion: ShellCompletion.lists
  )
  var list: String

  /// The name as an identifier.
  var id: List.ID { List.ID(list) }
}

/// Whether the output is for people or for machines.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, one object per line.")
  var json = false

  /// Prints the results of a command.
  ///
  /// - Parameters:
  ///   - reports: The results for machines, an object each.
  ///   - role: The role of the output for the command.
  ///   - text: Prints the results for people.
  /// - Throws: The error of `text`; ``UnreadableFile`` if content cannot be written.
  func print(
    _ reports: @autoclosure () throws -> [some Encodable],
    as role: StandardOutput.Role = .report,
    or text: (StandardOutput) throws -> Void
  ) throws {
    try StandardOutput.printing(role) { output in
      guard json else { return try text(output) }
      for report in try reports() { try output.json(report) }
    }
  }
}

/// The durability of an import's commits, and how they are reported.
struct ImportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What a commit survives: full (a power cut), or normal (a crash of this process; faster).",
      valueName: "durability"
    )
  )
  var durability = ImportDurability.full

  @Option(
    help: ArgumentHelp(
      """
      How progress is shown: meter (on standard error, if it is a terminal), lines (each \
      acknowledged version on standard output), or none.
      """,
      valueName: "progress"
    )
  )
  var progress = ImportProgress.meter
}

/// How the progress of an import is shown.
enum ImportProgress: String, CaseIterable, ExpressibleByArgument {
  case meter, lines, none
}

/// The durability of an import's commits.
enum ImportDurability: String, CaseIterable, ExpressibleByArgument {
  case full, normal

  /// The store's own setting.
  var setting: ListStore.Durability {
    switch self {
    case .full: .full
    case .normal: .normal
    }
  }
}
