public import Foundation
public import ListAdapter
import ListDiff
public import ListModel

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

/// A `UICollectionView` as the collection view of an adapter.
///
/// It is the view's data source, delegate and prefetch data source, and passes everything on to the
/// adapter. The view keeps it, so it lives as long as the view does.
///
/// ```swift
/// let hosted = HostedCollectionView(collectionView)
/// let adapter = CollectionViewAdapter(collectionView: hosted, layoutAdapter: layoutAdapter)
/// ```
@MainActor
public final class HostedCollectionView: NSObject {
  /// The view; `nil` once it is gone.
  public private(set) weak var view: UICollectionView?
  /// The object that is asked for counts, cells and supplementary views.
  public weak var dataSource: (any CollectionViewDataSource)? {
    didSet { view?.letStrictChecksRead(dataSource) }
  }
  /// The object that is told what happens.
  public weak var delegate: (any CollectionViewDelegate)?
  /// The object that is told what may be needed soon.
  public weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)? {
    didSet { view?.prefetchDataSource = prefetchDataSource == nil ? nil : self }
  }
  /// The control that a person pulls for fresh content.
  public var refreshControl = CollectionViewAdapterConfiguration.RefreshControl.disabled {
    didSet { showRefreshControl() }
  }
  /// Whether the adapter sets the content offset, which UIKit reports as scrolling.
  var isScrolledByAdapter = false
  /// What a person does with a cell that is held.
  var movement: Movement?

  /// Takes over a view: its data source and its delegate.
  public init(_ view: UICollectionView) {
    self.view = view
    super.init()
    view.keep(self)
    view.dataSource = self
    view.delegate = self
  }
}

extension HostedCollectionView: @MainActor CollectionView {
  /// Whether the view is in a window.
  public var isInWindow: Bool { view?.window != nil }

  /// Registers the kind of cell that an identifier names.
  public func registerCell(reuseIdentifier: String) {
    view?.register(ComponentCell.self, forCellWithReuseIdentifier: reuseIdentifier)
  }

  /// Registers the kind of supplementary view that an identifier names.
  public func registerSupplementaryView(ofKind kind: SupplementaryKind, reuseIdentifier: String) {
    view?.register(
      ComponentReusableView.self,
      forSupplementaryViewOfKind: kind.uikitName,
      withReuseIdentifier: reuseIdentifier
    )
  }

  /// Returns a cell to show at a path.
  public func dequeueReusableCell(
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    let cell = view?.dequeueReusableCell(
      withReuseIdentifier: reuseIdentifier,
      for: path.indexPath
    )
    guard let cell = cell as? ComponentCell else {
      throw .unregisteredReuseIdentifier(reuseIdentifier)
    }
    cell.hosted.owner = self
    return cell.hosted
  }

