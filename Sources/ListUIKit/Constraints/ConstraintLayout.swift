import Foundation
import ListConstraints

/// The constraints of a tree of views, as one system, and the frames that come of them.
///
/// All places are in the coordinates of the root. A view without
/// `translatesAutoresizingMaskIntoConstraints` has four variables; any other one is where its mask puts it
/// in its superview.
@MainActor
struct ConstraintLayout: ~Copyable {
  /// What is known of the root's size.
  enum RootSize {
    case fixed(CGSize)
    /// A size that is wished for, with a priority for each side.
    case fitting(CGSize, UILayoutPriority, UILayoutPriority)
  }

  private(set) var failures: [AutoLayoutFailure] = []
  /// The system of the last layout of the root, which becomes that of this one.
  private var system: RepeatedSystem
  private let root: UIView
  private let size: RootSize
  /// Whether each variable is never negative.
  private var areLengths: [Bool] = []
  private var constraints: [LinearConstraint] = []
  /// What each constraint is called; only if one is in a conflict.
  private var names: [String]?
  /// The views and guides, and where each is; that of the root is the first.
  private var items: [ObjectIdentifier] = []
  private var places: [Place] = []
  /// The numbers of the items in those lists, once one is looked for.
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var views: [PlacedView] = []
  /// The constraints of views' own sizes, which change when texts are broken into lines.
  private var ownSizes: [OwnSize] = []

  private struct PlacedView {
    var view: UIView
    /// The numbers of its place and of its superview's.
    var place: Int
    var parent: Int
  }

  private struct OwnSize {
    var view: UIView
    var place: Int
    /// The places of the constraints of its height in the list.
    var heights: Range<Int>
  }

  init(_ root: UIView, _ size: RootSize, after system: consuming RepeatedSystem = RepeatedSystem())
  {
    self.root = root
    self.size = size
    self.system = system
    if case .fixed(let size) = size {
      let (width, height) = (Double(size.width), Double(size.height))
      add(
        root,
        Place(
          left: .constant(0),
          top: .constant(0),
          width: .constant(width),
          height: .constant(height)
        )
      )
    } else {
      add(
        root,
        Place(left: .constant(0), top: .constant(0), width: makeLength(), height: makeLength())
      )
    }
    areLengths.reserveCapacity(self.system.variableCount)
    constraints.reserveCapacity(self.system.constraintCount)
    addPlaces(in: root, 0, parent: 0)
    addConstraints()
    self.system.update(areLengths, constraints)
    if !self.system.refusals.isEmpty { noteFailures() }
    constraints = []
  }

  /// Gives away the system for the next layout.
  mutating func takeSystem() -> RepeatedSystem {
    var taken = RepeatedSystem()
    swap(&taken, &system)
    return taken
  }

  // MARK: Places

  /// Returns where an item is; a guide or view of another tree is nowhere.
  mutating func place(of item: AnyObject) -> Place {
    number(of: ObjectIdentifier(item)).map { places[$0] }
      ?? Place(left: .constant(0), top: .constant(0), width: .constant(0), height: .constant(0))
  }

  /// Returns the number of an item's place, which may be known.
  private mutating func number(of id: ObjectIdentifier, near guess: Int = 0) -> Int? {
    if guess < items.count, items[guess] == id { return guess }
    if numbers.isEmpty {
      numbers = Dictionary(zip(items, items.indices)) { first, _ in first }
    }
    return numbers[id]
  }

  @discardableResult
  private mutating func add(_ item: AnyObject, _ place: Place) -> Int {
    items.append(ObjectIdentifier(item))
    places.append(place)
    return places.count - 1
  }

  private mutating func addPlaces(in view: UIView, _ number: Int, parent: Int) {
    views.append(PlacedView(view: view, place: number, parent: parent))
    let own = places[number]
    let state = view.constraintState
    for guide in state.guides { add(guide, freePlace()) }
    for guide in state.systemGuides { add(guide, place(of: guide, in: view, own)) }
    // A window sizes the view of its screen, whatever that says of itself.
    let isWindow = view is UIWindow
    for subview in view.subviews {
      let isFree = !subview.translatesAutoresizingMaskIntoConstraints && !isWindow
      let place = isFree ? freePlace() : own.subview(subview, of: view.bounds.size)
      addPlaces(in: subview, add(subview, place), parent: number)
    }
  }

