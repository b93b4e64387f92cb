/// An infinite carousel: a few originals, repeated so that they seem to go round in a circle.
///
/// The originals 0..<n are repeated in C copies, one after the other; C is odd, and the middle copy
/// is number 0. While the screen is within the middle copy, there are other copies on both sides of
/// it. When the screen leaves that copy, ``rebased(_:)`` moves the offset by whole rounds, which is
/// invisible. `docs/layout-rules.md` has the rules, C1–C11.
public struct InfiniteCarousel: Hashable, Sendable {
  /// The number of originals.
  public let originals: Int
  /// The number of copies of the originals.
  package private(set) var copies: Int
  /// The distance from one group to the next, in points.
  package let pitch: Double
  /// The offset at which the first element is centred.
  package let firstStop: Double

  /// Creates a carousel (C2).
  ///
  /// - Parameters:
  ///   - originals: The number of originals.
  ///   - viewport: The visible length, along the scroller's axis.
  ///   - middle: The place in the viewport where a group is centred; by default, half of it.
  ///   - groupLength: The length of a group.
  ///   - spacing: The space between two groups.
  ///   - lead: The space before the first group.
  ///   - loopSingle: Whether a single original goes round.
  public init(
    originals: Int,
    viewport: Double,
    middle: Double? = nil,
    groupLength: Double,
    spacing: Double,
    lead: Double = 0,
    loopSingle: Bool = false
  ) {
    self.originals = max(0, originals)
    pitch = groupLength + spacing
    firstStop = lead + groupLength / 2 - (middle ?? viewport / 2)
    if originals <= 0 {
      copies = 0
    } else if originals == 1 && !loopSingle || pitch <= 0 {
      copies = 1
    } else {
      let rounds = (viewport / pitch / (2 * Double(originals))).rounded(.up)
      copies = 2 * Int(min(rounds, Double(LayoutLimits.itemsInGroup))) + 1
    }
  }

  /// Returns the carousel with another number of copies.
  package func withCopies(_ copies: Int) -> InfiniteCarousel {
    var copy = self
    copy.copies = copies
    return copy
  }

  /// The number of elements.
  public var count: Int { originals * copies }
  /// The length of one round.
  package var period: Double { Double(originals) * pitch }
  /// The index of the middle copy, in which the carousel rests.
  public var middle: Int { max(0, copies - 1) / 2 }

  /// Returns the original that an element shows (C1).
  public func original(of element: Int) -> Int { element % originals }
  /// Returns the number of the copy that contains an element; 0 is the middle copy.
  public func copy(of element: Int) -> Int { element / originals - middle }
  /// Returns the element that shows an original in a copy.
  public func element(_ original: Int, copy: Int = 0) -> Int {
    (copy + middle) * originals + original
  }

  /// Returns the offset at which an original of the middle copy is centred.
  public func offset(showing original: Int) -> Double {
    originals == 0 ? 0 : offset(atPosition: Double(middle * originals + original))
  }

  /// Returns the number of elements between the first one and the centre of the screen (C3).
  public func position(at offset: Double) -> Double {
    pitch > 0 ? (offset - firstStop) / pitch : 0
  }

  private func offset(atPosition position: Double) -> Double { firstStop + position * pitch }

  /// Returns the offset that shows the same elements within the middle copy (C4).
  ///
  /// An offset within the middle copy does not change, so that rebasing twice equals rebasing once.
  public func rebased(_ offset: Double) -> Double {
    guard copies > 1 else { return offset }
    let start = Double(middle * originals) - 0.5
    let rounds = ((position(at: offset) - start) / Double(originals)).rounded(.down)
    return offset - rounds * period
  }

  /// Returns the original at the centre; of two equally near originals, the earlier one.
  ///
  /// The result is `nil` in a carousel without originals (C6).
  package func centredOriginal(at offset: Double) -> Int? {
    guard originals > 0 else { return nil }
    let nearest = (position(at: offset) - 0.5).rounded(.up)
    let bounded = min(max(nearest, -1e15), 1e15)
    let remainder = Int(bounded) % originals
    return remainder < 0 ? remainder + originals : remainder
  }

  /// Returns the offset after the originals have changed (C8).
  ///
  /// The centred original keeps its position on screen; if it is gone, the next remaining original
  /// of the round takes its position.
  ///
  /// - Parameters:
  ///   - offset: The offset before the change.
  ///   - after: The carousel after the change.
  ///   - indexAfter: Returns the index of an original after the change; `nil` if it is gone.
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
