import ListLayout

/// The inside of groups, for ``NaiveLayout``: cell by cell.
struct GroupSolver {
  var sizes: [MeasuredSize]
  var kinds: [String: MeasuredSize]
  /// The pixels to which shares are rounded down.
  var pixels: Double?

  struct Badge {
    var kind: String
    var frame: LayoutRect
    var z: Int
  }

  struct Leaf {
    var index: Int
    var frame: LayoutRect
    var z: Int
    var badges: [Badge]
  }

  /// An item or a group with its place in the group around it.
  struct Placed {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
    var firstLeaf = 0
    var leafCount = 0
    var leaves: [Leaf] = []
    /// What is attached to the group itself.
    var own: [LayoutSupplementaryItem] = []
    var insets = DirectionalEdgeInsets.zero
    var badges: [Badge] = []
    var kinds: [String: MeasuredSize] = [:]
    var basis = LayoutExtent.zero
    var fixed = Fixed()
    var final = Fixed()
    /// The axis of its subitems; `nil` for a cell and for a custom group.
    var axis: LayoutAxis?
    /// Whether cells decide how many subitems there are, here or further in.
    var flows = false
    var children: [Placed] = []
    var pixels: Double?

    /// The supplementary views of the group and the groups in it, in the group's space.
    var allBadges: [Badge] {
      let host = LayoutRect(x: 0, y: 0, width: width, height: height).naiveInset(insets)
      return own.map { $0.naive(on: host, basis, kinds, pixels) } + badges
    }
  }

  /// Lengths that somebody else has chosen.
  struct Fixed {
    var width: Double?
    var height: Double?
  }

  /// Whether there is a cell in a place; with no cells at all, estimates are asked for.
  private func exists(_ leaf: Int) -> Bool { sizes.isEmpty || leaf < sizes.count }

  private func measured(_ leaf: Int) -> MeasuredSize {
    sizes.indices.contains(leaf) ? sizes[leaf] : .none
  }

  /// Checks that a group can be laid out, with estimates alone.
  func check(_ group: LayoutGroup, in basis: LayoutExtent) throws(LayoutError) {
    var leaf = 0
    _ = try self.group(group, in: basis, fixed: .init(), leaf: &leaf)
  }

  /// Whether cells have a say in the length of a subitem.
  func isSelfSizing(_ subitem: LayoutSubitem, _ axis: LayoutAxis, fixed: Bool) -> Bool {
    if fixed { return false }
    switch subitem {
    case .item(let item): return item.layoutSize.naive(axis).naiveIsEstimated
    case .group(let group):
      guard group.layoutSize.naive(axis).naiveIsEstimated else { return false }
      guard case .stack(_, let stacking) = group.content else { return false }
      switch stacking {
      case .fitting(let subitems):
        return subitems.contains { isSelfSizing($0, axis, fixed: false) }
      case .dividing(let subitem, _):
        if case .stack(axis, _) = group.content { return false }
        return isSelfSizing(subitem, axis, fixed: false)
      case .repeating(let subitem, _): return isSelfSizing(subitem, axis, fixed: false)
      }
    }
  }

