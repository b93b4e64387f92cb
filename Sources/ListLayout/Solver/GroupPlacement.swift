/// The frames of one repetition of a group, from the group's top left corner.
struct GroupPlacement: Sendable {
  /// The size of the group.
  var extent: LayoutExtent
  /// The cells, in order.
  var cells: [Cell]
  /// The views that are attached to cells.
  var attached: [Attached] = []
  /// The views that are attached to the group and to groups in it.
  var attachedToGroups: [Attached] = []

  struct Cell: Sendable {
    var frame: LayoutRect
    var zIndex: Int
  }

  struct Attached: Sendable {
    let item: LayoutSupplementaryItem
    var frame: LayoutRect
    /// The index of the cell to which the view is attached, among the group's cells; or the index
    /// of the group, among the groups with such a view in one repetition.
    let host: Int
  }

  mutating func shift(x: Double, y: Double, from marks: (Int, Int, Int)) {
    guard x != 0 || y != 0 else { return }
    for index in cells.indices.dropFirst(marks.0) {
      cells[index].frame = cells[index].frame.offsetBy(x: x, y: y)
    }
    for index in attached.indices.dropFirst(marks.1) {
      attached[index].frame = attached[index].frame.offsetBy(x: x, y: y)
    }
    for index in attachedToGroups.indices.dropFirst(marks.2) {
      attachedToGroups[index].frame = attachedToGroups[index].frame.offsetBy(x: x, y: y)
    }
  }

  var marks: (Int, Int, Int) { (cells.count, attached.count, attachedToGroups.count) }
}

/// The input of a placement: the measured sizes of the cells from some index on.
struct LeafSizes {
  /// The number of cells from the group's first one on.
  let available: Int
  let size: (Int) -> MeasuredSize
  /// The measured sizes of attached views, by kind.
  let kinds: MeasuredKinds

  static func estimates(_ available: Int) -> LeafSizes {
    LeafSizes(available: available, size: { _ in .none }, kinds: MeasuredKinds())
  }
}

/// A measured subitem of a group: its size, its cells and its slot.
private struct Measured {
  let extent: LayoutExtent
  /// The range of its cells.
  let leaves: Range<Int>
  let slot: Int
}

extension GroupTemplate {
  /// Returns the size of one repetition, and the index after its last cell.
  ///
  /// - Complexity: O(cells of the group).
  func measure(from leaf: Int, _ sizes: LeafSizes) -> (extent: LayoutExtent, end: Int) {
    if containsUniform || wraps {
      let measured = measuredSlots(from: leaf, sizes)
      return (grown(to: measured), measured.last?.leaves.upperBound ?? leaf)
    }
    var next = leaf
    var length = insets.total(axis)
    var breadth = 0.0
    var count = 0
    for slot in slots {
      guard next < sizes.available else { break }
      let extent: LayoutExtent
      (extent, next) = slot.measure(from: next, sizes)
      length += slot.before + extent[axis] + slot.after + (count > 0 ? gap : 0)
      breadth = max(
        breadth,
        slot.start.spacing + extent[axis.crossing] + slot.end.spacing
      )
      count += 1
    }
    var result = extent
    if grows(axis) { result[axis] = length }
    if grows(axis.crossing) { result[axis.crossing] = breadth + insets.total(axis.crossing) }
    return (result, next)
  }

  /// Returns the frames of the cells of one repetition and of their attached views.
  ///
  /// - Parameters:
  ///   - leaf: The index of the first cell in `sizes`.
  ///   - sizes: The measured sizes.
  ///   - forced: The size of a group that is as long as the longest group of its section.
  ///   - shortening: How the group becomes shorter, if it is the last one and is not whole.
  /// - Returns: The frames, from the group's top left corner.
  func place(
    from leaf: Int,
    _ sizes: LeafSizes,
    forced: LayoutExtent? = nil,
    shortening: Shortening? = nil
  ) -> GroupPlacement {
    var placement = GroupPlacement(extent: extent, cells: [])
    var ordinals: [LayoutElementKind: Int] = [:]
    placement.extent = place(from: leaf, sizes, forced: forced, &ordinals, into: &placement)
    if let shortening, shortening.applies(to: placement.cells.count, self) {
      placement.extent[shortening.axis] = shortening.length(of: placement)
    }
    attachViews(to: placement.extent, sizes, &ordinals, into: &placement)
    return placement
  }

