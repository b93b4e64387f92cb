import ListDiff
import ListLayout
import ListModel

/// Where everything in a simulated view is: the layout of its sections, and how far those are
/// scrolled that scroll by themselves.
struct SimulatedGeometry {
  private(set) var layout: CompositionalLayout
  /// How far orthogonal sections are scrolled, by their index; those at their start are not here.
  var orthogonalOffsets: [Int: Double] = [:]

  init(
    _ sections: [LayoutSectionContent],
    _ configuration: LayoutConfiguration,
    _ viewport: SimulatedViewport,
    _ registry: LayoutRegistry
  ) throws(LayoutError) {
    layout = try CompositionalLayout(
      sections: sections,
      configuration: configuration,
      environment: viewport.environment,
      registry: registry
    )
  }

  var axis: LayoutAxis { layout.scrollAxis }

  func state(_ viewport: SimulatedViewport) -> LayoutScrollState {
    LayoutScrollState(
      contentOffset: axis == .vertical
        ? LayoutPoint(x: 0, y: viewport.contentOffset)
        : LayoutPoint(x: viewport.contentOffset, y: 0),
      adjustedContentInset: viewport.adjustedContentInset,
      orthogonalOffsets: orthogonalOffsets
    )
  }

  /// What is on a screen, first to last, and what is on it in the content.
  func elements(on viewport: SimulatedViewport) -> [LayoutAttributes] {
    let state = state(viewport)
    let screen = LayoutRect(
      origin: state.contentOffset,
      extent: LayoutExtent(width: viewport.width, height: viewport.height)
    )
    return layout.layoutAttributesForElements(in: screen, at: state)
  }

  /// The cells, headers and footers on a screen, first to last.
  func visible(on viewport: SimulatedViewport) -> (items: [CellPath], views: [SupplementaryPlace]) {
    var items: [CellPath] = []
    var views: [SupplementaryPlace] = []
    for attributes in elements(on: viewport) {
      switch attributes.element {
      case .cell(let path): items.append(CellPath(path))
      case .boundarySupplementary(let kind, let path):
        guard path.item == 0, let kind = SupplementaryKind(rawValue: kind) else { continue }
        views.append(SupplementaryPlace(kind: kind, section: path.section))
      case .itemSupplementary, .groupSupplementary, .layoutSupplementary, .decoration: continue
      }
    }
    return (items.sorted(), views)
  }

  func frame(of path: CellPath, _ viewport: SimulatedViewport) -> LayoutRect? {
    layout.layoutAttributes(for: .cell(LayoutIndexPath(path)), at: state(viewport))?.frame
  }

  func frame(of place: SupplementaryPlace, _ viewport: SimulatedViewport) -> LayoutRect? {
    let path = LayoutIndexPath(section: place.section, item: 0)
    let element = LayoutElement.boundarySupplementary(kind: place.kind.rawValue, path)
    return layout.layoutAttributes(for: element, at: state(viewport))?.frame
  }

  /// Whether a cell may choose its size, and nobody has asked it.
  func isUnmeasured(_ path: CellPath) -> Bool {
    let path = LayoutIndexPath(path)
    return layout.measuredSize(ofItemAt: path) == .none && layout.proposal(forItemAt: path) != nil
  }

  /// Whether a header or footer may choose its size, and nobody has asked it.
  func isUnmeasured(_ place: SupplementaryPlace) -> Bool {
    let kind = place.kind.rawValue
    return layout.measuredSize(ofSupplementaryViewsOfKind: kind, inSection: place.section) == .none
      && layout.proposal(forBoundarySupplementaryOfKind: kind, inSection: place.section) != nil
  }

  // MARK: Changing

