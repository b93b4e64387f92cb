public import ListModel

extension List {
  /// Returns the list with what a tap does to a pager: on a header or footer that has failed it tries
  /// again, on a gap it loads what is missing there.
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
        default: break
        }
      }
    }
    return copy
  }
}
