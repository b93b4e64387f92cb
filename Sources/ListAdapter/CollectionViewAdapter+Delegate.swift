public import ListDescription
import ListDiff
import ListLayout
public import ListModel

extension CollectionViewAdapter: CollectionViewDelegate {
  /// Tells the cell's handlers that the cell is about to appear.
  public func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  ) {
    guard let section = section(at: path.section), let model = original(at: path) else { return }
    let current = newest(model.cell)
    // Made before a plugin or handler runs: it may apply another list.
    let context = context(current, section.id, model.path, cell.content)
    prefetching.cellAppeared(model.cell)
    let isFirst = !model.isRepeated || !displays.isShown(current.id)
    announce(displays.show(cell, current, in: section))
    guard isFirst else { return }
    current.handlers.fire(CellEvent.WillDisplay.self, context)
  }

  /// Tells the handlers of the cell in this view that it has disappeared, wherever the cell is now.
  public func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  ) {
    guard let (displayed, transition) = displays.hideCell(cell) else { return }
    // A cell in a carousel disappears with its last copy.
    let carousel = shown?.origin?.carousels[displayed.sectionID]
    guard carousel.map({ $0.copies < 2 }) ?? true || !displays.isShown(displayed.cell.id) else {
      announce(transition)
      return
    }
    let path = carousel.map { $0.ownPath(path) } ?? path
    let context = context(displayed.cell, displayed.sectionID, path, cell.content)
    prefetching.cellDisappeared(displayed.cell.id)
    displayed.cell.handlers.fire(CellEvent.DidEndDisplay.self, context)
    announce(transition)
  }

  /// Tells the handlers of section, cell or view that the supplementary view is about to appear.
  public func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    guard var carried = supplementaryView(ofKind: kind, at: path) else { return }
    if case .cell(let cell, let section) = carried.carrier {
      carried.carrier = .cell(newest(cell), section)
    }
    let context = context(carried, path, view.content)
    announce(displays.show(view, carried))
    if let context { carried.fireWillDisplay(context) }
  }

  /// Tells the handlers of section, cell or view that the supplementary view has disappeared.
  public func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    guard let (displayed, transition) = displays.hideSupplementary(view) else { return }
    if let context = context(displayed, path, view.content) {
      displayed.fireDidEndDisplaying(context)
    }
    announce(transition)
  }

  /// Returns the offset at which the cells that are to stay in place do.
  public func collectionView(
    _ collectionView: any CollectionView,
    targetContentOffsetForProposed offset: Double
  ) -> Double {
    anchoring?.offset(in: collectionView) ?? offset
  }

  /// Tells the cell's handlers what the user did with it.
  public func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  ) {
    guard let section = section(at: path.section), let model = original(at: path) else { return }
    let cell = model.cell
    let current = newest(cell)
    let content = collectionView.visibleCell(at: path)?.content
    let context = context(current, section.id, model.path, content)
    switch interaction {
    case .select:
      selectedPaths[cell.id] = model.shownPath
      if inFlight != nil { isSelectedMeanwhile = true }
      current.handlers.fire(CellEvent.DidSelect.self, context)
    case .deselect:
      selectedPaths[cell.id] = nil
      current.handlers.fire(CellEvent.DidDeselect.self, context)
    case .highlight:
      current.handlers.fire(CellEvent.Highlight.self, context)
    case .unhighlight:
      current.handlers.fire(CellEvent.Unhighlight.self, context)
    }
  }
}

