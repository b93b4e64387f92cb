import ListDiff
import ListLayout
import ListModel

/// Where everything in a simulated view is: the layout of its sections, and the offsets of the
/// sections that scroll by themselves.
struct SimulatedGeometry {
  private(set) var layout: CompositionalLayout
  /// The host's own layout, which decides instead of ``layout``.
  var hosted: (any HostedLayout)?
  /// The offsets of orthogonal sections, by their index; sections that are not here are at 0.
  private(set) var orthogonalOffsets: [Int: Double] = [:]
  /// The sections that were scrolled; others are at their start.
  private var scrolledSections: Set<Int> = []
  /// The sections whose start may differ from 0: their groups rest in the middle, or go round.
  private var centringSections: Set<Int> = []
  /// Whether a section names a handler of visible items.
  private(set) var hasVisibleItemsHandlers = false
  /// The carousels, by the index of their section.
  private(set) var carousels: [Int: InfiniteCarousel] = [:]

  init(
    _ sections: [LayoutSectionContent],
    _ configuration: LayoutConfiguration,
    _ viewport: SimulatedViewport,
    _ registry: LayoutRegistry,
    originals: (Int) -> Int?
  ) throws(LayoutError) {
    layout = try CompositionalLayout(
      sections: sections,
      configuration: configuration,
      environment: viewport.environment,
      registry: registry
    )
    findCentringSections()
    turnCarousels(originals)
  }

  var axis: LayoutAxis { hosted?.scrollAxis ?? layout.scrollAxis }

  var contentSize: LayoutExtent { hosted?.contentSize ?? layout.contentSize }

  func state(_ viewport: SimulatedViewport) -> LayoutScrollState {
    let offset = turned(viewport.contentOffset)
    return LayoutScrollState(
      contentOffset: axis == .vertical
        ? LayoutPoint(x: 0, y: offset) : LayoutPoint(x: offset, y: 0),
      adjustedContentInset: viewport.adjustedContentInset,
      orthogonalOffsets: orthogonalOffsets
    )
  }

  /// Returns an offset from the start of the content as one from its left or upper edge, and the other
  /// way round: they differ if the content runs from right to left.
  func turned(_ offset: Double) -> Double {
    guard axis == .horizontal, layout.environment.layoutDirection == .rightToLeft else {
      return offset
    }
    return contentSize.width - layout.environment.container.contentSize.width - offset
  }

  /// Returns the nearest offset from the start of the content that shows only it and its insets.
  func clamped(_ offset: Double, _ viewport: SimulatedViewport) -> Double {
    guard hosted != nil else { return turned(layout.clamped(turned(offset), state(viewport))) }
    let insets = viewport.adjustedContentInset
    let isVertical = axis == .vertical
    let start = 0 - (isVertical ? insets.top : insets.leading)
    let length = isVertical ? contentSize.height : contentSize.width
    let end = length + (isVertical ? insets.bottom : insets.trailing) - viewport.length(axis)
    return min(max(offset, start), max(start, end))
  }

  /// Returns the frame as it would be if everything ran from left to right.
  func fromStart(_ frame: LayoutRect) -> LayoutRect {
    guard hosted != nil, layout.environment.layoutDirection == .rightToLeft else {
      return layout.turned(frame)
    }
    var turned = frame
    turned.x = contentSize.width - frame.maxX
    return turned
  }

  /// Returns the attributes of the elements on a screen, with frames in the content.
  func elements(on viewport: SimulatedViewport) -> [LayoutAttributes] {
    let state = state(viewport)
    let screen = LayoutRect(
      origin: state.contentOffset,
      extent: LayoutExtent(width: viewport.width, height: viewport.height)
    )
    return attributes(in: screen, viewport)
  }

  /// Returns the attributes of the elements in a rectangle of the content.
  func attributes(in rect: LayoutRect, _ viewport: SimulatedViewport) -> [LayoutAttributes] {
    hosted?.attributes(in: rect)
      ?? layout.layoutAttributesForElements(in: rect, at: state(viewport))
  }

