public import Foundation

/// Reads what a running program prints, line by line.
public struct LineReader {
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  /// Reads from a pipe.
  public init(_ handle: FileHandle) {
    self.handle = handle
  }

  /// The next line, once it is there; `nil` at the end.
  public mutating func next() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let bytes = handle.nextBytes()
      if bytes.isEmpty { return nil }
      buffer += bytes
    }
  }
}
