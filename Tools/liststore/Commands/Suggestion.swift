/// The name that a person may have meant.
package enum Suggestion {
  /// Returns the nearest of some names, if at most a third of its letters differ.
  ///
  /// - Returns: `nil` if no name is near enough.
  package static func nearest(to word: String, among names: [String]) -> String? {
    let ranked = names.map { ($0, distance(from: word, to: $0)) }.min { $0.1 < $1.1 }
    guard let (name, distance) = ranked, distance <= max(1, name.count / 3) else { return nil }
    return name
  }

  /// Returns the nearest of some names, where large and small letters are alike.
  static func nearest(to word: String, inAnyCaseAmong names: [String]) -> String? {
    let inLowerCase = Dictionary(names.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
    return nearest(to: word.lowercased(), among: inLowerCase.keys.sorted())
      .flatMap { inLowerCase[$0] }
  }

  /// Returns the number of letters to insert, delete, replace, or swap with their neighbour.
  ///
  /// Optimal string alignment, as in git's `levenshtein.c`, with the same cost for each.
  static func distance(from source: String, to target: String) -> Int {
    let (source, target) = (Array(source), Array(target))
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, letter) in source.enumerated() {
      var line = [row + 1]
      for column in target.indices {
        let isSame = letter == target[column]
        var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, letter == target[column - 1], source[row - 1] == target[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        line.append(best)
      }
      (beforeLast, last) = (last, line)
    }
    return last[target.count]
  }
}
