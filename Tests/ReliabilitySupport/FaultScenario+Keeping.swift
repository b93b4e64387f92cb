import Foundation
import ListKeeping
import ListModel
import ListStorage

// Copies and compaction.

extension FaultScenario {
  static let keeping: [FaultScenario] = [
    FaultScenario(
      name: "backup",
      start: .store,
      isOpen: true,
      finish: { session, store in
        try session.finishCopy { try store.backup(to: $0) }
      },
      run: { session in
        try session.opened().backup(to: session.copy)
        try session.requireCopy()
      }
    ),
    FaultScenario(
      name: "restore",
      start: .store,
      isOpen: false,
      prepare: { try $0.opened().backup(to: $0.backup) },
      finish: { session, _ in
        let backup = session.backup
        return try session.finishCopy { try ListStore.restore(backup, to: $0) }
      },
      run: { session in
        try ListStore.restore(session.backup, to: session.copy)
        try session.requireCopy()
      }
    ),
    FaultScenario(
      name: "compact",
      start: .store,
      isOpen: true,
      finish: { session, store in
        try store.compact(newestTwo)
        let problems = try session.fixture.home.mismatches(in: store, floors: [3])
        return try problems + commitAgain(&session, store)
      },
      floors: [0, 3],
      run: { session in
        try session.opened().compact(newestTwo)
        try session.commitNext(of: session.fixture.other)
      }
    ),
    FaultScenario(
      name: "take together",
      start: .store,
      isOpen: true,
      prepare: { session in
        var configuration = ListStore.Configuration()
        configuration.keepsSpans = false
        try ListStore(path: session.path, configuration: configuration).compact(.unlimited)
      },
      finish: { session, store in
        try store.compact(.unlimited)
        return try commitAgain(&session, store)
      },
      run: { session in
        guard try session.opened().compact(.unlimited).spans > 0 else {
          throw WrongAnswer(text: "nothing was taken together")
        }
      }
    ),
    FaultScenario(name: "far back", start: .store, isOpen: true) { session in
      let ids = try session.opened().cellIDs(.rows(0..<100), in: "home", at: 1)
      guard ids == session.fixture.home.lists[1].sections.flatMap({ $0.cells.map(\.id) }) else {
        throw WrongAnswer(text: "the cells of version 1 are \(ids)")
      }
    },
  ]

  private static var newestTwo: ListStore.Retention {
    var retention = ListStore.Retention()
    retention.versions = 2
    retention.age = .zero
    return retention
  }
}

extension FaultSession {
  /// Where a store is copied to.
  fileprivate var copy: String { path + ".copy" }
  /// Where a copy is taken from.
  fileprivate var backup: String { path + ".backup" }

  fileprivate func requireCopy() throws {
    guard FileManager.default.fileExists(atPath: copy) else {
      throw WrongAnswer(text: "there is no copy")
    }
  }

  /// Looks at the copy, which is whole or not there; makes it if it is not.
  fileprivate func finishCopy(_ make: (String) throws -> Void) throws -> [String] {
    var problems: [String] = []
    let folder = URL(fileURLWithPath: copy).deletingLastPathComponent().path
    if try FileManager.default.contentsOfDirectory(atPath: folder).contains(where: {
      $0.contains("-partial-")
    }) {
      problems.append("half a copy was left behind")
    }
    if !FileManager.default.fileExists(atPath: copy) { try make(copy) }
    let store = try ListStore(path: copy)
    problems += try store.verify().problems.map(\.description)
    for history in histories {
      problems += try history.mismatches(in: store)
      let head = try history.head(in: store)
      if head != fixture.heads[history.id] { problems.append("the copy has \(history.id) \(head)") }
    }
    return problems
  }
}
