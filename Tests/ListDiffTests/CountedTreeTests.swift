import ListDiff
import ListTestSupport
import Testing

/// An element of trees that are deep although they are small.
private struct Small: CountedTreeElement {
  var number: Int
  var fingerprint: UInt64 { UInt64(bitPattern: Int64(number)) }
  static let leafCapacity = 6
  static let fanOut = 4
}

/// An element with the limits and the reference counting of real ones.
private struct Large: CountedTreeElement {
  var text: String
  var fingerprint: UInt64 { UInt64(bitPattern: Int64(text.hashValue)) }
}

@Suite struct CountedTreeTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `500 edit scripts on a deep tree give what they give on an array`(seed: UInt64) {
    for script in 0..<Soak.count(500) {
      var edits = TreeEdits(seed: seed &* 1_000_003 &+ UInt64(script)) { Small(number: $0) }
      if let flaw = edits.firstFlaw() {
        Issue.record("seed \(seed), script \(script): \(flaw)")
        return
      }
    }
  }

  @Test(arguments: 11...14 as ClosedRange<UInt64>)
  func `50 edit scripts on a wide tree give what they give on an array`(seed: UInt64) {
    for script in 0..<Soak.count(50) {
      var edits = TreeEdits(seed: seed &* 1_000_003 &+ UInt64(script)) { Large(text: "\($0)") }
      if let flaw = edits.firstFlaw() {
        Issue.record("seed \(seed), script \(script): \(flaw)")
        return
      }
    }
  }

  @Test func `every size can be built, with equal nodes for equal sequences`() {
    for size in 0...600 {
      let elements = (0..<size).map { Small(number: $0) }
      let tree = CountedTree(elements)
      #expect(tree.brokenInvariant == nil, "\(size)")
      #expect(Array(tree) == elements, "\(size)")
      #expect(tree.fingerprint == CountedTree(elements).fingerprint)
    }
  }

  @Test func `every place of a tree can be split and joined`() {
    let elements = (0..<300).map { Small(number: $0) }
    let tree = CountedTree(elements)
    for place in 0...300 {
      let (front, back) = tree.split(at: place)
      #expect(front.brokenInvariant == nil && back.brokenInvariant == nil)
      #expect(Array(front) == Array(elements[..<place]))
      #expect(Array(back) == Array(elements[place...]))
      let rotated: CountedTree<Small> = back + front
      #expect(rotated.brokenInvariant == nil)
      #expect(Array(rotated) == Array(elements[place...]) + Array(elements[..<place]))
    }
  }

  @Test func `a changed copy leaves the original as it was`() {
    let elements = (0..<1_000).map { Small(number: $0) }
    let original = CountedTree(elements)
    var copy = original
    for place in stride(from: 0, to: 1_000, by: 7) { copy[place] = Small(number: -place) }
    copy.remove(at: 500)
    #expect(Array(original) == elements)
    #expect(original.fingerprint == CountedTree(elements).fingerprint)
  }

  @Test func `one edit of 100,000 elements makes one new node a level`() {
    let original = CountedTree((0..<100_000).map { Large(text: "\($0)") })
    let nodes = original.nodeIdentities
    // 1,042 leaves below 44 branches below 2 branches below the root.
    var updated = original
    updated[50_000] = Large(text: "new")
    #expect(updated.nodeIdentities.subtracting(nodes).count == 4)
    var longer = original
    longer.insert(Large(text: "new"), at: 70_000)
    #expect(longer.nodeIdentities.subtracting(nodes).count == 4)
    var shorter = original
    shorter.remove(at: 0)
    #expect(shorter.nodeIdentities.subtracting(nodes).count == 4)
    var replaced = original
    replaced.replaceSubrange(20_000..<60_000, with: [Large(text: "new")])
    #expect(replaced.nodeIdentities.subtracting(nodes).count <= 16)
  }

  @Test func `a tree that nobody else holds is changed in place`() {
    var tree = CountedTree((0..<100_000).map { Large(text: "\($0)") })
    let nodes = tree.nodeIdentities
    for place in stride(from: 0, to: 100_000, by: 101) { tree[place] = Large(text: "new") }
    #expect(tree.nodeIdentities == nodes)
  }
}

@Suite struct CountedTreeFingerprintTests {
  @Test func `a fingerprint depends on the elements and their order, not on the edits`() {
    var generator = SeededGenerator(seed: 9)
    for size in 0..<200 {
      let elements = (0..<size).map { _ in Small(number: .random(in: 0...3, using: &generator)) }
      var grown = CountedTree<Small>()
      for element in elements.reversed() { grown.insert(element, at: 0) }
      #expect(grown.fingerprint == CountedTree(elements).fingerprint)
      guard size > 1, elements[0] != elements[1] else { continue }
      grown[0] = elements[1]
      grown[1] = elements[0]
      #expect(grown.fingerprint != CountedTree(elements).fingerprint)
    }
  }

  @Test func `elements that are all zero are not lost at either end`() {
    let zero = Small(number: 0)
    let fingerprints = (0...100).map {
      CountedTree(Array(repeating: zero, count: $0)).fingerprint
    }
    #expect(Set(fingerprints).count == fingerprints.count)
  }

  @Test func `all short sequences have different fingerprints`() {
    var sequences: [[Small]] = [[]]
    var layer = sequences
    for _ in 1...6 {
      layer = layer.flatMap { head in (0..<5).map { head + [Small(number: $0)] } }
      sequences += layer
    }
    #expect(Set(sequences.map { CountedTree($0).fingerprint }).count == sequences.count)
  }
}
