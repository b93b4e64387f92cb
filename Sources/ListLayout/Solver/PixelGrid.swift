/// The pixels of a screen: how lengths and positions end on them (R10).
///
/// Without a scale, nothing is rounded.
struct PixelGrid: Hashable, Sendable {
  /// The number of pixels in a point.
  let scale: Double?
  let rule: LayoutRules.Pixels

  /// A length is on a pixel that it misses by less than this share of a pixel: shares of exact
  /// lengths are computed in binary fractions.
  static let hair = 1e-4

  init(_ scale: Double?, _ rules: LayoutRules) {
    self.scale = scale
    rule = rules.pixels
  }

  /// Returns the length of a share: rounded down to a pixel.
  func share(_ length: Double) -> Double {
    guard let scale, rule == .floorShares else { return length }
    return (length * scale + Self.hair).rounded(.down) / scale
  }

  /// Returns the frame of an element as a view reads it: its origin on the nearest pixel.
  func frame(_ rect: LayoutRect) -> LayoutRect {
    guard let scale else { return rect }
    // Half a pixel is rounded up, and so is what misses it by a hair: sums come in any order.
    func nearest(_ length: Double) -> Double {
      (length * scale + 0.5 + Self.hair).rounded(.down) / scale
    }
    var rect = rect
    rect.x = nearest(rect.x)
    rect.y = nearest(rect.y)
    guard rule == .roundFrames else { return rect }
    rect.width = nearest(rect.width)
    rect.height = nearest(rect.height)
    return rect
  }
}
