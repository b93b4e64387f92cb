import Foundation
import Synchronization

/// A way to a server that fails when a test says so: a port of loopback in front of the server's socket.
///
/// Each connection has two threads of its own, one for each direction: tests that block do not keep it from
/// passing on what comes.
final class FaultyWay: Sendable {
  /// What happens to the bytes.
  private enum Fault {
    /// Both ends of all connections are closed.
    case cut
    /// Nothing more is passed on, and connections stay: a server that was stopped.
    case silence
  }

  private struct State {
    var open: Set<Int32> = []
    /// How many directions still pass bytes, by the client's end.
    var running: [Int32: Int] = [:]
    var fault: Fault?
    /// How many bytes still pass before the fault.
    var left = 0
    var isSilent = false
    var passed = 0
    var connections = 0
    var faults = 0
  }

  let port: Int
  private let listener: Int32
  private let target: String
  private let state = Mutex(State())
  /// Told when a silence ends.
  private let speaking = NSCondition()

  /// Opens a way to a server.
  init(to server: PostgresServer) throws {
    target = server.socket
    port = try PostgresServer.freePort()
    listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard bound == 0, listen(listener, 64) == 0 else {
      throw PostgresServer.Failure(description: "port \(port) cannot be listened at")
    }
    Thread.detachNewThread { [self] in accept() }
  }

  /// Ends it, and all its connections.
  func close() {
    speak()
    shutdown(listener, Int32(SHUT_RDWR))
    cutAll()
  }

  /// The address of a database of the server, by this way.
  func address(of database: String) -> String {
    "postgres://app@127.0.0.1:\(port)/\(database)?sslmode=disable&connect_timeout=2"
  }

  /// How many bytes were passed on, in both directions.
  var passed: Int { state.withLock { $0.passed } }
  /// How many connections were made.
  var connections: Int { state.withLock { $0.connections } }
  /// How often it has failed.
  var faults: Int { state.withLock { $0.faults } }

  /// Ends all connections once so many more bytes were passed on.
  func cut(after count: Int) { state.withLock { ($0.fault, $0.left) = (.cut, count) } }

  /// Passes nothing on once so many more bytes were passed on, until ``speak()``.
  func fallSilent(after count: Int) { state.withLock { ($0.fault, $0.left) = (.silence, count) } }

  /// Passes on what has come, and what comes.
  func speak() {
    state.withLock { ($0.isSilent, $0.fault) = (false, nil) }
    speaking.lock()
    speaking.broadcast()
    speaking.unlock()
  }

  // MARK: - Threads

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else {
        Glibc.close(listener)
        return
      }
      let server = connect()
      state.withLock { state in
        state.connections += 1
        state.running[client] = 2
        state.open.formUnion([client, server])
      }
      for (from, to) in [(client, server), (server, client)] {
        Thread.detachNewThread { [self] in
          pass(from, to)
          shutdown(to, Int32(SHUT_WR))
          end(client, server)
        }
      }
    }
  }

  /// Closes both ends, once neither direction passes bytes: the numbers may be another connection's then.
  private func end(_ client: Int32, _ server: Int32) {
    state.withLock { state in
      state.running[client, default: 0] -= 1
      guard state.running[client] == 0 else { return }
      state.running[client] = nil
      state.open.subtract([client, server])
      for end in [client, server] where end >= 0 { Glibc.close(end) }
    }
  }

  /// Connects to the server; -1 when it does not listen, which ends the connection.
  private func connect() -> Int32 {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: target.utf8) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      Glibc.close(socket)
      return -1
    }
    return socket
  }

  private func pass(_ from: Int32, _ to: Int32) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(from, &bytes, bytes.count)
      guard count > 0 else { return }
      var start = 0
      while start < count {
        awaitSpeech()
        let next = start + allowed(count - start)
        while start < next {
          let sent = bytes.withUnsafeBytes {
            send(to, $0.baseAddress.unsafelyUnwrapped + start, next - start, Int32(MSG_NOSIGNAL))
          }
          guard sent > 0 else { return }
          start += sent
        }
        fail()
      }
    }
  }

  /// Returns how many bytes may pass before the fault, and takes note of them.
  private func allowed(_ count: Int) -> Int {
    state.withLock { state in
      let allowed = state.fault == nil ? count : min(count, state.left)
      state.left -= allowed
      state.passed += allowed
      return allowed
    }
  }

  /// Fails, if it is time.
  private func fail() {
    let fault = state.withLock { state -> Fault? in
      guard let fault = state.fault, state.left <= 0 else { return nil }
      state.fault = nil
      state.faults += 1
      if case .silence = fault { state.isSilent = true }
      return fault
    }
    if case .cut = fault { cutAll() }
  }

  private func awaitSpeech() {
    speaking.lock()
    while state.withLock({ $0.isSilent }) { speaking.wait() }
    speaking.unlock()
  }

  private func cutAll() {
    state.withLock { state in
      for socket in state.open where socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }
}
