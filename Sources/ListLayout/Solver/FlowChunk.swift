/// Some neighbouring cells of a flow section.
struct FlowChunk: Sendable {
  private(set) var cells: Cells
  /// Where lines go from each cell on; only for lists.
  private var table = Table()
  /// The standard size for which the table was computed, as far as cells take it.
  private var preparedFor: (along: Double?, across: Double?)?
  /// Whether a cell takes a side of the standard size.
  private var usesAlong = false
  private var usesAcross = false
  private var measuredAlong = FlowMean()
  private var measuredAcross = FlowMean()

  enum Cells: Sendable {
    /// Cells of one size that are not measured.
    case run(count: Int, given: FlowSize?)
    case list([FlowCell])
  }

  /// A cell with its given and its measured size; NaN for a side without one.
  struct FlowCell: Sendable {
    var given: FlowSize?
    var along = Double.nan
    var across = Double.nan

    func size(_ standard: FlowSize) -> FlowSize {
      FlowSize(
        along: along.isNaN ? given?.along ?? standard.along : along,
        across: across.isNaN ? given?.across ?? standard.across : across
      )
    }
  }

  /// For each cell of a list, if a line begins with it.
  private struct Table: Sendable {
    /// The first cell of the next line; the number of cells if the line goes on in the next chunk.
    var next: [Int32] = []
    /// The first cell of the line that goes on in the next chunk.
    var last: [Int32] = []
    /// The number and the length of the lines before that one, with the space after each.
    var closedLines: [Int32] = []
    var closedLength: [Double] = []
  }

  /// The most cells in a list.
  static let limit = 256

  private init(_ cells: Cells) { self.cells = cells }

  static func run(_ count: Int, given: FlowSize?) -> FlowChunk {
    FlowChunk(.run(count: count, given: given))
  }

  /// Returns chunks of cells with given sizes, and measured ones if there are any.
  static func chunks(
    of given: [FlowSize?],
    measured: [MeasuredSize] = [],
    _ axis: LayoutAxis = .horizontal
  ) -> [FlowChunk] {
    var chunks: [FlowChunk] = []
    var list: [FlowCell] = []
    func close() {
      if !list.isEmpty { chunks.append(FlowChunk(.list(list))) }
      list = []
    }
    var index = 0
    while index < given.count {
      var end = index
      while end < given.count, given[end] == given[index],
        measured.isEmpty || measured[end] == .none
      {
        end += 1
      }
      if end - index >= shortestRun || end == given.count && index == 0 {
        close()
        chunks.append(.run(end - index, given: given[index]))
        index = end
        continue
      }
      for item in index..<max(end, index + 1) {
        var cell = FlowCell(given: given[item])
        if !measured.isEmpty { cell.measure(measured[item], axis) }
        list.append(cell)
        if list.count == limit { close() }
      }
      index = max(end, index + 1)
    }
    close()
    for index in chunks.indices { chunks[index].noteChange() }
    return chunks
  }

  private static let shortestRun = 32

  var count: Int {
    switch cells {
    case .run(let count, _): count
    case .list(let list): list.count
    }
  }

  /// The sizes that are given to the cells.
  var givenSizes: [FlowSize?] {
    switch cells {
    case .run(let count, let given): Array(repeating: given, count: count)
    case .list(let list): list.map(\.given)
    }
  }

  func size(_ offset: Int, _ standard: FlowSize) -> FlowSize {
    switch cells {
    case .run(_, let given): given ?? standard
    case .list(let list): list[offset].size(standard)
    }
  }

  func measured(_ offset: Int, _ axis: LayoutAxis) -> MeasuredSize {
    guard case .list(let list) = cells else { return .none }
    let cell = list[offset]
    return axis == .horizontal
      ? MeasuredSize(orNaN: cell.along, cell.across) : MeasuredSize(orNaN: cell.across, cell.along)
  }

  func add(to along: inout FlowMean, _ across: inout FlowMean) {
    along.add(measuredAlong)
    across.add(measuredAcross)
  }

  // MARK: Changing

