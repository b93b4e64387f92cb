// Editing sections. Everything is checked before anything changes.

extension DiffableDataSourceSnapshot {
  /// Adds sections behind the last one.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an identifier is given twice or is in the snapshot.
  public mutating func appendSections(
    _ identifiers: [SectionIdentifierType]
  ) throws(DiffableDataSourceError) {
    try requireNew(identifiers)
    insert(identifiers, at: sectionIdentifiers.count)
  }

  /// Adds sections in front of one.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an identifier is given twice or is in the snapshot,
  ///   or the section to insert before is not.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    beforeSection toIdentifier: SectionIdentifierType
  ) throws(DiffableDataSourceError) {
    insert(identifiers, at: try insertionIndex(identifiers, beside: toIdentifier))
  }

  /// Adds sections behind one.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an identifier is given twice or is in the snapshot,
  ///   or the section to insert after is not.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    afterSection toIdentifier: SectionIdentifierType
  ) throws(DiffableDataSourceError) {
    insert(identifiers, at: try insertionIndex(identifiers, beside: toIdentifier) + 1)
  }

  /// Removes sections with their items; identifiers that are not in the snapshot are ignored.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    let doomed = Set(identifiers.filter { sectionIndices[$0] != nil })
    guard !doomed.isEmpty else { return }
    for section in doomed {
      forgetMarks(of: items.removeGroup(section))
      marks.reloadedSections.remove(section)
      sectionIndices[section] = nil
    }
    sectionIdentifiers.removeAll(where: doomed.contains)
    reindexSections(from: 0)
  }

  /// Moves a section in front of another one.
  ///
  /// - Throws: ``DiffableDataSourceError`` when one of the sections is not in the snapshot, or both
  ///   are the same.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    beforeSection toIdentifier: SectionIdentifierType
  ) throws(DiffableDataSourceError) {
    try moveSection(identifier, .before, toIdentifier)
  }

  /// Moves a section behind another one.
  ///
  /// - Throws: ``DiffableDataSourceError`` when one of the sections is not in the snapshot, or both
  ///   are the same.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    afterSection toIdentifier: SectionIdentifierType
  ) throws(DiffableDataSourceError) {
    try moveSection(identifier, .after, toIdentifier)
  }

  /// Marks sections to be shown again, with all their items, when the snapshot is applied.
  ///
  /// - Throws: ``DiffableDataSourceError`` when a section is not in the snapshot.
  public mutating func reloadSections(
    _ identifiers: [SectionIdentifierType]
  ) throws(DiffableDataSourceError) {
    for identifier in identifiers { try require(identifier, as: .reloadedSection) }
    marks.reloadedSections.formUnion(identifiers)
  }
}

extension DiffableDataSourceSnapshot {
  /// Checks that a section is in the snapshot.
  func require(
    _ section: SectionIdentifierType,
    as role: DiffableDataSourceError.SectionRole
  ) throws(DiffableDataSourceError) {
    _ = try index(of: section, as: role)
  }

  private func index(
    of section: SectionIdentifierType,
    as role: DiffableDataSourceError.SectionRole
  ) throws(DiffableDataSourceError) -> Int {
    guard let index = sectionIndices[section] else {
      throw .unknownSection(DiffableIdentifier(section), as: role)
    }
    return index
  }

  private func requireNew(
    _ identifiers: [SectionIdentifierType]
  ) throws(DiffableDataSourceError) {
    let repeated = identifiers.repeatedElements
    if !repeated.isEmpty { throw .repeatedSections(.init(erasing: repeated)) }
    let existing = identifiers.filter { sectionIndices[$0] != nil }
    if !existing.isEmpty { throw .existingSections(.init(erasing: existing)) }
  }

  private func insertionIndex(
    _ identifiers: [SectionIdentifierType],
    beside anchor: SectionIdentifierType
  ) throws(DiffableDataSourceError) -> Int {
    if identifiers.contains(anchor) { throw .sectionAnchoredToItself(.init(anchor)) }
    try requireNew(identifiers)
    return try index(of: anchor, as: .insertionAnchor)
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    sectionIdentifiers.insert(contentsOf: identifiers, at: index)
    reindexSections(from: index)
  }

  private mutating func moveSection(
    _ section: SectionIdentifierType,
    _ side: AnchorSide,
    _ anchor: SectionIdentifierType
  ) throws(DiffableDataSourceError) {
    guard section != anchor else { throw .sectionAnchoredToItself(DiffableIdentifier(section)) }
    let from = try index(of: section, as: .movedSection)
    var to = try index(of: anchor, as: .moveAnchor)
    if side == .after { to += 1 }
    // The section leaves before it arrives.
    if from < to { to -= 1 }
    sectionIdentifiers.insert(sectionIdentifiers.remove(at: from), at: to)
    reindexSections(from: min(from, to))
  }

  private mutating func reindexSections(from start: Int) {
    for index in start..<sectionIdentifiers.count {
      sectionIndices[sectionIdentifiers[index]] = index
    }
  }
}

extension Array where Element: Hashable {
  /// The elements that occur more than once, each once, in order.
  var repeatedElements: [Element] {
    var seen: Set<Element> = []
    seen.reserveCapacity(count)
    var found: Set<Element> = []
    return filter { !seen.insert($0).inserted && found.insert($0).inserted }
  }
}
