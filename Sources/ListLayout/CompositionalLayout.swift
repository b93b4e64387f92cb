/// A compositional layout of sections and cells, which computes frames without a screen.
///
/// It is UICollectionViewCompositionalLayout as a value. It gets the sections with their numbers of
/// cells and an environment, and returns frames. When cells are measured, inserted or removed, it
/// changes only the frames that depend on them.
///
/// ```swift
/// var layout = try CompositionalLayout(
///   sections: [LayoutSectionContent(layout: .vertical(spacing: 8), itemCount: 1_000_000)],
///   environment: LayoutEnvironment(
///     container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
///   )
/// )
/// layout.setMeasuredSize(MeasuredSize(width: nil, height: 60), ofItemAt: CellPath(section: 0, item: 3))
/// let visible = layout.layoutAttributesForElements(
///   in: LayoutRect(x: 0, y: 0, width: 390, height: 844),
///   at: LayoutScrollState()
/// )
/// ```
///
/// Sections whose cells are not measured take O(1) memory, and their frames O(1) time. Sections of
/// self-sizing cells keep a size for each measured cell; a frame, a measured size, an inserted or a
/// removed cell takes O(log cells), see `docs/layout.md`. The reference is the recorded behaviour
/// of UIKit since iOS 17; ``LayoutRules`` has what was different before.
public struct CompositionalLayout: Sendable {
  /// The configuration of all sections.
  public private(set) var configuration: LayoutConfiguration
  /// The environment of the layout.
  public private(set) var environment: LayoutEnvironment
  /// The rules in which versions of UIKit differ.
  package let rules: LayoutRules
  /// The code that layouts call by name.
  public let registry: LayoutRegistry
  /// The sections in order.
  private(set) var sections: [LayoutSectionContent] = []
  var geometries: [SectionGeometry?] = []
  var lengths = PrefixSums<Double>([])
  var layoutBoundaries: [SectionGeometry.Boundary] = []
  private var boundaryRoom = BoundaryRoom()
  /// The start of the first section.
  var head: Double { boundaryRoom.head }
  /// The measured sizes of the layout's own headers and footers, by kind.
  private var kinds = MeasuredKinds()
  private(set) var overhang = 0.0

  /// Creates a layout.
  ///
  /// - Throws: `LayoutError`, which names the section and the place in its description.
  /// - Complexity: O(sections).
  public init(
    sections: [LayoutSectionContent] = [],
    configuration: LayoutConfiguration = LayoutConfiguration(),
    environment: LayoutEnvironment,
    rules: LayoutRules = .newest,
    registry: LayoutRegistry = LayoutRegistry()
  ) throws(LayoutError) {
    self.configuration = configuration
    self.environment = environment
    self.rules = rules
    self.registry = registry
    try configuration.validate()
    try environment.validate()
    self.sections = sections
    try resolveAll()
  }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of cells in a section.
  public func numberOfItems(inSection section: Int) -> Int { sections[section].itemCount }

  /// Returns a section as it was given, with its current number of cells.
  public func content(ofSection section: Int) -> LayoutSectionContent { sections[section] }

  /// The axis along which the sections follow each other.
  package var scrollAxis: LayoutAxis { configuration.scrollDirection }

  /// The size of the content; across the scroll axis, the size of the viewport.
  public var contentSize: LayoutExtent {
    var size = environment.container.contentSize
    size[scrollAxis] = contentLength
    guard isFlow else { return size }
    // A flow layout keeps the scroll view's insets free (F6), and ends on a pixel.
    let axis = scrollAxis.crossing
    size[axis] = max(0, size[axis] - environment.container.contentInsets.total(axis))
    size[scrollAxis] = PixelGrid(environment.displayScale, rules).share(contentLength)
    return size
  }

  /// Whether all sections are those of a flow layout.
  private var isFlow = false

  /// The length of the content along the scroll axis.
  var contentLength: Double {
    guard !sections.isEmpty else { return 0 }
    return boundaryRoom.length(
      around: lengths.sum(ofFirst: sections.count) - configuration.interSectionSpacing
    )
  }

