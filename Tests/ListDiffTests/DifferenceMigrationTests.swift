import ListDiff
import ListModel
import ListTestSupport
import Testing

// The code between these marks is in docs/diff.md as it stands here.

// BEGIN docs/diff.md: elements
struct Song: Identifiable, Equatable {
  var id: Int
  var title: String
}

struct Album: Identifiable {
  var id: String
  var songs: [Song]
}
// END

// BEGIN docs/diff.md: flat
/// What a collection view needs to show a change of one section: two batches, each with the data
/// to hand out once it is begun.
struct FlatReload<Element: Identifiable & Equatable> {
  var contentData: [Element]
  var reloaded: [Int]
  var orderData: [Element]
  var deleted: [Int]
  var inserted: [Int]
  var moved: [(from: Int, to: Int)]

  init(from source: [Element], to target: [Element]) {
    let difference = FlatDifference(from: source, to: target)
    contentData = source
    for update in difference.updates { contentData[update.from] = target[update.to] }
    reloaded = difference.updates.map(\.from)
    orderData = target
    deleted = Array(difference.deletions.offsets)
    inserted = Array(difference.insertions.offsets)
    moved = difference.moves.map { ($0.from, $0.to) }
  }
}
// END

// BEGIN docs/diff.md: sectioned
/// The same for sections: contents first, then everything that changes places.
struct SectionedReload {
  var reloaded: [CellPath]
  var difference: SectionedDifference

  init(from source: [Album], to target: [Album]) {
    difference = SectionedDifference(from: source, to: target) { $0.songs }
    reloaded = difference.updatedCells.map(\.from)
  }
}
// END

struct DifferenceMigrationTests {
  @Test func `the documented batches lead to the target`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let songs = (0..<12).map { Song(id: $0, title: "\(generator.next() % 2)") }
      let source = Array(songs.shuffled(using: &generator).prefix(8))
      let target = songs.shuffled(using: &generator).prefix(8).map {
        Song(id: $0.id, title: "\(generator.next() % 2)")
      }
      let reload = FlatReload(from: source, to: target)
      for (offset, song) in reload.contentData.enumerated() where song != source[offset] {
        #expect(reload.reloaded.contains(offset))
      }
      var result = reload.contentData
      let moved = reload.moved.map { result[$0.from] }
      for offset in (reload.deleted + reload.moved.map(\.from)).sorted().reversed() {
        result.remove(at: offset)
      }
      var arrivals = reload.inserted.map { ($0, target[$0]) }
      arrivals += zip(reload.moved, moved).map { ($0.to, $1) }
      for (offset, song) in arrivals.sorted(by: { $0.0 < $1.0 }) {
        result.insert(song, at: offset)
      }
      #expect(result == target)
    }
  }

  @Test func `the documented sections name what is reloaded before anything moves`() {
    let reload = SectionedReload(
      from: [
        Album(id: "a", songs: [Song(id: 1, title: "one"), Song(id: 2, title: "two")]),
        Album(id: "b", songs: []),
      ],
      to: [
        Album(id: "b", songs: [Song(id: 2, title: "second")]),
        Album(id: "a", songs: [Song(id: 1, title: "one")]),
      ]
    )
    #expect(reload.reloaded == [CellPath(section: 0, item: 1)])
    #expect(reload.difference.movedCells.map(\.from) == [CellPath(section: 0, item: 1)])
    #expect(reload.difference.movedSections.count == 1)
  }
}
