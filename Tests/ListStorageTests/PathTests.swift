import Foundation
import GRDB
import ListKeeping
import ListModel
import Testing

@testable import ListStorage

/// A path leads to the file the system means by it, whatever SQLite would make of it.
///
/// What depends on the current folder runs in a process of its own.
@Suite struct PathTests {
  @Test(arguments: ["file:zz.db", ":memory:", "t", "file:z?mode=memory", "zz.db"])
  func `a relative path is one file for SQLite, the lock and copies`(path: String) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [folder = folder.path as String, path] in
      try #require(FileManager.default.changeCurrentDirectoryPath(folder))
      try ListStore(path: path).commit(sample, to: "home")
      var configuration = ListStore.Configuration()
      configuration.access = .readOnly
      let store = try ListStore(path: path, configuration: configuration)
      #expect(try store.lists().count == 1)
      try store.backup(to: path + "b")
      try ListStore.restore(path + "b", to: path + "c")
      #expect(try ListStore.repair(path, to: path + "d").isComplete)
      for name in ["", "b", "c", "d"] {
        #expect(try ListStore(path: folder + "/" + path + name).lists().count == 1)
      }
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `a copy under a name of one letter is made`() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [folder = folder.path as String] in
      try #require(FileManager.default.changeCurrentDirectoryPath(folder))
      try ListStore(path: "lists.db").backup(to: "b")
      #expect(try ListStore(path: "b").lists() == [])
    }
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    ("lists.db", "."), ("t", "."), ("a/b", "a"), ("/t", "/"), ("/a/b/c.db", "/a/b"), ("a/", "a"),
    ("", "."),
  ])
  func `the folder of a path is what stands before its last part`(path: String, folder: String) {
    #expect(FilePath.folder(of: path) == folder)
  }

  @Test(arguments: ["", "lists\0.db"])
  func `a path that can be none is refused, and nothing is made`(name: String) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [folder = folder.path as String, name] in
      try #require(FileManager.default.changeCurrentDirectoryPath(folder))
      let store = try ListStore.inMemory()
      func isRefused(_ work: () throws -> Void) {
        #expect { try work() } throws: { error in
          guard case .invalidName("the path", _)? = error as? ListStoreError else { return false }
          return true
        }
      }
      isRefused { _ = try ListStore(path: name) }
      isRefused { try store.backup(to: name) }
      isRefused { try ListStore.restore(name, to: "restored.db") }
      isRefused { _ = try ListStore.repair(name, to: "repaired.db") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `a database of the owner's under a URI is locked beside its file`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("own.db")
    let queue = try DatabaseQueue(path: "file:\(file)?cache=private")
    try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try ListStore(in: queue).commit(sample, to: "home")
    #expect(FileManager.default.fileExists(atPath: file + "-lock"))
    let inMemory = try ListStore(in: DatabaseQueue(named: "paths"))
    #expect(try inMemory.commit(sample, to: "home").version == 1)
    #expect(inMemory.database.isInMemory)
  }
}
