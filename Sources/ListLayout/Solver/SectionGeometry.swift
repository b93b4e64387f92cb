/// A section with its cells: its length, and the frames of its elements.
///
/// Positions are from the section's start along the scroll axis, and from the viewport's edge
/// across it, without orthogonal offsets, pinning and mirroring.
struct SectionGeometry: Sendable {
  private(set) var plan: SectionPlan
  var count: Int
  var groups: Groups
  /// The measured sizes of supplementary views, by kind.
  private(set) var kinds = MeasuredKinds()
  /// The length along the scroll axis.
  var length = 0.0
  /// The start and the length of all groups along the scroll axis.
  var groupsStart = 0.0
  var groupsLength = 0.0
  /// The distance that groups, headers and footers may extend outside of the section, on any side.
  private(set) var overhang = 0.0
  /// The length by which the last group is shorter than the others, if all others are equal.
  var shortage = 0.0

  enum Groups: Sendable {
    case fixed
    /// Self-sizing cells of which none is measured: they need no memory.
    case estimated
    case selfSizing(SizeSequence)
    case wrapping(WrappedGroups)
    // In a box, because it would make every copy of a section much larger.
    indirect case flow(FlowLines)
  }

  struct Boundary: Sendable {
    let item: LayoutBoundarySupplementaryItem
    let ordinal: Int
    let frame: LayoutRect
  }

  init(plan: SectionPlan, count: Int) {
    self.plan = plan
    self.count = count
    groups =
      switch plan.kind {
      case .fixed: .fixed
      case .selfSizing: .estimated
      case .wrapping: .wrapping(WrappedGroups(plan: plan, count: count))
      case .flow: plan.flow.map { .flow(FlowLines(plan: $0, count: count)) } ?? .fixed
      }
    refresh()
  }

  var isFlow: Bool { plan.kind == .flow }
  var isEmptyAndHidden: Bool { count == 0 && plan.layout.hidesWhenEmpty }

  // MARK: Changing

  /// Makes a change, and computes what depends on it.
  ///
  /// - Returns: The change of the section's length, and the new overhang.
  mutating func changeLength(
    _ change: (inout SectionGeometry) -> Void
  ) -> (difference: Double, overhang: Double) {
    let before = length
    change(&self)
    refresh()
    return (length - before, overhang)
  }

  /// Sets the measured size of a cell; the next ``refresh()`` computes the new length.
  mutating func setSize(_ size: MeasuredSize, of item: Int) {
    switch groups {
    case .fixed: return
    case .estimated:
      guard size != .none else { return }
      var sizes = SizeSequence(plan: plan, count: count)
      sizes.setSize(size, of: item)
      groups = .selfSizing(sizes)
    case .selfSizing(var sizes):
      groups = .fixed
      sizes.setSize(size, of: item)
      groups = .selfSizing(sizes)
    case .wrapping(var wrapped):
      groups = .fixed
      wrapped.sizes[item] = size
      wrapped.finishChanges(plan)
      groups = .wrapping(wrapped)
    case .flow(var lines):
      groups = .fixed
      lines.setSize(size, of: item)
      groups = .flow(lines)
    }
  }

  /// Sets the measured sizes of all cells.
  mutating func setSizes(_ sizes: [MeasuredSize]) {
    switch groups {
    case .fixed: return
    case .estimated, .selfSizing: groups = .selfSizing(SizeSequence(plan: plan, sizes: sizes))
    case .wrapping(var wrapped):
      wrapped.sizes = sizes
      wrapped.finishChanges(plan)
      groups = .wrapping(wrapped)
    case .flow(var lines):
      groups = .fixed
      lines.setSizes(sizes)
      groups = .flow(lines)
    }
  }

  func size(of item: Int) -> MeasuredSize {
    switch groups {
    case .fixed, .estimated: .none
    case .selfSizing(let sizes): sizes.size(of: item)
    case .wrapping(let wrapped): wrapped.sizes[item]
    case .flow(let lines): lines.size(of: item)
    }
  }

  mutating func setSize(_ size: MeasuredSize, ofKind kind: LayoutElementKind) {
    kinds[kind] = size
  }

