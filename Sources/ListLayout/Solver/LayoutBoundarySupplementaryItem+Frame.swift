/// The room that headers, footers and similar views take along the scroll axis (R16–R18).
struct BoundaryRoom: Sendable {
  /// The length before the content.
  private(set) var head = 0.0
  /// The length after the content.
  private(set) var foot = 0.0
  /// The least length of the content: views at its sides are as long as this.
  private(set) var side = 0.0

  /// Makes room for a view of a length along the axis, on the side of the start (-1), of the end (1),
  /// or between them.
  ///
  /// Views on one edge overlap: the room is that of the one that needs the most. An offset moves
  /// a view, and the edge with it.
  mutating func add(side: Int, length: Double, offset: Double) {
    switch side {
    case -1: head = max(head, length - offset)
    case 1: foot = max(foot, length + offset)
    default: self.side = max(self.side, length)
    }
  }

  /// Makes room before the views at the head.
  mutating func pad(_ length: Double) { head += length }

  /// Returns the length of a section, or of all sections, whose content has a length.
  func length(around content: Double) -> Double { head + max(content, side) + foot }
}

extension LayoutBoundarySupplementaryItem {
  /// Returns the frame at the edges of a section or of the whole layout, without pinning (R16–R18).
  ///
  /// A view that extends the section touches its content from outside, another one from inside.
  func frame(
    _ size: LayoutExtent,
    in section: LayoutRect,
    along axis: LayoutAxis,
    _ room: BoundaryRoom
  ) -> LayoutRect {
    func aligned(_ side: Int, _ start: Double, _ length: Double, _ own: Double) -> Double {
      switch side {
      case -1: start
      case 0: start + (length - own) / 2
      default: start + length - own
      }
    }
    let side = alignment.side(axis)
    let beside = extendsBoundary ? Double(side) * size[axis] : 0
    let start = aligned(
      side,
      section.start(axis) + room.head,
      section.length(axis) - room.head - room.foot,
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
      start: start + beside,
      length: size[axis],
      across: across,
      breadth: size[axis.crossing]
    )
    .offsetBy(x: absoluteOffset.x, y: absoluteOffset.y)
    .inset(by: contentInsets.resolved(in: size).ignoringEstimated(layoutSize))
  }
}

extension LayoutAlignment {
  /// Returns −1 at the start of an axis, 1 at its end, 0 in the middle.
  func side(_ axis: LayoutAxis) -> Int {
    switch axis {
    case .vertical:
      switch self {
      case .top, .topLeading, .topTrailing: -1
      case .bottom, .bottomLeading, .bottomTrailing: 1
      case .none, .leading, .trailing: 0
      }
    case .horizontal:
      switch self {
      case .leading, .topLeading, .bottomLeading: -1
      case .trailing, .topTrailing, .bottomTrailing: 1
      case .none, .top, .bottom: 0
      }
    }
  }
}
