import ListDiff
import ListLayout
import ListModel
import ListRendering

/// The views on screen, and the views that are disappearing.
struct DisplayedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]
  /// The decorations, which the layout draws without asking the data source.
  var decorations: [LayoutElement: SimulatedReusableView] = [:]
  /// Views that fade out until the animation ends, with the place they had.
  var leavingCells: [(view: any ReusableView, path: CellPath)] = []
  var leavingViews: [(view: any ReusableView, place: SupplementaryPlace)] = []

  /// Takes out the views that are disappearing.
  mutating func takeLeaving() -> DisplayedViews {
    let leaving = DisplayedViews(leavingCells: leavingCells, leavingViews: leavingViews)
    leavingCells = []
    leavingViews = []
    return leaving
  }

  /// Takes out the views on screen that are not at these places.
  mutating func take(
    exceptItems items: Set<CellPath>,
    views places: Set<SupplementaryPlace>
  ) -> DisplayedViews {
    let gone = DisplayedViews(
      cells: cells.filter { !items.contains($0.key) },
      views: views.filter { !places.contains($0.key) }
    )
    for path in gone.cells.keys { cells[path] = nil }
    for place in gone.views.keys { views[place] = nil }
    return gone
  }
}

/// A question to the data source that has to be answered with exactly one view out of the pool.
struct ViewRequest {
  /// The element that the view is for.
  var element: LayoutElement
  /// The view an item has while it is reconfigured.
  var present: (any ReusableView)?
  var dequeued: [ObjectIdentifier] = []
}

/// The places of some views.
struct ViewPlaces {
  var items: [CellPath] = []
  var views: [SupplementaryPlace] = []

  var isEmpty: Bool { items.isEmpty && views.isEmpty }

  func subtracting(_ others: ViewPlaces) -> ViewPlaces {
    guard !isEmpty, !others.isEmpty else { return self }
    return ViewPlaces(
      items: items.filter { !others.items.contains($0) },
      views: views.filter { !others.views.contains($0) }
    )
  }
}

/// The elements on screen that a layout pass has to request or to measure.
struct Pending {
  /// In the order in which they are measured.
  let elements: [LayoutElement]
  private let staleItems: Set<CellPath>
  let staleViews: Set<SupplementaryPlace>

  init(
    _ order: [LayoutElement],
    _ stale: ViewPlaces,
    _ newItems: [CellPath],
    _ newViews: [SupplementaryPlace]
  ) {
    staleItems = Set(stale.items)
    staleViews = Set(stale.views)
    let items = staleItems.union(newItems)
    let views = staleViews.union(newViews)
    elements = order.filter { element in
      if case .cell(let path) = element { return items.contains(path) }
      return SupplementaryPlace(element).map(views.contains) ?? false
    }
  }

  func isStale(_ path: CellPath) -> Bool { staleItems.contains(path) }
  func isStale(_ place: SupplementaryPlace) -> Bool { staleViews.contains(place) }
}

/// Views that were asked for in a layout pass, and are not shown yet.
struct PreparedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]

  /// Puts back the views that turned out not to be on screen.
  func putBack(to pool: inout ReusePool) {
    for (_, cell) in cells { pool.putBack(cell, nil) }
    for (place, view) in views { pool.putBack(view, place.kind) }
  }
}
