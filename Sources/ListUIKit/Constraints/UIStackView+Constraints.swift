import Foundation
import ListConstraints

// A stack as constraints: its ends, its gaps, how its views share its length, and how they are aligned.

extension UIStackView {
  /// The priority with which a stack is short across its axis.
  private static let shortAcross = 49.0
  /// The priority with which gaps or distances of middles are equal.
  private static let equalGaps = 150.0

  func addConstraints(to layout: inout ConstraintLayout) {
    let own = layout.place(of: self)
    let canvas = isLayoutMarginsRelativeArrangement ? own.inset(by: layoutMargins) : own
    let direction = effectiveUserInterfaceLayoutDirection
    let along = Line(axis == .horizontal, direction, canvas)
    let shown = arrangedSubviews.filter { !$0.isHidden }
    addEnds(along, shown, to: &layout)
    switch distribution {
    case .fill: break
    case .fillEqually: addEqualLengths(along, shown, to: &layout)
    case .fillProportionally: addShares(along, shown, to: &layout)
    case .equalSpacing, .equalCentering: addEqualDistances(along, shown, to: &layout)
    }
    addHidden(along, to: &layout)
    addAcross(Line(axis == .vertical, direction, canvas), to: &layout)
  }

  /// A line along which views stand: their starts and lengths, from the canvas's start on.
  private struct Line {
    let isHorizontal: Bool
    let isTurned: Bool
    let canvas: ConstraintLayout.Place

    init(
      _ isHorizontal: Bool,
      _ direction: UIUserInterfaceLayoutDirection,
      _ canvas: ConstraintLayout.Place
    ) {
      self.isHorizontal = isHorizontal
      isTurned = isHorizontal && direction == .rightToLeft
      self.canvas = canvas
    }

    func start(_ place: ConstraintLayout.Place) -> LinearExpression {
      guard isHorizontal else { return place.top }
      return isTurned ? place.right * -1 : place.left
    }

    func length(_ place: ConstraintLayout.Place) -> LinearExpression {
      isHorizontal ? place.width : place.height
    }

    func end(_ place: ConstraintLayout.Place) -> LinearExpression {
      start(place) + length(place)
    }

    func middle(_ place: ConstraintLayout.Place) -> LinearExpression {
      start(place) + length(place) * 0.5
    }
  }

  private var name: String { "the arrangement of \(type(of: self))" }

  private func addEnds(_ line: Line, _ shown: [UIView], to layout: inout ConstraintLayout) {
    guard let first = shown.first, let last = shown.last else {
      layout.demand(line.length(line.canvas), .equal, Self.shortAcross, self.name)
      return
    }
    layout.demand(
      line.start(layout.place(of: first)) - line.start(line.canvas),
      .equal,
      1_000,
      self.name
    )
    layout.demand(
      line.end(layout.place(of: last)) - line.end(line.canvas),
      .equal,
      1_000,
      self.name
    )
    let isExact = distribution != .equalSpacing && distribution != .equalCentering
    for (view, next) in zip(shown, shown.dropFirst()) {
      let gap = line.start(layout.place(of: next)) - line.end(layout.place(of: view))
      layout.demand(
        gap + -self.gap(after: view),
        isExact ? .equal : .greaterOrEqual,
        1_000,
        self.name
      )
    }
  }

  private func addEqualLengths(_ line: Line, _ shown: [UIView], to layout: inout ConstraintLayout) {
    guard let first = shown.first else { return }
    for view in shown.dropFirst() {
      let difference = line.length(layout.place(of: view)) - line.length(layout.place(of: first))
      layout.demand(difference, .equal, 1_000, self.name)
    }
  }

  /// Gives each view its share of the canvas; the last one takes what is left.
  private func addShares(_ line: Line, _ shown: [UIView], to layout: inout ConstraintLayout) {
    let lengths = shown.map { $0.naturalLength(axis) }
    let gaps = shown.dropLast().reduce(0) { $0 + gap(after: $1) }
    let sum = lengths.reduce(gaps) { $0 + max(0, $1) }
    for (view, length) in zip(shown, lengths) {
      let own = line.length(layout.place(of: view))
      guard length > 0, sum > 0 else {
        layout.demand(own, .equal, 1_000, self.name)
        continue
      }
      let index = arrangedSubviews.firstIndex { $0 === view } ?? 0
      let priority = shown.count == 1 ? 1_000 : max(1, 999 - Double(index))
      layout.demand(own - line.length(line.canvas) * (length / sum), .equal, priority, self.name)
    }
  }

