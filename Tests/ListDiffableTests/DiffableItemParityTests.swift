import ListDiffable
import Testing

/// The cases about editing items of the snapshot suite of ra1028/DiffableDataSources (0.5.0): its
/// names, its numbers, its expectations.
///
/// That library keeps an item it is given twice. UIKit refuses one that is twice in a single
/// argument, and moves one that is in the snapshot already, and so do we: in those cases, the
/// expectation is UIKit's.
@Suite struct DiffableItemParityTests {
  @Test(arguments: [
    ([0, 1], [2, 3], [0, 1, 2, 3]),
    ([], [2, 3], [2, 3]),
    ([1], [0], [1, 0]),
  ])
  func `append items`(initial: [Int], append: [Int], expected: [Int]) throws {
    var snapshot = try NumberSnapshot(items: [[], initial])
    try snapshot.appendItems(append)
    #expect(try snapshot.itemIdentifiers(inSection: 1) == expected)
  }

  @Test func `append items, duplication`() throws {
    var snapshot = try NumberSnapshot(items: [[], [1]])
    expectRefusal(.repeatedItems(.numbers(2)), of: snapshot) {
      try $0.appendItems([2, 2])
    }
    #expect(try snapshot.appendItems([1, 2]) == [1])
    #expect(try snapshot.itemIdentifiers(inSection: 1) == [1, 2])
  }

  @Test(arguments: [
    ([[], [0, 1]], [2, 3], 1, [[], [0, 1, 2, 3]]),
    ([[], []], [2, 3], 1, [[], [2, 3]]),
    ([[], [1]], [0], 1, [[], [1, 0]]),
    ([[], [1]], [2], 0, [[2], [1]]),
    ([[], [1]], [2, 3], 0, [[2, 3], [1]]),
    ([[], []], [0], 0, [[0], []]),
  ])
  func `append items to section`(
    initial: [[Int]],
    append: [Int],
    section: Int,
    expected: [[Int]]
  ) throws {
    var snapshot = try NumberSnapshot(items: initial)
    try snapshot.appendItems(append, toSection: section)
    #expect(try snapshot.itemsBySection == expected)
  }

  @Test func `append items to section, duplication`() throws {
    var snapshot = try NumberSnapshot(items: [[], [1]])
    expectRefusal(.repeatedItems(.numbers(2)), of: snapshot) {
      try $0.appendItems([2, 2], toSection: 1)
    }
    #expect(try snapshot.appendItems([1, 2], toSection: 1) == [1])
    #expect(try snapshot.itemsBySection == [[], [1, 2]])
  }

  @Test(arguments: [
    ([0, 1], [2, 3], 1, [0, 2, 3, 1]),
    ([0, 1], [2, 3], 0, [2, 3, 0, 1]),
    ([0, 1, 2], [3, 4], 1, [0, 3, 4, 1, 2]),
    ([0, 1, 2], [], 1, [0, 1, 2]),
    ([0], [1], 0, [1, 0]),
  ])
  func `insert items before item`(
    initial: [Int],
    insert: [Int],
    before: Int,
    expected: [Int]
  ) throws {
    var snapshot = try NumberSnapshot(items: [[], initial])
    try snapshot.insertItems(insert, beforeItem: before)
    #expect(try snapshot.itemIdentifiers(inSection: 1) == expected)
  }

  @Test func `insert items before item, duplication`() throws {
    let snapshot = try NumberSnapshot(items: [[], [1]])
    expectRefusal(.itemAnchoredToItself(DiffableIdentifier(1)), of: snapshot) {
      try $0.insertItems([1, 2], beforeItem: 1)
    }
    expectRefusal(.repeatedItems(.numbers(2)), of: snapshot) {
      try $0.insertItems([2, 2], beforeItem: 1)
    }
  }

  @Test(arguments: [
    ([0, 1], [2, 3], 1, [0, 1, 2, 3]),
    ([0, 1], [2, 3], 0, [0, 2, 3, 1]),
    ([0, 1, 2], [3, 4], 1, [0, 1, 3, 4, 2]),
    ([0, 1, 2], [], 1, [0, 1, 2]),
    ([0], [1], 0, [0, 1]),
  ])
  func `insert items after item`(
    initial: [Int],
    insert: [Int],
    after: Int,
    expected: [Int]
  ) throws {
    var snapshot = try NumberSnapshot(items: [[], initial])
    try snapshot.insertItems(insert, afterItem: after)
    #expect(try snapshot.itemIdentifiers(inSection: 1) == expected)
  }

