import Foundation
import ListDiff
import ListKeeping
package import ListModel
package import ListStorage
import ListTestSupport
import Synchronization

/// Something a caller does with a store, during which something fails.
package struct FaultScenario: Sendable {
  /// What is in the folder before.
  package enum Start: Equatable, Sendable {
    case nothing
    case emptyFile
    /// A store with versions of two lists, which nobody has open.
    case store
    /// A store of an older format, with lists of its own.
    case golden(format: Int)
  }

  package let name: String
  package let start: Start
  /// Whether the store is opened before things begin to fail.
  package let isOpen: Bool
  package var configuration = ListStore.Configuration.takingTwoTogether
  /// What is done before things begin to fail.
  package var prepare: @Sendable (FaultSession) throws -> Void = { _ in }
  /// Does again what was attempted, as a caller would, when nothing fails any more.
  package var finish: @Sendable (inout FaultSession, ListStore) throws -> [String] =
    FaultScenario.commitAgain
  /// What must be so in every store there is afterwards, also in one that a crash leaves.
  package var invariant: @Sendable (ListStore) throws -> [String] = { _ in [] }
  /// The oldest versions that may be retained afterwards.
  package var floors: Set<Int> = [0]
  package let run: @Sendable (inout FaultSession) throws -> Void
}

extension FaultScenario {
  /// Commits what was attempted with the same keys.
  package static let commitAgain: @Sendable (inout FaultSession, ListStore) throws -> [String] = {
    session,
    store in
    var problems: [String] = []
    for history in session.histories {
      guard let attempted = session.attempted[history.id], attempted > 0 else { continue }
      let commit = try history.commit(attempted, to: store)
      if commit.version != attempted { problems.append("a retry made \(commit.version)") }
    }
    return problems
  }

  /// What is wrong with a store after this scenario, whatever has failed.
  package func problems(in store: ListStore, _ fixture: FaultFixture) throws -> [String] {
    var problems = try store.verify().problems.map(\.description)
    for history in fixture.histories(after: start) {
      problems += try history.mismatches(in: store, floors: floors)
    }
    problems += try fixture.golden(start)?.mismatches(in: store) ?? []
    return try problems + invariant(store)
  }
}

/// A scenario on its way.
package struct FaultSession {
  package let path: String
  package let fixture: FaultFixture
  /// The lists that are committed to.
  package let histories: [History]
  private let configuration: ListStore.Configuration
  package var store: ListStore?
  /// The last version of each list known to be committed.
  package var acknowledged: [List.ID: Int]
  /// The last version of each list whose commit was begun.
  package var attempted: [List.ID: Int]

  package init(path: String, fixture: FaultFixture, scenario: FaultScenario) {
    self.path = path
    self.fixture = fixture
    configuration = scenario.configuration
    histories = fixture.histories(after: scenario.start)
    acknowledged = scenario.start == .store ? fixture.heads : fixture.heads.mapValues { _ in 0 }
    attempted = acknowledged
  }

  package func opened() throws -> ListStore {
    if let store { return store }
    return try ListStore(path: path, configuration: configuration)
  }

  /// Commits the next version of one of the fixture's lists.
  package mutating func commitNext(of history: History) throws {
    let version = (attempted[history.id] ?? 0) + 1
    attempted[history.id] = version
    let commit = try history.commit(version, to: try opened())
    guard commit.version == version else { throw WrongAnswer(text: "\(commit)") }
    acknowledged[history.id] = version
  }
}

extension FaultSession {
  /// Commits the next versions of all lists at once, each from a thread of its own.
  fileprivate mutating func commitNextOfAll() throws {
    let store = try opened()
    let versions = Dictionary(
      uniqueKeysWithValues: histories.map { ($0.id, (attempted[$0.id] ?? 0) + 1) }
    )
    let answers = Answers()
    Crowd.runAtOnce(histories.count) { [histories] number in
      let history = histories[number]
      let answer = Result { try history.commit(versions[history.id] ?? 0, to: store).version }
      answers.byList.withLock { $0[history.id] = answer }
    }
    var errors: [any Error] = []
    for (list, answer) in answers.byList.withLock({ $0 }) {
      switch answer {
      case .success(let version):
        guard version == versions[list] else { throw WrongAnswer(text: "\(list): \(version)") }
        (attempted[list], acknowledged[list]) = (version, version)
      case .failure(let error):
        errors.append(error)
        // Who is told what happened has nothing to retry.
        if case ListStoreError.outcomeUnknown = error { attempted[list] = versions[list] }
      }
    }
    if let error = errors.first(where: { !($0 is ListStoreError) }) ?? errors.first { throw error }
  }

