import ArgumentParser
import Foundation
import ListModel
import ListStorage

/// What a shell offers for names in a store: they are read from the store that the command line names.
///
/// Nothing is offered when the store cannot be read at once.
enum ShellCompletion {
  /// The lists of the store.
  static let lists = CompletionKind.custom { words, index, prefix in
    names(for: prefix, words, before: index) { store, _ in try store.lists().map(\.id.rawValue) }
  }

  /// The ids of cells in the list.
  static let cells = ids(of: "cells")

  /// The ids of sections in the list.
  static let sections = ids(of: "sections")

  /// The most ids that are offered.
  private static let limit = 1_000

  private static func ids(of table: String) -> CompletionKind {
    .custom { words, index, prefix in
      names(for: prefix, words, before: index) { store, list in
        guard let list else { return [] }
        let rows = try store.query(
          "SELECT id FROM \(table) WHERE list = ?1 AND substr(id, 1, length(?2)) = ?2 LIMIT \(limit)",
          arguments: [list, unquoted(prefix)],
          limits: QueryLimits(duration: .seconds(2))
        )
        return rows.compactMap { $0[0] }
      }
    }
  }

  /// Returns names from the store on the command line, of the list that is the next word.
  private static func names(
    for prefix: String,
    _ words: [String],
    before index: Int,
    _ read: (_ store: ListStore, _ list: String?) throws -> [String]
  ) -> [String] {
    // The first two words are the program and the subcommand.
    let before = words.prefix(index).dropFirst(2).map(unquoted)
    guard let place = before.firstIndex(where: { FileManager.default.fileExists(atPath: $0) })
    else { return [] }
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    configuration.busyTimeout = .zero
    let list = before[(place + 1)...].first { !$0.hasPrefix("-") }
    let names = try? read(ListStore(path: before[place], configuration: configuration), list)
    return (names ?? []).filter { $0.hasPrefix(unquoted(prefix)) && !$0.contains("\n") }
  }

  /// Returns a word as the program would get it, unless it has strange quotes.
  private static func unquoted(_ word: String) -> String {
    var result = ""
    var isEscaped = false
    for character in word {
      if isEscaped || !"\\\"'".contains(character) { result.append(character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}
