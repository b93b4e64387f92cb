import ArgumentParser
import Foundation
import ListDiff
import ListModel
import ListPaging
import ListStorage
import StorePeer

/// Measures reading whole lists, at the head and at older versions.
struct DeclaredSnapshots {
  let count: Int
  let versions: Int
  let folder: String
  let comparison: Comparison

  func run() throws {
    try StoreBenchmark.withFolder(in: folder) { folder in
      let path = folder + "/feed.db"
      let store = try filledStore(path)
      let peer = try PeerFailure.opening(path, synchronous: 1)
      defer { store_peer_close(peer) }
      var scan: Int32 = 0
      try PeerFailure.check(
        store_peer_prepare(
          peer,
          "SELECT cell, id, digest, type, content FROM liststore_cell WHERE list = 1",
          &scan
        ),
        peer
      )
      try comparison.measure(
        "snapshot of the head",
        count,
        repeats: true,
        [
          .init(name: "scan in C") { _ in
            var byteCount: Int64 = 0
            try PeerFailure.check(store_peer_scan(peer, scan, &byteCount), peer)
          },
          .init(name: "snapshot") { _ in _ = try store.snapshot(of: "feed") },
          .init(name: "and its cells, typed") { _ in
            let cells = try store.snapshot(of: "feed").cells(of: FeedCell.self)
            guard cells.count == count else { throw ValidationError("not all cells were read") }
          },
          .init(name: "the same with JSONDecoder") { _ in
            let decoder = JSONDecoder()
            for cell in try store.snapshot(of: "feed").list.sections[0].cells {
              guard let content = try cell.component.stored().content else { continue }
              _ = try decoder.decode(FeedCell.ViewModel.self, from: Data(content.bytes))
            }
          },
        ]
      )
      var generator = SplitMix(state: UInt64(count))
      let old = (0..<comparison.rounds).map { _ in Int(generator.next() % UInt64(versions)) + 1 }
      let (head, start) = (versions + 1, max(versions - 400, 1))
      try comparison.measure(
        "snapshot of one of \(versions) versions",
        count,
        [
          .init(name: "snapshot of the head") { _ in _ = try store.snapshot(of: "feed") },
          .init(name: "400 versions back") { _ in _ = try store.snapshot(of: "feed", at: start) },
          .init(name: "at random") { round in
            _ = try store.snapshot(of: "feed", at: old[round])
          },
          .init(name: "the change alone") { round in
            _ = try store.change(of: "feed", from: head, to: old[round])
          },
        ]
      )
    }
  }

  private func filledStore(_ path: String) throws -> ListStore {
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    configuration.retention = .unlimited
    let store = try ListStore(path: path, configuration: configuration)
    try store.commit(List(declaring: (0..<count).map { FeedModel($0) }), to: "feed")
    var generator = SplitMix(state: UInt64(versions))
    for version in 1...versions {
      let number = Int(generator.next() % UInt64(count))
      try store.edit("feed") { draft in
        let model = FeedModel(number, revision: version)
        try draft.updateCell(Cell(declaring: model))
      }
    }
    return store
  }
}
