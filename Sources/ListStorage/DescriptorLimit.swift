import Foundation

/// How many files this process may have open at a time.
enum DescriptorLimit {
  /// The files that a connection opens: the database, its log, its index and a journal.
  private static let connectionNeed = 4

  /// Whether the process can open no further connection, to any file.
  static var isReached: Bool {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for _ in 0..<connectionNeed {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
      descriptors.append(descriptor)
    }
    return false
  }

  /// Returns the error for a file that could not be opened.
  static func error(path: String) -> ListStoreError {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return .cannotOpen(
      path: path,
      reason:
        "no more files can be open at a time (this process may have \(limit)); close "
        + "some, or raise the limit (ulimit -n)"
    )
  }
}