  // MARK: Changing

  /// Lays out all sections for another environment.
  ///
  /// Measured sizes are discarded: they were measured for the old environment.
  ///
  /// - Throws: `LayoutError`; the layout stays as it was.
  public mutating func setEnvironment(_ environment: LayoutEnvironment) throws(LayoutError) {
    guard environment != self.environment else { return }
    try environment.validate()
    var copy = self
    copy.environment = environment
    try copy.resolveAll()
    self = copy
  }

  /// Lays out all sections with another configuration.
  ///
  /// Measured sizes are discarded.
  ///
  /// - Throws: `LayoutError`; the layout stays as it was.
  package mutating func setConfiguration(
    _ configuration: LayoutConfiguration
  ) throws(LayoutError) {
    guard configuration != self.configuration else { return }
    try configuration.validate()
    var copy = self
    copy.configuration = configuration
    try copy.resolveAll()
    self = copy
  }

  /// Replaces all sections; no cell of the new ones is measured.
  ///
  /// - Throws: `LayoutError`; the layout stays as it was.
  public mutating func setSections(_ sections: [LayoutSectionContent]) throws(LayoutError) {
    var copy = self
    copy.sections = sections
    try copy.resolveAll()
    self = copy
  }

  /// Sets the measured size of a cell, for the sides that are estimated.
  ///
  /// A cell without estimated sides keeps its size.
  ///
  /// - Complexity: O(log cells + log sections) with one cell in each group.
  public mutating func setMeasuredSize(_ size: MeasuredSize, ofItemAt path: CellPath) {
    changeGeometry(path.section) { $0.setSize(size.bounded, of: path.item) }
  }

  /// Sets the measured sizes of all cells of a section, in order.
  ///
  /// - Precondition: There are as many sizes as cells.
  package mutating func setMeasuredSizes(_ sizes: [MeasuredSize], inSection section: Int) {
    precondition(sizes.count == sections[section].itemCount, "one size a cell")
    changeGeometry(section) { $0.setSizes(sizes.map { $0.bounded }) }
  }

  /// Sets the measured size of the supplementary views of a kind in a section, or of the layout
  /// itself if `section` is `nil`.
  public mutating func setMeasuredSize(
    _ size: MeasuredSize,
    ofSupplementaryViewsOfKind kind: LayoutElementKind,
    inSection section: Int?
  ) {
    if let section {
      changeGeometry(section) { $0.setSize(size.bounded, ofKind: kind) }
    } else {
      kinds[kind] = size.bounded
      refreshBoundaries()
    }
  }

  /// Returns the measured size of a cell.
  package func measuredSize(ofItemAt path: CellPath) -> MeasuredSize {
    geometries[path.section]?.size(of: path.item) ?? .none
  }

  /// Returns the measured size of the supplementary views of a kind in a section, or of the layout
  /// itself if `section` is `nil`.
  package func measuredSize(
    ofSupplementaryViewsOfKind kind: LayoutElementKind,
    inSection section: Int?
  ) -> MeasuredSize {
    guard let section else { return kinds[kind] }
    return geometries[section]?.kinds[kind] ?? .none
  }

  private mutating func changeGeometry(
    _ section: Int,
    _ change: (inout SectionGeometry) -> Void
  ) {
    guard let changed = geometries[section]?.changeLength(change) else { return }
    if changed.difference != 0 { lengths.add(changed.difference, at: section) }
    overhang = max(overhang, changed.overhang)
    if !layoutBoundaries.isEmpty { refreshBoundaries() }
  }

  // MARK: Resolving

  private mutating func resolveAll() throws(LayoutError) {
    kinds = MeasuredKinds()
    overhang = 0
    var plans = SectionPlans()
    var geometries: [SectionGeometry?] = []
    geometries.reserveCapacity(sections.count)
    for index in sections.indices {
      if let last = plans.last, isArranged(index, as: last),
        sections[index].itemCount == sections[last].itemCount
      {
        geometries.append(geometries[last])
        continue
      }
      let plan = try resolve(index, &plans)
      geometries.append(plan.map { SectionGeometry(plan: $0, count: sections[index].itemCount) })
    }
    self.geometries = geometries
    reindex()
  }

