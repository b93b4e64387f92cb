import Foundation
import ListUIKit

/// Views, guides, stacks and constraints of a case.
struct ViewTree: Decodable, Sendable {
  var views: [View]?
  var guides: [Guide]?
  var stacks: [Stack]?
  var constraints: [Constraint]?
  var margins: [Double]?
  var direction: String?

  struct View: Decodable, Sendable {
    var id: String
    var parent: String?
    var intrinsic: [Double?]?
    var hug: [Double]?
    var comp: [Double]?
    var frame: [Double]?
    var hidden: Bool?
    var baseline: [Double]?
  }

  struct Guide: Decodable, Sendable {
    var id: String
    var owner: String
  }

  struct Stack: Decodable, Sendable {
    var id: String
    var parent: String?
    var axis: String
    var distribution: String?
    var alignment: String?
    var spacing: Double?
    var margins: [Double]?
    var marginsRelative: Bool?
    var arranged: [String]
    var custom: [String: Double]?
  }

  struct Constraint: Decodable, Sendable {
    var first: String
    var attr: String
    var rel: String?
    var second: String?
    var attr2: String?
    var mult: Double?
    var const: Double?
    var prio: Double?
  }
}

/// A view of a given size of its content.
private final class SizedView: UIView {
  var size = CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  override var intrinsicContentSize: CGSize { size }
}

/// The views of a tree.
@MainActor
struct BuiltViews {
  private(set) var views: [String: UIView] = [:]
  private var guides: [String: UILayoutGuide] = [:]
  /// What could not be built.
  private(set) var faults: [String] = []

  /// Makes the views of a tree in a root, which has the name `rootName`.
  init(_ tree: ViewTree, in root: UIView, named rootName: String) {
    views[rootName] = root
    let directions = UIApplication.shared.userInterfaceLayoutDirection
    UIApplication.shared.userInterfaceLayoutDirection =
      tree.direction == "rtl" ? .rightToLeft : .leftToRight
    defer { UIApplication.shared.userInterfaceLayoutDirection = directions }
    if let margins = tree.margins { root.layoutMargins = UIEdgeInsets(margins) }
    let stacks = Dictionary((tree.stacks ?? []).map { ($0.id, $0) }) { first, _ in first }
    for stack in tree.stacks ?? [] where views[stack.id] == nil {
      views[stack.id] = UIStackView(frame: .zero)
    }
    for view in tree.views ?? [] { add(view, rootName) }
    for stack in tree.stacks ?? [] { arrange(stack, rootName, stacks) }
    for guide in tree.guides ?? [] {
      let made = UILayoutGuide()
      guides[guide.id] = made
      views[guide.owner]?.addLayoutGuide(made)
    }
    for constraint in tree.constraints ?? [] { add(constraint) }
  }

  private mutating func add(_ view: ViewTree.View, _ rootName: String) {
    let made = SizedView(frame: view.frame.map { CGRect($0) } ?? .zero)
    made.translatesAutoresizingMaskIntoConstraints = view.frame != nil
    made.size = CGSize(
      width: (view.intrinsic?.first ?? nil) ?? -1,
      height: (view.intrinsic?.last ?? nil) ?? -1
    )
    for (axis, index) in [(NSLayoutConstraint.Axis.horizontal, 0), (.vertical, 1)] {
      if let priority = view.hug?[index] {
        made.setContentHuggingPriority(UILayoutPriority(Float(priority)), for: axis)
      }
      if let priority = view.comp?[index] {
        made.setContentCompressionResistancePriority(UILayoutPriority(Float(priority)), for: axis)
      }
    }
    made.isHidden = view.hidden ?? false
    if let baseline = view.baseline {
      made.setBaselineOffsets(first: CGFloat(baseline[0]), last: CGFloat(baseline[1]))
    }
    views[view.id] = made
    views[view.parent ?? rootName]?.addSubview(made)
  }

