import GRDB
import ListModel

extension ListHead {
  /// Brings this head up to date with the commits of others, by the rows they say they have
  /// touched.
  ///
  /// - Parameters:
  ///   - stored: The head of the list now.
  ///   - database: A connection inside a transaction.
  /// - Returns: The head now; `nil` when it has to be read whole: because the commits do not say
  ///   it, this head is of another past, or catching up is no less work.
  /// - Throws: What SQLite throws, unless it is damage.
  /// - Complexity: O(versions since + rows touched), beside the copying of numbers.
  func caughtUp(with stored: ListRows.Head, in database: Database) throws -> ListHead? {
    guard row == stored.row, version < stored.version,
      stored.version - version <= mostVersions
    else { return nil }
    // If this hides damage, reading the whole head meets it again; older formats have no such
    // record.
    return try Damage.hiding {
      let touched = try ChangeLog.touchedRows(
        after: version,
        fingerprint,
        through: stored,
        in: database
      )
      guard let touched, !touched.areTooMany else { return nil }
      var head = self
      guard try head.readSections(touched, in: database),
        try head.readChunks(touched, in: database)
      else { return nil }
      head.version = stored.version
      head.fingerprint = stored.fingerprint
      return head
    }
  }

  /// The most versions that are gone through: each costs as much as a few rows of the head.
  private var mostVersions: Int { max(16, weight / 4) }

  /// Reads the sections that were touched.
  ///
  /// - Returns: Whether each had its noted position before, and has one of its own now.
  private mutating func readSections(_ touched: TouchedRows, in database: Database) throws -> Bool {
    guard let row else { return false }
    var known: [Int64: ChunkTable] = [:]
    for section in touched.sections {
      guard let position = section.position else { continue }
      guard let index = sectionIndex(at: position), sections[index].row == section.row else {
        return false
      }
      let removed = removeSection(at: index)
      if section.isSame { known[section.row] = removed.chunks }
    }
    for section in touched.sections {
      guard
        var found = try SectionRows.headWithoutChunks(section.row, of: row, in: database)
      else { continue }
      found.chunks = try known[section.row] ?? ChunkRows.table(of: section.row, in: database)
      let index = sections.partitioningIndex { $0.position >= found.position }
      guard index == sections.count || sections[index].position > found.position else {
        return false
      }
      insert(found, at: index)
    }
    return true
  }

  /// Reads the touched chunks of sections that were not read whole.
  ///
  /// - Returns: Whether each had its noted position before, and has one of its own now.
  private mutating func readChunks(_ touched: TouchedRows, in database: Database) throws -> Bool {
    for (section, chunks) in Dictionary(grouping: touched.chunks, by: \.section)
    where !touched.isReplaced(section: section) {
      guard let position = try SectionRows.position(of: section, in: database),
        let index = sectionIndex(at: position), sections[index].row == section
      else { return false }
      var table = takeChunks(of: index)
      for chunk in chunks {
        guard let position = chunk.position else { continue }
        guard let index = table.index(at: position), table.rows[index] == chunk.row else {
          return false
        }
        table.remove(at: index)
      }
      for chunk in chunks {
        guard let found = try ChunkRows.place(of: chunk.row, in: database),
          found.section == section
        else { continue }
        guard table.index(at: found.position) == nil else { return false }
        table.insert(chunk.row, at: found.position, count: found.count)
      }
      setChunks(table, of: index)
    }
    return true
  }
}
