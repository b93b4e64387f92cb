public import Foundation
import ListAdapter
public import ListRendering

/// A view: its look, and its subviews.
///
/// Constraints place its subviews; without constraints, they are drawn from top to bottom, or along the
/// axis of a ``UIStackView``. A view that looks different overrides ``look``.
@preconcurrency @MainActor
open class UIView: NSObject {
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
  /// The colour of its controls.
  open var tintColor: UIColor?
  /// Its opacity; at 0 it is not drawn.
  open var alpha: CGFloat = 1
  /// Whether it is not drawn.
  open var isHidden = false
  /// Whether its content is cut off at its edges; accepted for compatibility only.
  open var clipsToBounds = false
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
  public private(set) weak var superview: UIView?
  /// The simulation's view that shows it, if it is a cell or another reusable view.
  weak var shownIn: SimulatedReusableView?
  /// What it has for constraints.
  private(set) lazy var constraintState = ConstraintState()
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
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    frame = .zero
  }

  /// Creates a view without a size.
  public convenience override init() {
    self.init(frame: .zero)
  }

  /// The traits of the device, with the changes of ``setTraits(_:)``.
  open var traitCollection: UITraitCollection {
    var traits = UITraitCollection.current
    for view in sequence(first: self, next: \.superview).reversed() { view.changeTraits?(&traits) }
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
  /// The space that bars cover.
  open var safeAreaInsets: UIEdgeInsets { .zero }
  /// The space that the view keeps free around its content.
  open var layoutMargins: UIEdgeInsets {
    get {
      constraintState.layoutMargins ?? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    }
    set {
      guard newValue != layoutMargins else { return }
      constraintState.layoutMargins = newValue
      setNeedsLayout()
      layoutMarginsDidChange()
    }
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
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
    needsLayout = true
    if view.fillsSuperview { view.fill(self) }
    if window != nil { for view in view.descendants { view.didMoveToWindow() } }
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
    superview.willRemoveSubview(self)
    superview.setNeedsLayout()
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
  }

  /// Called before a subview is removed.
  func willRemoveSubview(_ view: UIView) {}

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
      layoutSubviews()
      for view in subviews { view.layoutIfNeeded() }
    }
  }

  /// Called when the view is laid out.
  open func layoutSubviews() {}

  /// The look of the view: its background, and its subviews from top to bottom.
  open var look: ContentNode {
    if constraintState.placesSubviews { return placedLook }
    var style = groundStyle
    let shown = subviews.filter { !$0.isHidden && $0.alpha > 0 }
    if !shown.isEmpty {
      style += ["display: flex", "flex-direction: column", "justify-content: center"]
    }
    return .element("div", ["style": style.joined(separator: "; ")], shown.map(\.look))
  }

  /// The background, border and fixed size of the view, as CSS.
  var groundStyle: [String] {
    var style: [String] = []
    if let backgroundColor { style.append("background: \(backgroundColor.css)") }
    if layer.cornerRadius > 0 { style.append("border-radius: \(Double(layer.cornerRadius))px") }
    if layer.borderWidth > 0 {
      let color = layer.borderColor?.color ?? .separator
      style.append("border: \(Double(layer.borderWidth))px solid \(color.css)")
    }
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

/// The corners and the border of a view.
@preconcurrency @MainActor
public final class CALayer: NSObject {
  /// The radius of its corners, in points.
  public var cornerRadius: CGFloat = 0
  /// The width of its border, in points.
  public var borderWidth: CGFloat = 0
  /// The colour of its border.
  public var borderColor: CGColor?
  /// Accepted for compatibility only.
  public var masksToBounds = false
  /// Its animations by their keys; nothing moves.
  private var animations: [String: CAAnimation] = [:]

  /// Adds an animation, which is kept and not played.
  public func add(_ animation: CAAnimation, forKey key: String?) {
    animations[key ?? ""] = animation
  }

  /// Returns the animation of a key.
  public func animation(forKey key: String) -> CAAnimation? { animations[key] }

  /// Removes the animation of a key.
  public func removeAnimation(forKey key: String) { animations[key] = nil }

  /// Removes all animations.
  public func removeAllAnimations() { animations = [:] }
}
