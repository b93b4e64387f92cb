import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Followers of a list that share what one of them has read.
@Suite struct WokenPageTests {
  @Test(.timeLimit(.minutes(1)), arguments: 1...(Soak.isOn ? 40 : 4))
  func `each follower has each version once, in order, wherever it began`(seed: UInt64) async throws
  {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.path + "/a.db")
    let other = try ListStore(path: folder.path + "/a.db")
    try await store.commit(List(), to: "home")
    var generator = SeededGenerator(seed: seed)
    let last = 41
    try await withThrowingTaskGroup(of: (Int, [Int], List).self) { group in
      for version in 2...last {
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
          let start = Int.random(in: 0..<version, using: &generator)
          group.addTask {
            var (versions, replica) = ([Int](), try store.snapshot(of: "home", at: start).list)
            for try await change in store.feed(of: "home", after: start) {
              versions.append(change.version)
              replica = try change.changeset.apply(to: replica)
              if change.version == last { break }
            }
            return (start, versions, replica)
          }
        }
        let writer = Bool.random(using: &generator) ? store : other
        try await writer.edit("home") { draft in
          try draft.insertSection(Section(id: Section.ID("s\(version)")), .start)
        }
        if Bool.random(using: &generator) { await Task.yield() }
      }
      let head = try store.snapshot(of: "home")
      #expect(head.version == last)
      for try await (start, versions, replica) in group {
        #expect(versions == Array(start + 1..<last + 1), "seed \(seed), from \(start)")
        #expect(replica == head.list, "seed \(seed), from \(start)")
      }
    }
  }
}
