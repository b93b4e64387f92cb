/// The equations of a system, each solved for one of its symbols, the basic one: `basic = row`.
///
/// A symbol that is not basic is zero. The rows of symbols that may not be negative contain no free
/// variables. G. J. Badros, A. Borning, P. J. Stuckey, *The Cassowary linear arithmetic constraint
/// solving algorithm*, ACM Transactions on Computer-Human Interaction 8(4), 2001.
struct Tableau {
  /// What a symbol may be.
  enum Kind: UInt8 {
    /// Any number.
    case free
    /// Not negative.
    case restricted
    /// Zero: the mark of a required equation.
    case dummy
  }

  private(set) var kinds: [Kind] = []
  /// Whether each symbol has been in a row.
  private var isUsed: [Bool] = []
  /// Symbols that are no longer used.
  private var spare: [Symbol] = []
  /// The row of each symbol, or -1 if it is not basic.
  private var places: [Int32] = []
  private(set) var rows: [TableauRow] = []
  /// The basic symbol of each row.
  private(set) var basics: [Symbol] = []
  /// The rows that are minimised, those that matter most first.
  var objectives: [TableauRow] = []
  var scratch: [Term] = []

  /// Makes room for some constraints, each of which brings a row, and up to two symbols.
  mutating func reserve(_ count: Int) {
    let symbols = kinds.count + 2 * count
    kinds.reserveCapacity(symbols)
    isUsed.reserveCapacity(symbols)
    places.reserveCapacity(symbols)
    rows.reserveCapacity(rows.count + count + 1)
    basics.reserveCapacity(rows.count + count + 1)
  }

  mutating func makeSymbol(_ kind: Kind) -> Symbol {
    if let symbol = spare.popLast() {
      kinds[Int(symbol)] = kind
      isUsed[Int(symbol)] = false
      return symbol
    }
    kinds.append(kind)
    isUsed.append(false)
    places.append(-1)
    return Symbol(kinds.count - 1)
  }

  /// Gives back a symbol that is basic in no row.
  mutating func forget(_ symbol: Symbol) {
    for index in rows.indices { rows[index].remove(symbol) }
    for index in objectives.indices { objectives[index].remove(symbol) }
    spare.append(symbol)
  }

  /// Whether a symbol is in no row, and has never been.
  func isFresh(_ symbol: Symbol) -> Bool { !isUsed[Int(symbol)] }

  func kind(_ symbol: Symbol) -> Kind { kinds[Int(symbol)] }

  func rowIndex(of symbol: Symbol) -> Int? {
    let place = places[Int(symbol)]
    return place < 0 ? nil : Int(place)
  }

  func value(of symbol: Symbol) -> Double {
    rowIndex(of: symbol).map { rows[$0].constant } ?? 0
  }

  /// Adds a symbol times a factor to a row: the row of the symbol, if it is basic.
  mutating func add(_ factor: Double, _ symbol: Symbol, to row: inout TableauRow) {
    if let index = rowIndex(of: symbol) {
      row.add(factor, rows[index], &scratch)
    } else {
      row.add(factor, symbol)
    }
  }

  /// Adds a symbol times a factor to an objective.
  mutating func addToObjective(_ index: Int, _ factor: Double, _ symbol: Symbol) {
    var row = TableauRow()
    swap(&row, &objectives[index])
    add(factor, symbol, to: &row)
    swap(&row, &objectives[index])
  }

  /// Returns the row of a dummy that is not zero.
  func unequalRow() -> Int? {
    rows.indices.first { index in
      kinds[Int(basics[index])] == .dummy && abs(rows[index].constant) > TableauRow.hair * 100
    }
  }

  /// Makes `symbol = row` an equation of the tableau, and replaces the symbol everywhere.
  mutating func insert(_ symbol: Symbol, _ row: TableauRow) {
    if isUsed[Int(symbol)] { substitute(symbol, row) }
    isUsed[Int(symbol)] = true
    for term in row.terms { isUsed[Int(term.symbol)] = true }
    places[Int(symbol)] = Int32(rows.count)
    rows.append(row)
    basics.append(symbol)
  }

  /// Removes the equation of a basic symbol.
  @discardableResult
  mutating func removeRow(_ index: Int) -> TableauRow {
    places[Int(basics[index])] = -1
    let last = rows.count - 1
    if index != last {
      rows.swapAt(index, last)
      basics.swapAt(index, last)
      places[Int(basics[index])] = Int32(index)
    }
    basics.removeLast()
    return rows.removeLast()
  }

  /// Makes a symbol basic in a row, whose basic symbol becomes zero.
  mutating func pivot(_ index: Int, entering symbol: Symbol) {
    let leaving = basics[index]
    var row = removeRow(index)
    row.solve(basic: leaving, for: symbol)
    insert(symbol, row)
  }

  private mutating func substitute(_ symbol: Symbol, _ row: TableauRow) {
    var scratch: [Term] = []
    swap(&scratch, &self.scratch)
    for index in rows.indices { rows[index].substitute(symbol, row, &scratch) }
    for index in objectives.indices { objectives[index].substitute(symbol, row, &scratch) }
    swap(&scratch, &self.scratch)
  }

