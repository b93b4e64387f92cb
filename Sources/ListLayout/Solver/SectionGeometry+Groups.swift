extension SectionGeometry {
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

  var spacing: Double { plan.layout.interGroupSpacing }

  var largestExtent: LayoutExtent {
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

  func group(endingAfter place: Double) -> Int {
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

  func group(endingAfter place: Double, step: Double) -> Int {
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
}
