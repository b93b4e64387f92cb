import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// The greatest version there is.
@Suite struct LastVersionTests {
  /// 2⁵³ − 1, as docs/formats.md says.
  private let last = 9_007_199_254_740_991

  /// A store whose list is at a version.
  private func store(at version: Int) throws -> ListStore {
    let source = try ListStore.inMemory()
    try source.commit(sample, to: "home")
    var snapshot = try source.snapshot(of: "home")
    snapshot.version = version
    let store = try ListStore.inMemory()
    try store.adopt(snapshot)
    return store
  }

  private func isRefused(_ error: any Error) -> Bool {
    guard case ListStoreError.changeRefused(list: "home", let reason) = error else { return false }
    return reason.contains("\(last)")
  }

  @Test(arguments: [140_737_488_289_791, 140_737_488_289_792, 9_007_199_254_740_990])
  func `a list that begins before it can be read, verified and changed`(version: Int) throws {
    let source = try store(at: version)
    #expect(try source.lists().map(\.version) == [version])
    let consumer = try source.consumer("index", of: "home")
    while try consumer.consume({ _ in }) {}
    try source.edit("home") { try $0.deleteCell("a2") }
    var seen: [Int] = []
    while try consumer.consume({ seen += $0.changes.map(\.version) }) {}
    #expect(seen == [version + 1])
    try source.removeConsumer("index", of: "home")
    let store = try ListStore.inMemory()
    try source.export("home") { try store.apply(Change(document: $0)) }
    #expect(try store.lists() == source.lists())
    #expect(try store.info(of: "home").version == version + 1)
    let stored = try sample.stored()
    #expect(try store.snapshot(of: "home", at: version).list == stored)
    #expect(try store.verify().problems == [])
    #expect(try store.compact(.newest(0)).removedVersions == 1)
    #expect(try store.statistics().lists.first?.floor == version + 1)
    #expect(try store.verify().problems == [])
  }

  @Test func `a list that has it stays as it is`() throws {
    let store = try store(at: last)
    let before = try store.lists()
    var other = sample
    other.sections.removeLast()
    let changeset = try Changeset(from: sample, to: other)
    #expect { try store.commit(other, to: "home") } throws: { isRefused($0) }
    #expect { try store.edit("home") { try $0.deleteCell("a2") } } throws: { isRefused($0) }
    #expect {
      try store.commit(
        .changes(changeset),
        to: "home",
        options: CommitOptions(expecting: .version(last))
      )
    } throws: { isRefused($0) }
    let change = Change(
      list: "home",
      version: last + 1,
      parent: last,
      parentFingerprint: before[0].fingerprint,
      fingerprint: try other.fingerprint(),
      changeset: changeset
    )
    #expect { try store.apply(change) } throws: { isRefused($0) }
    #expect(try store.commit(sample, to: "home").outcome == .unchanged)
    #expect(try store.lists() == before)
    #expect(try store.verify().problems == [])
  }

  @Test(arguments: [9_007_199_254_740_992, .max])
  func `a list does not begin after it`(version: Int) throws {
    let source = try ListStore.inMemory()
    try source.commit(sample, to: "home")
    var snapshot = try source.snapshot(of: "home")
    snapshot.version = version
    let store = try ListStore.inMemory()
    #expect { try store.adopt(snapshot) } throws: { isRefused($0) }
    #expect(try store.lists() == [])
  }
}
