/// What is minimised, by priority: the sum of the errors of all constraints of a priority; and for what
/// is open then, a sum for each priority in which constraints that were added later count for more.
///
/// Priorities are never added up: a constraint of a lower one does not make up for any part of a higher
/// one. So each has rows of its own in the tableau: first all sums, then all sums for ties.
struct Objective {
  /// The priorities in use, the highest first; each has two rows in the tableau.
  private var priorities: [Double] = []
  private var counts: [Int] = []

  /// Adds an error of a constraint.
  mutating func add(
    _ error: Symbol,
    _ priority: Double,
    _ number: Int,
    _ tableau: inout Tableau
  ) {
    let index = priorities.firstIndex { $0 <= priority } ?? priorities.count
    if index == priorities.count || priorities[index] != priority {
      priorities.insert(priority, at: index)
      counts.insert(0, at: index)
      tableau.objectives.insert(TableauRow(), at: priorities.count - 1 + index)
      tableau.objectives.insert(TableauRow(), at: index)
    }
    counts[index] += 1
    change(1, error, index, number, &tableau)
  }

  /// Removes an error of a constraint.
  mutating func remove(
    _ error: Symbol,
    _ priority: Double,
    _ number: Int,
    _ tableau: inout Tableau
  ) {
    guard let index = priorities.firstIndex(of: priority) else { return }
    counts[index] -= 1
    if counts[index] == 0 {
      priorities.remove(at: index)
      counts.remove(at: index)
      tableau.objectives.remove(at: priorities.count + 1 + index)
      tableau.objectives.remove(at: index)
    } else {
      change(-1, error, index, number, &tableau)
    }
  }

  /// The rows that decide ties.
  var ties: Range<Int> { priorities.count..<2 * priorities.count }

  private func change(
    _ sign: Double,
    _ error: Symbol,
    _ index: Int,
    _ number: Int,
    _ tableau: inout Tableau
  ) {
    tableau.addToObjective(index, sign, error)
    tableau.addToObjective(priorities.count + index, sign * Self.weight(number), error)
  }

  /// The weight of an error where others of its priority are as good: larger for later constraints, so
  /// that the first one is broken.
  ///
  /// It grows by uneven steps, so that no two sums of weights are equal by accident.
  private static func weight(_ number: Int) -> Double {
    let place = Double(number) / 64
    return 1 + place + place / (1 + place)
  }
}
