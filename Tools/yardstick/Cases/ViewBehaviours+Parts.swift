import Foundation
import ListRendering
import ListUIKit

extension ViewBehaviours {
  static func spacingTokens() -> [String] {
    let views = (0..<4).map { _ in UIView() }
    for view in views { view.heightAnchor.constraint(equalToConstant: 10).isActive = true }
    let stack = UIStackView(arrangedSubviews: views)
    stack.axis = .vertical
    stack.translatesAutoresizingMaskIntoConstraints = false
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    root.addSubview(stack)
    stack.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
    stack.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    stack.setCustomSpacing(UIStackView.spacingUseSystem, after: views[2])
    func gaps() -> [CGFloat] {
      root.layoutIfNeeded()
      return zip(views, views.dropFirst()).map { $1.frame.minY - $0.frame.maxY }
    }
    stack.spacing = UIStackView.spacingUseDefault
    let first = gaps()
    let isToken = stack.spacing == UIStackView.spacingUseDefault
    stack.spacing = UIStackView.spacingUseSystem
    let second = gaps()
    return [
      first[0] == 0 && first[1] == 0 && first[2] > 0 ? "gaps 0 0 and the custom one" : "\(first)",
      isToken ? "the token" : "\(stack.spacing)",
      second.allSatisfy { $0 == second[0] && $0 > 0 } ? "all gaps alike" : "\(second)",
    ]
  }

  static func targetOfMovement() -> [String] {
    let path = IndexPath(item: 3, section: 1)
    let answers = [UICollectionViewLayout(), UICollectionViewFlowLayout()].map {
      $0.targetIndexPath(
        forInteractivelyMovingItem: path,
        withPosition: CGPoint(x: 37, y: 91)
      )
    }
    return [answers.allSatisfy { $0 == path } ? "1-3 unchanged, both" : "\(answers)"]
  }

  static func endOfMovement() -> [String] {
    let context = UICollectionViewLayout().invalidationContextForEndingInteractiveMovementOfItems(
      toFinalIndexPaths: [IndexPath(item: 1, section: 0)],
      previousIndexPaths: [IndexPath(item: 3, section: 1)],
      movementCancelled: true
    )
    func text(_ paths: [IndexPath]?) -> String {
      (paths ?? []).map { "\($0.section)-\($0.item)" }.joined(separator: " ")
    }
    let point = context.interactiveMovementTarget
    return [
      "previous \(text(context.previousIndexPathsForInteractivelyMovingItems)), "
        + "target \(text(context.targetIndexPathsForInteractivelyMovingItems)), "
        + "point \(Int(point.x)) \(Int(point.y)), "
        + (context.invalidatedItemIndexPaths == nil ? "no item paths" : "item paths")
    ]
  }

  static func insetGround() -> [String] {
    let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 320, height: 60))
    var ground = UIBackgroundConfiguration.clear()
    ground.backgroundColor = .red
    ground.backgroundInsets = NSDirectionalEdgeInsets(top: 3, leading: 4, bottom: 5, trailing: 6)
    cell.backgroundConfiguration = ground
    let drawing = cell.node.drawing(in: ContentSize(width: 320, height: 60), margins: .none)
    return drawing.shapes.compactMap { shape in
      guard case .rectangle(let rect, _, _, _) = shape else { return nil }
      let numbers = [rect.x, rect.y, rect.width, rect.height].map { "\(Int($0))" }
      return "background view (\(numbers.joined(separator: ",")))"
    }
  }
}
