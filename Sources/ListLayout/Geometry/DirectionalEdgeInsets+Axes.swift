extension DirectionalEdgeInsets {
  /// Returns the distance from the edge at which an axis begins.
  func start(_ axis: LayoutAxis) -> Double { axis == .horizontal ? leading : top }
  /// Returns the distance from the edge at which an axis ends.
  func end(_ axis: LayoutAxis) -> Double { axis == .horizontal ? trailing : bottom }
  func total(_ axis: LayoutAxis) -> Double { start(axis) + end(axis) }

  /// Returns the distances in points: a distance above 0 and below 1 is a share of the container.
  func resolved(in container: LayoutExtent) -> DirectionalEdgeInsets {
    func points(_ inset: Double, _ length: Double) -> Double {
      inset > 0 && inset < 1 ? inset * length : inset
    }
    return DirectionalEdgeInsets(
      top: points(top, container.height),
      leading: points(leading, container.width),
      bottom: points(bottom, container.height),
      trailing: points(trailing, container.width)
    )
  }

  /// Returns the distances along one axis, and zero across it.
  func only(_ axis: LayoutAxis) -> DirectionalEdgeInsets {
    switch axis {
    case .horizontal:
      DirectionalEdgeInsets(top: 0, leading: leading, bottom: 0, trailing: trailing)
    case .vertical: DirectionalEdgeInsets(top: top, leading: 0, bottom: bottom, trailing: 0)
    }
  }

  static func + (lhs: DirectionalEdgeInsets, rhs: DirectionalEdgeInsets) -> DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: lhs.top + rhs.top,
      leading: lhs.leading + rhs.leading,
      bottom: lhs.bottom + rhs.bottom,
      trailing: lhs.trailing + rhs.trailing
    )
  }
}
