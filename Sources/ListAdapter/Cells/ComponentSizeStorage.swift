public import ListDescription
import ListDiff
public import ListModel

/// The measured sizes of cells, headers and footers, to estimate them when they are shown again.
///
/// A size holds for one content: it is forgotten when the component changes, and when its cell or
/// section leaves the list.
public struct ComponentSizeStorage: Sendable {
  /// A width and a height, in points.
  public typealias Size = ContentSize

  /// An element that has a size.
  public enum Element: Hashable, Sendable {
    /// A cell.
    case cell(Cell.ID)
    /// A view of a section, by its kind: its header, say.
    case supplementaryView(SupplementaryKind, Section.ID)
  }

  private var sizes: [Element: (size: Size, component: AnyComponent)] = [:]

  /// Creates an empty storage.
  public init() {}

  /// The number of sizes.
  public var count: Int { sizes.count }

  /// Returns the size that an element had when it showed `component`.
  public func size(of element: Element, showing component: AnyComponent) -> Size? {
    guard let entry = sizes[element], entry.component == component else { return nil }
    return entry.size
  }

  /// Keeps the size of an element that shows `component`.
  public mutating func store(_ size: Size, of element: Element, showing component: AnyComponent) {
    sizes[element] = (size, component)
  }

  /// Forgets the sizes of deleted elements.
  mutating func forget(_ changeset: Changeset) {
    guard !sizes.isEmpty else { return }
    for deletion in changeset.deletedCells { sizes[.cell(deletion.id)] = nil }
    for deletion in changeset.deletedSections {
      for view in deletion.attributes.components {
        sizes[.supplementaryView(view.kind, deletion.id)] = nil
      }
    }
    for update in changeset.updatedSections {
      for view in update.old.components where update.new.component(ofKind: view.kind) == nil {
        sizes[.supplementaryView(view.kind, update.id)] = nil
      }
    }
  }

  /// Forgets the elements that `list` does not have.
  ///
  /// - Complexity: O(cells) if there is any size.
  mutating func keep(only list: List) {
    guard !sizes.isEmpty else { return }
    var kept: [Element: (size: Size, component: AnyComponent)] = [:]
    for section in list.sections {
      for view in section.attributes.components {
        let element = Element.supplementaryView(view.kind, section.id)
        kept[element] = sizes[element]
      }
      for cell in section.cells { kept[.cell(cell.id)] = sizes[.cell(cell.id)] }
    }
    sizes = kept
  }
}