  /// Replaces a symbol by itself and a constant.
  mutating func shift(_ symbol: Symbol, by difference: Double) {
    if let index = rowIndex(of: symbol) {
      rows[index].constant -= difference
      return
    }
    for index in rows.indices {
      let factor = rows[index][symbol]
      if factor != 0 { rows[index].constant += factor * difference }
    }
    for index in objectives.indices {
      let factor = objectives[index][symbol]
      if factor != 0 { objectives[index].constant += factor * difference }
    }
  }

  /// Returns a row in which a symbol can become basic, so that the row can be removed with it.
  ///
  /// Rows of dummies come first, because their constants must stay zero; then those that keep all
  /// constants positive.
  func rowToRemove(with symbol: Symbol) -> Int? {
    var best: (index: Int, rank: Int, ratio: Double)?
    for index in rows.indices {
      let factor = rows[index][symbol]
      guard factor != 0 else { continue }
      let rank: Int
      switch kinds[Int(basics[index])] {
      case .dummy: rank = 0
      case .restricted: rank = factor < 0 ? 1 : 2
      case .free: rank = 3
      }
      let ratio = abs(rows[index].constant / factor)
      if let best, (best.rank, best.ratio) <= (rank, ratio) { continue }
      best = (index, rank, ratio)
    }
    return best?.index
  }

  // MARK: Minimising

  /// Returns the row whose symbol is the first to become zero when a symbol grows; `nil` if none does.
  ///
  /// Of several, the row of the first symbol: R. G. Bland, *New finite pivoting rules for the simplex
  /// method*, Mathematics of Operations Research 2(2), 1977. So no search goes round in circles.
  func leavingRow(for symbol: Symbol) -> Int? {
    var least = Double.infinity
    var found: Int?
    for index in rows.indices where kinds[Int(basics[index])] != .free {
      let factor = rows[index][symbol]
      guard factor < -TableauRow.hair else { continue }
      let ratio = max(0, rows[index].constant) / -factor
      if ratio < least - TableauRow.hair
        || ratio <= least + TableauRow.hair && found.map({ basics[index] < basics[$0] }) ?? true
      {
        least = min(least, ratio)
        found = index
      }
    }
    return found
  }

  /// Minimises some objectives: each without making one before it larger.
  ///
  /// - Returns: The objective that can become as small as one likes; `nil` if there is none.
  mutating func minimize(_ levels: Range<Int>) throws(ConstraintError) -> Int? {
    for level in levels {
      while let symbol = entering(level) {
        guard let row = leavingRow(for: symbol) else { return level }
        try countPivot()
        pivot(row, entering: symbol)
      }
    }
    return nil
  }

  /// The number of pivots since the last change, which numerical noise could make endless.
  var pivots = 0

  private mutating func countPivot() throws(ConstraintError) {
    pivots += 1
    guard pivots < 10_000 + 100 * kinds.count else { throw .unstable }
  }

  /// Returns the first symbol that makes an objective smaller when it grows, and none before larger.
  private func entering(_ level: Int) -> Symbol? {
    for term in objectives[level].terms
    where term.factor < -TableauRow.hair && kinds[Int(term.symbol)] != .dummy {
      let isFree = (0..<level).allSatisfy { abs(objectives[$0][term.symbol]) <= TableauRow.hair }
      if isFree { return term.symbol }
    }
    return nil
  }

  /// Makes the constants of restricted symbols positive again, while the objectives stay minimal.
  ///
  /// - Returns: A row that cannot become positive; `nil` if all are.
  mutating func restore() throws(ConstraintError) -> Int? {
    while let index = negativeRow() {
      guard let symbol = dualEntering(index) else { return index }
      try countPivot()
      pivot(index, entering: symbol)
    }
    return nil
  }

  private func negativeRow() -> Int? {
    var found: Int?
    for index in rows.indices
    where rows[index].constant < -TableauRow.hair && kinds[Int(basics[index])] != .free
      && found.map({ basics[index] < basics[$0] }) ?? true
    {
      found = index
    }
    return found
  }

  /// Returns the symbol that makes a row positive at the least cost, compared objective by objective.
  private func dualEntering(_ index: Int) -> Symbol? {
    var found: Term?
    for term in rows[index].terms
    where term.factor > TableauRow.hair && kinds[Int(term.symbol)] != .dummy {
      guard let best = found else {
        found = term
        continue
      }
      if isCheaper(term, than: best) { found = term }
    }
    return found?.symbol
  }

  private func isCheaper(_ term: Term, than other: Term) -> Bool {
    for objective in objectives {
      let cost = objective[term.symbol] / term.factor
      let otherCost = objective[other.symbol] / other.factor
      if cost < otherCost - TableauRow.hair { return true }
      if cost > otherCost + TableauRow.hair { return false }
    }
    return false
  }
}
