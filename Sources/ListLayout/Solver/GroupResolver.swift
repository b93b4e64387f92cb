/// Makes templates of groups.
struct GroupResolver {
  let registry: LayoutRegistry
  let grid: PixelGrid

  /// Lengths that differ by less than this are equal, in points (R10).
  static let tolerance = 0.01

  /// Resolves a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - container: The size for shares.
  ///   - forced: A length along an axis that replaces the group's own.
  ///   - limit: The most cells; at least as many as the group always has. Of cells that are repeated
  ///     as often as they fit, no more are placed.
  ///   - place: The group's place in the description, which errors name.
  /// - Returns: The template.
  /// - Throws: `LayoutError` if nothing fits, insets leave no room, or a provider is missing.
  func resolve(
    _ group: LayoutGroup,
    in container: LayoutExtent,
    forced: (axis: LayoutAxis, length: Double)? = nil,
    limit: Int = LayoutLimits.itemsInGroup,
    at place: String
  ) throws(LayoutError) -> GroupTemplate {
    let frame = try frame(of: group, in: container, forced: forced, limit: limit, at: place)
    switch group.content {
    case .custom(let items): return try custom(items, in: frame)
    case .stack(let axis, let stacking): return try stack(stacking, axis, in: frame)
    }
  }

  /// A group before anything is placed in it: its size, and the room in it.
  struct Frame {
    let group: LayoutGroup
    /// The size for the group's own shares.
    let container: LayoutExtent
    /// The most cells.
    let limit: Int
    /// The group's place in the description, which errors name.
    let place: String
    let extent: LayoutExtent
    /// Whether the content decides the width and the height.
    let estimated: (width: Bool, height: Bool)
    let insets: DirectionalEdgeInsets
    /// The room that the insets leave.
    let inner: LayoutExtent

    func isEstimated(_ axis: LayoutAxis) -> Bool {
      axis == .horizontal ? estimated.width : estimated.height
    }

    func isUniform(_ axis: LayoutAxis) -> Bool {
      isEstimated(axis) && group.layoutSize[axis].isUniform
    }
  }

  private func frame(
    of group: LayoutGroup,
    in container: LayoutExtent,
    forced: (axis: LayoutAxis, length: Double)?,
    limit: Int,
    at place: String
  ) throws(LayoutError) -> Frame {
    var extent = group.layoutSize.extent(in: container, on: grid)
    var estimated = (
      width: group.layoutSize.widthDimension.isEstimated,
      height: group.layoutSize.heightDimension.isEstimated
    )
    if let forced {
      extent[forced.axis] = forced.length
      if forced.axis == .horizontal { estimated.width = false } else { estimated.height = false }
    }
    let insets = group.contentInsets.resolved(in: extent).ignoring(
      horizontal: estimated.width,
      vertical: estimated.height
    )
    return Frame(
      group: group,
      container: container,
      limit: limit,
      place: place,
      extent: extent,
      estimated: estimated,
      insets: insets,
      inner: try room(in: extent, insets, at: place)
    )
  }

  /// Returns the room that insets leave in a container (R2, R3).
  ///
  /// - Throws: `LayoutError` if the insets leave no room along a checked axis.
  func room(
    in extent: LayoutExtent,
    _ insets: DirectionalEdgeInsets,
    at place: String,
    checking axes: [LayoutAxis] = [.horizontal, .vertical]
  ) throws(LayoutError) -> LayoutExtent {
    let inner = LayoutExtent(
      width: extent.width - insets.total(.horizontal),
      height: extent.height - insets.total(.vertical)
    )
    for axis in axes where inner[axis] <= 0 && insets.total(axis) > 0 {
      throw LayoutError(place: place + ".insets", reason: .negativeEffectiveContentSize(inner))
    }
    return LayoutExtent(width: max(0, inner.width), height: max(0, inner.height))
  }

  private func stack(
    _ stacking: LayoutGroup.Stacking,
    _ axis: LayoutAxis,
    in frame: Frame
  ) throws(LayoutError) -> GroupTemplate {
    let gap = frame.group.interItemSpacing ?? .fixed(0)
    let run = try run(of: stacking, axis, gap.spacing, in: frame)
    // The spacing of the run is taken off before the shares, also for sides across the axis that
    // are shares of this length (R3).
    var shareBase = frame.inner
    shareBase[axis] = max(0, frame.inner[axis] - gap.spacing * Double(run.count - 1))
    let cycle = try slots(of: stacking, axis, gap.spacing, shareBase, in: frame)
    let filling = fill(with: cycle, run, axis, gap, in: frame)
    let leafCount = filling.slots.reduce(0) { $0 + $1.leafCount }
    guard leafCount <= LayoutLimits.itemsInGroup else {
      throw LayoutError(place: frame.place, reason: .tooManyItems)
    }
    let groups = filling.slots.compactMap { slot -> GroupTemplate? in
      if case .group(let group) = slot.content { group } else { nil }
    }
    return GroupTemplate(
      axis: axis,
      extent: frame.extent,
      insets: frame.insets,
      box: frame.container,
      shareBase: shareBase,
      grid: grid,
      growsHorizontally: axis == .horizontal ? filling.lengthGrows : filling.breadthGrows,
      growsVertically: axis == .vertical ? filling.lengthGrows : filling.breadthGrows,
      uniformHorizontally: frame.isUniform(.horizontal),
      uniformVertically: frame.isUniform(.vertical),
      slots: filling.slots,
      gap: gap.spacing + (gap.isFlexible ? filling.share : 0),
      gapIsFlexible: gap.isFlexible,
      justifies: filling.justifies,
      wraps: filling.wraps,
      leafCount: leafCount,
      containsWrapping: filling.wraps || groups.contains(where: \.containsWrapping),
      containsUniform: filling.slots.contains {
        $0.isUniform(.horizontal) || $0.isUniform(.vertical)
      },
      edgeSpacing: frame.group.edgeSpacing,
      supplementaryItems: frame.group.supplementaryItems
    )
  }

