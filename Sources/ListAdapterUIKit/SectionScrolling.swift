import Dispatch
import Foundation
import ListAdapter
import ListLayout
import ListModel

#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

// UIKit tells no delegate how a section scrolls by itself; it calls the section's handler of visible items.

extension CollectionViewLayoutAdapter {
  /// Tells the adapter how a section scrolls by itself, from the next turn of the main queue on.
  ///
  /// The handler is called in layout passes, in which the adapter's handlers must not apply another list.
  func followScrolling(
    of section: NSCollectionLayoutSection,
    at index: Int,
    _ layout: SectionLayout,
    _ environment: LayoutEnvironment,
    _ registry: LayoutRegistry
  ) {
    guard section.orthogonalScrollingBehavior != .none, let id = sectionID(at: index) else {
      return
    }
    let content = LayoutSectionContent(
      layout: layout,
      itemCount: numberOfCells(inSection: index)
    )
    let geometry = try? CompositionalLayout(
      sections: [content],
      environment: environment,
      registry: registry
    )
    let scroller = geometry?.orthogonalScroller(inSection: 0)
    let own = section.visibleItemsInvalidationHandler
    section.visibleItemsInvalidationHandler = { [weak self] items, offset, environment in
      own?(items, offset, environment)
      let isVertical = scroller?.axis == .vertical
      self?.section(id, isAt: Double(isVertical ? offset.y : offset.x), scroller)
    }
  }

  private func section(_ id: Section.ID, isAt offset: Double, _ scroller: OrthogonalScroller?) {
    guard let before = offsets.updateValue(offset, forKey: id), before != offset else { return }
    var phases = [SectionScrollPhase.scrolled(offset: offset)]
    if let scroller, scroller.numberOfStops > 0 {
      let page = scroller.nearestStop(to: offset)
      if abs(scroller.stop(page) - offset) < Self.tolerance {
        phases.append(.didSettle(offset: offset, page: page))
      }
    }
    // Safe: only the main thread touches the adapter, before and after. UIKit types the handler without an
    // actor, but calls it in layout passes, which are on the main thread; and so is the block below.
    nonisolated(unsafe) let adapter = self
    DispatchQueue.main.async { [phases] in
      for phase in phases { adapter.tell(phase, ofSection: id) }
    }
  }

  /// How far from a stop a section has come to rest there, in points: less than a pixel.
  private static var tolerance: Double { 0.25 }
}
