import Foundation
import GRDB
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// What `verify` refuses is neither backed up nor restored.
@Suite struct CopyCheckTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    var configuration = ListStore.Configuration()
    configuration.spanLengths = .init(shortest: 2, factor: 2)
    let store = try ListStore(path: path, configuration: configuration)
    try store.grow("home", to: 8, seed: 21)
    try store.grow("other", to: 8, seed: 22)
    try store.commit(sample, to: "kept", options: CommitOptions(key: "k", author: "anna"))
    _ = try store.consumer("index", of: "home")
    try store.checkpoint()
  }

  private func damage(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func expectRefusal(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try !ListStore.verify(path).isSound, sourceLocation: sourceLocation)
    let copy = folder.file("copy.db")
    for work in [
      { _ = try ListStore(path: path).backup(to: copy) },
      { _ = try ListStore.restore(path, to: copy) },
    ] {
      #expect(sourceLocation: sourceLocation) {
        try work()
      } throws: {
        guard case .corrupted? = $0 as? ListStoreError else { return false }
        return true
      }
      #expect(!FileManager.default.fileExists(atPath: copy), sourceLocation: sourceLocation)
    }
  }

  @Test(
    arguments: Soak.some(
      [
        "UPDATE liststore_chunk SET count = count + 1 WHERE chunk = 1",
        "UPDATE liststore_chunk SET cells = randomblob(length(cells)) WHERE chunk = 1",
        "DELETE FROM liststore_chunk WHERE chunk = 1",
        "DELETE FROM liststore_cell WHERE cell = (SELECT min(cell) FROM liststore_cell)",
        """
        UPDATE liststore_cell SET (type, content, digest)
          = (SELECT type, content, digest FROM liststore_cell WHERE digest <> old.digest LIMIT 1)
        FROM (SELECT cell AS number, digest FROM liststore_cell ORDER BY cell LIMIT 1) AS old
        WHERE cell = old.number
        """,
        "DELETE FROM liststore_place WHERE cell = (SELECT min(cell) FROM liststore_cell)",
        "UPDATE liststore_place SET chunk = chunk + 1",
        "UPDATE liststore_section SET checksum = 1",
        "DELETE FROM liststore_section WHERE section = 1",
        "UPDATE liststore_section SET position = -position, checksum = NULL WHERE list = 1",
        "DELETE FROM liststore_change WHERE version = 2 AND list = 1",
        "DELETE FROM liststore_change WHERE version = 8 AND list = 1",
        "UPDATE liststore_change SET body = zeroblob(length(body)), checksum = NULL WHERE version = 3",
        "UPDATE liststore_change SET author = x'', checksum = NULL WHERE version = 3",
        "UPDATE liststore_change SET time = 9e18, checksum = NULL WHERE version = 3",
        "UPDATE liststore_change SET fingerprint = zeroblob(16), checksum = NULL WHERE version = 3",
        "UPDATE liststore_change SET touched = x'FF' WHERE version = 3",
        "UPDATE liststore_span SET body = substr(body, 1, length(body) - 1)",
        "UPDATE liststore_span SET parent = parent + 2, body_checksum = NULL WHERE span = 1",
        "UPDATE liststore_key SET key = x'61'", "DELETE FROM liststore_key",
        "UPDATE liststore_cursor SET version = 99", "UPDATE liststore_cursor SET list = 9",
        "UPDATE liststore_list SET lineage = randomblob(16) WHERE list = 1",
        "UPDATE liststore_list SET floor = 3 WHERE list = 1",
        "UPDATE liststore_list SET id = CAST('hom' AS BLOB) WHERE list = 1",
        "DELETE FROM liststore_list WHERE list = 1", "DELETE FROM liststore_list",
        "UPDATE OR REPLACE liststore_list SET list = 2 WHERE list = 1",
        "UPDATE liststore_list SET list = 4 WHERE list = 3", "UPDATE liststore SET lists = 4",
        "UPDATE liststore_list SET checksum = NULL",
        "UPDATE liststore_list SET floor_checksum = NULL",
        "UPDATE liststore_section SET checksum = NULL",
        "UPDATE liststore_chunk SET checksum = NULL",
        "UPDATE liststore_change SET checksum = NULL",
        "UPDATE liststore_change SET body_checksum = NULL",
        "UPDATE liststore_span SET body_checksum = NULL",
        """
        DELETE FROM liststore_list WHERE list = 1; DELETE FROM liststore_change WHERE list = 1;
        DELETE FROM liststore_chunk WHERE section IN (SELECT section FROM liststore_section WHERE list = 1);
        DELETE FROM liststore_section WHERE list = 1; DELETE FROM liststore_place WHERE list = 1;
        DELETE FROM liststore_cell WHERE list = 1; DELETE FROM liststore_span WHERE list = 1;
        DELETE FROM liststore_cursor; DELETE FROM liststore_key WHERE list = 1;
        """,
      ],
      every: 3
    )
  )
  func `a store with damaged rows is not copied`(sql: String) throws {
    try damage(sql)
    try expectRefusal()
  }

  @Test func `a store with any damaged page is not copied`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let count = whole.count / 4_096
    for page in 1..<count {
      for kind in 0..<3 where page > 1 || kind == 0 {
        var bytes = whole
        let range = page * 4_096..<(page + 1) * 4_096
        switch kind {
        case 0: bytes[range] = Data(count: 4_096)
        case 1: bytes[range] = whole[(page - 1) * 4_096..<page * 4_096]
        default: bytes[range.lowerBound + 4_000] ^= 1
        }
        for side in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + side) }
        try bytes.write(to: URL(fileURLWithPath: path))
        // Free pages, and what is free in a page, are nobody's content.
        let isSound = (try? ListStore.verify(path).isSound) ?? false
        let copy = folder.file("\(page) \(kind).db")
        do {
          try ListStore.restore(path, to: copy)
          #expect(isSound, "page \(page), \(kind)")
        } catch {
          #expect(!isSound, "page \(page), \(kind): \(error)")
        }
      }
    }
  }

  @Test func `a copy that is not checked has the bytes, and says so`() throws {
    try damage("DELETE FROM liststore_chunk")
    let (copy, restored) = (folder.file("copy.db"), folder.file("restored.db"))
    #expect(try ListStore(path: path).backup(to: copy, checking: .nothing).check == .nothing)
    #expect(try !ListStore.verify(copy).isSound)
    #expect(throws: ListStoreError.self) { try ListStore.restore(copy, to: restored) }
    #expect(try ListStore.restore(copy, to: restored, checking: .nothing).check == .nothing)
    #expect(try !ListStore.verify(restored).isSound)
  }

  @Test func `a sound store is copied, and says that it was checked`() throws {
    let copy = folder.file("copy.db")
    let report = try ListStore(path: path).backup(to: copy)
    #expect(report.check == .structureAndSums && report.lists == 3)
    #expect(try ListStore.verify(copy).problems == [])
  }
}