  /// Resolves a section; returns `nil` if its provider makes no layout for it.
  private func resolve(
    _ index: Int,
    _ plans: inout SectionPlans
  ) throws(LayoutError) -> SectionPlan? {
    do {
      if let last = plans.last, isArranged(index, as: last) { return plans.lastPlan }
      let content = sections[index]
      let described = try content.layout.description(
        in: environment,
        at: index,
        content,
        registry: registry,
        rules: rules
      )
      guard let described else { return nil }
      let plan: SectionPlan
      if let known = plans.byDescription[described] {
        plan = known
      } else {
        plan = try self.plan(of: described)
      }
      plans.byDescription[described] = plan
      plans.last = content.layout.callsCode ? nil : index
      plans.lastPlan = plan
      return plan
    } catch {
      throw error.inSection(index)
    }
  }

  /// Returns whether a section is described exactly as another one; neighbours often are, and to
  /// compare them takes less time than to look one up.
  private func isArranged(_ index: Int, as other: Int) -> Bool {
    // In place: a copy of each content would count references.
    sections.withUnsafeBufferPointer { sections in
      (sections[index].layout.isSame(as: sections[other].layout)
        || sections[index].layout == sections[other].layout)
        && sections[index].supplementaries == sections[other].supplementaries
        && sections[index].estimatedHeights == sections[other].estimatedHeights
        && sections[index].itemSizes == sections[other].itemSizes
    }
  }

  private func plan(of description: SectionDescription) throws(LayoutError) -> SectionPlan {
    switch description {
    case .compositional(let layout):
      try SectionPlan(
        layout,
        scrollAxis: scrollAxis,
        insetsReference: configuration.contentInsetsReference,
        environment: environment,
        registry: registry,
        rules: rules
      )
    case .flow(let section):
      try SectionPlan(section, scrollAxis: scrollAxis, environment: environment, rules: rules)
    }
  }

  private mutating func reindex() {
    let spacing = configuration.interSectionSpacing
    var lengths: [Double] = []
    lengths.reserveCapacity(geometries.count)
    var numberOfFlows = 0
    // In place: a copy of each geometry would count references.
    geometries.withUnsafeBufferPointer { geometries in
      for index in geometries.indices {
        var length = spacing
        if case .some(let geometry) = geometries[index] {
          length += geometry.length
          overhang = max(overhang, geometry.overhang)
          if geometry.isFlow { numberOfFlows += 1 }
        }
        lengths.append(length)
      }
    }
    isFlow = numberOfFlows > 0 && numberOfFlows == geometries.count
    self.lengths = PrefixSums(lengths)
    refreshBoundaries()
  }

  /// Places the headers and footers of the layout itself, at the edges of the viewport (R1).
  private mutating func refreshBoundaries() {
    let items = sections.isEmpty ? [] : configuration.boundarySupplementaryItems
    let viewport = environment.container.contentSize
    let grid = PixelGrid(environment.displayScale, rules)
    let parts = items.map { BoundaryPart($0, in: viewport, along: scrollAxis, grid) }
    boundaryRoom = BoundaryRoom()
    for part in parts { part.add(kinds[part.kind], to: &boundaryRoom) }
    let everything = LayoutRect(
      scrollAxis,
      start: 0,
      length: contentLength,
      across: 0,
      breadth: viewport[scrollAxis.crossing]
    )
    var ordinals: [LayoutElementKind: Int] = [:]
    layoutBoundaries = zip(items, parts).map { item, part in
      let ordinal = ordinals[item.elementKind, default: 0]
      ordinals[item.elementKind] = ordinal + 1
      return SectionGeometry.Boundary(
        item: item,
        ordinal: ordinal,
        frame: item.frame(
          part.extent(kinds[part.kind]),
          in: everything,
          along: scrollAxis,
          boundaryRoom
        )
      )
    }
  }

