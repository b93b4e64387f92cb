public import ListModel

extension List {
  /// Returns the list with taps that go to a pager: a tap on a failed header or footer tries again,
  /// a tap on a gap or a placeholder loads the cells that are missing there, or tries that again.
  ///
  /// Other cells keep their handlers.
  public func withTaps(for pager: Pager) -> List {
    var copy = self
    for section in copy.sections.indices {
      for index in copy.sections[section].cells.indices {
        let cell = copy.sections[section].cells[index]
        switch cell.component.type {
        case PagerHeader.componentType, PagerFooter.componentType:
          copy.sections[section].cells[index] = cell.didSelect { _ in
            Task { await pager.retry() }
          }
        case PagerGap.componentType:
          let gap = cell.id
          copy.sections[section].cells[index] = cell.didSelect { _ in
            Task { await pager.fillGap(gap) }
          }
        case PagerPlaceholder.componentType:
          let placeholder = cell.id
          copy.sections[section].cells[index] = cell.didSelect { _ in
            Task { await pager.fill(placeholder) }
          }
        default: break
        }
      }
    }
    return copy
  }
}
