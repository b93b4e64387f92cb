import ListDiff
public import ListLayout
public import ListModel
import ListRendering

/// Where things are: UICollectionView's questions about its layout.
extension SimulatedCollectionView {
  /// The axis along which the view scrolls.
  public var scrollAxis: LayoutAxis {
    switch collectionViewLayout {
    case .compositional(let configuration): configuration.scrollDirection
    case .rows: .vertical
    }
  }

  /// The size of the content, in points.
  public var contentSize: LayoutExtent { geometry?.layout.contentSize ?? .zero }

  /// The length of the content along the scrolling axis, in points.
  public var contentLength: Double { contentSize[along: scrollAxis] }

  /// The length of the screen along the scrolling axis, in points.
  public var viewportLength: Double { viewport.length(scrollAxis) }

  /// The distance of the start of a cell from the start of the content, along the scrolling axis, in
  /// points; `nil` if there is no such cell.
  public func position(ofItemAt path: CellPath) -> Double? {
    frame(ofItemAt: path).map { scrollAxis == .vertical ? $0.y : $0.x }
  }

  /// The frame of a cell in the content, as far as its section is scrolled; `nil` if there is no such
  /// cell.
  public func frame(ofItemAt path: CellPath) -> LayoutRect? {
    guard itemCounts.indices.contains(path.section),
      (0..<itemCounts[path.section]).contains(path.item)
    else { return nil }
    return geometry?.frame(of: path, viewport)
  }

  /// What is on screen, with its frame in the content and as handlers of visible items left it.
  public var visibleAttributes: [LayoutAttributes] {
    shownAttributes ?? geometry?.elements(on: viewport) ?? []
  }

  /// Everything in a rectangle of the content.
  public func layoutAttributesForElements(in rect: LayoutRect) -> [LayoutAttributes] {
    guard let geometry else { return [] }
    return geometry.layout.layoutAttributesForElements(in: rect, at: geometry.state(viewport))
  }

  /// The scroller of a section; `nil` where it does not scroll by itself.
  public func orthogonalScroller(inSection section: Int) -> OrthogonalScroller? {
    guard itemCounts.indices.contains(section) else { return nil }
    return geometry?.layout.orthogonalScroller(inSection: section)
  }

  /// How far a section that scrolls by itself is scrolled, in points.
  public func orthogonalOffset(ofSection section: Int) -> Double {
    geometry?.orthogonalOffsets[section] ?? 0
  }

  /// Makes the screen larger or smaller, as a rotation does.
  ///
  /// The first cell on screen stays where it is.
  ///
  /// - Throws: ``CollectionViewError`` when the layout does not fit the new screen, or the data source
  ///   gives a view it should not.
  public func resize(to size: LayoutExtent) throws(CollectionViewError) {
    let anchors = scrollAnchors
    viewport.width = size.width
    viewport.height = size.height
    do {
      // Code that is asked may look at the view: until it has answered, everything is where it was.
      var changed = geometry
      try changed?.setViewport(viewport, originals: originals(in:))
      geometry = changed
    } catch {
      throw .invalidLayout(error)
    }
    restore(anchors)
    try layoutIfNeeded()
    delegate?.collectionViewDidChangeLayoutEnvironment(self)
  }

  /// The room of the sections; `nil` where their layouts do not matter, or they stand side by side.
  public var layoutEnvironment: LayoutEnvironment? {
    guard case .compositional = collectionViewLayout, scrollAxis == .vertical else { return nil }
    return viewport.environment
  }
}

extension SimulatedCollectionView {
  /// Lays out what is not laid out yet.
  func updateGeometry() throws(CollectionViewError) {
    let isStale = layoutIsStale
    // Whoever is asked may have everything asked again in the next pass.
    layoutIsStale = false
    do {
      if geometry == nil {
        geometry = try SimulatedGeometry(
          try contents(),
          configuration,
          viewport,
          registryInForce,
          originals: originals(in:)
        )
      } else if isStale, var changed = geometry {
        try changed.update(try contents(), originals: originals(in:))
        geometry = changed
      }
    } catch {
      layoutIsStale = layoutIsStale || isStale
      throw .invalidLayout(error)
    }
  }

  /// The geometry, which a pass has brought up to date.
  func currentGeometry() throws(CollectionViewError) -> SimulatedGeometry {
    if geometry == nil { try updateGeometry() }
    guard let geometry else { throw .layoutCycle }
    return geometry
  }