  private mutating func arrange(
    _ stack: ViewTree.Stack,
    _ rootName: String,
    _ stacks: [String: ViewTree.Stack]
  ) {
    guard let made = views[stack.id] as? UIStackView else {
      faults.append("\(stack.id) is not a stack")
      return
    }
    made.axis = stack.axis == "h" ? .horizontal : .vertical
    made.spacing = CGFloat(stack.spacing ?? 0)
    if let name = stack.distribution {
      set(name, UIStackView.Distribution.named) { made.distribution = $0 }
    }
    if let name = stack.alignment { set(name, UIStackView.Alignment.named) { made.alignment = $0 } }
    if let margins = stack.margins { made.layoutMargins = UIEdgeInsets(margins) }
    made.isLayoutMarginsRelativeArrangement = stack.marginsRelative ?? false
    if made.superview == nil, stack.id != rootName {
      made.translatesAutoresizingMaskIntoConstraints = false
      views[stack.parent ?? rootName]?.addSubview(made)
    }
    for name in stack.arranged {
      guard let view = views[name] else {
        faults.append("there is no view \(name) to arrange")
        continue
      }
      made.addArrangedSubview(view)
    }
    for (name, spacing) in stack.custom ?? [:] {
      if let view = views[name] { made.setCustomSpacing(CGFloat(spacing), after: view) }
    }
  }

  private mutating func set<Value>(
    _ name: String,
    _ known: [String: Value],
    _ body: (Value) -> Void
  ) {
    if let value = known[name] { body(value) } else { faults.append("unknown name \(name)") }
  }

  private mutating func add(_ constraint: ViewTree.Constraint) {
    func item(_ name: String) -> Any? { views[name] ?? guides[name] }
    let attributes = NSLayoutConstraint.Attribute.named
    guard let first = item(constraint.first), let attribute = attributes[constraint.attr],
      let relation = [
        "==": NSLayoutConstraint.Relation.equal, "<=": .lessThanOrEqual,
        ">=": .greaterThanOrEqual,
      ][constraint.rel ?? "=="]
    else {
      faults.append("cannot be made: \(constraint)")
      return
    }
    let made = NSLayoutConstraint(
      item: first,
      attribute: attribute,
      relatedBy: relation,
      toItem: constraint.second.flatMap(item),
      attribute: constraint.attr2.flatMap { attributes[$0] } ?? .notAnAttribute,
      multiplier: CGFloat(constraint.mult ?? 1),
      constant: CGFloat(constraint.const ?? 0)
    )
    made.priority = UILayoutPriority(Float(constraint.prio ?? 1_000))
    made.isActive = true
    if !made.isActive { faults.append("not active: \(constraint)") }
  }

  /// Returns the frame of a view or guide in the coordinates of the root.
  func frame(_ name: String) -> [Double]? {
    var frame: CGRect
    var owner: UIView?
    if let view = views[name] {
      frame = view.frame
      owner = view.superview
    } else if let guide = guides[name] {
      frame = guide.layoutFrame
      owner = guide.owningView
    } else {
      return nil
    }
    while let view = owner, view.superview != nil {
      frame.origin.x += view.frame.minX
      frame.origin.y += view.frame.minY
      owner = view.superview
    }
    return [frame.minX, frame.minY, frame.width, frame.height].map { Double($0) }
  }
}

extension NSLayoutConstraint.Attribute {
  fileprivate static let named: [String: NSLayoutConstraint.Attribute] = [
    "left": .left, "right": .right, "top": .top, "bottom": .bottom, "leading": .leading,
    "trailing": .trailing, "width": .width, "height": .height, "centerX": .centerX,
    "centerY": .centerY, "lastBaseline": .lastBaseline, "firstBaseline": .firstBaseline,
    "leftMargin": .leftMargin, "rightMargin": .rightMargin, "topMargin": .topMargin,
    "bottomMargin": .bottomMargin, "leadingMargin": .leadingMargin,
    "trailingMargin": .trailingMargin, "centerXWithinMargins": .centerXWithinMargins,
    "centerYWithinMargins": .centerYWithinMargins,
  ]
}

extension UIStackView.Distribution {
  static let named: [String: UIStackView.Distribution] = [
    "fill": .fill, "fillEqually": .fillEqually, "fillProportionally": .fillProportionally,
    "equalSpacing": .equalSpacing, "equalCentering": .equalCentering,
  ]
}

extension UIStackView.Alignment {
  static let named: [String: UIStackView.Alignment] = [
    "fill": .fill, "leading": .leading, "top": .leading, "center": .center, "trailing": .trailing,
    "bottom": .trailing, "firstBaseline": .firstBaseline, "lastBaseline": .lastBaseline,
  ]
}

extension UIEdgeInsets {
  /// Reads `[top, left, bottom, right]`.
  init(_ edges: [Double]) {
    let edges = edges.map { CGFloat($0) } + [0, 0, 0, 0]
    self.init(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])
  }
}

extension CGRect {
  /// Reads `[x, y, width, height]`.
  init(_ numbers: [Double]) {
    let numbers = numbers + [0, 0, 0, 0]
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
