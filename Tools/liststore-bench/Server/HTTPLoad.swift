import Foundation

/// Sends requests over several connections that are kept open, from one thread.
///
/// Each connection sends its next request as soon as the answer to the last one is whole. The thread looks at
/// nothing of an answer but its status and its length, so that it needs less time than any server.
struct HTTPLoad {
  /// What went wrong.
  struct Failure: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }
  }

  /// What was done.
  struct Outcome {
    var answers = 0
    var seconds = 0.0
    /// The processor time of the thread.
    var processorSeconds = 0.0
  }

  let port: Int
  var connections = 1

  init(port: Int) {
    self.port = port
  }

  /// Sends one request, and returns the bytes of its answer.
  func answer(to request: [UInt8]) throws -> [UInt8] {
    let connection = try Connection(port: port)
    try connection.send(request)
    while true {
      if let length = try connection.lengthOfAnswer() { return connection.take(length) }
      try connection.receive()
    }
  }

  /// Sends requests for some time, and waits for the answers to all of them.
  func run(for duration: Duration, _ request: () -> [UInt8]) throws -> Outcome {
    let open = try (0..<connections).map { _ in try Connection(port: port) }
    var polled = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let start = ContinuousClock.now
    let processor = Self.processorSeconds
    let end = start + duration
    for connection in open { try connection.send(request()) }
    var (outcome, waiting) = (Outcome(), open.count)
    while waiting > 0 {
      guard poll(&polled, nfds_t(polled.count), 10_000) > 0 else {
        throw Failure(reason: "a server has not answered within 10 seconds")
      }
      let isOver = ContinuousClock.now >= end
      for index in polled.indices where polled[index].revents != 0 {
        try open[index].receive()
        guard let length = try open[index].lengthOfAnswer() else { continue }
        _ = open[index].take(length)
        outcome.answers += 1
        if isOver {
          polled[index].fd = -1
          polled[index].revents = 0
          waiting -= 1
        } else {
          try open[index].send(request())
        }
      }
    }
    outcome.seconds = start.elapsed
    outcome.processorSeconds = Self.processorSeconds - processor
    return outcome
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// One connection, and what has come of an answer.
private final class Connection {
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var count = 0

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var isOn: Int32 = 1
    setsockopt(
      descriptor,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &isOn,
      socklen_t(MemoryLayout<Int32>.size)
    )
    guard status == 0 else { throw HTTPLoad.Failure(reason: "port \(port) cannot be reached") }
  }

  deinit { close(descriptor) }

  /// Sends a request, which is smaller than the buffers of the system.
  func send(_ bytes: [UInt8]) throws {
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    else {
      throw HTTPLoad.Failure(reason: "a request could not be sent")
    }
  }

  func receive() throws {
    if count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let received = buffer.withUnsafeMutableBytes { bytes in
      recv(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count, 0)
    }
    guard received > 0 else { throw HTTPLoad.Failure(reason: "a server has closed a connection") }
    count += received
  }

  /// Returns the length of the answer that has come; `nil` if it is not whole.
  ///
  /// - Throws: ``HTTPLoad/Failure`` if it is not a success, or does not say its length.
  func lengthOfAnswer() throws -> Int? {
    let bytes = buffer[..<count]
    guard let end = Self.end(of: "\r\n\r\n", in: bytes) else { return nil }
    // "Content-Length" in either spelling.
    guard bytes[9] == UInt8(ascii: "2"), let field = Self.end(of: "ontent-", in: bytes[..<end]),
      let value = Self.end(of: "ength: ", in: bytes[field..<end])
    else {
      let text = String(decoding: bytes, as: UTF8.self)
      throw HTTPLoad.Failure(reason: "unexpected answer: \(text)")
    }
    let digits = bytes[value..<end].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let length = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return count >= end + length ? end + length : nil
  }

  /// Returns the place after the first occurrence of some bytes.
  private static func end(of pattern: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    let size = pattern.utf8CodeUnitCount
    guard bytes.count >= size else { return nil }
    return bytes.withUnsafeBytes { text in
      (0...(text.count - size)).first { place in
        (0..<size).allSatisfy { text[place + $0] == pattern.utf8Start[$0] }
      }.map { bytes.startIndex + $0 + size }
    }
  }

  /// Returns the answer, and forgets it.
  func take(_ length: Int) -> [UInt8] {
    defer { count = 0 }
    return Array(buffer.prefix(length))
  }
}
