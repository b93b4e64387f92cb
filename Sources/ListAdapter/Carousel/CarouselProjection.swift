public import ListDiff
public import ListLayout
public import ListModel

/// What a view is given of lists with infinite carousels: their cells, repeated.
///
/// A section whose layout is a carousel (`LayoutSection.infiniteCarousel(_:)`) is shown in an
/// odd number of copies. The copy in the middle has the cells' own ids; the ids of the others are
/// made of those and the number of the copy, so that they are the same in every version. How many
/// copies there are follows from the room (`docs/layout.md`, C1 and C2).
///
/// Only groups of one cell go round, whose size is given; other sections are shown once.
public struct CarouselProjection: Sendable {
  private let environment: LayoutEnvironment

  /// Creates the projection for a view's room.
  public init(environment: LayoutEnvironment) {
    self.environment = environment
  }

  /// The carousel that a section is; `nil` where it is none.
  public func carousel(of section: Section) -> InfiniteCarousel? {
    guard let known = try? section.layout?.known(), known.mayBeCarousel,
      let layout = try? CompositionalLayout(
        sections: [LayoutSectionContent(layout: known, itemCount: section.cells.count)],
        environment: environment
      )
    else { return nil }
    return layout.carousel(ofSection: 0, originals: section.cells.count)
  }

  /// The list that is shown.
  public func project(_ list: List) -> List { projected(list).list }

  /// How the list that is shown changes when the list does (C9): what happens to an original happens
  /// to each of its copies, and when another number of copies is needed, whole outer ones come or go.
  ///
  /// - Throws: `InvalidList` when an id is there twice.
  /// - Complexity: O(n): both projections are compared.
  public func changeset(from source: List, to target: List) throws(InvalidList) -> Changeset {
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
  /// The cell as a copy in a carousel; copy 0 is the cell itself.
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
    case .vertical, .horizontal, .verticalGrid, .provider: false
    }
  }
}

extension AnySectionLayout {
  /// Whether the layout is a carousel, or may be one in some room.
  var mayBeCarousel: Bool { (try? known())?.mayBeCarousel ?? false }
}

/// What a list was before its carousels were repeated.
final class CarouselOrigin {
  let original: VersionedList
  /// The carousels by their sections; also those that are shown once.
  let carousels: [Section.ID: InfiniteCarousel]

  init(_ original: VersionedList, _ carousels: [Section.ID: InfiniteCarousel]) {
    self.original = original
    self.carousels = carousels
  }
}
