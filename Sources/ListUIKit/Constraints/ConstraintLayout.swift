import Foundation
import ListConstraints

/// The constraints of a tree of views, as one system, and the frames that come of them.
///
/// All places are in the coordinates of the root. A view without
/// `translatesAutoresizingMaskIntoConstraints` has four variables; any other one is where its mask puts it
/// in its superview.
@MainActor
struct ConstraintLayout {
  /// What is known of the root's size.
  enum RootSize {
    case fixed(CGSize)
    /// A size that is wished for, with a priority for each side.
    case fitting(CGSize, UILayoutPriority, UILayoutPriority)
  }

  /// Where something is.
  struct Place {
    var left: LinearExpression
    var top: LinearExpression
    var width: LinearExpression
    var height: LinearExpression

    var right: LinearExpression { left + width }
    var bottom: LinearExpression { top + height }
  }

  private(set) var failures: [AutoLayoutFailure] = []
  /// The system of the last layout of the root, which becomes that of this one.
  private(set) var system: RepeatedSystem
  private let root: UIView
  /// Whether each variable is never negative.
  private var areLengths: [Bool] = []
  private var constraints: [LinearConstraint] = []
  /// What each constraint is called, in case that it is in a conflict.
  private var names: [@MainActor () -> String] = []
  private var places: [ObjectIdentifier: Place] = [:]
  private var views: [UIView] = []
  /// The constraints of views' own sizes, which change when texts are broken into lines.
  private var ownSizes: [OwnSize] = []

  private struct OwnSize {
    var view: UIView
    /// The places of its constraints in the list.
    var heights: [Int] = []
  }

  init(_ root: UIView, _ size: RootSize, after system: consuming RepeatedSystem = RepeatedSystem())
  {
    self.root = root
    self.system = system
    let isFixed: Bool
    if case .fixed = size { isFixed = true } else { isFixed = false }
    let known: CGSize = if case .fixed(let size) = size { size } else { .zero }
    places[ObjectIdentifier(root)] = Place(
      left: .constant(0),
      top: .constant(0),
      width: isFixed ? .constant(Double(known.width)) : makeLength(),
      height: isFixed ? .constant(Double(known.height)) : makeLength()
    )
    addPlaces(in: root)
    if case .fitting(let target, let horizontal, let vertical) = size {
      wish(place(of: root).width, Double(target.width), horizontal)
      wish(place(of: root).height, Double(target.height), vertical)
    }
    addConstraints()
    self.system.update(areLengths, constraints)
    failures = self.system.refusals.map(failure)
  }

  func place(of item: AnyObject) -> Place {
    places[ObjectIdentifier(item)]
      ?? Place(left: .constant(0), top: .constant(0), width: .constant(0), height: .constant(0))
  }

  // MARK: Places

  private mutating func addPlaces(in view: UIView) {
    views.append(view)
    let own = place(of: view)
    for guide in view.constraintState.guides { places[ObjectIdentifier(guide)] = freePlace() }
    let state = view.constraintState
    if let guide = state.margins {
      places[ObjectIdentifier(guide)] = own.inset(by: view.layoutMargins)
    }
    if let guide = state.safeArea {
      places[ObjectIdentifier(guide)] = own.inset(by: view.safeAreaInsets)
    }
    if let guide = state.readable { places[ObjectIdentifier(guide)] = freePlace() }
    if let guide = state.topBar {
      places[ObjectIdentifier(guide)] = own.top(Double(guide.length))
    }
    if let guide = state.bottomBar {
      places[ObjectIdentifier(guide)] = own.bottom(Double(guide.length))
    }
    for subview in view.subviews {
      // A window sizes the view of its screen, whatever that says of itself.
      let isFree =
        !subview.translatesAutoresizingMaskIntoConstraints && !(view is UIWindow)
      places[ObjectIdentifier(subview)] =
        isFree ? freePlace() : own.subview(subview, of: view.bounds.size)
      addPlaces(in: subview)
    }
  }