extension CollectionViewAdapter {
  /// Keeps the size of a cell, by its id.
  public func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofItemAt path: CellPath
  ) {
    guard let cell = original(at: path)?.cell else { return }
    sizes.store(size, of: .cell(cell.id), showing: cell.component)
  }

  /// Keeps the size of a view that a section has, by the section's id.
  public func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofSupplementaryViewOfKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    guard let carried = supplementaryView(ofKind: kind, at: path),
      case .section(let section) = carried.carrier
    else { return }
    sizes.store(size, of: .supplementaryView(kind, section.id), showing: carried.component)
  }

  /// Takes over the newest handlers of everything that stays on screen.
  ///
  /// - Complexity: O(views on screen).
  func renewDisplayed(in view: any CollectionView) {
    var transitions: [DisplayRegistry.SectionTransition] = []
    for path in view.pathsForVisibleItems {
      guard let section = section(at: path.section), let cell = original(at: path)?.cell,
        let shown = view.visibleCell(at: path)
      else { continue }
      transitions += displays.renew(shown, cell, in: section)
    }
    for kind in registration.supplementaryKinds {
      for path in view.pathsForVisibleSupplementaryViews(ofKind: kind) {
        guard let shown = view.visibleSupplementaryView(ofKind: kind, at: path),
          let carried = supplementaryView(ofKind: kind, at: path)
        else { continue }
        transitions += displays.renew(shown, carried)
      }
    }
    for transition in transitions { announce(transition) }
  }

  /// Selects the selected cells again, at their present paths: a reload or a replaced view loses
  /// the selection.
  ///
  /// If `places` is `nil`, the cells are searched for in the list.
  ///
  /// - Complexity: O(selected cells · log k); O(cells) without places, if any cell is selected.
  func restoreSelection(in view: any CollectionView, _ places: PlaceMap?) {
    let places = isSelectedMeanwhile ? nil : places
    isSelectedMeanwhile = false
    guard !selectedPaths.isEmpty else { return }
    selectedPaths = places.map(carriedSelection) ?? searchedSelection()
    let selected = Set(view.pathsForSelectedItems)
    for path in selectedPaths.values.sorted() where !selected.contains(path) {
      view.selectItem(at: path)
    }
    // A view in which one cell may be selected has dropped the others.
    let kept = Set(view.pathsForSelectedItems)
    selectedPaths = selectedPaths.filter { kept.contains($0.value) }
  }

  /// Finds the paths of the selected cells after a user's move.
  func findSelection() {
    if !selectedPaths.isEmpty { selectedPaths = searchedSelection() }
  }

  private func carriedSelection(_ places: PlaceMap) -> [Cell.ID: CellPath] {
    var paths: [Cell.ID: CellPath] = [:]
    for (id, path) in selectedPaths { paths[id] = places.after(path) }
    return paths
  }

  private func searchedSelection() -> [Cell.ID: CellPath] {
    var paths: [Cell.ID: CellPath] = [:]
    for (section, model) in (shown?.list.sections ?? []).enumerated() {
      for (item, cell) in model.cells.enumerated() where selectedPaths[cell.id] != nil {
        paths[cell.id] = CellPath(section: section, item: item)
      }
    }
    return paths
  }

  func context(
    _ cell: Cell,
    _ section: Section.ID,
    _ path: CellPath,
    _ content: AnyObject?
  ) -> CellContext {
    CellContext(
      id: cell.id,
      sectionID: section,
      path: path,
      component: cell.component,
      content: content,
      version: version
    )
  }

  /// Returns the context of a supplementary view; `nil` for one of the layout, which has no handlers.
  private func context(
    _ carried: CarriedView,
    _ path: CellPath,
    _ content: AnyObject?
  ) -> SupplementaryContext? {
    guard let section = carried.section else { return nil }
    var path = path
    if carried.cell != nil, let carousel = shown?.origin?.carousels[section.id] {
      path = carousel.ownPath(path)
    }
    return SupplementaryContext(
      sectionID: section.id,
      cellID: carried.cell?.id,
      kind: carried.kind,
      path: path,
      component: carried.component,
      content: content,
      version: version
    )
  }

  private func announce(_ transition: DisplayRegistry.SectionTransition?) {
    guard let transition else { return }
    let context = SectionContext(id: transition.id, version: version)
    switch transition.direction {
    case .appeared:
      transition.handlers.fire(SectionEvent.DidBecomeVisible.self, context)
    case .disappeared:
      transition.handlers.fire(SectionEvent.DidBecomeHidden.self, context)
    }
  }
}
