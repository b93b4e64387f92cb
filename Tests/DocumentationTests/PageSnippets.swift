// Swift code of the pages in `docs` that stands in no other test; see ReadmeSnippets.

import ListAdapter
import ListDiff
import ListModel

private struct Song: Identifiable, Equatable {
  var id: Int
}

private struct Album: Identifiable {
  var id: String
  var songs: [Song]
}

enum PageSnippets {
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
