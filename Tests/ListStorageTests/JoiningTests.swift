import ListDiff
import ListModel
import ListStorage
import ListTestSupport
import Testing

@Suite struct JoiningTests {
  @Test func `a replica joins with a snapshot that came as text`() throws {
    let source = try ListStore.inMemory()
    try source.commit(sample, to: "home")
    try source.edit("home") { try $0.deleteCell("a1") }
    let (token, list) = (try source.token(of: "home"), try source.snapshot(of: "home").list)
    let document = try list.document()
    let snapshot = Snapshot(
      id: "home",
      version: token.version,
      fingerprint: token.fingerprint,
      list: try List(document: document)
    )
    let replica = try ListStore.inMemory()
    #expect(try replica.adopt(snapshot) == .appended(version: 2))
    var wrong = snapshot
    wrong.fingerprint = .empty
    #expect(throws: ListStoreError.self) { try ListStore.inMemory().adopt(wrong) }
    #expect(try replica.snapshot(of: "home") == snapshot)
  }
}
