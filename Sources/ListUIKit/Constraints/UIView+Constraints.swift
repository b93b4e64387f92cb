public import Foundation
import ListConstraints
import ListRendering

/// What a view has for constraints.
@MainActor
final class ConstraintState {
  /// The constraints between the view, its subviews and theirs.
  var held: [NSLayoutConstraint] = []
  /// The guides that an app has added.
  var guides: [UILayoutGuide] = []
  /// Those of margins and bars that were asked for.
  var systemGuides: [UILayoutGuide] = []
  var hugging = Sides(horizontal: UILayoutPriority.defaultLow, vertical: .defaultLow)
  var compression = Sides(horizontal: UILayoutPriority.defaultHigh, vertical: .defaultHigh)
  var layoutMargins: UIEdgeInsets?
  /// The distances of baselines from the edges, for a view that draws its own text.
  var baselineOffsets: (first: CGFloat, last: CGFloat)?
  /// The failures of the last layout of which the view was the root.
  var failures: [AutoLayoutFailure] = []
  /// The systems of the last layout and of the last measurement of which the view was the root.
  private var placing: RepeatedSystem?
  private var measuring: RepeatedSystem?
  /// Whether constraints have placed its subviews.
  var placesSubviews = false

  deinit { for constraint in held { constraint.holder = nil } }

  /// Gives away the system of the last layout.
  func takePlacing(for view: UIView) -> RepeatedSystem {
    placing.take() ?? FirstSystems.placing.system(for: view)
  }

  /// Keeps the system of a layout for the next one.
  func keepPlacing(_ system: consuming RepeatedSystem, of view: UIView) {
    FirstSystems.placing.keep(system, of: view)
    placing = consume system
  }

  /// Gives away the system of the last measurement.
  func takeMeasuring(for view: UIView) -> RepeatedSystem {
    measuring.take() ?? FirstSystems.measuring.system(for: view)
  }

  /// Keeps the system of a measurement for the next one.
  func keepMeasuring(_ system: consuming RepeatedSystem, of view: UIView) {
    FirstSystems.measuring.keep(system, of: view)
    measuring = consume system
  }

  struct Sides<Value> {
    var horizontal: Value
    var vertical: Value

    subscript(axis: NSLayoutConstraint.Axis) -> Value {
      get { axis == .horizontal ? horizontal : vertical }
      set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
    }
  }
}

extension UIView {
  /// The metric of a side for which a view has no size of its own.
  public static let noIntrinsicMetric: CGFloat = -1
  /// The smallest size, for measuring.
  public static let layoutFittingCompressedSize = CGSize.zero
  /// The largest size, for measuring.
  public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  // MARK: Constraints

  /// The constraints that the view holds.
  public var constraints: [NSLayoutConstraint] { constraintState.held }

  /// Holds a constraint, which becomes active.
  public func addConstraint(_ constraint: NSLayoutConstraint) {
    guard constraint.holder !== self else { return }
    constraint.holder?.removeConstraint(constraint)
    constraint.holder = self
    constraintState.held.append(constraint)
    setNeedsLayout()
  }

  /// Holds constraints, which become active.
  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  /// Lets go of a constraint, which becomes inactive.
  public func removeConstraint(_ constraint: NSLayoutConstraint) {
    guard constraint.holder === self else { return }
    constraint.holder = nil
    constraintState.held.removeAll { $0 === constraint }
    setNeedsLayout()
  }

