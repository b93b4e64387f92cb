/// A part of a description that has a surprising effect.
///
/// A finding is not an error: the description can be laid out, and UIKit lays it out in the same
/// way without a warning.
public struct LayoutFinding: Hashable, Sendable {
  /// The place in the description, such as `group.subitems[1].insets`.
  public var place: String
  /// The pitfall at that place.
  public var pitfall: Pitfall

  /// Creates a finding.
  package init(place: String, pitfall: Pitfall) {
    self.place = place
    self.pitfall = pitfall
  }

  /// The kinds of findings.
  public enum Pitfall: String, CaseIterable, Hashable, Sendable {
    /// Insets along an estimated dimension.
    case insetsOnEstimatedDimension
    /// Spacing between subitems whose lengths in points already fill the group.
    case spacingDropsSubitem
    /// A share of an estimated length.
    case shareOfEstimate
    /// Self-sizing cells side by side that get different sizes.
    case unequalSiblings
    /// An orthogonal section whose height depends on the cells measured so far.
    case orthogonalLengthGrows
    /// A self-sizing cell in a group that does not grow with the cell.
    case cellOutgrowsGroup
    /// A subitem after those that fill the group.
    case unreachableSubitem
    /// Insets above 0 and below 1.
    case insetsAreShares
    /// Flexible space in a group as long as its content.
    case nothingToShare
    /// Properties of a scroller in a section that does not scroll.
    case scrollsNowhere
  }
}

extension LayoutFinding: CustomStringConvertible {
  /// The place, the effect, and the advice.
  public var description: String { "\(place): \(pitfall.effect) \(pitfall.advice)" }
}

extension LayoutFinding.Pitfall {
  /// The effect, in a sentence.
  package var effect: String {
    switch self {
    case .insetsOnEstimatedDimension:
      "Insets along an estimated dimension are ignored."
    case .spacingDropsSubitem:
      "The subitems fill the group without the spacing, so that with it the last one is dropped."
    case .shareOfEstimate:
      "A share of an estimated length is a share of the estimate, whatever is measured."
    case .unequalSiblings:
      "Each cell has the size it was measured to want, so that neighbours differ."
    case .orthogonalLengthGrows:
      "The section is as long as the longest group measured so far, and grows while it scrolls."
    case .cellOutgrowsGroup:
      "A cell that is measured to be larger than its group lies over what follows."
    case .unreachableSubitem:
      "The subitems before it fill the group, so that it never appears."
    case .insetsAreShares:
      "Insets above 0 and below 1 are shares of the container, not points."
    case .nothingToShare:
      "A group as long as its content has nothing left over, so that flexible space stays at its least."
    case .scrollsNowhere:
      "The section does not scroll orthogonally, so that this has no effect."
    }
  }

  /// The advice for a better description, in a sentence.
  package var advice: String {
    switch self {
    case .insetsOnEstimatedDimension:
      "Use spacing or edge spacing, or put the distance into the cell."
    case .spacingDropsSubitem:
      "Use a count, which divides what the spacing leaves, or insets instead of spacing."
    case .shareOfEstimate:
      "Make the subitem estimated as well, or the group a fixed length."
    case .unequalSiblings:
      "Use uniformAcrossSiblings, which makes all as long as the longest."
    case .orthogonalLengthGrows:
      "Measure all cells beforehand, or use a fixed length."
    case .cellOutgrowsGroup:
      "Make the group estimated as well, or the cell a share of it."
    case .unreachableSubitem:
      "Make the subitems smaller, or stack them along the other axis."
    case .insetsAreShares:
      "Use 0 or 1 point and more, if points are meant."
    case .nothingToShare:
      "Give the group a fixed length or a share, or use fixed spacing."
    case .scrollsNowhere:
      "Give the section an orthogonal scrolling behaviour, or leave this out."
    }
  }
}