  @Test func `insert items after item, duplication`() throws {
    let snapshot = try NumberSnapshot(items: [[], [1]])
    expectRefusal(.itemAnchoredToItself(DiffableIdentifier(1)), of: snapshot) {
      try $0.insertItems([1, 2], afterItem: 1)
    }
    expectRefusal(.repeatedItems(.numbers(2)), of: snapshot) {
      try $0.insertItems([2, 2], afterItem: 1)
    }
  }

  @Test(arguments: [
    ([[], [0, 1]], [0], [[], [1]]),
    ([[0, 1], [2, 3]], [0, 2], [[1], [3]]),
    ([[], []], [100], [[], []]),
    ([[0, 1], [2, 3]], [0, 1], [[], [2, 3]]),
    ([[0, 1], [2, 3]], [0], [[1], [2, 3]]),
    ([[0, 1], [2, 3]], [0, 1, 2, 3], [[], []]),
    ([[0, 1], [2, 3]], [0, 1, 2, 3, 4, 5], [[], []]),
  ])
  func `delete items`(initial: [[Int]], delete: [Int], expected: [[Int]]) throws {
    var snapshot = try NumberSnapshot(items: initial)
    snapshot.deleteItems(delete)
    #expect(try snapshot.itemsBySection == expected)
  }

  @Test(arguments: [
    [[], [0, 1]],
    [[0], [1]],
    [[], []],
    [[0, 1], [2, 3]],
    [[0, 1, 2], []],
    [[], [0, 1, 2]],
  ])
  func `delete all items`(initial: [[Int]]) throws {
    var snapshot = try NumberSnapshot(items: initial)
    snapshot.deleteAllItems()
    #expect(snapshot.itemIdentifiers == [])
  }

  @Test(arguments: [
    ([[0, 1], [2, 3]], 0, 2, [[1], [0, 2, 3]]),
    ([[0, 1], [2, 3]], 1, 0, [[1, 0], [2, 3]]),
    ([[0, 1], [2, 3]], 3, 0, [[3, 0, 1], [2]]),
    ([[0, 1], [2, 3]], 2, 3, [[0, 1], [2, 3]]),
    ([[0], [1]], 0, 1, [[], [0, 1]]),
    ([[0], [1]], 1, 0, [[1, 0], []]),
    ([[], [0, 1]], 1, 0, [[], [1, 0]]),
  ])
  func `move items before item`(
    initial: [[Int]],
    move: Int,
    before: Int,
    expected: [[Int]]
  ) throws {
    var snapshot = try NumberSnapshot(items: initial)
    try snapshot.moveItem(move, beforeItem: before)
    #expect(try snapshot.itemsBySection == expected)
  }

  @Test(arguments: [
    ([[0, 1], [2, 3]], 0, 2, [[1], [2, 0, 3]]),
    ([[0, 1], [2, 3]], 1, 0, [[0, 1], [2, 3]]),
    ([[0, 1], [2, 3]], 3, 0, [[0, 3, 1], [2]]),
    ([[0, 1], [2, 3]], 2, 3, [[0, 1], [3, 2]]),
    ([[0], [1]], 0, 1, [[], [1, 0]]),
    ([[0], [1]], 1, 0, [[0, 1], []]),
    ([[], [0, 1]], 1, 0, [[], [0, 1]]),
  ])
  func `move items after item`(
    initial: [[Int]],
    move: Int,
    after: Int,
    expected: [[Int]]
  ) throws {
    var snapshot = try NumberSnapshot(items: initial)
    try snapshot.moveItem(move, afterItem: after)
    #expect(try snapshot.itemsBySection == expected)
  }

  @Test(arguments: [
    ([[], []], []),
    ([[], [0]], [0]),
    ([[0, 1], [2]], [1, 2]),
    ([[0, 1], [2, 3]], [0, 2, 3]),
  ])
  func `reload items`(initial: [[Int]], reload: [Int]) throws {
    var snapshot = try NumberSnapshot(items: initial)
    try snapshot.reloadItems(reload)
    #expect(snapshot.itemIdentifiers == initial.flatMap { $0 })
    #expect(snapshot.reloadedItemIdentifiers == reload)
    #expect(snapshot.reloadedSectionIdentifiers == [])
  }
}
