import ListDiff
public import ListLayout
import ListRendering

/// Positions and sizes, as UICollectionView reports them from its layout.
extension SimulatedCollectionView {
  /// The axis along which the view scrolls.
  package var scrollAxis: LayoutAxis {
    if let hostedGeometry { return hostedGeometry.scrollAxis }
    switch collectionViewLayout {
    case .compositional(let configuration): return configuration.scrollDirection
    case .rows: return .vertical
    }
  }

  /// The size of the content, in points.
  public var contentSize: LayoutExtent { geometry?.contentSize ?? .zero }

  /// The left or upper edge of the screen in the content, along the scrolling axis, in points.
  ///
  /// It is the ``contentOffset``, unless the content scrolls sideways and runs from right to left.
  package var contentOrigin: Double { geometry?.turned(contentOffset) ?? contentOffset }

  /// Whether the content scrolls sideways and runs from right to left.
  package var contentRunsLeft: Bool {
    scrollAxis == .horizontal && viewport.layoutDirection == .rightToLeft
  }

  /// Scrolls so that the left or upper edge of the screen is at a place in the content.
  package func setContentOrigin(_ origin: Double) {
    contentOffset = geometry?.turned(origin) ?? origin
  }

  /// The length of the content along the scrolling axis, in points.
  public var contentLength: Double { contentSize[along: scrollAxis] }

  /// The length of the screen along the scrolling axis, in points.
  public var viewportLength: Double { viewport.length(scrollAxis) }

  /// Returns the distance of the start of a cell from the start of the content, along the scrolling
  /// axis, in points; `nil` if there is no such cell.
  public func position(ofItemAt path: CellPath) -> Double? {
    guard let frame = frame(ofItemAt: path), let geometry else { return nil }
    return scrollAxis == .vertical ? frame.y : geometry.fromStart(frame).x
  }

  /// Returns the frame of a cell in the content, moved by its section's own scrolling; `nil` if
  /// there is no such cell.
  public func frame(ofItemAt path: CellPath) -> LayoutRect? {
    guard itemCounts.indices.contains(path.section),
      (0..<itemCounts[path.section]).contains(path.item)
    else { return nil }
    return geometry?.frame(of: path, viewport)
  }

  /// The elements on screen, with frames in the content, as handlers of visible items left them.
  public var visibleAttributes: [LayoutAttributes] {
    shownAttributes ?? geometry?.elements(on: viewport) ?? []
  }

  /// Returns what is drawn with a cell that is a row of a list, such as its separators; `nil` for
  /// another cell.
  public func listRow(at path: CellPath) -> LayoutListRow? { geometry?.layout.listRow(at: path) }

  /// Returns the list of which a section is; `nil` for another section.
  package func list(inSection section: Int) -> LayoutList? {
    geometry?.layout.list(inSection: section)
  }

  /// Returns everything in a rectangle of the content.
  public func layoutAttributesForElements(in rect: LayoutRect) -> [LayoutAttributes] {
    guard let geometry else { return [] }
    return geometry.attributes(in: rect, viewport)
  }

  /// Returns the scroller of a section; `nil` if the section does not scroll by itself.
  package func orthogonalScroller(inSection section: Int) -> OrthogonalScroller? {
    guard itemCounts.indices.contains(section) else { return nil }
    return geometry?.layout.orthogonalScroller(inSection: section)
  }

  /// Returns how far a section that scrolls by itself is scrolled, in points.
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
      // Layout code may read the view: until it has answered, everything is where it was.
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

  /// The environment of the sections; `nil` for equal rows, and for sections side by side.
  public var layoutEnvironment: LayoutEnvironment? {
    guard case .compositional = collectionViewLayout, scrollAxis == .vertical else { return nil }
    return viewport.environment
  }
}