  /// Returns the attributes of an element; `nil` if there is no such element.
  func attributes(
    of element: LayoutElement,
    _ viewport: SimulatedViewport
  ) -> LayoutAttributes? {
    if let hosted { return hosted.attributes(of: element) }
    return layout.layoutAttributes(for: element, at: state(viewport))
  }

  /// The elements on a screen.
  struct Visible {
    /// All elements, from the start of the screen to its end.
    var order: [LayoutElement] = []
    /// The cells, first to last.
    var items: [CellPath] = []
    /// The supplementary views, in the order of the layout.
    var views: [SupplementaryPlace] = []
    /// The decorations.
    var decorations: [LayoutElement] = []
  }

  /// Returns the elements on a screen.
  func visible(on viewport: SimulatedViewport) -> Visible {
    var visible = Visible()
    let elements = elements(on: viewport)
    visible.order = ordered(elements)
    for attributes in elements {
      switch attributes.element {
      case .cell(let path): visible.items.append(path)
      case .decoration: visible.decorations.append(attributes.element)
      case .boundarySupplementary, .itemSupplementary, .groupSupplementary, .layoutSupplementary:
        if let place = SupplementaryPlace(attributes.element) { visible.views.append(place) }
      }
    }
    visible.items.sort()
    return visible
  }

