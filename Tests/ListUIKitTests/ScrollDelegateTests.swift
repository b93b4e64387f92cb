import Foundation
import ListAdapter
import ListUIKit
import Testing

/// A screen that notes what it is told about scrolling, and names a view to zoom.
private final class Follower: NSObject, UICollectionViewDelegate, UITableViewDelegate {
  var log: [String] = []
  var zoomed: UIView?

  func scrollViewDidScroll(_ scrollView: UIScrollView) { log.append("scroll") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { log.append("end") }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    log.append("inset \(Int(scrollView.adjustedContentInset.bottom))")
  }
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    log.append("begin \(scrollView.zoomScale) \(view === zoomed)")
  }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { log.append("zoom \(scrollView.zoomScale)") }
  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) { log.append("end \(scale) \(view === zoomed)") }
}

/// A list that notes when its insets change.
private final class InsetList: UICollectionView {
  var changes = 0

  override func adjustedContentInsetDidChange() {
    super.adjustedContentInsetDidChange()
    changes += 1
  }
}

@MainActor
@Suite struct ScrollDelegateTests {
  private let screen = NumbersController()
  private let follower = Follower()

  private func list() -> UICollectionView {
    screen.loadViewIfNeeded()
    screen.collectionView.layoutIfNeeded()
    screen.collectionView.delegate = follower
    return screen.collectionView
  }

  @Test func `the end of an animated movement of code is told, if the content moves`() {
    let view = list()
    view.setContentOffset(CGPoint(x: 0, y: 100), animated: false)
    #expect(follower.log == ["scroll"])
    view.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
    #expect(follower.log == ["scroll", "scroll", "end"])
    view.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
    #expect(follower.log == ["scroll", "scroll", "end"])
    view.scrollRectToVisible(CGRect(x: 0, y: 900, width: 10, height: 10), animated: true)
    #expect(follower.log.last == "end")
    follower.log = []
    view.scrollToItem(at: [0, 0], at: .top, animated: true)
    #expect(follower.log.last == "end")
    #expect(follower.log.filter { $0 == "end" }.count == 1)
    follower.log = []
    view.scrollToItem(at: [0, 0], at: .top, animated: true)
    view.scrollToItem(at: [0, 20], at: .top, animated: false)
    #expect(!follower.log.contains("end"))
  }

  @Test func `insets that change are told once, to the view and its delegate`() {
    let view = InsetList(
      frame: CGRect(x: 0, y: 0, width: 300, height: 400),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    view.delegate = follower
    view.contentInset.bottom = 20
    view.contentInset.bottom = 20
    view.layoutIfNeeded()
    #expect(view.changes == 1)
    #expect(follower.log.filter { $0.hasPrefix("inset") } == ["inset 20"])
  }

  @Test func `a table tells the same`() {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    table.delegate = follower
    table.contentInset.bottom = 20
    #expect(follower.log.filter { $0.hasPrefix("inset") } == ["inset 20"])
  }

  @Test func `a view that the delegate names is zoomed, within the least and the greatest scale`() {
    let view = list()
    view.minimumZoomScale = 0.5
    view.maximumZoomScale = 3
    view.zoomScale = 2
    #expect(view.zoomScale == 1, "the delegate names no view")
    #expect(follower.log == [])
    let zoomed = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    follower.zoomed = zoomed
    view.zoomScale = 2
    #expect(follower.log == ["zoom 2.0"])
    #expect(zoomed.transform == CGAffineTransform(scaleX: 2, y: 2))
    view.setZoomScale(5, animated: true)
    #expect(follower.log.dropFirst() == ["begin 2.0 true", "zoom 3.0", "end 3.0 true"])
    view.setZoomScale(3, animated: true)
    #expect(follower.log.count == 4, "it is at that scale")
    view.setZoomScale(0.1, animated: false)
    #expect(view.zoomScale == 0.5)
  }

  @Test func `optional methods are called with a question mark`() {
    let delegate: (any UIScrollViewDelegate)? = follower
    let view = UIScrollView()
    follower.zoomed = view
    delegate?.scrollViewDidEndScrollingAnimation?(view)
    delegate?.scrollViewDidChangeAdjustedContentInset?(view)
    delegate?.scrollViewWillBeginZooming?(view, with: view)
    delegate?.scrollViewDidZoom?(view)
    delegate?.scrollViewDidEndZooming?(view, with: view, atScale: 2)
    #expect(delegate?.viewForZooming?(in: view) === view)
    #expect(follower.log == ["end", "inset 0", "begin 1.0 true", "zoom 1.0", "end 2.0 true"])
  }
}

@MainActor
@Suite struct ContextMenuTests {
  /// A delegate with a menu for the first cell.
  private final class Menus: NSObject, UICollectionViewDelegate {
    var points: [CGPoint] = []

