import Dispatch
import Foundation
import Synchronization

/// Reports when a file is touched, written or closed after writing, even if it is deleted and
/// created again, and when another file is deleted or replaced.
///
/// On Linux, watches the file's folder with inotify(7), so it costs nothing while nothing is written.
/// The system has few inotify instances, mostly 128 for a user; without one, and on other systems, the
/// watcher looks at the file's times once a second. It does not notice when a folder further up is
/// renamed.
// @unchecked: `source` is set once in `init` and only cancelled in `deinit`; libdispatch's own
// objects are thread-safe, its Swift overlay on Linux just does not say so.
final class FileWatcher: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - path: The file, which need not exist.
  ///   - other: A file in the same folder; only its appearing or disappearing is reported.
  ///   - parts: Whether inotify may be used.
  ///   - handler: Called after one or more such events, on a queue of its own.
  init(
    path: String,
    orReplacementOf other: String,
    using parts: SystemParts = .chosen,
    handler: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "ListStore.FileWatcher")
    source =
      Self.watch(path, orReplacementOf: other, using: parts, on: queue, handler)
      ?? Self.poll(path, orReplacementOf: other, on: queue, handler)
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// - Returns: `nil` when the system has no such watch, or none left.
  private static func watch(
    _ path: String,
    orReplacementOf other: String,
    using parts: SystemParts,
    on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceProtocol)? {
    #if os(Linux) && !LISTSTORE_PORTABLE
      guard parts == .native else { return nil }
      return FolderEvents.source(for: path, orReplacementOf: other, on: queue, handler)
    #else
      return nil
    #endif
  }

  private static func poll(
    _ path: String,
    orReplacementOf other: String,
    on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeTimerSource(queue: queue)
    func look() -> WatchedFiles {
      WatchedFiles(times: FileTimes(path), other: FileIdentity(path: other))
    }
    let last = Mutex(look())
    source.setEventHandler {
      let now = look()
      let hasChanged = last.withLock { last in
        defer { last = now }
        return last != now
      }
      if hasChanged { handler() }
    }
    source.schedule(deadline: .now() + 1, repeating: 1)
    return source
  }
}

/// The state of the files that is polled where there is no watch.
private struct WatchedFiles: Equatable {
  var times: FileTimes
  var other: FileIdentity?
}

/// The numbers that change when a file is touched, written or replaced.
private struct FileTimes: Equatable {
  private var file: UInt = 0
  private var modified = Moment()
  private var changed = Moment()

  /// Kept in two parts: the nanoseconds since 1970 may not fit into one number.
  private struct Moment: Equatable {
    var seconds = 0
    var nanoseconds = 0

    init() {}

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    file = UInt(status.st_ino)
    modified = Moment(status.modificationTime)
    changed = Moment(status.changeTime)
  }
}