  /// Sets the size a cell was measured to want.
  ///
  /// - Returns: Whether anything is elsewhere now.
  mutating func setSize(_ size: MeasuredSize, of path: CellPath) -> Bool {
    let path = LayoutIndexPath(path)
    guard layout.measuredSize(ofItemAt: path) != size else { return false }
    let before = layout.frame(ofItemAt: path)
    layout.setMeasuredSize(size, ofItemAt: path)
    return layout.frame(ofItemAt: path) != before
  }

  /// Sets the size a header or footer was measured to want.
  ///
  /// - Returns: Whether anything is elsewhere now.
  mutating func setSize(
    _ size: MeasuredSize,
    of place: SupplementaryPlace,
    _ viewport: SimulatedViewport
  ) -> Bool {
    let before = frame(of: place, viewport)
    layout.setMeasuredSize(
      size,
      ofSupplementaryViewsOfKind: place.kind.rawValue,
      inSection: place.section
    )
    return frame(of: place, viewport) != before
  }

  /// Lays out for another screen.
  mutating func setViewport(_ viewport: SimulatedViewport) throws(LayoutError) {
    try layout.setEnvironment(viewport.environment)
    keepOffsetsWithinSections()
  }

  /// Lays out sections anew whose layouts, headers or footers have changed.
  mutating func update(_ contents: [LayoutSectionContent]) throws(LayoutError) {
    var changes = LayoutChanges()
    for (section, content) in contents.enumerated()
    where layout.content(ofSection: section) != content {
      changes.updatedSections.append((section, content))
    }
    guard !changes.updatedSections.isEmpty else { return }
    try layout.apply(changes)
    keepOffsetsWithinSections()
  }

  /// Follows a batch.
  ///
  /// Sections that stay keep how far they are scrolled.
  ///
  /// - Parameters:
  ///   - update: The batch.
  ///   - mapping: Where sections are afterwards.
  ///   - content: What a section that was not there is like, by its index afterwards.
  /// - Throws: ``LayoutError`` when a section that was not there cannot be laid out.
  mutating func apply(
    _ update: BatchUpdate,
    _ mapping: PathMapping,
    content: (Int) throws(LayoutError) -> LayoutSectionContent
  ) throws(LayoutError) {
    for path in update.reloadedItems {
      layout.setMeasuredSize(.none, ofItemAt: LayoutIndexPath(path))
    }
    var changes = LayoutChanges()
    changes.deletedSections = update.deletedSections
    changes.movedSections = update.movedSections.map { ($0.from, $0.to) }
    for section in update.insertedSections {
      changes.insertedSections.append((section, try content(section)))
    }
    for section in update.reloadedSections {
      guard let target = mapping.sectionAfter(section) else { continue }
      changes.deletedSections.append(section)
      changes.insertedSections.append((target, try content(target)))
    }
    changes.deletedItems = update.deletedItems.map(LayoutIndexPath.init)
    changes.insertedItems = update.insertedItems.map(LayoutIndexPath.init)
    changes.movedItems = update.movedItems.map {
      (LayoutIndexPath($0.from), LayoutIndexPath($0.to))
    }
    try layout.apply(changes)
    var offsets: [Int: Double] = [:]
    for (section, offset) in orthogonalOffsets {
      if let target = mapping.section(section) { offsets[target] = offset }
    }
    orthogonalOffsets = offsets
    keepOffsetsWithinSections()
  }

  /// Keeps what scrolls by itself within its content.
  mutating func keepOffsetsWithinSections() {
    for (section, offset) in orthogonalOffsets {
      guard let scroller = layout.orthogonalScroller(inSection: section) else {
        orthogonalOffsets[section] = nil
        continue
      }
      let least = scroller.minimumOffset
      orthogonalOffsets[section] = min(max(offset, least), max(least, scroller.maximumOffset))
    }
  }
}

extension CellPath {
  init(_ path: LayoutIndexPath) {
    self.init(section: path.section, item: path.item)
  }
}

extension LayoutIndexPath {
  init(_ path: CellPath) {
    self.init(section: path.section, item: path.item)
  }
}
