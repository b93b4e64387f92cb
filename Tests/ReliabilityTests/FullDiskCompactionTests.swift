import Foundation
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// A disk that becomes full at any write of a compaction.
@Suite struct `A compaction on a disk that becomes full` {
  /// SQLite's code for a full disk.
  private static let full: Int32 = 13
  private static let versions = Figures.figure("FULL_DISK_VERSIONS", small: 24, large: 60)

  private let origin: ScratchFolder
  private let retention: ListStore.Retention

  init() throws {
    origin = try ScratchFolder()
    var retention = ListStore.Retention()
    (retention.versions, retention.age) = (1, .zero)
    self.retention = retention
    let store = try ListStore(path: origin.store, configuration: .takingTwoTogether)
    for list in ["a", "b"] as [List.ID] {
      for version in 1...Self.versions {
        let text = String(repeating: "\(version % 10)", count: 6_000)
        let cells = (0..<3).map { number in
          Cell(id: Cell.ID("c\(number)"), component: TextComponent(text, revision: version))
        }
        try store.commit(List(sections: [Section(id: "s", cells: cells)]), to: list)
      }
    }
  }

  /// The number of versions that a store has forgotten.
  private func forgotten(in store: ListStore) throws -> Int {
    try ["a", "b"].reduce(0) { try $0 + store.oldestVersion(of: $1) }
  }

  @Test(arguments: FaultDisk.Persistence.allCases)
  func `has done what it says, and nothing if it throws`(persistence: FaultDisk.Persistence) throws
  {
    let all = 2 * (Self.versions - 1)
    var (failures, parts, number) = (0, 0, 0)
    var isFull = true
    while isFull {
      let disk = try FaultDisk(try ScratchFolder())
      try disk.folder.fill(from: origin)
      let store = try ListStore(path: disk.folder.store, configuration: .takingTwoTogether)
      disk.fail(.write, number: number, persistence, code: Self.full)
      let result = Result { try store.compact(retention) }
      isFull = disk.failureCount > 0
      disk.heal()
      switch result {
      case .success(let report):
        #expect(try forgotten(in: store) == report.removedVersions, "write \(number)")
        #expect(report.removedVersions == all || report.obstacle != nil, "write \(number)")
        if report.obstacle != nil { parts += 1 }
      case .failure(let error):
        guard case ListStoreError.diskFull = error else { throw error }
        #expect(try forgotten(in: store) == 0, "write \(number)")
        failures += 1
      }
      #expect(try store.verify().problems == [], "write \(number)")
      let rest = try store.compact(retention)
      #expect(rest.obstacle == nil && rest.removedVersions >= 0)
      #expect(try forgotten(in: store) == all)
      number += Figures.isSoak ? 1 + number / 20 : 1 + number / 2
    }
    // A disk that is full for one write only is none for a store that tries again.
    #expect(persistence == .once || failures > 0 && parts > 0)
  }
}
