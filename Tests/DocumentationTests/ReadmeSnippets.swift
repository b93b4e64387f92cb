// The Swift code of README.md, compiled. What stands here between the lines of a snippet and the
// snippet in the page differ in white space at most; DocumentedCodeTests sees to it.

import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListStorage

struct FeedItem: IdentifiableComponent {
  struct ViewModel: Codable, Equatable, Sendable {
    var id: String
    var title: String
  }

  static let componentType = "FeedItem"
  var viewModel: ViewModel
  var id: Cell.ID { Cell.ID(viewModel.id) }
}

enum ReadmeSnippets {
  static func write(
    items: [FeedItem.ViewModel],
    news: FeedItem.ViewModel,
    path: String
  ) throws -> ListStore {
    let list = List {
      Section(id: "feed") {
        for item in items {
          Cell(component: FeedItem(viewModel: item))
        }
      }
      .withSectionLayout(.vertical(spacing: 12))
    }

    let store = try ListStore(path: path)
    let commit = try store.commit(list, to: "home", expecting: .version(0), key: "first")

    try store.edit("home", expecting: .version(commit.version), author: "anna") { draft in
      try draft.appendCell(Cell(component: FeedItem(viewModel: news)), to: "feed")
      try draft.moveCell("a1", .end(of: "feed"))
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
    let yesterday = try store.snapshot(of: "home", at: 1).list
    let back = try store.change(of: "home", from: 2, to: 1)
    _ = (yesterday, back)
  }
}
