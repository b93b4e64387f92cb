extension LayoutBoundarySupplementaryItem {
  /// Returns the frame at the edges of a section or of the whole layout, without pinning (R16–R18).
  func frame(
    _ size: LayoutExtent,
    in section: LayoutRect,
    along axis: LayoutAxis,
    head: Double,
    foot: Double
  ) -> LayoutRect {
    func aligned(_ side: Int, _ start: Double, _ length: Double, _ own: Double) -> Double {
      switch side {
      case -1: start
      case 0: start + (length - own) / 2
      default: start + length - own
      }
    }
    let inner = extendsBoundary ? (head: 0, foot: 0) : (head: head, foot: foot)
    let side = alignment.side(axis)
    let lapped = side == 0 ? (head: head, foot: foot) : inner
    let start = aligned(
      side,
      section.start(axis) + lapped.head,
      section.length(axis) - lapped.head - lapped.foot,
      size[axis]
    )
    let across = aligned(
      alignment.side(axis.crossing),
      section.start(axis.crossing),
      section.length(axis.crossing),
      size[axis.crossing]
    )
    return LayoutRect(
      axis,
      start: start,
      length: size[axis],
      across: across,
      breadth: size[axis.crossing]
    )
    .offsetBy(x: absoluteOffset.x, y: absoluteOffset.y)
    .inset(by: contentInsets.resolved(in: size).ignoringEstimated(layoutSize))
  }
}