  func group(
    _ group: LayoutGroup,
    in basis: LayoutExtent,
    fixed: Fixed,
    final: Fixed = Fixed(),
    leaf: inout Int
  ) throws(LayoutError) -> Placed {
    let size = group.layoutSize
    var placed = Placed()
    placed.firstLeaf = leaf
    placed.basis = basis
    placed.fixed = fixed
    placed.final = final
    placed.own = group.supplementaryItems
    placed.kinds = kinds
    placed.pixels = pixels
    placed.width = fixed.width ?? size.widthDimension.naive(basis, nil, pixels)
    placed.height = fixed.height ?? size.heightDimension.naive(basis, nil, pixels)
    let extent = LayoutExtent(width: placed.width, height: placed.height)
    var insets = group.contentInsets.naivePoints(extent.width, extent.height)
    if size.widthDimension.naiveIsEstimated && fixed.width == nil {
      insets.leading = 0
      insets.trailing = 0
    }
    if size.heightDimension.naiveIsEstimated && fixed.height == nil {
      insets.top = 0
      insets.bottom = 0
    }
    placed.insets = insets
    let inner = try extent.naiveRoom(insets)
    guard case .stack(let axis, let stacking) = group.content else {
      guard case .custom(.frames(let frames)) = group.content else {
        throw LayoutError(place: "group", reason: .notRegistered("a provider"))
      }
      for item in frames {
        placed.leaves.append(Leaf(index: leaf, frame: item.frame, z: item.zIndex, badges: []))
        leaf += 1
      }
      placed.leafCount = frames.count
      placed.width = final.width ?? placed.width
      placed.height = final.height ?? placed.height
      return placed
    }
    let whole = LayoutSubitem.group(group)
    let grows = isSelfSizing(whole, axis, fixed: fixed[axis] != nil)
    let growsAcross = isSelfSizing(whole, axis.crossing, fixed: fixed[axis.crossing] != nil)
    let gap = group.interItemSpacing?.spacing ?? 0
    let room = inner.naive(axis)
    placed.axis = axis
    // Shares refer to what the spaces of the run leave.
    let inRun = try runLength(stacking, axis, gap, inner, grows: grows)
    var shares = inner
    shares.naiveSet(axis, max(0, room - gap * Double(inRun - 1)))

    // Which subitems, and how long.
    var children: [(subitem: LayoutSubitem, placed: Placed)] = []
    func length(_ child: (subitem: LayoutSubitem, placed: Placed)) -> Double {
      child.subitem.edge.room(axis) + child.placed.naive(axis)
    }
    switch stacking {
    case .fitting(let subitems):
      for subitem in subitems {
        // A fault is one also where it is not reached.
        var none = 0
        _ = try GroupSolver(sizes: [], kinds: [:], pixels: pixels)
          .subitem(subitem, in: shares, fixed: .init(), leaf: &none)
      }
      if grows {
        for subitem in subitems {
          children.append(
            (subitem, try self.subitem(subitem, in: shares, fixed: .init(), leaf: &leaf))
          )
        }
      } else {
        // Where cells say how long they are, rows are filled with the cells that there are.
        placed.flows = subitems.contains { isSelfSizing($0, axis, fixed: false) }
        if !placed.flows {
          for turn in 0..<inRun {
            let subitem = subitems[turn % subitems.count]
            children.append(
              (subitem, try self.subitem(subitem, in: shares, fixed: .init(), leaf: &leaf))
            )
          }
        }
        var used = 0.0
        var usedBefore = -1.0
        for turn in 0..<(placed.flows ? LayoutLimits.itemsInGroup : 0) {
          if turn > 0, !exists(leaf) { break }
          let subitem = subitems[turn % subitems.count]
          if turn % subitems.count == 0 {
            // All subitems together take no room: there would be no end of them.
            guard used > usedBefore else { break }
            usedBefore = used
          }
          var ahead = leaf
          let child = (subitem, try self.subitem(subitem, in: shares, fixed: .init(), leaf: &ahead))
          let needed = (turn == 0 ? 0 : gap) + length(child)
          if used + needed > room + NaiveLayout.tolerance, turn > 0 { break }
          used += needed
          children.append(child)
          leaf = ahead
        }
      }
    case .dividing(let subitem, let count):
      let part = ((room - gap * Double(count - 1)) / Double(count)).naiveFloor(pixels)
      let share = part - subitem.edge.room(axis)
      guard share >= -NaiveLayout.tolerance else {
        throw LayoutError(
          place: "group",
          reason: .groupCannotFitAnyItem(needed: 0, available: share)
        )
      }
      var fixed = Fixed()
      fixed[axis] = max(0, share)
      for _ in 0..<count {
        children.append(
          (subitem, try self.subitem(subitem, in: shares, fixed: fixed, leaf: &leaf))
        )
      }
    case .repeating(let subitem, let count):
      for _ in 0..<count {
        children.append(
          (subitem, try self.subitem(subitem, in: shares, fixed: .init(), leaf: &leaf))
        )
      }
    }
    placed.leafCount = leaf - placed.firstLeaf

    func isEstimated(_ subitem: LayoutSubitem, _ side: LayoutAxis) -> Bool {
      if case .dividing = stacking, side == axis { return false }
      if case .uniformAcrossSiblings = subitem.size.naive(side) { return true }
      return isSelfSizing(subitem, side, fixed: false)
    }
    // A cell that is not there takes no part in what cells decide.
    func isThere(_ child: Placed) -> Bool { exists(child.firstLeaf) }
    // Uniform siblings are as long as the longest.
    for side in [LayoutAxis.horizontal, .vertical] {
      // The longest of those with an estimated length.
      let longest = children.filter { isThere($0.placed) && isEstimated($0.subitem, side) }
        .map { $0.placed.naive(side) }.max()
      guard let longest else { continue }
      for index in children.indices {
        guard case .uniformAcrossSiblings = children[index].subitem.size.naive(side) else {
          continue
        }
        if case .dividing = stacking, side == axis { continue }
        if case .group(let group) = children[index].subitem {
          var again = children[index].placed.firstLeaf
          var final = children[index].placed.final
          final[side] = longest
          children[index].placed = try self.group(
            group,
            in: children[index].placed.basis,
            fixed: children[index].placed.fixed,
            final: final,
            leaf: &again
          )
        } else {
          children[index].placed.naiveSet(side, longest)
        }
      }
    }
    let present = children.filter { isThere($0.placed) }
    if grows {
      let sum = present.reduce(0) { $0 + length($1) } + gap * Double(max(0, present.count - 1))
      placed.naiveSet(axis, sum + insets.naiveTotal(axis))
    }
    if growsAcross {
      let across = axis.crossing
      let most = present.map { $0.subitem.edge.room(across) + $0.placed.naive(across) }.max() ?? 0
      placed.naiveSet(across, most + insets.naiveTotal(across))
    }

    // Who is as long as the longest sibling has its length from there.
    placed.width = final.width ?? placed.width
    placed.height = final.height ?? placed.height

    // What is left over goes to the flexible spaces, in equal shares.
    var slots = 0
    if case .flexible = group.interItemSpacing { slots += children.count - 1 }
    for child in children {
      slots += child.subitem.edge.isFlexible(start: axis) ? 1 : 0
      slots += child.subitem.edge.isFlexible(end: axis) ? 1 : 0
    }
    // The last group keeps the gaps of a whole one (R11): what is not there counts as estimated.
    func lengthInWhole(_ child: (subitem: LayoutSubitem, placed: Placed)) throws(LayoutError)
      -> Double
    {
      guard !isThere(child.placed), case .group = child.subitem,
        isSelfSizing(child.subitem, axis, fixed: false), child.placed.final[axis] == nil
      else { return length(child) }
      if case .dividing = stacking { return length(child) }
      var none = 0
      let estimated = try GroupSolver(sizes: [], kinds: [:], pixels: pixels)
        .subitem(child.subitem, in: shares, fixed: .init(), leaf: &none)
      return child.subitem.edge.room(axis) + estimated.naive(axis)
    }
    var total = gap * Double(children.count - 1)
    for child in children { total += try lengthInWhole(child) }
    var share = grows || slots == 0 ? 0 : max(0, room - total) / Double(slots)
    if case .fitting(let subitems) = stacking, !exists(leaf), !sizes.isEmpty,
      subitems.contains(where: { isSelfSizing($0, axis, fixed: false) })
    {
      // The last row of a flow keeps the least space.
      share = 0
    }
    var cursor = insets.naiveStart(axis)
    let breadth = placed.naive(axis.crossing) - insets.naiveTotal(axis.crossing)
    for index in children.indices {
      let edge = children[index].subitem.edge
      if index > 0 {
        cursor += gap
        if case .flexible = group.interItemSpacing { cursor += share }
      }
      cursor += (edge.start(axis)?.spacing ?? 0) + (edge.isFlexible(start: axis) ? share : 0)
      let across =
        insets.naiveStart(axis.crossing)
        + edge.across(children[index].placed.naive(axis.crossing), in: breadth, axis.crossing)
      var child = children[index].placed
      if axis == .horizontal {
        child.x = cursor
        child.y = across
      } else {
        child.y = cursor
        child.x = across
      }
      placed.take(child, children[index].subitem, isThere: isThere(child), solver: self)
      cursor += child.naive(axis) + (edge.end(axis)?.spacing ?? 0)
      cursor += edge.isFlexible(end: axis) ? share : 0
    }
    return placed
  }

