import ListTestSupport

/// List documents for tests, as text.
enum Documents {
  /// One section with the given cells.
  static func list(_ cells: String...) -> String {
    list(cells: cells.map { #"{"id":"\#($0)"}"# })
  }

  /// One section with cells that are written already.
  static func list(cells: [String]) -> String {
    #"{"sections":[{"id":"s","cells":[\#(cells.joined(separator: ","))]}]}"#
  }

  /// So many documents, each one a few cells away from the one before, and all different.
  static func history(count: Int, cells: Int, seed: UInt64, marker: String) -> [String] {
    var generator = SeededGenerator(seed: seed)
    var order = (0..<cells).map { "c\($0)" }
    return (1...count).map { number in
      let from = Int.random(in: order.indices, using: &generator)
      let to = Int.random(in: order.indices, using: &generator)
      order.insert(order.remove(at: from), at: to)
      let cells = order.map { #"{"id":"\#($0)","type":"T","content":{"n":1}}"# }
      let last = #"{"id":"number","type":"N","content":"\#(marker)\#(number)"}"#
      return list(cells: cells + [last])
    }
  }
}
