import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListPictures
import ListUIKit
import Testing

/// Columns of cells of any height; each cell is put into the shortest column.
class WaterfallLayout: UICollectionViewLayout {
  var columns = 2
  var height: (IndexPath) -> CGFloat = { CGFloat(40 + $0.item % 3 * 20) }
  /// The calls of the view, in order.
  var log: [String] = []
  private(set) var all: [UICollectionViewLayoutAttributes] = []
  private var length: CGFloat = 0

  override func prepare() {
    super.prepare()
    log.append("prepare")
    guard let view = collectionView else { return }
    all = []
    let width = view.bounds.width / CGFloat(columns)
    var ends = [CGFloat](repeating: 0, count: columns)
    for section in 0..<view.numberOfSections {
      for item in 0..<view.numberOfItems(inSection: section) {
        let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
        let path = IndexPath(item: item, section: section)
        let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
        attributes.frame = CGRect(
          x: CGFloat(column) * width,
          y: ends[column],
          width: width,
          height: height(path)
        )
        ends[column] = attributes.frame.maxY
        all.append(attributes)
      }
    }
    length = ends.max() ?? 0
  }

  override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: length)
  }

  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    log.append("elements \(Int(rect.minY))…\(Int(rect.maxY))")
    return all.filter { $0.frame.intersects(rect) }
  }

  override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    all.first { $0.indexPath == indexPath }
  }
}

/// Lines of cells that begin at the left.
final class LeftAlignedLayout: UICollectionViewFlowLayout {
  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    let found = super.layoutAttributesForElements(in: rect)?
      .compactMap { $0.copy() as? UICollectionViewLayoutAttributes }
    var (x, line) = (sectionInset.left, -CGFloat.infinity)
    for attributes in found ?? [] where attributes.representedElementCategory == .cell {
      if attributes.center.y != line { (x, line) = (sectionInset.left, attributes.center.y) }
      attributes.frame.origin.x = x
      x = attributes.frame.maxX + minimumInteritemSpacing
    }
    return found
  }
}

/// A header that grows while the list is pulled down.
final class StretchyLayout: UICollectionViewFlowLayout {
  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }

  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    let found = super.layoutAttributesForElements(in: rect)
    let offset = collectionView?.contentOffset.y ?? 0
    for attributes in found ?? []
    where attributes.representedElementKind == UICollectionView.elementKindSectionHeader
      && offset < 0
    {
      attributes.frame = CGRect(
        x: 0,
        y: offset,
        width: attributes.frame.width,
        height: attributes.frame.height - offset
      )
    }
    return found
  }
}

/// A flow layout that decides nothing itself.
private final class PlainSubclass: UICollectionViewFlowLayout {}

private func shownFrames(_ screen: CellsController) -> [CellPath: [Double]] {
  var frames: [CellPath: [Double]] = [:]
  MainActor.assumeIsolated {
    for attributes in screen.collectionView.simulation.visibleAttributes {
      let frame = attributes.frame
      guard case .cell(let path) = attributes.element else { continue }
      frames[path] = [frame.x, frame.y, frame.width, frame.height]
    }
  }
  return frames
}

