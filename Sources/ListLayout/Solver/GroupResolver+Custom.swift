extension GroupResolver {
  /// Places cells at given frames.
  ///
  /// - Throws: `LayoutError` if a provider is missing, or gives frames that are not valid.
  func custom(
    _ items: LayoutGroup.CustomItems,
    in frame: Frame
  ) throws(LayoutError) -> GroupTemplate {
    let cells: [LayoutGroupCustomItem]
    switch items {
    case .frames(let given): cells = given
    case .provider(let name): cells = try provided(by: name, in: frame)
    }
    return GroupTemplate(
      axis: .horizontal,
      extent: frame.extent,
      insets: frame.insets,
      box: frame.container,
      shareBase: frame.inner,
      grid: grid,
      growsHorizontally: false,
      growsVertically: false,
      uniformHorizontally: frame.isUniform(.horizontal),
      uniformVertically: frame.isUniform(.vertical),
      slots: cells.map { GroupTemplate.Slot(placing: $0) },
      gap: 0,
      gapIsFlexible: false,
      justifies: false,
      wraps: false,
      leafCount: cells.count,
      containsWrapping: false,
      containsUniform: false,
      edgeSpacing: frame.group.edgeSpacing,
      supplementaryItems: frame.group.supplementaryItems
    )
  }

  /// Asks a provider for the frames of a custom group.
  private func provided(
    by name: String,
    in frame: Frame
  ) throws(LayoutError) -> [LayoutGroupCustomItem] {
    let place = frame.place + ".provider"
    guard let provider = registry.itemProviders[name] ?? registry.otherItemProviders?(name) else {
      throw LayoutError(place: place, reason: .notRegistered(name))
    }
    let cells = provider(
      LayoutContainer(contentSize: frame.extent, safeAreaInsets: frame.insets)
    )
    guard !cells.isEmpty else { throw LayoutError(place: place, reason: .noSubitems) }
    guard cells.count <= LayoutLimits.itemsInGroup else {
      throw LayoutError(place: place, reason: .tooManyItems)
    }
    for (index, cell) in cells.enumerated() { try cell.validate(at: "\(place)[\(index)]") }
    return cells
  }
}