  /// Resolves the subitems of a group, each as often as its stacking says; those that are repeated
  /// as long as they fit, once.
  private func slots(
    of stacking: LayoutGroup.Stacking,
    _ axis: LayoutAxis,
    _ gap: Double,
    _ shareBase: LayoutExtent,
    in frame: Frame
  ) throws(LayoutError) -> [GroupTemplate.Slot] {
    let (limit, first) = (frame.limit, frame.place + ".subitems[0]")
    switch stacking {
    case .fitting(let subitems):
      var slots: [GroupTemplate.Slot] = []
      // Each subitem may have what the others do not need.
      var rest = limit - stacking.minimumCellCount
      for (index, subitem) in subitems.enumerated() {
        let share = rest + subitem.minimumCellCount
        let place = "\(frame.place).subitems[\(index)]"
        slots.append(try slot(subitem, axis, in: shareBase, limit: share, at: place))
        rest = share - slots[index].leafCount
      }
      return slots
    case .repeating(let subitem, let count):
      let one = try slot(subitem, axis, in: shareBase, limit: limit / count, at: first)
      return Array(repeating: one, count: count)
    case .dividing(let subitem, let count):
      let length = try part(subitem, axis, gap, count, frame.inner[axis], at: frame.place)
      let one = try slot(
        subitem,
        axis,
        in: shareBase,
        forced: length,
        limit: limit / count,
        at: first
      )
      return Array(repeating: one, count: count)
    }
  }

  /// The slots of a group, with the room that is left over given away.
  private struct Filling {
    var slots: [GroupTemplate.Slot]
    /// The share of each flexible space in the room that is left over.
    var share = 0.0
    /// Whether cells decide the group's length along its axis, and its breadth.
    let lengthGrows: Bool
    let breadthGrows: Bool
    /// Whether the room is given away when the cells are measured.
    let justifies: Bool
    /// Whether the cells that fit are known only when they are measured.
    let wraps: Bool
  }

  private func fill(
    with cycle: [GroupTemplate.Slot],
    _ run: Run,
    _ axis: LayoutAxis,
    _ gap: LayoutSpacing,
    in frame: Frame
  ) -> Filling {
    let grows = cycle.contains { $0.grows(axis) }
    let lengthGrows = frame.isEstimated(axis) && grows
    let wraps = run.isRepeated && grows
    var filling = Filling(
      slots: run.isRepeated && !wraps ? repeated(cycle, run.count, frame.limit) : cycle,
      lengthGrows: lengthGrows,
      breadthGrows: frame.isEstimated(axis.crossing)
        && cycle.contains { $0.grows(axis.crossing) },
      justifies: !lengthGrows && !wraps && grows,
      wraps: wraps
    )
    if !grows {
      filling.share = slackShare(of: filling.slots, axis, gap, frame.inner[axis])
      filling.slots = filling.slots.map { $0.stretched(by: filling.share) }
    }
    return filling
  }

  /// The subitems of one repetition of a group.
  private struct Run {
    /// The number of subitems; cells that choose their lengths count with the estimate.
    let count: Int
    /// Whether the group repeats its subitems in turn as long as they fit.
    let isRepeated: Bool
  }

  /// Returns the number of subitems whose spacing is taken off a group's shares (R3, R7).
  ///
  /// - Throws: `LayoutError` if not even the first subitem fits (R8).
  private func run(
    of stacking: LayoutGroup.Stacking,
    _ axis: LayoutAxis,
    _ gap: Double,
    in frame: Frame
  ) throws(LayoutError) -> Run {
    switch stacking {
    case .repeating(_, let count), .dividing(_, let count):
      return Run(count: count, isRepeated: false)
    case .fitting(let subitems):
      if frame.isEstimated(axis), subitems.contains(where: { $0.grows(axis) }) {
        return Run(count: subitems.count, isRepeated: false)
      }
      let count = try fittingCount(of: subitems, axis, gap, frame.inner, at: frame.place)
      return Run(count: count, isRepeated: true)
    }
  }

