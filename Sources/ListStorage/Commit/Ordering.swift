/// Positions of rows in an order: integers with room between them.
enum Ordering {
  /// The distance between neighbours where there is room: between two of them, 32 more can be put
  /// one at a time, always in the narrower half, and beside each other 2³¹.
  static let spacing: Int64 = 1 << 32

  /// Completes the positions of rows in order, giving each row without one a place between its
  /// neighbours.
  ///
  /// - Parameter positions: Ascending where not `nil`.
  /// - Returns: Strictly ascending positions. Given ones are kept, unless somewhere no room is
  ///   left; then all are spread anew.
  static func completed(_ positions: [Int64?]) -> [Int64] {
    var result: [Int64] = []
    result.reserveCapacity(positions.count)
    var index = 0
    while index < positions.count {
      if let position = positions[index] {
        result.append(position)
        index += 1
        continue
      }
      let end = positions[index...].firstIndex { $0 != nil } ?? positions.count
      let next = end < positions.count ? positions[end] : nil
      guard let gap = self.positions(end - index, after: result.last, before: next) else {
        return (0..<positions.count).map { Int64($0 + 1) * spacing }
      }
      result += gap
      index = end
    }
    return result
  }

  /// `count` positions between two neighbours; `nil` if there is no room.
  static func positions(_ count: Int, after lower: Int64?, before upper: Int64?) -> [Int64]? {
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
      let (room, overflow) = upper.subtractingReportingOverflow(lower)
      guard !overflow else { return nil }
      let step = room / (extent + 1)
      guard step > 0 else { return nil }
      return (0..<extent).map { lower + ($0 + 1) * step }
    }
  }
}
