/// A server of your own, as the remote of a simulated world: in memory, files, or on a loopback port.
///
/// It tells the kit what it holds, so that the kit knows the truth and does not have to believe what
/// a list shows. One server serves all starts of the app in a run; each run makes its own
/// (``SimSubject/served(by:)``).
///
/// All members are called on the simulation's thread and may block it. A client that must not run on
/// that thread, such as one of `URLSession`, is called by ``SimWorld/outside(_:)``.
public protocol SimulatedServer: AnyObject, Sendable {
  /// The items that the server holds, in the order in which it gives them.
  ///
  /// An item without a component is compared by its place only.
  ///
  /// - Throws: When the server cannot be asked; this ends the run.
  func items() throws -> [SimItem]

  /// Changes what the server holds.
  ///
  /// - Returns: Whether the server makes such changes; `false` if nothing was changed.
  /// - Throws: When the server cannot be asked; this ends the run.
  func make(_ change: SimChange) throws -> Bool

  /// Arms a fault, to happen with the next request.
  ///
  /// - Returns: Whether the server can do that; if not, the kit does it to the answer, if the
  ///   requests go through ``SimWorld/remote(_:)``.
  func arm(_ fault: SimFault) -> Bool

  /// Disarms all faults: from now on the server is well.
  func disarm()

  /// How many requests the server has answered; `nil` if it does not count.
  var requestCount: Int? { get }
}

extension SimulatedServer {
  /// Arms nothing by default.
  public func arm(_ fault: SimFault) -> Bool { false }
  /// Does nothing by default.
  public func disarm() {}
  /// Counts nothing by default.
  public var requestCount: Int? { nil }
}

/// A change of a server's items.
///
/// Places are in thousandths of the list, so that each change means
/// something in every list.
public enum SimChange: Hashable, Sendable {
  /// New items come, from a place on.
  case insert(count: Int, at: Int)
  /// Items go, from a place on.
  case delete(count: Int, at: Int)
  /// An item goes to another place.
  case move(from: Int, to: Int)
  /// Items get other contents, from a place on.
  case update(count: Int, at: Int)

  /// Returns the index that a place means in a list of a length.
  package static func index(of place: Int, in count: Int) -> Int {
    count * min(max(0, place), 1_000) / 1_000
  }
}
