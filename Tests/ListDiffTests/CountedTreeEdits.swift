import Foundation
import ListDiff
import ListTestSupport

/// How much more the property tests do when the environment asks for it.
enum Soak {
  /// A number of repetitions, 20 times as many if `LISTSTORE_SOAK` is 1.
  static func count(_ count: Int) -> Int {
    ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1" ? 20 * count : count
  }
}

/// A random script of edits, made on a tree and on an array at once.
///
/// Old versions of the tree are kept and checked in the end: nothing may have changed them.
struct TreeEdits<Element: CountedTreeElement> {
  private var generator: SeededGenerator
  private var tree: CountedTree<Element>
  private var array: [Element]
  private var versions: [(tree: CountedTree<Element>, array: [Element])] = []
  private var nextNumber = 0
  /// Whether the tree ever gave other elements than the array.
  private var misread = false
  private let element: (Int) -> Element

  init(seed: UInt64, element: @escaping (Int) -> Element) {
    generator = SeededGenerator(seed: seed)
    self.element = element
    tree = CountedTree()
    array = []
    // Mostly small, so that scripts end where trees grow and shrink by a level.
    let sizeLimit = number(0...99) == 0 ? 5_000 : [0, 1, 7, 40, 100, 300][number(0...5)]
    array = fresh(upTo: sizeLimit)
    tree = CountedTree(array)
  }

  /// Makes the edits; what is wrong then, if anything.
  mutating func firstFlaw() -> String? {
    for step in 0..<number(1...30) {
      let edit = edit()
      // Looking at fingerprints now and then leaves cached ones behind that edits must forget.
      if number(0...4) == 0 { _ = tree.fingerprint }
      if number(0...14) == 0 { versions.append((tree, array)) }
      if misread { return "step \(step), \(edit): other elements are given" }
      if number(0...3) == 0, let flaw = flaw(of: tree, array) {
        return "step \(step), \(edit): \(flaw)"
      }
    }
    if let flaw = flaw(of: tree, array) { return "in the end: \(flaw)" }
    for (tree, array) in versions {
      if let flaw = flaw(of: tree, array) { return "an old version: \(flaw)" }
    }
    return nil
  }

  private func flaw(of tree: CountedTree<Element>, _ array: [Element]) -> String? {
    if let broken = tree.brokenInvariant { return broken }
    if tree.count != array.count { return "\(tree.count) elements instead of \(array.count)" }
    if Array(tree) != array { return "other elements" }
    if tree.fingerprint != CountedTree(array).fingerprint { return "another fingerprint" }
    return nil
  }

  /// - Returns: What was done.
  private mutating func edit() -> String {
    let place = number(0...array.count)
    switch number(0...11) {
    case 10, 11: return editManyPlaces()
    case 0, 1:
      for element in fresh(upTo: 20) {
        array.insert(element, at: place)
        tree.insert(element, at: place)
      }
      return "insert at \(place)"
    case 2, 3:
      for _ in 0..<min(number(0...40), array.count - place)
      where array.remove(at: place) != tree.remove(at: place) {
        return "remove another element"
      }
      return "remove at \(place)"
    case 4:
      guard place < array.count, let new = fresh(upTo: 1).first else { return "nothing" }
      array[place] = new
      tree[place] = new
      return "replace at \(place)"
    case 5, 6:
      let range = place..<number(place...array.count)
      let new = fresh(upTo: number(0...1) * 120)
      array.replaceSubrange(range, with: new)
      tree.replaceSubrange(range, with: new)
      return "replace \(range) by \(new.count)"
    case 7:
      let new = fresh(upTo: 60)
      array.append(contentsOf: new)
      tree.append(contentsOf: new)
      return "append \(new.count)"
    case 8:
      let (front, back) = tree.split(at: place)
      tree = back + front
      array = Array(array[place...] + array[..<place])
      return "rotate at \(place)"
    default:
      let range = place..<number(place...array.count)
      var elements: [Element] = []
      tree.forEachSpan(in: range) { span in
        for index in span.indices { elements.append(span[index]) }
      }
      if elements != Array(array[range]) { misread = true }
      return "read \(range)"
    }
  }

  /// Makes edits at many places at once, sometimes in one region, sometimes everywhere.
  private mutating func editManyPlaces() -> String {
    let density = [2, 10, 50, 100][number(0...3)]
    let region = number(0...array.count)...array.count
    let removing = number(0...3) == 0 ? 9 : number(0...3)
    var edits: [CountedTreeEdit<Element>] = []
    var result = Array(array[..<region.lowerBound])
    for offset in region {
      let isTouched = number(0...99) < density
      if isTouched, number(0...2) == 0 {
        for new in fresh(upTo: number(0...30) == 0 ? 80 : 3) {
          edits.append(CountedTreeEdit(.insert(new), at: offset))
          result.append(new)
        }
      }
      guard offset < array.count else { continue }
      if isTouched, number(0...9) < removing {
        edits.append(CountedTreeEdit(.remove, at: offset))
      } else if isTouched, number(0...1) == 0, let new = fresh(upTo: 1).first {
        edits.append(CountedTreeEdit(.replace(new), at: offset))
        result.append(new)
      } else {
        result.append(array[offset])
      }
    }
    array = result
    tree.edit(edits)
    return "\(edits.count) edits from \(region.lowerBound) on"
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func fresh(upTo limit: Int) -> [Element] {
    (0..<number(0...max(limit, 0))).map { _ in
      nextNumber += 1
      return element(nextNumber)
    }
  }
}
