import Foundation
import ListAdapter
import ListModel
import ListUIKit

/// A behaviour in words: steps, and what is seen after them.
struct BehaviourCase: Decodable, Sendable {
  var id: String
  var subject: String
  var steps: [String]
  var expect: [String]

  /// Returns the differences from what is expected; `nil` if no code does these steps.
  ///
  /// Code is found by the words of the steps, so that other steps are not taken for these.
  @MainActor
  func run() -> [String]? {
    guard let behave = ViewBehaviours.known[steps.joined(separator: "; ")] else { return nil }
    let seen = behave()
    return seen == expect ? [] : ["\(subject): expected \(expect), got \(seen)"]
  }
}

/// What views do, in the words of the cases.
@MainActor
enum ViewBehaviours {
  static let known: [String: @MainActor () -> [String]] = [
    "tree: top > (first > child, second); activate child.width == 5": {
      let (top, child) = tree()
      let constraint = child.widthAnchor.constraint(equalToConstant: 5)
      constraint.isActive = true
      return [holder(constraint, ["top": top, "child": child]), activity(constraint)]
    },
    "lone view; activate lone.width == 5": {
      let lone = UIView()
      let constraint = lone.widthAnchor.constraint(equalToConstant: 5)
      constraint.isActive = true
      return [holder(constraint, ["lone": lone])]
    },
    """
    tree: top > (first > child, second); top.addConstraint(child.height == 5); activate it; \
    top.removeConstraint(it)
    """: {
      let (top, child) = tree()
      let constraint = child.heightAnchor.constraint(equalToConstant: 5)
      top.addConstraint(constraint)
      var seen = [activity(constraint) + " after adding"]
      constraint.isActive = true
      seen.append("still \(holder(constraint, ["top": top, "child": child])) after activate")
      top.removeConstraint(constraint)
      return seen + [activity(constraint) + " after removal"]
    },
    "new guide; view.layoutMarginsGuide twice": { guideDefaults() },
    """
    superview 200x200, margins 20 30 40 50; subview (5,50,180,145); preserves = true; \
    layoutMargins = 1 2 3 4; frame = (-10,-10,250,250)
    """: { preservedMargins() },
    """
    UICollectionViewFlowLayout; UICollectionViewController(layout); UINavigationController
    """: { controllerDefaults() },
    "collectionView.isEditing = true; next layout": { editedCells() },
    "section snapshot A[a1 a2] B; tap A's disclosure": { OutlineList().expandFirst() },
    "spacing = default token; ask spacing; spacing = system token (v2 has the system token)": {
      spacingTokens()
    },
    "base and flow layout; targetIndexPath(1-3, position 37 91)": { targetOfMovement() },
    "ending to [0-1] from [1-3]": { endOfMovement() },
    "cell 320x60, backgroundInsets 3 4 5 6 (top leading bottom trailing)": { insetGround() },
    "handler returns [n1 n2] for a2 (child a2x); expand a2": { OutlineList().replaceChildren() },
    "canReorder answers false for d; begin d": { OutlineList().refuseMove() },
    "t arranges a; u.addArrangedSubview(a)": {
      let (a, t, u) = (UIView(), UIStackView(frame: .zero), UIStackView(frame: .zero))
      t.addArrangedSubview(a)
      u.addArrangedSubview(a)
      return [
        "t arranges \(t.arrangedSubviews.isEmpty ? "none" : "some")",
        "a.superview is \(a.superview === u ? "u" : "not u")",
      ]
    },
    "new UICollectionViewFlowLayoutInvalidationContext; set both false": {
      let context = UICollectionViewFlowLayoutInvalidationContext()
      let (metrics, attributes) = (
        context.invalidateFlowLayoutDelegateMetrics, context.invalidateFlowLayoutAttributes
      )
      let first = "delegate metrics \(metrics), attributes \(attributes)"
      context.invalidateFlowLayoutDelegateMetrics = false
      context.invalidateFlowLayoutAttributes = false
      let isAny =
        context.invalidateFlowLayoutDelegateMetrics || context.invalidateFlowLayoutAttributes
      return [first, isAny ? "not both false" : "both false"]
    },
    "guide.width == 5; activate": {
      let constraint = UILayoutGuide().widthAnchor.constraint(equalToConstant: 5)
      constraint.isActive = true
      return [
        AutoLayoutFailure.failures.contains { "\($0)".contains("guide") }
          ? "a failure" : "no exception", activity(constraint),
      ]
    },
    "layoutMargins = 1 2 3 4 (top left bottom right); directional = 5 6 7 8 (top leading bottom trailing), left to right; layoutMargins = 9 10 11 12; the same right to left for the first step":
      {
        let view = UIView()
        view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let first = text(view.directionalLayoutMargins)
        view.directionalLayoutMargins = .init(top: 5, leading: 6, bottom: 7, trailing: 8)
        let second = [view.layoutMargins].map {
          "\(Int($0.top)) \(Int($0.left)) \(Int($0.bottom)) \(Int($0.right))"
        }
        view.layoutMargins = UIEdgeInsets(top: 9, left: 10, bottom: 11, right: 12)
        let third = text(view.directionalLayoutMargins)
        let direction = UIApplication.shared.userInterfaceLayoutDirection
        UIApplication.shared.userInterfaceLayoutDirection = .rightToLeft
        defer { UIApplication.shared.userInterfaceLayoutDirection = direction }
        view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let turned = view.directionalLayoutMargins
        let sides = "leading \(Int(turned.leading)), trailing \(Int(turned.trailing))"
        return [
          "directional \(first) (RTL: \(sides))", "layoutMargins \(second[0])",
          "directional \(third): the last set wins",
        ]
      },
    "plain.leading == system spacing after other.trailing, multiplier 2; plain.top == system spacing below other.bottom, multiplier 2":
      { systemSpacing(2) },
    "plain.leading == system spacing after other.trailing, multiplier 0.25; plain.top == system spacing below other.bottom, multiplier 0.25":
      { systemSpacing(0.25) },
    "= 1 2 3 4": {
      let table = UITableView(frame: .zero)
      table.separatorInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
      let inset = table.separatorInset
      return ["\(Int(inset.top)) \(Int(inset.left)) \(Int(inset.bottom)) \(Int(inset.right))"]
    },
    "UICollectionViewLayout.invalidationContextClass; flow layout; invalidationContext(forBoundsChange:)":
      {
        let base: AnyClass = UICollectionViewLayout.invalidationContextClass
        let flow: AnyClass = UICollectionViewFlowLayout.invalidationContextClass
        let layout = UICollectionViewFlowLayout()
        let first = layout.invalidationContext(forBoundsChange: .zero)
        let isNew =
          first !== layout.invalidationContext(forBoundsChange: .zero) && type(of: first) == flow
          && !first.invalidateEverything && !first.invalidateDataSourceCounts
        return [
          base == UICollectionViewLayoutInvalidationContext.self ? "base class" : "\(base)",
          flow == UICollectionViewFlowLayoutInvalidationContext.self ? "flow class" : "\(flow)",
          isNew ? "a new context of that class with nothing marked" : "\(first)",
        ]
      },
    "touch begins; touch ends inside": {
      let list = ToldList()
      list.tap(0)
      let told = list.told.map { String($0.prefix { $0 != " " }) }
      let lifted = told.firstIndex(of: "shouldSelect") ?? told.count
      return [
        told[..<lifted].joined(separator: ", "), told[lifted...].joined(separator: ", "),
      ]
    },
    "0-0 selected; tap 0-1": {
      let list = ToldList()
      list.tap(0)
      list.told = []
      list.tap(1)
      let both = list.told.contains("didDeselect 0-0") && list.told.contains("didSelect 0-1")
      return [both ? "didDeselect 0-0 is sent as well as didSelect 0-1" : "\(list.told)"]
    },
  ]

