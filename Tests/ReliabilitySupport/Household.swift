import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage

/// What is done to whole stores, and may be interrupted.
package enum Chore: String, CaseIterable, Sendable {
  case compact
  case backUp = "back-up"
  case restore
  case repair
  case migrateFrom1 = "migrate-from-1"
  case migrateFrom2 = "migrate-from-2"

  /// Does it again and again in a folder that a ``Household`` has made, until there is nothing left to
  /// do.
  ///
  /// Says `begin` and `done` with the number of each round, and `committed` with each version.
  package func run(in folder: String, say: (String) -> Void) throws {
    if self == .compact { return try Self.compact(Self.source(in: folder), say) }
    let source = Self.source(in: folder)
    for round in 0..<20 {
      let target = Self.target(round, in: folder)
      if isMigration || self == .repair { try Self.copy(source, to: target) }
      let store = self == .backUp ? try ListStore(path: source) : nil
      say("begin \(round)")
      if isMigration {
        _ = try ListStore(path: target)
      } else if let store {
        try store.backup(to: target)
      } else if self == .repair {
        guard try ListStore.repair(inPlace: target).isComplete else {
          throw WrongAnswer(text: "the repair is not complete")
        }
      } else {
        try ListStore.restore(source, to: target)
      }
      say("done \(round)")
    }
  }

  /// Commits, and removes all but the last versions now and then: once with what takes versions
  /// together, once without.
  private static func compact(_ path: String, _ say: (String) -> Void) throws {
    let history = try busyHistory()
    var configuration = ListStore.Configuration.takingTwoTogether
    configuration.retention.versions = keptVersions
    configuration.retention.age = .zero
    configuration.checkpointThreshold = 48 << 10
    var store = try ListStore(path: path, configuration: configuration)
    for version in history.lists.indices.dropFirst(try history.head(in: store) + 1) {
      try history.commit(version, to: store)
      say("committed \(version)")
      guard version.isMultiple(of: 4) else { continue }
      say("begin \(version)")
      try store.compact()
      say("done \(version)")
      configuration.keepsSpans = version.isMultiple(of: 8)
      store = try ListStore(path: path, configuration: configuration)
    }
  }

  fileprivate var isMigration: Bool { self == .migrateFrom1 || self == .migrateFrom2 }

  /// How many versions a compaction keeps.
  fileprivate static let keptVersions = 3

  fileprivate static func busyHistory() throws -> History {
    try History("home", seed: 171, versions: 60)
  }

  /// Copies a store with what is in its log.
  private static func copy(_ source: String, to target: String) throws {
    for suffix in ["-wal", ""] where FileManager.default.fileExists(atPath: source + suffix) {
      try FileManager.default.copyItem(atPath: source + suffix, toPath: target + suffix)
    }
  }

  fileprivate static func source(in folder: String) -> String { folder + "/lists.db" }
  fileprivate static func target(_ round: Int, in folder: String) -> String {
    "\(folder)/\(round).db"
  }
}