  private mutating func place(of guide: UILayoutGuide, in view: UIView, _ own: Place) -> Place {
    switch guide.role {
    case .constraints, .readable: freePlace()
    case .margins: own.inset(by: view.layoutMargins)
    case .safeArea: own.inset(by: view.safeAreaInsets)
    case .topBar: own.top(Double(view.safeAreaInsets.top))
    case .bottomBar: own.bottom(Double(view.safeAreaInsets.bottom))
    }
  }

  private mutating func freePlace() -> Place {
    Place(left: makeVariable(), top: makeVariable(), width: makeLength(), height: makeLength())
  }

  private mutating func makeVariable() -> LinearExpression {
    areLengths.append(false)
    return LinearExpression(RepeatedSystem.variable(areLengths.count - 1))
  }

  private mutating func makeLength() -> LinearExpression {
    areLengths.append(true)
    return LinearExpression(RepeatedSystem.variable(areLengths.count - 1))
  }

  // MARK: Constraints

  private mutating func addConstraints() {
    if case .fitting(let target, let horizontal, let vertical) = size {
      wish(places[0].width, Double(target.width), horizontal)
      wish(places[0].height, Double(target.height), vertical)
    }
    for placed in views {
      let view = placed.view
      if view === root, view.usesConstraints, view.subviews.isEmpty { continue }
      addOwnSize(of: view, placed.place)
    }
    for placed in views {
      let view = placed.view
      if let stack = view as? UIStackView { stack.addConstraints(to: &self) }
      let state = view.constraintState
      if let guide = state.systemGuides.first(where: { $0.role == .readable }) {
        addReadableWidth(guide, in: view)
      }
      for constraint in state.held { add(constraint) }
    }
  }

  /// Adds an expression that is to be zero, at least zero, or at most zero.
  mutating func demand(
    _ expression: LinearExpression,
    _ relation: LinearConstraint.Relation = .equal,
    _ priority: Double = LinearConstraint.required,
    _ name: @autoclosure () -> String
  ) {
    constraints.append(LinearConstraint(expression, relation, priority: priority))
    names?.append(name())
  }

  /// Lists the constraints once more, with their names, which are seldom needed.
  private mutating func noteFailures() {
    names = []
    constraints = []
    ownSizes = []
    addConstraints()
    let names = names ?? []
    failures = system.refusals.map { refusal in
      let name = names[refusal.index]
      guard case .conflict = refusal.error else { return .unsolvable("\(name): \(refusal.error)") }
      return .conflict(broken: name, others: refusal.others.map { names[$0] })
    }
  }

  /// Wishes for a length of the root; a fitting size of 0 only keeps it small.
  private mutating func wish(
    _ length: LinearExpression,
    _ wanted: Double,
    _ priority: UILayoutPriority
  ) {
    demand(length + -wanted, .equal, Double(priority.rawValue), "the fitting size")
  }

  private mutating func addOwnSize(of view: UIView, _ number: Int) {
    let size = view.intrinsicContentSize
    add(.horizontal, size.width, of: view, places[number].width)
    let first = constraints.count
    add(.vertical, size.height, of: view, places[number].height)
    guard view.breaksLines else { return }
    ownSizes.append(OwnSize(view: view, place: number, heights: first..<constraints.count))
  }

  private mutating func add(
    _ axis: NSLayoutConstraint.Axis,
    _ length: CGFloat,
    of view: UIView,
    _ expression: LinearExpression
  ) {
    guard length >= 0, !expression.terms.isEmpty else { return }
    let state = view.constraintState
    let missing = expression + -Double(length)
    let name = { "the \(axis) size of the content of \(type(of: view))" }
    let hugging = Double(state.hugging[axis].rawValue)
    if hugging > 0 { demand(missing, .lessOrEqual, hugging, name()) }
    let compression = Double(state.compression[axis].rawValue)
    if compression > 0 { demand(missing, .greaterOrEqual, compression, name()) }
  }

