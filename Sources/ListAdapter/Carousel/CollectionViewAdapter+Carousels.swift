import ListDiff
import ListLayout
import ListModel

extension CollectionViewAdapter {
  /// What the view is given for a request: the same, unless its list has carousels, or the list that
  /// is shown has.
  ///
  /// The two lists are compared then, as they are shown.
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
    // A change brings a first carousel only by its sections.
    if let shown, shown.shape.sectionCount > 0, base == nil,
      let changeset = request.changes?.composed
    {
      return changeset.insertedSections.contains { $0.attributes.layout?.mayBeCarousel ?? false }
        || changeset.updatedSections.contains { $0.new.layout?.mayBeCarousel ?? false }
    }
    return request.target.original.list.sections.contains { $0.layout?.mayBeCarousel ?? false }
  }

  /// The carousel of a section that is shown; `nil` where it is none.
  func carousel(inSection index: Int) -> InfiniteCarousel? {
    guard let origin = shown?.origin, let section = section(at: index) else { return nil }
    return origin.carousels[section.id]
  }

  /// The cell at a path as its list has it, and its path there: in a carousel the original.
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

  /// Repeats carousels as often as a view of another size needs it.
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
  /// The path of a cell among the originals.
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
  /// Its path in the view; in a carousel that of copy 0.
  let shownPath: CellPath
  /// Whether the view has it more than once.
  let isRepeated: Bool

  init(cell: Cell, path: CellPath, shownPath: CellPath? = nil, isRepeated: Bool = false) {
    self.cell = cell
    self.path = path
    self.shownPath = shownPath ?? path
    self.isRepeated = isRepeated
  }
}
