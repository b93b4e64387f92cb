import ArgumentParser
import Foundation
import ListModel
import ListReplication
import ListStorage

struct CommitCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "commit",
    abstract: "Makes a list document the next version of a list.",
    discussion: """
      Reads one list document from FILE or, without FILE or with -, from standard input. A \
      document equal to the head makes no version.

      A commit with --key is safe to repeat: the same key with the same document answers with the \
      version it made the first time. With --expect V, the commit is refused unless the list is \
      at version V; 0 stands for a list that does not exist yet. V is a number or a token, which \
      says what the list was. In a list that was restored, a number needs --epoch. With --versioned, \
      FILE is what "show --versioned" prints: the document, and the token to expect.

      With --log, the commit goes to a log that many hosts share, and is in DB as well, which is this \
      host's copy; versions are those of the log. When the log does not answer, repeat the command with \
      its --key.

      EXAMPLES
        liststore commit home.db home list.json
        echo '{"sections":[]}' | liststore commit home.db home
        liststore commit home.db home list.json --expect 7 --key order-4711
        liststore show home.db home --versioned | edit |
          liststore commit home.db home --versioned
        liststore commit replica.db home list.json --log postgres://app@db1/lists
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp("The list document; - for standard input.", valueName: "FILE"),
    completion: .file()
  )
  var file = "-"

  @Flag(help: "Take what \"show --versioned\" prints, and expect its version.")
  var versioned = false

  @OptionGroup var conditions: CommitConditions
  @OptionGroup var log: LogOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try conditions.noted.require(numberIn: [conditions.expect], "--expect")
    if versioned, conditions.expect != nil {
      throw ValidationError("--versioned says which version to expect, and excludes --expect")
    }
  }

  func run() async throws {
    let (document, expect) = try read()
    // A store that does not exist has no list with a version above 0.
    let isNew = expect == nil || expect == .number(0) || log.log != nil
    let store =
      try isNew
      ? store.openToCommit(
        to: list.id,
        key: conditions.key,
        author: conditions.author.name,
        commits: log.commits
      )
      : store.open(.readWrite, for: list.id)
    guard let replica = try await log.replica(store, to: .visit) else {
      return try commit(document, expecting: expect, to: store)
    }
    // A version or a token is one of the log's.
    try await replica.catchUp(list.id)
    let options = try conditions.options(expect, of: list.id, in: store)
    let commit = try await replica.commit(document, to: list.id, options: options)
    try output.report(commit, in: store)
    try store.close()
  }

  /// Commits to a store without a log.
  ///
  /// It blocks: after a commit that is awaited, the writing thread still holds the store for a moment, and
  /// the program would end before the store is closed.
  private func commit(
    _ document: List,
    expecting place: VersionPlace?,
    to store: ListStore
  ) throws {
    let options = try conditions.options(place, of: list.id, in: store)
    try output.report(try store.commit(document, to: list.id, options: options), in: store)
  }

  private func read() throws -> (List, VersionPlace?) {
    let source = try DocumentSource(path: file)
    guard versioned else { return (try source.list(), conditions.expect) }
    let read = try VersionedDocument(source.bytes(), member: "document", from: source.name)
    guard let body = read.body else {
      throw RefusedDocument(source: source.name, reason: read.expected)
    }
    return (try DocumentSource.list(body, from: source.name), .list(read.token))
  }
}

extension OutputOptions {
  /// Prints the result of a commit; says on a terminal if its list is new, and others were there before.
  func report(_ commit: Commit, in store: ListStore) throws {
    try report(commit, takenBack: nil, in: store)
    noteNewList(of: commit, in: store)
  }

  /// Prints the result of a commit that takes back the changes of some versions, or makes them again.
  ///
  /// Nothing is said of them if no version was made.
  func report(
    _ commit: Commit,
    _ deed: TakenBack.Deed,
    _ versions: [Int],
    in store: ListStore
  ) throws {
    let takenBack =
      commit.outcome == .committed
      ? try? TakenBack(deed, versions, of: commit.list, in: store) : nil
    try report(commit, takenBack: takenBack, in: store)
  }

  private func report(_ commit: Commit, takenBack: TakenBack?, in store: ListStore) throws {
    // The commit is done, so a later failure of the store is no error here.
    let head = try? store.token(of: commit.list)
    let token = head?.token(of: commit.version, commit.fingerprint)
    try print([CommitReport(commit, token, takenBack)]) { text in
      try text.line(plain: commit.sentence)
      for line in takenBack?.lines ?? [] { try text.line(plain: "  \(line)") }
    }
  }

  /// Says that the list is new, or the store, because its name may be a mistake.
  private func noteNewList(of commit: Commit, in store: ListStore) {
    guard !json, Terminal.error.isInteractive, commit.outcome == .committed, commit.version == 1,
      let names = (try? store.lists())?.map(\.id).filter({ $0 != commit.list })
    else { return }
    guard !names.isEmpty else { return noteNewStore(store) }
    let shown = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    let rest = names.count > 5 ? " and \(names.count - 5) others" : ""
    let near = store.nearestList(to: commit.list).map { "; did you mean \"\($0)\"?" } ?? ""
    Standard.error.write(
      lines: "liststore: list \"\(commit.list)\" is new (lists here: \(shown)\(rest))\(near)"
    )
  }

  private func noteNewStore(_ store: ListStore) {
    guard (try? store.token())?.sequence == 1 else { return }
    let file = URL(fileURLWithPath: store.path)
    let folder = file.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = names.filter { name in
      !["-wal", "-shm", "-lock", CopyOfLog.suffix].contains { name.hasSuffix($0) }
        && name != file.lastPathComponent
    }
    let near =
      Suggestion.nearest(to: file.lastPathComponent, among: others)
      .map { "; did you mean \"\($0)\"?" } ?? ""
    Standard.error.write(lines: "liststore: store \"\(store.path)\" is new\(near)")
  }
}

/// A commit for machines.
struct CommitReport: Encodable {
  var list: String
  var version: Int
  var outcome: String
  var fingerprint: String
  var token: String?
  var operations: Int
  /// The newest of the versions that were taken back.
  var tookBack: [TakenBack.Entry]?
  /// The newest of the versions that were made again.
  var madeAgain: [TakenBack.Entry]?

  init(_ commit: Commit, _ token: CursorToken?, _ takenBack: TakenBack? = nil) {
    self.token = token?.description
    list = commit.list.rawValue
    version = commit.version
    outcome = commit.outcome.rawValue
    fingerprint = commit.fingerprint.description
    operations = commit.operationCount
    switch takenBack?.deed {
    case .tookBack: tookBack = takenBack?.entries
    case .madeAgain: madeAgain = takenBack?.entries
    case nil: break
    }
  }
}

extension Commit {
  /// A commit for people.
  fileprivate var sentence: String {
    switch outcome {
    case .committed: "\(list): version \(version), \(operationCount.counting("operation"))"
    case .unchanged: "\(list): unchanged, still version \(version)"
    case .duplicate: "\(list): version \(version), committed before with this key"
    }
  }
}
