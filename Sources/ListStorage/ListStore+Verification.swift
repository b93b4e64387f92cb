public import ListModel

/// What ``ListStore/verify(progress:)`` found.
public struct VerificationReport: Equatable, Sendable {
  /// Something that is not as it must be.
  public struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The list it concerns; `nil` for the whole file.
    public var list: List.ID?
    /// The first version it concerns, if it concerns one.
    public var version: Int?
    /// What is wrong.
    public var reason: String

    /// One sentence for people.
    public var description: String {
      let place = list.map { "list \"\($0)\"" } ?? "file"
      return "\(place)\(version.map { ", version \($0)" } ?? ""): \(reason)"
    }
  }

  /// The number of lists looked at.
  public var lists = 0
  /// The number of versions replayed.
  public var versions = 0
  /// The number of cells of all heads.
  public var cells = 0
  /// The number of versions that were recorded before there were checksums: of who made them, when, and
  /// as which commit, nothing can be checked.
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
  /// Recomputes everything that can be recomputed and compares it with what is stored.
  ///
  /// SQLite's own integrity check; every change that is retained, who made it and when, by its
  /// checksum; its changeset, decoded (with its own checksum), applied and compared with its
  /// fingerprints; versions without gaps; each head's rows, chunks and digests against the replayed
  /// list. Blocks; other connections can go on.
  ///
  /// - Parameter progress: Called now and then, while the store is being read: it must not use it.
  /// - Returns: What is wrong, list by list. Damage is reported, not thrown, and what it does not
  ///   concern is checked all the same; ``ListStore/repair(_:to:)`` saves what can be read.
  /// - Throws: ``ListStoreError`` when the device fails, memory runs out, or the file is not there
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

  /// Verifies a store that cannot be opened any more, because what its file says about itself is
  /// damaged.
  ///
  /// - Parameters:
  ///   - path: The file, which is only read.
  ///   - progress: Called now and then.
  /// - Returns: What is wrong, as ``verify(progress:)`` reports it.
  /// - Throws: What opening a store throws, unless it is damage; ``ListStoreError/corrupted(reason:)``
  ///   when so much is damaged that nothing can be read.
  public static func verify(
    _ path: String,
    progress: (VerificationProgress) -> Void = { _ in }
  ) throws -> VerificationReport {
    let file = try DamagedFile(path: path)
    return try Damage.outlasted { report in
      try file.read { database in
        let verification = Verification(database: database)
        if let obstacle = file.obstacle {
          verification.note("what the file says about itself cannot be read: \(obstacle)")
        }
        try verification.run(progress)
        report = verification.report
      }
    }
  }
}