/// A folder in which a ``Chore`` is done, and what must be in it whatever happens.
package struct Household: Sendable {
  /// What the process said last that it has begun and done.
  package struct Progress: Sendable {
    package var begun: Int?
    package var done: Int?
    package var committed = 0

    package init() {}

    /// Whether it was in the middle of something.
    package var isInside: Bool { begun != done }
  }

  private let chore: Chore
  private let busy: History
  /// A list that takes a while to copy.
  private let large: History
  private var golden: GoldenStore?
  /// What there is in the beginning.
  private let template: ScratchFolder
  private static let copiedVersions = 9

  package init(_ chore: Chore) throws {
    self.chore = chore
    busy = try Chore.busyHistory()
    large = try History("large", payload: 400, count: 400, versions: 1)
    template = try ScratchFolder()
    let source = Chore.source(in: template.path)
    switch chore {
    case .compact: break
    case .backUp: try fill(source)
    case .restore:
      let elsewhere = try ScratchFolder()
      try fill(elsewhere.store)
      try ListStore(path: elsewhere.store).backup(to: source)
    case .repair: try fillAndDamage(source)
    case .migrateFrom1: golden = try GoldenStore(format: 1, at: source)
    case .migrateFrom2: golden = try GoldenStore(format: 2, at: source)
    }
  }

  private func fill(_ path: String) throws {
    let store = try ListStore(path: path, configuration: .takingTwoTogether)
    for version in 1...Self.copiedVersions { try busy.commit(version, to: store) }
    try large.commit(1, to: store)
  }

  /// Leaves a store whose last versions are only in its log, and the rows of whose head are damaged.
  private func fillAndDamage(_ path: String) throws {
    let elsewhere = try ScratchFolder()
    let store = try ListStore(path: elsewhere.store)
    try large.commit(1, to: store)
    try store.checkpoint()
    for version in 1...Self.copiedVersions { try busy.commit(version, to: store) }
    try store.write { try $0.execute(sql: "DELETE FROM liststore_chunk") }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: elsewhere.store + suffix, toPath: path + suffix)
    }
  }

  /// A folder where nothing was done yet.
  package func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.fill(from: template)
    return folder
  }

  /// What is wrong in a folder whose process is dead; what it has not done is done.
  package func problems(
    in folder: ScratchFolder,
    after progress: inout Progress
  ) throws -> [String] {
    if chore == .compact { return try problemsOfCompaction(in: folder, after: &progress) }
    let changesSource = chore.isMigration || chore == .repair
    var problems = changesSource ? [] : try copyProblems(Chore.source(in: folder.path))
    for round in Set([progress.begun, progress.done]).compactMap({ $0 }) {
      let target = Chore.target(round, in: folder.path)
      if !FileManager.default.fileExists(atPath: target) {
        if round == progress.done { problems.append("what was done is not there") }
        try makeCopy(in: folder, at: target)
      }
      do {
        if chore == .repair, try !isRepaired(target) {
          if round == progress.done { problems.append("what was done is damaged") }
          guard try ListStore.repair(inPlace: target).isComplete else {
            problems.append("the repair is not complete")
            continue
          }
        }
        problems += try chore.isMigration ? migrationProblems(target) : copyProblems(target)
      } catch {
        problems.append("round \(round): \(error)")
      }
    }
    return problems
  }

  /// Whether a store is the new one, and not the damaged one as it was, or refused.
  private func isRepaired(_ path: String) throws -> Bool {
    do {
      return try ListStore(path: path).verify().problems.isEmpty
    } catch ListStoreError.notAListStore {
      return false
    }
  }

  private func makeCopy(in folder: ScratchFolder, at target: String) throws {
    let source = Chore.source(in: folder.path)
    switch chore {
    case .backUp: try ListStore(path: source).backup(to: target)
    case .restore: try ListStore.restore(source, to: target)
    case .compact, .repair, .migrateFrom1, .migrateFrom2: break
    }
  }

  private func copyProblems(_ path: String) throws -> [String] {
    let store = try ListStore(path: path)
    var problems = try busy.problems(in: store) + large.mismatches(in: store)
    let heads = try (busy.head(in: store), large.head(in: store))
    if heads != (Self.copiedVersions, 1) { problems.append("the heads are \(heads)") }
    return problems
  }

  private func migrationProblems(_ path: String) throws -> [String] {
    let store = try ListStore(path: path)
    try large.commit(1, to: store)
    return try (golden?.problems(in: store) ?? []) + large.mismatches(in: store)
  }

  private func problemsOfCompaction(
    in folder: ScratchFolder,
    after progress: inout Progress
  ) throws -> [String] {
    let store = try ListStore(path: Chore.source(in: folder.path))
    let head = try busy.head(in: store)
    let oldest = head > 0 ? try store.oldestVersion(of: busy.id) : 0
    // What may be kept need not be; what must be kept is there.
    let lowest = max(0, (progress.done ?? 0) - Chore.keptVersions)
    let floors = Set((0...max(0, head - Chore.keptVersions)).filter { $0 >= lowest })
    var problems = try store.verify().problems.map(\.description)
    problems += try busy.mismatches(in: store, floors: floors)
    if !(progress.committed...(progress.committed + 1)).contains(head) {
      problems.append("\(progress.committed) was committed, the head is \(head)")
    }
    progress.committed = head
    for version in oldest...head where head > 0 {
      let list = try store.snapshot(of: busy.id, at: version).list
      if try list.fingerprint() != busy.fingerprints[version] {
        problems.append("version \(version) is another list")
      }
    }
    return problems
  }
}
