/// Cells in lines, with as many cells in each line as fit; UICollectionViewFlowLayout.
///
/// Lines run across the list's scrolling direction: side by side in a list that scrolls down. The
/// space around them is ``SectionLayout/contentInsets``. All lengths are points.
public struct LayoutFlow: Hashable, Sendable {
  /// The size of a cell to which no other size is given.
  public var itemSize: LayoutExtent
  /// The size of a cell until it is measured; `nil` for cells that do not choose their sizes.
  ///
  /// If some cells of the section are measured, the others take their mean size.
  public var estimatedItemSize: LayoutExtent?
  /// The least space between two cells of a line.
  public var minimumInteritemSpacing: Double
  /// The space between two lines.
  public var minimumLineSpacing: Double
  /// The edges from which the section's insets are measured.
  public var sectionInsetReference: InsetReference
  /// The size of the header, of which only the side along the scroll axis counts; 0 for no header.
  public var headerReferenceSize: LayoutExtent
  /// The size of the footer, of which only the side along the scroll axis counts; 0 for no footer.
  public var footerReferenceSize: LayoutExtent

  /// The edges from which a section's insets are measured; SectionInsetReference.
  public enum InsetReference: String, Codable, Hashable, Sendable {
    /// The edges of what the scroll view's insets leave.
    case contentInset
    /// The edges of the safe area.
    case safeArea
    /// The margins of the view.
    case layoutMargins
  }

  /// Creates a layout; the standard lengths are those of UICollectionViewFlowLayout.
  public init(
    itemSize: LayoutExtent = LayoutExtent(width: 50, height: 50),
    estimatedItemSize: LayoutExtent? = nil,
    minimumInteritemSpacing: Double = 10,
    minimumLineSpacing: Double = 10,
    sectionInsetReference: InsetReference = .contentInset,
    headerReferenceSize: LayoutExtent = .zero,
    footerReferenceSize: LayoutExtent = .zero
  ) {
    self.itemSize = itemSize
    self.estimatedItemSize = estimatedItemSize
    self.minimumInteritemSpacing = minimumInteritemSpacing
    self.minimumLineSpacing = minimumLineSpacing
    self.sectionInsetReference = sectionInsetReference
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
  }

  func validate() throws(LayoutError) {
    try itemSize.validate(at: "itemSize")
    try estimatedItemSize?.validate(at: "estimatedItemSize")
    try headerReferenceSize.validate(at: "header")
    try footerReferenceSize.validate(at: "footer")
    try checkLength(minimumInteritemSpacing, at: "itemSpacing")
    try checkLength(minimumLineSpacing, at: "lineSpacing")
  }
}

extension LayoutExtent {
  fileprivate var isValid: Bool {
    let limits = 0...LayoutLimits.length
    return limits.contains(width) && limits.contains(height)
  }

  func validate(at place: String) throws(LayoutError) {
    try checkLength(width, at: place + ".width")
    try checkLength(height, at: place + ".height")
  }
}

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
