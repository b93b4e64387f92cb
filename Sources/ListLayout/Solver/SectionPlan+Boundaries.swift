// Where the headers and footers of a section stand, as far as the cells have no influence on it.

extension SectionPlan {
  /// Returns the rectangle of the headers and footers of a section of some length.
  func boundaryRect(length: Double) -> LayoutRect {
    rect(across: boundaryBasis, length: length)
  }

  /// Returns the rectangle of a section of some length.
  func sectionRect(length: Double) -> LayoutRect {
    rect(across: container, length: length)
  }

  private func rect(across container: LayoutRect, length: Double) -> LayoutRect {
    LayoutRect(
      scrollAxis,
      start: 0,
      length: length,
      across: container.start(scrollAxis.crossing),
      breadth: container.length(scrollAxis.crossing)
    )
  }

  static func boundaryBasis(
    _ layout: LayoutSection,
    _ scrollAxis: LayoutAxis,
    _ container: LayoutRect,
    _ insets: DirectionalEdgeInsets,
    _ environment: LayoutEnvironment
  ) -> LayoutRect {
    let reference = layout.supplementaryContentInsetsReference
    let rect =
      reference == .automatic
      ? container : Self.container(environment, reference, scrollAxis)
    guard layout.supplementariesFollowContentInsets else { return rect }
    return rect.inset(by: insets.only(scrollAxis.crossing))
  }

  /// Returns the distance that headers, footers and insets extend outside of the section, if the
  /// headers and footers stand within it along the scroll axis and are never measured across it.
  static func fixedOverhang(
    _ layout: LayoutSection,
    _ scrollAxis: LayoutAxis,
    _ container: LayoutRect,
    _ insets: DirectionalEdgeInsets,
    _ basis: LayoutRect,
    _ grid: PixelGrid
  ) -> Double? {
    let axis = scrollAxis.crossing
    var overhang = insets.overhang
    for item in layout.boundarySupplementaryItems {
      guard item.extendsBoundary, item.alignment.side(scrollAxis) != 0, item.contentInsets == .zero,
        item.absoluteOffset == .zero, !item.layoutSize[axis].isEstimated
      else { return nil }
      let breadth = item.layoutSize.extent(in: basis.extent, on: grid)[axis]
      let side = Double(item.alignment.side(axis) + 1) / 2
      let start = basis.start(axis) + side * (basis.length(axis) - breadth)
      overhang = max(overhang, container.start(axis) - start)
      overhang = max(overhang, start + breadth - container.end(axis))
    }
    return overhang
  }
}

extension DirectionalEdgeInsets {
  /// The largest distance by which negative insets move an edge outward.
  var overhang: Double { max(0, -top, -leading, -bottom, -trailing) }
}

extension LayoutRect {
  /// Returns the largest distance by which the rectangle extends beyond another one.
  func overhang(beyond bounds: LayoutRect) -> Double {
    max(0, bounds.x - x, bounds.y - y, maxX - bounds.maxX, maxY - bounds.maxY)
  }
}
