import Synchronization

/// The memory in which one value is encoded; the next value uses it again.
///
/// The nodes of a value belong to one call, which never reads one while changing it. The check of
/// exclusive access is off, because even a small value needs many accesses.
final class ContentSheet {
  /// A value that is not yet written.
  enum Node {
    /// A range of ``scalars``.
    case scalar(start: Int, end: Int)
    /// The number of a container.
    case object(Int)
    case array(Int)
  }

  /// A member of an object, or an element of an array.
  private struct Entry {
    /// Empty in arrays.
    var name: String
    var value: Node
    /// The next one of the same container; containers are filled in turn.
    var next: Int?
  }

  /// An object or an array.
  private struct Container {
    var first: Int?
    var last = 0
    var count = 0
  }

  /// The texts of all scalars.
  @exclusivity(unchecked) private var scalars: [UInt8] = []
  @exclusivity(unchecked) private var entries: [Entry] = []
  @exclusivity(unchecked) private var containers: [Container] = []
  /// What each encoder has encoded.
  @exclusivity(unchecked) var nodes: [Node?] = []
  /// Whether `JSONEncoder` must encode the value.
  @exclusivity(unchecked) var isLeftToOthers = false

  /// The shapes of the last objects that were written: mostly the next ones have the same, in turn.
  @exclusivity(unchecked) private var shapes: [ObjectShape] = []
  /// The shape that the next object is expected to have.
  @exclusivity(unchecked) private var nextShape = 0
  /// The entries of the objects that are being written.
  @exclusivity(unchecked) private var members: [Int] = []
  @exclusivity(unchecked) private var output: [UInt8] = []
}

extension ContentSheet {
  /// Adds the text of a scalar.
  @inline(__always)
  func scalar(_ write: (inout [UInt8]) -> Void) -> Node {
    let start = scalars.count
    write(&scalars)
    return .scalar(start: start, end: scalars.count)
  }

  /// Adds an object or an array, and returns its number.
  func addContainer() -> Int {
    containers.append(Container())
    return containers.count - 1
  }

  func count(of container: Int) -> Int { containers[container].count }

  func add(_ value: Node, named name: String, to container: Int) {
    let entry = entries.count
    entries.append(Entry(name: name, value: value, next: nil))
    if containers[container].first == nil {
      containers[container].first = entry
    } else {
      entries[containers[container].last].next = entry
    }
    containers[container].last = entry
    containers[container].count += 1
  }
}

// MARK: - Writing

/// The names of an object's members, in the order they are encoded in and in the order they are written in.
private struct ObjectShape {
  private let names: [String]
  /// The places of the members in the order of their names, and what is written before each value.
  let members: [(place: Int, prefix: [UInt8])]

  /// - Returns: `nil` unless all names are ASCII and different.
  init?(_ names: [String]) {
    guard names.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    let order = names.indices.sorted { names[$0] < names[$1] }
    guard zip(order, order.dropFirst()).allSatisfy({ names[$0] != names[$1] }) else { return nil }
    self.names = names
    members = order.enumerated().map { number, place in
      var prefix = number == 0 ? [] : [UInt8(ascii: ",")]
      JSONWriter.append(string: names[place].utf8, to: &prefix)
      prefix.append(UInt8(ascii: ":"))
      return (place, prefix)
    }
  }

  var count: Int { names.count }

  /// Returns whether a member has a name, compared by bytes.
  ///
  /// Names that are canonically equal to ASCII have more bytes, for example U+212A, the Kelvin sign.
  func isNamed(_ name: String, at place: Int) -> Bool {
    names[place].utf8.count == name.utf8.count && names[place] == name
  }
}

extension ContentSheet {
  /// The deepest nesting that is accepted; `JSONEncoder` and the reader decide about deeper values.
  private static let depthLimit = 256
  /// The most shapes that are kept.
  private static let shapeLimit = 16

  /// Returns the canonical form of a value; `nil` if `JSONEncoder` must encode it.
  func canonicalForm(of node: Node) -> [UInt8]? {
    guard write(node, depth: 0) else { return nil }
    return output.withUnsafeBufferPointer { Array($0) }
  }

