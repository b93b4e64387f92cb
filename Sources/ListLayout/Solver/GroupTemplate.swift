/// A group resolved for a container: all lengths in points and all repetitions that do not depend
/// on measured sizes.
///
/// The numbers of rules are those of `docs/layout-rules.md`.
struct GroupTemplate: Sendable {
  /// The axis of the subitems; horizontal for custom groups, where it does not matter.
  let axis: LayoutAxis
  /// The size, with estimates for sides that are not measured.
  let extent: LayoutExtent
  /// The distances between the content and the edges; zero along estimated axes (R5).
  let insets: DirectionalEdgeInsets
  /// The size of the container in which the group is laid out; shares of the group's own
  /// supplementary views are shares of it (R20).
  let box: LayoutExtent
  /// The size for shares of subitems: the group less its insets and the spacing of its run (R3).
  let shareBase: LayoutExtent
  let grid: PixelGrid
  /// Whether measured contents decide the width, and the height (R15).
  let growsHorizontally: Bool
  let growsVertically: Bool
  /// Whether a side grows to the length of the longest sibling.
  let uniformHorizontally: Bool
  let uniformVertically: Bool
  /// The subitems in order, with all repetitions unless the group wraps.
  let slots: [Slot]
  /// The space between two subitems, with its share of the slack.
  let gap: Double
  /// Whether the gap takes a share of the slack; used only if measured sizes decide the slack.
  let gapIsFlexible: Bool
  /// Whether measured lengths decide the slack, but not the number of subitems.
  let justifies: Bool
  /// Whether measured lengths along the axis decide how many subitems fit: a flow of tags.
  let wraps: Bool
  /// The number of cells; for a group that wraps, the number in one cycle.
  let leafCount: Int
  let containsWrapping: Bool
  let containsUniform: Bool
  let edgeSpacing: LayoutEdgeSpacing?
  let supplementaryItems: [LayoutSupplementaryItem]

  struct Slot: Sendable {
    let content: Content
    /// The space before and after the subitem along the group's axis, with a share of the slack.
    let before: Double
    let after: Double
    let beforeIsFlexible: Bool
    let afterIsFlexible: Bool
    /// The space on both sides of the subitem across the axis.
    let start: LayoutSpacing
    let end: LayoutSpacing
  }

  indirect enum Content: Sendable {
    case leaf(Leaf)
    case group(GroupTemplate)
    /// A cell of a custom group.
    case placed(LayoutGroupCustomItem)
  }

  struct Leaf: Sendable {
    /// The size, with estimates for sides that are not measured.
    let extent: LayoutExtent
    let widthIsEstimated: Bool
    let heightIsEstimated: Bool
    let uniformHorizontally: Bool
    let uniformVertically: Bool
    /// The distances by which the cell is smaller; zero along estimated axes (R5).
    let insets: DirectionalEdgeInsets
    let supplementaryItems: [LayoutSupplementaryItem]

    @inline(__always)
    func length(_ axis: LayoutAxis, _ measured: MeasuredSize) -> Double {
      let estimated = axis == .horizontal ? widthIsEstimated : heightIsEstimated
      return estimated ? measured.length(axis, or: extent[axis]) : extent[axis]
    }

    func isUniform(_ axis: LayoutAxis) -> Bool {
      axis == .horizontal ? uniformHorizontally : uniformVertically
    }
  }

  func grows(_ axis: LayoutAxis) -> Bool {
    axis == .horizontal ? growsHorizontally : growsVertically
  }

  func isUniform(_ axis: LayoutAxis) -> Bool {
    axis == .horizontal ? uniformHorizontally : uniformVertically
  }

  /// Whether measured sizes change nothing.
  var isFixed: Bool {
    !growsHorizontally && !growsVertically && !containsWrapping && !hasEstimatedLeaf
  }

  private var hasEstimatedLeaf: Bool {
    slots.contains { slot in
      switch slot.content {
      case .leaf(let leaf): leaf.widthIsEstimated || leaf.heightIsEstimated
      case .group(let group): group.hasEstimatedLeaf
      case .placed: false
      }
    }
  }
}

extension GroupTemplate.Slot {
  func grows(_ axis: LayoutAxis) -> Bool {
    switch content {
    case .leaf(let leaf): axis == .horizontal ? leaf.widthIsEstimated : leaf.heightIsEstimated
    case .group(let group): group.grows(axis)
    case .placed: false
    }
  }

  var extent: LayoutExtent {
    switch content {
    case .leaf(let leaf): leaf.extent
    case .group(let group): group.extent
    case .placed(let item): item.frame.extent
    }
  }

  var leafCount: Int {
    switch content {
    case .leaf, .placed: 1
    case .group(let group): group.leafCount
    }
  }
}
