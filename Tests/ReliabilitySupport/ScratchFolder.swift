import Foundation

/// An empty folder, in memory where the system has such a place, that exists as long as this value.
package final class ScratchFolder: Sendable {
  /// The path of the folder.
  package let path: String

  package init() throws {
    let shared = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: shared)
      ? shared : FileManager.default.temporaryDirectory.path
    path = parent + "/liststore-reliability-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// An empty folder at a place of the caller's choice.
  package init(at path: String) throws {
    self.path = path
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The path of the store in it.
  package var store: String { file("lists.db") }

  /// Copies all files of another folder into this one.
  package func fill(from folder: ScratchFolder) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(atPath: folder.file(name), toPath: file(name))
    }
  }

  /// Removes all files in it.
  package func clear() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.removeItem(atPath: file(name))
    }
  }
}

extension ScratchFolder {
  /// Makes an empty file where the store will be.
  package func createEmptyStoreFile() throws {
    try Data().write(to: URL(fileURLWithPath: store))
  }
}