  private func addEqualDistances(
    _ line: Line,
    _ shown: [UIView],
    to layout: inout ConstraintLayout
  ) {
    let distances = zip(shown, shown.dropFirst()).map { view, next in
      let (place, nextPlace) = (layout.place(of: view), layout.place(of: next))
      return distribution == .equalSpacing
        ? line.start(nextPlace) - line.end(place) : line.middle(nextPlace) - line.middle(place)
    }
    guard let first = distances.first else { return }
    for distance in distances.dropFirst() {
      layout.demand(distance - first, .equal, Self.equalGaps, self.name)
    }
  }

  /// Gives hidden views no length; each stands in the middle of the gap after the view before it.
  private func addHidden(_ line: Line, to layout: inout ConstraintLayout) {
    var before: UIView?
    for view in arrangedSubviews {
      guard view.isHidden else {
        before = view
        continue
      }
      let place = layout.place(of: view)
      layout.demand(line.length(place), .equal, 1_000, "the hidden length of \(type(of: view))")
      let start = before.map { line.end(layout.place(of: $0)) + gap(after: $0) / 2 }
      layout.demand(
        line.start(place) - (start ?? line.start(line.canvas)),
        .equal,
        1_000,
        self.name
      )
    }
  }

  private func addAcross(_ line: Line, to layout: inout ConstraintLayout) {
    let canvas = line.canvas
    if alignment != .fill {
      layout.demand(line.length(canvas), .equal, Self.shortAcross, self.name)
    }
    let first = arrangedSubviews.first { !$0.isHidden }
    for view in arrangedSubviews {
      let place = layout.place(of: view)
      let atStart = line.start(place) - line.start(canvas)
      let atEnd = line.end(place) - line.end(canvas)
      switch alignment {
      case .fill:
        layout.demand(atStart, .equal, 1_000, self.name)
        layout.demand(atEnd, .equal, 1_000, self.name)
      case .leading: layout.demand(atStart, .equal, 1_000, self.name)
      case .trailing: layout.demand(atEnd, .equal, 1_000, self.name)
      case .center:
        layout.demand(line.middle(place) - line.middle(canvas), .equal, 1_000, self.name)
      case .firstBaseline, .lastBaseline:
        guard let first, first !== view else { break }
        let isFirst = alignment == .firstBaseline
        let difference =
          view.baseline(isFirst, place) - first.baseline(isFirst, layout.place(of: first))
        layout.demand(difference, .equal, 1_000, self.name)
      }
      if !view.isHidden, alignment != .fill {
        layout.demand(atStart, .greaterOrEqual, 1_000, self.name)
        layout.demand(atEnd, .lessOrEqual, 1_000, self.name)
      }
    }
  }
}

extension UIView {
  /// Returns the baseline of its first or last line in a place.
  fileprivate func baseline(_ isFirst: Bool, _ place: ConstraintLayout.Place) -> LinearExpression {
    isFirst
      ? place.top + Double(baselineOffsets.first) : place.bottom + -Double(baselineOffsets.last)
  }

  /// Returns the length that a view needs along an axis; for a stack, that of its views with the gaps
  /// between them; -1 if nothing decides it.
  fileprivate func naturalLength(_ axis: NSLayoutConstraint.Axis) -> Double {
    guard let stack = self as? UIStackView else {
      let size = intrinsicContentSize
      return Double(axis == .horizontal ? size.width : size.height)
    }
    let shown = stack.arrangedSubviews.filter { !$0.isHidden }
    let lengths = shown.map { max(0, $0.naturalLength(axis)) }
    guard stack.axis == axis else { return lengths.max() ?? 0 }
    return lengths.reduce(0, +) + shown.dropLast().reduce(0) { $0 + stack.gap(after: $1) }
  }
}
