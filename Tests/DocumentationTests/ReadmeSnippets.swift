// The Swift code of README.md, compiled. What stands here between the lines of a snippet and the
// snippet in the page differ in white space at most; DocumentedCodeTests sees to it.

import ListAdapter
import ListStorage

struct Article: Component, Codable, Equatable, Identifiable {
  static let componentType = "Article"  // the name it is stored under; it never changes
  var id: String
  var title: String
  var stars = 0
}

enum ReadmeSnippets {
  static func write(
    articles: [Article],
    news: Article,
    path: String
  ) throws -> ListStore {
    let list = List {
      Section(id: "feed") {
        for article in articles {
          Cell(component: article)
        }
      }
      .withSectionLayout(.vertical(spacing: 12))
    }

    let store = try ListStore(path: path)
    try store.commit(list, to: "home", options: CommitOptions(key: "first"))

    try store.edit("home", options: CommitOptions(expecting: .version(1), author: "anna")) {
      draft in
      try draft.appendCell(Cell(component: news), to: "feed")
      try draft.moveCell("a1", .end(of: "feed"))
      try draft.updateCell("a2", as: Article.self) { $0.stars += 1 }
    }
    return store
  }

  static func follow(
    _ store: ListStore,
    view: any CollectionView,
    layoutAdapter: CollectionViewLayoutAdapter
  ) async throws {
    let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    for try await change in store.feed(of: "home", after: adapter.version) {
      let outcome = await adapter.apply(change)
      print("version \(change.version): \(outcome)")
    }
  }

  static func travel(_ store: ListStore) throws {
    for (id, article) in try store.snapshot(of: "home").cells(of: Article.self) {
      print(id, article.title, article.stars)
    }

    let yesterday = try store.snapshot(of: "home", at: 1)
    let back = try store.change(of: "home", from: 2, to: 1)
    _ = (yesterday, back)
  }
}