extension LayoutSection {
  /// Finds the pitfalls that are visible in the description alone.
  ///
  /// - Returns: The findings, from the outside in, in the order of the description; most
  ///   descriptions have none.
  /// - Complexity: O(size of the description).
  public func lint() -> [LayoutFinding] {
    var linter = LayoutLinter()
    linter.checkShares(contentInsets, at: "insets")
    if orthogonalScrollingBehavior == .none {
      if orthogonalScrollingProperties != OrthogonalScrollingProperties() {
        linter.add(.scrollsNowhere, at: "orthogonalScrolling")
      }
      if carousel != nil { linter.add(.scrollsNowhere, at: "carousel") }
    } else if group.layoutSize.heightDimension.isEstimated, group.hasEstimatedCell(.vertical) {
      linter.add(.orthogonalLengthGrows, at: "group.size.height")
    }
    for (index, item) in boundarySupplementaryItems.enumerated() {
      linter.checkShares(item.contentInsets, at: "boundary[\(index)].insets")
    }
    for (index, item) in decorationItems.enumerated() {
      linter.checkShares(item.contentInsets, at: "decorations[\(index)].insets")
    }
    linter.check(group, at: "group")
    return linter.findings
  }
}

private struct LayoutLinter {
  var findings: [LayoutFinding] = []

  mutating func add(_ pitfall: LayoutFinding.Pitfall, at place: String) {
    findings.append(LayoutFinding(place: place, pitfall: pitfall))
  }

  mutating func checkShares(_ insets: DirectionalEdgeInsets, at place: String) {
    let distances = [insets.top, insets.leading, insets.bottom, insets.trailing]
    if distances.contains(where: { $0 > 0 && $0 < 1 }) { add(.insetsAreShares, at: place) }
  }

  mutating func check(_ group: LayoutGroup, at place: String) {
    checkOwn(.group(group), at: place)
    guard case .stack(let axis, let stacking) = group.content else { return }
    let isEstimated = group.layoutSize[axis].isEstimated
    if isEstimated, group.interItemSpacing?.isFlexible ?? false {
      add(.nothingToShare, at: place + ".spacing")
    }
    if case .fitting(let subitems) = stacking, !isEstimated {
      checkFit(subitems, axis, group, at: place)
    }
    checkSiblings(stacking, axis.crossing, at: place)
    for (index, subitem) in stacking.subitems.enumerated() {
      let place = "\(place).subitems[\(index)]"
      checkShares(of: group, subitem, axis, stacking, at: place)
      switch subitem {
      case .item:
        checkOwn(subitem, at: place)
        let crossing = axis.crossing
        if subitem.layoutSize[crossing].isEstimated, !group.layoutSize[crossing].isEstimated {
          add(.cellOutgrowsGroup, at: "\(place).size.\(crossing.sideName)")
        }
      case .group(let inner): check(inner, at: place)
      }
    }
  }

  /// Checks the properties of an item or a group itself.
  private mutating func checkOwn(_ subitem: LayoutSubitem, at place: String) {
    let insets = subitem.contentInsets
    checkShares(insets, at: place + ".insets")
    for axis in [LayoutAxis.horizontal, .vertical]
    where subitem.layoutSize[axis].isEstimated && insets.only(axis) != .zero {
      add(.insetsOnEstimatedDimension, at: place + ".insets")
      break
    }
    for (index, item) in subitem.supplementaryItems.enumerated() {
      checkShares(item.contentInsets, at: "\(place).supplementary[\(index)].insets")
    }
  }

  /// Finds sides that are shares of an estimated side of the group, unless a count decides their
  /// length.
  private mutating func checkShares(
    of group: LayoutGroup,
    _ subitem: LayoutSubitem,
    _ axis: LayoutAxis,
    _ stacking: LayoutGroup.Stacking,
    at place: String
  ) {
    for side in [LayoutAxis.horizontal, .vertical] {
      if case .dividing = stacking, side == axis { continue }
      let basis: LayoutAxis
      switch subitem.layoutSize[side] {
      case .fractionalWidth: basis = .horizontal
      case .fractionalHeight: basis = .vertical
      case .absolute, .estimated, .uniformAcrossSiblings: continue
      }
      if group.layoutSize[basis].isEstimated {
        add(.shareOfEstimate, at: "\(place).size.\(side.sideName)")
      }
    }
  }

