public import ListModel

/// A component with a text and a number, for tests.
public struct TextComponent: Component {
  /// The content of the component.
  public struct ViewModel: Codable, Equatable, Sendable {
    /// Any text.
    public var text: String
    /// Any number.
    public var revision: Int

    /// Creates content.
    public init(text: String, revision: Int = 0) {
      self.text = text
      self.revision = revision
    }
  }

  /// The stored name of the component.
  public static let componentType = "Text"
  /// The content of the component.
  public var viewModel: ViewModel

  /// Creates a component from its content.
  public init(viewModel: ViewModel) {
    self.viewModel = viewModel
  }

  /// Creates a component from its text and revision.
  public init(_ text: String, revision: Int = 0) {
    viewModel = ViewModel(text: text, revision: revision)
  }
}

/// Makes random lists and random successors of them, from a seed.
public struct RandomLists {
  /// The source of all choices.
  public var generator: SeededGenerator
  /// The most sections a fresh list has.
  public var sectionLimit = 6
  /// The most cells a fresh section has.
  public var cellLimit = 8
  private var nextID = 0

  /// Creates a source of lists that are the same for the same seed.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// A fresh list.
  public mutating func list() -> List {
    var sections: [Section] = []
    for _ in 0..<number(0...sectionLimit) { sections.append(section()) }
    return List(sections: sections)
  }

  /// A list that grew out of `list` by between no and `editLimit` random edits of every kind:
  /// cells and sections inserted, deleted, moved (also across, out of deleted and into inserted
  /// sections) and updated.
  public mutating func successor(of list: List, editLimit: Int = 12) -> List {
    var list = list
    for _ in 0..<number(0...editLimit) { edit(&list) }
    return list
  }

  /// A random number in a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func freshID() -> String {
    nextID += 1
    return String(nextID, radix: 36)
  }

  private mutating func section() -> Section {
    var section = Section(id: Section.ID("s" + freshID()))
    for _ in 0..<number(0...cellLimit) { section.cells.append(cell()) }
    if number(0...2) == 0 { section = section.withHeader(TextComponent("header")) }
    if nextID % 5 == 0 { section.views["index"] = AnyComponent(TextComponent("index")) }
    return section
  }

  private mutating func cell() -> Cell {
    let id = freshID()
    return Cell(id: Cell.ID(id), component: Self.component(id, revision: 0))
  }

  /// The component of a cell; some carry a badge at some of their revisions.
  private static func component(_ id: String, revision: Int) -> AnyComponent {
    var component = AnyComponent(TextComponent(id, revision: revision))
    let number = Int(id, radix: 36) ?? 0
    if number % 6 == 0, revision != 1 {
      component.views["badge"] = AnyComponent(TextComponent("badge", revision: revision))
    }
    return component
  }

  private mutating func edit(_ list: inout List) {
    guard !list.sections.isEmpty else {
      list.sections.append(section())
      return
    }
    let section = number(0...list.sections.count - 1)
    switch number(0...19) {
    case 0:
      list.sections.insert(self.section(), at: number(0...list.sections.count))
    case 1:
      let deleted = list.sections.remove(at: section)
      for cell in deleted.cells where number(0...1) == 0 && !list.sections.isEmpty {
        insert(cell, into: &list)
      }
    case 2, 3:
      let moved = list.sections.remove(at: section)
      list.sections.insert(moved, at: number(0...list.sections.count))
    case 4:
      list.sections[section] = list.sections[section].withHeader(
        TextComponent("header", revision: number(0...3))
      )
    case 5...8:
      insert(cell(), into: &list)
    case 9...11:
      guard let item = anyItem(in: list.sections[section]) else { return }
      list.sections[section].cells.remove(at: item)
    case 12...15:
      guard let item = anyItem(in: list.sections[section]) else { return }
      insert(list.sections[section].cells.remove(at: item), into: &list)
    case 16:
      list.sections[section].cells.shuffle(using: &generator)
    default:
      guard let item = anyItem(in: list.sections[section]) else { return }
      let id = list.sections[section].cells[item].id
      list.sections[section].cells[item].component = Self.component(
        id.rawValue,
        revision: number(0...3)
      )
    }
  }

  private mutating func insert(_ cell: Cell, into list: inout List) {
    let section = number(0...list.sections.count - 1)
    list.sections[section].cells.insert(
      cell,
      at: number(0...list.sections[section].cells.count)
    )
  }

  private mutating func anyItem(in section: Section) -> Int? {
    section.cells.isEmpty ? nil : number(0...section.cells.count - 1)
  }
}

/// Makes a failing pair of lists small: removes sections and cells from either list as long as the
/// pair still fails.
public func shrink(
  _ source: List,
  _ target: List,
  whileFailing fails: (List, List) -> Bool
) -> (List, List) {
  var pair = (source, target)
  var shrunk = true
  while shrunk {
    shrunk = false
    for smaller in smallerPairs(pair) where fails(smaller.0, smaller.1) {
      pair = smaller
      shrunk = true
      break
    }
  }
  return pair
}

/// Removes one section, or one cell, by id from both lists or from one of them.
private func smallerPairs(_ pair: (List, List)) -> [(List, List)] {
  var pairs: [(List, List)] = []
  for id in Set((pair.0.sections + pair.1.sections).map(\.id)).sorted() {
    let without = (pair.0.removing(section: id), pair.1.removing(section: id))
    pairs += [without, (without.0, pair.1), (pair.0, without.1)]
  }
  let cells = (pair.0.sections + pair.1.sections).flatMap(\.cells)
  for id in Set(cells.map(\.id)).sorted() {
    let without = (pair.0.removing(cell: id), pair.1.removing(cell: id))
    pairs += [without, (without.0, pair.1), (pair.0, without.1)]
  }
  return pairs.filter { $0.0.size + $0.1.size < pair.0.size + pair.1.size }
}

extension List {
  fileprivate var size: Int { sections.count + cellCount }

  fileprivate func removing(section id: Section.ID) -> List {
    List(sections: sections.filter { $0.id != id })
  }

  fileprivate func removing(cell id: Cell.ID) -> List {
    var copy = self
    for index in copy.sections.indices { copy.sections[index].cells.removeAll { $0.id == id } }
    return copy
  }
}
