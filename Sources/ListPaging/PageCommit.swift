public import ListModel

/// A page on its way into the store: cells, keys and end flag together.
public struct PageCommit: Sendable {
  /// One change of the stored cells.
  public enum Edit: Sendable {
    /// The cell leaves.
    case delete(Cell.ID)
    /// The cell comes, after another one or first.
    case insert(Cell, after: Cell.ID?)
    /// The cell goes elsewhere.
    case move(Cell.ID, after: Cell.ID?)
    /// The cell gets other content, which may equal the content it has.
    case update(Cell)
  }

  /// The number of the commit, which names it in its pager.
  public var number: Int
  /// The version the edits start from.
  public var parent: Int
  /// The edits, in the order they are made in; none if only keys change.
  public var edits: [Edit]
  /// The keys and state that are kept beside the cells.
  public var kept: Content

  /// Creates a commit.
  package init(number: Int, parent: Int, edits: [Edit], kept: Content) {
    self.number = number
    self.parent = parent
    self.edits = edits
    self.kept = kept
  }
}

/// A paged list as it is stored.
public struct StoredPages: Sendable {
  /// The ids of its cells, in order.
  public var ids: [Cell.ID]
  /// The keys and state kept beside them; `nil` before the first page.
  public var kept: Content?
  /// The version of the list; 0 if there is none.
  public var version: Int
  /// How many cells come after those of ``ids``, in a list of which only the first cells were read.
  public var unread: Int

  /// Describes a stored list.
  public init(ids: [Cell.ID] = [], kept: Content? = nil, version: Int = 0, unread: Int = 0) {
    self.ids = ids
    self.kept = kept
    self.version = version
    self.unread = unread
  }

  /// The number of its cells.
  var count: Int { ids.count + unread }
}
