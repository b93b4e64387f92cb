/// The state of reading content; its memory is reused for the next content.
///
/// The minified value is `output` followed by the bytes of the text from `pendingStart` on: while
/// nothing is dropped or rewritten, nothing is copied. Offsets are offsets in the minified value.
struct ContentScratch {
  var output: [UInt8] = []
  var pendingStart = 0
  /// The offset of the value in the text.
  var textStart = 0
  /// Whether the order of unsorted members is kept for later.
  var keepsOrder = true
  /// The arrays and objects that contain the current position.
  var containers: [Container] = []
  /// The members of all objects that contain the current position, in the order of the text.
  var members: [Member] = []
  /// The objects with unsorted members, in the order of their ends.
  var unsortedObjects: [UnsortedObject] = []
  /// The members of the unsorted objects, sorted within each.
  var sortedMembers: [Member] = []
  /// The canonical form of the value, once it has been sorted.
  var canonicalForm: [UInt8] = []
  /// The parts of the canonical form that are still to be written, the last one first.
  var parts: [Part] = []

  struct Container {
    var start: Int
    /// The index of an object's first member in `members`; `nil` for an array.
    var firstMember: Int?
    var isSorted = true
  }

  /// A member of an object; small, because there may be very many members.
  struct Member {
    /// The most bytes that a content may have up to the end of its last member.
    static let lengthLimit = Int(Int32.max)

    private let textStart: UInt32
    private let nameStart: UInt32
    private let nameEndAndEscapes: UInt32
    private var valueEnd: UInt32 = 0

    /// Creates a member; no offset is greater than ``lengthLimit``.
    init(textOffset: Int, name: Range<Int>, nameHasEscapes: Bool) {
      textStart = UInt32(textOffset)
      nameStart = UInt32(name.lowerBound)
      nameEndAndEscapes = UInt32(name.upperBound) << 1 | (nameHasEscapes ? 1 : 0)
    }

    /// The offset of the name's first quote from the start of the value's text, for faults.
    var textOffset: Int { Int(textStart) }
    /// The name in the minified value, with its quotes.
    var name: Range<Int> { Int(nameStart)..<Int(nameEndAndEscapes >> 1) }
    /// Whether the name is written with escapes.
    var nameHasEscapes: Bool { nameEndAndEscapes & 1 == 1 }
    /// The end of the member's value in the minified value.
    var end: Int {
      get { Int(valueEnd) }
      set { valueEnd = UInt32(newValue) }
    }
  }

  struct UnsortedObject {
    var start: Int
    var end: Int
    var members: Range<Int>
  }

  mutating func start(at position: Int) {
    if members.capacity == 0 {
      containers.reserveCapacity(8)
      members.reserveCapacity(16)
    }
    output.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    if !unsortedObjects.isEmpty {
      unsortedObjects.removeAll(keepingCapacity: true)
      sortedMembers.removeAll(keepingCapacity: true)
    }
    pendingStart = position
    textStart = position
  }
}

/// The names of members: each is still in the text or already in the output.
struct MemberNames {
  let output: UnsafeBufferPointer<UInt8>
  let text: UnsafeBufferPointer<UInt8>
  /// The offset in the text minus the offset in the minified value.
  let shift: Int

  /// Returns whether a member comes first by name, and for equal names by position, so that a fault
  /// always names the same one.
  func isBefore(_ member: ContentScratch.Member, _ other: ContentScratch.Member) -> Bool {
    let order = compare(member, other)
    return order == 0 ? member.textOffset < other.textOffset : order < 0
  }

  /// Compares two names by the bytes of their values: negative, 0 or positive.
  func compare(_ left: ContentScratch.Member, _ right: ContentScratch.Member) -> Int {
    left.nameHasEscapes || right.nameHasEscapes
      ? JSONNameOrder.compare(escaped: bytes(of: left), bytes(of: right))
      : JSONNameOrder.compare(bytes(of: left), bytes(of: right))
  }

  /// Returns the bytes of a name between its quotes.
  ///
  /// All of them are in `output`, or all are still in the text: a flush always ends between tokens.
  func bytes(of member: ContentScratch.Member) -> UnsafeBufferPointer<UInt8> {
    let name = member.name.dropFirst().dropLast()
    if name.upperBound < output.count { return UnsafeBufferPointer(rebasing: output[name]) }
    return UnsafeBufferPointer(
      rebasing: text[name.lowerBound + shift..<name.upperBound + shift]
    )
  }
}

extension UnsafeMutableBufferPointer {
  /// Sorts in place with a heap: `sort` takes half as much memory again.
  func sortInPlace(by isBefore: (Element, Element) -> Bool) {
    func sink(_ start: Int, below end: Int) {
      var parent = start
      while 2 * parent + 1 < end {
        var child = 2 * parent + 1
        if child + 1 < end, isBefore(self[child], self[child + 1]) { child += 1 }
        guard isBefore(self[parent], self[child]) else { return }
        swapAt(parent, child)
        parent = child
      }
    }
    for start in (0..<count / 2).reversed() { sink(start, below: count) }
    for end in indices.dropFirst().reversed() {
      swapAt(0, end)
      sink(0, below: end)
    }
  }
}