@MainActor
@Suite struct AppLayoutTests {
  @Test
  func `a layout of an app's own class says where cells are, and is asked for the screen only`()
    throws
  {
    let layout = WaterfallLayout()
    let screen = CellsController(layout, [30], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    #expect(layout.log == ["prepare", "elements 0…100"])
    #expect(screen.frame(0) == [0, 0, 100, 40])
    #expect(screen.frame(1) == [100, 0, 100, 60])
    #expect(screen.frame(2) == [0, 40, 100, 80])
    #expect(shownFrames(screen).count == 4)
    #expect(screen.collectionView.visibleCells.count == 4)
    #expect(screen.collectionView.contentSize == CGSize(width: 200, height: 920))
    let cell = try #require(screen.collectionView.cellForItem(at: [0, 2]))
    #expect(cell.frame == CGRect(x: 0, y: 40, width: 100, height: 80))

    layout.log = []
    try screen.collectionView.simulation.scroll(to: 10_000)
    #expect(screen.collectionView.contentOffset.y == 820, "the content ends there")
    #expect(layout.log == ["elements 820…920"], "nothing is prepared for a scroll")
    #expect(screen.collectionView.failures.isEmpty)
  }

  @Test func `a class that changes nothing shows what the flow layout shows`() throws {
    for seed in 0..<20 {
      func screen(_ layout: UICollectionViewFlowLayout) throws -> CellsController {
        layout.itemSize = CGSize(width: 20 + seed * 7, height: 30)
        layout.sectionInset = UIEdgeInsets(top: 3, left: CGFloat(seed), bottom: 5, right: 0)
        layout.headerReferenceSize = CGSize(width: 0, height: CGFloat(seed % 3 * 10))
        layout.sectionHeadersPinToVisibleBounds = seed % 2 == 0
        if seed % 5 == 0 { layout.scrollDirection = .horizontal }
        if seed % 7 == 0 { layout.estimatedItemSize = CGSize(width: 40, height: 20) }
        let screen = CellsController(layout, [seed, 0, 9], size: CGSize(width: 180, height: 120))
        screen.show = { cell, path in cell.label.text = "Cell \(path.item)" }
        screen.collectionView.layoutIfNeeded()
        try screen.collectionView.simulation.scroll(to: Double(seed * 5))
        return screen
      }
      let (mine, own) = (try screen(PlainSubclass()), try screen(UICollectionViewFlowLayout()))
      let (a, b) = (mine.collectionView, own.collectionView)
      #expect(
        Set(a.simulation.visibleAttributes) == Set(b.simulation.visibleAttributes),
        "seed \(seed)"
      )
      #expect(a.contentSize == b.contentSize, "seed \(seed)")
      #expect(a.contentOffset == b.contentOffset, "seed \(seed)")
      #expect(a.failures.isEmpty)
    }
  }

  @Test func `lines are aligned by a subclass of the flow layout`() {
    let layout = LeftAlignedLayout()
    layout.itemSize = CGSize(width: 70, height: 20)
    let screen = CellsController(layout, [5], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    #expect(shownFrames(screen)[CellPath(section: 0, item: 1)] == [80, 0, 70, 20])
    #expect(shownFrames(screen)[CellPath(section: 0, item: 4)] == [0, 60, 70, 20])
    #expect(
      screen.collectionView.simulation.drawnViews.map(\.frame.x) == [0, 80, 0, 80, 0],
      "pictures and texts have the same places"
    )
  }

  @Test func `a header grows while a finger pulls the list beyond its start`() throws {
    let layout = StretchyLayout()
    layout.headerReferenceSize = CGSize(width: 0, height: 50)
    let screen = CellsController(layout, [20], size: CGSize(width: 200, height: 200))
    screen.collectionView.layoutIfNeeded()
    let view = screen.collectionView.simulation
    func header() throws -> LayoutRect {
      try #require(view.visibleAttributes.first { $0.element.kind == "header" }?.frame)
    }
    #expect(try header() == LayoutRect(x: 0, y: 0, width: 200, height: 50))
    try view.drag(to: -60)
    #expect(screen.collectionView.contentOffset.y == -60)
    #expect(try header() == LayoutRect(x: 0, y: -60, width: 200, height: 110))
    let shown = screen.collectionView.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader,
      at: [0, 0]
    )
    #expect(shown?.frame.height == 110)
    try view.lift(target: 0)
    #expect(try header() == LayoutRect(x: 0, y: 0, width: 200, height: 50))
    #expect(screen.collectionView.failures.isEmpty)
  }

  @Test func `pictures draw what a layout turns, scales, fades, hides and puts in front`() {
    final class Fan: WaterfallLayout {
      override func prepare() {
        super.prepare()
        all[0].transform = CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 0.5, y: 0.5)
        all[1].alpha = 0.25
        all[2].isHidden = true
        all[3].transform = CGAffineTransform(translationX: 5, y: -5)
        all[0].zIndex = 3
      }
    }
    let screen = CellsController(Fan(), [4], size: CGSize(width: 200, height: 200))
    screen.show = { cell, path in cell.label.text = "\(path.item)" }
    screen.collectionView.layoutIfNeeded()
    let picture = Picture(of: screen.collectionView.simulation)
    #expect(picture.figures.map { $0.node?.texts.joined() } == ["1", "3", "0"])
    let first = picture.figures.last
    #expect(first?.scale == 0.5)
    #expect(abs((first?.rotation ?? 0) - .pi / 2) < 1e-9)
    #expect(picture.figures.first?.alpha == 0.25)
    #expect(picture.figures[1].frame == LayoutRect(x: 105, y: 55, width: 100, height: 40))
    #expect(picture.svg().contains("rotate(90"))
    let whole = UICollectionViewLayoutAttributes(forCellWith: [0, 0])
    whole.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
    whole.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(abs(whole.frame.width - 40) < 1e-9 && abs(whole.frame.height - 100) < 1e-9)
    #expect(whole.size == CGSize(width: 100, height: 40))
  }
}

