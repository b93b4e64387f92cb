import ListDiff
import ListLayout

/// A transition between two pictures: cells that stay glide from one place to the other, cells that
/// go fade out, and cells that come fade in.
///
/// Cells that pass others are above them; cells that come and go are below cells that stay.
public struct PictureTransition: Hashable, Sendable {
  /// The picture at 0.
  public var start: Picture
  /// The picture at 1.
  public var end: Picture

  /// Creates a transition.
  public init(from start: Picture, to end: Picture) {
    self.start = start
    self.end = end
  }

  /// Returns the picture at a time.
  ///
  /// - Parameter time: From 0 to 1; a time outside is moved to the nearest of them.
  /// - Returns: The first picture at 0, the second at 1, and a mixture between them.
  /// - Complexity: O(figures · log(figures)).
  public func picture(at time: Double) -> Picture {
    let time = time.isNaN ? 0 : min(1, max(0, time))
    if time == 0 { return start }
    if time == 1 { return end }
    var origins: [Key: Picture.Figure] = [:]
    for figure in start.figures { origins[Key(figure)] = figure }
    let movers = movers
    var layers = Array(repeating: [Picture.Figure](), count: Layer.allCases.count)
    var result = end
    result.size = LayoutExtent(
      width: between(start.size.width, end.size.width, time),
      height: between(start.size.height, end.size.height, time)
    )
    for (target, usual) in zip(end.figures, Layer.layers(of: end.figures)) {
      var (figure, layer) = (target, usual)
      if let origin = origins.removeValue(forKey: Key(target)) {
        figure.frame = between(origin.frame, target.frame, time)
        figure.alpha = between(origin.alpha, target.alpha, time)
        figure.scale = between(origin.scale, target.scale, time)
        figure.rotation = between(origin.rotation, target.rotation, time)
        if time < 0.5 { figure.node = origin.node }
        if layer == .cells, movers.contains(Key(target)) { layer = .movers }
      } else {
        figure.alpha *= time
        if layer == .cells { layer = .comingAndGoing }
      }
      layers[layer.rawValue].append(figure)
    }
    var leaving = Array(repeating: [Picture.Figure](), count: Layer.allCases.count)
    for (origin, layer) in zip(start.figures, Layer.layers(of: start.figures))
    where origins[Key(origin)] != nil {
      var figure = origin
      figure.alpha *= 1 - time
      leaving[(layer == .cells ? .comingAndGoing : layer).rawValue].append(figure)
    }
    result.figures = zip(leaving, layers).flatMap { $0 + $1 }
    return result
  }

  /// The layers of the figures in between, the lowest first.
  private enum Layer: Int, CaseIterable {
    case grounds, comingAndGoing, cells, movers, aboveCells

    /// Returns the layers of figures: grounds come before all cells, and headers that stay after them.
    static func layers(of figures: [Picture.Figure]) -> [Layer] {
      let lastCell = figures.lastIndex(where: \.isCell) ?? -1
      let firstOther = figures.firstIndex { !$0.isDecoration } ?? figures.endIndex
      return figures.indices.map { index in
        index < firstOther ? .grounds : index <= lastCell ? .cells : .aboveCells
      }
    }
  }

  /// The cells that pass others.
  private var movers: Set<Key> {
    var order: [Key: Int] = [:]
    for figure in end.figures where figure.isCell { order[Key(figure)] = order.count }
    let staying = start.figures.filter { $0.isCell }.map { Key($0) }.filter { order[$0] != nil }
    var movers = Set(movedOnes(of: staying, to: order))
    for figure in end.figures where figure.marks.contains(.moved) { movers.insert(Key(figure)) }
    return movers
  }

  /// Identifies a figure in both pictures: a cell by its id, another figure by its place.
  private enum Key: Hashable {
    case id(String)
    case element(LayoutElement)

    init(_ figure: Picture.Figure) {
      self = figure.id.map { .id($0) } ?? .element(figure.element)
    }
  }

  private func between(_ start: Double, _ end: Double, _ time: Double) -> Double {
    start + (end - start) * time
  }

  private func between(_ start: LayoutRect, _ end: LayoutRect, _ time: Double) -> LayoutRect {
    LayoutRect(
      x: between(start.x, end.x, time),
      y: between(start.y, end.y, time),
      width: between(start.width, end.width, time),
      height: between(start.height, end.height, time)
    )
  }
}

extension Picture.Figure {
  fileprivate var isDecoration: Bool {
    if case .decoration = element { return true }
    return false
  }
}

/// Returns the things that are not in a longest sequence that keeps its order.
///
/// - Parameters:
///   - things: The things in their old order.
///   - places: Where each of them is in the new order.
/// - Returns: These things, in their old order.
/// - Complexity: O(n log n).
func movedOnes<Thing: Hashable>(of things: [Thing], to places: [Thing: Int]) -> [Thing] {
  let kept = Set(longestIncreasingSubsequence(of: things.map { places[$0] ?? 0 }))
  return things.indices.filter { !kept.contains($0) }.map { things[$0] }
}