    func collectionView(
      _ collectionView: UICollectionView,
      contextMenuConfigurationForItemAt indexPath: IndexPath,
      point: CGPoint
    ) -> UIContextMenuConfiguration? {
      points.append(point)
      guard indexPath.item == 0 else { return nil }
      return UIContextMenuConfiguration(actionProvider: { _ in
        UIMenu(children: [UIAction(title: "Delete") { _ in }])
      })
    }
  }

  @Test func `a finger that rests on a cell gets its menu`() {
    let screen = NumbersController()
    screen.loadViewIfNeeded()
    let view = screen.collectionView
    let menus = Menus()
    view.delegate = menus
    view.layoutIfNeeded()
    let menu = view.simulateContextMenu(at: [0, 0])?.menu
    #expect(menu?.allActions.map(\.title) == ["Delete"])
    #expect(view.simulateContextMenu(at: [0, 1]) == nil)
    #expect(view.simulateContextMenu(at: [0, 39]) == nil)
    #expect(menus.points == [CGPoint(x: 150, y: 55), CGPoint(x: 150, y: 105)])
    let delegate: (any UICollectionViewDelegate)? = menus
    #expect(
      delegate?.collectionView?(view, contextMenuConfigurationForItemsAt: [[0, 0]], point: .zero)
        != nil
    )
    #expect(
      delegate?.collectionView?(view, contextMenuConfigurationForItemAt: [0, 1], point: .zero)
        == nil
    )
  }
}

@MainActor
@Suite struct ClassRegistrationTests {
  /// A list that counts what it is asked for.
  private final class Counting: UICollectionView {
    var log: [String] = []

    override func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
      log.append("register \(identifier)")
      super.register(cellClass, forCellWithReuseIdentifier: identifier)
    }

    override func dequeueReusableCell(
      withReuseIdentifier identifier: String,
      for indexPath: IndexPath
    ) -> UICollectionViewCell {
      log.append("dequeue \(identifier)")
      return super.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
    }
  }

  private let screen = NumbersController()

  private func list() -> Counting {
    let view = Counting(
      frame: CGRect(x: 0, y: 0, width: 300, height: 100),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    screen.numbers = [1, 2]
    view.dataSource = screen
    return view
  }

  @Test func `registering and dequeuing are overridden, with a class that is known at run time`() {
    let view = list()
    let cellClass: AnyClass = TitleCell.self
    view.register(cellClass, forCellWithReuseIdentifier: "Number")
    view.layoutIfNeeded()
    #expect(view.log == ["register Number", "dequeue Number", "dequeue Number"])
    #expect(view.visibleCells.allSatisfy { $0 is TitleCell })
    #expect(view.failures.isEmpty)
  }

  @Test(arguments: [0, 1])
  func `a class that is none of cells, or nil, ends the registration`(_ kind: Int) {
    let view = list()
    view.register(TitleCell.self, forCellWithReuseIdentifier: "Number")
    view.register(
      kind == 0 ? nil as AnyClass? : NumbersController.self,
      forCellWithReuseIdentifier: "Number"
    )
    view.layoutIfNeeded()
    #expect(view.failures.first as? CollectionViewError == .unregisteredReuseIdentifier("Number"))
  }

  @Test func `a batch ends by itself when the main queue is free, if it is to`() async {
    UIView.animationsEndOnMainQueue = true
    defer { UIView.animationsEndOnMainQueue = false }
    let view = list()
    view.register(TitleCell.self, forCellWithReuseIdentifier: "Number")
    view.layoutIfNeeded()
    let finished = await withCheckedContinuation { continuation in
      view.performBatchUpdates {
        screen.numbers = [1, 2, 3]
        view.insertItems(at: [[0, 2]])
      } completion: {
        continuation.resume(returning: $0)
      }
      #expect(view.simulation.hasPendingCompletions)
    }
    #expect(finished)
    #expect(view.failures.isEmpty)
  }
}
