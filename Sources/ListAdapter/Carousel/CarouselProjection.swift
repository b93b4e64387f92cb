package import ListDiff
package import ListLayout
package import ListModel

/// Makes the list that a view shows from a list with infinite carousels: it repeats their cells.
///
/// A section whose layout is a carousel (`LayoutSection.infiniteCarousel(_:)`) is shown in an odd
/// number of copies. The middle copy has the cells' own ids. An id in another copy is made of the
/// cell's id and the number of the copy, so it is the same in every version. The number of copies
/// depends on the layout environment (`docs/layout-rules.md`, C1 and C2).
///
/// Only sections whose groups have one cell of a given size are repeated; others are shown once.
package struct CarouselProjection: Sendable {
  private let environment: LayoutEnvironment

  /// Creates a projection for a view's layout environment.
  package init(environment: LayoutEnvironment) {
    self.environment = environment
  }

  /// Returns the carousel of a section; `nil` if the section is none.
  package func carousel(of section: Section) -> InfiniteCarousel? {
    guard let known = try? section.layout?.known(), known.mayBeCarousel,
      let layout = try? CompositionalLayout(
        sections: [LayoutSectionContent(layout: known, itemCount: section.cells.count)],
        environment: environment
      )
    else { return nil }
    return layout.carousel(ofSection: 0, originals: section.cells.count)
  }

  /// Returns the list that a view shows.
  package func project(_ list: List) -> List { projected(list).list }

  /// Returns the changeset between two projected lists (C9).
  ///
  /// What happens to an original happens to each of its copies. If the number of copies changes,
  /// whole outer copies come or go.
  ///
  /// - Throws: `InvalidList` when a list has an id twice.
  /// - Complexity: O(n): both projections are compared.
  package func changeset(from source: List, to target: List) throws(InvalidList) -> Changeset {
    try Changeset(from: project(source), to: project(target))
  }

  func projected(_ list: List) -> (list: List, carousels: [Section.ID: InfiniteCarousel]) {
    var result = list
    var carousels: [Section.ID: InfiniteCarousel] = [:]
    for (index, section) in list.sections.enumerated() {
      guard let carousel = carousel(of: section) else { continue }
      carousels[section.id] = carousel
      result.sections[index].cells = (0..<carousel.count).map { element in
        section.cells[carousel.original(of: element)].copy(carousel.copy(of: element))
      }
    }
    return (result, carousels)
  }
}

extension Cell {
  /// Returns the cell as a copy in a carousel; copy 0 is the cell itself.
  fileprivate func copy(_ number: Int) -> Cell {
    guard number != 0 else { return self }
    var copy = Cell(id: ID("\(id.rawValue)\u{1F}\(number)"), component: component)
    copy.handlers = handlers
    return copy
  }
}

extension SectionLayout {
  /// Whether this layout, or one that it may choose, is a carousel.
  fileprivate var mayBeCarousel: Bool {
    switch arrangement {
    case .compositional(let section): section.carousel != nil
    case .adaptive(let choices): choices.contains { $0.layout.mayBeCarousel }
    case .vertical, .horizontal, .verticalGrid, .flow, .list, .provider: false
    }
  }
}

extension AnySectionLayout {
  /// Whether the layout is a carousel, or may be one in some environment.
  var mayBeCarousel: Bool { (try? known())?.mayBeCarousel ?? false }
}

/// A list before its carousels were repeated.
final class CarouselOrigin {
  let original: VersionedList
  /// The carousels by section; also those that are shown once.
  let carousels: [Section.ID: InfiniteCarousel]

  init(_ original: VersionedList, _ carousels: [Section.ID: InfiniteCarousel]) {
    self.original = original
    self.carousels = carousels
  }
}
