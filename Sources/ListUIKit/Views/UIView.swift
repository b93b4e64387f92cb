public import Foundation
import ListAdapter
public import ListRendering

/// A view: its look, and its subviews.
///
/// Constraints place its subviews; without constraints, they are drawn from top to bottom, or along the
/// axis of a ``UIStackView``. A view that looks different overrides ``look``.
@preconcurrency @MainActor
open class UIView: UIResponder {
  /// Its frame in its superview; for a cell, in the content of its list.
  open var frame: CGRect {
    didSet {
      guard frame.size != oldValue.size else { return }
      needsLayout = true
      for view in subviews { view.resize(with: self, from: oldValue.size) }
    }
  }
  /// How its frame changes with its superview.
  open var autoresizingMask: AutoresizingMask = []
  /// The colour drawn behind its subviews.
  open var backgroundColor: UIColor?
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour of its controls: its own, or that of the nearest view with one; never `nil`.
  open var tintColor: UIColor! {
    get { inheritedTint }
    set {
      ownTint = newValue
      tintColorDidChange()
    }
  }
  /// The colour that was set.
  private(set) var ownTint: UIColor?
  /// Its opacity; at 0 it is not drawn.
  open var alpha: CGFloat = 1
  /// How its content fills it.
  open var contentMode = ContentMode.scaleToFill
  /// Accepted for compatibility only: a view is drawn at its frame.
  open var transform = CGAffineTransform.identity
  /// Accepted for compatibility only.
  open var isOpaque = true
  /// Whether margins keep the space free that bars cover; accepted for compatibility only.
  open var insetsLayoutMarginsFromSafeArea = true
  /// Whether margins are at least those of the superview, where both meet.
  open var preservesSuperviewLayoutMargins = false { didSet { setNeedsLayout() } }
  /// Accepted for compatibility only.
  open var isExclusiveTouch = false
  /// Accepted for compatibility only.
  open var clearsContextBeforeDrawing = true
  /// Accepted for compatibility only.
  open var autoresizesSubviews = true
  /// Accepted for compatibility only.
  open var isMultipleTouchEnabled = false
  /// Light or dark, whatever the device is; it is told by ``traitCollection``.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  /// The direction of the content; accepted for compatibility only.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified
  /// A name by which tests find it.
  open var accessibilityIdentifier: String?
  /// What is read aloud.
  open var accessibilityLabel: String?
  /// What is read aloud of its value.
  open var accessibilityValue: String?
  /// What is read aloud of what it does.
  open var accessibilityHint: String?
  /// Whether it is read aloud.
  open var isAccessibilityElement = false
  /// What it is for those who do not see it.
  open var accessibilityTraits = UIAccessibilityTraits.none
  /// The gestures that are looked for.
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?
  /// The screen whose view it is.
  weak var controller: UIViewController?
  /// The space that bars of containers cover.
  var barInsets = UIEdgeInsets.zero {
    didSet {
      guard barInsets != oldValue else { return }
      setNeedsLayout()
      controller?.viewSafeAreaInsetsDidChange()
    }
  }
  /// Whether it is not drawn.
  open var isHidden = false
  /// Whether its content is cut off at its edges and corners.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// Whether its frame and its mask place it in its superview, and not constraints.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { superview?.setNeedsLayout() }
  }
  /// Accepted for compatibility only: a person touches cells, not views.
  open var isUserInteractionEnabled = true
  /// A number by which an app identifies it.
  open var tag = 0
  /// Its corners and its border.
  public let layer = CALayer()
  /// Its subviews, in the order in which they are drawn.
  public private(set) var subviews: [UIView] = []
  /// The view that contains it.
  public var superview: UIView? { parent }
  /// The view that contains it, which clears it when it goes.
  ///
  /// Unsafe, since that view's `deinit` belongs to no actor: it runs on the main actor, where a view must be
  /// released, and all else that reads or writes this is of the main actor.
  private nonisolated(unsafe) unowned var parent: UIView?
  /// The simulation's view that shows it, if it is a cell or another reusable view.
  weak var shownIn: SimulatedReusableView?
  /// What it has for constraints.
  let constraintState = ConstraintState()
  private var ownItem: ConstrainedItem?
  /// Whether a call of ``layoutSubviews()`` is due.
  private(set) var needsLayout = true
  /// Whether the layout sets its size, so that its wanted size depends on its content and not on its
  /// frame.
  var hasSizeOfLayout = false
  /// Whether it is as large as its superview, as a list without a size of its own is.
  var fillsSuperview: Bool { false }

  /// Creates a view.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }

  /// Creates a view without a size.
  public convenience override init() {
    self.init(frame: .zero)
  }

  deinit {
    ownItem?.clear()
    for view in subviews { view.parent = nil }
  }

  /// What constraints know of it.
  var constrainedItem: ConstrainedItem {
    if let ownItem { return ownItem }
    let item = ConstrainedItem(self)
    ownItem = item
    return item
  }

  /// The traits of the device, with the changes of ``setTraits(_:)``.
  open var traitCollection: UITraitCollection {
    var traits = UITraitCollection.current
    for view in sequence(first: self, next: \.superview).reversed() {
      view.changeTraits?(&traits)
      if view.overrideUserInterfaceStyle != .unspecified {
        traits.userInterfaceStyle = view.overrideUserInterfaceStyle
      }
    }
    return traits
  }
  private var changeTraits: ((inout UITraitCollection) -> Void)?

  /// Changes the traits of the view and its subviews, as a person's settings do on a phone; all of them
  /// are told.
  public func setTraits(_ change: @escaping (inout UITraitCollection) -> Void) {
    let before = descendants.map { ($0, $0.traitCollection) }
    changeTraits = change
    for (view, traits) in before where view.traitCollection != traits {
      view.traitCollectionDidChange(traits)
      view.controller?.traitCollectionDidChange(traits)
      TraitRegistration.tell(view, from: traits, to: view.traitCollection)
      if let controller = view.controller {
        TraitRegistration.tell(controller, from: traits, to: view.traitCollection)
      }
      view.setNeedsLayout()
    }
  }

  /// Called when the traits have changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The view and all views in it.
  private var descendants: [UIView] { [self] + subviews.flatMap(\.descendants) }

  /// The window that the view is in; `nil` if it is in none.
  open var window: UIWindow? { superview?.window }

  /// Called when the view is in another window, or in none.
  open func didMoveToWindow() {}
  /// Called before the view is in another window, or in none.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Called before the view is in another view, or in none.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Called when the view is in another view, or in none.
  open func didMoveToSuperview() {}
  /// Called when a subview was added.
  open func didAddSubview(_ subview: UIView) {}

  /// The responder after it.
  open override var next: UIResponder? { controller ?? superview }

  /// The colour of controls: its own, or that of the nearest view with one.
  var inheritedTint: UIColor {
    sequence(first: self, next: \.superview).lazy.compactMap(\.ownTint).first ?? .systemBlue
  }

  /// The space that bars cover.
  open var safeAreaInsets: UIEdgeInsets {
    let more = controller?.additionalSafeAreaInsets ?? .zero
    let outer = superview?.safeAreaInsets ?? .zero
    let room = superview?.bounds.size ?? frame.size
    func covered(_ bar: CGFloat, _ outer: CGFloat, _ distance: CGFloat, _ more: CGFloat) -> CGFloat
    {
      max(bar, max(0, outer - max(0, distance))) + more
    }
    return UIEdgeInsets(
      top: covered(barInsets.top, outer.top, frame.minY, more.top),
      left: covered(barInsets.left, outer.left, frame.minX, more.left),
      bottom: covered(barInsets.bottom, outer.bottom, room.height - frame.maxY, more.bottom),
      right: covered(barInsets.right, outer.right, room.width - frame.maxX, more.right)
    )
  }
  /// The space that the view keeps free around its content.
  open var layoutMargins: UIEdgeInsets {
    get {
      let own = ownMargins
      guard preservesSuperviewLayoutMargins, let superview else { return own }
      let (outer, room) = (superview.layoutMargins, superview.bounds.size)
      func kept(_ own: CGFloat, _ outer: CGFloat, _ distance: CGFloat) -> CGFloat {
        max(own, outer - max(0, distance))
      }
      return UIEdgeInsets(
        top: kept(own.top, outer.top, frame.minY),
        left: kept(own.left, outer.left, frame.minX),
        bottom: kept(own.bottom, outer.bottom, room.height - frame.maxY),
        right: kept(own.right, outer.right, room.width - frame.maxX)
      )
    }
    set {
      guard newValue != ownMargins else { return }
      constraintState.layoutMargins = newValue
      setNeedsLayout()
      layoutMarginsDidChange()
    }
  }

  private var ownMargins: UIEdgeInsets {
    constraintState.layoutMargins ?? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
  }

  /// Called when the margins have changed.
  open func layoutMarginsDidChange() {}

  /// The direction in which the view's texts run.
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    UIApplication.shared.userInterfaceLayoutDirection
  }

  /// Its own coordinates.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }

  /// Its centre.
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      let (width, height) = (frame.size.width, frame.size.height)
      frame.origin = CGPoint(x: newValue.x - width / 2, y: newValue.y - height / 2)
    }
  }

  /// Adds a view in front of its subviews.
  open func addSubview(_ view: UIView) { insert(view) { $0.endIndex } }

  /// Adds a view at a place among its subviews.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view) { _ in index } }

  /// Adds a view in front of another one.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view) { views in
      views.firstIndex { $0 === siblingSubview }.map { $0 + 1 } ?? views.endIndex
    }
  }

  /// Adds a view behind another one.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view) { views in views.firstIndex { $0 === siblingSubview } ?? views.endIndex }
  }

  private func insert(_ view: UIView, at place: ([UIView]) -> Int) {
    if view.superview === self {
      // A view that stays keeps its constraints.
      subviews.removeAll { $0 === view }
    } else {
      view.removeFromSuperview()
    }
    let isNew = view.superview !== self
    if isNew { view.willMove(toSuperview: self) }
    view.parent = self
    subviews.insert(view, at: min(max(0, place(subviews)), subviews.count))
    needsLayout = true
    guard isNew else { return }
    if view.fillsSuperview { view.fill(self) }
    didAddSubview(view)
    view.didMoveToSuperview()
    if window != nil { for view in view.descendants { view.didMoveToWindow() } }
  }

  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) {
    guard view.superview === self else { return }
    insert(view) { $0.endIndex }
  }

  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) {
    guard view.superview === self else { return }
    insert(view) { _ in 0 }
  }

  /// Returns the view of a number, this one or one in it.
  open func viewWithTag(_ tag: Int) -> UIView? {
    descendants.first { $0.tag == tag }
  }

  /// Looks for a gesture.
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizer.view = self
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }

  /// Looks for a gesture no longer.
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    if gestureRecognizer.view === self { gestureRecognizer.view = nil }
  }

  /// Becomes as large as its superview.
  func fill(_ view: UIView) {}

  /// Adjusts its frame to a change of its superview's size.
  private func resize(with view: UIView, from size: CGSize) {
    if fillsSuperview {
      fill(view)
    } else if !autoresizingMask.isEmpty {
      frame = autoresizingMask.frame(frame, in: size, changedTo: view.frame.size)
    }
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() {
    guard let superview else { return }
    let wasInWindow = window != nil
    defer { if wasInWindow { for view in descendants { view.didMoveToWindow() } } }
    leaveConstraints()
    willMove(toSuperview: nil)
    superview.willRemoveSubview(self)
    superview.setNeedsLayout()
    superview.subviews.removeAll { $0 === self }
    parent = nil
    didMoveToSuperview()
  }

  /// Called before a subview is removed.
  open func willRemoveSubview(_ subview: UIView) {}

  /// Returns the size that its content needs, at most as wide and high as `size`.
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    let needed = look.sizeThatFits(ContentSize(size), margins: .none)
    return CGSize(width: needed.width, height: needed.height)
  }

  /// Returns the size that its constraints need, if it is to be near a target, with the priority
  /// ``UILayoutPriority/fittingSizeLevel`` for both sides.
  ///
  /// Without constraints, it is the size of `sizeThatFits`.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize,
      withHorizontalFittingPriority: .fittingSizeLevel,
      verticalFittingPriority: .fittingSizeLevel
    )
  }

  /// Returns the size that its constraints need, if it is to be near a target, with a priority for each
  /// side.
  ///
  /// Without constraints, it is the size of `sizeThatFits`.
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize {
    usesConstraints ? fittingSize(targetSize, horizontal, vertical) : sizeThatFits(targetSize)
  }

  /// The size that its content needs; ``noIntrinsicMetric`` for a side that its content does not decide.
  open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// Whether its height depends on its width, because its text is broken into lines.
  var breaksLines: Bool { false }

  /// Returns the height of its content in a width.
  func contentHeight(inWidth width: CGFloat) -> CGFloat { intrinsicContentSize.height }

  /// The distances of the first baseline from its top, and of the last one from its bottom.
  var baselineOffsets: (first: CGFloat, last: CGFloat) {
    constraintState.baselineOffsets ?? (0, 0)
  }

  /// Returns the size that it prefers in a list if it is offered some room; a side without an end is its
  /// own to choose.
  func preferredSize(in offered: CGSize) -> CGSize {
    guard usesConstraints else { return sizeThatFits(offered) }
    func wish(_ length: CGFloat) -> (CGFloat, UILayoutPriority) {
      length < 1_000_000 ? (length, .required) : (0, .fittingSizeLevel)
    }
    let (width, horizontal) = wish(offered.width)
    let (height, vertical) = wish(offered.height)
    return systemLayoutSizeFitting(
      CGSize(width: width, height: height),
      withHorizontalFittingPriority: horizontal,
      verticalFittingPriority: vertical
    )
  }

  /// Makes it as large as its content needs.
  open func sizeToFit() { frame.size = sizeThatFits(frame.size) }

  /// Makes the next layout pass call ``layoutSubviews()``; pictures are always up to date.
  open func setNeedsLayout() { needsLayout = true }

  /// Lays out the view and its subviews, lists included.
  open func layoutIfNeeded() {
    ConstraintPass.layOut(self) {
      needsLayout = false
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
      for view in subviews { view.layoutIfNeeded() }
    }
  }

  /// Returns whether a point is in the view.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    CGRect(origin: .zero, size: frame.size).contains(point)
  }

  /// Returns the frontmost view at a point that a finger can touch.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, !isHidden, alpha > 0.01,
      self.point(inside: point, with: event)
    else { return nil }
    for view in subviews.reversed() {
      let inner = CGPoint(x: point.x - view.frame.minX, y: point.y - view.frame.minY)
      if let hit = view.hitTest(inner, with: event) { return hit }
    }
    return self
  }

  /// Called when the view is laid out.
  open func layoutSubviews() {}
  /// Nothing: pictures are always up to date.
  open func setNeedsDisplay() {}
  /// Nothing: there is no canvas.
  open func draw(_ rect: CGRect) {}
  /// Called when the colour of controls has changed.
  open func tintColorDidChange() {}
  /// Nothing: constraints are solved in each layout.
  open func setNeedsUpdateConstraints() {}
  /// Nothing: constraints are solved in each layout.
  open func updateConstraintsIfNeeded() {}

  /// The look of the view: its background, and its subviews from top to bottom.
  open var look: ContentNode {
    if constraintState.placesSubviews || hasPlacedSubviews { return placedLook }
    var style = groundStyle
    let shown = subviews.filter { !$0.isHidden && $0.alpha > 0 }
    if !shown.isEmpty {
      style += ["display: flex", "flex-direction: column", "justify-content: center"]
    }
    return .element("div", ["style": style.joined(separator: "; ")], shown.map(\.look))
  }

  /// Whether subviews stand in frames that an app has given them; those of a stack never do.
  private var hasPlacedSubviews: Bool {
    guard !(self is UIStackView), frame.width > 0, frame.height > 0 else { return false }
    return layer.sublayers?.isEmpty == false
      || subviews.contains {
        !$0.frame.isEmpty && !$0.hasSizeOfLayout && $0.translatesAutoresizingMaskIntoConstraints
      }
  }

  /// The background, border and fixed size of the view, as CSS.
  var groundStyle: [String] {
    var style: [String] = []
    if let color = backgroundColor ?? layer.backgroundColor?.color {
      style.append("background: \(color.css)")
    }
    style += layer.edgeStyle
    if alpha < 1 { style.append("opacity: \(Double(max(0, alpha)))") }
    guard superview != nil, !hasSizeOfLayout else { return style }
    if frame.size.width > 0 {
      style.append("width: \(Double(frame.size.width))px")
    }
    if frame.size.height > 0 {
      style.append("height: \(Double(frame.size.height))px")
    }
    return style
  }
}

// A view that describes its look can be measured, and a picture draws it in the measured size.

extension UIView: @MainActor DescribedContent, @MainActor MeasuredContent {
  /// The drawing of the view: its look, or nothing while it is hidden.
  public var node: ContentNode {
    root.solveConstraints()
    return isHidden || alpha <= 0 ? .element("div", ["style": "display: none"]) : look
  }

  /// Nothing is drawn around a view.
  public var isDrawnAlone: Bool { true }

  /// Returns the size that the view wants.
  public func sizeThatFits(_ size: ContentSize) -> ContentSize {
    let wanted = preferredSize(in: CGSize(width: size.width, height: size.height))
    return ContentSize(width: Double(wanted.width), height: Double(wanted.height))
  }
}

extension ContentSize {
  init(_ size: CGSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}
