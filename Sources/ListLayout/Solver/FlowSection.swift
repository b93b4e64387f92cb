/// A flow section as it is laid out: its description with everything around it.
package struct FlowSection: Hashable, Sendable {
  package var flow: LayoutFlow
  package var insets: DirectionalEdgeInsets
  package var pinsHeader = false
  package var pinsFooter = false
  /// The sizes that are given to cells, in order; the cells after them have the layout's size.
  package var itemSizes: [LayoutExtent] = []

  package init(flow: LayoutFlow, insets: DirectionalEdgeInsets, itemSizes: [LayoutExtent] = []) {
    self.flow = flow
    self.insets = insets
    self.itemSizes = itemSizes
  }

  func validate() throws(LayoutError) {
    try flow.validate()
    try insets.validate(at: "insets")
    // The place is written only for a fault: there may be very many sizes.
    for (index, size) in itemSizes.enumerated() where !size.isValid {
      try size.validate(at: "itemSizes[\(index)]")
    }
  }

  /// Returns the section with its headers and footers, and without cells.
  func frame(_ axis: LayoutAxis) -> LayoutSection {
    let none = LayoutSize(widthDimension: .absolute(0), heightDimension: .absolute(0))
    let cell = LayoutGroupCustomItem(frame: .zero)
    var section = LayoutSection(
      group: LayoutGroup(layoutSize: none, content: .custom(.frames([cell])))
    )
    section.interGroupSpacing = flow.minimumLineSpacing
    section.supplementariesFollowContentInsets = false
    section.boundarySupplementaryItems =
      [
        boundary(SectionLayout.headerKind, flow.headerReferenceSize, axis, pins: pinsHeader),
        boundary(SectionLayout.footerKind, flow.footerReferenceSize, axis, pins: pinsFooter),
      ].compactMap(\.self)
    return section
  }

  private func boundary(
    _ kind: LayoutElementKind,
    _ reference: LayoutExtent,
    _ axis: LayoutAxis,
    pins: Bool
  ) -> LayoutBoundarySupplementaryItem? {
    guard reference[axis] > 0 else { return nil }
    let isHeader = kind == SectionLayout.headerKind
    let isVertical = axis == .vertical
    var item = LayoutBoundarySupplementaryItem(
      layoutSize: LayoutSize(
        widthDimension: isVertical ? .fractionalWidth(1) : .absolute(reference.width),
        heightDimension: isVertical ? .absolute(reference.height) : .fractionalHeight(1)
      ),
      elementKind: kind,
      alignment: isVertical ? (isHeader ? .top : .bottom) : (isHeader ? .leading : .trailing)
    )
    item.pinToVisibleBounds = pins
    return item
  }
}

extension LayoutExtent {
  fileprivate var isValid: Bool {
    let limits = 0...LayoutLimits.length
    return limits.contains(width) && limits.contains(height)
  }
}
