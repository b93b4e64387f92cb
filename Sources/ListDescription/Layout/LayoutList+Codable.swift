extension LayoutList: Codable {
  private enum CodingKeys: String, CodingKey {
    /// The kind of a stored layout and the members of every kind; read by ``SectionLayout``.
    case layout, insets, pinsHeader, pinsFooter
    case appearance, headerMode, footerMode, headerTopPadding, showsSeparators, separators
    case separatorHandler, backgroundColor, rowHeight, estimatedRowHeight
  }

  /// Reads `{"appearance": "insetGrouped", "headerMode": "supplementary", …}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(
      appearance: try values.decode(Appearance.self, forKey: .appearance),
      headerMode: try values.decode(.headerMode, default: .none),
      footerMode: try values.decode(.footerMode, default: .none)
    )
    headerTopPadding = try values.decodeIfPresent(Double.self, forKey: .headerTopPadding)
    showsSeparators = try values.decode(.showsSeparators, default: true)
    separators = try values.decode(.separators, default: LayoutListSeparators())
    separatorHandler = try values.decodeIfPresent(String.self, forKey: .separatorHandler)
    backgroundColor = try values.decodeIfPresent(String.self, forKey: .backgroundColor)
    rowHeight = try values.decodeIfPresent(Double.self, forKey: .rowHeight)
    estimatedRowHeight = try values.decode(.estimatedRowHeight, default: Self.standardRowHeight)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(appearance, forKey: .appearance)
    try values.encode(headerMode, .headerMode, unless: .none)
    try values.encode(footerMode, .footerMode, unless: .none)
    try values.encodeIfPresent(headerTopPadding, forKey: .headerTopPadding)
    try values.encode(showsSeparators, .showsSeparators, unless: true)
    try values.encode(separators, .separators, unless: LayoutListSeparators())
    try values.encodeIfPresent(separatorHandler, forKey: .separatorHandler)
    try values.encodeIfPresent(backgroundColor, forKey: .backgroundColor)
    try values.encodeIfPresent(rowHeight, forKey: .rowHeight)
    try values.encode(estimatedRowHeight, .estimatedRowHeight, unless: Self.standardRowHeight)
  }
}

extension LayoutListSeparators: Codable {
  private enum CodingKeys: String, CodingKey { case top, bottom, topInsets, bottomInsets, color }

  /// Reads an object of the members that are not at their default.
  ///
  /// - Throws: `DecodingError` when a member is malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(
      top: try values.decode(.top, default: .automatic),
      bottom: try values.decode(.bottom, default: .automatic),
      topInsets: try values.decode(.topInsets, default: Insets()),
      bottomInsets: try values.decode(.bottomInsets, default: Insets()),
      color: try values.decodeIfPresent(String.self, forKey: .color)
    )
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(top, .top, unless: .automatic)
    try values.encode(bottom, .bottom, unless: .automatic)
    try values.encode(topInsets, .topInsets, unless: Insets())
    try values.encode(bottomInsets, .bottomInsets, unless: Insets())
    try values.encodeIfPresent(color, forKey: .color)
  }
}

extension LayoutListSeparators.Insets: Codable {
  private enum CodingKeys: String, CodingKey { case leading, trailing }

  /// Reads `{"leading": 20}`; a missing member is the space of the list.
  ///
  /// - Throws: `DecodingError` when a member is malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(
      leading: try values.decodeIfPresent(Double.self, forKey: .leading),
      trailing: try values.decodeIfPresent(Double.self, forKey: .trailing)
    )
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(leading, forKey: .leading)
    try values.encodeIfPresent(trailing, forKey: .trailing)
  }
}
