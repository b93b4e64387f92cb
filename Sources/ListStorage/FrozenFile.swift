import Foundation

/// A file that is read as one that nobody changes, because nothing can be written beside it.
///
/// SQLite reads it without locks. Where only this user may not write, another one still may: what was
/// read is good only as long as the file is what it was.
struct FrozenFile: Sendable {
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
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
  }

  private let path: String
  private let state: State

  /// The file at a path.
  ///
  /// - Returns: `nil` where files can be made beside it, so that something else is in the way.
  /// - Throws: ``ListStoreError/cannotOpen(path:reason:)`` when a log beside it has what it lacks.
  init?(path: String) throws {
    guard access(FilePath.folder(of: path), W_OK) != 0 else { return nil }
    (self.path, state) = (path, State(path: path))
    guard let log = filledLog else { return }
    throw ListStoreError.cannotOpen(
      path: path,
      reason: "its last commits are in \(log), which can only be read where files can be made, and "
        + "nothing can be written in \(FilePath.folder(of: path)). Copy both files to another "
        + "folder, or open the store once where it may be written, which moves them into it"
    )
  }

  /// Whether the file is what it was, and nobody has begun a log beside it.
  var isUnchanged: Bool { filledLog == nil && State(path: path) == state }

  private var filledLog: String? {
    [path + "-wal", path + "-journal"].first { FileIdentity.hasContent($0) }
  }
}
