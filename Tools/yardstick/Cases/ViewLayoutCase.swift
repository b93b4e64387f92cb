import Foundation
import ListUIKit

/// Views in a root of a size, and their frames in it.
struct ViewLayoutCase: Decodable, Sendable {
  var id: String
  var about: String?
  var evidence: String?
  var container: [Double]
  var tree: ViewTree
  var expected: [String: [Double?]]?
  var ambiguous: [String]?
  var conflict: Bool?

  private enum CodingKeys: String, CodingKey {
    case id, about, evidence, container, expected, ambiguous, conflict
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    about = try values.decodeIfPresent(String.self, forKey: .about)
    evidence = try values.decodeIfPresent(String.self, forKey: .evidence)
    container = try values.decode([Double].self, forKey: .container)
    tree = try ViewTree(from: decoder)
    expected = try values.decodeIfPresent([String: [Double?]].self, forKey: .expected)
    ambiguous = try values.decodeIfPresent([String].self, forKey: .ambiguous)
    conflict = try values.decodeIfPresent(Bool.self, forKey: .conflict)
  }

  @MainActor
  func run() -> [String] {
    let root = UIView(frame: CGRect([0, 0] + container))
    let built = BuiltViews(tree, in: root, named: "root")
    let direction = UIApplication.shared.userInterfaceLayoutDirection
    UIApplication.shared.userInterfaceLayoutDirection =
      tree.direction == "rtl" ? .rightToLeft : .leftToRight
    defer { UIApplication.shared.userInterfaceLayoutDirection = direction }
    root.layoutIfNeeded()
    var differences = built.faults
    for (name, frame) in (expected ?? [:]).sorted(by: { $0.key < $1.key }) {
      let tolerance = evidence?.hasPrefix("recorded") == true ? 0.51 : 0.011
      differences += Self.differences(name, frame, built.frame(name), tolerance)
    }
    for name in ambiguous ?? [] {
      let view = String(name.prefix { $0 != "." })
      if built.views[view]?.hasAmbiguousLayout != true {
        differences.append("\(name): expected ambiguous, got decided")
      }
    }
    if conflict == true, root.constraintFailures.isEmpty {
      differences.append("expected a conflict, got none")
    } else if conflict != true {
      differences += root.constraintFailures.map { "expected no failure, got \($0)" }
    }
    return differences
  }

  static func differences(
    _ name: String,
    _ expected: [Double?],
    _ got: [Double]?,
    _ tolerance: Double
  ) -> [String] {
    let isEqual =
      got.map { got in
        zip(expected, got).allSatisfy { wanted, got in
          wanted.map { abs($0 - got) <= tolerance } ?? true
        }
      } ?? false
    return isEqual ? [] : ["\(name): expected \(expected), got \(got ?? [])"]
  }
}

/// The size that a view needs for a target.
struct ViewFittingCase: Decodable, Sendable {
  var id: String
  var about: String?
  var view: String
  var target: [Double]
  var horizontalPriority: Double?
  var verticalPriority: Double?
  var expected: [Double?]
  var tree: ViewTree

  private enum CodingKeys: String, CodingKey {
    case id, about, view, target, horizontalPriority, verticalPriority, expected
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    about = try values.decodeIfPresent(String.self, forKey: .about)
    view = try values.decode(String.self, forKey: .view)
    target = try values.decode([Double].self, forKey: .target)
    horizontalPriority = try values.decodeIfPresent(Double.self, forKey: .horizontalPriority)
    verticalPriority = try values.decodeIfPresent(Double.self, forKey: .verticalPriority)
    expected = try values.decode([Double?].self, forKey: .expected)
    tree = try ViewTree(from: decoder)
  }

  @MainActor
  func run() -> [String] {
    let isStack = tree.stacks?.contains { $0.id == view } == true
    let root = isStack ? UIStackView(frame: .zero) : UIView(frame: .zero)
    let built = BuiltViews(tree, in: root, named: view)
    let size = root.systemLayoutSizeFitting(
      CGSize(width: target[0], height: target[1]),
      withHorizontalFittingPriority: UILayoutPriority(Float(horizontalPriority ?? 50)),
      verticalFittingPriority: UILayoutPriority(Float(verticalPriority ?? 50))
    )
    let got = [Double(size.width), Double(size.height)]
    return built.faults + ViewLayoutCase.differences("size", expected, got, 0.011)
  }
}

/// A stack of given views in a root of 600 × 600 points.
struct StackCase: Decodable, Sendable {
  var id: String
  var content: String
  var margins: Bool
  var axis: String
  var distribution: String
  var alignment: String
  var hidden: Int
  var sized: Bool
  var frames: [[Double?]]

  private var tree: ViewTree {
    func view(_ id: String, _ width: Double, _ height: Double) -> ViewTree.View {
      ViewTree.View(id: id, intrinsic: [width, height])
    }
    var stack = ViewTree.Stack(id: "stack", axis: axis, arranged: [])
    stack.distribution = distribution
    stack.alignment = alignment
    stack.spacing = 5
    if margins {
      stack.margins = [3, 5, 7, 11]
      stack.marginsRelative = true
    }
    var tree = ViewTree()
    if content == "nested" {
      tree.views = [view("a", 40, 20), view("c", 15, 10), view("d", 30, 12), view("e", 10, 50)]
      var inner = ViewTree.Stack(id: "b", axis: axis == "h" ? "v" : "h", arranged: ["c", "d"])
      inner.alignment = "center"
      inner.spacing = 2
      stack.arranged = ["a", "b", "e"]
      tree.stacks = [inner, stack]
    } else {
      tree.views = [view("a", 40, 20), view("b", 60, 30), view("c", 10, 50), view("d", 25, 25)]
      stack.arranged = ["a", "b", "c", "d"]
      tree.stacks = [stack]
    }
    tree.constraints = [
      .init(first: "stack", attr: "left", second: "root", attr2: "left", const: 10),
      .init(first: "stack", attr: "top", second: "root", attr2: "top", const: 20),
    ]
    if sized {
      tree.constraints?.append(.init(first: "stack", attr: "width", const: 400))
      tree.constraints?.append(.init(first: "stack", attr: "height", const: 300))
    }
    return tree
  }

  @MainActor
  func run() -> [String] {
    let root = UIView(frame: CGRect([0, 0, 600, 600]))
    let built = BuiltViews(tree, in: root, named: "root")
    if hidden > 0 { built.views[hidden == 1 ? "b" : "a"]?.isHidden = true }
    root.layoutIfNeeded()
    let isNested = content == "nested"
    let names = isNested ? ["stack", "a", "b", "c", "d", "e"] : ["stack", "a", "b", "c", "d"]
    guard frames.count == names.count else { return ["expected \(names.count) frames"] }
    var differences = built.faults + root.constraintFailures.map { "\($0)" }
    for (name, frame) in zip(names, frames) {
      // Places were recorded in whole points, level by level.
      let tolerance = isNested && (name == "c" || name == "d") ? 1.01 : 0.51
      differences += ViewLayoutCase.differences(name, frame, built.frame(name), tolerance)
    }
    return differences
  }
}