@MainActor
@Suite struct AppLayoutCallTests {
  /// A layout that notes what it is told of batches and offsets.
  final class Noting: WaterfallLayout {
    override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
      super.prepare(forCollectionViewUpdates: updateItems)
      let actions = updateItems.map { item in
        let path = item.indexPathBeforeUpdate ?? item.indexPathAfterUpdate
        return "\(item.updateAction) \(path?.item ?? -1)"
      }
      log.append("updates \(actions.joined(separator: ", "))")
    }
    override func finalizeCollectionViewUpdates() { log.append("finalize") }
    override func initialLayoutAttributesForAppearingItem(
      at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      log.append("appearing \(itemIndexPath.item)")
      let attributes = super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
      attributes?.transform = CGAffineTransform(scaleX: 0.1, y: 0.1)
      return attributes
    }
    override func finalLayoutAttributesForDisappearingItem(
      at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      log.append("disappearing \(itemIndexPath.item)")
      return super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    }
    override func targetContentOffset(
      forProposedContentOffset proposedContentOffset: CGPoint,
      withScrollingVelocity velocity: CGPoint
    ) -> CGPoint {
      log.append("target at \(velocity.y)")
      return CGPoint(x: 0, y: (proposedContentOffset.y / 50).rounded() * 50)
    }
    override func targetContentOffset(
      forProposedContentOffset proposedContentOffset: CGPoint
    ) -> CGPoint {
      log.append("target")
      return proposedContentOffset
    }
    override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
      let all = context.invalidateEverything ? " everything" : ""
      log.append("invalidate\(context.invalidateDataSourceCounts ? " counts" : "")\(all)")
      super.invalidateLayout(with: context)
    }
  }

  @Test func `a layout is told of a batch, of what appears and of what has gone, in UIKit's order`()
  {
    let layout = Noting()
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 200),
      collectionViewLayout: layout
    )
    let registration = UICollectionView.CellRegistration<TitleCell, Int> { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1, 2, 3])
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    layout.log = []
    snapshot.deleteItems([1])
    snapshot.appendItems([4, 5])
    source.apply(snapshot, animatingDifferences: true)
    view.simulation.flush()
    #expect(
      layout.log == [
        "invalidate counts", "prepare", "updates delete 0, insert 2, insert 3", "target",
        "elements 0…200", "disappearing 0", "appearing 2", "appearing 3", "finalize",
      ]
    )
    #expect(view.appearingAttributes.map(\.indexPath) == [[0, 2], [0, 3]])
    #expect(view.appearingAttributes.first?.transform.a == 0.1)
    #expect(view.disappearingAttributes.map(\.alpha) == [0])
    #expect(view.disappearingAttributes.first?.frame == CGRect(x: 0, y: 0, width: 100, height: 40))
    #expect(view.failures.isEmpty)
  }

  @Test func `a layout decides where thrown content rests`() throws {
    let layout = Noting()
    let screen = CellsController(layout, [60], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    let view = screen.collectionView.simulation
    try view.fling(by: 30, velocity: 0.5)
    #expect(layout.log.contains("target at 0.5"))
    #expect(view.contentOffset.truncatingRemainder(dividingBy: 50) == 0)
    #expect(view.contentOffset > 0)
  }

  @Test func `bounds that change are announced while the view still has the old ones`() throws {
    final class Bounds: WaterfallLayout {
      override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        let old = collectionView?.bounds ?? .zero
        log.append(
          "\(Int(old.minY)), \(Int(old.width)) → \(Int(newBounds.minY)), \(Int(newBounds.width))"
        )
        return newBounds.width != old.width
      }
    }
    let layout = Bounds()
    let screen = CellsController(layout, [60], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    layout.log = []
    try screen.collectionView.simulation.scroll(to: 70)
    #expect(layout.log == ["0, 200 → 70, 200", "elements 70…170"])
    layout.log = []
    screen.collectionView.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    #expect(layout.log == ["70, 200 → 70, 100", "prepare", "elements 70…170"])
    #expect(screen.frame(1)?[2] == 50)
  }

  @Test func `cells tell a layout which size they prefer, and it may take it`() {
    final class Asking: WaterfallLayout {
      var sizes: [IndexPath: CGFloat] = [:]
      override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
      ) -> Bool {
        guard preferredAttributes.size.height != originalAttributes.size.height else {
          return false
        }
        sizes[originalAttributes.indexPath] = preferredAttributes.size.height
        height = { [sizes] in sizes[$0] ?? 40 }
        return true
      }
    }
    final class Tall: UICollectionViewCell {
      override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
      ) -> UICollectionViewLayoutAttributes {
        layoutAttributes.frame.size.height = 90
        return layoutAttributes
      }
    }
    let layout = Asking()
    layout.columns = 1
    let screen = CellsController(layout, [30], size: CGSize(width: 200, height: 200))
    screen.collectionView.register(Tall.self, forCellWithReuseIdentifier: "Cell")
    screen.collectionView.layoutIfNeeded()
    #expect(screen.frame(2) == [0, 180, 200, 90])
    #expect(layout.sizes.count == 3, "cells that were pushed off the screen are not asked")
    #expect(screen.collectionView.failures.isEmpty)

    let flow = UICollectionViewFlowLayout()
    flow.estimatedItemSize = CGSize(width: 200, height: 20)
    let other = CellsController(flow, [3], size: CGSize(width: 200, height: 400))
    other.collectionView.register(Tall.self, forCellWithReuseIdentifier: "Cell")
    other.collectionView.layoutIfNeeded()
    #expect(other.frame(1) == [0, 100, 200, 90])
  }

  @Test func `attributes of an app's own class reach the cells, each change once`() throws {
    final class Tinted: UICollectionViewLayoutAttributes {
      // `copy(with:)` and `isEqual(_:)` belong to no actor in Foundation; the view calls both on the main actor.
      nonisolated(unsafe) var hue = 0
      override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? Tinted)?.hue = hue
        return copy
      }
      override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? Tinted)?.hue == hue
      }
    }
    final class TintedFlow: UICollectionViewFlowLayout {
      var hue = 1
      override class var layoutAttributesClass: AnyClass { Tinted.self }
      override func layoutAttributesForElements(
        in rect: CGRect
      ) -> [UICollectionViewLayoutAttributes]? {
        let found = super.layoutAttributesForElements(in: rect)
        for attributes in found ?? [] { (attributes as? Tinted)?.hue = hue }
        return found
      }
    }
    final class TintedCell: UICollectionViewCell {
      var hues: [Int] = []
      override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
        super.apply(layoutAttributes)
        hues.append((layoutAttributes as? Tinted)?.hue ?? -1)
      }
    }
    let layout = TintedFlow()
    let screen = CellsController(layout, [2], size: CGSize(width: 200, height: 200))
    screen.collectionView.register(TintedCell.self, forCellWithReuseIdentifier: "Cell")
    screen.collectionView.layoutIfNeeded()
    screen.collectionView.layoutIfNeeded()
    let cell = try #require(screen.collectionView.cellForItem(at: [0, 0]) as? TintedCell)
    #expect(cell.hues == [1])
    layout.hue = 2
    layout.invalidateLayout()
    screen.collectionView.layoutIfNeeded()
    #expect(cell.hues == [1, 2])
  }

  @Test func `settings that a flow layout changes while it is prepared are in force at once`() {
    final class Columns: UICollectionViewFlowLayout {
      var preparations = 0
      override func prepare() {
        super.prepare()
        preparations += 1
        let width = ((collectionView?.bounds.width ?? 0) - 20) / 3
        itemSize = CGSize(width: width, height: width)
      }
    }
    let layout = Columns()
    let screen = CellsController(layout, [9], size: CGSize(width: 200, height: 200))
    screen.collectionView.layoutIfNeeded()
    #expect(screen.frame(4) == [70, 70, 60, 60])
    #expect(screen.collectionView.contentSize.height == 200)
    #expect(layout.preparations == 1)
    screen.collectionView.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
    #expect(screen.frame(4) == [110, 110, 100, 100])
    #expect(layout.preparations == 2)
  }

  @Test func `a context moves the screen, and leaves the delegate in peace if it says so`() {
    final class Counting: UIViewController, UICollectionViewDelegateFlowLayout {
      var asked = 0
      func collectionView(
        _ collectionView: UICollectionView,
        layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
      ) -> CGSize {
        asked += 1
        return CGSize(width: 200, height: 50)
      }
    }
    let (layout, delegate) = (PlainSubclass(), Counting())
    let screen = CellsController(layout, [30], size: CGSize(width: 200, height: 100))
    screen.collectionView.delegate = delegate
    screen.collectionView.layoutIfNeeded()
    delegate.asked = 0
    let context = UICollectionViewFlowLayoutInvalidationContext()
    context.invalidateFlowLayoutDelegateMetrics = false
    context.contentOffsetAdjustment = CGPoint(x: 0, y: 30)
    layout.invalidateLayout(with: context)
    screen.collectionView.layoutIfNeeded()
    #expect(delegate.asked == 0)
    #expect(screen.collectionView.contentOffset.y == 30)
    layout.invalidateLayout(with: UICollectionViewFlowLayoutInvalidationContext())
    screen.collectionView.layoutIfNeeded()
    #expect(delegate.asked == 30)
    context.invalidateItems(at: [[0, 1]])
    context.invalidateItems(at: [[0, 2]])
    #expect(context.invalidatedItemIndexPaths == [[0, 1], [0, 2]])
  }
}

