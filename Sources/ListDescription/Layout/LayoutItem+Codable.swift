extension LayoutSubitem: Codable {
  private enum CodingKeys: String, CodingKey { case type }
  private enum Kind: String, Codable { case item, group }

  /// Reads an item or a group, told apart by `"type"`.
  ///
  /// - Throws: `DecodingError` when it is neither, or malformed.
  public init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type) {
    case .item: self = .item(try LayoutItem(from: decoder))
    case .group: self = .group(try LayoutGroup(from: decoder))
    }
  }

  /// Writes the item or group.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .item(let item): try item.encode(to: encoder)
    case .group(let group): try group.encode(to: encoder)
    }
  }
}

extension LayoutItem: Codable {
  private enum CodingKeys: String, CodingKey { case type, size, insets, edge, supplementary }

  /// Reads `{"type": "item", "size": […], …}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    layoutSize = try values.decode(LayoutSize.self, forKey: .size)
    contentInsets = try values.decode(.insets, default: .zero)
    edgeSpacing = try values.decodeIfPresent(LayoutEdgeSpacing.self, forKey: .edge)
    supplementaryItems = try values.decode(.supplementary, default: [])
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode("item", forKey: .type)
    try values.encode(layoutSize, forKey: .size)
    try values.encode(contentInsets, .insets, unless: .zero)
    try values.encodeIfPresent(edgeSpacing, forKey: .edge)
    try values.encode(supplementaryItems, .supplementary, unless: [])
  }
}

extension LayoutGroup: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, axis, size, mode, count, subitems, frames, provider
    case spacing, insets, edge, supplementary
  }
  private enum Mode: String, Codable { case subitems, count, repeating, custom }

  /// Reads `{"type": "group", "axis": "horizontal", "mode": "subitems", "size": […], …}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown, or groups are nested
  ///   deeper than ``LayoutLimits/depth``.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count(where: { $0.stringValue == "subitems" }) < LayoutLimits.depth
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Groups are nested at most \(LayoutLimits.depth) deep."
        )
      )
    }
    let values = try decoder.members(CodingKeys.self)
    let mode: Mode = try values.decode(.mode, default: .subitems)
    if mode == .custom {
      content = .custom(try Self.customItems(values))
    } else {
      let axis = try values.decode(LayoutAxis.self, forKey: .axis)
      content = .stack(axis, try Self.stacking(mode, values))
    }
    layoutSize = try values.decode(LayoutSize.self, forKey: .size)
    interItemSpacing = try values.decodeIfPresent(LayoutSpacing.self, forKey: .spacing)
    contentInsets = try values.decode(.insets, default: .zero)
    edgeSpacing = try values.decodeIfPresent(LayoutEdgeSpacing.self, forKey: .edge)
    supplementaryItems = try values.decode(.supplementary, default: [])
  }

  private static func customItems(
    _ values: KeyedDecodingContainer<CodingKeys>
  ) throws -> CustomItems {
    if let name = try values.decodeIfPresent(String.self, forKey: .provider) {
      return .provider(name)
    }
    return .frames(try values.decode([LayoutGroupCustomItem].self, forKey: .frames))
  }

  private static func stacking(
    _ mode: Mode,
    _ values: KeyedDecodingContainer<CodingKeys>
  ) throws -> Stacking {
    let subitems = try values.decode([LayoutSubitem].self, forKey: .subitems)
    if mode == .subitems { return .fitting(subitems) }
    guard let subitem = subitems.first, subitems.count == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .subitems,
        in: values,
        debugDescription: "A group with a count has one subitem."
      )
    }
    let count = try values.decodeCount(forKey: .count)
    return mode == .count
      ? .dividing(subitem, count: count) : .repeating(subitem, count: count)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode("group", forKey: .type)
    switch content {
    case .stack(let axis, let stacking):
      try values.encode(axis, forKey: .axis)
      switch stacking {
      case .fitting: try values.encode(Mode.subitems, forKey: .mode)
      case .dividing(_, let count):
        try values.encode(Mode.count, forKey: .mode)
        try values.encode(count, forKey: .count)
      case .repeating(_, let count):
        try values.encode(Mode.repeating, forKey: .mode)
        try values.encode(count, forKey: .count)
      }
      try values.encode(stacking.subitems, forKey: .subitems)
    case .custom(let items):
      try values.encode(Mode.custom, forKey: .mode)
      switch items {
      case .frames(let frames): try values.encode(frames, forKey: .frames)
      case .provider(let name): try values.encode(name, forKey: .provider)
      }
    }
    try values.encode(layoutSize, forKey: .size)
    try values.encodeIfPresent(interItemSpacing, forKey: .spacing)
    try values.encode(contentInsets, .insets, unless: .zero)
    try values.encodeIfPresent(edgeSpacing, forKey: .edge)
    try values.encode(supplementaryItems, .supplementary, unless: [])
  }
}