  private mutating func freePlace() -> Place {
    Place(left: makeVariable(), top: makeVariable(), width: makeLength(), height: makeLength())
  }

  private mutating func makeVariable() -> LinearExpression {
    areLengths.append(false)
    return .variable(RepeatedSystem.variable(areLengths.count - 1))
  }

  private mutating func makeLength() -> LinearExpression {
    areLengths.append(true)
    return .variable(RepeatedSystem.variable(areLengths.count - 1))
  }

  // MARK: Constraints

  private mutating func addConstraints() {
    for view in views where view !== root || !(view.usesConstraints && view.subviews.isEmpty) {
      addOwnSize(of: view)
    }
    for view in views {
      if let stack = view as? UIStackView { stack.addConstraints(to: &self) }
      if let guide = view.constraintState.readable { addReadableWidth(guide, in: view) }
      for constraint in view.constraints { add(constraint) }
    }
  }

  /// Adds an expression that is to be zero, at least zero, or at most zero.
  mutating func demand(
    _ expression: LinearExpression,
    _ relation: LinearConstraint.Relation = .equal,
    _ priority: Double = LinearConstraint.required,
    _ name: @autoclosure @escaping @MainActor () -> String
  ) {
    constraints.append(LinearConstraint(expression, relation, priority: priority))
    names.append(name)
  }

  private func failure(_ refusal: RepeatedSystem.Refusal) -> AutoLayoutFailure {
    let name = names[refusal.index]()
    guard case .conflict = refusal.error else { return .unsolvable("\(name): \(refusal.error)") }
    return .conflict(broken: name, others: refusal.others.map { names[$0]() })
  }

  /// Wishes for a length of the root; a fitting size of 0 only keeps it small.
  private mutating func wish(
    _ length: LinearExpression,
    _ wanted: Double,
    _ priority: UILayoutPriority
  ) {
    demand(length + -wanted, .equal, Double(priority.rawValue), "the fitting size")
  }

  private mutating func addOwnSize(of view: UIView) {
    let size = view.intrinsicContentSize
    let place = place(of: view)
    var own = OwnSize(view: view)
    let sides: [(NSLayoutConstraint.Axis, CGFloat, LinearExpression)] = [
      (.horizontal, size.width, place.width), (.vertical, size.height, place.height),
    ]
    for (axis, length, expression) in sides where length >= 0 && !expression.terms.isEmpty {
      let hugging = view.contentHuggingPriority(for: axis)
      let compression = view.contentCompressionResistancePriority(for: axis)
      for (relation, priority) in [
        (LinearConstraint.Relation.lessOrEqual, hugging), (.greaterOrEqual, compression),
      ] where priority.rawValue > 0 {
        if axis == .vertical { own.heights.append(constraints.count) }
        demand(
          expression + -Double(length),
          relation,
          Double(priority.rawValue),
          "the \(axis) size of the content of \(type(of: view))"
        )
      }
    }
    if view.breaksLines { ownSizes.append(own) }
  }

  private mutating func add(_ constraint: NSLayoutConstraint) {
    guard let first = constraint.firstItem, places[ObjectIdentifier(first)] != nil else { return }
    let isTurned =
      (constraint.firstAttribute.followsTexts || constraint.secondAttribute.followsTexts)
      && NSLayoutConstraint.view(of: first)?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let left = attribute(constraint.firstAttribute, first, isTurned)
    var right = LinearExpression.constant(0)
    if constraint.secondAttribute != .notAnAttribute {
      guard let second = constraint.secondItem, places[ObjectIdentifier(second)] != nil else {
        return
      }
      right = attribute(constraint.secondAttribute, second, isTurned)
    }
    let expression =
      left + right * -Double(constraint.multiplier) + -Double(constraint.constant)
    let relation: LinearConstraint.Relation =
      switch constraint.relation {
      case .lessThanOrEqual: .lessOrEqual
      case .equal: .equal
      case .greaterThanOrEqual: .greaterOrEqual
      }
    demand(expression, relation, Double(constraint.priority.rawValue), constraint.text)
  }

