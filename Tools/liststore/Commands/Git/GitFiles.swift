import CDispatch
import Dispatch
import Foundation
import Glibc

/// The files of a repository that git opens before it says anything.
///
/// Git waits without end for a pipe in the place of one of them.
enum GitFiles {
  /// Checks the directory that git finds from a path: `.git` there or above, or the path itself.
  ///
  /// - Throws: ``GitFailure/notAFile(path:)``.
  static func check(from path: String) throws {
    var directory = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
    while true {
      let entry = directory.appendingPathComponent(".git").path
      if FileManager.default.fileExists(atPath: entry) {
        return try isDirectory(entry) ? check(in: entry) : requireFile(entry)
      }
      if FileManager.default.fileExists(atPath: directory.appendingPathComponent("HEAD").path) {
        return try check(in: directory.path)
      }
      guard directory.path != "/" else { return }
      directory.deleteLastPathComponent()
    }
  }

  /// Checks the files at the top of a repository's directory, and its graft points.
  ///
  /// - Throws: ``GitFailure/notAFile(path:)``.
  static func check(in directory: String) throws {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
    for name in (names ?? []) + ["info/grafts", "info/exclude", "objects/info/alternates"] {
      try requireFile("\(directory)/\(name)")
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Requires a file or a directory, if there is anything.
  private static func requireFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      // The socket of a file system monitor belongs there, and no program reads it as a file.
      if status.st_mode & S_IFMT == S_IFSOCK { return }
      throw GitFailure.notAFile(path: path)
    }
  }
}