extension LayoutGroupCustomItem: Codable {
  private static func zIndex(at values: inout any UnkeyedDecodingContainer) throws -> Int {
    if values.isAtEnd { return 0 }
    if let index = try? values.decode(Int.self) { return index }
    let number = try values.decode(Double.self)
    throw DecodingError.dataCorruptedError(
      in: values,
      debugDescription: "A z-index is a whole number, and not \(number)."
    )
  }

  /// Reads `[x, y, width, height]`, optionally with a z-index at the end.
  ///
  /// - Throws: `DecodingError` when there are fewer than four numbers or more than five.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    frame = LayoutRect(
      x: try values.decode(Double.self),
      y: try values.decode(Double.self),
      width: try values.decode(Double.self),
      height: try values.decode(Double.self)
    )
    zIndex = try Self.zIndex(at: &values)
    guard values.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "A frame is x, y, width, height and perhaps a z-index."
      )
    }
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for length in [frame.x, frame.y, frame.width, frame.height] { try values.encode(length) }
    if zIndex != 0 { try values.encode(zIndex) }
  }
}

extension LayoutSupplementaryItem: Codable {
  private enum CodingKeys: String, CodingKey { case kind, size, insets, anchor, itemAnchor, z }

  /// Reads `{"kind": "badge", "size": […], "anchor": {…}, …}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    elementKind = try values.decode(String.self, forKey: .kind)
    layoutSize = try values.decode(LayoutSize.self, forKey: .size)
    contentInsets = try values.decode(.insets, default: .zero)
    containerAnchor = try values.decode(LayoutAnchor.self, forKey: .anchor)
    itemAnchor = try values.decodeIfPresent(LayoutAnchor.self, forKey: .itemAnchor)
    zIndex = try values.decode(.z, default: 1)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(elementKind, forKey: .kind)
    try values.encode(layoutSize, forKey: .size)
    try values.encode(contentInsets, .insets, unless: .zero)
    try values.encode(containerAnchor, forKey: .anchor)
    try values.encodeIfPresent(itemAnchor, forKey: .itemAnchor)
    try values.encode(zIndex, .z, unless: 1)
  }
}

extension LayoutBoundarySupplementaryItem: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, size, insets, alignment, offset, extendsBoundary, pin, z
  }

  /// Reads `{"kind": "header", "size": […], "alignment": "top", "pin": true, …}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    elementKind = try values.decode(String.self, forKey: .kind)
    layoutSize = try values.decode(LayoutSize.self, forKey: .size)
    contentInsets = try values.decode(.insets, default: .zero)
    alignment = try values.decode(LayoutAlignment.self, forKey: .alignment)
    absoluteOffset = try values.decode(.offset, default: .zero)
    extendsBoundary = try values.decode(.extendsBoundary, default: true)
    pinToVisibleBounds = try values.decode(.pin, default: false)
    zIndex = try values.decode(.z, default: 1)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(elementKind, forKey: .kind)
    try values.encode(layoutSize, forKey: .size)
    try values.encode(contentInsets, .insets, unless: .zero)
    try values.encode(alignment, forKey: .alignment)
    try values.encode(absoluteOffset, .offset, unless: .zero)
    try values.encode(extendsBoundary, .extendsBoundary, unless: true)
    try values.encode(pinToVisibleBounds, .pin, unless: false)
    try values.encode(zIndex, .z, unless: 1)
  }
}

extension LayoutDecorationItem: Codable {
  private enum CodingKeys: String, CodingKey { case kind, insets, z }

  /// Reads `{"kind": "background", "insets": […], "z": 0}`.
  ///
  /// - Throws: `DecodingError` when a member is missing, malformed or unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members(CodingKeys.self)
    self = .background(elementKind: try values.decode(String.self, forKey: .kind))
    contentInsets = try values.decode(.insets, default: .zero)
    zIndex = try values.decode(.z, default: 0)
  }

  /// Writes the form that ``init(from:)`` reads.
  ///
  /// - Throws: `EncodingError` when a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(elementKind, forKey: .kind)
    try values.encode(contentInsets, .insets, unless: .zero)
    try values.encode(zIndex, .z, unless: 0)
  }
}
