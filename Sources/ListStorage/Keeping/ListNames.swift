import GRDB
import ListModel

/// The names of all lists, as far as they can be read: they stand in a table and in its index.
struct ListNames {
  /// The names that were found, in order.
  private(set) var found: [ListRows.Name] = []
  /// Why there may be others.
  private(set) var problems: [String] = []
  /// Why the name of a list may be another one, by the list's row.
  private(set) var doubts: [Int64: String] = [:]

  init(in database: Database) throws {
    var names: [Int64: [List.ID]] = [:]
    var checksums: [Int64: (lineage: Digest, checksum: Int64)] = [:]
    var nameless: Set<Int64> = []
    // A store may be of a format without checksums.
    let hasChecksums = try Damage.hiding {
      try database.columns(in: "liststore_list").contains { $0.name == "checksum" }
    }
    let proof = hasChecksums == true ? "lineage, checksum" : "NULL, NULL"
    let obstacle = try Damage.evading(
      [
        [
          "SELECT list, id, NULL, NULL FROM liststore_list ORDER BY id",
          "SELECT list, id, NULL, NULL FROM liststore_list ORDER BY id DESC",
        ],
        [
          "SELECT list, id, \(proof) FROM liststore_list NOT INDEXED ORDER BY list",
          "SELECT list, id, \(proof) FROM liststore_list NOT INDEXED ORDER BY list DESC",
        ],
      ],
      in: database
    ) { row in
      let list = row.unprovenInt64(0)
      do {
        if !row.isNull(3) { checksums[list] = (try row.digest(2), row.unprovenInt64(3)) }
        names[list, default: []].append(List.ID(try row.text(1)))
      } catch ListStoreError.corrupted {
        nameless.insert(list)
      }
    }
    for (list, names) in names {
      // When the index and the table have different names, the one with the checksum is right.
      let proven = checksums[list].flatMap { proof in
        names.first { ListRows.checksum(of: $0, proof.lineage) == proof.checksum }
      }
      guard let name = proven ?? names.last else { continue }
      found.append(ListRows.Name(row: list, id: name))
      if proven != nil { continue }
      if checksums[list] != nil {
        doubts[list] = "its name or lineage is not what was recorded"
      } else if Set(names).count > 1 {
        doubts[list] = "its table and its index have different names"
      }
    }
    found.sort { $0.id.rawValue.utf8.lexicographicallyPrecedes($1.id.rawValue.utf8) }
    if let obstacle {
      problems.append("the names of lists cannot all be read: \(obstacle.reason)")
    }
    for row in nameless.subtracting(names.keys).sorted() {
      problems.append("the name of the list in row \(row) is not valid UTF-8")
    }
  }
}

// MARK: - Lists without a name

extension ListNames {
  /// Adds the lists that must have been there and whose names are lost, under names that say so.
  ///
  /// - Parameters:
  ///   - places: The changes that were found.
  ///   - database: A connection inside a transaction.
  /// - Throws: Errors that are not damage.
  mutating func addLost(with places: ChangePlaces, in database: Database) throws {
    let known = Set(found.map(\.row))
    var lost = places.lists.subtracting(known)
    for table in ["liststore_section", "liststore_place"] {
      lost.formUnion(try Self.lists(in: table, in: database).subtracting(known))
    }
    // No row of a list is ever deleted, so the numbers have no gaps.
    let last = known.max() ?? 0
    if (2...Self.longestGap).contains(last) { lost.formUnion(Set(1..<last).subtracting(known)) }
    var taken = Set(found.map(\.id))
    for row in lost.sorted() {
      let text = "list \(row) (its name is lost)"
      let name = (1...).lazy.map { List.ID($0 == 1 ? text : "\(text) \($0)") }
        .first { !taken.contains($0) }
      guard let name else { continue }
      taken.insert(name)
      found.append(ListRows.Name(row: row, id: name))
      doubts[row] = "its row is missing, and its name with it"
    }
  }

  /// The greatest number of a list up to which others are missed: a damaged number can be any.
  private static let longestGap: Int64 = 1_000_000

  /// Returns the lists that the rows of a table belong to, as far as they can be read.
  ///
  /// - Complexity: O(lists): only the index is asked, for the next list.
  private static func lists(in table: String, in database: Database) throws -> Set<Int64> {
    var lists: Set<Int64> = []
    _ = try Damage.hiding {
      let next = try SQLStatement("SELECT min(list) FROM \(table) WHERE list > ?", in: database)
      var last: Int64? = .min
      while let reached = last {
        last = try next.bind(reached).first { $0.isNull(0) ? nil : try $0.int64(0) } ?? nil
        if let last { lists.insert(last) }
      }
    }
    return lists
  }
}
