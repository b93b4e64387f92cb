import Foundation
import Synchronization
import Testing

/// A PostgreSQL server of the tests' own, in a temporary folder, reached by a socket in it.
final class PostgresServer: Sendable {
  /// Why a server could not be used.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let folder: URL
  let name: String
  let port: Int

  /// A server that all tests of this process share, made when the first one needs it: a primary whose commits
  /// wait for one of two standbys.
  static let shared = Result { try PostgresServer.withStandbys(named: "shared").primary }

  /// Whether PostgreSQL is on this machine; tests that need it are skipped where it is not.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: programs + "/initdb")

  /// Why tests are skipped.
  static let whatIsMissing: Comment = "there is no PostgreSQL here; install it: .ci/deps postgresql"

  private static let programs: String = {
    let folders = [
      "/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/17/bin",
    ]
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
      ?? "/usr/bin"
  }()

  /// Makes a server and starts it.
  ///
  /// `access` are lines of `pg_hba.conf` that come first.
  convenience init(named name: String, settings: [String] = [], access: String = "") throws {
    try self.init(folderFor: name)
    try Self.copy(Self.empty.get().data, to: data)
    try append(
      ["unix_socket_directories = '\(folder.path)'", "port = \(port)"] + settings
    )
    if !access.isEmpty {
      let file = URL(fileURLWithPath: data + "/pg_hba.conf")
      let handle = try FileHandle(forUpdating: file)
      let rest = try handle.readToEnd() ?? Data()
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: Data(access.utf8) + rest)
      try handle.close()
    }
    try start()
  }

  /// A server that was made and never started; others begin as copies of it, which is much quicker.
  private static let empty = Result {
    let server = try PostgresServer(folderFor: "empty")
    try server.run(
      "initdb",
      [
        "-D", server.data, "-A", "trust", "-U", "app", "--no-locale", "-E", "UTF8", "--no-sync",
        "--wal-segsize=1",
      ]
    )
    // Processes are killed here, never the machine: what the system has been given is not lost.
    try server.append(["listen_addresses = ''", "fsync = off", "wal_keep_size = 64MB"])
    return server
  }

  private static func copy(_ data: String, to other: String) throws {
    try execute("/bin/cp", ["-a", data, other])
  }

  /// Makes a primary whose commits wait for one of two standbys, and these; both follow it.
  static func withStandbys(named name: String) throws -> (
    primary: PostgresServer, standbys: [PostgresServer]
  ) {
    let primary = try PostgresServer(named: name)
    let standbys = try ["s1", "s2"].map {
      try standby(of: primary, named: "\(name)-\($0)", as: $0)
    }
    // Only now, or nothing could be written before they are there.
    try primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (s1, s2)'")
    try primary.sql("SELECT pg_reload_conf()")
    let deadline = ContinuousClock.now + .seconds(60)
    while try primary.quorum() != "2" {
      guard ContinuousClock.now < deadline else {
        throw Failure(description: "after a minute, \(name) does not have two standbys to wait for")
      }
    }
    return (primary, standbys)
  }

  /// How many standbys can confirm a commit.
  func quorum() throws -> String {
    try sql(
      "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'"
    )
  }

  private init(folderFor name: String) throws {
    self.name = name
    folder = URL(fileURLWithPath: "/tmp").appendingPathComponent(
      "lspg-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
    )
    port = try Self.freePort()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if geteuid() == 0 { try Self.execute("/bin/chown", ["postgres", folder.path]) }
    atexitRemove(folder.path)
  }

  /// Makes a standby of a server and starts it; the primary knows it by its role.
  static func standby(
    of primary: PostgresServer,
    named name: String,
    as role: String = "standby"
  ) throws -> PostgresServer {
    let standby = try PostgresServer(folderFor: name)
    try standby.run(
      "pg_basebackup",
      [
        "-D", standby.data, "-d", primary.address + "&application_name=\(role)", "-R", "-X",
        "stream", "-c", "fast", "--no-sync",
      ]
    )
    try standby.append([
      "port = \(standby.port)", "unix_socket_directories = '\(standby.folder.path)'",
    ])
    try standby.start()
    return standby
  }

  /// Returns a port of loopback that nobody uses.
  static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        max(bind(socket, pointer, length), getsockname(socket, pointer, &length))
      }
    }
    guard code == 0 else { throw Failure(description: "there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private var data: String { folder.appendingPathComponent("data").path }

  /// The socket it listens at.
  var socket: String { folder.path + "/.s.PGSQL.\(port)" }

  /// The address of its first database.
  var address: String { address(of: "postgres") }

  /// The address of a database.
  func address(of database: String) -> String {
    "postgres:///\(database)?host=\(folder.path)&port=\(port)&user=app"
  }

  func start() throws {
    try run(
      "pg_ctl",
      ["-D", data, "-l", folder.appendingPathComponent("log").path, "-w", "-t", "60", "start"]
    )
  }

  /// Starts a server that was killed, once its processes are gone.
  func startAgain() throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      do {
        return try start()
      } catch {
        guard ContinuousClock.now < deadline else { throw error }
      }
    }
  }

  /// Makes a standby the primary.
  func promote() throws {
    try run("pg_ctl", ["-D", data, "-w", "-t", "60", "promote"])
  }

  func stop() throws {
    try run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "-t", "60", "stop"])
  }

  /// Runs a statement with PostgreSQL's own client.
  @discardableResult
  func sql(_ statement: String, in database: String = "postgres") throws -> String {
    let address = address(of: database)
    return try run(
      "psql",
      ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statement]
    )
    .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends the server's processes as if its machine had lost power.
  func kill() throws {
    let file = try String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    guard let first = file.split(separator: "\n").first, let process = Int32(first) else {
      throw Failure(description: "postmaster.pid names no process")
    }
    Glibc.kill(process, SIGKILL)
  }

  private func append(_ lines: [String]) throws {
    let path = data + "/postgresql.conf"
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    try handle.close()
  }

  /// Runs a program of PostgreSQL's, which refuses to be run by root.
  @discardableResult
  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let path = Self.programs + "/" + program
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Failure(description: "there is no \(path); install PostgreSQL: .ci/deps postgresql")
    }
    if geteuid() == 0 {
      return try Self.execute("/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
    }
    return try Self.execute(path, arguments)
  }

  @discardableResult
  private static func execute(_ path: String, _ arguments: [String]) throws -> String {
    let answer = try ChildProcess.run(path, arguments)
    let text = answer.output + answer.errors
    guard answer.status == 0 else {
      throw Failure(description: "\(path) \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }
}

private let folders = Mutex<[String]>([])

/// Stops the servers and removes their folders when the process ends.
private func atexitRemove(_ path: String) {
  let isFirst = folders.withLock { folders in
    folders.append(path)
    return folders.count == 1
  }
  guard isFirst else { return }
  atexit {
    for path in folders.withLock({ $0 }) {
      let file = try? String(contentsOfFile: path + "/data/postmaster.pid", encoding: .utf8)
      if let first = file?.split(separator: "\n").first, let process = Int32(first) {
        kill(process, SIGQUIT)
      }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
