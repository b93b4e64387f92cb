/// The scroll state of a layout: how far the list and its orthogonal sections are scrolled.
public struct LayoutScrollState: Hashable, Sendable {
  /// The offset of the screen's top left corner in the content.
  public var contentOffset: LayoutPoint
  /// The parts of the screen that bars cover; pinned headers and footers stay outside of them.
  package var adjustedContentInset: DirectionalEdgeInsets
  /// The offsets of orthogonal sections from their first cell, by section index.
  public var orthogonalOffsets: [Int: Double]

  /// Creates a state; by default nothing is scrolled.
  public init(
    contentOffset: LayoutPoint = .zero,
    adjustedContentInset: DirectionalEdgeInsets = .zero,
    orthogonalOffsets: [Int: Double] = [:]
  ) {
    self.contentOffset = contentOffset
    self.adjustedContentInset = adjustedContentInset
    self.orthogonalOffsets = orthogonalOffsets
  }
}

extension CompositionalLayout {
  /// Returns all cells, supplementary views and decorations in a rectangle.
  ///
  /// As in UIKit (R26), only the part of the rectangle that is within the content counts. An element
  /// shares more than an edge with it, and so does the group to which it belongs: a badge beside its
  /// group is not found alone. A background is found if its section touches the rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in the coordinates of the list's content.
  ///   - state: The scroll state, which moves pinned and orthogonally scrolled elements.
  /// - Returns: The attributes of the elements, by ascending section.
  /// - Complexity: O(log sections + log cells + elements found).
  public func layoutAttributesForElements(
    in rect: LayoutRect,
    at state: LayoutScrollState = LayoutScrollState()
  ) -> [LayoutAttributes] {
    guard let rect = physical(rect).cut(to: LayoutRect(origin: .zero, extent: contentSize)) else {
      return []
    }
    let found = collected(
      in: rect,
      sections(from: rect.start(scrollAxis), to: rect.end(scrollAxis)),
      state
    )
    return isFinal ? found : found.map(finished)
  }

  /// Returns the attributes of all elements, wherever they are.
  ///
  /// - Complexity: O(cells).
  package func allLayoutAttributes(at state: LayoutScrollState) -> [LayoutAttributes] {
    collected(in: nil, sections.indices, state).map(finished)
  }

  /// Whether frames are already as a view reads them.
  private var isFinal: Bool {
    environment.layoutDirection == .leftToRight && environment.displayScale == nil
  }

  /// Returns the attributes of an element; `nil` if there is no such element.
  ///
  /// - Complexity: O(log cells + log sections), and O(groups of one repetition).
  package func layoutAttributes(
    for element: LayoutElement,
    at state: LayoutScrollState = LayoutScrollState()
  ) -> LayoutAttributes? {
    let window = PinningWindow(self, state)
    if case .layoutSupplementary(let kind, let ordinal) = element {
      guard
        let boundary = ownBoundaries.first(where: {
          $0.item.elementKind == kind && $0.ordinal == ordinal
        })
      else { return nil }
      let frame = window.pinned(boundary, in: (0, ownLength), against: ownBoundaries)
      return finished(attributes(ofLayout: boundary, frame, window))
    }
    guard let path = element.indexPath, geometries.indices.contains(path.section),
      let geometry = geometries[path.section]
    else { return nil }
    var found: [LayoutAttributes] = []
    let start = self.start(ofSection: path.section)
    switch element {
    case .cell, .itemSupplementary:
      guard path.item >= 0, path.item < geometry.count, !geometry.isEmptyAndHidden else {
        return nil
      }
      let group = geometry.group(of: path.item).group
      let place = geometry.start(ofGroup: group)
      collect(group, at: place, path.section, geometry, start, state, rect: nil, into: &found)
    case .groupSupplementary(let kind, _):
      guard let group = geometry.group(ofAttached: path.item, kind) else { return nil }
      let place = geometry.start(ofGroup: group)
      collect(group, at: place, path.section, geometry, start, state, rect: nil, into: &found)
    case .boundarySupplementary:
      collectBoundaries(path.section, geometry, start, window, rect: nil, into: &found)
    case .decoration:
      collectDecorations(path.section, geometry, start, rect: nil, into: &found)
    case .layoutSupplementary: return nil
    }
    return found.first { $0.element == element }.map(finished)
  }

