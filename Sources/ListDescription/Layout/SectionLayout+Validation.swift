extension SectionLayout {
  /// Checks all rules that need no container.
  ///
  /// - Throws: ``LayoutError`` at the first fault: no columns, negative or infinite lengths, a
  ///   faulty ``LayoutSection``.
  package func validate() throws(LayoutError) {
    try validate(depth: 1)
  }

  private func validate(depth: Int) throws(LayoutError) {
    switch arrangement {
    case .vertical(let spacing), .horizontal(let spacing, _):
      try checkLength(spacing, at: "spacing")
    case .verticalGrid(let columns, let itemSpacing, let lineSpacing):
      guard columns > 0 else {
        throw LayoutError(place: "columns", reason: .countNotPositive(columns))
      }
      guard columns <= LayoutLimits.itemsInGroup else {
        throw LayoutError(place: "columns", reason: .tooManyItems)
      }
      try checkLength(itemSpacing, at: "itemSpacing")
      try checkLength(lineSpacing, at: "lineSpacing")
    case .compositional(let section): try section.validate()
    case .flow(let flow): try flow.validate()
    case .list(let list): try list.validate()
    case .adaptive(let choices):
      guard !choices.isEmpty else { throw LayoutError(place: "choices", reason: .noSubitems) }
      guard depth <= LayoutLimits.depth else {
        throw LayoutError(place: "choices", reason: .tooDeep)
      }
      for (index, choice) in choices.enumerated() {
        try checkLength(choice.minWidth, at: "choices[\(index)].minWidth")
        do {
          try choice.layout.validate(depth: depth + 1)
        } catch {
          throw LayoutError(
            section: error.section,
            place: "choices[\(index)].layout.\(error.place)",
            reason: error.reason
          )
        }
      }
    case .provider(let name):
      guard !name.isEmpty else { throw LayoutError(place: "name", reason: .emptyName) }
    }
    try contentInsets.validate(at: "insets")
  }
}