  private static func text(_ insets: NSDirectionalEdgeInsets) -> String {
    [insets.top, insets.leading, insets.bottom, insets.trailing].map { "\(Int($0))" }
      .joined(separator: " ")
  }

  private static func systemSpacing(_ multiplier: CGFloat) -> [String] {
    let (plain, other) = (UIView(), UIView())
    let constraints = [
      plain.leadingAnchor.constraint(
        equalToSystemSpacingAfter: other.trailingAnchor,
        multiplier: multiplier
      ),
      plain.topAnchor.constraint(
        equalToSystemSpacingBelow: other.bottomAnchor,
        multiplier: multiplier
      ),
    ]
    return constraints.map { constraint in
      "constant \(Int(constraint.constant)), constraint multiplier \(Int(constraint.multiplier)), "
        + "priority \(Int(constraint.priority.rawValue)), \(activity(constraint))"
    }
  }

  private static func tree() -> (top: UIView, child: UIView) {
    let (top, first, child) = (UIView(), UIView(), UIView())
    top.addSubview(first)
    top.addSubview(UIView())
    first.addSubview(child)
    return (top, child)
  }

  private static func holder(_ constraint: NSLayoutConstraint, _ views: [String: UIView]) -> String
  {
    let name = views.first { $0.value.constraints.contains { $0 === constraint } }?.key
    return "held by \(name ?? "no view")"
  }

  private static func activity(_ constraint: NSLayoutConstraint) -> String {
    constraint.isActive ? "active" : "inactive"
  }
}

/// A list of three cells that notes what its delegate is told.
@MainActor
private final class ToldList: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
  var told: [String] = []
  private let view = UICollectionView(
    frame: CGRect(x: 0, y: 0, width: 200, height: 200),
    collectionViewLayout: UICollectionViewFlowLayout()
  )

  override init() {
    super.init()
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
    view.dataSource = self
    view.delegate = self
    view.layoutIfNeeded()
    told += view.failures.map { "failure: \($0)" }
  }

  func tap(_ item: Int) { view.simulation.tapItem(at: CellPath(section: 0, item: item)) }

  private func note(_ name: String, _ path: IndexPath) {
    told.append("\(name) \(path.section)-\(path.item)")
  }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
  }
  func collectionView(_ view: UICollectionView, shouldHighlightItemAt path: IndexPath) -> Bool {
    note("shouldHighlight", path)
    return true
  }
  func collectionView(_ view: UICollectionView, shouldSelectItemAt path: IndexPath) -> Bool {
    note("shouldSelect", path)
    return true
  }
  func collectionView(_ view: UICollectionView, didHighlightItemAt path: IndexPath) {
    note("didHighlight", path)
  }
  func collectionView(_ view: UICollectionView, didUnhighlightItemAt path: IndexPath) {
    note("didUnhighlight", path)
  }
  func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
    note("didSelect", path)
  }
  func collectionView(_ view: UICollectionView, didDeselectItemAt path: IndexPath) {
    note("didDeselect", path)
  }
}
