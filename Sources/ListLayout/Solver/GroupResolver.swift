/// Makes templates of groups.
struct GroupResolver {
  let registry: LayoutRegistry

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
  /// - Throws: ``LayoutError`` if nothing fits, insets leave no room, or a provider is missing.
  func resolve(
    _ group: LayoutGroup,
    in container: LayoutExtent,
    forced: (axis: LayoutAxis, length: Double)? = nil,
    limit: Int = LayoutLimits.itemsInGroup,
    at place: String
  ) throws(LayoutError) -> GroupTemplate {
    var extent = group.layoutSize.extent(in: container)
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
    let inner = try room(in: extent, insets, at: place)
    switch group.content {
    case .custom(let items):
      return try custom(group, items, extent, estimated, insets, at: place)
    case .stack(let axis, let stacking):
      return try stack(
        group,
        axis,
        stacking,
        extent,
        estimated,
        insets,
        inner,
        limit,
        at: place
      )
    }
  }

  /// Returns the room that insets leave in a container (R2, R3).
  ///
  /// - Throws: ``LayoutError`` if the insets leave no room along a checked axis.
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
    _ group: LayoutGroup,
    _ axis: LayoutAxis,
    _ stacking: LayoutGroup.Stacking,
    _ extent: LayoutExtent,
    _ estimated: (width: Bool, height: Bool),
    _ insets: DirectionalEdgeInsets,
    _ inner: LayoutExtent,
    _ limit: Int,
    at place: String
  ) throws(LayoutError) -> GroupTemplate {
    let lengthIsEstimated = axis == .horizontal ? estimated.width : estimated.height
    let gap = group.interItemSpacing ?? .fixed(0)
    var slots: [GroupTemplate.Slot]
    switch stacking {
    case .fitting(let subitems):
      slots = []
      // Each subitem may have what the others do not need.
      var rest = limit - stacking.minimumCellCount
      for (index, subitem) in subitems.enumerated() {
        let share = rest + subitem.minimumCellCount
        let place = "\(place).subitems[\(index)]"
        slots.append(try slot(subitem, axis, in: inner, limit: share, at: place))
        rest = share - slots[index].leafCount
      }
    case .repeating(let subitem, let count):
      let place = place + ".subitems[0]"
      let one = try slot(subitem, axis, in: inner, limit: limit / count, at: place)
      slots = Array(repeating: one, count: count)
    case .dividing(let subitem, let count):
      // R9; by R3 also for sides across the axis that are shares of this length.
      var room = inner
      room[axis] = inner[axis] - gap.spacing * Double(count - 1)
      var forced: Double?
      // If the group grows with its cells, their own lengths add up (R15).
      if !lengthIsEstimated || !subitem.grows(axis) {
        let edges = subitem.edgeSpacing
        let beside = (edges?.start(axis)?.spacing ?? 0) + (edges?.end(axis)?.spacing ?? 0)
        let length = room[axis] / Double(count) - beside
        guard length >= -Self.tolerance else {
          throw LayoutError(
            place: place,
            reason: .groupCannotFitAnyItem(needed: inner[axis] - length, available: inner[axis])
          )
        }
        forced = max(0, length)
      }
      let place = place + ".subitems[0]"
      let one = try slot(subitem, axis, in: room, forced: forced, limit: limit / count, at: place)
      slots = Array(repeating: one, count: count)
    }
    let lengthGrows = lengthIsEstimated && slots.contains { $0.grows(axis) }
    let breadthGrows =
      (axis == .horizontal ? estimated.height : estimated.width)
      && slots.contains { $0.grows(axis.crossing) }
    var wraps = false
    if case .fitting = stacking, !lengthGrows {
      wraps = slots.contains { $0.grows(axis) }
      if wraps, let first = slots.first, !first.grows(axis) {
        _ = try repeated([first], axis, gap.spacing, inner[axis], limit, at: place)
      }
      if !wraps { slots = try repeated(slots, axis, gap.spacing, inner[axis], limit, at: place) }
    }
    var share = 0.0
    let justifies = !lengthGrows && !wraps && slots.contains { $0.grows(axis) }
    if !lengthGrows && !wraps && !justifies {
      share = slackShare(of: slots, axis, gap, inner[axis])
      slots = slots.map { $0.stretched(by: share) }
    }
    let leafCount = slots.reduce(0) { $0 + $1.leafCount }
    guard leafCount <= LayoutLimits.itemsInGroup else {
      throw LayoutError(place: place, reason: .tooManyItems)
    }
    let groups = slots.compactMap { slot -> GroupTemplate? in
      if case .group(let group) = slot.content { group } else { nil }
    }
    return GroupTemplate(
      axis: axis,
      extent: extent,
      insets: insets,
      growsHorizontally: axis == .horizontal ? lengthGrows : breadthGrows,
      growsVertically: axis == .vertical ? lengthGrows : breadthGrows,
      uniformHorizontally: estimated.width && group.layoutSize.widthDimension.isUniform,
      uniformVertically: estimated.height && group.layoutSize.heightDimension.isUniform,
      slots: slots,
      gap: gap.spacing + (gap.isFlexible ? share : 0),
      gapIsFlexible: gap.isFlexible,
      justifies: justifies,
      wraps: wraps,
      leafCount: leafCount,
      containsWrapping: wraps || groups.contains(where: \.containsWrapping),
      containsUniform: slots.contains { $0.isUniform(.horizontal) || $0.isUniform(.vertical) },
      edgeSpacing: group.edgeSpacing,
      supplementaryItems: group.supplementaryItems
    )
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

  private func leaf(
    _ item: LayoutItem,
    _ axis: LayoutAxis,
    in container: LayoutExtent,
    forced length: Double?
  ) -> GroupTemplate.Leaf {
    var extent = item.layoutSize.extent(in: container)
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

  /// Repeats the subitems in turn until the next one does not fit (R7, R8), or would be one too many.
  private func repeated(
    _ cycle: [GroupTemplate.Slot],
    _ axis: LayoutAxis,
    _ gap: Double,
    _ room: Double,
    _ limit: Int,
    at place: String
  ) throws(LayoutError) -> [GroupTemplate.Slot] {
    var slots: [GroupTemplate.Slot] = []
    var used = 0.0
    var cells = 0
    while true {
      let startOfCycle = used
      for slot in cycle {
        let end = used + (slots.isEmpty ? 0 : gap) + slot.length(axis)
        guard end <= room + Self.tolerance else {
          guard !slots.isEmpty else {
            throw LayoutError(
              place: place,
              reason: .groupCannotFitAnyItem(needed: end, available: room)
            )
          }
          return slots
        }
        cells += slot.leafCount
        if cells > limit, !slots.isEmpty { return slots }
        slots.append(slot)
        used = end
      }
      // A cycle without length would fit for ever.
      if used <= startOfCycle { return slots }
    }
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

  private func custom(
    _ group: LayoutGroup,
    _ items: LayoutGroup.CustomItems,
    _ extent: LayoutExtent,
    _ estimated: (width: Bool, height: Bool),
    _ insets: DirectionalEdgeInsets,
    at place: String
  ) throws(LayoutError) -> GroupTemplate {
    let frames: [LayoutGroupCustomItem]
    switch items {
    case .frames(let given): frames = given
    case .provider(let name):
      guard let provider = registry.itemProviders[name] ?? registry.otherItemProviders?(name) else {
        throw LayoutError(place: place + ".provider", reason: .notRegistered(name))
      }
      frames = provider(LayoutContainer(contentSize: extent, safeAreaInsets: insets))
      guard !frames.isEmpty else {
        throw LayoutError(place: place + ".provider", reason: .noSubitems)
      }
      guard frames.count <= LayoutLimits.itemsInGroup else {
        throw LayoutError(place: place + ".provider", reason: .tooManyItems)
      }
      for (index, item) in frames.enumerated() {
        try item.validate(at: "\(place).provider[\(index)]")
      }
    }
    return GroupTemplate(
      axis: .horizontal,
      extent: extent,
      insets: insets,
      growsHorizontally: false,
      growsVertically: false,
      uniformHorizontally: estimated.width && group.layoutSize.widthDimension.isUniform,
      uniformVertically: estimated.height && group.layoutSize.heightDimension.isUniform,
      slots: frames.map { GroupTemplate.Slot(placing: $0) },
      gap: 0,
      gapIsFlexible: false,
      justifies: false,
      wraps: false,
      leafCount: frames.count,
      containsWrapping: false,
      containsUniform: false,
      edgeSpacing: group.edgeSpacing,
      supplementaryItems: group.supplementaryItems
    )
  }
}

extension LayoutSize {
  /// Returns whether either side is a share of the container's length along an axis.
  func dependsOnContainer(_ axis: LayoutAxis) -> Bool {
    [widthDimension, heightDimension].contains { dimension in
      switch dimension {
      case .fractionalWidth: axis == .horizontal
      case .fractionalHeight: axis == .vertical
      case .absolute, .estimated, .uniformAcrossSiblings: false
      }
    }
  }
}

extension LayoutSubitem {
  /// Returns whether its cells decide its length along an axis, unless the length is forced.
  fileprivate func grows(_ axis: LayoutAxis) -> Bool {
    guard layoutSize[axis].isEstimated else { return false }
    switch self {
    case .item: return true
    case .group(let group): return group.subitems.contains { $0.grows(axis) }
    }
  }
}

extension GroupTemplate.Slot {
  init(placing item: LayoutGroupCustomItem) {
    self.init(
      content: .placed(item),
      before: 0,
      after: 0,
      beforeIsFlexible: false,
      afterIsFlexible: false,
      start: .fixed(0),
      end: .fixed(0)
    )
  }

  /// Returns its length along an axis, with the space before and after it.
  func length(_ axis: LayoutAxis) -> Double { before + extent[axis] + after }

  func isUniform(_ axis: LayoutAxis) -> Bool {
    switch content {
    case .leaf(let leaf): leaf.isUniform(axis)
    case .group(let group): group.isUniform(axis)
    case .placed: false
    }
  }

  fileprivate func stretched(by share: Double) -> GroupTemplate.Slot {
    GroupTemplate.Slot(
      content: content,
      before: before + (beforeIsFlexible ? share : 0),
      after: after + (afterIsFlexible ? share : 0),
      beforeIsFlexible: beforeIsFlexible,
      afterIsFlexible: afterIsFlexible,
      start: start,
      end: end
    )
  }
}

extension DirectionalEdgeInsets {
  /// Returns the insets without those along estimated axes (R5).
  func ignoringEstimated(_ size: LayoutSize) -> DirectionalEdgeInsets {
    ignoring(
      horizontal: size.widthDimension.isEstimated,
      vertical: size.heightDimension.isEstimated
    )
  }

  /// Returns the insets without those along the given axes.
  func ignoring(horizontal: Bool, vertical: Bool) -> DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: vertical ? 0 : top,
      leading: horizontal ? 0 : leading,
      bottom: vertical ? 0 : bottom,
      trailing: horizontal ? 0 : trailing
    )
  }
}
