import ListDiff
import ListLayout
import ListModel

extension CollectionViewAdapter {
  /// Repeats the cells of a request's carousels, if its list or the list shown has carousels.
  ///
  /// The two lists are then compared as they are shown.
  func projecting(_ request: PresentationRequest, in view: any CollectionView)
    -> PresentationRequest
  {
    guard let environment = view.layoutEnvironment, needsProjection(request) else { return request }
    var request = request
    let original = request.target.original
    let (list, carousels) = CarouselProjection(environment: environment).projected(original.list)
    request.changes = nil
    guard !carousels.isEmpty else { return request }
    request.target = VersionedList(list: list, version: original.version)
    request.target.origin = CarouselOrigin(original, carousels)
    return request
  }

  private func needsProjection(_ request: PresentationRequest) -> Bool {
    if shown?.origin != nil { return true }
    // A change adds the first carousel only by inserting or updating a section.
    if let shown, shown.shape.sectionCount > 0, base == nil,
      let changeset = request.changes?.composed
    {
      return changeset.insertedSections.contains { $0.attributes.layout?.mayBeCarousel ?? false }
        || changeset.updatedSections.contains { $0.new.layout?.mayBeCarousel ?? false }
    }
    return request.target.original.list.sections.contains { $0.layout?.mayBeCarousel ?? false }
  }

  /// Returns the carousel of a section that is shown; `nil` if the section is none.
  func carousel(inSection index: Int) -> InfiniteCarousel? {
    guard let origin = shown?.origin, let section = section(at: index) else { return nil }
    return origin.carousels[section.id]
  }

  /// Returns the cell at a path and its path in the list; in a carousel, the original.
  func original(at path: CellPath) -> OriginalCell? {
    guard let shown else { return nil }
    guard let carousel = carousel(inSection: path.section), carousel.originals > 0 else {
      return shown.cell(at: path).map { OriginalCell(cell: $0, path: path) }
    }
    let own = carousel.ownPath(path)
    guard let cell = shown.original.cell(at: own) else { return nil }
    let middle = CellPath(section: path.section, item: carousel.element(own.item))
    return OriginalCell(cell: cell, path: own, shownPath: middle, isRepeated: carousel.copies > 1)
  }

  /// Repeats carousels as often as the new size of the view needs.
  public func collectionViewDidChangeLayoutEnvironment(_ collectionView: any CollectionView) {
    guard shown?.origin != nil, waiting == nil else { return }
    submit(
      PresentationRequest(
        target: newest,
        strategy: .nonanimatedBatchUpdates,
        ticket: answers.enter(nil)
      )
    )
  }
}

extension InfiniteCarousel {
  /// Returns the path of the original that a cell repeats.
  func ownPath(_ path: CellPath) -> CellPath {
    guard originals > 0 else { return path }
    let item = original(of: path.item)
    return CellPath(section: path.section, item: item < 0 ? item + originals : item)
  }
}

/// A cell as its list has it.
struct OriginalCell {
  let cell: Cell
  /// Its path in the list.
  let path: CellPath
  /// Its path in the view; in a carousel, the path of copy 0.
  let shownPath: CellPath
  /// Whether the view shows it more than once.
  let isRepeated: Bool

  init(cell: Cell, path: CellPath, shownPath: CellPath? = nil, isRepeated: Bool = false) {
    self.cell = cell
    self.path = path
    self.shownPath = shownPath ?? path
    self.isRepeated = isRepeated
  }
}
