import ListModel

/// Which cell, header or footer each view on screen shows; by the view itself, because by the time
/// it disappears its path may be another's.
struct DisplayRegistry {
  struct DisplayedCell {
    var cell: Cell
    var sectionID: Section.ID
  }

  struct DisplayedSupplementary {
    var section: Section
    var kind: SupplementaryKind
  }

  /// Whether a section has just come on screen, or has just left it.
  enum SectionTransition {
    case appeared
    case disappeared
    case none
  }

  private(set) var cells: [ObjectIdentifier: DisplayedCell] = [:]
  private(set) var views: [ObjectIdentifier: DisplayedSupplementary] = [:]
  private var viewCounts: [Section.ID: Int] = [:]

  mutating func show(_ view: any ReusableView, _ shown: DisplayedCell) -> SectionTransition {
    cells[ObjectIdentifier(view)] = shown
    return countUp(shown.sectionID)
  }

  mutating func show(
    _ view: any ReusableView,
    _ shown: DisplayedSupplementary
  ) -> SectionTransition {
    views[ObjectIdentifier(view)] = shown
    return countUp(shown.section.id)
  }

  mutating func hideCell(_ view: any ReusableView) -> (DisplayedCell, SectionTransition)? {
    guard let shown = cells.removeValue(forKey: ObjectIdentifier(view)) else { return nil }
    return (shown, countDown(shown.sectionID))
  }

  mutating func hideSupplementary(
    _ view: any ReusableView
  ) -> (DisplayedSupplementary, SectionTransition)? {
    guard let shown = views.removeValue(forKey: ObjectIdentifier(view)) else { return nil }
    return (shown, countDown(shown.section.id))
  }

  /// Takes over the newest handlers and content of a cell that stays on screen; a cell that moved
  /// to another section keeps being counted where it appeared.
  mutating func renew(_ view: any ReusableView, _ cell: Cell) {
    guard cells[ObjectIdentifier(view)]?.cell.id == cell.id else { return }
    cells[ObjectIdentifier(view)]?.cell = cell
  }

  mutating func renew(_ view: any ReusableView, _ section: Section) {
    guard views[ObjectIdentifier(view)]?.section.id == section.id else { return }
    views[ObjectIdentifier(view)]?.section = section
  }

  private mutating func countUp(_ id: Section.ID) -> SectionTransition {
    let count = viewCounts[id, default: 0] + 1
    viewCounts[id] = count
    return count == 1 ? .appeared : .none
  }

  private mutating func countDown(_ id: Section.ID) -> SectionTransition {
    let count = viewCounts[id, default: 1] - 1
    viewCounts[id] = count > 0 ? count : nil
    return count > 0 ? .none : .disappeared
  }
}
