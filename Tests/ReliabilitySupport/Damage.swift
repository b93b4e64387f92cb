import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListStorage
package import ListTestSupport

/// Damages the bytes of a store's file in one place.
package enum Damage: CaseIterable, Sendable {
  case flippedBit
  case garbage
  case truncation
  case zeroedSector
  case swappedPages
  case stalePage

  /// Does it.
  package func apply(to bytes: inout [UInt8], generator: inout SeededGenerator) {
    guard bytes.count >= 8192 else { return }
    func pick(_ unit: Int) -> Int {
      Int.random(in: 0..<(bytes.count / unit), using: &generator) * unit
    }
    switch self {
    case .flippedBit:
      bytes[pick(1)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case .garbage:
      let start = pick(1)
      for index in start..<min(start + 16, bytes.count) {
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
    case .truncation:
      bytes.removeLast(bytes.count - pick(512))
    case .zeroedSector:
      let start = pick(512)
      for index in start..<min(start + 512, bytes.count) { bytes[index] = 0 }
    case .swappedPages:
      let (first, second) = (pick(4096), pick(4096))
      for index in 0..<4096 { bytes.swapAt(first + index, second + index) }
    case .stalePage:
      let (source, target) = (pick(4096), pick(4096))
      for index in 0..<4096 { bytes[target + index] = bytes[source + index] }
    }
  }
}

/// A closed store whose content is known, to be damaged.
package struct DamageFixture {
  private let history: History
  private let folder: ScratchFolder
  private let names: [String]

  /// What became of a damaged store.
  package enum Verdict: String, CaseIterable, Sendable {
    /// It could not be opened or read at all, and said so.
    case refused
    /// `verify` names the damage.
    case named
    /// Everything is as it was.
    case right
  }

  /// A store of which everything is in its file, or one that crashed, with a log.
  package init(crashed: Bool) throws {
    history = try History(seed: 111, versions: 9, cells: 12)
    folder = try ScratchFolder()
    if crashed {
      let disk = try FaultDisk(try ScratchFolder())
      try disk.startRecording()
      let store = try ListStore(path: disk.folder.store, configuration: .takingTwoTogether)
      for version in 1...9 { try history.commit(version, to: store) }
      try disk.crash(into: folder)
      names = ["lists.db-wal"]
    } else {
      let store = try ListStore(path: folder.store, configuration: .takingTwoTogether)
      for version in 1...9 { try history.commit(version, to: store) }
      names = ["lists.db"]
    }
  }

  /// Damages a copy and looks what becomes of it.
  ///
  /// - Throws: ``WrongAnswer``, and whatever a store throws that it should not.
  package func run(_ damage: Damage, generator: inout SeededGenerator) throws -> Verdict {
    let copy = try ScratchFolder()
    try copy.fill(from: folder)
    for name in names {
      let url = URL(fileURLWithPath: copy.file(name))
      var bytes = [UInt8](try Data(contentsOf: url))
      damage.apply(to: &bytes, generator: &generator)
      try Data(bytes).write(to: url)
    }
    return try examine(copy.store)
  }

  private func examine(_ path: String) throws -> Verdict {
    do {
      let store = try ListStore(path: path)
      let isSound = try store.verify().isSound
      let head = try readAll(of: store, isSound: isSound)
      if isSound { try retryAll(in: store, head: head) }
      try write(to: store)
      return isSound ? .right : .named
    } catch is ListStoreError {
      return .refused
    }
  }

  /// Reads everything: a sound store answers what was committed; a damaged one answers.
  private func readAll(of store: ListStore, isSound: Bool) throws -> Int {
    _ = try? store.statistics()
    let head = try history.head(in: store)
    if isSound, head == 0, names == ["lists.db"] { throw WrongAnswer(text: "the list is gone") }
    for version in history.lists.indices {
      do {
        let fingerprint = try store.snapshot(of: "home", at: version).list.fingerprint()
        if isSound, fingerprint != history.fingerprints[version] {
          throw WrongAnswer(text: "version \(version) is another list, and nothing says so")
        }
        _ = try store.change(of: "home", from: version, to: head)
      } catch let error as ListStoreError {
        if isSound, version <= head, head > 0 {
          throw WrongAnswer(text: "\(error), and verify finds nothing")
        }
      }
    }
    return head
  }

  /// A commit key stands for its version, or is not there.
  private func retryAll(in store: ListStore, head: Int) throws {
    for version in history.lists.indices.dropFirst() where version <= head {
      let commit = try history.commit(version, to: store)
      guard commit.version == version, commit.outcome == .duplicate else {
        throw WrongAnswer(text: "key \(version) is answered \(commit), and nothing says so")
      }
    }
  }

  private func write(to store: ListStore) throws {
    do {
      try store.commit(history.lists[2], to: "home")
      try store.edit("home") { draft in
        for section in draft.sectionIDs.prefix(1) { try draft.deleteSection(section) }
      }
    } catch is ListStoreError {}
  }
}
