/// A section with its cells: its length, and the frames of its elements.
///
/// Positions are from the section's start along the scroll axis, and from the viewport's edge
/// across it, without orthogonal offsets, pinning and mirroring.
struct SectionGeometry: Sendable {
  private(set) var plan: SectionPlan
  private(set) var count: Int
  private var groups: Groups
  /// The measured sizes of supplementary views, by kind.
  private(set) var kinds = MeasuredKinds()
  /// The length along the scroll axis.
  private(set) var length = 0.0
  /// The start and the length of all groups along the scroll axis.
  private var groupsStart = 0.0
  private var groupsLength = 0.0
  /// The distance that groups, headers and footers may extend outside of the section, on any side.
  private(set) var overhang = 0.0
  /// The length by which the last group is shorter than the others, if all others are equal.
  private var shortage = 0.0

  private enum Groups: Sendable {
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

  // MARK: Groups

  /// The number of groups.
  var groupCount: Int {
    switch groups {
    case .fixed, .estimated: (count + plan.leafCount - 1) / plan.leafCount
    case .selfSizing(let sizes): sizes.groupCount
    case .wrapping(let wrapped): wrapped.groupCount
    case .flow(let lines): lines.lineCount
    }
  }

  /// The length of the groups along the stack axis, with the spaces between them.
  var stackLength: Double {
    guard count > 0 else { return 0 }
    return start(ofGroup: groupCount) - plan.layout.interGroupSpacing - shortage
  }

  /// Returns the length of a group along the stack axis.
  func length(ofGroup group: Int) -> Double {
    let end = group + 1 < groupCount ? start(ofGroup: group + 1) : stackLength + spacing
    return end - start(ofGroup: group) - plan.padding
  }

  private var spacing: Double { plan.layout.interGroupSpacing }

  private var largestExtent: LayoutExtent {
    switch groups {
    case .fixed: plan.estimate.extent
    case .estimated:
      count < plan.leafCount
        ? plan.extent(from: 0, .estimates(count)) : plan.estimate.extent
    case .selfSizing(let sizes): sizes.largestExtent
    case .wrapping(let wrapped): wrapped.largestExtent
    case .flow: .zero
    }
  }

  /// The length of all groups, if they are as long as the longest one (R15).
  private var uniformLength: Double? {
    guard plan.isUniform else { return nil }
    return largestExtent[plan.stackAxis]
  }

  /// Returns the start of a group along the stack axis, from the first group on; the space before
  /// the group begins there.
  func start(ofGroup group: Int) -> Double {
    switch groups {
    case .fixed: return Double(group) * (plan.estimate.extent[plan.stackAxis] + plan.padding)
    case .estimated:
      let length = uniformLength ?? plan.estimate.extent[plan.stackAxis]
      return Double(group) * (length + plan.padding)
    case .selfSizing(let sizes):
      if let length = uniformLength { return Double(group) * (length + plan.padding) }
      return sizes.start(ofGroup: group)
    case .wrapping(let wrapped):
      if let length = uniformLength { return Double(group) * (length + plan.padding) }
      return wrapped.starts[group]
    case .flow(let lines): return lines.start(ofLine: group)
    }
  }

  /// Returns the starts of some groups along the stack axis, as ``start(ofGroup:)`` does.
  func starts(ofGroups range: Range<Int>) -> [Double] {
    if case .selfSizing(let sizes) = groups, uniformLength == nil {
      return sizes.starts(ofGroups: range)
    }
    return range.map(start)
  }

  /// Returns the groups that may have elements between two positions along the stack axis, from the
  /// first group on.
  func groups(from low: Double, to high: Double) -> Range<Int> {
    let count = groupCount
    guard count > 0, low < high else { return 0..<0 }
    let first = min(count, group(endingAfter: low - overhang))
    let last = min(count, group(endingAfter: high + overhang) + 1)
    return first..<max(first, last)
  }