  /// Lets go of constraints, which become inactive.
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  /// Returns whether a view is this one, or contains it.
  public func isDescendant(of view: UIView) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === view }
  }

  func commonAncestor(with other: UIView) -> UIView? {
    sequence(first: self, next: \.superview).first { other.isDescendant(of: $0) }
  }

  /// Lets all views above go of the constraints of this view and of those in it, for good.
  func leaveConstraints() {
    for view in sequence(first: self, next: \.superview).dropFirst() {
      let lost = view.constraints.filter { constraint in
        [constraint.firstItem, constraint.secondItem].contains { item in
          NSLayoutConstraint.view(of: item)?.isDescendant(of: self) == true
        }
      }
      view.removeConstraints(lost)
    }
  }

  // MARK: Content

  /// Returns the priority with which it stays as small as its content.
  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    constraintState.hugging[axis]
  }

  /// Sets the priority with which it stays as small as its content.
  public func setContentHuggingPriority(
    _ priority: UILayoutPriority,
    for axis: NSLayoutConstraint.Axis
  ) {
    constraintState.hugging[axis] = priority
    setNeedsLayout()
  }

  /// Returns the priority with which it stays as large as its content.
  public func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    constraintState.compression[axis]
  }

  /// Sets the priority with which it stays as large as its content.
  public func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority,
    for axis: NSLayoutConstraint.Axis
  ) {
    constraintState.compression[axis] = priority
    setNeedsLayout()
  }

  /// Asks for the size of the content again in the next layout.
  public func invalidateIntrinsicContentSize() { setNeedsLayout() }

  /// Sets the distances of the first baseline from the top, and of the last one from the bottom, of a
  /// view that draws its own text.
  package func setBaselineOffsets(first: CGFloat, last: CGFloat) {
    constraintState.baselineOffsets = (first, last)
    setNeedsLayout()
  }

  // MARK: Guides

  /// The guides of the view: those that an app has added, and those of margins and bars that were asked
  /// for.
  public var layoutGuides: [UILayoutGuide] {
    let roles: [UILayoutGuide.Role] = [.margins, .safeArea, .readable]
    return constraintState.guides + constraintState.systemGuides.filter { roles.contains($0.role) }
  }

  /// Adds a guide, and removes it from the view to which it belonged.
  public func addLayoutGuide(_ guide: UILayoutGuide) {
    guide.owningView?.removeLayoutGuide(guide)
    guide.owningView = self
    constraintState.guides.append(guide)
    setNeedsLayout()
  }

  /// Removes a guide with its constraints; one that belongs to another view stays there.
  public func removeLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.owningView === self, guide.role == .constraints else { return }
    for view in sequence(first: self, next: \.superview) {
      view.removeConstraints(
        view.constraints.filter { $0.firstItem === guide || $0.secondItem === guide }
      )
    }
    constraintState.guides.removeAll { $0 === guide }
    guide.owningView = nil
  }

  /// The space within the margins.
  public var layoutMarginsGuide: UILayoutGuide {
    guide(.margins, "UIViewLayoutMarginsGuide")
  }

  /// The space that no bar covers.
  public var safeAreaLayoutGuide: UILayoutGuide {
    guide(.safeArea, "UIViewSafeAreaLayoutGuide")
  }

  /// The space within the margins in which lines are not too long to be read.
  public var readableContentGuide: UILayoutGuide {
    guide(.readable, "UIViewReadableContentGuide")
  }

  private func guide(_ role: UILayoutGuide.Role, _ identifier: String) -> UILayoutGuide {
    systemGuide(role) { UILayoutGuide(role, of: self, identifier: identifier) }
  }

  /// Returns the guide of a role, which is made when it is first asked for.
  func systemGuide<Guide: UILayoutGuide>(_ role: UILayoutGuide.Role, _ make: () -> Guide) -> Guide {
    let state = constraintState
    if let guide = state.systemGuides.first(where: { $0.role == role }) as? Guide { return guide }
    let guide = make()
    state.systemGuides.append(guide)
    return guide
  }

  /// The margins by the direction of texts.
  public var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = layoutMargins
      let isLeftToRight = effectiveUserInterfaceLayoutDirection == .leftToRight
      return NSDirectionalEdgeInsets(
        top: margins.top,
        leading: isLeftToRight ? margins.left : margins.right,
        bottom: margins.bottom,
        trailing: isLeftToRight ? margins.right : margins.left
      )
    }
    set {
      let isLeftToRight = effectiveUserInterfaceLayoutDirection == .leftToRight
      layoutMargins = UIEdgeInsets(
        top: newValue.top,
        left: isLeftToRight ? newValue.leading : newValue.trailing,
        bottom: newValue.bottom,
        right: isLeftToRight ? newValue.trailing : newValue.leading
      )
    }
  }

  // MARK: Layout

  /// The failures of the constraints of the view and of those in it, as of the last layout.
  public var constraintFailures: [AutoLayoutFailure] { root.constraintState.failures }

  /// Whether the constraints leave its place or its size open.
  public var hasAmbiguousLayout: Bool {
    guard root.usesConstraints else { return false }
    var layout = ConstraintLayout(root, .fixed(root.bounds.size))
    return layout.isAmbiguous(self)
  }

  var root: UIView {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// Whether constraints place views in it.
  ///
  /// The views of a stack count only if the stack has a place itself; a stack without one is drawn as
  /// large as it needs.
  var usesConstraints: Bool {
    for view in subviews {
      if !view.translatesAutoresizingMaskIntoConstraints, (self as? UIStackView)?.hasPlace ?? true {
        return true
      }
      if view.usesConstraints { return true }
    }
    return false
  }

  /// Gives all views in it that constraints place their frames.
  func solveConstraints() {
    guard usesConstraints else { return }
    let state = constraintState
    var layout = ConstraintLayout(self, .fixed(bounds.size), after: state.takePlacing(for: self))
    layout.solve()
    layout.place()
    state.failures = layout.failures
    state.keepPlacing(layout.takeSystem(), of: self)
  }

  /// Returns the size that its constraints need.
  func fittingSize(
    _ target: CGSize,
    _ horizontal: UILayoutPriority,
    _ vertical: UILayoutPriority
  ) -> CGSize {
    let state = constraintState
    var layout = ConstraintLayout(
      self,
      .fitting(target, horizontal, vertical),
      after: state.takeMeasuring(for: self)
    )
    layout.solve()
    let size = layout.rootSize
    state.keepMeasuring(layout.takeSystem(), of: self)
    return size
  }
}

extension UIView {
  /// The background of the view, and its subviews in their frames.
  var placedLook: ContentNode {
    var style = groundStyle
    style.append("position: relative")
    if hasSizeOfLayout || superview == nil {
      style.append("width: \(Double(frame.width))px")
      style.append("height: \(Double(frame.height))px")
    }
    let shown = subviews.filter { !$0.isHidden && $0.alpha > 0 }
    let layers = (layer.sublayers ?? []).compactMap(\.node)
    return .element(
      "div",
      ["style": style.joined(separator: "; ")],
      layers + shown.map(\.lookInPlace)
    )
  }

  /// The view in its frame; a text stands in the middle of it.
  private var lookInPlace: ContentNode {
    let place = [
      "position: absolute", "left: \(Double(frame.minX))px", "top: \(Double(frame.minY))px",
      "width: \(Double(frame.width))px", "height: \(Double(frame.height))px",
      "display: flex", "flex-direction: column", "justify-content: center",
    ]
    return .element("div", ["style": place.joined(separator: "; ")], [look])
  }
}
