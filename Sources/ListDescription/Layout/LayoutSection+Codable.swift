extension LayoutSection: Codable {
  enum CodingKeys: String, CodingKey {
    /// The kind of a stored layout; read by ``SectionLayout``.
    case layout
    case group, insets, interGroupSpacing, orthogonal, orthogonalScrolling, boundary
    case supplementariesFollowContentInsets, contentInsetsReference
    case supplementaryContentInsetsReference, decorations, visibleItemsHandler
    case hidesWhenEmpty, carousel, list
  }

  /// Reads `{"group": {…}, "insets": […], "orthogonal": "groupPaging", …}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(group: try values.decode(LayoutGroup.self, forKey: .group))
    contentInsets = try values.decode(.insets, default: .zero)
    interGroupSpacing = try values.decode(.interGroupSpacing, default: 0)
    orthogonalScrollingBehavior = try values.decode(.orthogonal, default: .none)
    orthogonalScrollingProperties =
      try values.decode(.orthogonalScrolling, default: OrthogonalScrollingProperties())
    boundarySupplementaryItems = try values.decode(.boundary, default: [])
    supplementariesFollowContentInsets =
      try values.decode(.supplementariesFollowContentInsets, default: true)
    contentInsetsReference = try values.decode(.contentInsetsReference, default: .automatic)
    supplementaryContentInsetsReference =
      try values.decode(.supplementaryContentInsetsReference, default: .automatic)
    decorationItems = try values.decode(.decorations, default: [])
    visibleItemsInvalidationHandler =
      try values.decodeIfPresent(String.self, forKey: .visibleItemsHandler)
    hidesWhenEmpty = try values.decode(.hidesWhenEmpty, default: false)
    carousel = try values.decodeIfPresent(LayoutCarousel.self, forKey: .carousel)
    list = try values.decodeIfPresent(LayoutList.self, forKey: .list)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(group, forKey: .group)
    try values.encode(contentInsets, .insets, unless: .zero)
    try values.encode(interGroupSpacing, .interGroupSpacing, unless: 0)
    try values.encode(orthogonalScrollingBehavior, .orthogonal, unless: .none)
    try values.encode(
      orthogonalScrollingProperties,
      .orthogonalScrolling,
      unless: OrthogonalScrollingProperties()
    )
    try values.encode(boundarySupplementaryItems, .boundary, unless: [])
    try values.encode(
      supplementariesFollowContentInsets,
      .supplementariesFollowContentInsets,
      unless: true
    )
    try values.encode(contentInsetsReference, .contentInsetsReference, unless: .automatic)
    try values.encode(
      supplementaryContentInsetsReference,
      .supplementaryContentInsetsReference,
      unless: .automatic
    )
    try values.encode(decorationItems, .decorations, unless: [])
    try values.encodeIfPresent(visibleItemsInvalidationHandler, forKey: .visibleItemsHandler)
    try values.encode(hidesWhenEmpty, .hidesWhenEmpty, unless: false)
    try values.encodeIfPresent(carousel, forKey: .carousel)
    try values.encodeIfPresent(list, forKey: .list)
  }
}

extension OrthogonalScrollingProperties: Codable {
  private enum CodingKeys: String, CodingKey { case decelerationRate, bounce }

  /// Reads an object of the properties that are not automatic.
  ///
  /// - Throws: `DecodingError` when a member is malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(
      decelerationRate: try values.decode(.decelerationRate, default: .automatic),
      bounce: try values.decode(.bounce, default: .automatic)
    )
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(decelerationRate, .decelerationRate, unless: .automatic)
    try values.encode(bounce, .bounce, unless: .automatic)
  }
}

extension LayoutCarousel: Codable {
  private enum CodingKeys: String, CodingKey { case loopSingle }

  /// Reads `{}` or `{"loopSingle": true}`.
  ///
  /// - Throws: `DecodingError` when a member is malformed or unknown.
  public init(from decoder: any Decoder) throws {
    loopSingle = try decoder.members(CodingKeys.self).decode(.loopSingle, default: false)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(loopSingle, .loopSingle, unless: false)
  }
}

extension LayoutConfiguration: Codable {
  private enum CodingKeys: String, CodingKey {
    case scrollDirection, interSectionSpacing, boundary, contentInsetsReference
  }

  /// Reads an object of the members that are not at their default.
  ///
  /// - Throws: `DecodingError` when a member is malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(
      scrollDirection: try values.decode(.scrollDirection, default: .vertical),
      interSectionSpacing: try values.decode(.interSectionSpacing, default: 0),
      boundarySupplementaryItems: try values.decode(.boundary, default: []),
      contentInsetsReference: try values.decode(.contentInsetsReference, default: .safeArea)
    )
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(scrollDirection, .scrollDirection, unless: .vertical)
    try values.encode(interSectionSpacing, .interSectionSpacing, unless: 0)
    try values.encode(boundarySupplementaryItems, .boundary, unless: [])
    try values.encode(contentInsetsReference, .contentInsetsReference, unless: .safeArea)
  }
}
