import ArgumentParser
import Foundation
import ListModel
import ListStorage

struct ImportGitCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-git",
    abstract: "Commits the history of a git repository, a version per commit.",
    discussion: """
      Walks the first-parent history from its oldest commit to REV. Directories become sections in \
      path order ("." is the root), files become cells in name order. A cell shows the file's \
      name, mode, blob and size; its id is the path at which the file first appeared, and stays \
      the same when git recognises a rename.

      Every version is committed with the id of its commit as key, the author's name as author, the \
      first line of its message as message, and its time, or that of the version before if that is \
      later; so running the command again adds only what is new: the commits after the newest one that \
      made a version. Those before it are passed over when their versions are forgotten. \
      When no version that is kept was made by a commit, the import is refused, unless the list is \
      empty, or the history has only one commit. A commit that changes no file makes no version.

      EXAMPLES
        liststore import-git src.db files .
        liststore import-git src.db files ~/src/project --rev v2.0 --limit 1000
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp("A directory in the repository.", valueName: "REPO"),
    completion: .directory
  )
  var repository: String

  @Option(help: ArgumentHelp("The commit to end at.", valueName: "REV"))
  var rev = "HEAD"

  @Option(help: ArgumentHelp("The most commits to read, from the oldest.", valueName: "N"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "What is a rename: similar (half of the content stays), or exact (all of it).",
      valueName: "renames"
    )
  )
  var renames = GitHistory.Renames.similar

  @OptionGroup var options: ImportOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more") }
  }

  func run() throws {
    var history = try GitHistory(
      repository: repository,
      revision: rev,
      limit: limit,
      renames: renames
    )
    let existing = try existingStore()
    let versions = try existing.flatMap { try leaveOutKnown(of: &history, in: $0) } ?? []
    // The first commit is read before a store is created, in case reading fails.
    let first = try history.next()
    let store = try existing ?? openStore()
    var reporter = ImportReporter(
      "import-git",
      total: history.count,
      list: list.id,
      options: output,
      progress: options.progress
    )
    var work = ListImport(into: list.id, of: store)
    do {
      for (index, version) in versions.enumerated() {
        try reporter.acknowledge(
          .duplicate,
          version: version,
          number: index + 1,
          key: history.commits[index]
        )
      }
      work.goOn(after: versions.count, version: versions.last ?? 0)
      let newest = versions.isEmpty ? try newestCommit(of: history, in: store) : nil
      let head = try newestVersion(in: store)
      var clock = CommitClock(after: head.time)
      if head.version > versions.last ?? 0, let time = clock.time(insteadOf: first) {
        noteTime(time)
      }
      try commit(first, &history, through: &work, after: newest, &clock, reporting: &reporter)
    } catch {
      reporter.clear()
      throw error
    }
    try reporter.finish(work)
  }

  /// Returns the newest version and its time; version 0 if there is none.
  private func newestVersion(in store: ListStore) throws -> (version: Int, time: Date?) {
    do {
      let version = try store.info(of: list.id).version
      return (version, try store.time(of: version, of: list.id))
    } catch ListStoreError.unknownList {
      return (0, nil)
    }
  }

  /// Says that commits do not keep their times in a list that others have committed to.
  private func noteTime(_ time: Date) {
    guard !output.json else { return }
    Standard.error.write(
      lines:
        "liststore: list \"\(list.id)\" has a version of \(time.dayAndTime()); older commits get "
        + "that time, because times of versions do not go back"
    )
  }

  private func openStore() throws -> ListStore {
    try store.openToCommit(to: list.id, durability: options.durability.setting)
  }

  private func existingStore() throws -> ListStore? {
    FileManager.default.fileExists(atPath: store.database) ? try openStore() : nil
  }

  /// Leaves out the commits up to the newest one that made a version, if the list has all that is
  /// needed to go on from there.
  ///
  /// - Returns: The versions of these commits; empty if they have to be read.
  private func leaveOutKnown(
    of history: inout GitHistory,
    in store: ListStore
  ) throws -> [Int] {
    let commits = history.commits
    guard let newest = try store.newestKey(of: list.id, among: Set(commits).contains),
      let index = commits.lastIndex(of: newest),
      let versions = try store.versions(of: list.id, withKeys: commits[...index]),
      let version = versions.last,
      try history.leaveOut(
        versions.count,
        leadingTo: { try store.snapshot(of: list.id, at: version).list }
      )
    else { return [] }
    return Array(versions.prefix(history.count))
  }

  /// Returns the newest commit that made a retained version, or `nil` if there is none.
  private func newestCommit(of history: GitHistory, in store: ListStore) throws -> String? {
    let commits = Set(history.commits)
    let newest = try store.newestKey(of: list.id, among: commits.contains)
    // An empty list, as after "liststore clear", can be filled again, and a clone of only the last
    // commit has no old commits.
    if newest == nil, commits.count > 1, try store.hasForgottenKeys(of: list.id),
      try store.info(of: list.id).fingerprint != .empty
    {
      throw ForgottenPast.noCommit(list: list.id)
    }
    return newest
  }

  private func commit(
    _ first: GitHistory.Snapshot?,
    _ history: inout GitHistory,
    through work: inout ListImport,
    after newest: String?,
    _ clock: inout CommitClock,
    reporting reporter: inout ImportReporter
  ) throws {
    var isNew = newest == nil
    var next = first
    var batch = ImportBatch(options.progress)
    var number = work.tally.count
    let interruption = Interruption.Request()
    while let snapshot = next {
      number += 1
      let place = "commit \(snapshot.hash)"
      if interruption.isMade {
        try batch.commit(through: &work, reporting: &reporter)
        throw InterruptedImport(
          place: place,
          reached: work.tally.reached,
          cause: Interrupted(advice: "The same command goes on from there.")
        )
      }
      let step = step(snapshot, clock.time(of: snapshot))
      if isNew {
        let weight = snapshot.list.sections.count + snapshot.edits.count
        batch.add(step, number: number, from: place, weight: weight)
      } else {
        try recognise(step, number: number, from: place, through: &work, reporting: &reporter)
      }
      if snapshot.hash == newest { isNew = true }
      if batch.isFull { try batch.commit(through: &work, reporting: &reporter) }
      do {
        next = try history.next()
      } catch {
        try batch.commit(through: &work, reporting: &reporter)
        throw Self.interruption(of: history, after: work.tally, by: error)
      }
    }
    try batch.commit(through: &work, reporting: &reporter)
  }

  private func step(_ snapshot: GitHistory.Snapshot, _ time: Date?) -> ListImport.Step {
    ListImport.Step(
      list: snapshot.list,
      edits: snapshot.edits,
      key: snapshot.hash,
      author: snapshot.storableAuthor,
      message: snapshot.storableMessage,
      time: time
    )
  }

  private func recognise(
    _ step: ListImport.Step,
    number: Int,
    from place: String,
    through work: inout ListImport,
    reporting reporter: inout ImportReporter
  ) throws {
    if let commit = try work.recognise(step, from: place) {
      try reporter.acknowledge(commit, number: number, key: step.key)
    } else {
      try reporter.passOver(number: number, key: step.key)
    }
  }

  /// Returns the error of an import whose next commit could not be read; `tally` counts those before it.
  private static func interruption(
    of history: GitHistory,
    after tally: ListImport.Tally,
    by error: any Error
  ) -> any Error {
    guard tally.count < history.commits.count else { return error }
    return InterruptedImport(
      place: "commit \(history.commits[tally.count])",
      reached: tally.reached,
      cause: error
    )
  }
}

extension GitHistory.Renames: ExpressibleByArgument {}

/// The times of commits as times of versions, which never go back: else a time would name a version that
/// came later than others of that time.
private struct CommitClock {
  private var last: Date?

  /// Goes on after the time of a version; `nil` if there is none.
  init(after time: Date?) { last = time }

  /// Returns the time of a commit, or the latest time so far if that is later.
  mutating func time(of snapshot: GitHistory.Snapshot) -> Date? {
    guard let time = Self.time(snapshot) else { return nil }
    let own = max(time, last ?? time)
    last = own
    return own
  }

  /// The latest time so far, if it is later than that of a commit.
  func time(insteadOf snapshot: GitHistory.Snapshot?) -> Date? {
    guard let last, let time = snapshot.flatMap(Self.time), time < last else { return nil }
    return last
  }

  private static func time(_ snapshot: GitHistory.Snapshot) -> Date? {
    guard let time = snapshot.time, time >= 0, time <= newest else { return nil }
    return Date(timeIntervalSince1970: Double(time))
  }

  /// The last second of the year 9999, after which documents cannot write times.
  private static let newest = 253_402_300_799
}
