/// Two operations of concurrent changesets that cannot both be carried out.
///
/// The classes and answers are those of SQLite's session extension.
public struct RebaseConflict: Hashable, Sendable {
  /// Why the operations cannot both be carried out.
  public enum Kind: Hashable, Sendable {
    /// Both change the same element: one deletes it and the other updates or moves it, or both
    /// update it, or both move it.
    case data
    /// The updated or moved element is deleted by the other changeset.
    case notFound
    /// Both insert an element with the same id.
    case duplicate
    /// A cell goes into a section that the other changeset deletes, or a section is deleted in
    /// which a cell would remain.
    case constraint
  }

  /// The decision about the operation that is rebased.
  public enum Answer: Hashable, Sendable {
    /// It is left out; the operation of the other changeset is carried out.
    case omit
    /// It is carried out as if it had come later. Possible for ``Kind/data`` and
    /// ``Kind/duplicate``.
    case replace
    /// Nothing is rebased.
    case abort
  }

  /// Why the operations cannot both be carried out.
  public let kind: Kind
  /// The element the rebased operation is about.
  public let element: CompositionError.Element
  /// The operation of the changeset that is rebased.
  public let operation: Changeset.OperationPath
  /// The operation of the changeset it is rebased onto.
  public let concurrent: Changeset.OperationPath

  /// Creates a conflict.
  package init(
    kind: Kind,
    element: CompositionError.Element,
    operation: Changeset.OperationPath,
    concurrent: Changeset.OperationPath
  ) {
    self.kind = kind
    self.element = element
    self.operation = operation
    self.concurrent = concurrent
  }
}

extension RebaseConflict: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    let reason =
      switch kind {
      case .data: "is changed by both"
      case .notFound: "is gone"
      case .duplicate: "is inserted by both"
      case .constraint: "has no section, or is one that is not empty"
      }
    return "\(operation) against \(concurrent): \(element) \(reason)"
  }
}

/// Why a changeset was not rebased.
public enum RebaseError: Error, Hashable, Sendable {
  /// A conflict was answered with ``RebaseConflict/Answer/abort``.
  case aborted(RebaseConflict)
  /// A conflict was answered with ``RebaseConflict/Answer/replace``, which it does not allow.
  case irreplaceable(RebaseConflict)
  /// The changesets do not start at the same list, or one of them fits no list at all.
  ///
  /// The error is that of composing the inverted concurrent changeset (number 0) with the other one
  /// (number 1).
  case unrelated(CompositionError)
}

extension RebaseError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .aborted(let conflict): "\(conflict)"
    case .irreplaceable(let conflict): "\(conflict); it cannot be replaced"
    case .unrelated(let error): "the changesets do not start at the same list: \(error)"
    }
  }
}