  /// Brings the geometry through a batch that was accepted.
  func followGeometry(
    _ update: BatchUpdate,
    _ mapping: PathMapping
  ) throws(CollectionViewError) {
    if !update.reconfiguredSections.isEmpty { layoutIsStale = true }
    let content: (Int) throws(LayoutError) -> LayoutSectionContent = {
      section throws(LayoutError) in try self.content(ofSection: section)
    }
    do {
      if geometry?.layout.callsCode == true, var changed = geometry {
        // Code that is asked may look at the view. What it says of other sections may be another thing
        // now, by their new places and counts.
        layoutIsStale = true
        try changed.apply(update, mapping, content: content, originals: originals(in:))
        geometry = changed
      } else {
        try geometry?.apply(update, mapping, content: content, originals: originals(in:))
      }
    } catch {
      geometry = nil
      throw .invalidLayout(error)
    }
  }

  /// How many of the cells of a section are originals, if it is a carousel.
  private func originals(in section: Int) -> Int? {
    layoutAdapter?.numberOfOriginals(inSection: section)
  }

  private var configuration: LayoutConfiguration {
    switch collectionViewLayout {
    case .compositional(let configuration): configuration
    case .rows: LayoutConfiguration()
    }
  }

  private func contents() throws(LayoutError) -> [LayoutSectionContent] {
    var contents: [LayoutSectionContent] = []
    contents.reserveCapacity(itemCounts.count)
    for section in itemCounts.indices { contents.append(try content(ofSection: section)) }
    return contents
  }

  /// What the layout is told of a section.
  private func content(ofSection section: Int) throws(LayoutError) -> LayoutSectionContent {
    LayoutSectionContent(
      layout: try layout(ofSection: section),
      itemCount: itemCounts[section],
      supplementaries: supplementaries(ofSection: section).map { kind in
        LayoutSectionContent.Supplementary(
          kind: kind.rawValue,
          alignment: alignment(of: kind, inSection: section)
        )
      },
      estimatedHeights: LayoutSectionContent.EstimatedHeights(
        cell: viewport.cellHeight,
        supplementaryView: viewport.supplementaryHeight
      )
    )
  }

  private func layout(ofSection section: Int) throws(LayoutError) -> SectionLayout {
    switch collectionViewLayout {
    case .rows: return .equalRows(viewport, supplementaries(ofSection: section))
    case .compositional:
      if let layoutOfAllSections { return layoutOfAllSections }
      do {
        return try layoutAdapter?.sectionLayout(index: section)?.known() ?? .vertical()
      } catch {
        throw LayoutError(section: section, place: error.place, reason: error.reason)
      }
    }
  }

  private func supplementaries(ofSection section: Int) -> [SupplementaryKind] {
    let kinds = supplementaryKinds?(section)
    return SupplementaryKind.ofEveryLayout.filter { kind in
      kinds?.contains(kind) ?? (layoutAdapter?.alignment(ofKind: kind, inSection: section) != nil)
    }
  }

  private func alignment(
    of kind: SupplementaryKind,
    inSection section: Int
  ) -> LayoutAlignment {
    let alignment = layoutAdapter?.alignment(ofKind: kind, inSection: section)
    return alignment.map(LayoutAlignment.init) ?? (kind == .header ? .top : .bottom)
  }

  // MARK: Scrolling

  /// What the content keeps free before it.
  var startInset: Double {
    let insets = viewport.adjustedContentInset
    return scrollAxis == .vertical ? insets.top : insets.leading
  }

  /// Keeps the screen within the content.
  func clampContentOffset() {
    guard let geometry else { return }
    viewport.contentOffset = geometry.layout.clamped(
      viewport.contentOffset,
      geometry.state(viewport)
    )
  }

  /// What should stay where it is on screen while sizes are corrected: what a person sees already,
  /// if there is any of it.
  ///
  /// `nil` for a screen that shows nothing yet: it opens where it is scrolled to.
  var scrollAnchors: ScrollAnchors? {
    displayed.cells.isEmpty
      ? nil
      : geometry.map { geometry in
        geometry.layout.scrollAnchors(at: geometry.state(viewport))
          .preferring { displayed.cells[CellPath($0)] != nil }
      }
  }

  /// Scrolls so that what is anchored is where it was.
  func restore(_ anchors: ScrollAnchors?) {
    guard let geometry, let anchors else { return }
    viewport.contentOffset = geometry.layout.contentOffset(
      keeping: anchors,
      at: geometry.state(viewport),
      pathAfter: { $0 }
    )
  }

  // MARK: Measuring

