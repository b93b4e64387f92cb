import ListModel

/// A supplementary view of a list, and who carries it.
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

  /// Whether it is what another view has become: of the same kind, carried by the same.
  func continues(_ other: CarriedView) -> Bool {
    kind == other.kind && cell?.id == other.cell?.id
      && (cell != nil || section?.id == other.section?.id)
  }

  /// Tells the handlers of the carrier, and those of a header or footer, that it is about to appear.
  func fireWillDisplay(_ context: SupplementaryContext) {
    fire(SupplementaryEvent.WillDisplay.self, context)
    switch kind {
    case .header: section?.handlers.fire(SectionEvent.WillDisplayHeader.self, context)
    case .footer: section?.handlers.fire(SectionEvent.WillDisplayFooter.self, context)
    default: break
    }
  }

  /// Tells the same that it has disappeared.
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