  /// Returns the frame of a cell in the coordinates of the list's content, or along a scroller's
  /// axis in those of the scroller's content; `nil` if there is no such cell.
  public func frame(ofItemAt path: CellPath) -> LayoutRect? {
    layoutAttributes(for: .cell(path))?.contentFrame
  }

  /// Returns the frame of a section, with headers, insets and footers.
  public func frame(ofSection section: Int) -> LayoutRect {
    let container = geometries[section]?.plan.container
    let axis = scrollAxis.crossing
    let viewport = LayoutRect(origin: .zero, extent: environment.container.contentSize)
    let rect = LayoutRect(
      scrollAxis,
      start: start(ofSection: section),
      length: geometries[section]?.length ?? 0,
      across: (container ?? viewport).start(axis),
      breadth: (container ?? viewport).length(axis)
    )
    return mirrored(rect)
  }

  /// Returns the numbers of cells in the groups of a section, in order.
  package func groupLeafCounts(inSection section: Int) -> [Int] {
    guard let geometry = geometries[section] else { return [] }
    let groups = geometry.groupCount
    return (0..<groups).map { group in
      let next = group + 1 < groups ? geometry.firstItem(ofGroup: group + 1) : geometry.count
      return next - geometry.firstItem(ofGroup: group)
    }
  }

  // MARK: Collecting

  /// Returns the elements of some sections and of the layout itself, before mirroring and rounding;
  /// without a rectangle, all of them.
  private func collected(
    in rect: LayoutRect?,
    _ sections: Range<Int>,
    _ state: LayoutScrollState
  ) -> [LayoutAttributes] {
    var found: [LayoutAttributes] = []
    let window = PinningWindow(self, state)
    for boundary in ownBoundaries {
      let frame = window.pinned(boundary, in: (0, ownLength), against: ownBoundaries)
      guard rect.map(frame.intersects) ?? true else { continue }
      found.append(attributes(ofLayout: boundary, frame, window))
    }
    for section in sections {
      guard let geometry = geometries[section] else { continue }
      collect(section, geometry, rect, state, window, into: &found)
    }
    return found
  }

  private func collect(
    _ section: Int,
    _ geometry: SectionGeometry,
    _ rect: LayoutRect?,
    _ state: LayoutScrollState,
    _ window: PinningWindow,
    into found: inout [LayoutAttributes]
  ) {
    let start = self.start(ofSection: section)
    collectDecorations(section, geometry, start, rect: rect, into: &found)
    collectBoundaries(section, geometry, start, window, rect: rect, into: &found)
    guard geometry.count > 0, !geometry.isEmptyAndHidden else { return }
    var groups = 0..<geometry.groupCount
    if let rect {
      let axis = geometry.plan.stackAxis
      let offset =
        geometry.plan.isOrthogonal ? state.orthogonalOffsets[section] ?? 0 : -start
      let low = rect.start(axis) - geometry.groupsOrigin + offset
      groups = geometry.groups(from: low, to: low + rect.length(axis))
    }
    for (group, place) in zip(groups, geometry.starts(ofGroups: groups)) {
      collect(group, at: place, section, geometry, start, state, rect: rect, into: &found)
    }
  }