  /// Places the cells of a group, and all that is attached to them and to groups in it.
  private func place(
    from leaf: Int,
    _ sizes: LeafSizes,
    forced: LayoutExtent?,
    _ ordinals: inout [LayoutElementKind: Int],
    into placement: inout GroupPlacement
  ) -> LayoutExtent {
    let measured = measuredSlots(from: leaf, sizes)
    let own = forced ?? grown(to: measured)
    eachPlace(of: measured, in: own, sizes) { _, part, slot, rect in
      switch slot.content {
      case .leaf(let cell):
        let frame = rect.inset(by: cell.insets)
        let host = placement.cells.count
        placement.cells.append(GroupPlacement.Cell(frame: frame, zIndex: 0))
        for item in cell.supplementaryItems {
          let extent = item.extent(in: frame.extent, sizes.kinds, grid)
          placement.attached.append(item.attached(to: frame, host: host, extent))
        }
      case .placed(let item):
        placement.cells.append(GroupPlacement.Cell(frame: item.frame, zIndex: item.zIndex))
      case .group(let group):
        let marks = placement.marks
        let extent = group.place(
          from: part.leaves.lowerBound,
          sizes,
          forced: part.extent,
          &ordinals,
          into: &placement
        )
        group.attachViews(to: extent, sizes, &ordinals, into: &placement)
        placement.shift(x: rect.x, y: rect.y, from: marks)
      }
    }
    return own
  }

  /// Places the group's own supplementary views (R20).
  private func attachViews(
    to own: LayoutExtent,
    _ sizes: LeafSizes,
    _ ordinals: inout [LayoutElementKind: Int],
    into placement: inout GroupPlacement
  ) {
    let host = LayoutRect(origin: .zero, extent: own).inset(by: insets)
    for item in supplementaryItems {
      let ordinal = ordinals[item.elementKind, default: 0]
      ordinals[item.elementKind] = ordinal + 1
      let extent = item.extent(in: box, sizes.kinds, grid)
      placement.attachedToGroups.append(item.attached(to: host, host: ordinal, extent))
    }
  }

  /// Calls a function with the index, the size, the slot and the frame of each subitem.
  private func eachPlace(
    of measured: [Measured],
    in own: LayoutExtent,
    _ sizes: LeafSizes,
    _ body: (Int, Measured, Slot, LayoutRect) -> Void
  ) {
    let crossing = axis.crossing
    let room = own[crossing] - insets.total(crossing)
    let share =
      wraps
      ? slackShare(of: measured, own, sizes) : justifies ? justifyingShare(of: measured, own) : 0
    var cursor = insets.start(axis)
    for (index, part) in measured.enumerated() {
      let slot = slots[part.slot]
      if index > 0 { cursor += gap + (gapIsFlexible ? share : 0) }
      cursor += slot.before + (slot.beforeIsFlexible ? share : 0)
      let across =
        insets.start(crossing) + slot.offsetAcross(part.extent[crossing], room: room)
      let origin = LayoutRect(axis, start: cursor, length: 0, across: across, breadth: 0).origin
      body(index, part, slot, LayoutRect(origin: origin, extent: part.extent))
      cursor += part.extent[axis] + slot.after + (slot.afterIsFlexible ? share : 0)
    }
  }

