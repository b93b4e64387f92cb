import Foundation
import ListDiff
import ListModel
import ListTestSupport
import Synchronization
import Testing

/// The entry points for collections of any elements.
struct DifferenceElementsTests {
  private struct Song: Identifiable, Hashable {
    var id: String
    var title = ""
  }

  /// An id whose hash says nothing.
  private struct Colliding: Hashable {
    var number: Int

    func hash(into hasher: inout Hasher) {}
  }

  private struct Album: Identifiable {
    var id: Int
    var songs: [Song]
  }

  /// The target, made of the source and the difference alone, with what arrives from the target.
  private func applying<Element>(
    _ difference: FlatDifference,
    to source: [Element],
    from target: [Element]
  ) -> [Element] {
    let moved = Set(difference.moves.map(\.from))
    let deleted = Set(difference.deletions.offsets)
    var result = source.indices.filter { !moved.contains($0) && !deleted.contains($0) }
      .map { source[$0] }
    var arrivals = difference.insertions.offsets.map { ($0, target[$0]) }
    arrivals += difference.moves.map { ($0.to, source[$0.from]) }
    for (offset, element) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      result.insert(element, at: offset)
    }
    for update in difference.updates { result[update.to] = target[update.to] }
    return result
  }

  private func check<ID: Hashable>(_ ids: [ID], seed: UInt64 = 1) {
    var generator = SeededGenerator(seed: seed)
    var scratch = DifferenceScratch()
    for _ in 0..<200 {
      let source = Array(ids.shuffled(using: &generator).prefix(Int(generator.next() % 20)))
      let target = Array(ids.shuffled(using: &generator).prefix(Int(generator.next() % 20)))
      let difference = FlatDifference(from: source, to: target, using: &scratch)
      #expect(applying(difference, to: source, from: target) == target, "\(source) -> \(target)")
      #expect(difference == FlatDifference(from: source, to: target))
      let common = Set(source).intersection(target).count
      #expect(difference.deletions.offsetCount == source.count - common)
      #expect(difference.insertions.offsetCount == target.count - common)
      #expect(difference.updates.isEmpty)
    }
  }

  @Test func `what is equal at both ends is not hashed`() {
    final class Counter: Sendable {
      let hashes = Mutex(0)
    }
    struct CountedID: Hashable {
      var number: Int
      var counter: Counter
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
      func hash(into hasher: inout Hasher) {
        counter.hashes.withLock { $0 += 1 }
        hasher.combine(number)
      }
    }
    struct Shelf {
      var id: Int
      var ids: [CountedID]
    }
    var scratch = DifferenceScratch()
    let counter = Counter()
    let source = (0..<1_000).map { CountedID(number: $0, counter: counter) }
    var target = source
    #expect(FlatDifference(from: source, to: target).isEmpty)
    #expect(counter.hashes.withLock { $0 } == 0)
    target.remove(at: 400)
    target.insert(CountedID(number: -1, counter: counter), at: 500)
    let difference = FlatDifference(from: source, to: target)
    #expect(Array(difference.deletions) == [400..<401])
    #expect(Array(difference.insertions) == [500..<501])
    #expect((1...250).contains(counter.hashes.withLock { $0 }))
    let sections = SectionedDifference(
      from: [(0, source), (1, [])].map { Shelf(id: $0.0, ids: $0.1) },
      to: [(0, target), (1, [])].map { Shelf(id: $0.0, ids: $0.1) },
      using: &scratch,
      sectionID: \.id,
      cells: \.ids,
      cellID: { $0 },
      contentIsEqual: { $0.number % 100 != 7 || $0.number != $1.number }
    )
    #expect(sections.deletedCells == [CellPath(section: 0, item: 400)])
    #expect(sections.insertedCells == [CellPath(section: 0, item: 500)])
    #expect(
      sections.updatedCells.map(\.to.item) == [7, 107, 207, 307, 406, 507, 607, 707, 807, 907]
    )
    #expect((1...500).contains(counter.hashes.withLock { $0 }))
  }

  @Test func `ids of many types lead to the target`() {
    check(Array(-10...10))
    check((0..<20).map { UInt8($0) })
    check((0..<20).map { Int32($0) - 10 })
    check((0..<20).map { _ in UUID() })
    check((0..<20).map { String(repeating: "x", count: $0) })
    check((0..<20).map { "https://example.com/items/\($0)" })
    check((0..<20).map { Double($0) / 3 })
    check((0..<20).map { $0 % 2 == 0 ? Optional($0) : nil }.filter { $0 != nil })
    check((0..<20).map { Substring("id \($0)") })
  }

  @Test func `ids whose hashes are all the same are told apart`() {
    check((0..<20).map(Colliding.init))
    let albums = { (numbers: [Int]) in numbers.map { Colliding(number: $0) } }
    var scratch = DifferenceScratch()
    let difference = SectionedDifference(
      from: [(1, albums([1, 2, 3])), (2, albums([4]))],
      to: [(2, albums([4, 3])), (1, albums([1, 5]))],
      using: &scratch,
      sectionID: { Colliding(number: $0.0) },
      cells: { $0.1 },
      cellID: { $0 },
      contentIsEqual: { _, _ in true }
    )
    #expect(difference.movedSections.count == 1)
    #expect(difference.matchedSections.map(\.from) == [1, 0])
    #expect(difference.deletedCells.map(\.item) == [1])
    #expect(difference.insertedCells.map(\.item) == [1])
    #expect(difference.movedCells.map(\.from.item) == [2])
  }

  @Test func `ids in a box are the same when the boxes are equal`() {
    // An integer equals one of another type once both are boxed, though their own keys differ.
    let boxes: [AnyHashable] = [1 as Int, "a", 2.0 as Double]
    let others: [AnyHashable] = [1 as UInt8, "a", 2 as Int]
    #expect(boxes == others)
    #expect(FlatDifference(from: boxes, to: others).isEmpty)
    let moved = FlatDifference(from: boxes, to: [others[2], others[0], others[1]])
    #expect(moved.insertions.isEmpty && moved.deletions.isEmpty && moved.moves.count == 1)
    // A text in a box is equal to what its box is equal to.
    let composed: [AnyHashable] = ["\u{E9}"]
    #expect(FlatDifference(from: composed, to: ["e\u{301}"] as [AnyHashable]).isEmpty)
    #expect(FlatDifference(from: [1, nil] as [Int?], to: [nil, 1] as [Int?]).moves.count == 1)
  }

  @Test func `texts are told apart by their bytes`() {
    let difference = FlatDifference(from: ["\u{e9}", "a"], to: ["e\u{301}", "a"])
    #expect(Array(difference.deletions) == [0..<1])
    #expect(Array(difference.insertions) == [0..<1])
    let songs = FlatDifference(from: [Song(id: "\u{e9}")], to: [Song(id: "e\u{301}")])
    #expect(songs.deletions.offsetCount == 1)
  }

  @Test func `content is compared for elements in both`() {
    let source = [Song(id: "a", title: "A"), Song(id: "b", title: "B"), Song(id: "c")]
    let target = [Song(id: "c"), Song(id: "a", title: "A2"), Song(id: "b", title: "B")]
    let difference = FlatDifference(from: source, to: target)
    #expect(Array(difference.updates) == [Match(from: 0, to: 1)])
    #expect(Array(difference.moves) == [Match(from: 2, to: 0)])
    #expect(applying(difference, to: source, from: target) == target)
  }

  @Test func `any collections can be compared`() {
    let slice = [0, 1, 2, 3, 4][1...]
    let difference = FlatDifference(from: Array(slice.reversed()), to: [1, 2, 3, 4])
    #expect(difference.moves.count == 3)
    #expect(FlatDifference(from: slice, to: slice).isEmpty)
    #expect(FlatDifference(from: Set([7]), to: Set([7])).isEmpty)
  }

  @Test func `a cell that goes to another section moves`() {
    let source = [
      Album(id: 1, songs: [Song(id: "a"), Song(id: "b")]), Album(id: 2, songs: [Song(id: "c")]),
    ]
    let target = [
      Album(id: 3, songs: [Song(id: "b")]), Album(id: 1, songs: [Song(id: "a", title: "new")]),
    ]
    let difference = SectionedDifference(from: source, to: target) { $0.songs }
    #expect(difference.deletedSections == [1])
    #expect(difference.insertedSections == [0])
    #expect(difference.movedSections.isEmpty)
    #expect(difference.deletedCells.map(\.section) == [1])
    #expect(difference.insertedCells.isEmpty)
    #expect(difference.movedCells.map(\.from.item) == [1])
    #expect(difference.updatedCells.map(\.to.section) == [1])
  }

  @Test func `an interner gives equal bytes equal numbers`() {
    var interner = Interner()
    var model: [[UInt8]: UInt64] = [:]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      let length = Int(generator.next() % 40)
      let text = String(
        (0..<length).map { _ in "aé\u{301}z".unicodeScalars.randomElement(using: &generator) }
          .map { Character($0 ?? "a") }
      )
      let number = interner.intern(text)
      let known = model[Array(text.utf8)]
      #expect(known == nil || known == number)
      #expect(known != nil || number == UInt64(model.count))
      model[Array(text.utf8)] = number
      #expect(interner.number(of: text) == number)
      #expect(interner.text(of: number).map { Array($0.utf8) } == Array(text.utf8))
    }
    #expect(interner.count == model.count)
    #expect(interner.number(of: "not there") == nil)
    #expect(interner.text(of: UInt64(interner.count)) == nil)
    #expect(interner.text(of: .max) == nil)
  }
}
