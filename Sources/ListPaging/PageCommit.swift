import ListDiff
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
  public init(number: Int, parent: Int, edits: [Edit], kept: Content) {
    self.number = number
    self.parent = parent
    self.edits = edits
    self.kept = kept
  }
}

extension PageCommit {
  /// Returns the edits that lead from some ids to others.
  ///
  /// - Complexity: O(ids), and O(k log k) for k ids between the first and the last difference.
  static func edits(
    from old: [Cell.ID],
    to new: [Cell.ID],
    contents: [Cell.ID: Cell]
  ) -> [Edit] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var ends = (old: old.count, new: new.count)
    while ends.old > start, ends.new > start, old[ends.old - 1] == new[ends.new - 1] {
      ends.old -= 1
      ends.new -= 1
    }
    var places: [Cell.ID: Int] = [:]
    for index in start..<ends.old { places[old[index]] = index }
    let middle = new[start..<ends.new]
    let there = middle.compactMap { places[$0] }
    let stay = Set(longestIncreasingSubsequence(of: there).map { there[$0] })
    let remaining = Set(middle)
    var edits: [Edit] = old[start..<ends.old].filter { !remaining.contains($0) }.map(Edit.delete)
    var last = start > 0 ? old[start - 1] : nil
    for id in middle {
      if let place = places[id] {
        if !stay.contains(place) { edits.append(.move(id, after: last)) }
      } else {
        edits.append(.insert(contents[id] ?? PagerGap.cell(id), after: last))
      }
      last = id
    }
    let known = Set(old)
    for id in new where known.contains(id) {
      if let cell = contents[id] { edits.append(.update(cell)) }
    }
    return edits
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

  /// Describes a stored list.
  public init(ids: [Cell.ID] = [], kept: Content? = nil, version: Int = 0) {
    self.ids = ids
    self.kept = kept
    self.version = version
  }
}
