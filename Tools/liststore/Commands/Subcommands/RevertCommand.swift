import ArgumentParser
import ListDiff
import ListModel
import ListStorage

struct RevertCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Makes a list what it was at an earlier version.",
    discussion: """
      Makes a new version that undoes everything since V. Nothing is forgotten: going back can be \
      gone back on in the same way. V is a version, one before the newest (-1), a time \
      (2026-11-21, or 2h for two hours ago), or a token; in a list that was restored, a number needs \
      --epoch.

      EXAMPLES
        liststore revert home.db home 3
        liststore revert home.db home -1
        liststore revert home.db home 2h --author ann
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("The version to go back to.", valueName: "V"))
  var version: VersionPlace

  @OptionGroup var conditions: CommitConditions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try version.requireList("V")
    try conditions.noted.require(numberIn: [version, conditions.expect], "V or --expect")
  }

  func run() throws {
    let store = try store.open(.readWrite, for: list.id)
    let version = try store.version(at: version, of: list.id, notedIn: conditions.noted.epoch)
    var options = try conditions.options(of: list.id, in: store)
    options.message = options.message ?? "Back to version \(version)"
    let commit = try store.commit(
      .reverting(to: version),
      to: list.id,
      options: options
    )
    let last = commit.version - 1
    let versions = last > version ? Array((version + 1...last).reversed()) : []
    try output.report(commit, .tookBack, versions, in: store)
  }
}

struct UndoCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Takes back one change of a list and keeps all that came after it.",
    discussion: """
      Makes a new version without what version V changed, and says what was taken back. Without V, it \
      takes back the newest version that is not an undo and not undone: so undoing again goes further \
      back, and "liststore redo" goes forward. An undo is undone by "liststore redo", or when V names \
      it (@ is the newest version). Refused with 1 when what V changed has been changed again since; \
      with --omit, that much stays as it is now. With --last, the newest N are taken back. V is told as \
      for "liststore revert".

      EXAMPLES
        liststore undo home.db home
        liststore undo home.db home --last 3
        liststore undo home.db home 5 --omit
        liststore undo home.db home @
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp(
      "The version to undo; the newest by default.",
      valueName: "V"
    )
  )
  var version: VersionPlace?

  @OptionGroup var noted: EpochOptions

  @Option(help: ArgumentHelp("How many of the newest versions to undo.", valueName: "N"))
  var last: Int?

  @Flag(help: "Leave what has been changed again since as it is.")
  var omit = false

  @Option(
    help: ArgumentHelp("Makes the command safe to repeat; needs V or --last.", valueName: "K")
  )
  var key: String?

  @OptionGroup var author: AuthorOptions

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try version?.requireList("V")
    try noted.require(numberIn: [version], "V")
    if let last {
      guard version == nil, !omit else {
        throw ValidationError("--last undoes the newest versions: it goes without V and --omit")
      }
      guard last > 0 else { throw ValidationError("--last must be at least 1, not \(last)") }
    } else if key != nil, version == nil {
      throw ValidationError("--key needs V: the newest version is another one the second time")
    }
  }

  func run() throws {
    let store = try store.open(.readWrite, for: list.id)
    let (commit, versions) = try undo(in: store)
    try output.report(commit, .tookBack, versions, in: store)
  }

  /// Undoes what the command line says.
  ///
  /// - Returns: The commit, and the versions that were undone.
  private func undo(in store: ListStore) throws -> (Commit, [Int]) {
    let history = UndoHistory(of: list.id, in: store)
    if let place = version {
      let version = try store.version(at: place, of: list.id, notedIn: noted.epoch)
      return (try undo(version, history.message(undoing: version), in: store), [version])
    }
    // A repeated command answers with the version that it made.
    if let key, let last, let made = try store.commitKeys(of: list.id)[key] {
      let target = try history.target(of: made, undoingLast: last)
      let commit = try store.commit(
        target.map { .reverting(to: $0) } ?? .undoing(last: last),
        to: list.id,
        options: CommitOptions(key: key)
      )
      return (commit, [])
    }
    let head = try store.info(of: list.id).version
    let way = try last.map { try history.undo(last: $0, from: head) } ?? history.undo(from: head)
    switch way.action {
    case .undoing(let version):
      return (try undo(version, way.message, expecting: head, in: store), way.versions)
    case .reverting(let target):
      let commit = try store.commit(
        .reverting(to: target),
        to: list.id,
        options: CommitOptions(
          expecting: .version(head),
          key: key,
          author: author.name,
          message: way.message
        )
      )
      return (commit, way.versions)
    }
  }

  /// Undoes one version, and keeps what came after it.
  private func undo(
    _ version: Int,
    _ message: String,
    expecting head: Int? = nil,
    in store: ListStore
  ) throws -> Commit {
    do {
      return try store.commit(
        .undoing(version: version, resolving: { [omit] _ in omit ? .omit : .abort }),
        to: list.id,
        options: CommitOptions(
          expecting: head.map { .version($0) } ?? .any,
          key: key,
          author: author.name,
          message: message
        )
      )
    } catch ListStoreError.unknownVersion(version &- 1, _, _) {
      throw NothingBefore(version: version, list: list.id)
    } catch RebaseError.aborted(let conflict) {
      throw ChangedSince(version: version, list: list.id, conflict: conflict)
    }
  }
}

struct RedoCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Makes again what was undone last.",
    discussion: """
      Makes a new version with what "liststore undo" took back; again, with what it took back before \
      that. Refused with 1 when the newest version was not made by undoing or redoing.

      EXAMPLES
        liststore redo home.db home
        liststore redo home.db home --author ann
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @OptionGroup var author: AuthorOptions

  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try store.open(.readWrite, for: list.id)
    let head = try store.info(of: list.id).version
    let way = try UndoHistory(of: list.id, in: store).redo(from: head)
    guard case .reverting(let target) = way.action else { throw NothingToRedo(list: list.id) }
    let commit = try store.commit(
      .reverting(to: target),
      to: list.id,
      options: CommitOptions(expecting: .version(head), author: author.name, message: way.message)
    )
    try output.report(commit, .madeAgain, way.versions, in: store)
  }
}

/// The error that a version cannot be undone, because the same cells or sections were changed again.
struct ChangedSince: Error, CustomStringConvertible {
  let version: Int
  let list: List.ID
  let conflict: RebaseConflict

  var description: String {
    "version \(version) of list \"\(list)\" cannot be undone: \(conflict.element) \(reason)"
  }

  private var reason: String {
    switch (conflict.kind, conflict.element) {
    case (.data, _): "has been changed again since"
    case (.notFound, _): "has been deleted since"
    case (.duplicate, _): "has been inserted again since"
    case (.constraint, .cell): "belongs to a section that has been deleted since"
    case (.constraint, .section): "has got other cells since"
    }
  }
}
