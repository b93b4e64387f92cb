import Glibc

/// Bytes read from a file descriptor, as many at a time as are available.
package struct ByteStream {
  private let descriptor: Int32
  private let chunkSize: Int

  /// Creates a stream of a descriptor, which the caller keeps open.
  package init(descriptor: Int32, chunkSize: Int = 1 << 16) {
    self.descriptor = descriptor
    self.chunkSize = chunkSize
  }

  /// Returns the next bytes, or `nil` at the end.
  ///
  /// - Throws: ``SystemError`` if reading fails.
  package func next() throws(SystemError) -> [UInt8]? {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, initializedCount in
      repeat {
        count = read(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      initializedCount = max(count, 0)
    }
    guard count >= 0 else { throw SystemError(number: errno) }
    return count == 0 ? nil : chunk
  }
}

/// An error of the operating system.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno`.
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  /// The operating system's message.
  package var description: String { String(cString: strerror(number)) }
}

/// Writes all bytes to a file descriptor.
///
/// - Throws: ``SystemError`` if writing fails; some of the bytes may have been written.
package func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) throws(SystemError) {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      throw SystemError(number: errno)
    }
  }
}