  /// Returns how many subitems, repeated in turn, fit into a group: the largest number for which
  /// they and the spaces between them fit, with shares of the length less these spaces (R3, R7).
  private func fittingCount(
    of subitems: [LayoutSubitem],
    _ axis: LayoutAxis,
    _ gap: Double,
    _ inner: LayoutExtent,
    at place: String
  ) throws(LayoutError) -> Int {
    func needed(_ count: Int) -> Double {
      var base = inner
      base[axis] = max(0, inner[axis] - gap * Double(count - 1))
      var needed = gap * Double(count - 1)
      for (index, subitem) in subitems.prefix(count).enumerated() {
        let turns = (count - index + subitems.count - 1) / subitems.count
        needed += Double(turns) * subitem.room(axis, in: base, on: grid)
      }
      return needed
    }
    let first = needed(1)
    guard first <= inner[axis] + Self.tolerance || subitems[0].grows(axis) else {
      throw LayoutError(
        place: place,
        reason: .groupCannotFitAnyItem(needed: first, available: inner[axis])
      )
    }
    var count = 1
    while count < LayoutLimits.itemsInGroup,
      needed(count + 1) <= inner[axis] + Self.tolerance
    {
      // A cycle without length would fit without end.
      if count == subitems.count, needed(count) <= 0 { break }
      count += 1
    }
    return count
  }

  /// Repeats the subitems in turn so often, but not with more cells than the limit.
  private func repeated(
    _ cycle: [GroupTemplate.Slot],
    _ count: Int,
    _ limit: Int
  ) -> [GroupTemplate.Slot] {
    var slots: [GroupTemplate.Slot] = []
    var cells = 0
    for index in 0..<count {
      let slot = cycle[index % cycle.count]
      cells += slot.leafCount
      if cells > limit, !slots.isEmpty { break }
      slots.append(slot)
    }
    return slots
  }

  /// Returns the length of a subitem of a group that is divided by a count (R9).
  private func part(
    _ subitem: LayoutSubitem,
    _ axis: LayoutAxis,
    _ gap: Double,
    _ count: Int,
    _ room: Double,
    at place: String
  ) throws(LayoutError) -> Double {
    let part = grid.share((room - gap * Double(count - 1)) / Double(count))
    let length = part - subitem.space(axis)
    guard length >= -Self.tolerance else {
      throw LayoutError(
        place: place,
        reason: .groupCannotFitAnyItem(needed: room - length, available: room)
      )
    }
    return max(0, length)
  }

  private func slot(
    _ subitem: LayoutSubitem,
    _ axis: LayoutAxis,
    in container: LayoutExtent,
    forced length: Double? = nil,
    limit: Int,
    at place: String
  ) throws(LayoutError) -> GroupTemplate.Slot {
    let content: GroupTemplate.Content
    switch subitem {
    case .group(let group):
      content = .group(
        try resolve(
          group,
          in: container,
          forced: length.map { (axis, $0) },
          limit: limit,
          at: place
        )
      )
    case .item(let item):
      content = .leaf(leaf(item, axis, in: container, forced: length))
    }
    let edges = subitem.edgeSpacing
    return GroupTemplate.Slot(
      content: content,
      before: edges?.start(axis)?.spacing ?? 0,
      after: edges?.end(axis)?.spacing ?? 0,
      beforeIsFlexible: edges?.start(axis)?.isFlexible ?? false,
      afterIsFlexible: edges?.end(axis)?.isFlexible ?? false,
      start: edges?.start(axis.crossing) ?? .fixed(0),
      end: edges?.end(axis.crossing) ?? .fixed(0)
    )
  }

  func leaf(
    _ item: LayoutItem,
    _ axis: LayoutAxis,
    in container: LayoutExtent,
    forced length: Double?
  ) -> GroupTemplate.Leaf {
    var extent = item.layoutSize.extent(in: container, on: grid)
    if let length { extent[axis] = length }
    let forcedWidth = length != nil && axis == .horizontal
    let forcedHeight = length != nil && axis == .vertical
    let width = item.layoutSize.widthDimension
    let height = item.layoutSize.heightDimension
    return GroupTemplate.Leaf(
      extent: extent,
      widthIsEstimated: width.isEstimated && !forcedWidth,
      heightIsEstimated: height.isEstimated && !forcedHeight,
      uniformHorizontally: width.isUniform && !forcedWidth,
      uniformVertically: height.isUniform && !forcedHeight,
      insets: item.contentInsets.resolved(in: extent).ignoring(
        horizontal: width.isEstimated && !forcedWidth,
        vertical: height.isEstimated && !forcedHeight
      ),
      supplementaryItems: item.supplementaryItems
    )
  }

  /// Returns the share of each flexible space in the remaining length (R11).
  private func slackShare(
    of slots: [GroupTemplate.Slot],
    _ axis: LayoutAxis,
    _ gap: LayoutSpacing,
    _ room: Double
  ) -> Double {
    var flexible = gap.isFlexible ? max(0, slots.count - 1) : 0
    var used = gap.spacing * Double(max(0, slots.count - 1))
    for slot in slots {
      used += slot.length(axis)
      if slot.beforeIsFlexible { flexible += 1 }
      if slot.afterIsFlexible { flexible += 1 }
    }
    return flexible > 0 ? max(0, room - used) / Double(flexible) : 0
  }
}