  private final class Answers: Sendable {
    let byList = Mutex<[List.ID: Result<Int, any Error>]>([:])
  }
}

/// A store that answered what is not so.
package struct WrongAnswer: Error {
  package var text: String
}

/// Two lists, and a folder with their first versions.
package struct FaultFixture: Sendable {
  package let home: History
  package let other: History
  /// A list of many chunks and pages.
  package let large: History
  /// The versions of ``home``, as a store records them.
  let homeChanges: [Change]
  /// Version 5 of ``home``.
  let homeSnapshot: Snapshot
  /// Version 7 of ``home``, from which the store's is two versions away.
  let laterSnapshot: Snapshot
  package let folder: ScratchFolder
  private let goldens: [Int: (store: GoldenStore, folder: ScratchFolder)]
  package let heads: [List.ID: Int] = ["home": 5, "other": 1, "large": 0]

  package init() throws {
    home = try History("home", seed: 81, versions: 8)
    other = try History("other", seed: 82, versions: 3)
    large = try History("large", payload: 100, count: 150, versions: 1)
    let elsewhere = try ListStore.inMemory()
    for version in 1...8 { try home.commit(version, to: elsewhere) }
    homeChanges = try elsewhere.changes(of: home.id)
    homeSnapshot = try elsewhere.snapshot(of: home.id, at: 5)
    laterSnapshot = try elsewhere.snapshot(of: home.id, at: 7)
    goldens = try Dictionary(
      uniqueKeysWithValues: GoldenStore.olderFormats.map { format in
        let folder = try ScratchFolder()
        return (format, (try GoldenStore(format: format, at: folder.store), folder))
      }
    )
    folder = try ScratchFolder()
    let store = try ListStore(path: folder.store, configuration: .takingTwoTogether)
    for version in 1...5 { try home.commit(version, to: store) }
    try other.commit(1, to: store)
  }

  /// The lists that may be committed to.
  package func histories(after start: FaultScenario.Start) -> [History] {
    // An older store has lists of the other names.
    if case .golden = start { [large] } else { [home, other, large] }
  }

  /// The older store that was there before, with its file.
  package func golden(_ start: FaultScenario.Start) -> GoldenStore? {
    if case .golden(let format) = start { goldens[format]?.store } else { nil }
  }

  /// Makes what is in the folder before.
  package func prepare(_ start: FaultScenario.Start, in folder: ScratchFolder) throws {
    switch start {
    case .nothing: break
    case .emptyFile: try folder.createEmptyStoreFile()
    case .store: try folder.fill(from: self.folder)
    case .golden(let format):
      guard let golden = goldens[format] else { throw WrongAnswer(text: "no format \(format)") }
      try folder.fill(from: golden.folder)
    }
  }
}

extension ListStore.Configuration {
  /// With which every second commit takes versions together.
  package static var takingTwoTogether: Self {
    var configuration = Self()
    configuration.spanLengths.shortest = 2
    configuration.spanLengths.factor = 2
    return configuration
  }

  /// With which every commit also moves the log into the database.
  package static var checkpointingAlways: Self {
    var configuration = takingTwoTogether
    configuration.checkpointThreshold = 1
    return configuration
  }
}

extension FaultScenario {
  /// The scenario whose commits copy the log into the database.
  package static let checkpointing = "commit and checkpoint"

  package static let all = committing + keeping + following + owning