  /// The number of subitems whose spaces the shares of a group leave out.
  private func runLength(
    _ stacking: LayoutGroup.Stacking,
    _ axis: LayoutAxis,
    _ gap: Double,
    _ inner: LayoutExtent,
    grows: Bool
  ) throws(LayoutError) -> Int {
    let subitems: [LayoutSubitem]
    switch stacking {
    case .dividing(_, let count), .repeating(_, let count): return count
    case .fitting(let all):
      if grows { return all.count }
      subitems = all
    }
    let room = inner.naive(axis)
    var fitting = 0
    while true {
      let count = fitting + 1
      var shares = inner
      shares.naiveSet(axis, max(0, room - gap * Double(count - 1)))
      var cycle = 0.0
      var total = gap * Double(count - 1)
      for turn in 0..<count {
        let subitem = subitems[turn % subitems.count]
        let length = subitem.edge.room(axis) + subitem.size.naive(axis).naive(shares, nil, pixels)
        total += length
        if turn < subitems.count { cycle += length }
      }
      if total > room + NaiveLayout.tolerance {
        guard fitting == 0 else { return fitting }
        // A cell that chooses its own length is longer than the group; nothing else may be.
        guard isSelfSizing(subitems[0], axis, fixed: false) else {
          throw LayoutError(
            place: "group",
            reason: .groupCannotFitAnyItem(needed: total, available: room)
          )
        }
        return 1
      }
      fitting = count
      if fitting == subitems.count, cycle + gap * Double(count - 1) <= 0 { return fitting }
      if fitting > LayoutLimits.itemsInGroup {
        throw LayoutError(place: "group", reason: .tooManyItems)
      }
    }
  }

