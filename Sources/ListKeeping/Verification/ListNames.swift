import GRDB
import ListModel
import ListStorage

/// The names of all lists, as far as they can be read: they stand in a table and in its index.
struct ListNames {
  /// The names that were found, in order.
  private(set) var found: [ListRows.Name] = []
  /// Why there may be others.
  private(set) var problems: [String] = []
  /// Why the name of a list may be another one, by the list's row.
  private(set) var doubts: [Int64: String] = [:]
  /// The lists whose numbers are not what was recorded: their names can be those of others.
  private var unproven: Set<Int64> = []
  /// How many lists there were; `nil` if nothing tells.
  private var count: Int64?

  /// A row of a list, with what proves its name and its number.
  private struct Proof {
    var lineage: Digest
    var name: Int64
    /// `nil` in stores of older formats.
    var number: Int64?
  }

  init(in database: Database) throws {
    var names: [Int64: [List.ID]] = [:]
    var proofs: [Int64: Proof] = [:]
    var nameless: Set<Int64> = []
    let columns = try Self.proofColumns(in: database)
    let obstacle = try Damage.evading(
      [
        [
          "SELECT list, id, NULL, NULL, NULL FROM liststore_list ORDER BY id",
          "SELECT list, id, NULL, NULL, NULL FROM liststore_list ORDER BY id DESC",
        ],
        [
          "SELECT list, id, \(columns) FROM liststore_list NOT INDEXED ORDER BY list",
          "SELECT list, id, \(columns) FROM liststore_list NOT INDEXED ORDER BY list DESC",
        ],
      ],
      in: database
    ) { row in
      let list = row.unprovenInt64(0)
      do {
        if !row.isNull(3) {
          let number = row.isNull(4) ? nil : row.unprovenInt64(4)
          proofs[list] = Proof(
            lineage: try row.digest(2),
            name: row.unprovenInt64(3),
            number: number
          )
        }
        names[list, default: []].append(List.ID(try row.text(1)))
      } catch ListStoreError.corrupted {
        nameless.insert(list)
      }
    }
    count = try Damage.hiding { try StoreRecord(in: database)?.lists }
    let renumbered = Self.renumbered(names, proofs, upTo: max(count ?? 0, names.keys.max() ?? 0))
    for (list, name) in renumbered.names { found.append(ListRows.Name(row: list, id: name)) }
    for (list, names) in names where !renumbered.rows.contains(list) {
      add(names, of: list, provenBy: proofs[list])
    }
    found.sort { $0.id.rawValue.utf8.lexicographicallyPrecedes($1.id.rawValue.utf8) }
    if let obstacle {
      problems.append("the names of lists cannot all be read: \(obstacle.reason)")
    }
    for row in nameless.subtracting(names.keys).sorted() {
      problems.append("the name of the list in row \(row) is not valid UTF-8")
    }
  }

  /// Returns the columns of the lineage of a list, and of the checksums of its name and its number: NULL
  /// in stores of older formats, and wrong ones where they are missing and must be there.
  private static func proofColumns(in database: Database) throws -> String {
    let names = try Damage.hiding { try database.columns(in: "liststore_list").map(\.name) } ?? []
    func proof(_ column: String) -> String {
      guard names.contains(column) else { return "NULL" }
      return names.contains("number_checksum")
        ? RowChecksum.required(column, of: "liststore_list") : column
    }
    return "lineage, \(proof("checksum")), \(proof("number_checksum"))"
  }

  /// Adds a list, with a doubt if nothing proves its name.
  private mutating func add(_ names: [List.ID], of list: Int64, provenBy proof: Proof?) {
    // When the index and the table have different names, the one with the checksum is right.
    let proven = proof.flatMap { proof in names.first { Self.isProven($0, by: proof) } }
    guard let name = proven ?? names.last else { return }
    found.append(ListRows.Name(row: list, id: name))
    if let number = proof?.number, let lineage = proof?.lineage,
      number != RowChecksum.number(list, of: lineage)
    {
      doubts[list] = "its name, number or lineage is not what was recorded"
      unproven.insert(list)
    } else if proven == nil, proof != nil {
      doubts[list] = "its name or lineage is not what was recorded"
    } else if proven == nil, Set(names).count > 1 {
      doubts[list] = "its table and its index have different names"
    }
  }

  private static func isProven(_ name: List.ID, by proof: Proof) -> Bool {
    ListRows.checksum(of: name, proof.lineage) == proof.name
  }

  /// Finds the rows that have the number of another list, and whose numbers those are.
  ///
  /// - Returns: These rows, and the names of the lists by the numbers they were made with.
  private static func renumbered(
    _ names: [Int64: [List.ID]],
    _ proofs: [Int64: Proof],
    upTo last: Int64
  ) -> (rows: Set<Int64>, names: [Int64: List.ID]) {
    var (rows, found) = (Set<Int64>(), [Int64: List.ID]())
    for (list, proof) in proofs {
      guard let number = proof.number, number != RowChecksum.number(list, of: proof.lineage),
        let name = names[list]?.first(where: { isProven($0, by: proof) })
      else { continue }
      let own = (1...max(1, min(last, longestGap))).first {
        number == RowChecksum.number($0, of: proof.lineage)
      }
      guard let own else { continue }
      rows.insert(list)
      found[own] = name
    }
    // A row that has its own number is the list's.
    return (rows, found.filter { names[$0.key] == nil || rows.contains($0.key) })
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
    // Without the number of lists, the last ones would not be missed.
    _ = try Damage.noting {
      try StoreRecord(in: database)
    } _: {
      problems.append("how many lists there were cannot be read: \($0.reason)")
    }
    let known = Set(found.map(\.row))
    var lost = places.lists.subtracting(known)
    for table in ["liststore_section", "liststore_place"] {
      lost.formUnion(try Self.lists(in: table, in: database).subtracting(known))
    }
    // No row of a list is ever deleted, so the numbers have no gaps.
    let last = max(known.max() ?? 0, count ?? 0)
    if (1...Self.longestGap).contains(last) { lost.formUnion(Set(1...last).subtracting(known)) }
    for (index, list) in found.enumerated() where unproven.contains(list.row) {
      let text = list.id.rawValue.utf8.prefix(List.ID.maximumByteCount - 64)
      if let name = freeName(String(decoding: text, as: UTF8.self) + " (not proved)") {
        found[index].id = name
      }
    }
    for row in lost.sorted() {
      guard let name = freeName("list \(row) (its name is lost)") else { continue }
      found.append(ListRows.Name(row: row, id: name))
      doubts[row] = "its row is missing, and its name with it"
    }
  }

  /// Returns a name that no list has: this one, or with a number behind it.
  private func freeName(_ text: String) -> List.ID? {
    let taken = Set(found.map(\.id))
    return (1...).lazy.map { List.ID($0 == 1 ? text : "\(text) \($0)") }
      .first { !taken.contains($0) }
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