  /// Returns elements in the order in which they are measured: from the start of the screen on,
  /// headers before the cells beside them.
  private func ordered(_ elements: [LayoutAttributes]) -> [LayoutElement] {
    func start(_ attributes: LayoutAttributes) -> Double {
      let frame = fromStart(attributes.frame)
      return axis == .vertical ? frame.y : frame.x
    }
    func isCell(_ attributes: LayoutAttributes) -> Bool {
      if case .cell = attributes.element { true } else { false }
    }
    let first = CellPath(section: -1, item: 0)
    let keyed = elements.map { (start($0), isCell($0) ? 1 : 0, $0.element.indexPath ?? first, $0) }
    return keyed.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3.element)
  }

  func frame(of path: CellPath, _ viewport: SimulatedViewport) -> LayoutRect? {
    frame(of: .cell(path), viewport)
  }

  func frame(of place: SupplementaryPlace, _ viewport: SimulatedViewport) -> LayoutRect? {
    frame(of: place.element, viewport)
  }

  func frame(of element: LayoutElement, _ viewport: SimulatedViewport) -> LayoutRect? {
    attributes(of: element, viewport)?.frame
  }

  /// Returns whether a cell may choose its size.
  func choosesSize(_ path: CellPath) -> Bool {
    layout.proposal(forItemAt: path) != nil
  }

  /// Returns the given sides of a view that may choose others; `nil` for views of cells and groups.
  func proposal(for place: SupplementaryPlace) -> MeasuredSize? {
    guard place.host == .section || place.host == .layout else { return nil }
    return layout.proposal(
      forBoundarySupplementaryOfKind: place.layoutKind,
      inSection: place.section
    )
  }

  /// Returns whether a supplementary view may choose its size.
  func choosesSize(_ place: SupplementaryPlace) -> Bool { proposal(for: place) != nil }

  /// Returns whether a cell may choose its size, and was not measured yet.
  func isUnmeasured(_ path: CellPath) -> Bool {
    layout.measuredSize(ofItemAt: path) == .none && choosesSize(path)
  }

  /// Returns whether a supplementary view may choose its size, and was not measured yet.
  func isUnmeasured(_ place: SupplementaryPlace) -> Bool {
    choosesSize(place)
      && layout.measuredSize(
        ofSupplementaryViewsOfKind: place.layoutKind,
        inSection: place.section
      ) == .none
  }

  // MARK: Changing

  /// Sets the measured size of a cell.
  ///
  /// - Returns: Whether anything has moved.
  mutating func setSize(_ size: MeasuredSize, of path: CellPath) -> Bool {
    guard layout.measuredSize(ofItemAt: path) != size else { return false }
    let before = layout.frame(ofItemAt: path)
    layout.setMeasuredSize(size, ofItemAt: path)
    guard layout.frame(ofItemAt: path) != before else { return false }
    placeScroller(path.section)
    return true
  }

  /// Sets the measured size of a supplementary view of a section, or of the layout itself.
  ///
  /// - Returns: Whether anything has moved.
  mutating func setSize(
    _ size: MeasuredSize,
    of place: SupplementaryPlace,
    _ viewport: SimulatedViewport
  ) -> Bool {
    let before = frame(of: place, viewport)
    layout.setMeasuredSize(
      size,
      ofSupplementaryViewsOfKind: place.layoutKind,
      inSection: place.section
    )
    return frame(of: place, viewport) != before
  }

  /// Lays out for another screen.
  mutating func setViewport(
    _ viewport: SimulatedViewport,
    originals: (Int) -> Int?
  ) throws(LayoutError) {
    let turns = turns
    let pages = pages
    try layout.setEnvironment(viewport.environment)
    findCentringSections()
    turnPages(to: pages)
    turnCarousels(originals, from: turns)
  }

  /// Lays out sections again whose layouts, headers or footers have changed, or whose layout code
  /// now answers differently.
  mutating func update(
    _ contents: [LayoutSectionContent],
    originals: (Int) -> Int?
  ) throws(LayoutError) {
    var changes = LayoutChanges()
    for (section, content) in contents.enumerated()
    where layout.content(ofSection: section) != content {
      changes.contents[section] = content
    }
    let turns = turns
    var isChanged = !changes.contents.isEmpty
    if isChanged { try layout.apply(changes) }
    if try layout.askCodeAgain() { isChanged = true }
    guard isChanged else { return }
    findCentringSections()
    turnCarousels(originals, from: turns)
  }

  /// Follows a batch.
  ///
  /// Sections that stay keep how far they are scrolled.
  ///
  /// - Parameters:
  ///   - update: The batch.
  ///   - mapping: Where sections are afterwards.
  ///   - content: Returns the content of a new section, by its index afterwards.
  ///   - originals: Returns how many cells of a section are originals afterwards, if it is a carousel.
  /// - Throws: ``LayoutError`` when a new section cannot be laid out.
  mutating func apply(
    _ update: BatchUpdate,
    _ mapping: PathMapping,
    content: (Int) throws(LayoutError) -> LayoutSectionContent,
    originals: (Int) -> Int?
  ) throws(LayoutError) {
    for path in update.reloadedCells {
      layout.setMeasuredSize(.none, ofItemAt: path)
    }
    var changes = LayoutChanges()
    changes.rearrangement = update.rearrangement
    for section in update.reloadedSections {
      guard let target = mapping.sectionAfter(section) else { continue }
      changes.deletedSections.append(section)
      changes.insertedSections.append(target)
    }
    for section in changes.insertedSections { changes.contents[section] = try content(section) }
    let turns = turns
    try layout.apply(changes)
    let places = PlaceMap(changes.rearrangement)
    defer { turnCarousels(originals, from: turns, section: mapping.section, path: places.after) }
    guard changes.rearrangement.movesSections else {
      placeScrollers()
      return
    }
    var offsets: [Int: Double] = [:]
    for section in scrolledSections {
      if let target = mapping.section(section) { offsets[target] = orthogonalOffsets[section] }
    }
    orthogonalOffsets = offsets
    scrolledSections = Set(offsets.keys)
    findCentringSections()
  }

  // MARK: Sections that scroll by themselves

  /// The pages at which scrolled sections rest, by the indices of the sections.
  private var pages: [Int: Int] {
    var pages: [Int: Int] = [:]
    for section in scrolledSections {
      guard let scroller = layout.orthogonalScroller(inSection: section),
        scroller.numberOfStops > 0
      else { continue }
      pages[section] = scroller.nearestStop(to: orthogonalOffsets[section] ?? 0)
    }
    return pages
  }

  /// Lets sections rest at the same pages as before, which are elsewhere on another screen.
  private mutating func turnPages(to pages: [Int: Int]) {
    for (section, page) in pages {
      guard let scroller = layout.orthogonalScroller(inSection: section),
        scroller.numberOfStops > 0
      else { continue }
      scroll(section, to: scroller.stop(min(page, scroller.numberOfStops - 1)))
    }
  }

  /// Scrolls a section, within its content.
  mutating func scroll(_ section: Int, to offset: Double) {
    scrolledSections.insert(section)
    orthogonalOffsets[section] = offset
    placeScroller(section)
  }

  /// - Complexity: O(sections).
  private mutating func findCentringSections() {
    centringSections = Set(
      (0..<layout.numberOfSections).filter { layout.beginsElsewhere(inSection: $0) }
    )
    hasVisibleItemsHandlers = (0..<layout.numberOfSections).contains {
      layout.namesVisibleItemsHandler(inSection: $0)
    }
    placeScrollers()
  }

  /// A carousel and how far it is turned.
  private struct Turn {
    let carousel: InfiniteCarousel
    let offset: Double
  }

  private var turns: [Int: Turn] {
    var turns: [Int: Turn] = [:]
    for (section, carousel) in carousels {
      turns[section] = Turn(carousel: carousel, offset: orthogonalOffsets[section] ?? 0)
    }
    return turns
  }

  /// Turns the carousels so that the same original is in the middle (C8); new carousels begin with
  /// their first original.
  private mutating func turnCarousels(
    _ originals: (Int) -> Int?,
    from turns: [Int: Turn] = [:],
    section sectionAfter: (Int) -> Int? = { $0 },
    path pathAfter: (CellPath) -> CellPath? = { $0 }
  ) {
    guard !centringSections.isEmpty || !carousels.isEmpty else { return }
    carousels = [:]
    for section in centringSections {
      guard let count = originals(section), count > 0,
        layout.numberOfItems(inSection: section) % count == 0,
        let carousel = layout.carousel(ofSection: section, originals: count)
      else { continue }
      carousels[section] = carousel.withCopies(layout.numberOfItems(inSection: section) / count)
    }
    var places: [Int: Double] = [:]
    for (section, turn) in turns {
      guard let target = sectionAfter(section), let carousel = carousels[target] else { continue }
      places[target] = turn.carousel.offset(turn.offset, carriedTo: carousel) { original in
        let element = turn.carousel.element(original)
        let path = pathAfter(CellPath(section: section, item: element))
        guard let path, path.section == target else { return nil }
        return carousel.original(of: path.item)
      }
    }
    for (section, carousel) in carousels {
      scroll(section, to: places[section] ?? start(of: carousel, inSection: section))
    }
  }

  private func start(of carousel: InfiniteCarousel, inSection section: Int) -> Double {
    let scroller = layout.orthogonalScroller(inSection: section)
    if scroller?.behavior == .groupPagingCentered { return carousel.offset(showing: 0) }
    return carousel.rebased(Double(carousel.middle) * carousel.period)
  }

  private mutating func placeScrollers() {
    for section in scrolledSections.union(centringSections) { placeScroller(section) }
    guard orthogonalOffsets.count > scrolledSections.count else { return }
    for section in orthogonalOffsets.keys
    where !scrolledSections.contains(section) && !centringSections.contains(section) {
      orthogonalOffsets[section] = nil
    }
  }

  /// Keeps a section within its content, or at its start.
  private mutating func placeScroller(_ section: Int) {
    let isScrolled = scrolledSections.contains(section)
    guard isScrolled || centringSections.contains(section) else { return }
    guard let scroller = layout.orthogonalScroller(inSection: section) else {
      orthogonalOffsets[section] = nil
      scrolledSections.remove(section)
      return
    }
    let start = scroller.minimumOffset
    let offset = isScrolled ? orthogonalOffsets[section] ?? start : start
    orthogonalOffsets[section] = min(max(offset, start), max(start, scroller.maximumOffset))
  }
}