extension SimulatedCollectionView {
  /// Brings the layout up to date.
  func updateGeometry() throws(CollectionViewError) {
    let isStale = layoutIsStale
    // The code that is asked may invalidate the layout again, for the next pass.
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
        geometry?.hosted = hostedGeometry
        hostedGeometry?.discard()
      } else if isStale, var changed = geometry {
        try changed.update(try contents(), originals: originals(in:))
        geometry = changed
      }
    } catch {
      layoutIsStale = layoutIsStale || isStale
      throw .invalidLayout(error)
    }
  }

  /// Returns the geometry, which a pass has brought up to date.
  func currentGeometry() throws(CollectionViewError) -> SimulatedGeometry {
    if geometry == nil { try updateGeometry() }
    guard let geometry else { throw .layoutCycle }
    return geometry
  }

  /// Updates the geometry for a batch that was accepted.
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
        // Layout code may read the view. Its answers for other sections may change with their new
        // places and counts.
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

  /// Returns how many cells of a section are originals, if the section is a carousel.
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

  /// Returns the content of a section for the layout.
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

  /// The inset before the content, along the scrolling axis.
  var startInset: Double {
    let insets = viewport.adjustedContentInset
    return scrollAxis == .vertical ? insets.top : insets.leading
  }

  /// Keeps the screen within the content.
  func clampContentOffset() {
    // A layout of an app sees content that a finger pulls beyond its ends.
    guard let geometry, !(isDragging && geometry.hosted != nil) else { return }
    viewport.contentOffset = geometry.clamped(viewport.contentOffset, viewport)
  }

  /// The anchors that stay in place on screen while sizes are corrected: cells that a person sees
  /// already, if there are any.
  ///
  /// `nil` for a screen that shows nothing yet: it opens at its content offset.
  var scrollAnchors: ScrollAnchors? {
    displayed.cells.isEmpty || hostedGeometry != nil
      ? nil
      : geometry.map { geometry in
        geometry.layout.scrollAnchors(at: geometry.state(viewport))
          .preferring { displayed.cells[$0] != nil }
      }
  }

  /// Scrolls so that the anchored elements are where they were.
  func restore(_ anchors: ScrollAnchors?) {
    guard let geometry, let anchors else { return }
    viewport.contentOffset = geometry.turned(
      geometry.layout.contentOffset(
        keeping: anchors,
        at: geometry.state(viewport),
        pathAfter: { $0 }
      )
    )
  }

  // MARK: Measuring

  /// Returns whether a view's content or component says how large it wants to be.
  func choosesSize(_ view: any ReusableView) -> Bool {
    if view.content is any MeasuredContent { return true }
    guard let mode = (view as? SimulatedReusableView)?.component?.layoutMode else { return false }
    return mode != .standard && mode != .fitContainer
  }

  /// Returns the size that a cell's content wants, and the sides of it that the cell may choose.
  func measure(
    _ cell: any ReusableView,
    at path: CellPath
  ) -> (wanted: ContentSize?, chosen: MeasuredSize?) {
    guard let geometry else { return (nil, nil) }
    let proposal = geometry.layout.proposal(forItemAt: path)
    let frame = geometry.frame(of: path, viewport)
    return measure(cell, proposal, frame?.extent ?? .zero)
  }

  /// Returns the size that a supplementary view's content wants, and the sides that the view may
  /// choose.
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
    // A view that cannot be measured has the size that its component estimates, if it does.
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
  /// Returns the sides of a content's size that it may choose.
  fileprivate func choosing(_ size: ContentSize, _ mode: ContentLayoutMode?) -> MeasuredSize {
    let (choosesWidth, choosesHeight) = mode?.choices ?? (true, true)
    return MeasuredSize(
      width: width == nil && choosesWidth ? size.width : nil,
      height: height == nil && choosesHeight ? size.height : nil
    )
  }
}

extension ContentLayoutMode {
  /// The mode of components that do not set another one.
  package static let standard = ContentLayoutMode.flexibleHeight(estimatedHeight: 44)

  /// Which sides the content may choose.
  package var choices: (width: Bool, height: Bool) {
    switch self {
    case .fitContainer: (false, false)
    case .flexibleHeight: (false, true)
    case .flexibleWidth: (true, false)
    case .fitContent: (true, true)
    }
  }

  /// The sides that are estimated until the content is measured.
  package var estimatedSize: (width: Double?, height: Double?)? {
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
  /// Returns a layout of cells one below the other, all of one height; so are headers and footers.
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