  private static let committing: [FaultScenario] = [
    FaultScenario(name: "create", start: .nothing, isOpen: false) { session in
      session.store = try session.opened()
    },
    FaultScenario(name: "migrate", start: .emptyFile, isOpen: false) { session in
      session.store = try session.opened()
    },
    migration(from: 1),
    migration(from: 2),
    FaultScenario(name: "open", start: .store, isOpen: false) { session in
      session.store = try session.opened()
      _ = try session.opened().lists()
    },
    FaultScenario(name: "first commit", start: .nothing, isOpen: true) { session in
      try session.commitNext(of: session.fixture.home)
    },
    FaultScenario(name: "commit", start: .store, isOpen: true) { session in
      try session.commitNext(of: session.fixture.home)
    },
    FaultScenario(name: "edit", start: .store, isOpen: true) { session in
      let history = session.fixture.home
      session.attempted["home"] = 6
      try session.opened().edit("home", options: CommitOptions(key: history.key(6))) { draft in
        try draft.become(history.lists[6])
      }
      session.acknowledged["home"] = 6
    },
    FaultScenario(name: "keyed retry", start: .store, isOpen: true) { session in
      let commit = try session.fixture.home.commit(3, to: try session.opened())
      guard commit.outcome == .duplicate, commit.version == 3 else {
        throw WrongAnswer(text: "\(commit)")
      }
    },
    FaultScenario(name: "snapshot", start: .store, isOpen: true) { session in
      let snapshot = try session.opened().snapshot(of: "home", at: 2)
      guard try snapshot.list.fingerprint() == session.fixture.home.fingerprints[2] else {
        throw WrongAnswer(text: "snapshot of version 2")
      }
    },
    FaultScenario(name: "changes", start: .store, isOpen: true) { session in
      let changes = try session.opened().changes(of: "home", after: 1)
      guard changes.map(\.fingerprint) == Array(session.fixture.home.fingerprints[2...5]) else {
        throw WrongAnswer(text: "changes after version 1")
      }
    },
    FaultScenario(name: "verify", start: .store, isOpen: true) { session in
      _ = try session.opened().verify()
    },
    FaultScenario(name: "large commit", start: .store, isOpen: true) { session in
      try session.commitNext(of: session.fixture.large)
    },
    FaultScenario(
      name: checkpointing,
      start: .store,
      isOpen: true,
      configuration: .checkpointingAlways,
      run: { session in
        try session.commitNext(of: session.fixture.home)
        try session.commitNext(of: session.fixture.other)
      }
    ),
    FaultScenario(name: "two lists", start: .store, isOpen: true) { session in
      try session.commitNext(of: session.fixture.home)
      try session.commitNext(of: session.fixture.other)
    },
    FaultScenario(name: "together", start: .store, isOpen: true) { session in
      try session.commitNextOfAll()
    },
    FaultScenario(name: "close and reopen", start: .store, isOpen: true) { session in
      try session.commitNext(of: session.fixture.home)
      session.store = nil
      session.store = try ListStore(path: session.path)
      try session.commitNext(of: session.fixture.other)
    },
  ]
}

extension FaultScenario {
  /// Opens a store of an older format, which is brought to the present one.
  private static func migration(from format: Int) -> FaultScenario {
    FaultScenario(
      name: "migrate from \(format)",
      start: .golden(format: format),
      isOpen: false,
      finish: { session, store in
        try session.commitNext(of: session.fixture.large)
        return []
      },
      run: { session in
        session.store = try session.opened()
        _ = try session.opened().lists()
      }
    )
  }
}

extension ListDraft {
  /// Makes the edited list another one, by edits.
  mutating func become(_ list: List) throws {
    for section in sectionIDs { try deleteSection(section) }
    for section in list.sections { try appendSection(section) }
  }
}

extension History {
  /// Versions whose cells carry much content.
  init(_ id: List.ID, payload bytes: Int, count: Int, versions: Int) throws {
    let lists =
      [List()]
      + (1...versions).map { version in
        List(sections: [
          Section(
            id: "s",
            cells: (0..<count).map { number in
              let text = String(repeating: "\(number % 10)", count: bytes)
              return Cell(
                id: Cell.ID("c\(number)"),
                component: TextComponent(text, revision: version)
              )
            }
          )
        ])
      }
    self.init(id: id, lists: lists, fingerprints: try lists.map { try $0.fingerprint() })
  }
}
