import Foundation
import Synchronization

/// The servers of an address, of which one is the primary: where the next connection goes.
///
/// The last good server comes first. When it does not answer, all are asked, and of those that can be written the
/// one with the highest timeline is taken: each promotion begins a new timeline, so a primary that was replaced
/// and has come back is known by its lower one. A server below the highest timeline that was ever seen is not used.
final class PostgresHosts: Sendable {
  /// A server of an address.
  private struct Server: Equatable {
    var overrides: [String: String]
  }

  /// What a server says of itself.
  private struct Standing {
    var isStandby: Bool
    /// 0 if it does not say.
    var timeline: Int
  }

  private struct State {
    var last: Server?
    var timeline = 0
    var distrustCount = 0
  }

  let address: String
  private let silence: Duration
  private let servers: [Server]
  private let mustBeWritable: Bool
  private let state = Mutex(State())

  init(_ address: String, silence: Duration) {
    self.address = address
    self.silence = silence
    let parts = Self.parts(of: address)
    mustBeWritable = ["read-write", "primary"].contains(parts["target_session_attrs"])
    let hosts = Self.values("host", parts)
    let numbers = Self.values("hostaddr", parts)
    let ports = Self.values("port", parts)
    let count = max(hosts.count, numbers.count)
    // With one server, or where any will do, the choice is libpq's.
    guard count > 1, mustBeWritable else {
      servers = [Server(overrides: [:])]
      return
    }
    servers = (0..<count).map { index in
      var overrides = ["target_session_attrs": "any"]
      if index < hosts.count { overrides["host"] = hosts[index] }
      if index < numbers.count { overrides["hostaddr"] = numbers[index] }
      if let port = ports.count == 1 ? ports[0] : ports.dropFirst(index).first {
        overrides["port"] = port
      }
      return Server(overrides: overrides)
    }
  }

  private static func values(_ name: String, _ parts: [String: String]) -> [String] {
    parts[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      ?? []
  }

  /// Returns the parts of an address by their keywords; none if it cannot be read, which connecting will tell.
  private static func parts(of address: String) -> [String: String] {
    guard let library = try? PostgresLibrary.shared.get(),
      let start = library.parseAddress(address, nil)
    else { return [:] }
    defer { library.freeAddress(start) }
    var parts: [String: String] = [:]
    var next = start.assumingMemoryBound(to: PostgresLibrary.AddressPart.self)
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.value { parts[String(cString: keyword)] = String(cString: value) }
      next += 1
    }
    return parts
  }

  /// Connects to the primary, and waits for that.
  ///
  /// - Throws: ``PostgresLogError``, with the reason of each server.
  func connect() throws -> PostgresConnection {
    if let last = state.withLock({ $0.last }), let made = try? connect(to: last),
      isUsable(made.standing)
    {
      return made.connection
    }
    var best: (connection: PostgresConnection, standing: Standing, server: Server)?
    var reasons: [String] = []
    var failure: PostgresLogError?
    for server in servers {
      do {
        let (connection, standing) = try connect(to: server)
        if let reason = reasonAgainst(standing) {
          reasons.append("\(name(of: server)): \(reason)")
        } else if standing.timeline > best?.standing.timeline ?? -1 {
          best = (connection, standing, server)
        }
      } catch let error as PostgresLogError {
        failure = error
        reasons.append("\(error.reason)")
      }
    }
    guard let best, isUsable(best.standing) else {
      state.withLock { $0.last = nil }
      if servers.count == 1, let failure { throw failure }
      throw PostgresLogError.cannotConnect(reason: reasons.joined(separator: "; "))
    }
    state.withLock { $0.last = best.server }
    return best.connection
  }

  /// Makes the next connection ask all servers.
  func distrust() {
    state.withLock { state in
      state.last = nil
      state.distrustCount += 1
    }
  }

  /// Grows whenever the primary may be another server by now.
  var distrustCount: Int { state.withLock { $0.distrustCount } }

  private func connect(to server: Server) throws -> (
    connection: PostgresConnection, standing: Standing
  ) {
    let overrides = server.overrides.sorted { $0.key < $1.key }
      .map { (keyword: $0.key, value: $0.value) }
    let connection = try PostgresConnection(address, overrides, silence: silence)
    do {
      return (connection, try Self.standing(of: connection))
    } catch let error as PostgresConnection.Lost {
      throw PostgresLogError.cannotConnect(reason: error.reason)
    }
  }

  private static func standing(of connection: PostgresConnection) throws -> Standing {
    do {
      let row = try connection.query(
        """
        SELECT pg_is_in_recovery(), CASE WHEN pg_is_in_recovery() THEN 0 ELSE
          ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint END
        """
      ).first
      return Standing(isStandby: row?.bytes(0) == [1], timeline: row?.number(1) ?? 0)
    } catch PostgresLogError.statementFailed {
      // Not PostgreSQL itself, or not allowed to ask.
      return Standing(isStandby: false, timeline: 0)
    }
  }

  private func reasonAgainst(_ standing: Standing) -> String? {
    if standing.isStandby { return mustBeWritable ? "it is a standby" : nil }
    let newest = state.withLock { $0.timeline }
    guard standing.timeline > 0, standing.timeline < newest else { return nil }
    return
      "it was replaced: it is on timeline \(standing.timeline), and \(newest) has been seen; stop it "
      + "and make it a standby"
  }

  /// Returns whether a server may be used, and remembers its timeline.
  private func isUsable(_ standing: Standing) -> Bool {
    guard reasonAgainst(standing) == nil else { return false }
    state.withLock { $0.timeline = max($0.timeline, standing.timeline) }
    return true
  }

  private func name(of server: Server) -> String {
    let parts = ["host", "hostaddr", "port"].compactMap { server.overrides[$0] }
    return parts.isEmpty ? "the server" : parts.joined(separator: ":")
  }
}