  /// Returns an attribute of an item.
  ///
  /// Along a line that is turned, from right to left, distances are counted from the right.
  private func attribute(
    _ attribute: NSLayoutConstraint.Attribute,
    _ item: AnyObject,
    _ isTurned: Bool
  ) -> LinearExpression {
    let place = place(of: item)
    let view = item as? UIView
    var inner: Place { place.inset(by: view?.layoutMargins ?? .zero) }
    func turned(_ expression: LinearExpression) -> LinearExpression {
      isTurned ? expression * -1 : expression
    }
    return switch attribute {
    case .left: turned(place.left)
    case .right: turned(place.right)
    case .leading: turned(isTurned ? place.right : place.left)
    case .trailing: turned(isTurned ? place.left : place.right)
    case .centerX: turned(place.left + place.width * 0.5)
    case .leftMargin: turned(inner.left)
    case .rightMargin: turned(inner.right)
    case .leadingMargin: turned(isTurned ? inner.right : inner.left)
    case .trailingMargin: turned(isTurned ? inner.left : inner.right)
    case .centerXWithinMargins: turned(inner.left + inner.width * 0.5)
    case .top: place.top
    case .bottom: place.bottom
    case .centerY: place.top + place.height * 0.5
    case .topMargin: inner.top
    case .bottomMargin: inner.bottom
    case .centerYWithinMargins: inner.top + inner.height * 0.5
    case .width: place.width
    case .height: place.height
    case .firstBaseline: place.top + Double(view?.baselineOffsets.first ?? 0)
    case .lastBaseline: place.bottom + -Double(view?.baselineOffsets.last ?? 0)
    case .notAnAttribute: .constant(0)
    }
  }

  /// Keeps lines within a width in which they can be read.
  private mutating func addReadableWidth(_ guide: UILayoutGuide, in view: UIView) {
    let own = place(of: guide)
    let margins = place(of: view).inset(by: view.layoutMargins)
    let name = guide.identifier
    demand(own.top - margins.top, .equal, 1_000, name)
    demand(own.height - margins.height, .equal, 1_000, name)
    demand(own.left + own.width * 0.5 - (margins.left + margins.width * 0.5), .equal, 1_000, name)
    demand(own.width + -672, .lessOrEqual, 1_000, name)
    demand(own.width - margins.width, .equal, 999, name)
  }

  // MARK: Results

  /// Computes all places; then once more with the heights that texts have in their widths.
  mutating func solve() {
    do throws(ConstraintError) {
      try system.solve()
      for own in ownSizes {
        let width = value(place(of: own.view).width)
        let height = own.view.contentHeight(inWidth: CGFloat(width))
        for index in own.heights { try system.setConstant(-Double(height), at: index) }
      }
    } catch {
      failures.append(.unsolvable("\(error)"))
    }
  }

  func value(_ expression: LinearExpression) -> Double {
    expression.terms.reduce(expression.constant) { $0 + $1.factor * system.value(of: $1.variable) }
  }

  /// The size of the root, in whole pixels.
  var rootSize: CGSize {
    let place = place(of: root)
    let scale = Double(UIScreen.main.scale)
    func whole(_ length: LinearExpression) -> CGFloat {
      CGFloat((value(length) * scale - 1e-4).rounded(.up) / scale)
    }
    return CGSize(width: whole(place.width), height: whole(place.height))
  }

  private func rect(_ place: Place) -> CGRect {
    CGRect(
      x: value(place.left),
      y: value(place.top),
      width: value(place.width),
      height: value(place.height)
    )
  }