  private mutating func noteChange() {
    preparedFor = nil
    usesAlong = false
    usesAcross = false
    measuredAlong = FlowMean()
    measuredAcross = FlowMean()
    switch cells {
    case .run: return
    case .list(let list):
      for cell in list {
        if !cell.along.isNaN { measuredAlong.add(cell.along) }
        if !cell.across.isNaN { measuredAcross.add(cell.across) }
        if cell.given == nil, cell.along.isNaN { usesAlong = true }
        if cell.given == nil, cell.across.isNaN { usesAcross = true }
      }
    }
  }

  mutating func setMeasured(_ size: MeasuredSize, at offset: Int, _ axis: LayoutAxis) {
    guard case .list(var list) = cells else { return }
    cells = .list([])
    list[offset].measure(size, axis)
    cells = .list(list)
    noteChange()
  }

  mutating func remove(at offset: Int) {
    switch cells {
    case .run(let count, let given): cells = .run(count: count - 1, given: given)
    case .list(var list):
      list.remove(at: offset)
      cells = .list(list)
    }
    noteChange()
  }

  /// Returns the chunk with one more cell, to which no size is given; in parts if it is too large.
  func inserting(at offset: Int) -> [FlowChunk] {
    var parts: [FlowChunk]
    switch cells {
    case .run(let count, nil): parts = [.run(count + 1, given: nil)]
    case .run(let count, let given?):
      parts = [.run(1, given: nil)]
      if offset > 0 { parts.insert(.run(offset, given: given), at: 0) }
      if offset < count { parts.append(.run(count - offset, given: given)) }
    case .list(var list):
      list.insert(FlowCell(), at: offset)
      parts = [FlowChunk(.list(list))]
      if list.count > 2 * Self.limit {
        parts = [list.prefix(Self.limit), list.dropFirst(Self.limit)].map {
          FlowChunk(.list(Array($0)))
        }
      }
    }
    for index in parts.indices { parts[index].noteChange() }
    return parts
  }

  /// Returns a run in parts, with one of its cells as a list.
  func isolating(_ offset: Int) -> [FlowChunk] {
    guard case .run(let count, let given) = cells else { return [self] }
    var parts = [FlowChunk(.list([FlowCell(given: given)]))]
    if offset > 0 { parts.insert(.run(offset, given: given), at: 0) }
    if offset + 1 < count { parts.append(.run(count - offset - 1, given: given)) }
    for index in parts.indices { parts[index].noteChange() }
    return parts
  }

  /// Returns two lists as one; `nil` if one of them is none, or they are too long together.
  func joined(with other: FlowChunk) -> FlowChunk? {
    guard case .list(let first) = cells, case .list(let second) = other.cells,
      first.count + second.count <= Self.limit
    else { return nil }
    var joined = FlowChunk(.list(first + second))
    joined.noteChange()
    return joined
  }

  // MARK: Lines

  /// Returns the length along the line of all cells, if it is the same for all.
  func uniform(_ plan: FlowPlan, _ standard: FlowSize) -> Double? {
    switch cells {
    case .run(_, let given): return (given ?? standard).along
    case .list(let list):
      guard let first = list.first?.size(standard).along else { return nil }
      return list.allSatisfy { $0.size(standard).along == first } ? first : nil
    }
  }

  /// Computes where lines go, unless that is known.
  mutating func prepare(_ plan: FlowPlan, _ standard: FlowSize) {
    let taken = (
      along: usesAlong ? standard.along : nil, across: usesAcross ? standard.across : nil
    )
    guard case .list(let list) = cells, preparedFor.map({ $0 != taken }) ?? true else { return }
    preparedFor = taken
    noteVisits(list.count)
    let sizes = list.map { $0.size(standard) }
    let count = list.count
    var sums = [0.0]
    sums.reserveCapacity(count + 1)
    for size in sizes { sums.append(sums[sums.count - 1] + size.along) }
    table = Table(
      next: Array(repeating: 0, count: count),
      last: Array(repeating: 0, count: count),
      closedLines: Array(repeating: 0, count: count),
      closedLength: Array(repeating: 0, count: count)
    )
    var next = count
    for first in (0..<count).reversed() {
      func needed(_ end: Int) -> Double {
        sums[end] - sums[first] + Double(end - first - 1) * plan.itemSpacing
      }
      while next - 1 > first, needed(next) > plan.room + GroupResolver.tolerance { next -= 1 }
      table.next[first] = Int32(next)
      guard next < count else {
        table.last[first] = Int32(first)
        continue
      }
      let across = sizes[first..<next].reduce(0) { max($0, $1.across) }
      table.last[first] = table.last[next]
      table.closedLines[first] = table.closedLines[next] + 1
      table.closedLength[first] = across + plan.lineSpacing + table.closedLength[next]
    }
  }

