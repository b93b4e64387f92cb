#if os(Linux) && !LISTSTORE_PORTABLE
  import Dispatch
  import Foundation

  /// What happens in a file's folder, as inotify(7) tells it: the part of ``FileWatcher`` that only Linux
  /// has.
  enum FolderEvents {
    /// Returns a source that calls `handler` for events of a file, or when another one appears or
    /// disappears; `nil` when the system has no watch left.
    static func source(
      for path: String,
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
#endif
