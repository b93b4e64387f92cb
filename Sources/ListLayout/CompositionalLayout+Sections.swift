extension CompositionalLayout {
  /// Whether a section's layout calls code by name.
  package var callsCode: Bool { !registry.isEmpty && sections.contains { $0.layout.callsCode } }

  /// Returns the names of the handlers of visible items, by section, for the sections of some
  /// attributes.
  package func sectionsWithVisibleItemsHandlers(
    among attributes: [LayoutAttributes]
  ) -> [Int: String] {
    var names: [Int: String] = [:]
    for attributes in attributes {
      guard let section = attributes.element.indexPath?.section else { continue }
      names[section] = geometries[section]?.plan.layout.visibleItemsInvalidationHandler
    }
    return names
  }

  /// Returns whether a section scrolls by itself and does not begin at 0: its groups rest in the
  /// middle, or go round.
  package func beginsElsewhere(inSection section: Int) -> Bool {
    guard let plan = geometries[section]?.plan else { return false }
    return plan.layout.orthogonalScrollingBehavior == .groupPagingCentered
      || plan.layout.carousel != nil
  }

  /// Returns whether a section names a handler of visible items.
  package func namesVisibleItemsHandler(inSection section: Int) -> Bool {
    geometries[section]?.plan.layout.visibleItemsInvalidationHandler != nil
  }

  /// Returns the carousel of a section for a number of originals.
  ///
  /// - Returns: `nil` if the section does not go round, or if its groups do not each have one cell
  ///   of a fixed size.
  package func carousel(ofSection section: Int, originals: Int) -> InfiniteCarousel? {
    guard let geometry = geometries[section], let carousel = geometry.plan.layout.carousel,
      geometry.plan.isOrthogonal, geometry.plan.kind == .fixed, geometry.plan.leafCount == 1
    else { return nil }
    let plan = geometry.plan
    let axis = plan.stackAxis
    return InfiniteCarousel(
      originals: originals,
      viewport: environment.container.contentSize[axis],
      middle: plan.middle,
      groupLength: plan.estimate.extent[axis],
      spacing: plan.padding,
      lead: geometry.groupsOrigin + plan.before,
      loopSingle: carousel.loopSingle
    )
  }

  /// Returns the start of a section along the scroll axis.
  func start(ofSection section: Int) -> Double { head + lengths.sum(ofFirst: section) }

  /// Returns the sections that may have elements between two positions along the scroll axis, or
  /// touch one of them.
  func sections(from low: Double, to high: Double) -> Range<Int> {
    guard !sections.isEmpty else { return 0..<0 }
    let beyond = overhang + configuration.interSectionSpacing + GroupResolver.tolerance
    let first = lengths.prefix(atMost: max(0, low - beyond - head)).count
    // A section without length that begins at this position counts too.
    var start = min(first, sections.count)
    while start > 0, geometries[start - 1]?.length ?? 0 <= 0 { start -= 1 }
    let last = lengths.prefix(atMost: max(0, high + overhang - head)).count
    return start..<max(start, min(sections.count, last + 1))
  }

  /// The headers and footers of the layout itself, at their natural frames.
  var ownBoundaries: [SectionGeometry.Boundary] { layoutBoundaries }
  /// The end of the part of the layout in which its pinned headers stay.
  var ownLength: Double { contentLength }
}