  /// Removes and inserts cells.
  ///
  /// - Parameters:
  ///   - removed: The indices of the removed cells before the change, descending.
  ///   - inserted: The indices of the inserted cells after the change, ascending, with their
  ///     measured sizes.
  mutating func change(removing removed: [Int], inserting inserted: [(Int, MeasuredSize)]) {
    if case .estimated = groups, inserted.contains(where: { $0.1 != .none }) {
      groups = .selfSizing(SizeSequence(plan: plan, count: count))
    }
    count += inserted.count - removed.count
    switch groups {
    case .fixed, .estimated: return
    case .selfSizing(var sizes):
      groups = .fixed
      for item in removed { sizes.remove(at: item) }
      for (item, size) in inserted { sizes.insert(size, at: item) }
      sizes.finishChanges()
      groups = .selfSizing(sizes)
    case .wrapping(var wrapped):
      groups = .fixed
      for item in removed { wrapped.sizes.remove(at: item) }
      for (item, size) in inserted { wrapped.sizes.insert(size, at: item) }
      wrapped.finishChanges(plan)
      groups = .wrapping(wrapped)
    case .flow(var lines):
      groups = .fixed
      lines.change(removing: removed, inserting: inserted)
      groups = .flow(lines)
    }
  }

  /// Computes all properties that depend on the sizes.
  mutating func refresh() {
    guard !isEmptyAndHidden else {
      (length, groupsStart, groupsLength, overhang) = (0, 0, 0, 0)
      return
    }
    let axis = plan.scrollAxis
    let room = boundaryRoom
    shortage = lastShortage
    groupsLength = lengthOfGroups
    groupsStart = room.head + plan.insets.start(axis)
    length = room.length(around: count > 0 ? plan.insets.total(axis) + groupsLength : emptyLength)
    overhang = max(overhang, currentOverhang)
  }

  /// The length of a section without cells, without its headers and footers (R22).
  private var emptyLength: Double {
    let insets = plan.insets.total(plan.scrollAxis)
    switch plan.rules.emptySections {
    case .iOS14: return insets - plan.layout.interGroupSpacing
    case .withoutInsets: return 0
    case .iOS17: return plan.boundaryParts.isEmpty ? 0 : insets
    }
  }

  /// The length by which the last of equal groups is shorter (R13).
  private var lastShortage: Double {
    switch groups {
    case .fixed, .estimated: break
    case .selfSizing, .wrapping, .flow: return 0
    }
    guard plan.leafCount > 1, count % plan.leafCount > 0 else { return 0 }
    if case .estimated = groups, plan.isUniform { return 0 }
    let extent = plan.extent(from: 0, .estimates(count % plan.leafCount))
    return plan.estimate.extent[plan.stackAxis] - extent[plan.stackAxis]
  }

  private var lengthOfGroups: Double {
    guard count > 0 else { return 0 }
    guard plan.isOrthogonal else { return stackLength }
    return largestExtent[plan.scrollAxis] + plan.startAcross.spacing + plan.endAcross.spacing
  }

  // MARK: Headers, footers, decorations

  /// The headers, footers and similar views.
  var boundaries: [Boundary] {
    let items = plan.layout.boundarySupplementaryItems
    guard !items.isEmpty, !isEmptyAndHidden else { return [] }
    let room = boundaryRoom
    return items.indices.map { index in
      Boundary(
        item: items[index],
        ordinal: plan.boundaryOrdinals[index],
        frame: items[index].frame(
          plan.boundaryParts[index].extent(kinds[items[index].elementKind]),
          in: plan.boundaryRect(length: length),
          along: plan.scrollAxis,
          room
        )
      )
    }
  }

  private var boundaryRoom: BoundaryRoom {
    guard !kinds.isEmpty else { return plan.estimatedRoom }
    return plan.boundaryRoom(kinds)
  }

  /// The distance that groups, headers and footers extend outside of the section.
  private var currentOverhang: Double {
    guard count > 0 || !plan.boundaryParts.isEmpty else { return 0 }
    if let fixed = plan.fixedOverhang { return fixed }
    let section = plan.sectionRect(length: length)
    return boundaries.reduce(plan.insets.overhang) { overhang, boundary in
      max(overhang, boundary.frame.overhang(beyond: section))
    }
  }
}