  private func write(_ node: Node, depth: Int) -> Bool {
    guard depth < Self.depthLimit else { return false }
    switch node {
    case .scalar(let start, let end):
      scalars.withUnsafeBufferPointer {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
      return true
    case .array(let array):
      return write(array: array, depth: depth)
    case .object(let object):
      return write(object: object, depth: depth)
    }
  }

  private func write(array: Int, depth: Int) -> Bool {
    output.append(UInt8(ascii: "["))
    var next = containers[array].first
    while let entry = next {
      guard write(entries[entry].value, depth: depth + 1) else { return false }
      next = entries[entry].next
      if next != nil { output.append(UInt8(ascii: ",")) }
    }
    output.append(UInt8(ascii: "]"))
    return true
  }

  private func write(object: Int, depth: Int) -> Bool {
    let start = members.count
    var next = containers[object].first
    while let entry = next {
      members.append(entry)
      next = entries[entry].next
    }
    defer { members.removeLast(members.count - start) }
    guard let shape = shape(of: members[start...]) else { return false }
    output.append(UInt8(ascii: "{"))
    for (place, prefix) in shape.members {
      output.append(contentsOf: prefix)
      guard write(entries[members[start + place]].value, depth: depth + 1) else { return false }
    }
    output.append(UInt8(ascii: "}"))
    return true
  }

  /// Returns the shape of an object, known or new.
  private func shape(of members: ArraySlice<Int>) -> ObjectShape? {
    for _ in shapes.indices {
      let shape = shapes[nextShape]
      nextShape = (nextShape + 1) % shapes.count
      if isShape(shape, of: members) { return shape }
    }
    guard let shape = ObjectShape(members.map { entries[$0].name }) else { return nil }
    if shapes.count < Self.shapeLimit {
      shapes.append(shape)
      nextShape = 0
    } else {
      shapes[nextShape] = shape
      nextShape = (nextShape + 1) % shapes.count
    }
    return shape
  }

  private func isShape(_ shape: ObjectShape, of members: ArraySlice<Int>) -> Bool {
    guard shape.count == members.count else { return false }
    for (place, entry) in members.enumerated() where !shape.isNamed(entries[entry].name, at: place)
    {
      return false
    }
    return true
  }
}

// MARK: - Memory

extension ContentSheet {
  /// Lends a sheet for one value: that of the last small value, if no other one uses it.
  static func withTemporary<Value>(_ body: (ContentSheet) -> Value) -> Value {
    var sheet = takeSpare() ?? ContentSheet()
    defer { keep(&sheet) }
    return body(sheet)
  }

  /// A sheet that is not in use now.
  ///
  /// It is `@unchecked Sendable` because nothing but this refers to the sheet: ``keep(_:)`` makes it, once
  /// it has found no other reference, and never uses the sheet again; who takes it out of ``spare``, under its
  /// lock, alone has it.
  private struct Spare: @unchecked Sendable {
    let sheet: ContentSheet
  }

  private static let spare = Mutex<Spare?>(nil)
  /// The most bytes of scalars, and the most entries, of a sheet that is kept.
  private static let spareLimit = 1 << 16

  private static func takeSpare() -> ContentSheet? {
    var taken: Spare?
    _ = spare.withLockIfAvailable { spare in swap(&taken, &spare) }
    return taken?.sheet
  }

  /// Keeps a sheet, unless it is large, or a value's `encode(to:)` has kept one of its encoders.
  private static func keep(_ sheet: inout ContentSheet) {
    guard sheet.scalars.capacity <= spareLimit, sheet.entries.capacity <= spareLimit,
      isKnownUniquelyReferenced(&sheet)
    else { return }
    sheet.clear()
    var kept: Spare? = Spare(sheet: sheet)
    // The previous spare is freed after the lock.
    _ = spare.withLockIfAvailable { spare in swap(&kept, &spare) }
  }

  private func clear() {
    scalars.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    output.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    isLeftToOthers = false
  }
}
