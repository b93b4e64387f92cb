extension LayoutSection {
  /// Checks all rules that need no container: finite numbers within ``LayoutLimits``, no negative
  /// sizes, no empty groups.
  ///
  /// - Throws: ``LayoutError`` at the first fault.
  package func validate() throws(LayoutError) {
    try group.validate(at: "group", depth: 1)
    try group.checkCellCount(at: "group")
    try contentInsets.validate(at: "insets")
    try checkLength(interGroupSpacing, at: "interGroupSpacing")
    for (index, item) in boundarySupplementaryItems.enumerated() {
      try item.validate(at: "boundary[\(index)]")
    }
    for (index, item) in decorationItems.enumerated() {
      try checkName(item.elementKind, at: "decorations[\(index)].kind")
      try item.contentInsets.validate(at: "decorations[\(index)].insets")
    }
    if let name = visibleItemsInvalidationHandler {
      try checkName(name, at: "visibleItemsHandler")
    }
    try list?.validate(at: "list")
  }
}

extension LayoutConfiguration {
  /// Checks all rules that need no container.
  ///
  /// - Throws: ``LayoutError`` at the first fault.
  package func validate() throws(LayoutError) {
    try checkLength(interSectionSpacing, at: "interSectionSpacing")
    for (index, item) in boundarySupplementaryItems.enumerated() {
      try item.validate(at: "boundary[\(index)]")
    }
  }
}

extension LayoutGroup {
  fileprivate func validate(at place: String, depth: Int) throws(LayoutError) {
    guard depth <= LayoutLimits.depth else { throw LayoutError(place: place, reason: .tooDeep) }
    try layoutSize.validate(at: place + ".size")
    try contentInsets.validate(at: place + ".insets")
    try edgeSpacing?.validate(at: place + ".edge")
    try checkLength(interItemSpacing?.spacing ?? 0, at: place + ".spacing")
    for (index, item) in supplementaryItems.enumerated() {
      try item.validate(at: "\(place).supplementary[\(index)]")
    }
    switch content {
    case .stack(_, let stacking): try stacking.validate(at: place, depth: depth)
    case .custom(.provider(let name)): try checkName(name, at: place + ".provider")
    case .custom(.frames(let frames)):
      guard !frames.isEmpty else {
        throw LayoutError(place: place + ".frames", reason: .noSubitems)
      }
      guard frames.count <= LayoutLimits.itemsInGroup else {
        throw LayoutError(place: place + ".frames", reason: .tooManyItems)
      }
      for (index, item) in frames.enumerated() {
        try item.validate(at: "\(place).frames[\(index)]")
      }
    }
  }
}

extension LayoutGroup {
  /// Checks how many cells one repetition has in any container: counts of nested groups multiply.
  ///
  /// The place is that of the outermost group that has too many.
  fileprivate func checkCellCount(at place: String) throws(LayoutError) {
    guard minimumCellCount <= LayoutLimits.itemsInGroup else {
      let member =
        switch content {
        case .stack(_, .fitting): ".subitems"
        case .stack: ".count"
        case .custom: ".frames"
        }
      throw LayoutError(place: place + member, reason: .tooManyItems)
    }
  }

  /// The cells that one repetition has in any container: every subitem once, or as often as its
  /// count says.
  ///
  /// The nesting is checked before.
  package var minimumCellCount: Int {
    switch content {
    case .stack(_, let stacking): stacking.minimumCellCount
    case .custom(.frames(let frames)): frames.count
    case .custom(.provider): 1
    }
  }
}

extension LayoutGroup.Stacking {
  /// See ``LayoutGroup/minimumCellCount``; a number without overflow.
  package var minimumCellCount: Int {
    switch self {
    case .fitting(let subitems):
      subitems.reduce(0) { $0.saturatingSum($1.minimumCellCount) }
    case .dividing(let subitem, let count), .repeating(let subitem, let count):
      subitem.minimumCellCount.saturatingProduct(count)
    }
  }
}

extension LayoutSubitem {
  /// See ``LayoutGroup/minimumCellCount``.
  package var minimumCellCount: Int {
    switch self {
    case .item: 1
    case .group(let group): group.minimumCellCount
    }
  }
}

