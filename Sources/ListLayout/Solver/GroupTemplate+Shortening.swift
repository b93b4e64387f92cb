extension GroupTemplate {
  /// How the last group of a section becomes shorter if it has fewer cells than a whole one (R13).
  ///
  /// It ends where its cells end, and leaves as much after them as a whole group leaves after its
  /// last cell. Cells that stand across the axis leave the length as it is; a nested group that is
  /// not whole shortens the group around it.
  struct Shortening: Sendable {
    /// The axis along which the groups follow each other.
    let axis: LayoutAxis
    /// The number of cells in a whole group.
    private let wholeCount: Int
    /// The length before the first cell, from the group's edge to its inner corner.
    private let before: Double
    /// The length that a whole group leaves after its last cell, and its own length.
    private let after: Double
    private let whole: Double

    /// Returns `nil` for a group that keeps its length.
    init?(_ template: GroupTemplate, whole: GroupPlacement, along axis: LayoutAxis) {
      guard whole.cells.count > 1, let last = whole.cells.last, !template.grows(axis),
        !template.isUniform(axis)
      else { return nil }
      self.axis = axis
      wholeCount = whole.cells.count
      before = template.insets.start(axis)
      self.whole = whole.extent[axis]
      after = max(0, self.whole - template.insets.end(axis) - last.frame.end(axis))
    }

    /// Returns whether a group with so many cells is shorter than a whole one.
    func applies(to count: Int, _ template: GroupTemplate) -> Bool {
      count > 0 && count < wholeCount && template.endsEarly(with: count, along: axis)
    }

    /// Returns the length of a group that is not whole.
    func length(of placement: GroupPlacement) -> Double {
      let reach = placement.cells.reduce(before) { max($0, $1.frame.end(axis)) }
      return min(whole, reach - before + after)
    }
  }

  /// Returns whether fewer cells than a whole group has end before it along an axis.
  fileprivate func endsEarly(with count: Int, along scrolled: LayoutAxis) -> Bool {
    if case .placed = slots.first?.content { return false }
    if axis == scrolled { return true }
    // How many cells a group has that wraps is known only from their sizes.
    guard !containsWrapping else { return false }
    var left = count
    for slot in slots {
      guard left > slot.leafCount else {
        guard case .group(let group) = slot.content, left < group.leafCount else { return false }
        return group.endsEarly(with: left, along: scrolled)
      }
      left -= slot.leafCount
    }
    return false
  }
}
