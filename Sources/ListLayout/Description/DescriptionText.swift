// Lengths and dimensions as explanations, pictures and findings write them: with at most four
// decimals, so that a third is 0.3333 on every machine.

extension Double {
  var text: String {
    let rounded = (self * 10_000).rounded() / 10_000
    guard abs(rounded) < 1e15, rounded == rounded.rounded() else { return "\(rounded)" }
    return "\(Int(rounded))"
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}

extension LayoutExtent {
  var text: String { "\(width.text) × \(height.text)" }
}

extension LayoutRect {
  var text: String { "\(x.text), \(y.text), \(extent.text)" }
}

extension DirectionalEdgeInsets {
  var text: String {
    "top \(top.text), leading \(leading.text), bottom \(bottom.text), trailing \(trailing.text)"
  }
}

extension LayoutDimension {
  var text: String {
    switch self {
    case .fractionalWidth(let share): "fractionalWidth(\(share.text))"
    case .fractionalHeight(let share): "fractionalHeight(\(share.text))"
    case .absolute(let length): "absolute(\(length.text))"
    case .estimated(let length): "estimated(\(length.text))"
    case .uniformAcrossSiblings(let estimate): "uniformAcrossSiblings(\(estimate.text))"
    }
  }
}

extension LayoutSize {
  var text: String { "\(widthDimension.text) × \(heightDimension.text)" }
}

extension LayoutSpacing {
  var text: String {
    switch self {
    case .fixed(let points): "==\(points.text)"
    case .flexible(let points): ">=\(points.text)"
    }
  }
}

extension LayoutEdgeSpacing {
  var text: String {
    [("leading", leading), ("top", top), ("trailing", trailing), ("bottom", bottom)]
      .compactMap { name, spacing in spacing.map { "\(name) \($0.text)" } }
      .joined(separator: ", ")
  }
}

extension LayoutGroup {
  /// The kind of the group, without its size.
  var kindText: String {
    switch content {
    case .stack(let axis, .fitting(let subitems)):
      "\(axis.rawValue) group, \(subitems.count) subitem\(subitems.count == 1 ? "" : "s") in turn"
    case .stack(let axis, .dividing(_, let count)):
      "\(axis.rawValue) group, divided by \(count)"
    case .stack(let axis, .repeating(_, let count)):
      "\(axis.rawValue) group, \(count) times one subitem"
    case .custom(.frames(let frames)): "custom group of \(frames.count)"
    case .custom(.provider(let name)): "custom group, frames by \(name)"
    }
  }
}