  private mutating func add(_ constraint: NSLayoutConstraint) {
    let guess = constraint.placeNumbers
    guard let id = constraint.first.id, let number = number(of: id, near: guess.first) else {
      return
    }
    let isTurned =
      (constraint.firstAttribute.followsTexts || constraint.secondAttribute.followsTexts)
      && NSLayoutConstraint.view(of: constraint.firstItem)?.effectiveUserInterfaceLayoutDirection
        == .rightToLeft
    var expression = attribute(constraint.firstAttribute, constraint.first, number, isTurned)
    var other = 0
    if constraint.secondAttribute != .notAnAttribute {
      guard let second = constraint.second, let id = second.id,
        let number = self.number(of: id, near: guess.second)
      else { return }
      other = number
      expression = expression.adding(
        attribute(constraint.secondAttribute, second, number, isTurned),
        times: -Double(constraint.multiplier)
      )
    }
    if guess != (number, other) { constraint.placeNumbers = (number, other) }
    expression.constant -= Double(constraint.constant)
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
    _ item: ConstrainedItem,
    _ number: Int,
    _ isTurned: Bool
  ) -> LinearExpression {
    var view: UIView? { item.object as? UIView }
    var inner: Place { places[number].inset(by: view?.layoutMargins ?? .zero) }
    func turned(_ expression: LinearExpression) -> LinearExpression {
      isTurned ? expression * -1 : expression
    }
    return switch attribute {
    case .left: turned(places[number].left)
    case .right: turned(places[number].right)
    case .leading: turned(isTurned ? places[number].right : places[number].left)
    case .trailing: turned(isTurned ? places[number].left : places[number].right)
    case .centerX: turned(places[number].left + places[number].width * 0.5)
    case .leftMargin: turned(inner.left)
    case .rightMargin: turned(inner.right)
    case .leadingMargin: turned(isTurned ? inner.right : inner.left)
    case .trailingMargin: turned(isTurned ? inner.left : inner.right)
    case .centerXWithinMargins: turned(inner.left + inner.width * 0.5)
    case .top: places[number].top
    case .bottom: places[number].bottom
    case .centerY: places[number].top + places[number].height * 0.5
    case .topMargin: inner.top
    case .bottomMargin: inner.bottom
    case .centerYWithinMargins: inner.top + inner.height * 0.5
    case .width: places[number].width
    case .height: places[number].height
    case .firstBaseline: places[number].top + Double(view?.baselineOffsets.first ?? 0)
    case .lastBaseline: places[number].bottom + -Double(view?.baselineOffsets.last ?? 0)
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
        let width = value(places[own.place].width)
        let height = own.view.contentHeight(inWidth: CGFloat(width))
        for index in own.heights { try system.setConstant(-Double(height), at: index) }
      }
    } catch {
      failures.append(.unsolvable("\(error)"))
    }
  }

  func value(_ expression: LinearExpression) -> Double {
    system.value(of: expression)
  }

  /// The size of the root, in whole pixels.
  var rootSize: CGSize {
    let scale = Double(UIScreen.main.scale)
    func whole(_ length: Double) -> CGFloat {
      CGFloat((length * scale - 1e-4).rounded(.up) / scale)
    }
    return CGSize(width: whole(value(places[0].width)), height: whole(value(places[0].height)))
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
  mutating func place() {
    for placed in views {
      let (view, state) = (placed.view, placed.view.constraintState)
      let isPlaced = view !== root && !view.translatesAutoresizingMaskIntoConstraints
      guard isPlaced || !state.guides.isEmpty || !state.systemGuides.isEmpty else { continue }
      let own = rect(places[placed.place])
      for guide in state.guides { place(guide, own) }
      for guide in state.systemGuides { place(guide, own) }
      guard isPlaced else { continue }
      view.superview?.constraintState.placesSubviews = true
      let outer = places[placed.parent]
      let frame = own.moved(to: CGPoint(x: value(outer.left), y: value(outer.top))).onPixels
      if view.frame != frame { view.frame = frame }
    }
  }

  private mutating func place(_ guide: UILayoutGuide, _ own: CGRect) {
    guide.layoutFrame = rect(place(of: guide)).moved(to: own.origin)
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
