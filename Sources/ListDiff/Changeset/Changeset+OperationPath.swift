extension Changeset {
  /// The path of one operation in a changeset: its subject, its kind, and its index among those.
  public struct OperationPath: Hashable, Sendable {
    /// The kind of element an operation is about.
    public enum Subject: String, Hashable, Sendable {
      /// A section.
      case sections
      /// A cell.
      case cells
    }

    /// What an operation does.
    public enum Kind: String, Hashable, Sendable {
      /// Takes an element out of the list.
      case deleted
      /// Puts an element into the list.
      case inserted
      /// Takes an element to another place.
      case moved
      /// Replaces the content of an element.
      case updated
    }

    /// Whether it is about a section or a cell.
    public let subject: Subject
    /// What it does.
    public let kind: Kind
    /// Its index among the operations of its kind.
    public let index: Int

    /// Names an operation.
    package init(_ subject: Subject, _ kind: Kind, _ index: Int) {
      self.subject = subject
      self.kind = kind
      self.index = index
    }
  }
}

extension Changeset.OperationPath: CustomStringConvertible {
  /// The operation as a path into a change document: `cells.deleted[3]`.
  public var description: String { "\(subject.rawValue).\(kind.rawValue)[\(index)]" }
}
