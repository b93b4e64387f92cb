import Foundation

extension NSLayoutConstraint {
  /// How views of a visual format are aligned.
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Their left edges.
    public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
    /// Their right edges.
    public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
    /// Their upper edges.
    public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
    /// Their lower edges.
    public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
    /// Their edges where lines begin.
    public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
    /// Their edges where lines end.
    public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
    /// Their middles from side to side.
    public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
    /// Their middles from top to bottom.
    public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)

    fileprivate var attributes: [Attribute] {
      let all: [(FormatOptions, Attribute)] = [
        (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top),
        (.alignAllBottom, .bottom), (.alignAllLeading, .leading), (.alignAllTrailing, .trailing),
        (.alignAllCenterX, .centerX), (.alignAllCenterY, .centerY),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
  }

  /// Returns the constraints of a visual format, such as `"H:|-16-[title(>=80)]-[price]-|"`.
  ///
  /// A format that cannot be read gives no constraints, and a failure in `AutoLayoutFailure.failures`,
  /// for which UIKit raises an exception.
  @MainActor
  public static func constraints(
    withVisualFormat format: String,
    options: FormatOptions = [],
    metrics: [String: Any]? = nil,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    var reader = VisualFormat(format, metrics ?? [:], views.compactMapValues { $0 as? UIView })
    do {
      return try reader.read(alignedAt: options.attributes)
    } catch {
      AutoLayoutFailure.note(
        .unsolvable("Unable to parse constraint format \"\(format)\": \(error.reason)")
      )
      return []
    }
  }
}

/// Reads the visual format of Apple's Auto Layout Guide.
@MainActor
private struct VisualFormat {
  struct Problem: Error {
    var reason: String
  }

  private struct Predicate {
    var relation = NSLayoutConstraint.Relation.equal
    var constant: CGFloat = 0
    var view: UIView?
    var priority = UILayoutPriority.required
  }

  private var rest: Substring
  private let metrics: [String: Any]
  private let views: [String: UIView]
  private var isVertical = false
  private var made: [NSLayoutConstraint] = []
  private var seen: [UIView] = []

  init(_ format: String, _ metrics: [String: Any], _ views: [String: UIView]) {
    rest = format.filter { !$0.isWhitespace }[...]
    self.metrics = metrics
    self.views = views
  }

  private mutating func skips(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  mutating func read(
    alignedAt attributes: [NSLayoutConstraint.Attribute]
  ) throws(Problem) -> [NSLayoutConstraint] {
    if skips("V:") { isVertical = true } else { _ = skips("H:") }
    var last: UIView?
    var gap: [Predicate]?
    var fromEdge = false
    if skips("|") {
      fromEdge = true
      gap = try readGap(standard: 20)
    }
    while rest.first == "[" {
      let view = try readView()
      if fromEdge, last == nil {
        try connectToStart(view, gap ?? [Predicate()])
      } else if let last {
        connect(view, start, last, end, gap ?? [Predicate()])
      }
      for attribute in attributes where seen.count > 1 {
        made.append(equal(view, attribute, seen[0]))
      }
      last = view
      fromEdge = false
      gap = try readGap(standard: rest.contains("[") ? 8 : 20)
    }
    if skips("|") {
      guard let last, let container = last.superview else {
        throw Problem(reason: "the view at the end has no superview")
      }
      connect(container, end, last, end, gap ?? [Predicate()])
    }
    guard rest.isEmpty else { throw Problem(reason: "\"\(rest)\" was not expected") }
    return made
  }

  private var start: NSLayoutConstraint.Attribute { isVertical ? .top : .leading }
  private var end: NSLayoutConstraint.Attribute { isVertical ? .bottom : .trailing }
  private var size: NSLayoutConstraint.Attribute { isVertical ? .height : .width }

  private func equal(
    _ view: UIView,
    _ attribute: NSLayoutConstraint.Attribute,
    _ other: UIView
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: view,
      attribute: attribute,
      relatedBy: .equal,
      toItem: other,
      attribute: attribute,
      multiplier: 1,
      constant: 0
    )
  }

  private mutating func connectToStart(_ view: UIView, _ gap: [Predicate]) throws(Problem) {
    guard let container = view.superview else {
      throw Problem(reason: "the view at the start has no superview")
    }
    connect(view, start, container, start, gap)
  }

  private mutating func connect(
    _ view: UIView,
    _ attribute: NSLayoutConstraint.Attribute,
    _ other: UIView?,
    _ otherAttribute: NSLayoutConstraint.Attribute,
    _ predicates: [Predicate]
  ) {
    for predicate in predicates {
      let constraint = NSLayoutConstraint(
        item: view,
        attribute: attribute,
        relatedBy: predicate.relation,
        toItem: other,
        attribute: otherAttribute,
        multiplier: 1,
        constant: predicate.constant
      )
      constraint.priority = predicate.priority
      made.append(constraint)
    }
  }

  /// Reads the space before the next view: none, `-`, `-8-` or `-(>=8,<=20@750)-`.
  private mutating func readGap(standard: CGFloat) throws(Problem) -> [Predicate]? {
    guard skips("-") else { return nil }
    if rest.first == "[" || rest.first == "|" { return [Predicate(constant: standard)] }
    let predicates: [Predicate]
    if skips("(") {
      predicates = try readPredicates()
    } else {
      predicates = [try readPredicate(until: "-")]
    }
    guard skips("-") else { throw Problem(reason: "a \"-\" is missing before \"\(rest)\"") }
    return predicates
  }

  private mutating func readView() throws(Problem) -> UIView {
    rest.removeFirst()
    let name = String(rest.prefix { $0 != "]" && $0 != "(" })
    rest.removeFirst(name.count)
    guard let view = views[name] else { throw Problem(reason: "\"\(name)\" is not a key of views") }
    seen.append(view)
    if skips("(") {
      for predicate in try readPredicates() {
        let other = predicate.view
        connect(view, size, other, other == nil ? .notAnAttribute : size, [predicate])
      }
    }
    guard skips("]") else { throw Problem(reason: "a \"]\" is missing before \"\(rest)\"") }
    return view
  }

  private mutating func readPredicates() throws(Problem) -> [Predicate] {
    var predicates: [Predicate] = []
    repeat { predicates.append(try readPredicate(until: ",)")) } while skips(",")
    guard skips(")") else { throw Problem(reason: "a \")\" is missing before \"\(rest)\"") }
    return predicates
  }

  private mutating func readPredicate(until ends: String) throws(Problem) -> Predicate {
    var predicate = Predicate()
    if skips(">=") {
      predicate.relation = .greaterThanOrEqual
    } else if skips("<=") {
      predicate.relation = .lessThanOrEqual
    } else {
      _ = skips("==")
    }
    let value = take(until: ends + "@")
    if let view = views[value] {
      predicate.view = view
    } else {
      predicate.constant = try number(value)
    }
    if skips("@") { predicate.priority = UILayoutPriority(Float(try number(take(until: ends)))) }
    return predicate
  }

  private mutating func take(until ends: String) -> String {
    let text = String(rest.prefix { !ends.contains($0) })
    rest.removeFirst(text.count)
    return text
  }

  private func number(_ text: String) throws(Problem) -> CGFloat {
    if let number = Double(text) { return CGFloat(number) }
    switch metrics[text] {
    case let number as CGFloat: return number
    case let number as Int: return CGFloat(number)
    case let number as Float: return CGFloat(number)
    case let number as NSNumber: return CGFloat(number.doubleValue)
    default: throw Problem(reason: "\"\(text)\" is neither a number nor a key of metrics")
    }
  }
}
