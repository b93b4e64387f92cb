extension LayoutSupplementaryItem {
  /// Returns the frame of a view of the given size on an item or group.
  func frame(on host: LayoutRect, extent: LayoutExtent) -> LayoutRect {
    let target = containerAnchor.point(of: host.extent)
    let shift = containerAnchor.shift(of: extent)
    let own = (itemAnchor ?? LayoutAnchor(edges: containerAnchor.edges))
    let point = own.point(of: extent)
    let ownShift = own.shift(of: extent)
    return LayoutRect(
      x: host.x + target.x + shift.x - point.x + ownShift.x,
      y: host.y + target.y + shift.y - point.y + ownShift.y,
      width: extent.width,
      height: extent.height
    ).inset(by: contentInsets.resolved(in: extent).ignoringEstimated(layoutSize))
  }
}

extension LayoutAnchor {
  /// Returns the point in a rectangle of the given extent, from its top left corner.
  func point(of extent: LayoutExtent) -> LayoutPoint {
    func share(_ start: LayoutEdges, _ end: LayoutEdges) -> Double {
      switch (edges.contains(start), edges.contains(end)) {
      case (true, false): 0
      case (false, true): 1
      case (true, true), (false, false): 0.5
      }
    }
    return LayoutPoint(
      x: share(.leading, .trailing) * extent.width,
      y: share(.top, .bottom) * extent.height
    )
  }

  /// Returns the shift of a view of the given extent.
  func shift(of extent: LayoutExtent) -> LayoutPoint {
    switch offset {
    case .absolute(let points): points
    case .fractional(let shares):
      LayoutPoint(x: shares.x * extent.width, y: shares.y * extent.height)
    }
  }
}
