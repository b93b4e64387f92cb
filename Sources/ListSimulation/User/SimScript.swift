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
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(steps)
  }

  /// The script in Swift, one line for each step, to be pasted between the braces of `simulate`.
  ///
  /// A script without steps is a closure that does nothing, and says so.
  package var source: String {
    steps.isEmpty
      ? "  _ in  // the list is opened, and scrolled to its end\n"
      : steps.map { "  $0.\($0)\n" }.joined()
  }
}

extension SimScript {
  /// Drags the content by a number of points, and lifts the finger.
  public mutating func scroll(by distance: Double) { steps.append(.scroll(by: distance)) }
  /// Throws the content with a velocity, in points per millisecond.
  public mutating func fling(velocity: Double) { steps.append(.fling(velocity: velocity)) }
  /// Scrolls the content to an end at once.
  public mutating func jump(to end: SimStep.End) { steps.append(.jump(to: end)) }
  /// Taps a cell, counted from the first on screen.
  public mutating func tap(_ cell: Int) { steps.append(.tap(cell)) }
  /// Taps a cell that offers to go on: a failed header or footer, or a gap.
  public mutating func act() { steps.append(.act) }
  /// Pulls to refresh.
  public mutating func pull() { steps.append(.pull) }
  /// Gives the screen another size, in points.
  public mutating func resize(width: Double, height: Double) {
    steps.append(.resize(width: width, height: height))
  }
  /// Turns the screen by a quarter.
  public mutating func rotate() { steps.append(.rotate) }
  /// Lets a number of milliseconds pass.
  public mutating func wait(_ milliseconds: Int) { steps.append(.wait(milliseconds)) }
  /// Puts the app in the background for a number of milliseconds.
  public mutating func background(_ milliseconds: Int) { steps.append(.background(milliseconds)) }
  /// Lets the app refresh in the background, where it stays for a number of milliseconds.
  public mutating func refreshBehind(_ milliseconds: Int) {
    steps.append(.refreshBehind(milliseconds))
  }
  /// Takes the view out of its window for a number of milliseconds.
  public mutating func cover(_ milliseconds: Int) { steps.append(.cover(milliseconds)) }
  /// Ends the app and opens it again.
  public mutating func relaunch() { steps.append(.relaunch) }
  /// Ends the app at the next commit, and opens it again.
  public mutating func crash(_ point: SimStep.CrashPoint) { steps.append(.crash(point)) }
  /// Lets time pass until nothing happens any more.
  public mutating func settle() { steps.append(.settle) }
  /// Reads a page of the stored list with a cursor.
  public mutating func read() { steps.append(.read) }
  /// Inserts items at the remote, at a place in thousandths of its list.
  public mutating func insert(_ count: Int, at place: Int) {
    steps.append(.insert(count: count, at: place))
  }
  /// Deletes items at the remote, from a place on.
  public mutating func delete(_ count: Int = 1, at place: Int) {
    steps.append(.delete(count: count, at: place))
  }
  /// Moves an item at the remote.
  public mutating func move(from source: Int, to target: Int) {
    steps.append(.move(from: source, to: target))
  }
  /// Gives items other contents at the remote, from a place on.
  public mutating func update(_ count: Int = 1, at place: Int) {
    steps.append(.update(count: count, at: place))
  }
  /// Lets another device do something with the same stored list.
  public mutating func other(_ device: SimStep.OtherDevice) { steps.append(.other(device)) }
  /// Tells the list that others have changed what is stored.
  public mutating func reload() { steps.append(.reload) }
  /// Takes a step of the list under test, by its name.
  public mutating func own(_ name: String) { steps.append(.own(name)) }
  /// Lets a fault happen the next time it can.
  public mutating func fault(_ fault: SimFault) { steps.append(.fault(fault)) }
}