  /// Whether a view's content or component says how large it wants to be.
  func choosesSize(_ view: any ReusableView) -> Bool {
    if view.content is any MeasuredContent { return true }
    guard let mode = (view as? SimulatedReusableView)?.component?.layoutMode else { return false }
    return mode != .standard && mode != .fitContainer
  }

  /// The size a cell's content wants, and what of it the layout lets it choose.
  func measure(
    _ cell: any ReusableView,
    at path: CellPath
  ) -> (wanted: ContentSize?, chosen: MeasuredSize?) {
    guard let geometry else { return (nil, nil) }
    let proposal = geometry.layout.proposal(forItemAt: LayoutIndexPath(path))
    let frame = geometry.frame(of: path, viewport)
    return measure(cell, proposal, frame?.extent ?? .zero)
  }

  /// The size a supplementary view's content wants, and what of it the layout lets it choose.
  func measure(
    _ view: any ReusableView,
    at place: SupplementaryPlace
  ) -> (wanted: ContentSize?, chosen: MeasuredSize?) {
    guard let geometry, let frame = geometry.frame(of: place, viewport) else { return (nil, nil) }
    return measure(view, geometry.proposal(for: place), frame.extent)
  }

  // `proposal` has the sides that are given, and `extent` the size that the view has now.
  private func measure(
    _ view: any ReusableView,
    _ proposal: MeasuredSize?,
    _ extent: LayoutExtent
  ) -> (wanted: ContentSize?, chosen: MeasuredSize?) {
    let mode = (view as? SimulatedReusableView)?.component?.layoutMode
    let offered = ContentSize(
      width: proposal.map { $0.width ?? viewport.width } ?? extent.width,
      height: proposal.map { $0.height ?? .greatestFiniteMagnitude } ?? extent.height
    )
    if let content = view.content as? any MeasuredContent {
      let size = content.sizeThatFits(offered)
      return (size, proposal.map { $0.choosing(size, mode) })
    }
    // What cannot be measured has the size that its component estimates, where it does.
    guard let proposal, let estimate = mode?.estimatedSize, mode != .standard else {
      return (nil, nil)
    }
    return (
      nil,
      MeasuredSize(
        width: proposal.width == nil ? estimate.width : nil,
        height: proposal.height == nil ? estimate.height : nil
      )
    )
  }
}

extension MeasuredSize {
  /// What a content chooses of the sides that are its own to choose.
  fileprivate func choosing(_ size: ContentSize, _ mode: ContentLayoutMode?) -> MeasuredSize {
    let (choosesWidth, choosesHeight) = mode?.choices ?? (true, true)
    return MeasuredSize(
      width: width == nil && choosesWidth ? size.width : nil,
      height: height == nil && choosesHeight ? size.height : nil
    )
  }
}

extension ContentLayoutMode {
  /// What components have that do not say anything else.
  fileprivate static let standard = ContentLayoutMode.flexibleHeight(estimatedHeight: 44)

  /// Which sides are the content's to choose.
  fileprivate var choices: (width: Bool, height: Bool) {
    switch self {
    case .fitContainer: (false, false)
    case .flexibleHeight: (false, true)
    case .flexibleWidth: (true, false)
    case .fitContent: (true, true)
    }
  }

  fileprivate var estimatedSize: (width: Double?, height: Double?)? {
    switch self {
    case .fitContainer: nil
    case .flexibleHeight(let height): (nil, height)
    case .flexibleWidth(let width): (width, nil)
    case .fitContent(let size): (size.width, size.height)
    }
  }
}

extension LayoutAlignment {
  fileprivate init(_ alignment: SupplementaryView.Alignment) {
    self = LayoutAlignment(rawValue: alignment.rawValue) ?? .top
  }
}

extension LayoutExtent {
  fileprivate subscript(along axis: LayoutAxis) -> Double {
    axis == .horizontal ? width : height
  }
}

extension SectionLayout {
  /// Cells one below the other, all equally high, and so with headers and footers.
  fileprivate static func equalRows(
    _ viewport: SimulatedViewport,
    _ supplementaries: [SupplementaryKind]
  ) -> SectionLayout {
    func size(_ height: Double) -> LayoutSize {
      LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(height))
    }
    let row = size(viewport.cellHeight)
    var section = LayoutSection(
      group: .horizontal(layoutSize: row, subitems: [LayoutItem(layoutSize: row)])
    )
    section.boundarySupplementaryItems = supplementaries.map { kind in
      LayoutBoundarySupplementaryItem(
        layoutSize: size(viewport.supplementaryHeight),
        elementKind: kind.rawValue,
        alignment: kind == .header ? .top : .bottom
      )
    }
    return .compositional(section)
  }
}
