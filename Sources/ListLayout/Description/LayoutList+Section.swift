extension LayoutList {
  /// Returns the section of the list for an environment; NSCollectionLayoutSection.list.
  ///
  /// It may be changed before it is laid out, as any section. L1–L4 of `docs/layout-rules.md`.
  public func section(
    in environment: LayoutEnvironment,
    rules: LayoutRules = .newest
  ) -> LayoutSection {
    let size = LayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: rowHeight.map { .absolute($0) } ?? .estimated(estimatedRowHeight)
    )
    var section = LayoutSection(
      group: .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
    )
    let metrics = ListMetrics(environment, rules)
    section.contentInsets = insets(metrics)
    section.contentInsetsReference = .none
    if headerMode == .supplementary {
      section.boundarySupplementaryItems.append(boundary(SectionLayout.headerKind, .top))
    }
    if footerMode == .supplementary {
      section.boundarySupplementaryItems.append(boundary(SectionLayout.footerKind, .bottom))
    }
    section.list = self
    return section
  }

  /// The space that a section keeps free around its rows (L1, L2).
  private func insets(_ metrics: ListMetrics) -> DirectionalEdgeInsets {
    var insets = DirectionalEdgeInsets.zero
    switch appearance {
    case .plain: break
    case .grouped: (insets.top, insets.bottom) = metrics.groupSpaces
    case .insetGrouped:
      (insets.top, insets.bottom) = metrics.groupSpaces
      (insets.leading, insets.trailing) = (metrics.margin, metrics.margin)
    case .sidebar:
      insets.bottom = 10
      (insets.leading, insets.trailing) = (metrics.sidebarMargin, metrics.sidebarMargin)
    case .sidebarPlain:
      (insets.leading, insets.trailing) = (metrics.sidebarMargin, metrics.sidebarMargin)
    }
    switch headerMode {
    case .none: break
    case .supplementary: insets.top = 0
    case .firstItemInSection:
      insets.top += headerTopPadding ?? (appearance == .plain ? 22 : 0)
    }
    if footerMode == .supplementary { insets.bottom = 0 }
    return insets
  }

  /// Whether headers and footers stay on screen.
  private var pinsSupplementaries: Bool { appearance == .plain || appearance == .sidebarPlain }

  private func boundary(
    _ kind: LayoutElementKind,
    _ alignment: LayoutAlignment
  ) -> LayoutBoundarySupplementaryItem {
    var item = LayoutBoundarySupplementaryItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(pinsSupplementaries ? 28 : 17.5)
      ),
      elementKind: kind,
      alignment: alignment
    )
    item.pinToVisibleBounds = pinsSupplementaries
    item.zIndex = 200
    return item
  }

  /// The space above the header of a section.
  var paddingAboveHeader: Double {
    headerMode == .supplementary ? headerTopPadding ?? 0 : 0
  }
}

/// The lengths of lists on a screen.
struct ListMetrics {
  /// The space beside cards.
  let margin: Double
  /// The space beside the rows of a sidebar.
  let sidebarMargin: Double
  /// The space above the first row and below the last one of a group.
  let groupSpaces: (above: Double, below: Double)
  /// The thickness of a line.
  let pixel: Double

  /// Wider screens have wider margins.
  static let narrowWidth = 375.0

  init(_ environment: LayoutEnvironment, _ rules: LayoutRules) {
    let width = environment.container.contentSize.width
    let scale = environment.displayScale
    margin = width > Self.narrowWidth ? 20 : 16
    pixel = 1 / (scale ?? 2)
    switch rules.lists {
    case .iOS16:
      // Half a space of 35 points on each side, on the next whole pixel.
      let half = scale.map { (17.5 * $0).rounded(.up) / $0 } ?? 17.5
      groupSpaces = (half, half)
      sidebarMargin = margin
    case .macOS27:
      groupSpaces = (35, 20)
      sidebarMargin = 10 / 0.77
    }
  }

  /// Returns the space before the text of a row, from the row's side (L5).
  static func textInset(_ width: Double) -> Double { width > narrowWidth ? 20 : 15 }
}