  /// The first cells of a chunk, as part of a line that began before it.
  struct Part {
    var count = 0
    var along = 0.0
    var across = 0.0
  }

  /// Returns the cells that still fit into a line with some cells, which are so long.
  func joining(_ used: Double, _ before: Int, _ plan: FlowPlan, _ standard: FlowSize) -> Part {
    switch cells {
    case .run(let count, let given):
      let size = given ?? standard
      let number = min(count, plan.fitting(size.along, after: used, before))
      return Part(
        count: number,
        along: Double(number) * (size.along + plan.itemSpacing),
        across: number > 0 ? size.across : 0
      )
    case .list(let list):
      var part = Part()
      for cell in list {
        let size = cell.size(standard)
        guard before + part.count < LayoutLimits.itemsInGroup,
          used + part.along + plan.itemSpacing + size.along
            <= plan.room + GroupResolver.tolerance
        else { break }
        part.count += 1
        part.along += plan.itemSpacing + size.along
        part.across = max(part.across, size.across)
      }
      return part
    }
  }

  /// The lines from a cell on: those that are closed, and the one that goes on in the next chunk.
  struct Rest {
    var closedLines: Int
    var closedLength: Double
    var along: Double
    var across: Double
    var count: Int
  }

  func lines(from first: Int, _ plan: FlowPlan, _ standard: FlowSize) -> Rest {
    switch cells {
    case .run(let count, let given):
      let size = given ?? standard
      let full = plan.capacity(size.along)
      let closed = (count - first - 1) / full
      let left = count - first - closed * full
      return Rest(
        closedLines: closed,
        closedLength: Double(closed) * (size.across + plan.lineSpacing),
        along: Double(left) * (size.along + plan.itemSpacing) - plan.itemSpacing,
        across: size.across,
        count: left
      )
    case .list(let list):
      let last = Int(table.last[first])
      var rest = Rest(
        closedLines: Int(table.closedLines[first]),
        closedLength: table.closedLength[first],
        along: -plan.itemSpacing,
        across: 0,
        count: list.count - last
      )
      for cell in list[last...] {
        let size = cell.size(standard)
        rest.along += size.along + plan.itemSpacing
        rest.across = max(rest.across, size.across)
      }
      return rest
    }
  }

  /// Returns the first cell and the start of a line, counted from the line that begins with a cell.
  func line(
    _ number: Int,
    from entry: Int,
    _ plan: FlowPlan,
    _ standard: FlowSize
  ) -> (first: Int, start: Double) {
    switch cells {
    case .run(_, let given):
      let size = given ?? standard
      let first = entry + number * plan.capacity(size.along)
      return (first, Double(number) * (size.across + plan.lineSpacing))
    case .list:
      var first = entry
      for _ in 0..<number { first = Int(table.next[first]) }
      return (first, table.closedLength[entry] - table.closedLength[first])
    }
  }

  /// Returns the number of lines from a cell on whose first cells and starts do not satisfy a
  /// condition that all later ones satisfy.
  func lineOffset(
    from entry: Int,
    _ plan: FlowPlan,
    _ standard: FlowSize,
    until isBehind: (_ first: Int, _ start: Double) -> Bool
  ) -> Int {
    switch cells {
    case .run:
      let lines = lines(from: entry, plan, standard).closedLines + 1
      return (0..<lines).partitioningIndex { number in
        let place = line(number, from: entry, plan, standard)
        return isBehind(place.first, place.start)
      }
    case .list(let list):
      var first = entry
      var number = 0
      while first < list.count,
        !isBehind(first, table.closedLength[entry] - table.closedLength[first])
      {
        number += 1
        first = Int(table.next[first])
      }
      return number
    }
  }
}

extension FlowChunk.FlowCell {
  mutating func measure(_ size: MeasuredSize, _ axis: LayoutAxis) {
    along = axis == .horizontal ? size.widthOrNaN : size.heightOrNaN
    across = axis == .horizontal ? size.heightOrNaN : size.widthOrNaN
  }
}