  private func subitem(
    _ subitem: LayoutSubitem,
    in basis: LayoutExtent,
    fixed: Fixed,
    leaf: inout Int
  ) throws(LayoutError) -> Placed {
    switch subitem {
    case .group(let group): return try self.group(group, in: basis, fixed: fixed, leaf: &leaf)
    case .item(let item):
      var placed = Placed()
      placed.firstLeaf = leaf
      placed.leafCount = 1
      let size = measured(leaf)
      let dimensions = item.layoutSize
      placed.width = fixed.width ?? dimensions.widthDimension.naive(basis, size.width, pixels)
      placed.height = fixed.height ?? dimensions.heightDimension.naive(basis, size.height, pixels)
      // Insets are ignored on a side that is estimated; a side that is divided is not.
      var insets = item.contentInsets.naivePoints(placed.width, placed.height)
      if item.layoutSize.widthDimension.naiveIsEstimated && fixed.width == nil {
        insets.leading = 0
        insets.trailing = 0
      }
      if item.layoutSize.heightDimension.naiveIsEstimated && fixed.height == nil {
        insets.top = 0
        insets.bottom = 0
      }
      placed.insets = insets
      leaf += 1
      return placed
    }
  }
}

extension GroupSolver.Placed {
  /// Takes in a child that has its place.
  fileprivate mutating func take(
    _ child: Self,
    _ subitem: LayoutSubitem,
    isThere: Bool,
    solver: GroupSolver
  ) {
    children.append(child)
    if child.flows { flows = true }
    switch subitem {
    case .item(let item):
      let frame = LayoutRect(x: child.x, y: child.y, width: child.width, height: child.height)
        .naiveInset(child.insets)
      leaves.append(
        GroupSolver.Leaf(
          index: child.firstLeaf,
          frame: frame,
          z: 0,
          badges: item.supplementaryItems.map {
            $0.naive(on: frame, frame.extent, solver.kinds, solver.pixels)
          }
        )
      )
    case .group:
      for var leaf in child.leaves {
        leaf.frame = leaf.frame.offsetBy(x: child.x, y: child.y)
        for index in leaf.badges.indices {
          leaf.badges[index].frame = leaf.badges[index].frame.offsetBy(x: child.x, y: child.y)
        }
        leaves.append(leaf)
      }
      guard isThere else { return }
      for var badge in child.allBadges {
        badge.frame = badge.frame.offsetBy(x: child.x, y: child.y)
        badges.append(badge)
      }
    }
  }

  func naive(_ axis: LayoutAxis) -> Double { axis == .horizontal ? width : height }
  mutating func naiveSet(_ axis: LayoutAxis, _ length: Double) {
    if axis == .horizontal { width = length } else { height = length }
  }