  /// Gives all views that constraints place their frames, and guides theirs, in whole pixels.
  func place() {
    for view in views {
      let own = rect(place(of: view))
      if view.subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) {
        view.constraintState.placesSubviews = true
      }
      let state = view.constraintState
      for guide in state.guides
        + [state.margins, state.safeArea, state.readable, state.topBar, state.bottomBar]
        .compactMap(\.self)
      {
        guide.layoutFrame = rect(place(of: guide)).moved(to: own.origin)
      }
      guard view !== root, !view.translatesAutoresizingMaskIntoConstraints,
        let superview = view.superview
      else { continue }
      let frame = own.moved(to: rect(place(of: superview)).origin).onPixels
      if view.frame != frame { view.frame = frame }
    }
  }

  /// Returns whether nothing decides a part of the place of a view.
  mutating func isAmbiguous(_ view: UIView) -> Bool {
    let place = place(of: view)
    for expression in [place.left, place.top, place.width, place.height] {
      for term in expression.terms {
        guard let range = try? system.range(of: term.variable) else { return true }
        if range.upperBound - range.lowerBound > 1e-3 { return true }
      }
    }
    return false
  }
}

extension ConstraintLayout.Place {
  func inset(by insets: UIEdgeInsets) -> Self {
    Self(
      left: left + Double(insets.left),
      top: top + Double(insets.top),
      width: width + -Double(insets.left + insets.right),
      height: height + -Double(insets.top + insets.bottom)
    )
  }

  /// The upper part of it.
  func top(_ height: Double) -> Self {
    Self(left: left, top: top, width: width, height: .constant(height))
  }

  /// The lower part of it.
  func bottom(_ height: Double) -> Self {
    Self(left: left, top: bottom + -height, width: width, height: .constant(height))
  }

  /// Returns the place of a subview that changes with its superview as its mask says.
  @MainActor
  fileprivate func subview(_ view: UIView, of size: CGSize) -> Self {
    let mask = view.autoresizingMask
    let (left, width) = Self.part(
      (Double(view.frame.minX), Double(view.frame.width)),
      in: (self.left, self.width, Double(size.width)),
      (mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth))
    )
    let (top, height) = Self.part(
      (Double(view.frame.minY), Double(view.frame.height)),
      in: (self.top, self.height, Double(size.height)),
      (mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight))
    )
    return Self(left: left, top: top, width: width, height: height)
  }

  private static func part(
    _ part: (start: Double, length: Double),
    in whole: (start: LinearExpression, length: LinearExpression, now: Double),
    _ grows: (before: Bool, length: Bool)
  ) -> (LinearExpression, LinearExpression) {
    let start = whole.start + part.start
    if grows.length { return (start, whole.length + (part.length - whole.now)) }
    let length = LinearExpression.constant(part.length)
    guard grows.before else { return (start, length) }
    return (start + whole.length + -whole.now, length)
  }
}

extension CGRect {
  fileprivate func moved(to origin: CGPoint) -> CGRect {
    CGRect(x: minX - origin.x, y: minY - origin.y, width: width, height: height)
  }

  /// The rectangle with its edges on the nearest pixels.
  @MainActor
  fileprivate var onPixels: CGRect {
    let scale = UIScreen.main.scale
    func whole(_ length: CGFloat) -> CGFloat { (length * scale).rounded() / scale }
    return CGRect(x: whole(minX), y: whole(minY), width: whole(width), height: whole(height))
  }
}

extension LinearExpression {
  static func constant(_ constant: Double) -> LinearExpression {
    LinearExpression(constant: constant)
  }

  static func variable(_ variable: Variable) -> LinearExpression {
    LinearExpression([(variable, 1)])
  }

  static func + (lhs: Self, rhs: Self) -> Self {
    Self(lhs.terms + rhs.terms, constant: lhs.constant + rhs.constant)
  }

  static func - (lhs: Self, rhs: Self) -> Self { lhs + rhs * -1 }

  static func + (lhs: Self, rhs: Double) -> Self {
    Self(lhs.terms, constant: lhs.constant + rhs)
  }

  static func * (lhs: Self, rhs: Double) -> Self {
    Self(lhs.terms.map { ($0.variable, $0.factor * rhs) }, constant: lhs.constant * rhs)
  }
}
