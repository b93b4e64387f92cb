import Foundation

/// Waits until the content of a file or folder is on the device.
///
/// - Returns: 0, or -1 and sets `errno`.
package func flushToDevice(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // There, `fsync` returns once the device has the bytes in its cache (fsync(2) of macOS). Not every
    // file system can do more.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}
