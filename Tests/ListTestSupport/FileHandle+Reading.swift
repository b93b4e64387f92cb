public import Foundation

extension FileHandle {
  /// The bytes that are there, once there are some; empty at the end.
  ///
  /// Unlike `availableData`, it goes on when a signal interrupts it, and never traps.
  public func nextBytes() -> Data {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Foundation.read(fileDescriptor, &bytes, bytes.count)
      if count >= 0 { return Data(bytes[..<count]) }
      if errno != EINTR { return Data() }
    }
  }
}
