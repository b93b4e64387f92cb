public import ListModel
public import ListStorage

/// What `verify(progress:)` found.
public struct VerificationReport: Equatable, Sendable {
  /// One thing that is wrong in a store.
  public struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The list it concerns; `nil` for the whole file.
    public var list: List.ID?
    /// The first version it concerns, if it concerns one.
    public var version: Int?
    /// What is wrong.
    public var reason: String

    /// Creates a problem.
    package init(list: List.ID? = nil, version: Int? = nil, reason: String) {
      (self.list, self.version, self.reason) = (list, version, reason)
    }

    /// One sentence for people.
    public var description: String {
      let place = list.map { "list \"\($0)\"" } ?? "file"
      return "\(place)\(version.map { ", version \($0)" } ?? ""): \(reason)"
    }
  }

  /// The number of lists looked at.
  package var lists = 0
  /// The number of versions replayed.
  package var versions = 0
  /// The number of cells of all heads.
  package var cells = 0
  /// The number of versions recorded before changes had checksums: their author, time, key and
  /// sequence cannot be checked.
  public var versionsWithoutChecksum = 0
  /// What is wrong; empty if the store is sound.
  public var problems: [Problem] = []

  /// Whether the store is sound.
  public var isSound: Bool { problems.isEmpty }
}

/// How far a long operation has come.
public struct VerificationProgress: Hashable, Sendable {
  /// The number of versions replayed.
  public var completed: Int
  /// The number of versions to replay.
  public var total: Int
}

extension ListStore {
  /// Recomputes everything that can be recomputed and compares it with the stored data.
  ///
  /// It runs SQLite's own integrity check. It checks each retained change, with its author and time,
  /// by its checksum; decodes the changeset (with its own checksum), applies it and compares the
  /// fingerprints; checks that versions have no gaps; and compares each head's rows, chunks and
  /// digests with the replayed list. Blocks; other connections can go on.
  ///
  /// - Parameter progress: Called now and then, while the store is being read: it must not use the
  ///   store.
  /// - Returns: What is wrong, list by list. Damage is reported, not thrown, and everything else is
  ///   still checked; `repair(_:to:progress:)` saves what can be read.
  /// - Throws: `ListStoreError` when the device fails, memory runs out, or the file is not there
  ///   any more.
  public func verify(
    progress: (VerificationProgress) -> Void = { _ in }
  ) throws -> VerificationReport {
    try Damage.outlasted { report in
      try database.read { database in
        let verification = Verification(database: database)
        try verification.run(progress)
        report = verification.report
      }
    }
  }

  /// Verifies a store that cannot be opened any more, because its file's description of itself is
  /// damaged.
  ///
  /// - Parameters:
  ///   - path: The file, which is only read.
  ///   - progress: Called now and then.
  /// - Returns: What is wrong, as `verify(progress:)` reports it.
  /// - Throws: The errors of opening a store, except damage; `ListStoreError.corrupted(reason:)`
  ///   when so much is damaged that nothing can be read.
  public static func verify(
    _ path: String,
    progress: (VerificationProgress) -> Void = { _ in }
  ) throws -> VerificationReport {
    let file = try DamagedFile(path: path)
    return try Damage.outlasted { report in
      try file.read { database in
        let verification = Verification(database: database)
        if let problem = file.problem { verification.note(problem) }
        try verification.run(progress)
        report = verification.report
      }
    }
  }
}
