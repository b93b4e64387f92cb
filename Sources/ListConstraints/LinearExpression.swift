/// A sum of variables, each times a number, and a constant.
package struct LinearExpression: Sendable {
  /// The variables with their factors; a variable may be listed several times.
  package private(set) var terms = Terms()
  /// The constant.
  package var constant: Double

  /// Creates an expression.
  package init(_ terms: [(variable: Variable, factor: Double)] = [], constant: Double = 0) {
    self.constant = constant
    for term in terms { self.terms.append(term.variable, term.factor) }
  }

  /// Creates an expression of one variable.
  package init(_ variable: Variable) {
    constant = 0
    terms.append(variable, 1)
  }

  /// Returns the sum of two expressions, the second one times a factor.
  package func adding(_ other: LinearExpression, times factor: Double) -> LinearExpression {
    var sum = self
    sum.constant += other.constant * factor
    for term in other.terms { sum.terms.append(term.variable, term.factor * factor) }
    return sum
  }

  package static func + (lhs: Self, rhs: Self) -> Self { lhs.adding(rhs, times: 1) }

  package static func - (lhs: Self, rhs: Self) -> Self { lhs.adding(rhs, times: -1) }

  package static func + (lhs: Self, rhs: Double) -> Self {
    var sum = lhs
    sum.constant += rhs
    return sum
  }

  package static func * (lhs: Self, rhs: Double) -> Self {
    LinearExpression().adding(lhs, times: rhs)
  }
}

extension LinearExpression {
  /// Variables with their factors.
  ///
  /// The first four are kept in place: few expressions of a layout have more, and memory is asked for
  /// only then.
  package struct Terms: Equatable, Sendable, RandomAccessCollection {
    private var symbols: (Symbol, Symbol, Symbol, Symbol) = (0, 0, 0, 0)
    private var factors: (Double, Double, Double, Double) = (0, 0, 0, 0)
    private var more: [Term]?
    package private(set) var endIndex = 0

    init() {}

    package var startIndex: Int { 0 }

    package subscript(position: Int) -> (variable: Variable, factor: Double) {
      switch position {
      case 0: (Variable(symbol: symbols.0), factors.0)
      case 1: (Variable(symbol: symbols.1), factors.1)
      case 2: (Variable(symbol: symbols.2), factors.2)
      case 3: (Variable(symbol: symbols.3), factors.3)
      default:
        (more?[position - 4]).map { (Variable(symbol: $0.symbol), $0.factor) }
          ?? (Variable(symbol: 0), 0)
      }
    }

    mutating func append(_ variable: Variable, _ factor: Double) {
      switch endIndex {
      case 0: (symbols.0, factors.0) = (variable.symbol, factor)
      case 1: (symbols.1, factors.1) = (variable.symbol, factor)
      case 2: (symbols.2, factors.2) = (variable.symbol, factor)
      case 3: (symbols.3, factors.3) = (variable.symbol, factor)
      default: more = (more ?? []) + [Term(symbol: variable.symbol, factor: factor)]
      }
      endIndex += 1
    }

    package static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.symbols == rhs.symbols && lhs.factors == rhs.factors && lhs.endIndex == rhs.endIndex
        && lhs.more == rhs.more
    }
  }
}
