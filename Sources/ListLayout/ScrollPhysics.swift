/// Computes how scrolled content comes to rest, in whole numbers, with the same result on every
/// machine.
///
/// A scroll view of UIKit loses a share of its velocity each millisecond:
/// `UIScrollViewDecelerationRateNormal` is 0.998, fast is 0.99. This gives the offset at which the
/// content would rest by itself; if it must rest at another offset, it moves there along the same
/// curve. The internal unit is a thousandth of a point.
package struct ScrollPhysics: Hashable, Sendable {
  /// The share of the velocity that is left after a millisecond, in thousandths.
  package let rate: Int

  /// The rate of an ordinary scroll view.
  package static let normal = ScrollPhysics(rate: 998)
  /// The rate of a scroll view that pages.
  package static let fast = ScrollPhysics(rate: 990)

  /// The time between two frames of the animation, in milliseconds.
  package static let frameDuration = 16

  private init(rate: Int) {
    self.rate = rate
  }

  /// Returns the offset at which content rests by itself.
  ///
  /// - Parameters:
  ///   - offset: The offset at which the content is let go, in points.
  ///   - velocity: The velocity, in points per millisecond; positive towards the end.
  /// - Returns: The offset plus the distance `velocity · rate / (1 − rate)`, in points.
  package func restingOffset(from offset: Double, velocity: Double) -> Double {
    let distance = thousandths(velocity) * rate / (1000 - rate)
    return offset + Double(distance) / 1000
  }

  /// Returns the offsets, one for each frame of the animation, until the content rests exactly at
  /// `target`.
  ///
  /// - Parameters:
  ///   - offset: The offset at which the content is let go, in points.
  ///   - target: The offset at which the content rests, in points.
  /// - Returns: Offsets that get nearer to the target; none if the content is already there.
  package func offsets(from offset: Double, to target: Double) -> [Double] {
    var left = thousandths(target - offset)
    guard left != 0 else { return target == offset ? [] : [target] }
    var offsets: [Double] = []
    // Less than half a point from the target, the movement is no longer visible.
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
