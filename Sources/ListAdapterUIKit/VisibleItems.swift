import Foundation
import ListLayout

#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

// A handler of visible items is written for values, and UIKit has objects that it changes.

extension LayoutAttributes {
  /// Creates the attributes of a visible cell, header or footer of a section; `nil` for another view.
  init?(_ item: any NSCollectionLayoutVisibleItem) {
    guard item.indexPath.count == 2 else { return nil }
    let path = CellPath(placeOf: item.indexPath)
    let frame = LayoutRect(
      x: Double(item.frame.minX),
      y: Double(item.frame.minY),
      width: Double(item.frame.width),
      height: Double(item.frame.height)
    )
    self.init(
      element: item.representedElementKind.map { .boundarySupplementary(kind: $0, path) }
        ?? .cell(path),
      frame: frame,
      contentFrame: frame,
      zIndex: item.zIndex
    )
    alpha = Double(item.alpha)
    isHidden = item.isHidden
  }
}

extension NSCollectionLayoutVisibleItem {
  /// Takes what a handler has changed of its attributes.
  func take(_ changed: [LayoutAttributes], insteadOf known: [LayoutAttributes]) {
    guard let own = LayoutAttributes(self)?.element,
      let before = known.first(where: { $0.element == own }),
      let after = changed.first(where: { $0.element == own }),
      after != before
    else { return }
    alpha = CGFloat(after.alpha)
    zIndex = after.zIndex
    isHidden = after.isHidden
    let turned = CGAffineTransform(rotationAngle: CGFloat(after.rotation))
    transform = turned.scaledBy(x: CGFloat(after.scale), y: CGFloat(after.scale))
    center = CGPoint(
      x: center.x + CGFloat(after.frame.center.x - before.frame.center.x),
      y: center.y + CGFloat(after.frame.center.y - before.frame.center.y)
    )
  }
}

extension NSCollectionLayoutEnvironment {
  /// The environment as a value.
  var value: LayoutEnvironment {
    let insets = container.contentInsets
    return LayoutEnvironment(
      container: LayoutContainer(
        contentSize: LayoutExtent(
          width: Double(container.contentSize.width),
          height: Double(container.contentSize.height)
        ),
        safeAreaInsets: DirectionalEdgeInsets(
          top: Double(insets.top),
          leading: Double(insets.leading),
          bottom: Double(insets.bottom),
          trailing: Double(insets.trailing)
        )
      ),
      layoutDirection: traitCollection.layoutDirection == .rightToLeft
        ? .rightToLeft : .leftToRight,
      displayScale: traitCollection.displayScale > 0 ? Double(traitCollection.displayScale) : nil
    )
  }
}
