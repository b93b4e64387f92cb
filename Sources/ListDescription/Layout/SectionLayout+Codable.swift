// The stored form is one flat object; "layout" names its kind. Insets are [top, leading, bottom,
// trailing], and members at their default are left out. `docs/formats.md` shows it.

extension SectionLayout {
  private enum CodingKeys: String, CodingKey {
    case layout, spacing, scrolling, columns, itemSpacing, lineSpacing
    case insets, pinsHeader, pinsFooter
    case choices, name
    case itemSize, estimatedItemSize, insetReference, header, footer
  }

  /// The kinds of stored layouts that this package describes.
  package static var knownKinds: [String] { Kind.allCases.map(\.rawValue) }

  private enum Kind: String, CaseIterable, Codable {
    case vertical, horizontal, verticalGrid, flow, list, compositional, adaptive, provider

    /// The members of a layout of this kind; `nil` if its own type reads them.
    var members: [CodingKeys]? {
      let common: [CodingKeys] = [.layout, .insets, .pinsHeader, .pinsFooter]
      switch self {
      case .vertical: return common + [.spacing]
      case .horizontal: return common + [.spacing, .scrolling]
      case .verticalGrid: return common + [.columns, .itemSpacing, .lineSpacing]
      case .flow:
        return common + [
          .itemSize, .estimatedItemSize, .itemSpacing, .lineSpacing, .insetReference, .header,
          .footer,
        ]
      case .list, .compositional, .adaptive, .provider: return nil
      }
    }
  }

  private enum AdaptiveKeys: String, CodingKey { case layout, choices }
  private enum ProviderKeys: String, CodingKey { case layout, name }

  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` when a member is missing, has another type, or is none of its kind.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try values.decode(Kind.self, forKey: .layout)
    if let members = kind.members { try decoder.requireMembers(members.map(\.rawValue)) }
    func length(_ key: CodingKeys) throws -> Double {
      try values.decodeIfPresent(Double.self, forKey: key) ?? 0
    }
    switch kind {
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
        numberOfItemsInRow: try values.decodeCount(forKey: .columns),
        itemSpacing: try length(.itemSpacing),
        lineSpacing: try length(.lineSpacing)
      )
    case .flow: arrangement = .flow(try Self.flow(values))
    case .list: arrangement = .list(try LayoutList(from: decoder))
    case .compositional:
      self = .compositional(try LayoutSection(from: decoder))
      return
    case .adaptive:
      self = .adaptive(
        try decoder.members(AdaptiveKeys.self).decode([AdaptiveChoice].self, forKey: .choices)
      )
      return
    case .provider:
      self = .provider(try decoder.members(ProviderKeys.self).decode(String.self, forKey: .name))
      return
    }
    contentInsets = try values.decodeIfPresent(EdgeInsets.self, forKey: .insets) ?? .zero
    pinsHeaderToVisibleBounds =
      try values.decodeIfPresent(Bool.self, forKey: .pinsHeader) ?? false
    pinsFooterToVisibleBounds =
      try values.decodeIfPresent(Bool.self, forKey: .pinsFooter) ?? false
  }

  private static func flow(
    _ values: KeyedDecodingContainer<CodingKeys>
  ) throws -> LayoutFlow {
    var flow = LayoutFlow()
    flow.itemSize = try values.decode(.itemSize, default: flow.itemSize)
    flow.estimatedItemSize = try values.decodeIfPresent(
      LayoutExtent.self,
      forKey: .estimatedItemSize
    )
    flow.minimumInteritemSpacing = try values.decode(.itemSpacing, default: 10)
    flow.minimumLineSpacing = try values.decode(.lineSpacing, default: 10)
    flow.sectionInsetReference = try values.decode(.insetReference, default: .contentInset)
    flow.headerReferenceSize = try values.decode(.header, default: .zero)
    flow.footerReferenceSize = try values.decode(.footer, default: .zero)
    return flow
  }

  private static func encode(
    _ flow: LayoutFlow,
    _ values: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    let standard = LayoutFlow()
    try values.encode(flow.itemSize, .itemSize, unless: standard.itemSize)
    try values.encodeIfPresent(flow.estimatedItemSize, forKey: .estimatedItemSize)
    try values.encode(flow.minimumInteritemSpacing, .itemSpacing, unless: 10)
    try values.encode(flow.minimumLineSpacing, .lineSpacing, unless: 10)
    try values.encode(flow.sectionInsetReference, .insetReference, unless: .contentInset)
    try values.encode(flow.headerReferenceSize, .header, unless: .zero)
    try values.encode(flow.footerReferenceSize, .footer, unless: .zero)
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
    case .flow(let flow):
      try values.encode(Kind.flow, forKey: .layout)
      try Self.encode(flow, &values)
    case .list(let list):
      try values.encode(Kind.list, forKey: .layout)
      try list.encode(to: encoder)
    case .compositional(let section):
      try values.encode(Kind.compositional, forKey: .layout)
      return try section.encode(to: encoder)
    case .adaptive(let choices):
      try values.encode(Kind.adaptive, forKey: .layout)
      return try values.encode(choices, forKey: .choices)
    case .provider(let name):
      try values.encode(Kind.provider, forKey: .layout)
      return try values.encode(name, forKey: .name)
    }
    if contentInsets != .zero { try values.encode(contentInsets, forKey: .insets) }
    if pinsHeaderToVisibleBounds { try values.encode(true, forKey: .pinsHeader) }
    if pinsFooterToVisibleBounds { try values.encode(true, forKey: .pinsFooter) }
  }
}

extension SectionLayout.AdaptiveChoice {
  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self.init(
      minWidth: try values.decode(Double.self, forKey: .minWidth),
      layout: try values.decode(SectionLayout.self, forKey: .layout)
    )
  }
}

extension LayoutExtent: Codable {
  /// Reads `[width, height]`.
  ///
  /// - Throws: `DecodingError` when there are fewer or more than two numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    width = try values.decode(Double.self)
    height = try values.decode(Double.self)
    guard values.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "A size is two numbers: width, height."
      )
    }
  }

  /// Writes `[width, height]`.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(width)
    try values.encode(height)
  }
}
