import GRDB
import ListModel

extension QueryTable {
  static let cells = QueryTable(
    name: "cells",
    columns: [
      Column(name: "list", type: "TEXT", search: .text(share: 0.1)),
      Column(name: "section", type: "TEXT", search: .text(share: 0.01)),
      Column(name: "item", type: "INTEGER", search: .none),
      Column(name: "id", type: "TEXT", search: .text(share: 0.000_01)),
      Column(name: "type", type: "TEXT", search: .none),
      Column(name: "content", type: "TEXT", search: .none),
    ],
    rowCount: 1_000_000,
    order: nil,
    cursor: { CellsCursor($0) }
  )

  static let sections = QueryTable(
    name: "sections",
    columns: [
      Column(name: "list", type: "TEXT", search: .text(share: 0.1)),
      Column(name: "place", type: "INTEGER", search: .none),
      Column(name: "id", type: "TEXT", search: .none),
      Column(name: "cells", type: "INTEGER", search: .none),
    ],
    rowCount: 10_000,
    order: 1,
    cursor: { SectionsCursor($0) }
  )
}

/// Reads the cells of lists, section by section.
private final class CellsCursor: QueryCursor {
  private let store: QueriedStore
  private var wish = QueryWish()
  private var lists: ArraySlice<ListRows.Head> = []
  private var cells: (any QueriedCells)?
  private var sections: [(id: Section.ID, count: Int)] = []
  private var section = 0
  private var item = 0
  private var run: (any QueriedRun)?
  /// The index of the current cell in the run.
  private var index = 0

  init(_ store: QueriedStore) { self.store = store }

  var isAtEnd: Bool { lists.isEmpty }

  func begin(_ wish: QueryWish) throws {
    self.wish = wish
    lists = try store.lists(wish.texts[0])[...]
    try enter()
    try seek()
  }

  func goOn() throws {
    (index, item) = (index + 1, item + 1)
    try seek()
  }

  /// Goes to the first cell of the first list that is left.
  private func enter() throws {
    (section, item, run) = (0, 0, nil)
    guard let list = lists.first else { return }
    cells = try store.cells(of: list)
    sections = cells?.sections ?? []
  }

  /// Goes on to a cell that has the wanted id, or to the end.
  private func seek() throws {
    while !lists.isEmpty {
      if let run {
        while index < run.ids.count {
          guard let id = wish.texts[3], run.ids[index].rawValue != id else { return }
          (index, item) = (index + 1, item + 1)
        }
      }
      try turn()
    }
  }

  /// Goes on to the next run of cells, section or list.
  private func turn() throws {
    run = nil
    guard section < sections.count else {
      lists.removeFirst()
      return try enter()
    }
    let isWanted = wish.texts[1].map { $0 == sections[section].id.rawValue } ?? true
    guard isWanted, item < sections[section].count else {
      (section, item) = (section + 1, 0)
      return
    }
    try store.watch.check()
    // Of a cell that is sought by its id, no other's content is needed.
    let contents: RunContents = wish.uses(4, 5) && wish.texts[3] == nil ? .together : .single
    run = try cells?.run(from: item, of: section, contents)
    index = 0
  }

  func value(_ column: Int) throws -> QueryValue {
    guard let list = lists.first, let run else { return .null }
    return switch column {
    case 0: .text(list.id.rawValue)
    case 1: .text(sections[section].id.rawValue)
    case 2: .number(item)
    case 3: .text(run.ids[index].rawValue)
    case 4: .text(try run.component(index).type)
    default: .content(try run.component(index).content)
    }
  }
}

/// Reads the sections of lists.
private final class SectionsCursor: QueryCursor {
  private let store: QueriedStore
  private var lists: ArraySlice<ListRows.Head> = []
  private var sections: [(id: Section.ID, count: Int)] = []
  private var place = 0

  init(_ store: QueriedStore) { self.store = store }

  var isAtEnd: Bool { lists.isEmpty }

  func begin(_ wish: QueryWish) throws {
    lists = try store.lists(wish.texts[0])[...]
    place = -1
    sections = try lists.first.map { try store.cells(of: $0).sections } ?? []
    try goOn()
  }

  func goOn() throws {
    place += 1
    while place >= sections.count, !lists.isEmpty {
      lists.removeFirst()
      place = 0
      sections = try lists.first.map { try store.cells(of: $0).sections } ?? []
    }
  }

  func value(_ column: Int) throws -> QueryValue {
    guard let list = lists.first else { return .null }
    return switch column {
    case 0: .text(list.id.rawValue)
    case 1: .number(place)
    case 2: .text(sections[place].id.rawValue)
    default: .number(sections[place].count)
    }
  }
}
