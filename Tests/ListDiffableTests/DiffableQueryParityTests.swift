import ListDiffable
import Testing

/// The cases about asking for items of the snapshot suite of ra1028/DiffableDataSources (0.5.0);
/// see ``DiffableItemParityTests``.
@Suite struct DiffableQueryParityTests {
  @Test(arguments: [
    ([[0, 1], [2, 3]], 4),
    ([[0, 1], []], 2),
    ([[], [2, 3]], 2),
    ([[], []], 0),
  ])
  func `number of items`(initial: [[Int]], expected: Int) throws {
    #expect(try NumberSnapshot(items: initial).numberOfItems == expected)
  }

  @Test func `number of items, duplication`() throws {
    #expect(try NumberSnapshot(items: [[0, 1], [1, 2]]).numberOfItems == 3)
    expectRefusal(.repeatedItems(.numbers(0)), of: try NumberSnapshot(sections: [0, 1])) {
      try $0.appendItems([0, 0], toSection: 0)
    }
  }

  @Test(arguments: [
    ([[0, 1], [2, 3]], [0, 1, 2, 3]),
    ([[0, 1], []], [0, 1]),
    ([[], [2, 3]], [2, 3]),
    ([[], []], []),
  ])
  func `item identifiers`(initial: [[Int]], expected: [Int]) throws {
    #expect(try NumberSnapshot(items: initial).itemIdentifiers == expected)
  }

  @Test func `item identifiers, duplication`() throws {
    #expect(try NumberSnapshot(items: [[0, 1], [1, 2]]).itemIdentifiers == [0, 1, 2])
    #expect(throws: DiffableDataSourceError.repeatedItems(.numbers(0))) {
      try NumberSnapshot(items: [[0, 0], [1, 2]])
    }
  }

  @Test(arguments: [
    ([[0, 1], [2, 3]], 2),
    ([[0, 1], []], 0),
    ([[], [2, 3]], 2),
    ([[], []], 0),
  ])
  func `number of items in section`(initial: [[Int]], expected: Int) throws {
    #expect(try NumberSnapshot(items: initial).numberOfItems(inSection: 1) == expected)
  }

  @Test func `number of items in section, duplication`() throws {
    #expect(try NumberSnapshot(items: [[0, 1], [1, 2]]).numberOfItems(inSection: 1) == 2)
    #expect(throws: DiffableDataSourceError.repeatedItems(.numbers(1))) {
      try NumberSnapshot(items: [[0], [1, 1]])
    }
  }

  @Test(arguments: [
    ([[0, 1], [2, 3]], [2, 3]),
    ([[0, 1], []], []),
    ([[], [2, 3]], [2, 3]),
    ([[], []], []),
  ])
  func `item identifiers in section`(initial: [[Int]], expected: [Int]) throws {
    #expect(try NumberSnapshot(items: initial).itemIdentifiers(inSection: 1) == expected)
  }

  @Test func `item identifiers in section, duplication`() throws {
    #expect(try NumberSnapshot(items: [[0, 1], [1, 2]]).itemIdentifiers(inSection: 1) == [1, 2])
    #expect(throws: DiffableDataSourceError.repeatedItems(.numbers(2))) {
      try NumberSnapshot(items: [[0, 1], [2, 2]])
    }
  }

  @Test(
    arguments: [
      ([[0, 1], [2, 3]], 2, 1),
      ([[0, 1], []], 0, 0),
      ([[], [2, 3]], 2, 1),
      ([[], []], 0, nil),
      ([[0], [1]], 2, nil),
    ] as [([[Int]], Int, Int?)]
  )
  func `section identifiers containing item`(
    initial: [[Int]],
    item: Int,
    expected: Int?
  ) throws {
    #expect(
      try NumberSnapshot(items: initial).sectionIdentifier(containingItem: item) == expected
    )
  }

  @Test(arguments: [([[0, 1], [1, 2]], 2, 1), ([[0, 1], [1, 2]], 1, 1)])
  func `section identifiers containing item, duplication`(
    initial: [[Int]],
    item: Int,
    expected: Int
  ) throws {
    #expect(
      try NumberSnapshot(items: initial).sectionIdentifier(containingItem: item) == expected
    )
  }

  @Test(
    arguments: [
      ([[0, 1], [2, 3]], 2, 2),
      ([[0, 1], []], 0, 0),
      ([[], [2, 3]], 2, 0),
      ([[], []], 0, nil),
      ([[0], [1]], 2, nil),
    ] as [([[Int]], Int, Int?)]
  )
  func `index of item`(initial: [[Int]], item: Int, expected: Int?) throws {
    #expect(try NumberSnapshot(items: initial).indexOfItem(item) == expected)
  }

  // With 1 once instead of twice, 2 is at index 2 instead of 3.
  @Test(arguments: [([[0, 1], [1, 2]], 2, 2), ([[0, 1], [1, 2]], 1, 1)])
  func `index of item, duplication`(initial: [[Int]], item: Int, expected: Int) throws {
    #expect(try NumberSnapshot(items: initial).indexOfItem(item) == expected)
  }
}
