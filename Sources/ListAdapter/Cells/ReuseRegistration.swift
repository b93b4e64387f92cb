import ListDiff
import ListModel

/// The reuse identifiers that were registered in a view, each once.
struct ReuseRegistration {
  private var cells: Set<String> = []
  private var views: [SupplementaryKind: Set<String>] = [:]
  /// The identifier of the last cell; the next cell mostly has the same.
  private var last: String?

  /// The kinds of supplementary views that were registered.
  var supplementaryKinds: some Sequence<SupplementaryKind> { views.keys }

  /// Registers the identifiers that a list needs.
  mutating func register(_ list: List, in view: any CollectionView) {
    for section in list.sections {
      register(section.attributes, in: view)
      // Cells are read in place: a cell in its own variable would be retained.
      let lent = section.cells[...]
      let cells = lent.span
      for item in cells.indices { register(cells[item].component, in: view) }
    }
  }

  /// Registers the identifiers that a changeset brings.
  mutating func register(_ changeset: Changeset, in view: any CollectionView) {
    for insertion in changeset.insertedCells { register(insertion.component, in: view) }
    for update in changeset.updatedCells { register(update.new, in: view) }
    for insertion in changeset.insertedSections { register(insertion.attributes, in: view) }
    for update in changeset.updatedSections { register(update.new, in: view) }
  }

  /// Registers the views of these components.
  mutating func register(
    _ elements: some Sequence<SupplementaryViews.Element>,
    in view: any CollectionView
  ) {
    for element in elements {
      let identifier = element.component.reuseIdentifier
      guard views[element.kind, default: []].insert(identifier).inserted else { continue }
      view.registerSupplementaryView(ofKind: element.kind, reuseIdentifier: identifier)
    }
  }

  private mutating func register(_ component: AnyComponent, in view: any CollectionView) {
    if component.hasViews { register(component.views, in: view) }
    let identifier = component.reuseIdentifier
    if identifier == last { return }
    last = identifier
    guard cells.insert(identifier).inserted else { return }
    view.registerCell(reuseIdentifier: identifier)
  }

  private mutating func register(_ attributes: Section.Attributes, in view: any CollectionView) {
    register(attributes.components, in: view)
  }
}
