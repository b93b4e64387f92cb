import ListDiff
import ListTestSupport

/// A random script of edits, made on a tree and on an array at once.
///
/// Old versions of the tree are kept and checked in the end: nothing may have changed them.
struct TreeEdits<Element: CountedTreeElement & Equatable> {
  private var generator: SeededGenerator
  private var tree: CountedTree<Element>
  private var array: [Element]
  private var versions: [(tree: CountedTree<Element>, array: [Element])] = []
  private var nextNumber = 0
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
      if number(0...14) == 0 { versions.append((tree, array)) }
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
    for place in stride(from: 0, to: array.count, by: 7) where tree[place] != array[place] {
      return "another element at \(place)"
    }
    return nil
  }

  /// - Returns: What was done.
  private mutating func edit() -> String {
    let place = number(0...array.count)
    switch number(0...6) {
    case 5, 6: return editManyPlaces()
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
    default:
      guard place < array.count, let new = fresh(upTo: 1).first else { return "nothing" }
      array[place] = new
      tree.update(at: place) { $0 = new }
      return "replace at \(place)"
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
