import ListDiffable
import Testing

/// The section cases of the snapshot suite of ra1028/DiffableDataSources (0.5.0): its names, its
/// numbers, its expectations.
///
/// That library keeps a section it is given twice, and ignores the reload of one it does not have.
/// UIKit refuses both, and so do we: in those cases, the expectation is UIKit's.
@Suite struct DiffableSectionParityTests {
  @Test(arguments: [
    ([0, 1], [], [0, 1]),
    ([], [0, 1, 2], [0, 1, 2]),
    ([0, 1], [2, 3, 4], [0, 1, 2, 3, 4]),
    ([0, 1], [4, 3, 2], [0, 1, 4, 3, 2]),
  ])
  func `append sections`(initial: [Int], append: [Int], expected: [Int]) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    try snapshot.appendSections(append)
    #expect(snapshot.sectionIdentifiers == expected)
  }

  @Test func `append sections, duplication`() throws {
    let snapshot = try NumberSnapshot(sections: [0, 1])
    expectRefusal(.existingSections(.numbers(0)), of: snapshot) {
      try $0.appendSections([0])
    }
    expectRefusal(.existingSections(.numbers(0, 1)), of: snapshot) {
      try $0.appendSections([0, 1])
    }
    expectRefusal(.repeatedSections(.numbers(2)), of: snapshot) {
      try $0.appendSections([2, 2])
    }
  }

  @Test(arguments: [
    ([0, 1], [3, 4], 1, [0, 3, 4, 1]),
    ([0, 1], [3, 4], 0, [3, 4, 0, 1]),
    ([0, 1, 2], [3, 4], 2, [0, 1, 3, 4, 2]),
    ([0, 1, 2], [], 2, [0, 1, 2]),
  ])
  func `insert sections before section`(
    initial: [Int],
    insert: [Int],
    before: Int,
    expected: [Int]
  ) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    try snapshot.insertSections(insert, beforeSection: before)
    #expect(snapshot.sectionIdentifiers == expected)
  }

  @Test func `insert sections before section, duplication`() throws {
    let snapshot = try NumberSnapshot(sections: [0, 1])
    expectRefusal(.existingSections(.numbers(1)), of: snapshot) {
      try $0.insertSections([1], beforeSection: 0)
    }
    expectRefusal(.repeatedSections(.numbers(2)), of: snapshot) {
      try $0.insertSections([2, 2], beforeSection: 1)
    }
  }

  @Test(arguments: [
    ([0, 1], [3, 4], 1, [0, 1, 3, 4]),
    ([0, 1], [3, 4], 0, [0, 3, 4, 1]),
    ([0, 1, 2], [3, 4], 2, [0, 1, 2, 3, 4]),
    ([0, 1, 2], [], 2, [0, 1, 2]),
    ([0], [1], 0, [0, 1]),
  ])
  func `insert sections after section`(
    initial: [Int],
    insert: [Int],
    after: Int,
    expected: [Int]
  ) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    try snapshot.insertSections(insert, afterSection: after)
    #expect(snapshot.sectionIdentifiers == expected)
  }

  @Test func `insert sections after section, duplication`() throws {
    let snapshot = try NumberSnapshot(sections: [0, 1])
    expectRefusal(.existingSections(.numbers(1)), of: snapshot) {
      try $0.insertSections([1], afterSection: 0)
    }
    expectRefusal(.repeatedSections(.numbers(2)), of: snapshot) {
      try $0.insertSections([2, 2], afterSection: 1)
    }
  }

  @Test(arguments: [
    ([0, 1], [1], [0]),
    ([0, 1], [0], [1]),
    ([0, 1, 2], [1], [0, 2]),
    ([0, 1], [1], [0]),
    ([], [1], []),
    ([0, 1], [100], [0, 1]),
  ])
  func `delete sections`(initial: [Int], delete: [Int], expected: [Int]) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    snapshot.deleteSections(delete)
    #expect(snapshot.sectionIdentifiers == expected)
  }

  @Test(arguments: [
    ([0, 1], 1, 0, [1, 0]),
    ([0, 1, 2], 2, 0, [2, 0, 1]),
    ([0, 1, 2], 0, 2, [1, 0, 2]),
    ([0, 1, 2], 1, 2, [0, 1, 2]),
  ])
  func `move section before section`(
    initial: [Int],
    move: Int,
    before: Int,
    expected: [Int]
  ) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    try snapshot.moveSection(move, beforeSection: before)
    #expect(snapshot.sectionIdentifiers == expected)
  }

  @Test(arguments: [
    ([0, 1], 0, 1, [1, 0]),
    ([0, 1, 2], 2, 0, [0, 2, 1]),
    ([0, 1, 2], 0, 2, [1, 2, 0]),
    ([0, 1, 2], 1, 0, [0, 1, 2]),
  ])
  func `move section after section`(
    initial: [Int],
    move: Int,
    after: Int,
    expected: [Int]
  ) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    try snapshot.moveSection(move, afterSection: after)
    #expect(snapshot.sectionIdentifiers == expected)
  }

  @Test(arguments: [
    ([], [], []),
    ([0], [0], [0]),
    ([0, 1, 2], [2], [2]),
    ([2, 1, 0], [0, 1], [1, 0]),
  ])
  func `reload sections`(initial: [Int], reload: [Int], reloaded: [Int]) throws {
    var snapshot = try NumberSnapshot(sections: initial)
    try snapshot.reloadSections(reload)
    #expect(snapshot.sectionIdentifiers == initial)
    #expect(snapshot.reloadedSectionIdentifiers == reloaded)
    expectRefusal(
      .unknownSection(DiffableIdentifier(1), as: .reloadedSection),
      of: try NumberSnapshot(sections: [0])
    ) {
      try $0.reloadSections([1])
    }
  }

  @Test(arguments: [([], 0), ([0, 1, 2], 3)])
  func `number of sections`(initial: [Int], expected: Int) throws {
    #expect(try NumberSnapshot(sections: initial).numberOfSections == expected)
  }

  @Test(arguments: [([0, 0], 0), ([0, 1, 1], 1)])
  func `number of sections, duplication`(initial: [Int], repeated: Int) {
    expectRefusal(.repeatedSections(.numbers(repeated)), of: NumberSnapshot()) {
      try $0.appendSections(initial)
    }
  }

  @Test(arguments: [[], [0, 1]])
  func `section identifiers`(initial: [Int]) throws {
    #expect(try NumberSnapshot(sections: initial).sectionIdentifiers == initial)
  }

  @Test(arguments: [([0, 0], 0), ([0, 1, 1], 1)])
  func `section identifiers, duplication`(initial: [Int], repeated: Int) {
    expectRefusal(.repeatedSections(.numbers(repeated)), of: NumberSnapshot()) {
      try $0.appendSections(initial)
    }
  }

  @Test(arguments: [
    ([0, 1, 2], 1, 1),
    ([0, 1, 2], 2, 2),
    ([0, 1, 2], 3, nil),
    ([], 0, nil),
  ])
  func `index of section`(initial: [Int], section: Int, expected: Int?) throws {
    #expect(try NumberSnapshot(sections: initial).indexOfSection(section) == expected)
  }

  @Test(arguments: [([0, 1, 1, 2], 1)])
  func `index of section, duplication`(initial: [Int], repeated: Int) {
    expectRefusal(.repeatedSections(.numbers(repeated)), of: NumberSnapshot()) {
      try $0.appendSections(initial)
    }
  }
}