  /// Whether the group ends before its end along an axis, if it only has so many cells (R13).
  func endsEarly(_ present: Int, _ scrolled: LayoutAxis) -> Bool {
    guard let axis else { return false }
    if axis == scrolled { return true }
    guard !flows else { return false }
    var before = 0
    for child in children {
      if present <= before + child.leafCount {
        let isWhole = present == before + child.leafCount
        return !isWhole && child.endsEarly(present - before, scrolled)
      }
      before += child.leafCount
    }
    return false
  }

  /// Makes the group as long as its cells need, if there are fewer than in a whole one (R13).
  mutating func shorten(_ present: Int, _ scrolled: LayoutAxis, whole: Self) {
    guard present < whole.leaves.count, whole.leaves.count > 1, endsEarly(present, scrolled),
      let last = whole.leaves.last
    else { return }
    func end(_ leaf: GroupSolver.Leaf) -> Double {
      scrolled == .horizontal
        ? leaf.frame.x + leaf.frame.width : leaf.frame.y + leaf.frame.height
    }
    let corner = insets.naiveStart(scrolled)
    let there = leaves.filter { $0.index < firstLeaf + present }
    let reach = max(corner, there.map(end).max() ?? corner)
    let after = whole.naive(scrolled) - (insets.naiveTotal(scrolled) - corner) - end(last)
    naiveSet(scrolled, min(whole.naive(scrolled), reach - corner + max(0, after)))
  }
}

extension GroupSolver.Fixed {
  subscript(axis: LayoutAxis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

extension LayoutSubitem {
  var edge: LayoutEdgeSpacing? {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  var size: LayoutSize {
    switch self {
    case .item(let item): item.layoutSize
    case .group(let group): group.layoutSize
    }
  }
}

extension LayoutEdgeSpacing? {
  func start(_ axis: LayoutAxis) -> LayoutSpacing? {
    axis == .horizontal ? self?.leading : self?.top
  }
  func end(_ axis: LayoutAxis) -> LayoutSpacing? {
    axis == .horizontal ? self?.trailing : self?.bottom
  }
  func isFlexible(start axis: LayoutAxis) -> Bool {
    if case .flexible = start(axis) { true } else { false }
  }
  func isFlexible(end axis: LayoutAxis) -> Bool {
    if case .flexible = end(axis) { true } else { false }
  }
  /// The room it takes at least.
  func room(_ axis: LayoutAxis) -> Double {
    (start(axis)?.spacing ?? 0) + (end(axis)?.spacing ?? 0)
  }
  func breadth(_ length: Double, _ axis: LayoutAxis) -> Double { length + room(axis) }
  /// Where something of a length stands in a space (R12).
  func across(_ length: Double, in space: Double, _ axis: LayoutAxis) -> Double {
    let slack = Swift.max(0, space - length - room(axis))
    let start = self.start(axis)?.spacing ?? 0
    switch (isFlexible(start: axis), isFlexible(end: axis)) {
    case (true, true): return start + slack / 2
    case (true, false): return start + slack
    case (false, _): return start
    }
  }
}

extension LayoutSize {
  func naive(_ axis: LayoutAxis) -> LayoutDimension {
    axis == .horizontal ? widthDimension : heightDimension
  }
}

extension LayoutExtent {
  /// What insets leave (R2, R3).
  func naiveRoom(_ insets: DirectionalEdgeInsets) throws(LayoutError) -> LayoutExtent {
    let horizontal = insets.leading + insets.trailing
    let vertical = insets.top + insets.bottom
    let inner = LayoutExtent(width: width - horizontal, height: height - vertical)
    if horizontal > 0 && inner.width <= 0 || vertical > 0 && inner.height <= 0 {
      throw LayoutError(place: "insets", reason: .negativeEffectiveContentSize(inner))
    }
    return inner
  }

  func naive(_ axis: LayoutAxis) -> Double { axis == .horizontal ? width : height }
  mutating func naiveSet(_ axis: LayoutAxis, _ length: Double) {
    if axis == .horizontal { width = length } else { height = length }
  }
}

extension LayoutDimension {
  var naiveIsEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .absolute, .fractionalWidth, .fractionalHeight: false
    }
  }

  func naive(_ basis: LayoutExtent, _ measured: Double?, _ pixels: Double?) -> Double {
    switch self {
    case .fractionalWidth(let share): (share * basis.width).naiveFloor(pixels)
    case .fractionalHeight(let share): (share * basis.height).naiveFloor(pixels)
    case .absolute(let length): length
    case .estimated(let length), .uniformAcrossSiblings(let length): measured ?? length
    }
  }
}

extension Double {
  /// The last pixel before, or the one that is missed by a hair.
  func naiveFloor(_ pixels: Double?) -> Double {
    guard let pixels else { return self }
    let nearest = (self * pixels).rounded()
    if abs(self * pixels - nearest) <= 1e-4 { return nearest / pixels }
    return (self * pixels).rounded(.down) / pixels
  }
}

extension DirectionalEdgeInsets {
  /// In points: what lies between 0 and 1 is a share (R4).
  func naivePoints(_ width: Double, _ height: Double) -> DirectionalEdgeInsets {
    func points(_ inset: Double, _ length: Double) -> Double {
      inset > 0 && inset < 1 ? inset * length : inset
    }
    return DirectionalEdgeInsets(
      top: points(top, height),
      leading: points(leading, width),
      bottom: points(bottom, height),
      trailing: points(trailing, width)
    )
  }