  /// Returns a supplementary view to show at a path.
  public func dequeueReusableSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    let shown = view?.dequeueReusableSupplementaryView(
      ofKind: kind.uikitName,
      withReuseIdentifier: reuseIdentifier,
      for: path.indexPath
    )
    guard let shown = shown as? ComponentReusableView else {
      throw .unregisteredReuseIdentifier(reuseIdentifier)
    }
    shown.hosted.owner = self
    shown.kind = kind
    return shown.hosted
  }

  /// Forgets everything; the data source is asked again in the next layout pass.
  public func reloadData() {
    endMovement(.cancelled)
    view?.reloadData()
  }

  /// Runs a layout pass now, if one is due.
  public func layoutIfNeeded() throws(CollectionViewError) {
    guard let view else { return }
    try view.throwingExceptions { view.layoutIfNeeded() }
  }

  /// Makes the next layout pass compute positions again.
  public func invalidateLayout() { view?.collectionViewLayout.invalidateLayout() }

  /// Shows a change of the data as one batch.
  ///
  /// - Throws: On a phone, nothing: `UICollectionView` raises an exception.
  public func performBatchUpdates(
    _ update: BatchUpdate,
    animation: UpdateAnimation,
    changingData: () -> Void,
    completion: @escaping (_ finished: Bool) -> Void
  ) throws(CollectionViewError) {
    guard let view else { return }
    endMovement(.cancelled)
    let end = BatchEnd(completion)
    do throws(CollectionViewError) {
      try view.throwingExceptions {
        // UIKit runs the block within the call, though its type does not say so.
        withoutActuallyEscaping(changingData) { changingData in
          let updates = {
            changingData()
            view.note(update)
          }
          let perform = { view.performBatchUpdates(updates) { end.call($0) } }
          animation == .animated ? perform() : UIView.performWithoutAnimation(perform)
        }
      }
    } catch {
      end.cancel()
      throw error
    }
    end.accept()
  }

  /// The paths of the cells on screen.
  public var pathsForVisibleItems: [CellPath] {
    view?.indexPathsForVisibleItems.map { CellPath(placeOf: $0) } ?? []
  }

  /// Returns the cell on screen at a path.
  public func visibleCell(at path: CellPath) -> (any ReusableView)? {
    (view?.cellForItem(at: path.indexPath) as? ComponentCell)?.hosted
  }

  /// Returns the paths of the supplementary views of a kind that are on screen.
  public func pathsForVisibleSupplementaryViews(ofKind kind: SupplementaryKind) -> [CellPath] {
    (view?.indexPathsForVisibleSupplementaryElements(ofKind: kind.uikitName) ?? [])
      .map { CellPath(placeOf: $0) }
      .filter { visibleSupplementaryView(ofKind: kind, at: $0) != nil }
  }

  /// Returns the supplementary view of a kind at a path, if it is on screen.
  public func visibleSupplementaryView(
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) -> (any ReusableView)? {
    let shown = view?.supplementaryView(forElementKind: kind.uikitName, at: path.indexPath)
    return (shown as? ComponentReusableView)?.hosted
  }

  /// The paths of the selected cells.
  public var pathsForSelectedItems: [CellPath] {
    view?.indexPathsForSelectedItems?.map { CellPath(placeOf: $0) } ?? []
  }

  /// Selects a cell without telling the delegate.
  public func selectItem(at path: CellPath) {
    view?.selectItem(at: path.indexPath, animated: false, scrollPosition: [])
  }
}

/// The completion of a batch: it is called once the batch was accepted, and not if it was refused.
private final class BatchEnd {
  private enum State {
    case performing
    case ended(Bool)
    case accepted, cancelled
  }
  private var state = State.performing
  private let completion: (Bool) -> Void

  init(_ completion: @escaping (Bool) -> Void) { self.completion = completion }

  func call(_ finished: Bool) {
    if case .performing = state { state = .ended(finished) }
    if case .accepted = state { completion(finished) }
  }

  func accept() {
    let before = state
    state = .accepted
    if case .ended(let finished) = before { completion(finished) }
  }

  func cancel() { state = .cancelled }
}

extension UICollectionView {
  /// Describes the operations of a batch, within its block.
  fileprivate func note(_ update: BatchUpdate) {
    deleteSections(IndexSet(update.deletedSections))
    insertSections(IndexSet(update.insertedSections))
    reloadSections(IndexSet(update.reloadedSections))
    for move in update.movedSections { moveSection(move.from, toSection: move.to) }
    deleteItems(at: update.deletedCells.map(\.indexPath))
    insertItems(at: update.insertedCells.map(\.indexPath))
    reloadItems(at: update.reloadedCells.map(\.indexPath))
    reconfigureItems(at: update.reconfiguredCells.map(\.indexPath))
    noteRedrawnSections(update.reconfiguredSections)
    for move in update.movedCells { moveItem(at: move.from.indexPath, to: move.to.indexPath) }
  }
}

extension CellPath {
  /// Creates the path of what UIKit names by an index path; a view of the whole layout has one index.
  init(placeOf path: IndexPath) {
    self.init(section: path.isEmpty ? 0 : path[0], item: path.count > 1 ? path[1] : 0)
  }

  var indexPath: IndexPath { IndexPath(item: item, section: section) }
}
