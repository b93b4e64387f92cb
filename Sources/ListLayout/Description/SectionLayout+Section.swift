extension SectionLayout {

  /// Returns what lays out a section for an environment; `nil` if a provider makes nothing, which
  /// leaves the section empty.
  func description(
    in environment: LayoutEnvironment,
    at section: Int,
    _ content: LayoutSectionContent,
    registry: LayoutRegistry,
    rules: LayoutRules
  ) throws(LayoutError) -> SectionDescription? {
    switch arrangement {
    case .flow(let flow):
      var described = FlowSection(flow: flow, insets: contentInsets, itemSizes: content.itemSizes)
      described.pinsHeader = pinsHeaderToVisibleBounds
      described.pinsFooter = pinsFooterToVisibleBounds
      return .flow(described)
    case .provider(let name):
      if let provider = registry.flowProviders[name] {
        return provider(section, environment).map { .flow($0) }
      }
    case .adaptive(let choices):
      try validate()
      return try choice(among: choices, width: environment.container.contentSize.width)?
        .description(in: environment, at: section, content, registry: registry, rules: rules)
    case .vertical, .horizontal, .verticalGrid, .list, .compositional: break
    }
    return try self.section(
      in: environment,
      at: section,
      supplementaries: content.supplementaries,
      estimatedHeights: content.estimatedHeights,
      registry: registry,
      rules: rules
    ).map { .compositional($0) }
  }

  /// Returns the compositional description of the layout for an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment; adaptive layouts and providers depend on it.
  ///   - section: The index of the section, for a provider.
  ///   - supplementaries: The headers and footers of the section. The three convenient arrangements
  ///     show exactly these; a full description lists its own.
  ///   - estimatedHeights: The estimates of the three convenient arrangements.
  ///   - registry: The providers, by name.
  ///   - rules: The rules in which versions of UIKit differ.
  /// - Returns: The description; `nil` if a provider makes none, which leaves the section empty, and
  ///   for a flow layout, which has none.
  /// - Throws: `LayoutError` when a number is out of range, or a provider is not registered.
  public func section(
    in environment: LayoutEnvironment,
    at section: Int,
    supplementaries: [LayoutSectionContent.Supplementary],
    estimatedHeights: LayoutSectionContent.EstimatedHeights,
    registry: LayoutRegistry,
    rules: LayoutRules = .newest
  ) throws(LayoutError) -> LayoutSection? {
    try validate()
    var simple: LayoutSection
    switch arrangement {
    case .vertical(let spacing):
      simple = LayoutSection(group: .rows(of: 1, 0, height: estimatedHeights.cell))
      simple.interGroupSpacing = spacing
    case .horizontal(let spacing, let behavior):
      simple = LayoutSection(group: .card(estimatedHeights.cell))
      simple.interGroupSpacing = spacing
      simple.orthogonalScrollingBehavior = behavior
    case .verticalGrid(let columns, let itemSpacing, let lineSpacing):
      simple = LayoutSection(
        group: .rows(of: columns, itemSpacing, height: estimatedHeights.cell)
      )
      simple.interGroupSpacing = lineSpacing
    case .list(let list): return listSection(list, environment, supplementaries, rules)
    case .compositional(let section): return section
    case .flow: return nil
    case .adaptive(let choices):
      return try choice(among: choices, width: environment.container.contentSize.width)?
        .section(
          in: environment,
          at: section,
          supplementaries: supplementaries,
          estimatedHeights: estimatedHeights,
          registry: registry,
          rules: rules
        )
    case .provider(let name):
      guard let provider = registry.sectionProviders[name] else {
        throw LayoutError(place: "name", reason: .notRegistered(name))
      }
      return provider(section, environment)
    }
    simple.contentInsets = contentInsets
    simple.boundarySupplementaryItems = supplementaries.map { supplementary in
      var item = LayoutBoundarySupplementaryItem(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .estimated(estimatedHeights.supplementaryView)
        ),
        elementKind: supplementary.kind,
        alignment: supplementary.alignment
      )
      item.pinToVisibleBounds =
        supplementary.kind == Self.headerKind
        ? pinsHeaderToVisibleBounds : pinsFooterToVisibleBounds
      return item
    }
    return simple
  }

  /// Returns the section of a list, with its own insets besides those of the list.
  private func listSection(
    _ list: LayoutList,
    _ environment: LayoutEnvironment,
    _ supplementaries: [LayoutSectionContent.Supplementary],
    _ rules: LayoutRules
  ) -> LayoutSection {
    var list = list
    let kinds = supplementaries.map(\.kind)
    if kinds.contains(Self.headerKind) { list.headerMode = .supplementary }
    if kinds.contains(Self.footerKind) { list.footerMode = .supplementary }
    var section = list.section(in: environment, rules: rules)
    section.contentInsets.top += contentInsets.top
    section.contentInsets.leading += contentInsets.leading
    section.contentInsets.bottom += contentInsets.bottom
    section.contentInsets.trailing += contentInsets.trailing
    if pinsHeaderToVisibleBounds { section.pin(true, kind: Self.headerKind) }
    if pinsFooterToVisibleBounds { section.pin(true, kind: Self.footerKind) }
    return section
  }

  private func choice(among choices: [AdaptiveChoice], width: Double) -> SectionLayout? {
    let fitting = choices.filter { $0.minWidth <= width }
    return (fitting.max { $0.minWidth < $1.minWidth } ?? choices.first)?.layout
  }
}

/// What lays out a section.
enum SectionDescription: Hashable, Sendable {
  case compositional(LayoutSection)
  case flow(FlowSection)
}

extension LayoutGroup {
  /// Creates a row of equally wide cells, as high as its highest cell.
  fileprivate static func rows(
    of columns: Int,
    _ itemSpacing: Double,
    height: Double
  ) -> LayoutGroup {
    var row = LayoutGroup.horizontal(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(height)
      ),
      subitem: LayoutItem(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: columns == 1
            ? .estimated(height) : .uniformAcrossSiblings(estimate: height)
        )
      ),
      count: columns
    )
    if itemSpacing != 0 { row.interItemSpacing = .fixed(itemSpacing) }
    return row
  }

  /// Creates a group of one cell of its measured size.
  fileprivate static func card(_ length: Double) -> LayoutGroup {
    let size = LayoutSize(widthDimension: .estimated(length), heightDimension: .estimated(length))
    return .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
  }
}
