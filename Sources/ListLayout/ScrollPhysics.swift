/// How scrolled content comes to rest, in whole numbers: the same on every machine.
///
/// A scroll view of UIKit loses a share of its velocity each millisecond:
/// `UIScrollViewDecelerationRateNormal` is 0.998, fast is 0.99. Where the content would rest by
/// itself follows from that; when it is to rest elsewhere, it gets there along the same curve. The
/// unit inside is a thousandth of a point.
public struct ScrollPhysics: Hashable, Sendable {
  /// What is left of the velocity after a millisecond, in thousandths.
  public let rate: Int

  /// That of an ordinary scroll view.
  public static let normal = ScrollPhysics(rate: 998)
  /// That of a scroll view that pages.
  public static let fast = ScrollPhysics(rate: 990)

  /// The time between two pictures, in milliseconds.
  public static let frameDuration = 16

  private init(rate: Int) {
    self.rate = rate
  }

  /// Where content rests by itself.
  ///
  /// - Parameters:
  ///   - offset: Where it is let go, in points.
  ///   - velocity: In points per millisecond; positive towards the end.
  /// - Returns: The offset plus the distance `velocity · rate / (1 − rate)`, in points.
  public func restingOffset(from offset: Double, velocity: Double) -> Double {
    let distance = thousandths(velocity) * rate / (1000 - rate)
    return offset + Double(distance) / 1000
  }

  /// The offsets from picture to picture until the content rests, the last one at `target` exactly.
  ///
  /// - Parameters:
  ///   - offset: Where it is let go, in points.
  ///   - target: Where it rests, in points.
  /// - Returns: Offsets that get nearer to the target; none where it is there already.
  public func offsets(from offset: Double, to target: Double) -> [Double] {
    var left = thousandths(target - offset)
    guard left != 0 else { return target == offset ? [] : [target] }
    var offsets: [Double] = []
    // Half a point from the target nothing is seen any more.
    while abs(left) > 500 {
      for _ in 0..<Self.frameDuration { left = left * rate / 1000 }
      offsets.append(target - Double(left) / 1000)
    }
    if offsets.last != target { offsets.append(target) }
    return offsets
  }

  private func thousandths(_ points: Double) -> Int {
    let bounded = min(max(points, -LayoutLimits.length), LayoutLimits.length)
    return bounded.isNaN ? 0 : Int((bounded * 1000).rounded())
  }
}