  /// Calls the code of layouts again, and lays out the sections for which its answer has changed;
  /// their measured sizes are discarded.
  ///
  /// - Returns: Whether the layout of a section has changed.
  /// - Throws: `LayoutError`; the layout stays as it was.
  /// - Complexity: O(sections), and the time to lay out the changed ones.
  package mutating func askCodeAgain() throws(LayoutError) -> Bool {
    guard !registry.isEmpty else { return false }
    var copy = self
    var plans = SectionPlans()
    var isChanged = false
    for index in sections.indices where sections[index].layout.callsCode {
      let plan = try resolve(index, &plans)
      if let plan, let present = geometries[index], plan.description == present.plan.description,
        !plan.layout.group.callsCode
      {
        continue
      }
      if plan == nil, geometries[index] == nil { continue }
      copy.geometries[index] = plan.map {
        SectionGeometry(plan: $0, count: sections[index].itemCount)
      }
      isChanged = true
    }
    guard isChanged else { return false }
    copy.reindex()
    self = copy
    return true
  }

  /// Replaces the sections and resolves those without a kept geometry; see ``LayoutChanges``.
  mutating func replace(
    _ sections: [LayoutSectionContent],
    keeping kept: [SectionGeometry?]
  ) throws(LayoutError) {
    var copy = self
    copy.sections = sections
    copy.geometries = kept
    var plans = SectionPlans()
    for geometry in kept {
      if let plan = geometry?.plan { plans.byDescription[plan.description] = plan }
    }
    for index in sections.indices where kept[index] == nil {
      copy.geometries[index] = try copy.resolve(index, &plans).map {
        SectionGeometry(plan: $0, count: sections[index].itemCount)
      }
    }
    copy.reindex()
    self = copy
  }

  /// Changes the cells of a section in place.
  mutating func changeItems(
    inSection section: Int,
    removing removed: [Int],
    inserting inserted: [(Int, MeasuredSize)]
  ) {
    sections[section].itemCount += inserted.count - removed.count
    changeGeometry(section) { $0.change(removing: removed, inserting: inserted) }
  }
}

/// The plans of the sections that are resolved together; sections of equal layouts share one.
private struct SectionPlans {
  var byDescription: [SectionDescription: SectionPlan] = [:]
  /// The last section that was resolved, if its layout calls no code.
  var last: Int?
  /// Its plan.
  var lastPlan: SectionPlan?
}

extension SectionLayout {
  /// Returns whether both are copies of one value: they refer to the same memory.
  ///
  /// Values that are not may still be equal.
  fileprivate func isSame(as other: SectionLayout) -> Bool {
    guard MemoryLayout<Arrangement>.size == MemoryLayout<UInt>.size else { return false }
    // Equal bits are equal values, whatever the word holds: both values are alive, so equal references lead to
    // one object. Bits that differ only mean that the values must be compared. Swift has no `===` for enums.
    return unsafeBitCast(arrangement, to: UInt.self)
      == unsafeBitCast(other.arrangement, to: UInt.self)
      && contentInsets == other.contentInsets
      && pinsHeaderToVisibleBounds == other.pinsHeaderToVisibleBounds
      && pinsFooterToVisibleBounds == other.pinsFooterToVisibleBounds
  }
}

extension MeasuredSize {
  /// The size with sides that are finite, not negative, and not beyond `LayoutLimits.length`.
  fileprivate var bounded: MeasuredSize {
    func bounded(_ length: Double?) -> Double? {
      length.map { min(max(0, $0), LayoutLimits.length) }
    }
    return MeasuredSize(width: bounded(width), height: bounded(height))
  }
}

extension LayoutEnvironment {
  fileprivate func validate() throws(LayoutError) {
    for length in [container.contentSize.width, container.contentSize.height] {
      try checkLength(length, at: "container")
    }
    for insets in [
      container.safeAreaInsets, container.layoutMargins, container.readableContentInsets,
      container.contentInsets,
    ] {
      try insets.validate(at: "container.insets")
    }
    if let displayScale, !(displayScale > 0 && displayScale <= LayoutLimits.share) {
      throw LayoutError(place: "displayScale", reason: .notFinite)
    }
  }
}
