import ListModel

/// Walks over the places of the operations of one kind in the binary form.
///
/// Places are stored as steps forward, so that no input can decode to operations out of order.
struct OperationPlaces<Operation: BinaryOperation>: ~Copyable {
  /// How many operations there are.
  let count: Int
  /// The present place.
  private(set) var place = Operation.Place.first
  /// The origin of the operation at the present place.
  private(set) var origin = Operation.Place.first
  private var left: Int
  private var leftInRun = 0

  /// Starts before the first place.
  init(_ decoder: inout ChangesetDecoder) throws(InvalidEncoding) {
    count = try decoder.readCount(bytesEach: Operation.Place.minimumByteCount)
    left = count
  }

  /// Goes on to the next place.
  ///
  /// - Returns: Whether there is one.
  @inline(__always)
  mutating func goOn(_ decoder: inout ChangesetDecoder) throws(InvalidEncoding) -> Bool {
    guard left > 0 else { return false }
    if left < count {
      place = place.next
      origin = origin.next
    }
    if leftInRun == 0 {
      let start = place
      (place, origin, leftInRun) = try Operation.Place.readRun(
        from: start,
        hasOrigin: Operation.hasOrigin,
        &decoder
      )
      guard leftInRun <= left else { throw decoder.malformed("a run is too long") }
    }
    leftInRun -= 1
    left -= 1
    return true
  }
}

/// A place in the binary form.
protocol BinaryPlace: PlaceInList {
  /// The first place there is.
  static var first: Self { get }
  /// The place after this one; for cells, in the same section.
  var next: Self { get }
  /// The least number of bytes of an operation at such a place.
  static var minimumByteCount: Int { get }

  /// Reads the first place of a run of operations, at `start` or behind it, the origin of its first
  /// operation, and its length.
  static func readRun(
    from start: Self,
    hasOrigin: Bool,
    _ decoder: inout ChangesetDecoder
  ) throws(InvalidEncoding) -> (place: Self, origin: Self, length: Int)
}

extension Int: BinaryPlace {
  static var first: Int { 0 }
  var next: Int { self + 1 }
  static var minimumByteCount: Int { 3 }

  static func readRun(
    from start: Int,
    hasOrigin: Bool,
    _ decoder: inout ChangesetDecoder
  ) throws(InvalidEncoding) -> (place: Int, origin: Int, length: Int) {
    let place = try decoder.readIndex(from: start)
    return (place, hasOrigin ? try decoder.readSignedIndex(from: place) : place, 1)
  }
}

extension CellPath: BinaryPlace {
  static var first: CellPath { CellPath(section: 0, item: 0) }
  var next: CellPath { CellPath(section: section, item: item + 1) }
  static var minimumByteCount: Int { 2 }

  static func readRun(
    from start: CellPath,
    hasOrigin: Bool,
    _ decoder: inout ChangesetDecoder
  ) throws(InvalidEncoding) -> (place: CellPath, origin: CellPath, length: Int) {
    let step = try decoder.readNumber()
    let place = CellPath(
      section: try decoder.index(start.section + step),
      item: try decoder.readIndex(from: step == 0 ? start.item : 0)
    )
    let length = try decoder.readNumber() + 1
    var origin = place
    if hasOrigin {
      origin.section = try decoder.readSignedIndex(from: place.section)
      origin.item = try decoder.readSignedIndex(from: place.item)
    }
    _ = try decoder.index(max(place.item, origin.item) + length - 1)
    return (place, origin, length)
  }
}