  private func group(endingAfter place: Double) -> Int {
    switch groups {
    case .fixed, .estimated:
      let length = uniformLength ?? plan.estimate.extent[plan.stackAxis]
      return group(endingAfter: place, step: length + plan.padding)
    case .selfSizing(let sizes):
      if let length = uniformLength {
        return group(endingAfter: place, step: length + plan.padding)
      }
      return place < 0 ? 0 : sizes.group(endingAfter: place)
    case .wrapping(let wrapped):
      if let length = uniformLength {
        return group(endingAfter: place, step: length + plan.padding)
      }
      return wrapped.group(endingAfter: place)
    case .flow(let lines): return lines.line(endingAfter: place)
    }
  }

  private func group(endingAfter place: Double, step: Double) -> Int {
    let count = groupCount
    guard step > 0 else { return place < 0 ? 0 : count }
    guard place >= 0 else { return 0 }
    let quotient = (place / step).rounded(.down)
    guard quotient < Double(count) else { return count }
    var group = Int(quotient)
    while group > 0, Double(group) * step > place { group -= 1 }
    while group < count, Double(group + 1) * step <= place { group += 1 }
    return group
  }

  /// Returns the group of a cell, and the cell's index in it.
  func group(of item: Int) -> (group: Int, leaf: Int) {
    switch groups {
    case .fixed, .estimated, .selfSizing: return (item / plan.leafCount, item % plan.leafCount)
    case .wrapping(let wrapped):
      let group = wrapped.group(of: item)
      return (group, item - wrapped.firstLeaves[group])
    case .flow(let lines):
      let line = lines.line(of: item)
      return (line, item - lines.firstItem(ofLine: line))
    }
  }

  /// Returns the number of views of a kind that are attached to the groups before one.
  func attachedBefore(group: Int, _ kind: LayoutElementKind) -> Int {
    switch groups {
    case .fixed, .estimated, .selfSizing: group * (plan.attachedToGroups[kind] ?? 0)
    case .wrapping(let wrapped): wrapped.attachedBefore[kind]?[group] ?? 0
    case .flow: 0
    }
  }

  /// Returns the group that has an attached view, in it or in a group in it; `nil` if there are not
  /// so many views.
  func group(ofAttached ordinal: Int, _ kind: LayoutElementKind) -> Int? {
    guard ordinal >= 0 else { return nil }
    switch groups {
    case .fixed, .estimated, .selfSizing:
      let number = plan.attachedToGroups[kind] ?? 0
      return number > 0 && ordinal / number < groupCount ? ordinal / number : nil
    case .wrapping(let wrapped):
      let before = wrapped.attachedBefore[kind] ?? []
      let group = before.partitioningIndex { $0 > ordinal } - 1
      return group >= 0 && group < groupCount ? group : nil
    case .flow: return nil
    }
  }

  func firstItem(ofGroup group: Int) -> Int {
    switch groups {
    case .fixed, .estimated, .selfSizing: group * plan.leafCount
    case .wrapping(let wrapped): wrapped.firstLeaves[group]
    case .flow(let lines): lines.firstItem(ofLine: group)
    }
  }

  /// Returns the frames in a group, from its top left corner.
  func placement(ofGroup group: Int) -> GroupPlacement {
    noteVisits()
    switch groups {
    case .fixed:
      let left = count - group * plan.leafCount
      if left >= plan.leafCount, kinds.isEmpty { return plan.estimate }
      return plan.template.place(
        from: 0,
        LeafSizes(available: min(left, plan.leafCount), size: { _ in .none }, kinds: kinds),
        shortening: plan.shortening
      )
    case .estimated, .selfSizing:
      let leafSizes = leafSizes(ofGroup: group)
      return plan.template.place(
        from: 0,
        leafSizes,
        forced: forcedExtent(from: 0, leafSizes),
        shortening: plan.shortening
      )
    case .wrapping(let wrapped):
      let first = wrapped.firstLeaves[group]
      let leafSizes = wrapped.leafSizes(kinds)
      return plan.template.place(
        from: first,
        leafSizes,
        forced: forcedExtent(from: first, leafSizes),
        shortening: group == wrapped.groupCount - 1 ? plan.shortening : nil
      )
    case .flow(let lines): return lines.placement(ofLine: group)
    }
  }

