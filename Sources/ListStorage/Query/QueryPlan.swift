import GRDBSQLite

/// Which rows of a table SQLite wants, as it is agreed on between `xBestIndex` and `xFilter`: the
/// columns that are read, as bits of a number, and the conditions, as a text of two characters each.
enum QueryPlan {
  /// The first character of a condition is its column, counted from this one.
  private static let firstColumn = UInt8(ascii: "A")

  /// Chooses conditions that the table can seek by; SQLite compares each of them once more.
  static func choose(
    for table: QueryTable,
    _ question: UnsafeMutablePointer<sqlite3_index_info>
  ) -> Int32 {
    var conditions: [UInt8] = []
    var rowCount = table.rowCount
    let usage = question.pointee.aConstraintUsage
    for index in 0..<Int(question.pointee.nConstraint) {
      guard let condition = question.pointee.aConstraint?[index], condition.usable != 0,
        table.columns.indices.contains(Int(condition.iColumn)),
        let (mark, share) = mark(of: condition, table.columns[Int(condition.iColumn)].search),
        mark != equal || isBinary(Int32(index), question)
      else { continue }
      conditions += [firstColumn + UInt8(condition.iColumn), mark]
      usage?[index].argvIndex = Int32(conditions.count / 2)
      rowCount *= share
    }
    question.pointee.estimatedRows = Int64(max(rowCount, 1))
    question.pointee.estimatedCost = max(rowCount, 1)
    question.pointee.idxNum = Int32(truncatingIfNeeded: question.pointee.colUsed & 0x7FFF_FFFF)
    if table.columns.indices.contains(0), conditions.contains(pair: firstColumn, equal),
      question.pointee.nOrderBy == 1, let order = question.pointee.aOrderBy?[0],
      order.desc == 0, Int(order.iColumn) == table.order
    {
      question.pointee.orderByConsumed = 1
    }
    return setText(conditions, of: question)
  }

  private static let equal = UInt8(ascii: "=")

  /// Returns how a condition is noted, and the share of rows it leaves; `nil` if the table cannot seek
  /// by it.
  private static func mark(
    of condition: sqlite3_index_constraint,
    _ search: QueryTable.Search
  ) -> (UInt8, Double)? {
    switch (search, Int32(condition.op)) {
    case (.text(let share), SQLITE_INDEX_CONSTRAINT_EQ): (equal, share)
    case (.range, SQLITE_INDEX_CONSTRAINT_EQ): (UInt8(ascii: "n"), 0.000_01)
    case (.range, SQLITE_INDEX_CONSTRAINT_GT): (UInt8(ascii: ">"), 0.3)
    case (.range, SQLITE_INDEX_CONSTRAINT_GE): (UInt8(ascii: "g"), 0.3)
    case (.range, SQLITE_INDEX_CONSTRAINT_LT): (UInt8(ascii: "<"), 0.3)
    case (.range, SQLITE_INDEX_CONSTRAINT_LE): (UInt8(ascii: "l"), 0.3)
    default: nil
    }
  }

  /// Returns whether a condition compares texts by their bytes.
  private static func isBinary(
    _ index: Int32,
    _ question: UnsafeMutablePointer<sqlite3_index_info>
  ) -> Bool {
    sqlite3_vtab_collation(question, index).map { String(cString: $0) } == "BINARY"
  }

  private static func setText(
    _ text: [UInt8],
    of question: UnsafeMutablePointer<sqlite3_index_info>
  ) -> Int32 {
    // SQLite frees it.
    guard let memory = sqlite3_malloc(Int32(text.count + 1)) else { return SQLITE_NOMEM }
    memory.copyMemory(from: text + [0], byteCount: text.count + 1)
    question.pointee.idxStr = memory.assumingMemoryBound(to: CChar.self)
    question.pointee.needToFreeIdxStr = 1
    return SQLITE_OK
  }

  /// Returns the wish that was agreed on.
  static func wish(
    _ number: Int32,
    _ text: UnsafePointer<CChar>?,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) -> QueryWish {
    var wish = QueryWish()
    wish.columns = UInt64(UInt32(bitPattern: number))
    let conditions = text.map { Array(String(cString: $0).utf8) } ?? []
    for index in 0..<Int(count) where conditions.indices.contains(2 * index + 1) {
      let column = Int(conditions[2 * index] &- firstColumn)
      let (mark, value) = (conditions[2 * index + 1], values?[index])
      if mark == equal {
        // A value that is no text is left to SQLite.
        if let text = SQLiteText.text(value) { wish.texts[column] = text }
      } else if sqlite3_value_type(value) == SQLITE_INTEGER {
        wish.narrow(mark, sqlite3_value_int64(value))
      }
    }
    return wish
  }
}

extension QueryWish {
  /// Leaves those of its numbers that a condition allows.
  fileprivate mutating func narrow(_ mark: UInt8, _ number: Int64) {
    var (low, high) = (numbers.lowerBound, numbers.upperBound)
    switch mark {
    case UInt8(ascii: "n"): (low, high) = (max(low, number), min(high, number))
    case UInt8(ascii: ">"): low = max(low, number == .max ? number : number + 1)
    case UInt8(ascii: "g"): low = max(low, number)
    case UInt8(ascii: "<"): high = min(high, number == .min ? number : number - 1)
    default: high = min(high, number)
    }
    // Nothing is left: no version has this number.
    numbers = low <= high ? low...high : -1...(-1)
  }
}

extension [UInt8] {
  fileprivate func contains(pair first: UInt8, _ second: UInt8) -> Bool {
    stride(from: 0, to: count - 1, by: 2).contains { self[$0] == first && self[$0 + 1] == second }
  }
}
