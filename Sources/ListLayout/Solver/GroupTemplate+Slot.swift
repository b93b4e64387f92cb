extension LayoutSubitem {
  /// Returns whether its cells decide its length along an axis, unless the length is forced.
  func grows(_ axis: LayoutAxis) -> Bool {
    guard layoutSize[axis].isEstimated else { return false }
    switch self {
    case .item: return true
    case .group(let group):
      // A count divides the estimate: what cells ask for along the axis is ignored.
      if case .stack(axis, .dividing) = group.content { return false }
      return group.subitems.contains { $0.grows(axis) }
    }
  }

  /// Returns the space around it along an axis.
  func space(_ axis: LayoutAxis) -> Double {
    let edges = edgeSpacing
    return (edges?.start(axis)?.spacing ?? 0) + (edges?.end(axis)?.spacing ?? 0)
  }

  /// Returns the length it takes along an axis, with the space around it, before anything is measured.
  func room(_ axis: LayoutAxis, in container: LayoutExtent, on grid: PixelGrid)
    -> Double
  {
    space(axis) + layoutSize[axis].length(in: container, on: grid)
  }
}

extension GroupTemplate.Slot {
  init(placing item: LayoutGroupCustomItem) {
    self.init(
      content: .placed(item),
      before: 0,
      after: 0,
      beforeIsFlexible: false,
      afterIsFlexible: false,
      start: .fixed(0),
      end: .fixed(0)
    )
  }

  /// Returns its length along an axis, with the space before and after it.
  func length(_ axis: LayoutAxis) -> Double { before + extent[axis] + after }

  func isUniform(_ axis: LayoutAxis) -> Bool {
    switch content {
    case .leaf(let leaf): leaf.isUniform(axis)
    case .group(let group): group.isUniform(axis)
    case .placed: false
    }
  }

  func stretched(by share: Double) -> GroupTemplate.Slot {
    GroupTemplate.Slot(
      content: content,
      before: before + (beforeIsFlexible ? share : 0),
      after: after + (afterIsFlexible ? share : 0),
      beforeIsFlexible: beforeIsFlexible,
      afterIsFlexible: afterIsFlexible,
      start: start,
      end: end
    )
  }
}

extension DirectionalEdgeInsets {
  /// Returns the insets without those along estimated axes (R5).
  func ignoringEstimated(_ size: LayoutSize) -> DirectionalEdgeInsets {
    ignoring(
      horizontal: size.widthDimension.isEstimated,
      vertical: size.heightDimension.isEstimated
    )
  }

  /// Returns the insets without those along the given axes.
  func ignoring(horizontal: Bool, vertical: Bool) -> DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: vertical ? 0 : top,
      leading: horizontal ? 0 : leading,
      bottom: vertical ? 0 : bottom,
      trailing: horizontal ? 0 : trailing
    )
  }
}
