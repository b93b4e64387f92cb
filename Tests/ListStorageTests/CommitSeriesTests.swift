import Dispatch
import Foundation
import ListKeeping
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

/// Many commits of one caller in one transaction.
@Suite struct CommitSeriesTests {
  /// One commit of a series, some of which are refused.
  private enum Step {
    case list(List, CommitOptions)
    case edit(Int, CommitOptions)
    case deleteMissing

    func make(_ store: ListStore) throws -> Commit {
      switch self {
      case .list(let list, let options): try store.commit(list, to: "home", options: options)
      case .edit(let number, let options):
        try store.edit("home", options: options) { try edit(number, &$0) }
      case .deleteMissing:
        try store.edit("home") { draft in
          try draft.insertCell(Self.cell(1_000), .start(of: "s"))
          try draft.deleteCell("missing")
        }
      }
    }

    func make(_ series: CommitSeries) throws -> Commit {
      switch self {
      case .list(let list, let options): try series.commit(list, to: "home", options: options)
      case .edit(let number, let options):
        try series.edit("home", options: options) { try edit(number, &$0) }
      case .deleteMissing:
        try series.edit("home", options: CommitOptions()) { draft in
          try draft.insertCell(Self.cell(1_000), .start(of: "s"))
          try draft.deleteCell("missing")
        }
      }
    }

    /// An edit that does not fit makes the commit fail.
    private func edit(_ number: Int, _ draft: inout ListDraft) throws {
      if number.isMultiple(of: 3) {
        try draft.deleteCell(Cell.ID("c\(number % 7)"))
      } else {
        try draft.insertCell(Self.cell(number % 7), .start(of: "s"))
      }
    }

    static func cell(_ number: Int) -> Cell {
      Cell(
        id: Cell.ID("c\(number)"),
        component: AnyComponent(StoredComponent(type: "T", content: nil))
      )
    }
  }

  private static func steps(_ generator: inout SeededGenerator) -> [Step] {
    (0..<Int.random(in: 1...24, using: &generator)).map { number in
      let key = Int.random(in: 0..<4, using: &generator)
      var options = CommitOptions(key: key == 0 ? "k\(number / 3)" : nil)
      if key == 1 { options.expected = .version(Int.random(in: 0..<12, using: &generator)) }
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: return .deleteMissing
      case 1, 2: return .edit(Int.random(in: 0..<40, using: &generator), options)
      default:
        let count = Int.random(in: 0..<7, using: &generator)
        var section = Section(id: "s")
        section.cells = (0..<count).map(Step.cell)
        return .list(List(sections: [section]), options)
      }
    }
  }

  private func outcome(_ make: () throws -> Commit) -> String {
    do {
      let commit = try make()
      return "\(commit.outcome) \(commit.version) \(commit.fingerprint)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: 1...(Soak.isOn ? 300 : 30))
  func `a series answers as its commits one by one, and leaves the same store`(seed: UInt64) throws
  {
    let folder = try TemporaryFolder()
    let (alone, together) = (
      try ListStore(path: folder.path + "/alone.db"),
      try ListStore(path: folder.path + "/together.db")
    )
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let steps = Self.steps(&generator)
      let expected = steps.map { step in outcome { try step.make(alone) } }
      let found = try together.commitSeries { series in
        steps.map { step in outcome { try step.make(series) } }
      }
      #expect(found == expected, "seed \(seed)")
    }
    guard let head = try alone.head(of: "home") else { return }
    #expect(try together.head(of: "home")?.fingerprint == head.fingerprint, "seed \(seed)")
    for version in 0...head.version {
      let lists = try [alone, together].map { try $0.snapshot(of: "home", at: version).list }
      #expect(lists[0] == lists[1], "seed \(seed), version \(version)")
    }
    #expect(try together.verify().problems.isEmpty, "seed \(seed)")
  }

  @Test func `a series whose body throws leaves nothing`() throws {
    struct Refused: Error {}
    let store = try ListStore.inMemory()
    try store.commit(List(), to: "home")
    #expect(throws: Refused.self) {
      try store.commitSeries { series in
        _ = try series.commit(
          List(sections: [Section(id: "s")]),
          to: "home",
          options: CommitOptions()
        )
        throw Refused()
      }
    }
    #expect(try store.info(of: "home").version == 1)
    // What was undone is not known any more.
    try store.edit("home") { try $0.insertSection(Section(id: "other"), .start) }
    #expect(try store.snapshot(of: "home").list.sections.map(\.id) == ["other"])
    #expect(try store.verify().problems.isEmpty)
  }

  @Test func `a series is made all at once, and others' commits come before or after it`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.path + "/a.db")
    try store.commit(List(), to: "home")
    let group = DispatchGroup()
    let failures = Mutex<[any Error]>([])
    group.enter()
    Thread {
      defer { group.leave() }
      do {
        for number in 0..<20 {
          try store.edit("home") { draft in
            try draft.insertSection(Section(id: Section.ID("other \(number)")), .start)
          }
        }
      } catch { failures.withLock { $0.append(error) } }
    }.start()
    for number in 0..<10 {
      let versions = try store.commitSeries { series in
        try (0..<5).map { part in
          try series.edit("home", options: CommitOptions()) { draft in
            try draft.insertSection(Section(id: Section.ID("\(number) \(part)")), .start)
          }.version
        }
      }
      #expect(versions == Array(versions[0]...(versions[0] + 4)))
    }
    #expect(group.wait(timeout: .now() + 60) == .success)
    #expect(failures.withLock { $0.isEmpty })
    #expect(try store.info(of: "home").version == 71)
    #expect(try store.verify().problems.isEmpty)
  }
}
