// The stored form: one flat object, discriminated by "layout"; insets as [top, leading, bottom,
// trailing]; members at their default are left out. `docs/formats.md` shows it.

extension SectionLayout {
  private enum CodingKeys: String, CodingKey {
    case layout, spacing, scrolling, columns, itemSpacing, lineSpacing
    case insets, pinsHeader, pinsFooter
  }

  private enum Kind: String, Codable {
    case vertical, horizontal, verticalGrid
  }

  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` when a member is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func length(_ key: CodingKeys) throws -> Double {
      try values.decodeIfPresent(Double.self, forKey: key) ?? 0
    }
    switch try values.decode(Kind.self, forKey: .layout) {
    case .vertical:
      arrangement = .vertical(spacing: try length(.spacing))
    case .horizontal:
      arrangement = .horizontal(
        spacing: try length(.spacing),
        scrollingBehavior: try values.decodeIfPresent(
          OrthogonalScrollingBehavior.self,
          forKey: .scrolling
        ) ?? .continuous
      )
    case .verticalGrid:
      arrangement = .verticalGrid(
        numberOfItemsInRow: try values.decode(Int.self, forKey: .columns),
        itemSpacing: try length(.itemSpacing),
        lineSpacing: try length(.lineSpacing)
      )
    }
    contentInsets = try values.decodeIfPresent(EdgeInsets.self, forKey: .insets) ?? .zero
    pinsHeaderToVisibleBounds =
      try values.decodeIfPresent(Bool.self, forKey: .pinsHeader) ?? false
    pinsFooterToVisibleBounds =
      try values.decodeIfPresent(Bool.self, forKey: .pinsFooter) ?? false
  }

  /// Writes the stored form.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ length: Double, _ key: CodingKeys) throws {
      if length != 0 { try values.encode(length, forKey: key) }
    }
    switch arrangement {
    case .vertical(let spacing):
      try values.encode(Kind.vertical, forKey: .layout)
      try encode(spacing, .spacing)
    case .horizontal(let spacing, let scrollingBehavior):
      try values.encode(Kind.horizontal, forKey: .layout)
      try encode(spacing, .spacing)
      if scrollingBehavior != .continuous {
        try values.encode(scrollingBehavior, forKey: .scrolling)
      }
    case .verticalGrid(let columns, let itemSpacing, let lineSpacing):
      try values.encode(Kind.verticalGrid, forKey: .layout)
      try values.encode(columns, forKey: .columns)
      try encode(itemSpacing, .itemSpacing)
      try encode(lineSpacing, .lineSpacing)
    }
    if contentInsets != .zero { try values.encode(contentInsets, forKey: .insets) }
    if pinsHeaderToVisibleBounds { try values.encode(true, forKey: .pinsHeader) }
    if pinsFooterToVisibleBounds { try values.encode(true, forKey: .pinsFooter) }
  }
}

extension SectionLayout.EdgeInsets {
  /// Reads `[top, leading, bottom, trailing]`.
  ///
  /// - Throws: `DecodingError` when there are fewer than four numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    top = try values.decode(Double.self)
    leading = try values.decode(Double.self)
    bottom = try values.decode(Double.self)
    trailing = try values.decode(Double.self)
  }

  /// Writes `[top, leading, bottom, trailing]`.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for length in [top, leading, bottom, trailing] { try values.encode(length) }
  }
}
