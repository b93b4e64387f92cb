public import ListDescription

extension List {
  /// Checks that every id can be stored and is unique.
  ///
  /// Ids have 1 to 1,024 UTF-8 bytes. A section id is unique among the sections of the list; a
  /// cell id is unique among *all* cells of the list, so that a cell can move between sections.
  ///
  /// - Throws: ``InvalidList`` for the first invalid id in reading order.
  /// - Complexity: O(cells) expected.
  public func validate() throws(InvalidList) {
    var seenSections: [Section.ID: ElementLocation] = [:]
    var seenCells: [Cell.ID: ElementLocation] = [:]
    seenCells.reserveCapacity(cellCount)
    for (index, section) in sections.enumerated() {
      try check(section.id, at: .section(index), against: &seenSections)
      for (item, cell) in section.cells.enumerated() {
        try check(
          cell.id,
          at: .cell(CellPath(section: index, item: item)),
          against: &seenCells
        )
      }
    }
  }

  private func check<Element>(
    _ id: Identifier<Element>,
    at location: ElementLocation,
    against seen: inout [Identifier<Element>: ElementLocation]
  ) throws(InvalidList) {
    if let reason = id.reasonForRefusal {
      throw .unusableIdentifier(at: location, reason: reason)
    }
    if let first = seen.updateValue(location, forKey: id) {
      throw .duplicateIdentifier(id.rawValue, at: location, first: first)
    }
  }
}

extension Identifier {
  /// The reason why a store refuses this id; `nil` if it accepts the id.
  package var reasonForRefusal: String? { Self.reasonForRefusal(ofByteCount: rawValue.utf8.count) }

  /// Returns the reason why a store refuses an id of this length; `nil` if it accepts the id.
  package static func reasonForRefusal(ofByteCount byteCount: Int) -> String? {
    if byteCount == 0 { return "is empty; expected 1 to \(maximumByteCount) bytes" }
    if byteCount > maximumByteCount {
      return "has \(byteCount) bytes; expected 1 to \(maximumByteCount)"
    }
    return nil
  }
}

/// The location of an element in a list or a list document.
public enum ElementLocation: Hashable, Sendable, CustomStringConvertible {
  /// The section at an index.
  case section(Int)
  /// The cell at a path.
  case cell(CellPath)

  /// The location as a path into a list document: `sections[2].cells[17]`.
  public var description: String {
    switch self {
    case .section(let index): "sections[\(index)]"
    case .cell(let path): "sections[\(path.section)].cells[\(path.item)]"
    }
  }
}

/// A list that cannot be stored or diffed.
public enum InvalidList: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two sections, or two cells, have the same id.
  case duplicateIdentifier(String, at: ElementLocation, first: ElementLocation)
  /// An id is empty or too long.
  case unusableIdentifier(at: ElementLocation, reason: String)
  /// A component or layout could not be encoded.
  case unencodableContent(at: String, reason: String)
  /// A layout of a kind that this package knows cannot be laid out in any container.
  case invalidLayout(at: ElementLocation, LayoutError)

  /// One sentence for people, which names the faulty element.
  public var description: String {
    switch self {
    case .duplicateIdentifier(let id, let location, let first):
      "\(location).id: duplicate of \(first).id \"\(id)\""
    case .unusableIdentifier(let location, let reason):
      "\(location).id: \(reason)"
    case .unencodableContent(let location, let reason):
      "\(location): cannot be encoded: \(reason)"
    case .invalidLayout(let location, let error):
      "\(location).\(error.place.hasPrefix("layout") ? "" : "layout.")\(error.place): \(error.reason)"
    }
  }
}