  /// Finds subitems that are dropped or never reached.
  ///
  /// Lengths are points if the group has an absolute length, otherwise shares of the group.
  private mutating func checkFit(
    _ subitems: [LayoutSubitem],
    _ axis: LayoutAxis,
    _ group: LayoutGroup,
    at place: String
  ) {
    let whole: Double
    if case .absolute(let length) = group.layoutSize[axis] {
      whole = length - group.contentInsets.total(axis)
    } else {
      whole = 1
    }
    let isShare = whole == 1
    let lengths = subitems.compactMap { subitem -> Double? in
      guard subitem.edgeSpacing == nil else { return nil }
      switch (subitem.layoutSize[axis], axis) {
      case (.fractionalWidth(let share), .horizontal), (.fractionalHeight(let share), .vertical):
        return share * whole
      case (.absolute(let length), _): return isShare ? nil : length
      default: return nil
      }
    }
    guard lengths.count == subitems.count, let first = lengths.first, first > 0 else { return }
    let tolerance = isShare ? 1e-6 : GroupResolver.tolerance
    let spacing = group.interItemSpacing?.spacing ?? 0
    var used = 0.0
    var count = 0
    while count < LayoutLimits.itemsInGroup {
      let next = used + lengths[count % lengths.count]
      guard next <= whole + tolerance, next > used else { break }
      used = next
      count += 1
    }
    // Shares leave room for the spacing (R3); lengths in points do not.
    let isFixed = subitems.allSatisfy {
      if case .absolute = $0.layoutSize[axis] { true } else { false }
    }
    if isFixed, count >= 2, spacing > 0, used >= whole - tolerance {
      add(.spacingDropsSubitem, at: place + ".spacing")
      count -= 1
    }
    for index in lengths.indices.dropFirst(max(1, count)) {
      add(.unreachableSubitem, at: "\(place).subitems[\(index)]")
    }
  }

  /// Finds several cells side by side, each with its own length across the group.
  private mutating func checkSiblings(
    _ stacking: LayoutGroup.Stacking,
    _ side: LayoutAxis,
    at place: String
  ) {
    let isOwn = { (subitem: LayoutSubitem) in
      if case .estimated = subitem.layoutSize[side], case .item = subitem { true } else { false }
    }
    let count: Int
    switch stacking {
    case .dividing(let subitem, let number), .repeating(let subitem, let number):
      count = isOwn(subitem) ? number : 0
    case .fitting(let subitems):
      count = subitems.count { isOwn($0) } * (subitems.count == 1 ? subitems[0].perGroup(side) : 1)
    }
    if count > 1 { add(.unequalSiblings, at: "\(place).subitems[0].size.\(side.sideName)") }
  }
}

extension LayoutSubitem {
  /// Returns how often it certainly fits into a group that repeats only it, by its share of the
  /// length.
  fileprivate func perGroup(_ side: LayoutAxis) -> Int {
    switch (layoutSize[side.crossing], side.crossing) {
    case (.fractionalWidth(let share), .horizontal), (.fractionalHeight(let share), .vertical):
      share > 0 ? Int(min(1 / share + 1e-6, Double(LayoutLimits.itemsInGroup))) : 1
    default: 1
    }
  }
}

extension LayoutGroup {
  /// Returns whether any cell in it is measured along an axis.
  fileprivate func hasEstimatedCell(_ axis: LayoutAxis) -> Bool {
    subitems.contains { subitem in
      switch subitem {
      case .item(let item): item.layoutSize[axis].isEstimated
      case .group(let group): group.hasEstimatedCell(axis)
      }
    }
  }
}

extension LayoutAxis {
  /// The name of the side along the axis, as in places of a description.
  fileprivate var sideName: String { self == .horizontal ? "width" : "height" }
}
