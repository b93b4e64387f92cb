package import Foundation
package import ListModel
import ListStorage

/// What a log on PostgreSQL holds, who follows it, and which standbys keep it.
package struct LogStatus: Hashable, Sendable {
  /// A list of the log.
  package struct ListStatus: Hashable, Sendable {
    /// Its name.
    package var list: List.ID
    /// Its newest version.
    package var version: Int
    /// The version after which all changes are kept.
    package var floor: Int
    /// The bytes of the changes that are kept.
    package var byteCount: Int
    /// The newest version that is kept whole; `nil` if none is.
    package var snapshot: Int?
  }

  /// How far a host has applied a list.
  package struct HostStatus: Hashable, Sendable {
    /// The host's name.
    package var host: String
    /// The list.
    package var list: List.ID
    /// The version it has.
    package var version: Int
    /// How many versions it is behind.
    package var lag: Int
    /// When it came last.
    package var seen: Date
  }

  /// A standby of the server.
  package struct StandbyStatus: Hashable, Sendable {
    /// Its application name.
    package var name: String
    /// Its state, such as `streaming`.
    package var state: String
    /// Whether commits wait for it: `sync`, `quorum`, `potential` or `async`.
    package var synchronisation: String
  }

  /// The lists, by name.
  package var lists: [ListStatus]
  /// The hosts, by name and list.
  package var hosts: [HostStatus]
  /// The standbys that are connected; empty as well where the role may not see them.
  package var standbys: [StandbyStatus]
}

extension PostgresLog {
  /// Returns what the log holds, who follows it, and which standbys keep it.
  ///
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  /// - Complexity: Reads the sizes of all changes.
  package func status() async throws -> LogStatus {
    try await pool.run { connection in
      let lists = try connection.query(
        """
        SELECT l.list, l.version, l.floor,
          (SELECT coalesce(sum(length(body)), 0)::bigint FROM liststore_changes c WHERE c.list = l.list),
          (SELECT max(version) FROM liststore_snapshots s WHERE s.list = l.list)
        FROM liststore_lists l ORDER BY l.list
        """
      ).map { row in
        LogStatus.ListStatus(
          list: row.list(0),
          version: row.number(1),
          floor: row.number(2),
          byteCount: row.number(3),
          snapshot: row.isNull(4) ? nil : row.number(4)
        )
      }
      let hosts = try connection.query(
        """
        SELECT h.host, h.list, h.version, greatest(coalesce(l.version, 0) - h.version, 0),
          (extract(epoch FROM h.seen) * 1000)::bigint
        FROM liststore_hosts h LEFT JOIN liststore_lists l USING (list) ORDER BY h.host, h.list
        """
      ).map { row in
        LogStatus.HostStatus(
          host: row.text(0) ?? "",
          list: row.list(1),
          version: row.number(2),
          lag: row.number(3),
          seen: Date(timeIntervalSince1970: Double(row.number(4)) / 1000)
        )
      }
      let standbys = try connection.query(
        """
        SELECT application_name, coalesce(state, ''), coalesce(sync_state, '') FROM pg_stat_replication
        ORDER BY application_name
        """
      ).map { row in
        LogStatus.StandbyStatus(
          name: row.text(0) ?? "",
          state: row.text(1) ?? "",
          synchronisation: row.text(2) ?? ""
        )
      }
      return LogStatus(lists: lists, hosts: hosts, standbys: standbys)
    }
  }
}
