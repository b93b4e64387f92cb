/// A section resolved for a container: the parts that do not depend on the number of cells and
/// their measured sizes.
///
/// Sections with equal layouts share one plan.
final class SectionPlan: Sendable {
  let layout: LayoutSection
  /// The axis along which the layout scrolls.
  let scrollAxis: LayoutAxis
  /// The axis along which the groups follow each other; in an orthogonal section, the axis across
  /// `scrollAxis`.
  let stackAxis: LayoutAxis
  /// The viewport less the insets the section refers to (R1).
  let container: LayoutRect
  /// The section's own insets, in points.
  let insets: DirectionalEdgeInsets
  /// The rectangle to whose size the shares of headers and footers refer, and across the scroll axis
  /// the one in which they stand (R17).
  let boundaryBasis: LayoutRect
  /// The headers and footers as far as the length depends on them, and the room of all before they
  /// are measured.
  let boundaryParts: [BoundaryPart]
  let estimatedRoom: BoundaryRoom
  private let paddingAtHead: Double
  /// The distance that headers, footers and insets extend outside of the section; `nil` if it
  /// depends on what is measured.
  let fixedOverhang: Double?
  /// The least z-index of cells and attached views, and that of headers and footers: a background is
  /// behind them, and the rows of a list are in front of other cells (L7).
  let leastZIndex: (cell: Int, boundary: Int)
  /// The size for shares of the group (R2).
  let shareBase: LayoutExtent
  let template: GroupTemplate
  /// One whole repetition of the group before anything is measured.
  let estimate: GroupPlacement
  /// The number of views of each kind that are attached to groups in one whole repetition.
  let attachedToGroups: [LayoutElementKind: Int]
  /// The index of each header and footer among those of its kind.
  let boundaryOrdinals: [Int]
  let kind: Kind
  let rules: LayoutRules
  let grid: PixelGrid
  /// How the last group becomes shorter if it is not whole; `nil` if it never does.
  let shortening: GroupTemplate.Shortening?
  /// Whether all groups are as long as the longest one (R15).
  let isUniform: Bool
  /// The group as a single cell; `nil` if it is more.
  let single: SingleCell?
  /// The lines of a flow section, which has no groups.
  let flow: FlowPlan?

  enum Kind: Sendable {
    /// All repetitions are equal, so that their positions are computed.
    case fixed
    /// Each repetition has the same number of cells and its own size.
    case selfSizing
    /// Measured sizes decide how many cells a repetition has.
    case wrapping
    /// The cells stand in lines of a flow layout; a line counts as a group.
    case flow
  }

  /// Resolves a flow section.
  convenience init(
    _ section: FlowSection,
    scrollAxis: LayoutAxis,
    environment: LayoutEnvironment,
    rules: LayoutRules
  ) throws(LayoutError) {
    try section.validate()
    let own = environment.container
    let container = LayoutRect(origin: .zero, extent: own.contentSize)
      .shortened(by: own.contentInsets.total(scrollAxis.crossing), scrollAxis.crossing)
    var insets = section.insets
    let reference: DirectionalEdgeInsets? =
      switch section.flow.sectionInsetReference {
      case .contentInset: nil
      case .safeArea: own.safeAreaInsets
      case .layoutMargins: own.layoutMargins
      }
    if let reference {
      // F7
      insets = insets.adding(reference, less: own.contentInsets, scrollAxis.crossing)
    }
    let axis = scrollAxis.crossing
    let room = max(0, container.length(axis) - insets.total(axis))
    try self.init(
      section.frame(scrollAxis),
      scrollAxis: scrollAxis,
      container: container,
      insets: insets,
      environment: environment,
      registry: LayoutRegistry(),
      rules: rules,
      flow: FlowPlan(section, lineAxis: axis, room: room)
    )
  }

  /// Resolves a compositional section.
  convenience init(
    _ layout: LayoutSection,
    scrollAxis: LayoutAxis,
    insetsReference: LayoutInsetsReference,
    environment: LayoutEnvironment,
    registry: LayoutRegistry,
    rules: LayoutRules
  ) throws(LayoutError) {
    try layout.validate()
    let reference =
      layout.contentInsetsReference == .automatic
      ? insetsReference : layout.contentInsetsReference
    let container = Self.container(environment, reference, scrollAxis)
    try self.init(
      layout,
      scrollAxis: scrollAxis,
      container: container,
      insets: layout.contentInsets.resolved(in: container.extent),
      environment: environment,
      registry: registry,
      rules: rules,
      flow: nil
    )
  }

