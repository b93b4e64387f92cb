/// Positions of rows in an order: integers with room between them.
enum Ordering {
  /// The distance between neighbours where there is room: an order has room for 2³¹ rows at this
  /// distance, and between two of them 32 fit, one at a time, always in the narrower half.
  static let spacing: Int64 = 1 << 32

  /// Returns positions for all `count` rows of an order.
  static func positions(_ count: Int) -> [Int64] {
    (0..<count).map { Int64($0 + 1) * spacing }
  }

  /// Finds positions for new rows and, where there is no room, for rows around them.
  ///
  /// As few rows around as have lasting room get new positions: twice as many must have twice as
  /// much room each, so that rows that are always inserted at the same index change few positions
  /// (Bender, Cole, Demaine, Farach-Colton, Zito, *Two simplified algorithms for maintaining order
  /// in a list*, ESA 2002).
  ///
  /// - Parameters:
  ///   - count: The number of new rows.
  ///   - index: Where they are inserted: before the row that has this index now.
  ///   - positions: The positions of all rows, ascending.
  /// - Returns: The positions of the new rows, and of the rows that get other positions.
  /// - Complexity: O(log n) rows with new positions, amortized.
  static func placement<Positions: RandomAccessCollection>(
    of count: Int,
    at index: Int,
    among positions: Positions
  ) -> Placement where Positions.Element == Int64, Positions.Index == Int {
    var reach = 0
    while true {
      let window = max(0, index - reach)..<min(positions.count, index + reach)
      let isEverything = reach > 0 && window.count == positions.count
      let found = Self.positions(
        window.count + count,
        after: window.lowerBound > 0 ? positions[window.lowerBound - 1] : nil,
        before: window.upperBound < positions.count ? positions[window.upperBound] : nil,
        leaving: reach == 0 ? 1 : Int64(reach) << 8
      )
      if let found = found ?? (isEverything ? Self.positions(window.count + count) : nil) {
        return Placement(window: window, index: index, count: count, positions: found)
      }
      reach = max(2, 2 * reach)
    }
  }

  /// Positions of new rows, and of those around them.
  struct Placement {
    /// The rows that get new positions, by their indices before.
    let window: Range<Int>
    fileprivate let index: Int
    fileprivate let count: Int
    fileprivate let positions: [Int64]

    /// The positions of the new rows.
    var new: ArraySlice<Int64> {
      positions[(index - window.lowerBound)...].prefix(count)
    }

    /// Returns the new position of a row in the window.
    func position(of row: Int) -> Int64 {
      positions[row - window.lowerBound + (row < index ? 0 : count)]
    }
  }

  /// Returns `count` positions between two neighbours, at least `room` apart; `nil` if there is no
  /// room.
  private static func positions(
    _ count: Int,
    after lower: Int64?,
    before upper: Int64?,
    leaving room: Int64
  ) -> [Int64]? {
    guard let extent = Int64(exactly: count), extent < Int64.max / 4 / spacing else { return nil }
    switch (lower, upper) {
    case (let lower, nil):
      let start = lower ?? 0
      guard start < Int64.max / 2 else { return nil }
      return (0..<extent).map { start + ($0 + 1) * spacing }
    case (nil, let upper?):
      guard upper > Int64.min / 2 else { return nil }
      return (0..<extent).reversed().map { upper - ($0 + 1) * spacing }
    case (let lower?, let upper?):
      let (distance, overflow) = upper.subtractingReportingOverflow(lower)
      guard !overflow else { return nil }
      let step = distance / (extent + 1)
      guard step >= room else { return nil }
      return (0..<extent).map { lower + ($0 + 1) * step }
    }
  }
}