  /// Collects the cells and attached views of a group, which begins at `place` along the stack
  /// axis.
  private func collect(
    _ group: Int,
    at place: Double,
    _ section: Int,
    _ geometry: SectionGeometry,
    _ start: Double,
    _ state: LayoutScrollState,
    rect: LayoutRect?,
    into found: inout [LayoutAttributes]
  ) {
    let plan = geometry.plan
    let single = geometry.singleCell(ofGroup: group)
    let placement = single == nil ? geometry.placement(ofGroup: group) : nil
    guard let extent = single?.extent ?? placement?.extent else { return }
    var origin = geometry.origin(startingAt: place, extent: extent)
    origin[scrollAxis] += start
    let offset = plan.isOrthogonal ? state.orthogonalOffsets[section] ?? 0 : 0
    let shift = LayoutRect(plan.stackAxis, start: -offset, length: 0, across: 0, breadth: 0)
    let first = geometry.firstItem(ofGroup: group)
    let base = plan.leastZIndex.cell
    let whole = LayoutRect(origin: origin, extent: extent).offsetBy(x: shift.x, y: shift.y)
    guard rect.map(whole.intersects) ?? true else { return }
    func add(_ element: LayoutElement, _ own: LayoutRect, _ zIndex: Int) {
      let content = own.offsetBy(x: origin.x, y: origin.y)
      let frame = content.offsetBy(x: shift.x, y: shift.y)
      guard rect.map(frame.intersects) ?? true else { return }
      found.append(
        LayoutAttributes(
          element: element,
          frame: frame,
          contentFrame: content,
          zIndex: max(base, zIndex)
        )
      )
    }
    if let single {
      add(.cell(CellPath(section: section, item: first)), single.frame, 0)
    }
    guard let placement else { return }
    for (index, cell) in placement.cells.enumerated() {
      let path = CellPath(section: section, item: first + index)
      add(.cell(path), cell.frame, cell.zIndex)
    }
    for view in placement.attached {
      let path = CellPath(section: section, item: first + view.host)
      add(
        .itemSupplementary(kind: view.item.elementKind, path),
        view.frame,
        view.item.zIndex
      )
    }
    for view in placement.attachedToGroups {
      let kind = view.item.elementKind
      let path = CellPath(
        section: section,
        item: geometry.attachedBefore(group: group, kind) + view.host
      )
      add(
        .groupSupplementary(kind: kind, path),
        view.frame,
        view.item.zIndex
      )
    }
  }

  private func collectBoundaries(
    _ section: Int,
    _ geometry: SectionGeometry,
    _ start: Double,
    _ window: PinningWindow,
    rect: LayoutRect?,
    into found: inout [LayoutAttributes]
  ) {
    let base = geometry.plan.leastZIndex.boundary
    let boundaries = geometry.boundaries
    for boundary in boundaries {
      let frame = window.pinned(
        boundary,
        in: (start, start + geometry.length),
        against: boundaries
      )
      guard rect.map(frame.intersects) ?? true else { continue }
      found.append(
        LayoutAttributes(
          element: .boundarySupplementary(
            kind: boundary.item.elementKind,
            CellPath(section: section, item: boundary.ordinal)
          ),
          frame: frame,
          zIndex: window.zIndex(of: boundary, max(base, boundary.item.zIndex), frame)
        )
      )
    }
  }

  /// Collects the backgrounds: each covers the whole section less its own insets (R21).
  private func collectDecorations(
    _ section: Int,
    _ geometry: SectionGeometry,
    _ start: Double,
    rect: LayoutRect?,
    into found: inout [LayoutAttributes]
  ) {
    let plan = geometry.plan
    guard geometry.length > 0, !plan.layout.decorationItems.isEmpty else { return }
    let whole = LayoutRect(
      scrollAxis,
      start: start,
      length: geometry.length,
      across: plan.container.start(scrollAxis.crossing),
      breadth: plan.container.length(scrollAxis.crossing)
    )
    guard rect.map({ whole.cut(to: $0) != nil }) ?? true else { return }
    var ordinals: [LayoutElementKind: Int] = [:]
    for item in plan.layout.decorationItems {
      let ordinal = ordinals[item.elementKind, default: 0]
      ordinals[item.elementKind] = ordinal + 1
      let frame = whole.inset(by: item.contentInsets.resolved(in: whole.extent))
      found.append(
        LayoutAttributes(
          element: .decoration(
            kind: item.elementKind,
            CellPath(section: section, item: ordinal)
          ),
          frame: frame,
          zIndex: item.zIndex
        )
      )
    }
  }

  private func attributes(
    ofLayout boundary: SectionGeometry.Boundary,
    _ frame: LayoutRect,
    _ window: PinningWindow
  ) -> LayoutAttributes {
    LayoutAttributes(
      element: .layoutSupplementary(kind: boundary.item.elementKind, boundary.ordinal),
      frame: frame,
      zIndex: window.zIndex(of: boundary, boundary.item.zIndex, frame)
    )
  }

  // MARK: Mirroring and rounding (R10, R23)

  /// Converts a rectangle between a left-to-right layout and the environment's direction: mirroring
  /// is its own inverse.
  func mirrored(_ rect: LayoutRect) -> LayoutRect {
    environment.layoutDirection == .rightToLeft ? rect.mirrored(in: contentSize.width) : rect
  }