  /// Returns the size and the cell frame of a group of one cell without attached views; `nil` for
  /// other groups, which need ``placement(ofGroup:)``.
  func singleCell(ofGroup group: Int) -> (extent: LayoutExtent, frame: LayoutRect)? {
    guard plan.kind == .selfSizing, let single = plan.single, !single.hasAttachments,
      !single.isUniform
    else { return nil }
    noteVisits()
    let size = size(of: group)
    let extent = single.extent(size)
    return (extent, single.frame(size, in: extent))
  }

  /// Returns the turns from the group of a cell to the cell.
  func turns(to item: Int) -> [GroupTemplate.Turn] {
    let (group, leaf) = group(of: item)
    switch groups {
    case .fixed:
      let left = min(count - group * plan.leafCount, plan.leafCount)
      return plan.template.turns(to: leaf, from: 0, .estimates(left))
    case .estimated, .selfSizing:
      return plan.template.turns(to: leaf, from: 0, leafSizes(ofGroup: group))
    case .wrapping(let wrapped):
      let first = wrapped.firstLeaves[group]
      return plan.template.turns(to: item, from: first, wrapped.leafSizes(kinds))
    case .flow: return []
    }
  }

  /// Returns the sizes from the first cell of a group of self-sizing cells on.
  private func leafSizes(ofGroup group: Int) -> LeafSizes {
    let first = group * plan.leafCount
    if case .selfSizing(let sizes) = groups { return sizes.leafSizes(from: first, kinds) }
    return LeafSizes(available: count - first, size: { _ in .none }, kinds: kinds)
  }

  /// Returns the size of a uniform group: as large as the largest group; `nil` for other groups.
  private func forcedExtent(from leaf: Int, _ sizes: LeafSizes) -> LayoutExtent? {
    let axes = [LayoutAxis.horizontal, .vertical].filter(plan.template.isUniform)
    guard !axes.isEmpty else { return nil }
    // The last group, too, is placed as a whole one, and is made shorter afterwards (R11, R13).
    var extent = plan.template.measure(from: leaf, sizes).extent
    for axis in axes { extent[axis] = largestExtent[axis] }
    return extent
  }

  /// Returns the top left corner of a group.
  func origin(ofGroup group: Int, extent: LayoutExtent) -> LayoutPoint {
    origin(startingAt: start(ofGroup: group), extent: extent)
  }

  /// Returns the top left corner of a group that begins at a position along the stack axis.
  func origin(startingAt start: Double, extent: LayoutExtent) -> LayoutPoint {
    let axis = plan.stackAxis
    let along = start + plan.before
    let across = plan.offsetAcross(extent[axis.crossing])
    var origin = LayoutPoint.zero
    if plan.isOrthogonal {
      origin[axis] = groupsOrigin + along
      origin[axis.crossing] = groupsStart + plan.startAcross.spacing
      if plan.startAcross.isFlexible || plan.endAcross.isFlexible {
        origin[axis.crossing] = groupsStart + slackAcross(extent[axis.crossing])
      }
    } else {
      origin[axis] = groupsStart + along
      origin[axis.crossing] =
        plan.container.start(axis.crossing) + plan.insets.start(axis.crossing) + across
    }
    return origin
  }

  /// Returns the start of a group of an orthogonal section in the room of the longest one.
  private func slackAcross(_ breadth: Double) -> Double {
    plan.startAcross.offset(of: breadth, in: groupsLength, before: plan.endAcross)
  }

  /// The start of the first group along the stack axis.
  var groupsOrigin: Double {
    if plan.isOrthogonal {
      return plan.container.start(plan.stackAxis) + plan.insets.start(plan.stackAxis)
    }
    return groupsStart
  }

  /// The part of the section in which an orthogonal section scrolls, along the scroll axis.
  var scroller: (start: Double, length: Double) { (groupsStart, groupsLength) }

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
