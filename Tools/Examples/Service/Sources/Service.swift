// A service that keeps a list of articles, and prints each change with its author.

import ListStorage

struct Article: Component, Codable, Equatable, Identifiable {
  static let componentType = "Article"
  var id: String
  var title: String
  var stars = 0
}

@main struct Service {
  static func main() async throws {
    let store = try ListStore(path: CommandLine.arguments.dropFirst().first ?? "articles.db")
    if try store.lists().isEmpty {
      try await store.commit(
        List { Section(id: "feed") {} },
        to: "home",
        options: CommitOptions(key: "first")
      )
    }
    while let line = readLine() {
      do {
        try await perform(line, in: store)
      } catch {
        print("refused: \(error)")
      }
    }
    for change in try store.changes(of: "home", after: 1) { try tell(change) }
  }

  /// Carries out the command of a line as one version.
  static func perform(_ line: String, in store: ListStore) async throws {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words.first, words.count) {
    case ("add", 3):
      try await store.edit("home") { draft in
        try draft.appendCell(Cell(component: Article(id: words[1], title: words[2])), to: "feed")
      }
    case ("star", 2):
      try await store.edit("home") { draft in
        try draft.updateCell(Cell.ID(words[1]), as: Article.self) { $0.stars += 1 }
      }
    case ("drop", 2):
      try await store.edit("home") { try $0.deleteCell(Cell.ID(words[1])) }
    case ("best", 1):
      let articles = try store.snapshot(of: "home").cells(of: Article.self).map(\.component)
      print("best: \(articles.max { $0.stars < $1.stars }?.title ?? "none")")
    default:
      print("expected: add ID TITLE, star ID, drop ID, best")
    }
  }

  /// Prints what a version changed.
  static func tell(_ change: Change) throws {
    for operation in change.changeset.operations {
      guard let cell = operation.cell else { continue }
      let before = try operation.before(of: Article.self)
      switch (before, try operation.after(of: Article.self)) {
      case (nil, let new?): print("\(change.version): \(cell) \"\(new.title)\" is new")
      case (let old?, let new?):
        print("\(change.version): \(cell) \(old.stars) → \(new.stars) stars")
      case (_?, nil): print("\(change.version): \(cell) is gone")
      case (nil, nil): print("\(change.version): \(cell) was moved")
      }
    }
  }
}
