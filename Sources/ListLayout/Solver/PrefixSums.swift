/// Sums of the leading numbers of a sequence, and the index at which a sum is reached.
///
/// P. M. Fenwick, *A new data structure for cumulative frequency tables*, Software: Practice and
/// Experience 24(3), 1994. A change, a sum and a search take O(log n); adding or removing numbers
/// takes a rebuild, O(n).
struct PrefixSums<Number: AdditiveArithmetic & Comparable & Sendable>: Sendable {
  private var nodes: [Number]
  private var highestStep: Int

  init(_ numbers: some Collection<Number>) {
    nodes = Array(numbers)
    noteVisits(nodes.count)
    for index in nodes.indices {
      let parent = index | (index + 1)
      if parent < nodes.count { nodes[parent] += nodes[index] }
    }
    var step = 1
    while step * 2 <= nodes.count { step *= 2 }
    highestStep = step
  }

  mutating func add(_ difference: Number, at index: Int) {
    var index = index
    while index < nodes.count {
      noteVisits()
      nodes[index] += difference
      index |= index + 1
    }
  }

  /// Returns the sum of the first `count` numbers.
  func sum(ofFirst count: Int) -> Number {
    var sum = Number.zero
    var end = count
    while end > 0 {
      noteVisits()
      sum += nodes[end - 1]
      end &= end - 1
    }
    return sum
  }

  /// Returns the number of leading numbers whose sum is at most `limit`, and that sum.
  ///
  /// Numbers must not be negative.
  func prefix(atMost limit: Number) -> (count: Int, sum: Number) {
    var count = 0
    var sum = Number.zero
    var step = highestStep
    while step > 0 {
      noteVisits()
      let next = count + step
      if next <= nodes.count, sum + nodes[next - 1] <= limit {
        sum += nodes[next - 1]
        count = next
      }
      step /= 2
    }
    return (count, sum)
  }
}