@MainActor
@Suite struct AppLayoutFaultTests {
  /// A layout whose answer is changed before the view sees it.
  final class Broken: WaterfallLayout {
    var change: (UICollectionViewLayoutAttributes) -> Void = { _ in }
    var size: CGSize?
    override var collectionViewContentSize: CGSize { size ?? super.collectionViewContentSize }
    override func layoutAttributesForElements(
      in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
      let found = super.layoutAttributesForElements(in: rect)
      found?.last.map(change)
      return found
    }
  }

  private func failures(_ prepare: (Broken) -> Void) -> [String] {
    let layout = Broken()
    prepare(layout)
    let screen = CellsController(layout, [9], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    return screen.collectionView.failures.map { "\($0)" }
  }

  @Test func `attributes that cannot be shown are refused with a reason`() {
    #expect(failures { _ in }.isEmpty)
    #expect(
      failures { $0.change = { $0.indexPath = [0, 99] } } == [
        "UICollectionView received layout attributes for a cell with an index path that does not "
          + "exist: {length = 2, path = 0 - 99}"
      ]
    )
    #expect(
      failures { $0.change = { $0.size.height = .nan } }.first?.contains("finite number") == true
    )
    #expect(
      failures { $0.size = CGSize(width: 200, height: CGFloat.infinity) }.first?
        .contains("collectionViewContentSize") == true
    )
  }

  @Test func `a layout that gives more than it is asked for, or the same twice, is shown once`() {
    final class Generous: WaterfallLayout {
      override func layoutAttributesForElements(
        in rect: CGRect
      ) -> [UICollectionViewLayoutAttributes]? { all + all }
    }
    let screen = CellsController(Generous(), [100], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.visibleCells.count == 4)
    #expect(screen.collectionView.failures.isEmpty)
  }

  @Test func `a layout that invalidates itself in each preparation comes to rest`() {
    final class Restless: WaterfallLayout {
      override func prepare() {
        super.prepare()
        invalidateLayout()
      }
    }
    let screen = CellsController(Restless(), [100], size: CGSize(width: 200, height: 100))
    for _ in 0..<3 { screen.collectionView.layoutIfNeeded() }
    #expect(screen.collectionView.failures.isEmpty)
    #expect(screen.collectionView.visibleCells.count == 4)
  }

  @Test func `decorations and headers are those of the layout`() {
    final class Decorated: WaterfallLayout {
      override func layoutAttributesForElements(
        in rect: CGRect
      ) -> [UICollectionViewLayoutAttributes]? {
        let ground = UICollectionViewLayoutAttributes(
          forDecorationViewOfKind: "ground",
          with: [0, 0]
        )
        ground.frame = CGRect(x: 0, y: 0, width: 200, height: 30)
        ground.zIndex = -1
        let header = UICollectionViewLayoutAttributes(
          forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
          with: [0, 0]
        )
        header.frame = CGRect(x: 0, y: 30, width: 200, height: 20)
        return [ground, header] + (super.layoutAttributesForElements(in: rect) ?? [])
      }
    }
    let layout = Decorated()
    layout.register(TitleView.self, forDecorationViewOfKind: "ground")
    let screen = CellsController(layout, [2], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    let view = screen.collectionView
    #expect(view.failures.isEmpty)
    let header = view.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader,
      at: [0, 0]
    )
    #expect(header?.frame == CGRect(x: 0, y: 30, width: 200, height: 20))
    let drawn = Picture(of: view.simulation).figures.map(\.element)
    #expect(drawn.first == .decoration(kind: "ground", CellPath(section: 0, item: 0)))
  }

  @Test func `a list may scroll sideways, and another layout takes its place`() throws {
    final class Strip: WaterfallLayout {
      override func prepare() {
        super.prepare()
        for (index, attributes) in all.enumerated() {
          attributes.frame = CGRect(x: CGFloat(index) * 60, y: 0, width: 60, height: 100)
        }
      }
      override var collectionViewContentSize: CGSize {
        CGSize(width: CGFloat(all.count) * 60, height: 100)
      }
    }
    let screen = CellsController(Strip(), [20], size: CGSize(width: 200, height: 100))
    screen.collectionView.layoutIfNeeded()
    #expect(screen.collectionView.simulation.scrollAxis == .horizontal)
    try screen.collectionView.simulation.scroll(to: 90)
    #expect(screen.collectionView.contentOffset == CGPoint(x: 90, y: 0))
    #expect(screen.collectionView.indexPathsForVisibleItems.first == [0, 1])
    #expect(screen.collectionView.indexPathForItem(at: CGPoint(x: 125, y: 5)) == [0, 2])
    screen.collectionView.setCollectionViewLayout(UICollectionViewFlowLayout(), animated: false)
    screen.collectionView.layoutIfNeeded()
    #expect(screen.frame(1) == [75, 0, 50, 50])
    screen.collectionView.setCollectionViewLayout(WaterfallLayout(), animated: false)
    screen.collectionView.layoutIfNeeded()
    #expect(screen.frame(1) == [100, 0, 100, 60])
    #expect(screen.collectionView.failures.isEmpty)
  }
}
