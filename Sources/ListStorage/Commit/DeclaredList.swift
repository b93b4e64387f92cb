import ListDiff
import ListModel

/// A list that was committed as a whole, kept to be compared with the next one.
///
/// A caller that declares lists mostly declares nearly the same list again: elements equal to those
/// declared before are neither encoded nor hashed, and none of their rows is read. Others may have
/// committed since: fingerprints tell whether the head is still this list.
struct DeclaredList: Sendable {
  /// The list without its handlers, which may capture anything.
  private let list: List
  let fingerprint: Fingerprint
  /// The bytes of all contents in their stored form.
  private let byteCount: Int

  init(_ list: List, fingerprint: Fingerprint, byteCount: Int) {
    self.list = list.withoutHandlers
    self.fingerprint = fingerprint
    self.byteCount = byteCount
  }

  /// About how many bytes of memory it takes.
  var weight: Int { byteCount + list.cellCount * 160 + list.sections.count * 160 }

  /// Returns the change that leads to another list.
  ///
  /// - Returns: `nil` if the change has too many operations, or the list cannot be committed; its
  ///   ``ListProposal`` then says why.
  func change(to next: List) -> DeclaredChange? {
    let difference = try? DifferenceScratch.withTemporary { scratch throws(InvalidList) in
      try Changeset(fromValid: list, to: next, using: &scratch)
    }
    guard let difference,
      difference.operationCount <= max(64, list.cellCount / 4),
      let changeset = try? difference.inStoredForm(for: ""),
      changeset.insertedSections.isEmpty && changeset.updatedSections.isEmpty
        || (try? next.checkLayouts()) != nil
    else { return nil }
    return DeclaredChange(
      list: next,
      base: fingerprint,
      changeset: changeset,
      byteCount: byteCount + changeset.addedByteCount
    )
  }
}

/// A whole list that is to become the next version, and the changeset that leads to it from an
/// earlier one.
struct DeclaredChange: Sendable {
  let list: List
  /// The fingerprint of the earlier list.
  let base: Fingerprint
  /// The difference, encoded.
  let changeset: Changeset
  /// The bytes of all contents of the list in their stored form.
  let byteCount: Int
}

extension Changeset {
  /// The bytes of cells' contents that are added, less those that are removed.
  fileprivate var addedByteCount: Int {
    func count(_ component: AnyComponent) -> Int { component.storedForm?.content?.bytes.count ?? 0 }
    return insertedCells.reduce(0) { $0 + count($1.component) }
      + updatedCells.reduce(0) { $0 + count($1.new) - count($1.old) }
      - deletedCells.reduce(0) { $0 + count($1.component) }
  }
}

extension List {
  /// The same list without event handlers; it is copied only if it has some.
  fileprivate var withoutHandlers: List {
    var list = self
    list.handlers = EventHandlers()
    for section in sections.indices where sections[section].hasHandlers {
      list.sections[section].removeHandlers()
    }
    return list
  }
}

extension Section {
  fileprivate var hasHandlers: Bool {
    let lent = cells[...]
    let cells = lent.span
    for item in cells.indices where !cells[item].handlers.isEmpty { return true }
    return !handlers.isEmpty || header?.handlers.isEmpty == false
      || footer?.handlers.isEmpty == false
  }

  fileprivate mutating func removeHandlers() {
    handlers = EventHandlers()
    header?.handlers = EventHandlers()
    footer?.handlers = EventHandlers()
    for item in cells.indices { cells[item].handlers = EventHandlers() }
  }
}
