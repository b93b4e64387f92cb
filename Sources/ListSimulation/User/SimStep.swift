/// One thing that happens in a run: the user acts, the remote's list changes, or a fault is armed.
///
/// A step means something in every state of a list, so that a script can be made shorter and still
/// be run. A step does nothing if it names something that is not there (a cell of an empty screen).
public enum SimStep: Hashable, Sendable {
  /// An end of a list.
  public enum End: String, Hashable, Sendable, Codable {
    /// Its start.
    case start
    /// Its end.
    case end
  }

  /// When the app ends unexpectedly.
  public enum CrashPoint: String, Hashable, Sendable, Codable, CaseIterable {
    /// Just before the next commit.
    case beforeCommit
    /// Just after the next commit.
    case afterCommit
  }

  /// What another device does with a list that both store.
  public enum OtherDevice: String, Hashable, Sendable, Codable, CaseIterable {
    /// It refreshes the list.
    case refreshes
    /// It loads the next page.
    case loadsMore
    /// It empties the list, as on signing out.
    case clears
  }

  /// A finger drags the content by a number of points, and is lifted.
  case scroll(by: Double)
  /// A finger throws the content with a velocity, in points per millisecond.
  case fling(velocity: Double)
  /// The content is scrolled to an end at once.
  case jump(to: End)
  /// The user taps a cell, counted from the first on screen.
  case tap(Int)
  /// The user taps a cell that offers to go on: a failed header or footer, or a gap.
  case act
  /// The user pulls to refresh.
  case pull
  /// The screen gets another size, in points.
  case resize(width: Double, height: Double)
  /// The screen is turned by a quarter.
  case rotate
  /// A number of milliseconds pass.
  case wait(Int)
  /// The app is in the background for a number of milliseconds.
  case background(Int)
  /// The system lets the app refresh in the background, and it stays there for a number of milliseconds.
  case refreshBehind(Int)
  /// The view is in no window for a number of milliseconds, as when another screen covers it.
  case cover(Int)
  /// The app is ended and opened again.
  case relaunch
  /// The app ends at the next commit, and is opened again.
  case crash(CrashPoint)
  /// Time passes until nothing happens any more.
  case settle
  /// A page of the stored list is read with a cursor.
  case read
  /// Items are inserted at the remote, at a place in thousandths of its list.
  case insert(count: Int, at: Int)
  /// Items are deleted at the remote, from a place on.
  case delete(count: Int = 1, at: Int)
  /// An item moves at the remote.
  case move(from: Int, to: Int)
  /// Items get other contents at the remote, from a place on.
  case update(count: Int = 1, at: Int)
  /// Another device does something with the same stored list.
  case other(OtherDevice)
  /// The list is told that others have changed what is stored.
  case reload
  /// A step of the list under test, by its name.
  case own(String)
  /// A fault happens the next time it can.
  case fault(SimFault)
}

extension SimStep: Codable {
  private enum CodingKeys: String, CodingKey {
    case name = "do"
    case by, to, velocity, cell, width, height, ms, at, count, from, fault, device, step
  }

