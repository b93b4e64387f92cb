extension DiffableDataSourceSectionSnapshot {
  /// All items, visible or not: every item is followed by the items below it.
  ///
  /// - Complexity: O(n).
  public var items: [ItemIdentifierType] { preorder(from: rootItems) { _ in true } }

  /// The items that have no parent, in order.
  public var rootItems: [ItemIdentifierType] { children.elements(in: nil) }

  /// The items that are shown: those whose ancestors are all expanded.
  ///
  /// - Complexity: O(n).
  public var visibleItems: [ItemIdentifierType] {
    preorder(from: rootItems, descendingInto: expanded.contains)
  }

  /// The items that are expanded, whether they are visible and have children or not.
  public var expandedItems: [ItemIdentifierType] {
    expanded.isEmpty ? [] : items.filter(expanded.contains)
  }

  /// Whether an item is in the snapshot.
  public func contains(_ item: ItemIdentifierType) -> Bool { children.contains(item) }

  /// Whether an item is in the snapshot, and expanded.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { expanded.contains(item) }

  /// Whether an item is in the snapshot, and all its ancestors are expanded.
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    contains(item) && ancestors(of: item).allSatisfy(expanded.contains)
  }

  /// How many ancestors an item has.
  ///
  /// - Throws: ``DiffableDataSourceError/unknownItem(_:as:)``.
  public func level(of item: ItemIdentifierType) throws(DiffableDataSourceError) -> Int {
    guard contains(item) else { throw .unknownItem(DiffableIdentifier(item), as: .subject) }
    return ancestors(of: item).count
  }

  /// The parent of an item; `nil` for a root and for an item that is not in the snapshot.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    children.group(of: child) ?? nil
  }

  /// The index of an item among all ``items``; `nil` if it is not in the snapshot.
  ///
  /// - Complexity: O(n).
  public func index(of item: ItemIdentifierType) -> Int? {
    contains(item) ? items.firstIndex(of: item) : nil
  }

  /// Returns the items below an item, as a section snapshot of their own.
  ///
  /// - Parameters:
  ///   - parent: The item.
  ///   - includingParent: Whether the item itself is the root of the result.
  /// - Returns: The part, in which the items that were expanded still are.
  /// - Throws: ``DiffableDataSourceError/unknownItem(_:as:)``.
  public func snapshot(
    of parent: ItemIdentifierType,
    includingParent: Bool = false
  ) throws(DiffableDataSourceError) -> DiffableDataSourceSectionSnapshot {
    guard contains(parent) else { throw .unknownItem(DiffableIdentifier(parent), as: .parent) }
    let roots = includingParent ? [parent] : children.elements(in: parent)
    var result = DiffableDataSourceSectionSnapshot(uniqueRoots: roots)
    for item in preorder(from: roots, descendingInto: { _ in true }) {
      result.children.append(children.elements(in: item), to: item)
      if expanded.contains(item) { result.expanded.insert(item) }
    }
    return result
  }

  /// The hierarchy as text: a line for each item, indented by its level.
  ///
  /// An item with children has a `-` in front of it if it is expanded, and a `+` if it is not;
  /// one without has a `*`.
  public var visualDescription: String {
    var lines: [String] = []
    var levels: [ItemIdentifierType: Int] = [:]
    for item in items {
      let level = parent(of: item).flatMap { levels[$0] }.map { $0 + 1 } ?? 0
      levels[item] = level
      let sign = children.count(in: item) == 0 ? "*" : isExpanded(item) ? "-" : "+"
      lines.append("\(String(repeating: "  ", count: level))\(sign) \(item)")
    }
    return lines.joined(separator: "\n")
  }
}

extension DiffableDataSourceSectionSnapshot: Equatable {
  /// Whether both have the same hierarchy in the same order, with the same items expanded.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.expanded == rhs.expanded, lhs.children.count == rhs.children.count else {
      return false
    }
    let items = lhs.items
    return items == rhs.items && items.allSatisfy { lhs.parent(of: $0) == rhs.parent(of: $0) }
  }
}

extension DiffableDataSourceSectionSnapshot {
  /// Whether all items are roots, and none is expanded: there is nothing but their order.
  var isFlat: Bool { expanded.isEmpty && children.count(in: nil) == children.count }

  /// The ancestors of an item, nearest first.
  func ancestors(of item: ItemIdentifierType) -> [ItemIdentifierType] {
    var ancestors: [ItemIdentifierType] = []
    var next = parent(of: item)
    while let ancestor = next {
      ancestors.append(ancestor)
      next = parent(of: ancestor)
    }
    return ancestors
  }

  private func preorder(
    from roots: [ItemIdentifierType],
    descendingInto descends: (ItemIdentifierType) -> Bool
  ) -> [ItemIdentifierType] {
    var result: [ItemIdentifierType] = []
    // A stack of our own: a hierarchy may be deeper than the call stack.
    var pending = Array(roots.reversed())
    while let item = pending.popLast() {
      result.append(item)
      if descends(item) { pending += children.elements(in: item).reversed() }
    }
    return result
  }
}