  /// Returns the turns from one repetition to one of its cells: one for each group and one for the
  /// cell.
  func turns(
    to cell: Int,
    from leaf: Int,
    _ sizes: LeafSizes,
    forced: LayoutExtent? = nil
  ) -> [Turn] {
    let measured = measuredSlots(from: leaf, sizes)
    let own = forced ?? grown(to: measured)
    var turns: [Turn] = []
    eachPlace(of: measured, in: own, sizes) { ordinal, part, slot, rect in
      guard part.leaves.contains(cell) else { return }
      var turn = Turn(
        ordinal: ordinal,
        slot: part.slot,
        room: shareBase,
        insets: .zero,
        frame: rect
      )
      var inner: [Turn] = []
      switch slot.content {
      case .leaf(let leaf): turn.insets = leaf.insets
      case .placed(let item): turn.frame = item.frame
      case .group(let group):
        inner = group.turns(
          to: cell,
          from: part.leaves.lowerBound,
          sizes,
          forced: part.extent
        )
        for index in inner.indices {
          inner[index].frame = inner[index].frame.offsetBy(x: rect.x, y: rect.y)
        }
      }
      turns = [turn] + inner
    }
    return turns
  }

  /// A step on the way to a cell.
  struct Turn {
    /// The index of the subitem among the subitems of its group.
    let ordinal: Int
    /// The index of its slot.
    let slot: Int
    /// The size for shares of the subitem.
    let room: LayoutExtent
    /// The insets of a cell.
    var insets: DirectionalEdgeInsets
    /// The frame before the insets, from the repetition's top left corner.
    var frame: LayoutRect
  }

  /// Returns the size of the group; it fits the subitems along the axes on which they decide it.
  private func grown(to measured: [Measured]) -> LayoutExtent {
    var own = extent
    if grows(axis) {
      own[axis] = measured.enumerated().reduce(insets.total(axis)) { length, part in
        let slot = slots[part.element.slot]
        return length + slot.before + part.element.extent[axis] + slot.after
          + (part.offset > 0 ? gap : 0)
      }
    }
    if grows(axis.crossing) {
      own[axis.crossing] =
        insets.total(axis.crossing)
        + measured.reduce(0) { breadth, part in
          let slot = slots[part.slot]
          return max(
            breadth,
            slot.start.spacing + part.extent[axis.crossing] + slot.end.spacing
          )
        }
    }
    return own
  }

  private func measuredSlots(from leaf: Int, _ sizes: LeafSizes) -> [Measured] {
    var parts = wraps ? wrapped(from: leaf, sizes) : stacked(from: leaf, sizes)
    for axis in [LayoutAxis.horizontal, .vertical] where containsUniform {
      let uniform = parts.indices.filter { slots[parts[$0].slot].isUniform(axis) }
      let siblings = parts.filter { slots[$0.slot].isUniform(axis) || slots[$0.slot].grows(axis) }
      guard let longest = siblings.map({ $0.extent[axis] }).max() else { continue }
      for index in uniform {
        var extent = parts[index].extent
        extent[axis] = longest
        parts[index] = Measured(
          extent: extent,
          leaves: parts[index].leaves,
          slot: parts[index].slot
        )
      }
    }
    return parts
  }

  private func stacked(from leaf: Int, _ sizes: LeafSizes) -> [Measured] {
    var parts: [Measured] = []
    var next = leaf
    for (index, slot) in slots.enumerated() {
      guard next < sizes.available else { break }
      let (extent, end) = slot.measure(from: next, sizes)
      parts.append(Measured(extent: extent, leaves: next..<end, slot: index))
      next = end
    }
    return parts
  }

  /// Measures the subitems in turn until the next one does not fit; the first one always fits.
  private func wrapped(from leaf: Int, _ sizes: LeafSizes) -> [Measured] {
    var parts: [Measured] = []
    var next = leaf
    var used = insets.total(axis)
    var cycleStart = used
    while next < sizes.available, parts.count < LayoutLimits.itemsInGroup {
      let index = parts.count % slots.count
      if index == 0, !parts.isEmpty {
        if used <= cycleStart { break }
        cycleStart = used
      }
      let slot = slots[index]
      let (extent, end) = slot.measure(from: next, sizes)
      let length = slot.before + extent[axis] + slot.after + (parts.isEmpty ? 0 : gap)
      if !parts.isEmpty, used + length > self.extent[axis] + GroupResolver.tolerance { break }
      parts.append(Measured(extent: extent, leaves: next..<end, slot: index))
      used += length
      next = end
    }
    return parts
  }

