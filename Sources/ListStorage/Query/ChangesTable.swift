import GRDB
import ListDiff
import ListModel

extension QueryTable {
  static let changes = QueryTable(
    name: "changes",
    columns: [
      Column(name: "list", type: "TEXT", search: .text(share: 0.1)),
      Column(name: "version", type: "INTEGER", search: .range),
      .time,
      Column(name: "author", type: "TEXT", search: .none),
      Column(name: "message", type: "TEXT", search: .none),
      Column(name: "kind", type: "TEXT", search: .none),
      Column(name: "subject", type: "TEXT", search: .none),
      Column(name: "id", type: "TEXT", search: .text(share: 0.001)),
      Column(name: "from_section", type: "TEXT", search: .none),
      Column(name: "from_item", type: "INTEGER", search: .none),
      Column(name: "from_type", type: "TEXT", search: .none),
      Column(name: "from_content", type: "TEXT", search: .none),
      Column(name: "to_section", type: "TEXT", search: .none),
      Column(name: "to_item", type: "INTEGER", search: .none),
      Column(name: "to_type", type: "TEXT", search: .none),
      Column(name: "to_content", type: "TEXT", search: .none),
    ],
    rowCount: 10_000_000,
    order: 1,
    cursor: { ChangesCursor($0) }
  )
}

/// Reads the operations of versions, one version at a time.
private final class ChangesCursor: QueryCursor {
  private let store: QueriedStore
  private var wish = QueryWish()
  private var lists: ArraySlice<ListRows.Head> = []
  private var history: QueriedHistory?
  private var step: QueriedHistory.Step?
  private var operations: [Changeset.Operation] = []
  private var index = 0

  init(_ store: QueriedStore) { self.store = store }

  var isAtEnd: Bool { index >= operations.count }

  func begin(_ wish: QueryWish) throws {
    self.wish = wish
    lists = try store.lists(wish.texts[0])[...]
    (history, step, operations, index) = (nil, nil, [], 0)
    try fill()
  }

  func goOn() throws {
    index += 1
    if isAtEnd { try fill() }
  }

  private func fill() throws {
    (operations, index) = ([], 0)
    while operations.isEmpty {
      try store.watch.check()
      if let step = try history?.next() {
        self.step = step
        operations = step.changeset.operations
        continue
      }
      if history != nil { lists.removeFirst() }
      history = nil
      guard let head = lists.first else { return }
      history = try QueriedHistory(
        of: head,
        in: store,
        wish.numbers,
        naming: wish.texts[7],
        namesSections: wish.uses(8, 12)
      )
    }
  }

  func value(_ column: Int) throws -> QueryValue {
    guard let list = lists.first, let step else { return .null }
    let operation = operations[index]
    switch column {
    case 0: return .text(list.id.rawValue)
    case 1: return .number(step.record.version)
    case 2: return .time(step.record.origin.time)
    case 3: return .text(step.record.origin.author)
    case 4: return .text(step.record.origin.message)
    case 5: return .text(operation.kind.rawValue)
    case 6: return .text(operation.cell == nil ? "section" : "cell")
    case 7: return .text(operation.cell?.rawValue ?? operation.section?.rawValue)
    case 8...11: return try value(column - 8, of: operation.from, in: step.sectionsBefore)
    default: return try value(column - 12, of: operation.to, in: step.sectionsAfter)
    }
  }

  /// Returns the section, item, type or content of one side of an operation.
  private func value(
    _ part: Int,
    of side: OperationSide?,
    in sections: [Section.ID]
  ) throws -> QueryValue {
    guard let side else { return .null }
    switch (part, side.place) {
    case (0, .cell(let path)):
      return .text(sections.indices.contains(path.section) ? sections[path.section].rawValue : nil)
    case (1, .cell(let path)): return .number(path.item)
    case (1, .section(let index)): return .number(index)
    case (2, .cell): return .text(try side.component?.stored().type)
    case (3, .cell): return .content(try side.component?.stored().content)
    case (3, .section): return try side.attributes.map { .bytes(try $0.document()) } ?? .null
    default: return .null
    }
  }
}

/// What an operation is about before the change, or after it.
private struct OperationSide {
  enum Place {
    case cell(CellPath)
    case section(Int)
  }

  var place: Place
  var component: AnyComponent?
  var attributes: Section.Attributes?
}

extension Changeset.Operation {
  fileprivate var from: OperationSide? {
    switch self {
    case .deletedSection(let section):
      OperationSide(place: .section(section.at), attributes: section.attributes)
    case .insertedSection, .insertedCell: nil
    case .movedSection(let section): OperationSide(place: .section(section.from))
    case .updatedSection(let section):
      OperationSide(place: .section(section.from), attributes: section.old)
    case .deletedCell(let cell): OperationSide(place: .cell(cell.at), component: cell.component)
    case .movedCell(let cell): OperationSide(place: .cell(cell.from))
    case .updatedCell(let cell): OperationSide(place: .cell(cell.from), component: cell.old)
    }
  }

  fileprivate var to: OperationSide? {
    switch self {
    case .insertedSection(let section):
      OperationSide(place: .section(section.at), attributes: section.attributes)
    case .deletedSection, .deletedCell: nil
    case .movedSection(let section): OperationSide(place: .section(section.to))
    case .updatedSection(let section):
      OperationSide(place: .section(section.at), attributes: section.new)
    case .insertedCell(let cell): OperationSide(place: .cell(cell.at), component: cell.component)
    case .movedCell(let cell): OperationSide(place: .cell(cell.to))
    case .updatedCell(let cell): OperationSide(place: .cell(cell.at), component: cell.new)
    }
  }
}

extension Section.Attributes {
  /// Header, footer, layout and views as the JSON object that documents have them in.
  fileprivate func document() throws -> [UInt8] {
    var writer = JSONWriter()
    writer.startObject()
    try writer.members(of: self)
    writer.endObject()
    return writer.bytes
  }
}
