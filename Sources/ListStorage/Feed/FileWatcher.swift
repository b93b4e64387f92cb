import Dispatch
import Foundation
import Synchronization

/// Reports when a file is touched, written or closed after writing, even if it is deleted and
/// created again, and when another file is deleted or replaced.
///
/// Watches the file's folder with inotify(7), so it costs nothing while nothing is written. The
/// system has few inotify instances, mostly 128 for a user; without one, the watcher looks at the
/// file's times once a second. It does not notice when a folder further up is renamed.
// @unchecked: `source` is set once in `init` and only cancelled in `deinit`; libdispatch's own
// objects are thread-safe, its Swift overlay on Linux just does not say so.
final class FileWatcher: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - path: The file, which need not exist.
  ///   - other: A file in the same folder; only its appearing or disappearing is reported.
  ///   - isPolling: Whether to do without inotify.
  ///   - handler: Called after one or more such events, on a queue of its own.
  init(
    path: String,
    orReplacementOf other: String,
    isPolling: Bool = false,
    handler: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "ListStore.FileWatcher")
    source =
      (isPolling ? nil : Self.watch(path, orReplacementOf: other, on: queue, handler))
      ?? Self.poll(path, orReplacementOf: other, on: queue, handler)
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// - Returns: `nil` when the system has no watch left.
  private static func watch(
    _ path: String,
    orReplacementOf other: String,
    on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) -> (any DispatchSourceProtocol)? {
    let (name, otherName) = (FilePath.name(of: path), FilePath.name(of: other))
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_ATTRIB | IN_MODIFY | IN_CLOSE_WRITE) | replacement | folderLoss
    guard inotify_add_watch(descriptor, FilePath.folder(of: path), events) >= 0 else {
      close(descriptor)
      return nil
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      if readEvents(from: descriptor, naming: name, orReplacing: otherName) { handler() }
    }
    source.setCancelHandler { close(descriptor) }
    return source
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

  private static let replacement = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
  private static let folderLoss = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

  /// Reads all pending events; `true` if one is to be reported, or some were lost.
  private static func readEvents(
    from descriptor: Int32,
    naming name: [UInt8],
    orReplacing otherName: [UInt8]
  ) -> Bool {
    var found = false
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return found }
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let event = buffer.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        }
        let end = min(offset + header + Int(event.len), count)
        let eventName = buffer[(offset + header)..<end].prefix { $0 != 0 }
        if eventName.elementsEqual(name)
          || event.mask & replacement != 0 && eventName.elementsEqual(otherName)
          || event.mask & (folderLoss | UInt32(IN_Q_OVERFLOW)) != 0
        {
          found = true
        }
        offset = end
      }
    }
  }
}

/// The state of the files that is polled without inotify.
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
  }

  init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    file = UInt(status.st_ino)
    modified = Moment(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    changed = Moment(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
  }
}