  private init(
    _ layout: LayoutSection,
    scrollAxis: LayoutAxis,
    container: LayoutRect,
    insets: DirectionalEdgeInsets,
    environment: LayoutEnvironment,
    registry: LayoutRegistry,
    rules: LayoutRules,
    flow: FlowPlan?
  ) throws(LayoutError) {
    self.layout = layout
    let least = layout.decorationItems.isEmpty ? Int.min : 1
    leastZIndex = (cell: layout.list == nil ? least : 10, boundary: least)
    self.scrollAxis = scrollAxis
    self.container = container
    self.insets = insets
    boundaryBasis = Self.boundaryBasis(layout, scrollAxis, container, insets, environment)
    fixedOverhang = Self.fixedOverhang(
      layout,
      scrollAxis,
      container,
      insets,
      boundaryBasis,
      PixelGrid(environment.displayScale, rules)
    )
    let basis = boundaryBasis.extent
    let parts = layout.boundarySupplementaryItems.map { item in
      BoundaryPart(
        item,
        in: basis,
        along: scrollAxis,
        PixelGrid(environment.displayScale, rules)
      )
    }
    boundaryParts = parts
    let padding = layout.list?.paddingAboveHeader ?? 0
    paddingAtHead = parts.contains(where: \.isAtHead) ? padding : 0
    estimatedRoom = Self.room(parts, MeasuredKinds(), padding: paddingAtHead)
    self.rules = rules
    self.flow = flow
    let isOrthogonal = layout.orthogonalScrollingBehavior != .none
    stackAxis = isOrthogonal ? scrollAxis.crossing : scrollAxis
    let grid = PixelGrid(environment.displayScale, rules)
    self.grid = grid
    let resolver = GroupResolver(registry: registry, grid: grid)
    // R2: across the axis in which groups follow each other, shares refer to what the insets leave;
    // along it, to the whole container.
    let across = stackAxis.crossing
    let isChecked =
      flow == nil
      && (across != scrollAxis || layout.group.layoutSize.dependsOnContainer(across))
    let inner = try resolver.room(
      in: container.extent,
      insets,
      at: "section",
      checking: isChecked ? [across] : []
    )
    var base = container.extent
    base[across] = inner[across]
    shareBase = base
    template = try resolver.resolve(layout.group, in: base, at: "group")
    let most = template.containsWrapping ? LayoutLimits.itemsInGroup : template.leafCount
    estimate = template.place(from: 0, .estimates(max(1, most)))
    shortening = GroupTemplate.Shortening(template, whole: estimate, along: stackAxis)
    var counts: [LayoutElementKind: Int] = [:]
    for view in estimate.attachedToGroups { counts[view.item.elementKind, default: 0] += 1 }
    attachedToGroups = counts
    let kinds = layout.boundarySupplementaryItems.map(\.elementKind)
    boundaryOrdinals = kinds.indices.map { index in
      kinds[..<index].count { $0 == kinds[index] }
    }
    if flow != nil {
      kind = .flow
    } else if template.containsWrapping {
      kind = .wrapping
    } else {
      kind = template.isFixed ? .fixed : .selfSizing
    }
    single = SingleCell(template)
    isUniform = template.isUniform(stackAxis)
    let edges = layout.group.edgeSpacing
    before = edges?.start(stackAxis)?.spacing ?? 0
    after = edges?.end(stackAxis)?.spacing ?? 0
    startAcross = edges?.start(stackAxis.crossing) ?? .fixed(0)
    endAcross = edges?.end(stackAxis.crossing) ?? .fixed(0)
  }

  /// What the plan was made of.
  var description: SectionDescription {
    flow.map { .flow($0.section) } ?? .compositional(layout)
  }

  /// Returns the room of the headers and footers with their measured sizes.
  func boundaryRoom(_ kinds: MeasuredKinds) -> BoundaryRoom {
    Self.room(boundaryParts, kinds, padding: paddingAtHead)
  }

  private static func room(
    _ parts: [BoundaryPart],
    _ kinds: MeasuredKinds,
    padding: Double
  ) -> BoundaryRoom {
    var room = BoundaryRoom()
    for part in parts { part.add(kinds[part.kind], to: &room) }
    room.pad(padding)
    return room
  }

  var isOrthogonal: Bool { stackAxis != scrollAxis }
  /// The number of cells of a repetition.
  var leafCount: Int { template.leafCount }
  /// The space before and after each group, along the stack axis.
  let before: Double
  let after: Double
  /// The space on both sides of each group, across the stack axis.
  let startAcross: LayoutSpacing
  let endAcross: LayoutSpacing

  /// The length that a group takes along the stack axis beyond its own length, with the space to
  /// the next one.
  var padding: Double { before + after + layout.interGroupSpacing }

  /// The length of a page: of the viewport less what the section keeps free at its ends.
  var pageLength: Double { container.length(stackAxis) - insets.total(stackAxis) }

  /// The middle of a page in the viewport.
  var middle: Double {
    container.start(stackAxis) + insets.start(stackAxis) + pageLength / 2
  }

  /// Returns the start of a group across the stack axis, from the section's inset edge (R12).
  func offsetAcross(_ breadth: Double) -> Double {
    let axis = stackAxis.crossing
    let room = container.extent[axis] - insets.total(axis)
    return startAcross.offset(of: breadth, in: room, before: endAcross)
  }

  /// Returns the viewport less the insets of a reference across the scroll axis.
  static func container(
    _ environment: LayoutEnvironment,
    _ reference: LayoutInsetsReference,
    _ scrollAxis: LayoutAxis
  ) -> LayoutRect {
    let viewport = LayoutRect(origin: .zero, extent: environment.container.contentSize)
    return viewport.inset(by: environment.container.insets(reference).only(scrollAxis.crossing))
  }