extension Int {
  fileprivate func saturatingSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  fileprivate func saturatingProduct(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}

extension LayoutGroupCustomItem {
  package func validate(at place: String) throws(LayoutError) {
    try checkDistance(frame.x, at: place)
    try checkDistance(frame.y, at: place)
    try checkLength(frame.width, at: place)
    try checkLength(frame.height, at: place)
  }
}

extension LayoutGroup.Stacking {
  fileprivate func validate(at place: String, depth: Int) throws(LayoutError) {
    switch self {
    case .fitting(let subitems):
      guard !subitems.isEmpty else {
        throw LayoutError(place: place + ".subitems", reason: .noSubitems)
      }
    case .dividing(_, let count), .repeating(_, let count):
      guard count > 0 else {
        throw LayoutError(place: place + ".count", reason: .countNotPositive(count))
      }
      guard count <= LayoutLimits.itemsInGroup else {
        throw LayoutError(place: place + ".count", reason: .tooManyItems)
      }
    }
    for (index, subitem) in subitems.enumerated() {
      let place = "\(place).subitems[\(index)]"
      switch subitem {
      case .item(let item): try item.validate(at: place)
      case .group(let group): try group.validate(at: place, depth: depth + 1)
      }
    }
  }
}

extension LayoutItem {
  fileprivate func validate(at place: String) throws(LayoutError) {
    try layoutSize.validate(at: place + ".size")
    try contentInsets.validate(at: place + ".insets")
    try edgeSpacing?.validate(at: place + ".edge")
    for (index, item) in supplementaryItems.enumerated() {
      try item.validate(at: "\(place).supplementary[\(index)]")
    }
  }
}

extension LayoutSupplementaryItem {
  fileprivate func validate(at place: String) throws(LayoutError) {
    try checkName(elementKind, at: place + ".kind")
    try layoutSize.validate(at: place + ".size")
    try contentInsets.validate(at: place + ".insets")
    try containerAnchor.validate(at: place + ".anchor")
    try itemAnchor?.validate(at: place + ".itemAnchor")
  }
}

extension LayoutBoundarySupplementaryItem {
  fileprivate func validate(at place: String) throws(LayoutError) {
    try checkName(elementKind, at: place + ".kind")
    try layoutSize.validate(at: place + ".size")
    try contentInsets.validate(at: place + ".insets")
    try checkDistance(absoluteOffset.x, at: place + ".offset")
    try checkDistance(absoluteOffset.y, at: place + ".offset")
  }
}

extension LayoutAnchor {
  fileprivate func validate(at place: String) throws(LayoutError) {
    switch offset {
    case .absolute(let points):
      try checkDistance(points.x, at: place + ".absolute")
      try checkDistance(points.y, at: place + ".absolute")
    case .fractional(let shares):
      for share in [shares.x, shares.y] {
        try checkFinite(share, at: place + ".fractional", limit: LayoutLimits.share)
      }
    }
  }
}

extension LayoutSize {
  fileprivate func validate(at place: String) throws(LayoutError) {
    try widthDimension.validate(at: place + ".width")
    try heightDimension.validate(at: place + ".height")
  }
}

extension LayoutDimension {
  fileprivate func validate(at place: String) throws(LayoutError) {
    switch self {
    case .fractionalWidth(let share), .fractionalHeight(let share):
      try checkFinite(share, at: place, limit: LayoutLimits.share)
      guard share >= 0 else { throw LayoutError(place: place, reason: .negative(share)) }
    case .absolute(let length), .estimated(let length), .uniformAcrossSiblings(let length):
      try checkLength(length, at: place)
    }
  }
}

extension LayoutEdgeSpacing {
  fileprivate func validate(at place: String) throws(LayoutError) {
    for (name, spacing) in [
      ("leading", leading), ("top", top), ("trailing", trailing), ("bottom", bottom),
    ] {
      try checkLength(spacing?.spacing ?? 0, at: "\(place).\(name)")
    }
  }
}

extension DirectionalEdgeInsets {
  package func validate(at place: String) throws(LayoutError) {
    for inset in [top, leading, bottom, trailing] { try checkDistance(inset, at: place) }
  }
}

private func checkFinite(_ number: Double, at place: String, limit: Double) throws(LayoutError) {
  guard number.isFinite else { throw LayoutError(place: place, reason: .notFinite) }
  guard abs(number) <= limit else {
    throw LayoutError(place: place, reason: .tooLarge(number, limit: limit))
  }
}

/// Checks a distance, which may be negative.
package func checkDistance(_ points: Double, at place: String) throws(LayoutError) {
  try checkFinite(points, at: place, limit: LayoutLimits.length)
}

package func checkLength(_ points: Double, at place: String) throws(LayoutError) {
  try checkDistance(points, at: place)
  guard points >= 0 else { throw LayoutError(place: place, reason: .negative(points)) }
}

private func checkName(_ name: String, at place: String) throws(LayoutError) {
  guard !name.isEmpty else { throw LayoutError(place: place, reason: .emptyName) }
}
