import ListModel
import ListTestSupport
import Testing

/// The cases of the builder suite of daangn/KarrotListKit (4.7.0, `ResultBuildersTests`).
///
/// Its numbers and its expectations, in its order; and the order of what was built, which it does
/// not look at.
@Suite struct KarrotBuilderParityTests {
  private func cell(_ number: Int) -> Cell { Cell("\(number)") }

  private func section(_ number: Int) -> Section { Section(id: Section.ID("\(number)"), cells: []) }

  private func count(_ section: Section) -> Int {
    section.cells.map(\.id.rawValue) == section.cells.indices.map(String.init)
      ? section.cells.count : -1
  }

  private func count(_ list: List) -> Int {
    list.sections.map(\.id.rawValue) == list.sections.indices.map(String.init)
      ? list.sections.count : -1
  }

  // MARK: CellsBuilder

  @Test func `build cells`() {
    let section = Section(id: "s") {
      cell(0)
      cell(1)
      cell(2)
      cell(3)
      cell(4)
    }
    #expect(count(section) == 5)
  }

  @Test(arguments: [(true, 5), (false, 0)])
  func `build cells with if condition`(condition: Bool, expected: Int) {
    let section = Section(id: "s") {
      if condition {
        cell(0)
        cell(1)
        cell(2)
        cell(3)
        cell(4)
      }
    }
    #expect(count(section) == expected)
  }

  @Test(arguments: [(true, 3), (false, 1)])
  func `build cells with else if condition`(condition: Bool, expected: Int) {
    let section = Section(id: "s") {
      if !condition {
        cell(0)
      } else if condition {
        cell(0)
        cell(1)
        cell(2)
      }
    }
    #expect(count(section) == expected)
  }

  @Test(arguments: [(true, 3), (false, 1)])
  func `build cells with else condition`(condition: Bool, expected: Int) {
    let section = Section(id: "s") {
      if !condition {
        cell(0)
      } else {
        cell(0)
        cell(1)
        cell(2)
      }
    }
    #expect(count(section) == expected)
  }

  @Test func `build cells with loop`() {
    let section = Section(id: "s") {
      for number in 0..<5 { cell(number) }
    }
    #expect(count(section) == 5)
  }

  @Test func `build cells with map`() {
    let section = Section(id: "s") {
      (0..<5).map(cell)
    }
    #expect(count(section) == 5)
  }

  @Test(arguments: [(true, 23), (false, 16)])
  func `build cells with combination`(condition: Bool, expected: Int) {
    let start = condition ? 8 : 1
    let section = Section(id: "s") {
      cell(0)
      if condition {
        cell(1)
        (2..<7).map(cell)
        cell(7)
      }
      for number in 0..<10 {
        let first = start + number + number / 2
        if number.isMultiple(of: 2) {
          cell(first)
        } else {
          cell(first)
          cell(first + 1)
        }
      }
    }
    #expect(count(section) == expected)
  }

  // MARK: SectionsBuilder

  @Test func `build sections`() {
    let list = List {
      section(0)
      section(1)
      section(2)
      section(3)
      section(4)
    }
    #expect(count(list) == 5)
  }

  @Test(arguments: [(true, 5), (false, 0)])
  func `build sections with if condition`(condition: Bool, expected: Int) {
    let list = List {
      if condition {
        section(0)
        section(1)
        section(2)
        section(3)
        section(4)
      }
    }
    #expect(count(list) == expected)
  }

  @Test(arguments: [(true, 3), (false, 1)])
  func `build sections with else if condition`(condition: Bool, expected: Int) {
    let list = List {
      if !condition {
        section(0)
      } else if condition {
        section(0)
        section(1)
        section(2)
      }
    }
    #expect(count(list) == expected)
  }

  @Test(arguments: [(true, 3), (false, 1)])
  func `build sections with else condition`(condition: Bool, expected: Int) {
    let list = List {
      if !condition {
        section(0)
      } else {
        section(0)
        section(1)
        section(2)
      }
    }
    #expect(count(list) == expected)
  }

  @Test func `build sections with loop`() {
    let list = List {
      for number in 0..<5 { section(number) }
    }
    #expect(count(list) == 5)
  }

  @Test func `build sections with map`() {
    let list = List {
      (0..<5).map(section)
    }
    #expect(count(list) == 5)
  }

  @Test(arguments: [(true, 23), (false, 16)])
  func `build sections with combination`(condition: Bool, expected: Int) {
    let start = condition ? 8 : 1
    let list = List {
      section(0)
      if condition {
        section(1)
        (2..<7).map(section)
        section(7)
      }
      for number in 0..<10 {
        let first = start + number + number / 2
        if number.isMultiple(of: 2) {
          section(first)
        } else {
          section(first)
          section(first + 1)
        }
      }
    }
    #expect(count(list) == expected)
  }
}
