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

  package func validate() throws(LayoutError) {
    try itemSize.validate(at: "itemSize")
    try estimatedItemSize?.validate(at: "estimatedItemSize")
    try headerReferenceSize.validate(at: "header")
    try footerReferenceSize.validate(at: "footer")
    try checkLength(minimumInteritemSpacing, at: "itemSpacing")
    try checkLength(minimumLineSpacing, at: "lineSpacing")
  }
}

extension LayoutExtent {

  package func validate(at place: String) throws(LayoutError) {
    try checkLength(width, at: place + ".width")
    try checkLength(height, at: place + ".height")
  }
}
