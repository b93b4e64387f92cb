public import ListModel

/// A copy of a list, kept up to date by applying its changes, that proves after each one that it
/// still is the list.
///
/// ```swift
/// var replica = Replica(of: "home")
/// for try await change in store.feed(of: "home", after: replica.version) {
///   try replica.apply(change)
/// }
/// ```
public struct Replica: Equatable, Sendable {
  /// The list this is a copy of.
  public let id: List.ID
  /// The version the copy has.
  public private(set) var version: Int
  /// The copy.
  public private(set) var list: List
  /// The fingerprint of ``list``.
  public private(set) var fingerprint: Fingerprint
  /// Each section's part of the fingerprint.
  private var terms: [Section.ID: UInt128]

  /// Creates a copy of version 0: the empty list.
  public init(of id: List.ID) {
    self.id = id
    version = 0
    list = List()
    fingerprint = .empty
    terms = [:]
  }

  /// Creates a copy from a snapshot.
  ///
  /// - Throws: What encoding the list's components throws.
  public init(of id: List.ID, version: Int, list: List) throws {
    self.id = id
    self.version = version
    self.list = list
    terms = [:]
    for section in list.sections { terms[section.id] = try section.fingerprintTerms() }
    fingerprint = Fingerprint.empty
    fingerprint = currentFingerprint
  }

  /// Applies a change that starts at the version of the copy.
  ///
  /// - Throws: ``ReplicaDivergence``; the copy is then as it was.
  /// - Complexity: O(sections + cells of the touched sections).
  public mutating func apply(_ change: Change) throws(ReplicaDivergence) {
    guard change.list.rawValue.utf8.elementsEqual(id.rawValue.utf8) else {
      throw ReplicaDivergence(change, .otherList(expected: id))
    }
    guard change.parent == version else {
      throw ReplicaDivergence(change, .otherVersion(expected: version))
    }
    guard change.parentFingerprint == fingerprint else {
      throw ReplicaDivergence(change, .otherParent(expected: fingerprint))
    }
    var next = self
    do {
      next.list = try change.changeset.apply(to: list)
    } catch {
      throw ReplicaDivergence(change, .mismatch(error))
    }
    next.version = change.version
    do {
      try next.updateTerms(after: change.changeset, from: list)
    } catch {
      throw ReplicaDivergence(change, .unencodable(reason: "\(error)"))
    }
    next.fingerprint = next.currentFingerprint
    guard next.fingerprint == change.fingerprint else {
      throw ReplicaDivergence(change, .otherResult(got: next.fingerprint))
    }
    self = next
  }

  private var currentFingerprint: Fingerprint {
    var sum = FingerprintTerm.order(of: list.sections.map { Digest(section: $0.id) })
    for section in list.sections { sum &+= terms[section.id] ?? 0 }
    return Fingerprint(value: sum)
  }

  private mutating func updateTerms(after changeset: Changeset, from source: List) throws {
    var touched = Set(changeset.insertedSections.map(\.id))
    touched.formUnion(changeset.updatedSections.map(\.id))
    touched.formUnion(changeset.deletedCells.map { source.sections[$0.at.section].id })
    touched.formUnion(changeset.movedCells.map { source.sections[$0.from.section].id })
    touched.formUnion(changeset.movedCells.map { list.sections[$0.to.section].id })
    touched.formUnion(changeset.insertedCells.map { list.sections[$0.at.section].id })
    touched.formUnion(changeset.updatedCells.map { list.sections[$0.at.section].id })
    for deletion in changeset.deletedSections { terms[deletion.id] = nil }
    for section in list.sections where touched.contains(section.id) {
      terms[section.id] = try section.fingerprintTerms()
    }
  }
}

/// A change that does not fit the copy it was applied to: one of the two is not what it claims.
public struct ReplicaDivergence: Error, Equatable, Sendable {
  /// What does not fit.
  public enum Reason: Equatable, Sendable {
    /// The change is one of another list.
    case otherList(expected: List.ID)
    /// The change starts at another version than the copy has: some are missing, or it is old.
    case otherVersion(expected: Int)
    /// The change starts at another list than the copy is.
    case otherParent(expected: Fingerprint)
    /// An operation does not fit.
    case mismatch(ChangesetMismatch)
    /// The list the change leads to cannot be fingerprinted.
    case unencodable(reason: String)
    /// The change leads to another list than it says.
    case otherResult(got: Fingerprint)
  }

  /// The version the change makes.
  public let version: Int
  /// What does not fit.
  public let reason: Reason
  private let change: Summary

  private struct Summary: Equatable, Sendable {
    var list: List.ID
    var parent: Int
    var parentFingerprint: Fingerprint
    var fingerprint: Fingerprint
  }

  fileprivate init(_ change: Change, _ reason: Reason) {
    version = change.version
    self.reason = reason
    self.change = Summary(
      list: change.list,
      parent: change.parent,
      parentFingerprint: change.parentFingerprint,
      fingerprint: change.fingerprint
    )
  }
}

extension ReplicaDivergence: CustomStringConvertible {
  /// One sentence for people.
  public var description: String { "version \(version): \(explanation)" }

  /// What does not fit, without the version.
  package var explanation: String {
    switch reason {
    case .otherList(let expected):
      "the change is one of list \"\(change.list)\", not \"\(expected)\""
    case .otherVersion(let expected):
      "the change starts at version \(change.parent); expected \(expected)"
    case .otherParent(let expected):
      "the change starts at fingerprint \(change.parentFingerprint), "
        + "the copy has \(expected)"
    case .mismatch(let mismatch):
      "\(mismatch)"
    case .unencodable(let reason):
      "\(reason)"
    case .otherResult(let got):
      "the result has fingerprint \(got); expected \(change.fingerprint)"
    }
  }
}
