/// What happens in a run, step by step.
///
/// ```swift
/// try simulate(Feed.init) { user in
///   user.fault(.fails)
///   user.jump(to: .end)
///   user.settle()
///   user.act()
/// }
/// ```
public struct SimScript: Hashable, Sendable, Codable {
  /// The steps, in order.
  public var steps: [SimStep]

  /// Creates a script of steps.
  public init(_ steps: [SimStep] = []) { self.steps = steps }

  /// Reads a script: an array of steps.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    steps = try decoder.singleValueContainer().decode([SimStep].self)
  }

  /// Writes the script as an array of steps.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(steps)
  }

  /// The script in Swift, a line a step, to be pasted into a test.
  public var source: String { steps.map { "  $0.\($0)\n" }.joined() }
}

extension SimScript {
  /// A finger drags the content by so many points, and is lifted.
  public mutating func scroll(by distance: Double) { steps.append(.scroll(by: distance)) }
  /// A finger throws the content with so many points per millisecond.
  public mutating func fling(velocity: Double) { steps.append(.fling(velocity: velocity)) }
  /// The content is scrolled to an end at once.
  public mutating func jump(to end: SimStep.End) { steps.append(.jump(to: end)) }
  /// The user taps a cell, counted from the first on screen.
  public mutating func tap(_ cell: Int) { steps.append(.tap(cell)) }
  /// The user taps what offers to go on: a footer that has failed, or a gap.
  public mutating func act() { steps.append(.act) }
  /// The user pulls to refresh.
  public mutating func pull() { steps.append(.pull) }
  /// The screen gets another size, in points.
  public mutating func resize(width: Double, height: Double) {
    steps.append(.resize(width: width, height: height))
  }
  /// The screen is turned by a quarter.
  public mutating func rotate() { steps.append(.rotate) }
  /// So many milliseconds pass.
  public mutating func wait(_ milliseconds: Int) { steps.append(.wait(milliseconds)) }
  /// Nobody looks for so many milliseconds.
  public mutating func background(_ milliseconds: Int) { steps.append(.background(milliseconds)) }
  /// The view is in no window for so many milliseconds.
  public mutating func cover(_ milliseconds: Int) { steps.append(.cover(milliseconds)) }
  /// The app is ended and opened again.
  public mutating func relaunch() { steps.append(.relaunch) }
  /// The app ends at the next commit, and is opened again.
  public mutating func crash(_ point: SimStep.CrashPoint) { steps.append(.crash(point)) }
  /// Time passes until nothing happens any more.
  public mutating func settle() { steps.append(.settle) }
  /// A page of the stored list is read by a cursor.
  public mutating func read() { steps.append(.read) }
  /// Items come at the remote, at a place in thousandths of its list.
  public mutating func insert(_ count: Int, at place: Int) {
    steps.append(.insert(count: count, at: place))
  }
  /// An item goes at the remote.
  public mutating func delete(at place: Int) { steps.append(.delete(at: place)) }
  /// An item moves at the remote.
  public mutating func move(from source: Int, to target: Int) {
    steps.append(.move(from: source, to: target))
  }
  /// An item gets another content at the remote.
  public mutating func update(at place: Int) { steps.append(.update(at: place)) }
  /// Something goes wrong the next time it can.
  public mutating func fault(_ fault: SimFault) { steps.append(.fault(fault)) }
}
