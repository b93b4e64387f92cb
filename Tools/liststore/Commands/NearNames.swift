import ArgumentParser
import ListModel
import ListStorage

// Names that a person may have meant instead of those on the command line. The store is read only
// after a name was not found.

extension ErrorReport {
  /// Adds the name of the list that may have been meant, if no list has the name.
  ///
  /// - Parameters:
  ///   - error: The error that is reported.
  ///   - command: The command that has thrown it.
  mutating func suggestList(after error: any Error, by command: (any ParsableCommand)?) {
    guard case ListStoreError.unknownList(let list) = error,
      let command = command as? any StoreCommand,
      let store = try? command.store.open(.readOnly),
      let near = store.nearestList(to: list)
    else { return }
    message += "; did you mean \"\(near)\"?"
  }
}

extension ListStore {
  /// Returns the name of a list that may have been meant; `nil` if no name is near enough.
  func nearestList(to name: List.ID) -> List.ID? {
    let names = (try? lists())?.map(\.id.rawValue).filter { $0 != name.rawValue } ?? []
    return Suggestion.nearest(to: name.rawValue, inAnyCaseAmong: names).map { List.ID($0) }
  }

  /// Edits a list; if the list does not have an element that the command line names, the error says
  /// which one may have been meant.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - cells: The cells that are named.
  ///   - sections: The sections that are named.
  ///   - options: The conditions.
  ///   - body: The edits.
  /// - Returns: The commit.
  /// - Throws: ``MistakenName``, and as `edit(_:options:_:)`.
  func edit(
    _ list: List.ID,
    naming cells: [Cell.ID],
    _ sections: [ListModel.Section.ID] = [],
    options: CommitOptions,
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit {
    do {
      return try edit(list, options: options, body)
    } catch ListStoreError.invalidEdit(let reason) {
      guard let near = try nearest(to: cells, sections, in: list) else {
        throw ListStoreError.invalidEdit(reason: reason)
      }
      throw MistakenName(reason: reason, nearest: near)
    }
  }

  /// Returns the name that may have been meant by the first of some names that a list does not have.
  private func nearest(
    to cells: [Cell.ID],
    _ sections: [ListModel.Section.ID],
    in list: List.ID
  ) throws -> String? {
    let known = try outline(of: list).sections.map(\.id.rawValue)
    if let section = sections.first(where: { !known.contains($0.rawValue) }) {
      return Suggestion.nearest(to: section.rawValue, inAnyCaseAmong: known)
    }
    return try cells.first { try path(of: $0, in: list) == nil }
      .flatMap { try nearestCell(to: $0, in: list) }
  }

  /// Returns the cell of the newest version that may have been meant; `nil` if no id is near enough, or
  /// the list is too long to be searched while a person waits.
  func nearestCell(to cell: Cell.ID, in list: List.ID) throws -> String? {
    guard try outline(of: list).cellCount <= 20_000 else {
      return nil
    }
    let rows = try query("SELECT id FROM cells WHERE list = ?", arguments: [list.rawValue])
    let ids = rows.compactMap { $0[0] as String? }
    return Suggestion.nearest(to: cell.rawValue, inAnyCaseAmong: ids)
  }
}

/// The error of an edit that names something that is not in the list, though something like it is.
struct MistakenName: Error, CustomStringConvertible {
  let reason: String
  let nearest: String

  /// One sentence for people.
  var description: String {
    "\(ListStoreError.invalidEdit(reason: reason)); did you mean \"\(nearest)\"?"
  }
}