  /// Returns the share of each flexible space of a group; missing subitems count with their
  /// estimated lengths (R11).
  private func justifyingShare(of parts: [Measured], _ own: LayoutExtent) -> Double {
    var flexible = gapIsFlexible ? max(0, slots.count - 1) : 0
    var used = insets.total(axis) + gap * Double(max(0, slots.count - 1))
    let uniform = parts.first { slots[$0.slot].isUniform(axis) }?.extent[axis]
    for (index, slot) in slots.enumerated() {
      var length: Double
      if index < parts.count {
        length = parts[index].extent[axis]
      } else {
        length = slot.measure(from: 0, .estimates(slot.leafCount)).extent[axis]
        if let uniform, slot.isUniform(axis) { length = uniform }
      }
      used += slot.before + length + slot.after
      if slot.beforeIsFlexible { flexible += 1 }
      if slot.afterIsFlexible { flexible += 1 }
    }
    return flexible > 0 ? max(0, own[axis] - used) / Double(flexible) : 0
  }

  /// Returns the share of each flexible space of a full row; the last row of all keeps the least
  /// space (R11).
  private func slackShare(of parts: [Measured], _ own: LayoutExtent, _ sizes: LeafSizes) -> Double {
    guard let last = parts.last, last.leaves.upperBound < sizes.available else { return 0 }
    var flexible = gapIsFlexible ? max(0, parts.count - 1) : 0
    var used = insets.total(axis) + gap * Double(max(0, parts.count - 1))
    for part in parts {
      let slot = slots[part.slot]
      used += slot.before + part.extent[axis] + slot.after
      if slot.beforeIsFlexible { flexible += 1 }
      if slot.afterIsFlexible { flexible += 1 }
    }
    return flexible > 0 ? max(0, own[axis] - used) / Double(flexible) : 0
  }
}

extension GroupTemplate.Slot {
  func measure(from leaf: Int, _ sizes: LeafSizes) -> (extent: LayoutExtent, end: Int) {
    switch content {
    case .leaf(let cell):
      guard cell.widthIsEstimated || cell.heightIsEstimated else { return (cell.extent, leaf + 1) }
      let size = sizes.size(leaf)
      return (
        LayoutExtent(
          width: cell.length(.horizontal, size),
          height: cell.length(.vertical, size)
        ),
        leaf + 1
      )
    case .placed(let item): return (item.frame.extent, leaf + 1)
    case .group(let group): return group.measure(from: leaf, sizes)
    }
  }

  /// Returns its start across the axis, in the given room (R12).
  func offsetAcross(_ breadth: Double, room: Double) -> Double {
    start.offset(of: breadth, in: room, before: end)
  }
}

extension LayoutSupplementaryItem {
  /// Returns the size of the view; shares are shares of the given container.
  func extent(
    in container: LayoutExtent,
    _ kinds: MeasuredKinds,
    _ grid: PixelGrid
  ) -> LayoutExtent {
    layoutSize.extent(in: container, on: grid, measured: kinds[elementKind])
  }

  /// Returns the view with its frame on a cell or group (R20).
  func attached(
    to host: LayoutRect,
    host ordinal: Int,
    _ extent: LayoutExtent
  ) -> GroupPlacement.Attached {
    GroupPlacement.Attached(item: self, frame: frame(on: host, extent: extent), host: ordinal)
  }
}

extension LayoutSize {
  /// Returns the extent in a container; estimated sides take their measured lengths.
  func extent(
    in container: LayoutExtent,
    on grid: PixelGrid,
    measured: MeasuredSize
  ) -> LayoutExtent {
    var extent = extent(in: container, on: grid)
    if widthDimension.isEstimated { extent.width = measured.length(.horizontal, or: extent.width) }
    if heightDimension.isEstimated { extent.height = measured.length(.vertical, or: extent.height) }
    return extent
  }
}
