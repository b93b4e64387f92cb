import Foundation
import ListAdapter
import ListDiff
import ListModel
import ListPictures
import ListStorage

/// A film of the versions of a list, one screen for each version.
struct ReplayFilm {
  /// The most versions of a film; nobody watches a longer one.
  static let limit = 500

  private let store: ListStore
  private let list: List.ID
  private let screen: PictureScreen

  init(of list: List.ID, in store: ListStore, on screen: PictureScreen) throws {
    self.store = store
    self.list = list
    self.screen = screen
  }

  /// Films some versions.
  ///
  /// - Throws: ``FilmTooLong``, ``PictureError``, or an error of the store.
  func versions(_ versions: ClosedRange<Int>) throws -> Film {
    guard versions.count <= Self.limit else { throw FilmTooLong(count: versions.count) }
    let view = SimulatedCollectionView(
      viewport: SimulatedViewport(width: screen.width, height: screen.height)
    )
    let layoutAdapter = CollectionViewLayoutAdapter()
    view.layoutAdapter = layoutAdapter
    let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    var film = Film(title: list.rawValue, appearance: screen.appearance)
    var failure: String?
    func hear(_ outcome: ApplyOutcome) {
      if case .failed(let error) = outcome { failure = "\(error)" }
    }
    adapter.apply(
      try store.snapshot(of: list, at: versions.lowerBound).list,
      version: versions.lowerBound,
      completion: hear
    )
    try settle(view)
    film.add(view, caption: "version \(versions.lowerBound)")
    try store.walk(list, after: versions.lowerBound, through: versions.upperBound) { change, _ in
      adapter.apply(change, completion: hear)
      try settle(view)
      film.add(view, caption: caption(of: change))
    }
    if let failure { throw PictureError.refused(failure) }
    return film
  }

  private func settle(_ view: SimulatedCollectionView) throws {
    view.flush()
    if screen.contentOffset > 0 { try view.scroll(to: screen.contentOffset) }
  }

  private func caption(of change: Change) -> String {
    let author = change.author.map { " by \($0)" } ?? ""
    return "version \(change.version)\(author)"
  }
}

/// The error that a film would have more than ``ReplayFilm/limit`` versions.
struct FilmTooLong: Error, CustomStringConvertible {
  var count: Int

  var description: String {
    "a film of \(count) versions: expected \(ReplayFilm.limit) at most, by --from and --to"
  }
}
