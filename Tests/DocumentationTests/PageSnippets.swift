// Swift code of the pages in `docs` that stands in no other test; see ReadmeSnippets.

import ListAdapter
import ListDiff
import ListModel
import ListRendering
import ListStorage
import Synchronization

private struct Song: Identifiable, Equatable {
  var id: Int
}

private struct Album: Identifiable {
  var id: String
  var songs: [Song]
}

struct PriceTag: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var name: String
    var cents: Int
  }

  static let componentType = "PriceTag"
  var viewModel: ViewModel

  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    let name = ContentNode.element("b", text: viewModel.name)
    content.node = .element("p", ["class": "price"], [name, .text(" \(viewModel.cents) ct")])
  }
}

/// Whom a handler tells what a user moved.
final class MoveCommits: Sendable {
  private let moves = Mutex<[ReorderTransaction]>([])

  func send(_ move: ReorderTransaction) {
    moves.withLock { $0.append(move) }
  }

  func take() -> ReorderTransaction? {
    moves.withLock { $0.popLast() }
  }
}

enum PageSnippets {
  static func look(at view: SimulatedCollectionView) -> String {
    print(view.screenText)  // a line for each view: its place, and its texts
    let page = view.screenHTML(title: "Prices")  // a page of its own
    return page
  }

  static func movable(_ snapshot: List, _ commits: MoveCommits) -> List {
    let playlist =
      snapshot
      .canReorder { context in context.sectionID == "playlist" }
      .didReorder { move in
        commits.send(move)
      }
    return playlist
  }

  static func commit(_ move: ReorderTransaction, to store: ListStore) throws {
    try store.edit("home", options: CommitOptions(expecting: .version(move.version))) { draft in
      try draft.moveCell(
        move.cellID,
        .at(move.destination.item, in: move.destinationSectionID)
      )
    }
  }

  static func adapter(_ list: List, _ change: Change) {
    let view = SimulatedCollectionView()
    let layoutAdapter = CollectionViewLayoutAdapter()
    view.layoutAdapter = layoutAdapter
    let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)

    adapter.apply(list, version: 1) { print($0) }  // declared in code, or read from a snapshot
    adapter.apply(change) { print($0) }  // the next entry of a feed
  }

  static func replay(_ changes: [Change], from snapshot: List, to newestSnapshot: List) throws {
    var replayer = try Replayer(from: snapshot, version: 7, mode: .single)
    for change in changes { try replayer.replay(change) }
    try replayer.verify(against: newestSnapshot)
    print(replayer.statistics)
  }

  static func differences(_ oldList: List, _ newList: List) throws -> (Int, Int, Int) {
    let (oldAlbums, newAlbums) = ([Album(id: "a", songs: [])], [Album]())
    let (oldSongs, newSongs) = ([Song(id: 1)], [Song(id: 1), Song(id: 2)])
    let flat = FlatDifference(from: oldSongs, to: newSongs)  // elements: Identifiable & Equatable
    let sectioned = SectionedDifference(from: oldAlbums, to: newAlbums) { $0.songs }
    let changeset = try Changeset(from: oldList, to: newList)  // of two lists, with contents
    return (flat.moves.count, sectioned.movedCells.count, changeset.operationCount)
  }
}
