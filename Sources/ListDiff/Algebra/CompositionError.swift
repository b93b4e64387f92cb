public import ListModel

/// Two operations that cannot both belong to one history.
///
/// Versions of a list follow each other without gaps, so consecutive changesets always compose;
/// this error proves that one of them is damaged, or that they do not belong together.
public struct CompositionError: Error, Hashable, Sendable {
  /// The kind of contradiction.
  public enum Reason: Hashable, Sendable {
    /// An inserted element is in the list already.
    case alreadyPresent
    /// A deleted, moved or updated element is not in the list.
    case absent
    /// An element stands at another place than the operation says, or its place is taken.
    case misplaced
    /// An element has other content than the operation replaces.
    case otherContent
    /// One changeset has two operations on one element that exclude each other.
    case repeated
    /// A section is deleted while cells remain in it.
    case notEmpty
    /// A coordinate is negative, or beyond the end of any possible list.
    case outOfRange
  }

  /// A section or a cell.
  public enum Element: Hashable, Sendable {
    /// The section with this id.
    case section(Section.ID)
    /// The cell with this id.
    case cell(Cell.ID)
  }

  /// An operation of one of the composed changesets.
  public struct Step: Hashable, Sendable {
    /// The index of the changeset among those composed, from 0.
    public let changeset: Int
    /// The operation of that changeset.
    public let operation: Changeset.OperationPath

    /// Names an operation.
    package init(changeset: Int, operation: Changeset.OperationPath) {
      self.changeset = changeset
      self.operation = operation
    }
  }

  /// The kind of contradiction.
  public let reason: Reason
  /// The element the offending operation names.
  public let element: Element
  /// The operation that does not fit.
  public let offender: Step
  /// The last earlier operation that the offender contradicts: on the same element, or on the one
  /// that stands in its place; `nil` if no operation named either.
  public let earlier: Step?

  /// Creates an error.
  package init(reason: Reason, element: Element, offender: Step, earlier: Step? = nil) {
    self.reason = reason
    self.element = element
    self.offender = offender
    self.earlier = earlier
  }
}

extension CompositionError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    let context = earlier.map { "; before it came \($0)" } ?? ""
    return "\(offender): \(element) \(reason.text)\(context)"
  }
}

extension CompositionError.Reason {
  fileprivate var text: String {
    switch self {
    case .alreadyPresent: "is in the list already"
    case .absent: "is not in the list"
    case .misplaced: "does not stand at this place, or the place is taken"
    case .otherContent: "shows something else than the operation replaces"
    case .repeated: "is named twice by one changeset"
    case .notEmpty: "would leave cells without a section"
    case .outOfRange: "has an impossible coordinate"
    }
  }
}

extension CompositionError.Element: CustomStringConvertible {
  /// The kind and the id.
  public var description: String {
    switch self {
    case .section(let id): "section \"\(id)\""
    case .cell(let id): "cell \"\(id)\""
    }
  }
}

extension CompositionError.Step: CustomStringConvertible {
  /// The changeset and the path of the operation in it.
  public var description: String { "changeset \(changeset), \(operation)" }
}
