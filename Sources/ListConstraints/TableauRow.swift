/// The number of a variable in a tableau: a variable of a caller, a slack, an error or a dummy.
typealias Symbol = Int32

/// A symbol times a factor.
struct Term: Equatable {
  var symbol: Symbol
  var factor: Double
}

/// A sum of symbols and a constant.
///
/// The terms are sorted by symbol: rows are short, and a merge of two short arrays takes less time than
/// as many look-ups in a table.
struct TableauRow {
  var constant = 0.0
  private(set) var terms: [Term] = []

  init() {}

  /// Creates an empty row with room for some terms.
  init(capacity: Int) { terms.reserveCapacity(capacity) }

  /// Numbers below this are zero.
  static let hair = 1e-9

  subscript(symbol: Symbol) -> Double {
    let index = place(of: symbol)
    return index < terms.count && terms[index].symbol == symbol ? terms[index].factor : 0
  }

  private func place(of symbol: Symbol) -> Int {
    terms.withUnsafeBufferPointer { terms in
      var low = 0
      var high = terms.count
      while low < high {
        let middle = (low + high) / 2
        if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  mutating func add(_ factor: Double, _ symbol: Symbol) {
    let index = place(of: symbol)
    guard index < terms.count, terms[index].symbol == symbol else {
      if abs(factor) > Self.hair { terms.insert(Term(symbol: symbol, factor: factor), at: index) }
      return
    }
    let sum = terms[index].factor + factor
    if abs(sum) > Self.hair { terms[index].factor = sum } else { terms.remove(at: index) }
  }

  /// Adds another row times a factor.
  mutating func add(_ factor: Double, _ other: TableauRow, _ scratch: inout [Term]) {
    constant += factor * other.constant
    scratch.removeAll(keepingCapacity: true)
    scratch.reserveCapacity(terms.count + other.terms.count)
    var own = 0
    for term in other.terms {
      while own < terms.count, terms[own].symbol < term.symbol {
        scratch.append(terms[own])
        own += 1
      }
      var added = factor * term.factor
      if own < terms.count, terms[own].symbol == term.symbol {
        added += terms[own].factor
        own += 1
      }
      if abs(added) > Self.hair { scratch.append(Term(symbol: term.symbol, factor: added)) }
    }
    while own < terms.count {
      scratch.append(terms[own])
      own += 1
    }
    swap(&terms, &scratch)
  }

  /// Replaces a symbol by a row that it equals.
  ///
  /// - Returns: Whether the symbol was in the row.
  @discardableResult
  mutating func substitute(
    _ symbol: Symbol,
    _ row: TableauRow,
    _ scratch: inout [Term]
  ) -> Bool {
    let index = place(of: symbol)
    guard index < terms.count, terms[index].symbol == symbol else { return false }
    let factor = terms[index].factor
    terms.remove(at: index)
    add(factor, row, &scratch)
    return true
  }

  mutating func remove(_ symbol: Symbol) {
    let index = place(of: symbol)
    if index < terms.count, terms[index].symbol == symbol { terms.remove(at: index) }
  }

  mutating func multiply(by factor: Double) {
    constant *= factor
    for index in terms.indices { terms[index].factor *= factor }
  }

  /// Turns `0 = row` into `symbol = row`.
  mutating func solve(for symbol: Symbol) {
    let factor = self[symbol]
    remove(symbol)
    multiply(by: -1 / factor)
  }

  /// Turns `basic = row` into `symbol = row`.
  mutating func solve(basic: Symbol, for symbol: Symbol) {
    add(-1, basic)
    solve(for: symbol)
  }
}
