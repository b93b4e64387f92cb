public import ListModel

/// A copy of a list, kept up to date by applying its changes; after each change, fingerprints prove
/// that it still is the list.
///
/// ```swift
/// var replica = Replica(of: "home")
/// for try await change in store.feed(of: "home", after: replica.version) {
///   try replica.apply(change)
/// }
/// ```
public struct Replica: Sendable {
  /// The list this is a copy of.
  public let id: List.ID
  /// The version of the copy.
  public private(set) var version: Int
  /// The fingerprint of ``list``.
  public private(set) var fingerprint: Fingerprint
  private var indexed: IndexedList
  private let plainForms: PlainListCache

  /// Creates a copy of version 0: the empty list.
  public init(of id: List.ID) {
    self.id = id
    version = 0
    fingerprint = .empty
    indexed = IndexedList()
    plainForms = PlainListCache()
  }

  /// Creates a copy from a snapshot, in which ids are unique.
  ///
  /// - Throws: The errors of encoding the list's components.
  public init(of id: List.ID, version: Int, list: List) throws {
    self.id = id
    self.version = version
    indexed = IndexedList(list)
    fingerprint = try indexed.fingerprint()
    plainForms = PlainListCache()
    plainForms.learn(list, of: indexed)
  }

  /// The copy.
  ///
  /// - Complexity: O(sections + cells of the sections that changed since it was last asked for).
  public var list: List { plainForms.plainForm(of: indexed) }

  /// Applies a change that starts at the version of the copy.
  ///
  /// - Throws: ``ReplicaDivergence``; the copy is then as it was.
  /// - Complexity: O(k log n) for k operations; the first insertion O(n) once, to index ids.
  public mutating func apply(_ change: Change) throws(ReplicaDivergence) {
    guard change.list.rawValue.utf8.elementsEqual(id.rawValue.utf8) else {
      throw ReplicaDivergence(change, .otherList(expected: id))
    }
    guard change.follows(version: version) else {
      throw ReplicaDivergence(change, .otherVersion(expected: version))
    }
    guard change.parentFingerprint == fingerprint else {
      throw ReplicaDivergence(change, .otherParent(expected: fingerprint))
    }
    var next: IndexedList
    do {
      next = try indexed.applying(change.changeset)
    } catch {
      throw ReplicaDivergence(change, .mismatch(error))
    }
    let result: Fingerprint
    do {
      result = try next.fingerprint()
    } catch {
      throw ReplicaDivergence(change, .unencodable(reason: "\(error)"))
    }
    guard result == change.fingerprint else {
      throw ReplicaDivergence(change, .otherResult(got: result))
    }
    (indexed, version, fingerprint) = (next, change.version, result)
  }
}

extension Replica: Equatable {
  /// Whether both are equal copies of the same version of the same list.
  public static func == (lhs: Replica, rhs: Replica) -> Bool {
    lhs.id == rhs.id && lhs.version == rhs.version && lhs.indexed == rhs.indexed
  }
}

/// A change that does not fit the copy it was applied to: one of the two is not what it claims.
public struct ReplicaDivergence: Error, Equatable, Sendable {
  /// What does not fit.
  public enum Reason: Equatable, Sendable {
    /// The change is of another list.
    case otherList(expected: List.ID)
    /// The change starts at another version than the copy has: some are missing, or it is old.
    case otherVersion(expected: Int)
    /// The change starts at a list with another fingerprint than the copy has.
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