  /// Returns the frame as it would be if everything ran from left to right, and the other way round.
  package func turned(_ rect: LayoutRect) -> LayoutRect { mirrored(rect) }

  private func physical(_ rect: LayoutRect) -> LayoutRect { mirrored(rect) }

  /// Returns the insets with the left inset as the leading one.
  func physical(_ insets: DirectionalEdgeInsets) -> DirectionalEdgeInsets {
    guard environment.layoutDirection == .rightToLeft else { return insets }
    return DirectionalEdgeInsets(
      top: insets.top,
      leading: insets.trailing,
      bottom: insets.bottom,
      trailing: insets.leading
    )
  }

  private func finished(_ attributes: LayoutAttributes) -> LayoutAttributes {
    var attributes = attributes
    let grid = PixelGrid(environment.displayScale, rules)
    attributes.frame = grid.frame(mirrored(attributes.frame))
    attributes.contentFrame = grid.frame(mirrored(attributes.contentFrame))
    return attributes
  }
}

/// The part of the content in which pinned headers and footers stay (R19).
struct PinningWindow {
  let axis: LayoutAxis
  let start: Double
  let end: Double
  /// The part of the content that the viewport shows, also under bars.
  private let viewport: ClosedRange<Double>

  init(_ layout: CompositionalLayout, _ state: LayoutScrollState) {
    axis = layout.scrollAxis
    let viewport = layout.environment.container.contentSize[axis]
    var offset = state.contentOffset[axis]
    if axis == .horizontal, layout.environment.layoutDirection == .rightToLeft {
      offset = layout.contentSize.width - viewport - offset
    }
    start = offset + state.adjustedContentInset.start(axis)
    end = offset + viewport - state.adjustedContentInset.end(axis)
    self.viewport = offset...offset + viewport
  }

  /// Returns the drawing order of a header or footer: while a pinned one is seen, it is in front of
  /// everything that is not pinned (R24).
  func zIndex(
    of boundary: SectionGeometry.Boundary,
    _ own: Int,
    _ frame: LayoutRect
  ) -> Int {
    // What is on screen by less than the tolerance only touches it.
    let hair = GroupResolver.tolerance
    guard boundary.item.pinToVisibleBounds, frame.start(axis) < viewport.upperBound - hair,
      frame.end(axis) > viewport.lowerBound + hair
    else { return own }
    return own + Self.pinnedRise
  }

  private static let pinnedRise = 1_000_000_000

  /// Returns the visible frame of a header or footer, in the content.
  ///
  /// - Parameters:
  ///   - boundary: The header or footer.
  ///   - section: The start and the end of its section.
  ///   - all: The section's headers and footers: a pinned header stops at the natural start of a
  ///     pinned footer, a pinned footer at the natural end of a pinned header.
  /// - Returns: The frame; the natural frame if the header or footer is not pinned.
  func pinned(
    _ boundary: SectionGeometry.Boundary,
    in section: (start: Double, end: Double),
    against all: [SectionGeometry.Boundary]
  ) -> LayoutRect {
    let origin = LayoutRect(axis, start: section.start, length: 0, across: 0, breadth: 0)
    let natural = boundary.frame.offsetBy(x: origin.x, y: origin.y)
    guard boundary.item.pinToVisibleBounds else { return natural }
    let length = natural.length(axis)
    switch boundary.item.alignment.side(axis) {
    case -1:
      let footer = all.filter { $0.item.pinToVisibleBounds && $0.item.alignment.side(axis) == 1 }
        .map { section.start + $0.frame.start(axis) }
        .min()
      let limit = (footer ?? section.end) - length
      return natural.moved(
        to: min(max(natural.start(axis), start), max(limit, natural.start(axis))),
        axis
      )
    case 1:
      let header = all.filter { $0.item.pinToVisibleBounds && $0.item.alignment.side(axis) == -1 }
        .map { section.start + $0.frame.end(axis) }
        .max()
      let limit = header ?? section.start
      return natural.moved(
        to: max(min(natural.start(axis), end - length), min(limit, natural.start(axis))),
        axis
      )
    default: return natural
    }
  }
}
