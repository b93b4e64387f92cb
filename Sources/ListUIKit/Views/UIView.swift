public import Foundation
import ListAdapter
public import ListRendering

/// A view: what is drawn of it, and the views in it.
///
/// Views have no constraints here. What is in a view is drawn from its top to its bottom, in a
/// ``UIStackView`` along its axis; ``look`` says so, and a view that looks otherwise overrides it.
@preconcurrency @MainActor
open class UIView: NSObject {
  /// Where it is in the view that it is in; a cell, in the content of its list.
  open var frame: CGRect {
    didSet {
      guard frame.size != oldValue.size else { return }
      needsLayout = true
      for view in subviews { view.resize(with: self, from: oldValue.size) }
    }
  }
  /// How it changes with the view that it is in.
  open var autoresizingMask: AutoresizingMask = []
  /// What is drawn behind everything in it.
  open var backgroundColor: UIColor?
  /// The colour of what can be touched in it.
  open var tintColor: UIColor?
  /// How much of what is behind it is covered; one that is 0 is not drawn.
  open var alpha: CGFloat = 1
  /// Whether it is not drawn.
  open var isHidden = false
  /// Whether what is in it ends at its edges; taken for UIKit's sake.
  open var clipsToBounds = false
  /// Taken for UIKit's sake: there are no constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Taken for UIKit's sake: nobody touches views, but cells.
  open var isUserInteractionEnabled = true
  /// What an app calls it.
  open var tag = 0
  /// Its corners and its border.
  public let layer = CALayer()
  /// The views in it, in the order in which they are drawn.
  public private(set) var subviews: [UIView] = []
  /// The view it is in.
  public private(set) weak var superview: UIView?
  /// The view of the simulation that shows it, if it is a cell or the like.
  weak var shownIn: SimulatedReusableView?
  /// Whether somebody waits for ``layoutSubviews()``.
  private(set) var needsLayout = true
  /// Whether its size is the layout's: what is drawn in it says how large it wants to be, not its frame.
  var hasSizeOfLayout = false
  /// Whether it is as large as what it is in: a list that nobody has given a size.
  var fillsSuperview: Bool { false }

  /// Creates a view.
  public init(frame: CGRect) {
    self.frame = frame
  }

  /// Creates a view as if from a file of Interface Builder, of which nothing is read.
  public required init?(coder: NSCoder) {
    frame = .zero
  }

  /// Creates a view without a size.
  public convenience override init() {
    self.init(frame: .zero)
  }

  /// Its own coordinates.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }

  /// Its middle.
  open var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      let (width, height) = (frame.size.width, frame.size.height)
      frame.origin = CGPoint(x: newValue.x - width / 2, y: newValue.y - height / 2)
    }
  }

  /// Adds a view in front of those that are in it.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
    needsLayout = true
    if view.fillsSuperview { view.fill(self) }
  }

  /// Becomes as large as the view it is in.
  func fill(_ view: UIView) {}

  /// Follows a change of the size of the view it is in.
  private func resize(with view: UIView, from size: CGSize) {
    if fillsSuperview {
      fill(view)
    } else if !autoresizingMask.isEmpty {
      frame = autoresizingMask.frame(frame, in: size, changedTo: view.frame.size)
    }
  }

  /// Takes the view out of the one it is in.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// The size that what is in it needs, at most as wide and high as `size`.
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    let needed = look.sizeThatFits(ContentSize(size), margins: .none)
    return CGSize(width: needed.width, height: needed.height)
  }

  /// The size that what is in it needs; as `sizeThatFits`.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { sizeThatFits(targetSize) }

  /// The size that what is in it needs, where nothing bounds it.
  open var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
  }

  /// Makes it as large as what is in it needs.
  open func sizeToFit() { frame.size = sizeThatFits(frame.size) }

  /// Has ``layoutSubviews()`` called in the next layout pass; what is drawn is always up to date.
  open func setNeedsLayout() { needsLayout = true }

  /// Lays out the lists in it.
  open func layoutIfNeeded() {
    needsLayout = false
    layoutSubviews()
    for view in subviews { view.layoutIfNeeded() }
  }

  /// Called before the view is looked at.
  open func layoutSubviews() {}

  /// What the view looks like: its ground, and what is in it from top to bottom.
  open var look: ContentNode {
    var style = groundStyle
    let shown = subviews.filter { !$0.isHidden && $0.alpha > 0 }
    if !shown.isEmpty {
      style += ["display: flex", "flex-direction: column", "justify-content: center"]
    }
    return .element("div", ["style": style.joined(separator: "; ")], shown.map(\.look))
  }

  /// What is drawn behind everything in it, as CSS.
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

// What says what it looks like can be measured: a picture draws it at the size it has by this.

extension UIView: @MainActor DescribedContent, @MainActor MeasuredContent {
  /// What is drawn of the view: its look, or nothing while it is hidden.
  public var node: ContentNode {
    isHidden || alpha <= 0 ? .element("div", ["style": "display: none"]) : look
  }

  /// Nothing is drawn around a view.
  public var isDrawnAlone: Bool { true }

  /// The size that the view wants.
  public func sizeThatFits(_ size: ContentSize) -> ContentSize {
    let wanted = sizeThatFits(CGSize(width: size.width, height: size.height))
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
  /// How round its corners are, in points.
  public var cornerRadius: CGFloat = 0
  /// How thick its border is, in points.
  public var borderWidth: CGFloat = 0
  /// The colour of its border.
  public var borderColor: CGColor?
  /// Taken for UIKit's sake.
  public var masksToBounds = false
}

extension UIView {
  /// The size that fits in a width, as demos of TurboListKit say it for views with constraints.
  ///
  /// - Parameters:
  ///   - size: The size that is offered.
  ///   - targetWidth: How wide the view is to be; `nil` for as wide as is offered.
  ///   - minimumHeight: How high it is at least.
  /// - Returns: The width, and the height that what is in the view needs in it.
  public func autoLayoutFittingSize(
    for size: CGSize,
    targetWidth: CGFloat? = nil,
    minimumHeight: CGFloat = 0
  ) -> CGSize {
    let width = targetWidth ?? size.width
    let offered = ContentSize(width: Double(width), height: Double.greatestFiniteMagnitude)
    let needed = look.sizeThatFits(offered, margins: .none)
    return CGSize(width: width, height: max(minimumHeight, CGFloat(needed.height)))
  }
}
