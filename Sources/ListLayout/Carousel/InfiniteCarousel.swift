/// An infinite carousel: a few originals, repeated so often that they seem to go round in a circle.
///
/// Originals 0..<n stand in C copies one after the other; C is odd, and the copy in the middle is
/// number 0. As long as the screen is scrolled within the middle copy there are others on both sides
/// of it; when it leaves that copy, ``rebased(_:)`` moves the offset by whole rounds, which nobody
/// sees. `docs/layout.md` has the rules, C1–C11.
public struct InfiniteCarousel: Hashable, Sendable {
  /// The number of originals.
  public let originals: Int
  /// The number of copies of each.
  public private(set) var copies: Int
  /// The distance from one group to the next, in points.
  public let pitch: Double
  /// The offset at which the first element is centred.
  public let firstStop: Double

  /// Creates a carousel (C2).
  ///
  /// - Parameters:
  ///   - originals: How many there are.
  ///   - viewport: The length of what is seen, along the scroller's axis.
  ///   - groupLength: The length of a group.
  ///   - spacing: The space between two groups.
  ///   - lead: The space before the first group.
  ///   - loopSingle: Whether a single original goes round.
  public init(
    originals: Int,
    viewport: Double,
    groupLength: Double,
    spacing: Double,
    lead: Double = 0,
    loopSingle: Bool = false
  ) {
    self.originals = max(0, originals)
    pitch = groupLength + spacing
    firstStop = lead + groupLength / 2 - viewport / 2
    if originals <= 0 {
      copies = 0
    } else if originals == 1 && !loopSingle || pitch <= 0 {
      copies = 1
    } else {
      let rounds = (viewport / pitch / (2 * Double(originals))).rounded(.up)
      copies = 2 * Int(min(rounds, Double(LayoutLimits.itemsInGroup))) + 1
    }
  }

  /// The carousel with as many copies as there are.
  package func withCopies(_ copies: Int) -> InfiniteCarousel {
    var copy = self
    copy.copies = copies
    return copy
  }

  /// The number of elements.
  public var count: Int { originals * copies }
  /// The length of one round.
  public var period: Double { Double(originals) * pitch }
  /// The copy that the carousel rests in.
  public var middle: Int { max(0, copies - 1) / 2 }

  /// The original that an element shows (C1).
  public func original(of element: Int) -> Int { element % originals }
  /// The number of the copy that an element belongs to; 0 is the one in the middle.
  public func copy(of element: Int) -> Int { element / originals - middle }
  /// The element that shows an original in a copy.
  public func element(_ original: Int, copy: Int = 0) -> Int {
    (copy + middle) * originals + original
  }

  /// The offset at which an original of the middle copy is centred.
  public func offset(showing original: Int) -> Double {
    originals == 0 ? 0 : offset(atPosition: Double(middle * originals + original))
  }

  /// How many elements lie between the first one and the centre of the screen (C3).
  public func position(at offset: Double) -> Double {
    pitch > 0 ? (offset - firstStop) / pitch : 0
  }

  private func offset(atPosition position: Double) -> Double { firstStop + position * pitch }

  /// The offset that shows the same within the middle copy (C4).
  ///
  /// One within it stays as it is, so that rebasing twice is rebasing once.
  public func rebased(_ offset: Double) -> Double {
    guard copies > 1 else { return offset }
    let start = Double(middle * originals) - 0.5
    let rounds = ((position(at: offset) - start) / Double(originals)).rounded(.down)
    return offset - rounds * period
  }

  /// The original at the centre; of two equally near the one before.
  ///
  /// `nil` in a carousel of no originals (C6).
  public func centredOriginal(at offset: Double) -> Int? {
    guard originals > 0 else { return nil }
    let nearest = (position(at: offset) - 0.5).rounded(.up)
    let bounded = min(max(nearest, -1e15), 1e15)
    let remainder = Int(bounded) % originals
    return remainder < 0 ? remainder + originals : remainder
  }

  /// The offset after the originals have changed (C8): the centred one keeps its place on screen;
  /// if it is gone, the next survivor in the round takes it.
  ///
  /// - Parameters:
  ///   - offset: The offset before.
  ///   - after: The carousel of the originals there are after.
  ///   - indexAfter: Where an original is after; `nil` if it is gone.
  /// - Returns: The offset in the carousel `after`.
  public func offset(
    _ offset: Double,
    carriedTo after: InfiniteCarousel,
    indexAfter: (Int) -> Int?
  ) -> Double {
    guard after.originals > 0 else { return 0 }
    guard let centred = centredOriginal(at: offset) else { return after.offset(showing: 0) }
    var index = min(centred, after.originals - 1)
    for step in 0..<originals {
      if let survivor = indexAfter((centred + step) % originals) {
        index = survivor
        break
      }
    }
    guard after.copies > 1 else { return after.offset(showing: index) }
    let position = position(at: offset)
    let fraction = position - (position - 0.5).rounded(.up)
    return after.offset(
      atPosition: Double(after.middle * after.originals + index) + fraction
    )
  }
}
