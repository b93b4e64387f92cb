import ListDiff
import ListTestSupport

/// Makes random columns and successors of them in the ways lists really change, from a seed.
struct RandomColumns {
  var generator: SeededGenerator
  private var nextKey: UInt64 = 0
  /// How many different keys there are; `nil` for as many as elements, none twice.
  var alphabet: UInt64?

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// An element: a key and a content.
  struct Element: Hashable {
    var key: UInt64
    var content: UInt64
  }

  mutating func element() -> Element {
    nextKey += 1
    let content = UInt64(number(0...1))
    // Keys spread over 64 bits, as handles and hashes do, or dense, as row numbers do.
    if let alphabet { return Element(key: UInt64(number(0...Int(alphabet))), content: content) }
    return Element(key: nextKey &* 0x9e37_79b9_7f4a_7c15, content: content)
  }

  mutating func elements(_ count: Int) -> [Element] {
    (0..<count).map { _ in element() }
  }

  /// A list that grew out of another by a few block edits and many small ones.
  mutating func successor(of elements: [Element]) -> [Element] {
    var elements = elements
    for _ in 0..<number(0...4) { editBlock(&elements) }
    for _ in 0..<number(0...max(4, elements.count / 6)) { editOne(&elements) }
    return elements
  }

  mutating func editBlock(_ elements: inout [Element]) {
    let start = number(0...elements.count)
    let end = number(start...min(elements.count, start + elements.count / 3 + 1))
    let block = Array(elements[start..<end])
    switch number(0...9) {
    case 0: elements.removeSubrange(start..<end)
    case 1: elements.insert(contentsOf: self.elements(block.count), at: start)
    case 2: elements.replaceSubrange(start..<end, with: self.elements(block.count))
    case 3: elements.replaceSubrange(start..<end, with: block.shuffled(using: &generator))
    case 4: elements.replaceSubrange(start..<end, with: block.reversed())
    case 5:
      for index in start..<end { elements[index].content ^= 1 }
    case 6: elements.reverse()
    case 7: elements.shuffle(using: &generator)
    default:
      elements.removeSubrange(start..<end)
      elements.insert(contentsOf: block, at: number(0...elements.count))
    }
  }

  mutating func editOne(_ elements: inout [Element]) {
    guard !elements.isEmpty else { return elements.append(element()) }
    let index = number(0...elements.count - 1)
    switch number(0...3) {
    case 0: elements.remove(at: index)
    case 1: elements.insert(element(), at: index)
    case 2: elements[index].content ^= 1
    default: elements.insert(elements.remove(at: index), at: number(0...elements.count))
    }
  }
}

extension ElementColumns {
  init(_ elements: [RandomColumns.Element]) {
    self.init(keys: elements.map(\.key), contents: elements.map(\.content))
  }
}