  /// In points, and none where the side is estimated (R5).
  func naive(_ extent: LayoutExtent, _ size: LayoutSize) -> DirectionalEdgeInsets {
    var insets = naivePoints(extent.width, extent.height)
    if size.widthDimension.naiveIsEstimated {
      insets.leading = 0
      insets.trailing = 0
    }
    if size.heightDimension.naiveIsEstimated {
      insets.top = 0
      insets.bottom = 0
    }
    return insets
  }

  func naiveStart(_ axis: LayoutAxis) -> Double { axis == .horizontal ? leading : top }
  func naiveTotal(_ axis: LayoutAxis) -> Double {
    axis == .horizontal ? leading + trailing : top + bottom
  }
}

extension LayoutRect {
  func naiveInset(_ insets: DirectionalEdgeInsets) -> LayoutRect {
    LayoutRect(
      x: x + insets.leading,
      y: y + insets.top,
      width: max(0, width - insets.leading - insets.trailing),
      height: max(0, height - insets.top - insets.bottom)
    )
  }
}

extension LayoutSupplementaryItem {
  func naive(
    on host: LayoutRect,
    _ box: LayoutExtent,
    _ kinds: [String: MeasuredSize],
    _ pixels: Double?
  ) -> GroupSolver.Badge {
    let basis = LayoutExtent(width: host.width, height: host.height)
    let measured = kinds[elementKind]
    let size = LayoutExtent(
      width: layoutSize.widthDimension.naive(box, measured?.width, pixels),
      height: layoutSize.heightDimension.naive(box, measured?.height, pixels)
    )
    let own = itemAnchor ?? LayoutAnchor(edges: containerAnchor.edges)
    let there = containerAnchor.naive(on: basis)
    let here = own.naive(on: size)
    let shift = containerAnchor.naiveShift(size)
    let ownShift = own.naiveShift(size)
    return GroupSolver.Badge(
      kind: elementKind,
      frame: LayoutRect(
        x: host.x + there.x + shift.x - here.x + ownShift.x,
        y: host.y + there.y + shift.y - here.y + ownShift.y,
        width: size.width,
        height: size.height
      ).naiveInset(contentInsets.naive(size, layoutSize)),
      z: zIndex
    )
  }
}

extension LayoutAnchor {
  func naive(on size: LayoutExtent) -> LayoutPoint {
    func share(_ start: Bool, _ end: Bool) -> Double { start == end ? 0.5 : start ? 0 : 1 }
    return LayoutPoint(
      x: size.width * share(edges.contains(.leading), edges.contains(.trailing)),
      y: size.height * share(edges.contains(.top), edges.contains(.bottom))
    )
  }

  func naiveShift(_ size: LayoutExtent) -> LayoutPoint {
    switch offset {
    case .absolute(let points): points
    case .fractional(let shares): LayoutPoint(x: shares.x * size.width, y: shares.y * size.height)
    }
  }
}
