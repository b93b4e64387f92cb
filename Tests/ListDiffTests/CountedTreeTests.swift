import ListDiff
import ListTestSupport
import Testing

/// An element of trees that are deep although they are small.
private struct Small: CountedTreeElement, Equatable {
  var number: Int
  static let leafCapacity = 6
  static let fanOut = 4
}

/// An element of wide nodes, with the reference counting of real ones.
private struct Large: CountedTreeElement, Equatable {
  var text: String
  static let leafCapacity = 128
  static let fanOut = 32
}

@Suite struct CountedTreeTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `edit scripts on a deep tree give what they give on an array`(seed: UInt64) {
    for script in 0..<Soak.count(20, soak: 10_000) {
      var edits = TreeEdits(seed: seed &* 1_000_003 &+ UInt64(script)) { Small(number: $0) }
      if let flaw = edits.firstFlaw() {
        Issue.record("seed \(seed), script \(script): \(flaw)")
        return
      }
    }
  }

  @Test(arguments: 11...14 as ClosedRange<UInt64>)
  func `edit scripts on a wide tree give what they give on an array`(seed: UInt64) {
    for script in 0..<Soak.count(20, soak: 1_000) {
      var edits = TreeEdits(seed: seed &* 1_000_003 &+ UInt64(script)) { Large(text: "\($0)") }
      if let flaw = edits.firstFlaw() {
        Issue.record("seed \(seed), script \(script): \(flaw)")
        return
      }
    }
  }

  @Test func `every size can be built`() {
    for size in 0...600 {
      let elements = (0..<size).map { Small(number: $0) }
      let tree = CountedTree(elements)
      #expect(tree.brokenInvariant == nil, "\(size)")
      #expect(Array(tree) == elements, "\(size)")
    }
  }

  @Test func `a changed copy leaves the original as it was`() {
    let elements = (0..<1_000).map { Small(number: $0) }
    let original = CountedTree(elements)
    var copy = original
    for place in stride(from: 0, to: 1_000, by: 7) {
      copy.update(at: place) { $0 = Small(number: -place) }
    }
    copy.remove(at: 500)
    #expect(Array(original) == elements)
  }

  @Test func `one edit of 100,000 elements makes one new node a level`() {
    let original = CountedTree((0..<100_000).map { Large(text: "\($0)") })
    let nodes = original.nodeIdentities
    // 1,042 leaves below 44 branches below 2 branches below the root.
    var updated = original
    updated.update(at: 50_000) { $0 = Large(text: "new") }
    #expect(updated.nodeIdentities.subtracting(nodes).count == 4)
    var longer = original
    longer.insert(Large(text: "new"), at: 70_000)
    #expect(longer.nodeIdentities.subtracting(nodes).count == 4)
    var shorter = original
    shorter.remove(at: 0)
    #expect(shorter.nodeIdentities.subtracting(nodes).count == 4)
  }

  @Test func `a tree that nobody else holds is changed in place`() {
    var tree = CountedTree((0..<100_000).map { Large(text: "\($0)") })
    let nodes = tree.nodeIdentities
    for place in stride(from: 0, to: 100_000, by: 101) {
      tree.update(at: place) { $0 = Large(text: "new") }
    }
    #expect(tree.nodeIdentities == nodes)
  }
}
