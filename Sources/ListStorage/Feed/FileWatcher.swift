import Dispatch
import Foundation

/// Reports when a file is touched, written or closed after writing, also one that is deleted and
/// created again.
///
/// Watches the file's folder with inotify(7), so it costs nothing while nothing is written.
// @unchecked: `source` is set once in `init` and only cancelled in `deinit`; libdispatch's own
// objects are thread-safe, its Swift overlay on Linux just does not say so.
final class FileWatcher: @unchecked Sendable {
  private let source: any DispatchSourceRead

  /// Starts watching; `nil` when the system has no watch left.
  ///
  /// - Parameters:
  ///   - path: The file, which need not exist.
  ///   - handler: Called after one or more such events, on a queue of its own.
  init?(path: String, handler: @escaping @Sendable () -> Void) {
    let url = URL(fileURLWithPath: path)
    let name = Array(url.lastPathComponent.utf8)
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_ATTRIB | IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO)
    guard inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events) >= 0 else {
      close(descriptor)
      return nil
    }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor,
      queue: DispatchQueue(label: "ListStore.FileWatcher")
    )
    source.setEventHandler {
      if Self.readEvents(from: descriptor, naming: name) { handler() }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  deinit {
    source.cancel()
  }

  /// Reads all pending events; `true` if one names the file, or some were lost.
  private static func readEvents(from descriptor: Int32, naming name: [UInt8]) -> Bool {
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
        if eventName.elementsEqual(name) || event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          found = true
        }
        offset = end
      }
    }
  }
}
