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
    view.failures.forEach { told.append("failure: \($0)") }
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
