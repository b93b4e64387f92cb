/// Rows one below the other, as lists and tables of a phone show them; UICollectionLayoutListConfiguration.
///
/// ```swift
/// let settings = SectionLayout.list(LayoutList(appearance: .insetGrouped))
/// ```
///
/// A list is a section of one row a group; `section(in:rules:)` of `ListLayout` makes it. What is drawn
/// with a row, its separators and its corners, is a `LayoutListRow`. All lengths are points.
public struct LayoutList: Hashable, Sendable {
  /// How sections look.
  public var appearance: Appearance
  /// What stands at the head of a section.
  public var headerMode: HeaderMode
  /// What stands at the foot of a section.
  public var footerMode: FooterMode
  /// The space above the head of a section; `nil` for the space of the appearance.
  public var headerTopPadding: Double?
  /// Whether there are lines between rows.
  public var showsSeparators: Bool
  /// The lines of all rows.
  public var separators: LayoutListSeparators
  /// The name of a handler in a `LayoutRegistry` that may change the lines of single rows.
  public var separatorHandler: String?
  /// The colour of the screen behind the rows, as a name or a value of CSS; `nil` for that of the
  /// appearance.
  public var backgroundColor: String?
  /// The height of all rows; `nil` for rows as high as their content.
  public var rowHeight: Double?
  /// The height of a row until it is measured.
  public var estimatedRowHeight: Double

  /// How the sections of a list look; UICollectionLayoutListConfiguration.Appearance.
  public enum Appearance: String, Codable, Hashable, Sendable, CaseIterable {
    /// Rows from edge to edge, with headers that stay on screen.
    case plain
    /// Rows from edge to edge, in sections apart from each other.
    case grouped
    /// Rows on cards with round corners.
    case insetGrouped
    /// The rows of a sidebar, in sections.
    case sidebar
    /// The rows of a sidebar, with headers that stay on screen.
    case sidebarPlain
  }

  /// What stands at the head of a section.
  public enum HeaderMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A header.
    case supplementary
    /// The first row, which is drawn as a header.
    case firstItemInSection
  }

  /// What stands at the foot of a section.
  public enum FooterMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A footer.
    case supplementary
  }

  /// Creates a list of rows as high as their content.
  public init(
    appearance: Appearance,
    headerMode: HeaderMode = .none,
    footerMode: FooterMode = .none
  ) {
    self.appearance = appearance
    self.headerMode = headerMode
    self.footerMode = footerMode
    headerTopPadding = nil
    showsSeparators = true
    separators = LayoutListSeparators()
    separatorHandler = nil
    backgroundColor = nil
    rowHeight = nil
    estimatedRowHeight = Self.standardRowHeight
  }

  /// The least height of a row of text.
  package static let standardRowHeight = 44.0

  func validate(at place: String = "") throws(LayoutError) {
    let prefix = place.isEmpty ? "" : place + "."
    if let headerTopPadding { try checkLength(headerTopPadding, at: prefix + "headerTopPadding") }
    if let rowHeight { try checkLength(rowHeight, at: prefix + "rowHeight") }
    try checkLength(estimatedRowHeight, at: prefix + "estimatedRowHeight")
    try separators.validate(at: prefix + "separators")
    if let separatorHandler, separatorHandler.isEmpty {
      throw LayoutError(place: prefix + "separatorHandler", reason: .emptyName)
    }
    if let backgroundColor, backgroundColor.isEmpty {
      throw LayoutError(place: prefix + "backgroundColor", reason: .emptyName)
    }
  }
}

/// The lines above and below a row; UIListSeparatorConfiguration.
public struct LayoutListSeparators: Hashable, Sendable {
  /// Whether there is a line above the row.
  public var top: Visibility
  /// Whether there is a line below the row.
  public var bottom: Visibility
  /// The space at both ends of the line above, from the row's sides.
  public var topInsets: Insets
  /// The space at both ends of the line below, from the row's sides.
  public var bottomInsets: Insets
  /// The colour, as a name or a value of CSS; `nil` for that of separators.
  public var color: String?

  /// Whether there is a line.
  public enum Visibility: String, Codable, Hashable, Sendable, CaseIterable {
    /// As in lists of the appearance.
    case automatic
    /// There is one.
    case visible
    /// There is none.
    case hidden
  }

  /// The space at both ends of a line; `nil` for that of the list.
  public struct Insets: Hashable, Sendable {
    /// The space before the line.
    public var leading: Double?
    /// The space after the line.
    public var trailing: Double?

    /// Creates insets.
    public init(leading: Double? = nil, trailing: Double? = nil) {
      self.leading = leading
      self.trailing = trailing
    }

    fileprivate func validate(at place: String) throws(LayoutError) {
      if let leading { try checkDistance(leading, at: place + ".leading") }
      if let trailing { try checkDistance(trailing, at: place + ".trailing") }
    }
  }

  /// Creates the lines of the list's appearance.
  public init(
    top: Visibility = .automatic,
    bottom: Visibility = .automatic,
    topInsets: Insets = Insets(),
    bottomInsets: Insets = Insets(),
    color: String? = nil
  ) {
    self.top = top
    self.bottom = bottom
    self.topInsets = topInsets
    self.bottomInsets = bottomInsets
    self.color = color
  }

  func validate(at place: String) throws(LayoutError) {
    try topInsets.validate(at: place + ".topInsets")
    try bottomInsets.validate(at: place + ".bottomInsets")
    if color?.isEmpty == true { throw LayoutError(place: place + ".color", reason: .emptyName) }
  }
}
