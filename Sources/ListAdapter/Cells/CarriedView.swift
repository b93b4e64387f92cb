import ListModel

/// A supplementary view of a list, and the part of the list that carries it.
struct CarriedView {
  enum Carrier {
    case cell(Cell, Section)
    case section(Section)
    /// No section: the view belongs to the layout as a whole.
    case layout
  }

  var kind: SupplementaryKind
  var component: AnyComponent
  var carrier: Carrier

  /// The section it is in; `nil` for a view of the whole layout.
  var section: Section? {
    switch carrier {
    case .cell(_, let section), .section(let section): section
    case .layout: nil
    }
  }

  /// The cell that carries it.
  var cell: Cell? {
    guard case .cell(let cell, _) = carrier else { return nil }
    return cell
  }

  /// Returns whether the view continues another one: it has the same kind and the same carrier.
  func continues(_ other: CarriedView) -> Bool {
    kind == other.kind && cell?.id == other.cell?.id
      && (cell != nil || section?.id == other.section?.id)
  }

  /// Tells the handlers of the carrier, and of a header or footer, that the view is about to appear.
  func fireWillDisplay(_ context: SupplementaryContext) {
    fire(SupplementaryEvent.WillDisplay.self, context)
    switch kind {
    case .header: section?.handlers.fire(SectionEvent.WillDisplayHeader.self, context)
    case .footer: section?.handlers.fire(SectionEvent.WillDisplayFooter.self, context)
    default: break
    }
  }

  /// Tells the same handlers that the view has disappeared.
  func fireDidEndDisplaying(_ context: SupplementaryContext) {
    fire(SupplementaryEvent.DidEndDisplaying.self, context)
    switch kind {
    case .header: section?.handlers.fire(SectionEvent.DidEndDisplayHeader.self, context)
    case .footer: section?.handlers.fire(SectionEvent.DidEndDisplayFooter.self, context)
    default: break
    }
  }

  private func fire<Kind: EventKind>(_ event: Kind.Type, _ context: SupplementaryContext)
  where Kind.Context == SupplementaryContext {
    switch carrier {
    case .cell(let cell, _): cell.handlers.fire(event, context)
    case .section(let section):
      section.boundaryView(ofKind: kind)?.handlers.fire(event, context)
      section.handlers.fire(event, context)
    case .layout: break
    }
  }
}
