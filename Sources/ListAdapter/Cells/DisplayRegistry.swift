import ListModel

/// Records which cell or supplementary view each view on screen shows.
///
/// A view is found by its identity: when it disappears, its path may be another's.
struct DisplayRegistry {
  struct DisplayedCell {
    var cell: Cell
    var sectionID: Section.ID
  }

  /// A section that has just come on screen, or has just left it.
  struct SectionTransition {
    enum Direction {
      case appeared
      case disappeared
    }

    var id: Section.ID
    /// The newest handlers of the section while it was on screen: the section may be gone by now.
    var handlers: EventHandlers
    var direction: Direction
  }

  private struct VisibleSection {
    var viewCount: Int
    var handlers: EventHandlers
  }

  private var cells: [ObjectIdentifier: DisplayedCell] = [:]
  /// How many views show a cell.
  private var counts: [Cell.ID: Int] = [:]
  private var views: [ObjectIdentifier: CarriedView] = [:]
  private var sections: [Section.ID: VisibleSection] = [:]

  /// Returns whether a view shows a cell.
  func isShown(_ id: Cell.ID) -> Bool { counts[id] != nil }

  mutating func show(
    _ view: any ReusableView,
    _ cell: Cell,
    in section: Section
  ) -> SectionTransition? {
    counts[cell.id, default: 0] += 1
    cells[ObjectIdentifier(view)] = DisplayedCell(cell: cell, sectionID: section.id)
    return countUp(section)
  }

  mutating func show(_ view: any ReusableView, _ carried: CarriedView) -> SectionTransition? {
    views[ObjectIdentifier(view)] = carried
    return carried.section.flatMap { countUp($0) }
  }

  mutating func hideCell(_ view: any ReusableView) -> (DisplayedCell, SectionTransition?)? {
    guard let shown = cells.removeValue(forKey: ObjectIdentifier(view)) else { return nil }
    let count = (counts[shown.cell.id] ?? 1) - 1
    counts[shown.cell.id] = count > 0 ? count : nil
    return (shown, countDown(shown.sectionID))
  }

  mutating func hideSupplementary(
    _ view: any ReusableView
  ) -> (CarriedView, SectionTransition?)? {
    guard let shown = views.removeValue(forKey: ObjectIdentifier(view)) else { return nil }
    return (shown, shown.section.flatMap { countDown($0.id) })
  }

  /// Takes over the newest handlers, content and section of a cell that stays on screen.
  mutating func renew(
    _ view: any ReusableView,
    _ cell: Cell,
    in section: Section
  ) -> [SectionTransition] {
    let key = ObjectIdentifier(view)
    guard let shown = cells[key], shown.cell.id == cell.id else { return [] }
    cells[key] = DisplayedCell(cell: cell, sectionID: section.id)
    if shown.sectionID == section.id {
      sections[section.id]?.handlers = section.handlers
      return []
    }
    return [countUp(section), countDown(shown.sectionID)].compactMap { $0 }
  }

  /// Takes over the newest handlers, content and section of a supplementary view that stays on screen.
  mutating func renew(_ view: any ReusableView, _ carried: CarriedView) -> [SectionTransition] {
    let key = ObjectIdentifier(view)
    guard let shown = views[key], carried.continues(shown), let section = carried.section else {
      return []
    }
    views[key] = carried
    guard let before = shown.section?.id, before != section.id else {
      sections[section.id]?.handlers = section.handlers
      return []
    }
    return [countUp(section), countDown(before)].compactMap { $0 }
  }

  private mutating func countUp(_ section: Section) -> SectionTransition? {
    let count = (sections[section.id]?.viewCount ?? 0) + 1
    sections[section.id] = VisibleSection(viewCount: count, handlers: section.handlers)
    guard count == 1 else { return nil }
    return SectionTransition(id: section.id, handlers: section.handlers, direction: .appeared)
  }

  private mutating func countDown(_ id: Section.ID) -> SectionTransition? {
    guard var section = sections[id] else { return nil }
    section.viewCount -= 1
    sections[id] = section.viewCount > 0 ? section : nil
    guard section.viewCount == 0 else { return nil }
    return SectionTransition(id: id, handlers: section.handlers, direction: .disappeared)
  }
}
