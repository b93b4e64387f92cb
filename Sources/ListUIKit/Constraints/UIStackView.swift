public import Foundation
public import ListDescription

/// Views in a row or a column.
open class UIStackView: UIView {
  /// The direction in which the views follow each other.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayout() } }
  /// The space between two views.
  open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  /// How the views are aligned across the axis.
  open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
  /// How the views share the length of the stack.
  open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
  /// Whether the margins are kept free.
  open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayout() } }
  /// Accepted for compatibility only.
  open var isBaselineRelativeArrangement = false
  /// The views that follow each other.
  public private(set) var arrangedSubviews: [UIView] = []
  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

  /// The space of the stack.
  public static let spacingUseDefault = CGFloat(Float.greatestFiniteMagnitude)
  /// The space of the system.
  public static let spacingUseSystem = CGFloat(Float.leastNormalMagnitude)

  /// How views are aligned across the axis.
  public enum Alignment: Int, Hashable, Sendable {
    /// As long as the stack is across the axis.
    case fill
    /// At its start.
    case leading
    /// On the baseline of their first lines.
    case firstBaseline
    /// In its middle.
    case center
    /// At its end.
    case trailing
    /// On the baseline of their last lines.
    case lastBaseline

    /// At its start.
    public static var top: Alignment { .leading }
    /// At its end.
    public static var bottom: Alignment { .trailing }
  }

  /// How views share the length of the stack.
  public enum Distribution: Int, Hashable, Sendable {
    /// Each as long as it needs.
    case fill
    /// All equally long.
    case fillEqually
    /// In proportion to what they need.
    case fillProportionally
    /// With the same space between any two.
    case equalSpacing
    /// With the same distance between the middles of any two.
    case equalCentering
  }

  /// Creates a stack of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// Its margins, none unless they are set.
  open override var layoutMargins: UIEdgeInsets {
    get { constraintState.layoutMargins ?? .zero }
    set { super.layoutMargins = newValue }
  }

  // MARK: Views

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    insertArrangedSubview(view, at: arrangedSubviews.count)
  }

  /// Inserts a view, or moves it.
  open func insertArrangedSubview(_ view: UIView, at index: Int) {
    arrangedSubviews.removeAll { $0 === view }
    if view.superview !== self { addSubview(view) }
    view.translatesAutoresizingMaskIntoConstraints = false
    arrangedSubviews.insert(view, at: min(max(0, index), arrangedSubviews.count))
    setNeedsLayout()
  }

  /// Arranges a view no longer; it stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    customSpacings[ObjectIdentifier(view)] = nil
    setNeedsLayout()
  }

  /// Arranges a view no longer before it is removed.
  open override func willRemoveSubview(_ subview: UIView) { removeArrangedSubview(subview) }

  /// Sets the space after a view.
  open func setCustomSpacing(_ spacing: CGFloat, after view: UIView) {
    guard arrangedSubviews.contains(where: { $0 === view }) else { return }
    customSpacings[ObjectIdentifier(view)] = spacing == Self.spacingUseDefault ? nil : spacing
    setNeedsLayout()
  }

  /// Returns the space after a view; ``spacingUseDefault`` if it is that of the stack.
  open func customSpacing(after view: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(view)] ?? Self.spacingUseDefault
  }

  /// Whether constraints or a frame of its own place it.
  var hasPlace: Bool {
    !translatesAutoresizingMaskIntoConstraints || !hasSizeOfLayout && !frame.isEmpty
  }

  /// Returns the size that its views need; see ``UIView``.
  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize {
    fittingSize(targetSize, horizontal, vertical)
  }

  /// Returns the space that is kept after a view.
  func gap(after view: UIView) -> Double {
    let gap = customSpacings[ObjectIdentifier(view)] ?? spacing
    if gap == Self.spacingUseSystem { return 8 }
    return gap == Self.spacingUseDefault ? 0 : Double(gap)
  }

  /// A stack has no size of its own: its views decide.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  // MARK: Drawing

  /// The views in a row or a column.
  open override var look: ContentNode {
    if constraintState.placesSubviews { return super.look }
    var style = groundStyle + ["display: flex", "gap: \(Double(spacing))px"]
    if axis == .vertical { style.append("flex-direction: column") }
    switch alignment {
    case .fill: break
    case .leading, .firstBaseline: style.append("align-items: start")
    case .center: style.append("align-items: center")
    case .trailing, .lastBaseline: style.append("align-items: end")
    }
    if distribution == .equalSpacing { style.append("justify-content: space-between") }
    if isLayoutMarginsRelativeArrangement {
      let margins = layoutMargins
      let edges = [margins.top, margins.right, margins.bottom, margins.left]
      style.append("padding: " + edges.map { "\(Double($0))px" }.joined(separator: " "))
    }
    let shown = subviews.filter { !$0.isHidden && $0.alpha > 0 }.map(\.look)
    let children = distribution == .fillEqually ? shown.map(Self.growing) : shown
    return .element("div", ["style": style.joined(separator: "; ")], children)
  }

  private static func growing(_ node: ContentNode) -> ContentNode {
    .element("div", ["style": "flex: 1"], [node])
  }
}
