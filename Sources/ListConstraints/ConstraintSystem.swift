/// Linear constraints with priorities over variables, and the values that satisfy them best.
///
/// The constraint with the higher priority wins: of all values, those are chosen for which the
/// constraints of the highest priority are missed by the least, added up; of these, those for which the
/// constraints of the next priority are, and so on. If constraints of one priority could be broken
/// instead of each other, the one that was added first is. Required constraints are never broken.
///
/// ```swift
/// var system = ConstraintSystem()
/// let width = system.makeLength()
/// let line = LinearExpression([(width, 1)], constant: -300)
/// try system.add(LinearConstraint(line, .lessOrEqual))
/// try system.add(LinearConstraint(LinearExpression([(width, 1)], constant: -320), .equal, priority: 750))
/// try system.solve()
/// system.value(of: width)  // 300
/// ```
///
/// It is a value, and knows no views. An addition, a removal or another constant changes the solution
/// that is there; nothing is solved again from the start.
///
/// A change takes time that depends on the constraints that share variables, directly or through others:
/// give unrelated groups of variables systems of their own.
package struct ConstraintSystem: Sendable {
  var tableau = Tableau()
  var objective = Objective()
  /// The constraints by their numbers; `nil` for one that was refused or removed.
  var entries: [Entry?] = []
  /// The number of the constraint that each symbol stands for; -1 for a variable.
  var owners: [Int] = []
  var isSolved = true

  /// The largest factor or constant that is accepted.
  package static let largestNumber = 1e9

  /// A constraint in the tableau: its symbols, and how it is scaled.
  struct Entry {
    var constraint: LinearConstraint
    /// The symbol whose column tells how the tableau depends on the constraint's constant.
    var marker: Symbol
    /// The marker's factor in `expression + factor · marker + … = 0`.
    var markerFactor: Double
    /// The symbols that are minimised: of an equation, by how much its sides differ either way.
    var error: Symbol?
    var otherError: Symbol?

    var errors: [Symbol] { [error, otherError].compactMap(\.self) }
    var symbols: [Symbol] { error == marker ? errors : [marker] + errors }
  }

  /// Creates a system without constraints.
  package init() {}

  /// The number of constraints.
  package var count: Int { entries.count { $0 != nil } }

  /// Makes a variable that may be any number.
  package mutating func makeVariable() -> Variable {
    Variable(symbol: tableau.makeSymbol(.free))
  }

  /// Makes a variable that is never negative.
  package mutating func makeLength() -> Variable {
    Variable(symbol: tableau.makeSymbol(.restricted))
  }

  /// Returns the value of a variable as of the last ``solve()``; 0 if nothing decides it.
  package func value(of variable: Variable) -> Double { tableau.value(of: variable.symbol) }

  /// Returns a constraint.
  package func constraint(_ id: ConstraintID) -> LinearConstraint? {
    entry(id)?.constraint
  }

  func entry(_ id: ConstraintID) -> Entry? {
    entries.indices.contains(id.number) ? entries[id.number] : nil
  }

  /// Returns by how much a constraint is missed; 0 if it holds or if there is no such constraint.
  package func violation(of id: ConstraintID) -> Double {
    (entry(id)?.errors ?? []).reduce(0) { $0 + tableau.value(of: $1) }
  }

  /// Computes the values of all variables.
  ///
  /// - Throws: ``ConstraintError/unstable``.
  package mutating func solve() throws(ConstraintError) {
    guard !isSolved else { return }
    tableau.pivots = 0
    _ = try tableau.minimize(0..<tableau.objectives.count)
    isSolved = true
  }

  /// Adds a constraint.
  ///
  /// - Throws: ``ConstraintError``, and the system stays as it was. Only a required constraint can be
  ///   refused for others.
  @discardableResult
  package mutating func add(
    _ constraint: LinearConstraint
  ) throws(ConstraintError) -> ConstraintID {
    let id = reserve(1)[0]
    try add(constraint, as: id)
    return id
  }

  /// Keeps numbers for constraints that are added in another order than that in which they count.
  mutating func reserve(_ count: Int) -> [ConstraintID] {
    let first = entries.count
    if count > 1 { tableau.reserve(count) }
    entries.append(contentsOf: repeatElement(nil, count: count))
    return (first..<entries.count).map { ConstraintID(number: $0) }
  }

  /// Adds a constraint of which a number was kept.
  mutating func add(
    _ constraint: LinearConstraint,
    as id: ConstraintID
  ) throws(ConstraintError) {
    try constraint.check()
    let number = id.number
    // Each term may bring the row of its symbol, and the constraint brings two symbols of its own.
    var row = TableauRow(capacity: 2 * constraint.expression.terms.count + 2)
    row.constant = constraint.expression.constant
    for term in constraint.expression.terms {
      tableau.add(term.factor, term.variable.symbol, to: &row)
    }
    let entry = makeEntry(constraint, number, &row)
    if row.constant < 0 { row.multiply(by: -1) }
    tableau.pivots = 0
    if let subject = subject(of: row, entry) {
      row.solve(for: subject)
      tableau.insert(subject, row)
    } else if let conflict = try addWithArtificialSymbol(row, number) {
      forget(entry)
      throw .conflict(conflict)
    }
    entries[number] = entry
    if let error = entry.error { objective.add(error, constraint.priority, number, &tableau) }
    if let error = entry.otherError { objective.add(error, constraint.priority, number, &tableau) }
    isSolved = false
  }

  /// Adds the slack, the errors or the dummy of a constraint to its row.
  private mutating func makeEntry(
    _ constraint: LinearConstraint,
    _ number: Int,
    _ row: inout TableauRow
  ) -> Entry {
    let isRequired = constraint.priority >= LinearConstraint.required
    func add(_ kind: Tableau.Kind, _ factor: Double) -> Symbol {
      let symbol = tableau.makeSymbol(kind)
      setOwner(number, of: symbol)
      row.add(factor, symbol)
      return symbol
    }
    switch constraint.relation {
    case .equal where isRequired:
      let dummy = add(.dummy, 1)
      return Entry(constraint: constraint, marker: dummy, markerFactor: 1)
    case .equal:
      let above = add(.restricted, -1)
      let below = add(.restricted, 1)
      return Entry(
        constraint: constraint,
        marker: above,
        markerFactor: -1,
        error: above,
        otherError: below
      )
    case .lessOrEqual, .greaterOrEqual:
      let sign = constraint.relation == .greaterOrEqual ? -1.0 : 1
      let slack = add(.restricted, sign)
      let error = isRequired ? nil : add(.restricted, -sign)
      return Entry(constraint: constraint, marker: slack, markerFactor: sign, error: error)
    }
  }

  /// Returns the symbol for which a row with a constant that is not negative can be solved, so that all
  /// restricted symbols stay positive.
  private func subject(of row: TableauRow, _ entry: Entry) -> Symbol? {
    var restricted: Symbol?
    for term in row.terms {
      switch tableau.kind(term.symbol) {
      case .free: return term.symbol
      case .restricted where term.factor < 0 && tableau.isFresh(term.symbol):
        restricted = restricted ?? term.symbol
      case .restricted, .dummy: continue
      }
    }
    if let restricted { return restricted }
    // A row without anything that can be chosen holds already, or never.
    let isFixed = row.terms.allSatisfy { tableau.kind($0.symbol) == .dummy }
    return isFixed && abs(row.constant) <= TableauRow.hair * 10 ? entry.marker : nil
  }

  /// Adds a row by the first phase of the simplex method: the row is made zero, if it can be.
  ///
  /// - Returns: The constraints with which it cannot; `nil` if it is added.
  private mutating func addWithArtificialSymbol(
    _ row: TableauRow,
    _ number: Int
  ) throws(ConstraintError) -> [ConstraintID]? {
    // Also if the constraint is refused, the values are other ones afterwards.
    isSolved = false
    let artificial = tableau.makeSymbol(.restricted)
    tableau.insert(artificial, row)
    tableau.objectives.insert(row, at: 0)
    defer {
      tableau.objectives.removeFirst()
      if let index = tableau.rowIndex(of: artificial) { tableau.removeRow(index) }
      tableau.forget(artificial)
    }
    _ = try tableau.minimize(0..<1)
    let rest = tableau.objectives[0]
    guard rest.constant <= TableauRow.hair * 100 else {
      return requiredOwners(of: rest.terms.map(\.symbol), except: number)
    }
    guard let index = tableau.rowIndex(of: artificial) else { return nil }
    // It is basic and zero: any other symbol can be basic in its place. If only dummies are left, the
    // equation follows from others, and its own dummy tells by how much.
    let terms = tableau.rows[index].terms
    let others = terms.filter { tableau.kind($0.symbol) != .dummy }
    let entering =
      others.max { abs($0.factor) < abs($1.factor) }
      ?? terms.first { owner(of: $0.symbol) == number }
    if let entering { tableau.pivot(index, entering: entering.symbol) }
    return nil
  }

  /// Returns the required constraints of some symbols, in the order in which they were added.
  func requiredOwners(of symbols: [Symbol], except number: Int) -> [ConstraintID] {
    let ids = Set(symbols.map { owner(of: $0) }).sorted().map { ConstraintID(number: $0) }
    return ids.filter { $0.number != number && entry($0)?.error == nil && entry($0) != nil }
  }

  mutating func forget(_ entry: Entry) {
    for symbol in entry.symbols {
      setOwner(-1, of: symbol)
      tableau.forget(symbol)
    }
  }

  private func owner(of symbol: Symbol) -> Int {
    Int(symbol) < owners.count ? owners[Int(symbol)] : -1
  }

  private mutating func setOwner(_ number: Int, of symbol: Symbol) {
    while owners.count <= Int(symbol) { owners.append(-1) }
    owners[Int(symbol)] = number
  }
}

extension LinearConstraint {
  fileprivate func check() throws(ConstraintError) {
    guard priority > 0, priority <= Self.required else { throw .priority(priority) }
    let largest = ConstraintSystem.largestNumber
    let isBounded =
      abs(expression.constant) <= largest
      && expression.terms.allSatisfy { abs($0.factor) <= largest }
    guard isBounded else { throw .notFinite }
  }
}