  /// Returns the size of a repetition.
  func extent(from leaf: Int, _ sizes: LeafSizes) -> LayoutExtent {
    if let single, leaf < sizes.available { return single.extent(sizes.size(leaf)) }
    let (extent, end) = template.measure(from: leaf, sizes)
    guard end == sizes.available, let shortening, shortening.applies(to: end - leaf, template)
    else { return extent }
    return template.place(from: leaf, sizes, shortening: shortening).extent
  }
}

/// A group of one cell; its size is computed without a walk through the template.
///
/// It consists of plain numbers, so that reading it in a loop costs no reference counting.
struct SingleCell: Sendable {
  /// Whether views are attached to the cell or the group.
  let hasAttachments: Bool
  /// Whether the group grows to the size of the largest group of its section.
  let isUniform: Bool
  private let extent: LayoutExtent
  private let cell: LayoutExtent
  private let widthIsEstimated: Bool
  private let heightIsEstimated: Bool
  private let cellInsets: DirectionalEdgeInsets
  /// The length by which the group is larger than its cell, if it grows with the cell.
  private let extraWidth: Double?
  private let extraHeight: Double?
  private let axis: LayoutAxis
  private let insets: DirectionalEdgeInsets
  private let before: Double
  private let start: LayoutSpacing
  private let end: LayoutSpacing

  init?(_ group: GroupTemplate) {
    guard group.slots.count == 1, !group.containsUniform, !group.wraps, !group.justifies,
      let slot = group.slots.first,
      case .leaf(let cell) = slot.content
    else { return nil }
    func extra(_ axis: LayoutAxis) -> Double? {
      guard group.grows(axis) else { return nil }
      let space =
        axis == group.axis
        ? slot.before + slot.after : slot.start.spacing + slot.end.spacing
      return group.insets.total(axis) + space
    }
    hasAttachments = group.hasAttachments
    isUniform = group.isUniform(.horizontal) || group.isUniform(.vertical)
    extent = group.extent
    self.cell = cell.extent
    widthIsEstimated = cell.widthIsEstimated
    heightIsEstimated = cell.heightIsEstimated
    cellInsets = cell.insets
    extraWidth = extra(.horizontal)
    extraHeight = extra(.vertical)
    axis = group.axis
    insets = group.insets
    before = slot.before
    start = slot.start
    end = slot.end
  }

  @inline(__always)
  private func cell(_ size: MeasuredSize) -> LayoutExtent {
    LayoutExtent(
      width: widthIsEstimated ? size.length(.horizontal, or: cell.width) : cell.width,
      height: heightIsEstimated ? size.length(.vertical, or: cell.height) : cell.height
    )
  }

  /// Returns the size of the group with a cell of a measured size.
  @inline(__always)
  func extent(_ size: MeasuredSize) -> LayoutExtent {
    let cell = cell(size)
    return LayoutExtent(
      width: extraWidth.map { $0 + cell.width } ?? extent.width,
      height: extraHeight.map { $0 + cell.height } ?? extent.height
    )
  }

  /// Returns the frame of the cell in a group of the given extent, from the group's top left
  /// corner.
  func frame(_ size: MeasuredSize, in extent: LayoutExtent) -> LayoutRect {
    let cell = cell(size)
    let crossing = axis.crossing
    let room = extent[crossing] - insets.total(crossing)
    return LayoutRect(
      axis,
      start: insets.start(axis) + before,
      length: cell[axis],
      across: insets.start(crossing) + start.offset(of: cell[crossing], in: room, before: end),
      breadth: cell[crossing]
    ).inset(by: cellInsets)
  }
}

extension LayoutRect {
  fileprivate func shortened(by length: Double, _ axis: LayoutAxis) -> LayoutRect {
    var rect = self
    if axis == .horizontal {
      rect.width = max(0, width - length)
    } else {
      rect.height = max(0, height - length)
    }
    return rect
  }
}

extension DirectionalEdgeInsets {
  /// Returns insets measured from other edges, of which a part is free already, along one axis.
  fileprivate func adding(
    _ reference: DirectionalEdgeInsets,
    less free: DirectionalEdgeInsets,
    _ axis: LayoutAxis
  ) -> DirectionalEdgeInsets {
    var insets = self
    switch axis {
    case .horizontal:
      insets.leading = max(0, leading + reference.leading - free.leading)
      insets.trailing = max(0, trailing + reference.trailing - free.trailing)
    case .vertical:
      insets.top = max(0, top + reference.top - free.top)
      insets.bottom = max(0, bottom + reference.bottom - free.bottom)
    }
    return insets
  }
}

extension LayoutSize {
  /// Returns whether either side is a share of the container's length along an axis.
  fileprivate func dependsOnContainer(_ axis: LayoutAxis) -> Bool {
    [widthDimension, heightDimension].contains { dimension in
      switch dimension {
      case .fractionalWidth: axis == .horizontal
      case .fractionalHeight: axis == .vertical
      case .absolute, .estimated, .uniformAcrossSiblings: false
      }
    }
  }
}
