import Foundation
import Glibc
import Testing

/// A connection on which every byte is the test's own.
///
/// All calls block, and give up after a minute; tests call them from threads of their own.
final class RawClient: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0, "cannot connect: \(errno)")
  }

  deinit { close(descriptor) }

  /// Sends everything.
  ///
  /// - Returns: Whether the server has taken it.
  @discardableResult
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Says that nothing more is sent.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection.
  func endAll() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Reads until the text has what is looked for, or the connection ends.
  func read(until end: String? = nil) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a request that asks for the end of the connection, and returns everything that comes.
  static func send(_ request: String, to port: Int) async throws -> String {
    let client = try RawClient(port: port)
    return await blocking {
      client.write(request)
      return client.read()
    }
  }
}

/// Runs work that blocks on a thread that may be blocked.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