  /// Reads a step: an object whose member `do` names it.
  ///
  /// - Throws: `DecodingError` when there is no such step, or a member of it is missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let name = try values.decode(String.self, forKey: .name)
    func int(_ key: CodingKeys) throws -> Int { try values.decode(Int.self, forKey: key) }
    func number(_ key: CodingKeys) throws -> Double { try values.decode(Double.self, forKey: key) }
    switch name {
    case "scroll": self = .scroll(by: try number(.by))
    case "fling": self = .fling(velocity: try number(.velocity))
    case "jump": self = .jump(to: try values.decode(End.self, forKey: .to))
    case "tap": self = .tap(try int(.cell))
    case "act": self = .act
    case "pull": self = .pull
    case "resize": self = .resize(width: try number(.width), height: try number(.height))
    case "rotate": self = .rotate
    case "wait": self = .wait(try int(.ms))
    case "background": self = .background(try int(.ms))
    case "refreshBehind": self = .refreshBehind(try int(.ms))
    case "cover": self = .cover(try int(.ms))
    case "relaunch": self = .relaunch
    case "crash": self = .crash(try values.decode(CrashPoint.self, forKey: .at))
    case "settle": self = .settle
    case "read": self = .read
    case "insert": self = .insert(count: try int(.count), at: try int(.at))
    case "delete":
      self = .delete(
        count: try values.decodeIfPresent(Int.self, forKey: .count) ?? 1,
        at: try int(.at)
      )
    case "move": self = .move(from: try int(.from), to: try int(.to))
    case "update":
      self = .update(
        count: try values.decodeIfPresent(Int.self, forKey: .count) ?? 1,
        at: try int(.at)
      )
    case "other": self = .other(try values.decode(OtherDevice.self, forKey: .device))
    case "reload": self = .reload
    case "own": self = .own(try values.decode(String.self, forKey: .step))
    case "fault": self = .fault(try values.decode(SimFault.self, forKey: .fault))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .name,
        in: values,
        debugDescription: "there is no step \"\(name)\""
      )
    }
  }

  /// Writes the step.
  ///
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    switch self {
    case .scroll(let distance): try values.encode(distance, forKey: .by)
    case .fling(let velocity): try values.encode(velocity, forKey: .velocity)
    case .jump(let end): try values.encode(end, forKey: .to)
    case .tap(let cell): try values.encode(cell, forKey: .cell)
    case .resize(let width, let height):
      try values.encode(width, forKey: .width)
      try values.encode(height, forKey: .height)
    case .wait(let time), .background(let time), .refreshBehind(let time), .cover(let time):
      try values.encode(time, forKey: .ms)
    case .crash(let point): try values.encode(point, forKey: .at)
    case .insert(let count, let place):
      try values.encode(count, forKey: .count)
      try values.encode(place, forKey: .at)
    case .delete(let count, let place), .update(let count, let place):
      if count != 1 { try values.encode(count, forKey: .count) }
      try values.encode(place, forKey: .at)
    case .other(let device): try values.encode(device, forKey: .device)
    case .own(let name): try values.encode(name, forKey: .step)
    case .move(let source, let target):
      try values.encode(source, forKey: .from)
      try values.encode(target, forKey: .to)
    case .fault(let fault): try values.encode(fault, forKey: .fault)
    case .act, .pull, .rotate, .relaunch, .settle, .read, .reload: break
    }
  }

  /// The name of the step, as it is written.
  public var name: String {
    switch self {
    case .scroll: "scroll"
    case .fling: "fling"
    case .jump: "jump"
    case .tap: "tap"
    case .act: "act"
    case .pull: "pull"
    case .resize: "resize"
    case .rotate: "rotate"
    case .wait: "wait"
    case .background: "background"
    case .refreshBehind: "refreshBehind"
    case .cover: "cover"
    case .relaunch: "relaunch"
    case .crash: "crash"
    case .settle: "settle"
    case .read: "read"
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    case .other: "other"
    case .reload: "reload"
    case .own: "own"
    case .fault: "fault"
    }
  }
}

extension SimStep: CustomStringConvertible {
  /// The step as it is written in Swift, as a call of ``SimScript``.
  public var description: String {
    switch self {
    case .scroll(let distance): "scroll(by: \(Self.text(distance)))"
    case .fling(let velocity): "fling(velocity: \(Self.text(velocity)))"
    case .jump(let end): "jump(to: .\(end.rawValue))"
    case .tap(let cell): "tap(\(cell))"
    case .act: "act()"
    case .pull: "pull()"
    case .resize(let width, let height):
      "resize(width: \(Self.text(width)), height: \(Self.text(height)))"
    case .rotate: "rotate()"
    case .wait(let time): "wait(\(time))"
    case .background(let time): "background(\(time))"
    case .refreshBehind(let time): "refreshBehind(\(time))"
    case .cover(let time): "cover(\(time))"
    case .relaunch: "relaunch()"
    case .crash(let point): "crash(.\(point.rawValue))"
    case .settle: "settle()"
    case .read: "read()"
    case .insert(let count, let place): "insert(\(count), at: \(place))"
    case .delete(let count, let place):
      count == 1 ? "delete(at: \(place))" : "delete(\(count), at: \(place))"
    case .move(let source, let target): "move(from: \(source), to: \(target))"
    case .update(let count, let place):
      count == 1 ? "update(at: \(place))" : "update(\(count), at: \(place))"
    case .other(let device): "other(.\(device.rawValue))"
    case .reload: "reload()"
    case .own(let name): "own(\"\(name)\")"
    case .fault(let fault): "fault(.\(fault.rawValue))"
    }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}
