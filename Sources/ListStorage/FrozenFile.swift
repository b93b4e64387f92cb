import Foundation

/// A file that is read as immutable, because no file can be made beside it, or none with content.
///
/// SQLite reads it without locks. Another user may still be able to write it, so the result of a read
/// is valid only while the file is unchanged.
package struct FrozenFile: Sendable {
  private struct State: Equatable {
    let file: FileIdentity?
    let size: off_t
    let modified: [Int]

    init(path: String) {
      var status = stat()
      file = FileIdentity(path: path)
      guard lstat(path, &status) == 0 else {
        (size, modified) = (0, [])
        return
      }
      size = status.st_size
      modified = [status.modificationTime.tv_sec, status.modificationTime.tv_nsec]
    }
  }

  private let path: String
  private let state: State

  /// Notes the state of the file at a path on a device without room.
  ///
  /// - Returns: `nil` if a log beside it has commits that it lacks: then there has to be room to read
  ///   it.
  init?(onFullDevice path: String) {
    (self.path, state) = (path, State(path: path))
    if filledLog != nil { return nil }
  }

  /// Notes the state of the file at a path.
  ///
  /// - Returns: `nil` if files can be made beside it: then something else prevents opening it.
  /// - Throws: ``ListStoreError/cannotOpen(path:reason:)`` when a log beside it has commits that it
  ///   lacks.
  package init?(path: String) throws {
    guard access(FilePath.folder(of: path), W_OK) != 0 else { return nil }
    (self.path, state) = (path, State(path: path))
    guard let log = filledLog else { return }
    if log.hasSuffix("-journal") { throw LeftJournal(of: path).cannotBeUndone }
    throw ListStoreError.cannotOpen(
      path: path,
      reason: "its last commits are in \(log), which can only be read where files can be made, and "
        + "nothing can be written in \(FilePath.folder(of: path)). Copy both files to another "
        + "folder, or open the store once where it may be written, which moves them into it"
    )
  }

  /// Whether the file is unchanged, and no process has begun a log beside it.
  package var isUnchanged: Bool { filledLog == nil && State(path: path) == state }

  private var filledLog: String? {
    [path + "-wal", path + "-journal"].first { FileIdentity.hasContent($0) }
  }
}
