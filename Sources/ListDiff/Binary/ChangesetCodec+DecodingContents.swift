import ListModel

extension ChangesetDecoder {
  /// A component, and the range of its content.
  typealias ReadComponent = (component: AnyComponent, content: Range<Int>?)

  /// Attributes, and the ranges of their contents.
  struct ReadAttributes {
    var attributes = Section.Attributes()
    fileprivate(set) var header: Range<Int>?
    fileprivate(set) var footer: Range<Int>?
    fileprivate(set) var layout: Range<Int>?
  }

  /// Reads a component; `replacement` is the range of the content that replaces its content.
  mutating func readComponent(
    replacedBy replacement: Range<Int>? = nil
  ) throws(InvalidEncoding) -> ReadComponent {
    let number = try readNumber()
    if number >> 1 == typeCount { try readType() }
    guard number >> 1 < typeCount else { throw malformed("unknown component type") }
    let read = number & 1 == 1 ? try readContent(replacedBy: replacement) : nil
    guard purpose == .reading else { return (Self.noComponent, read?.place) }
    let component = StoredComponent(type: types[number >> 1], content: read?.content)
    return (AnyComponent(component), read?.place)
  }

  /// Reads the component of a cell and, in format 2, the views it carries.
  mutating func readCellComponent(
    replacedBy replacement: Range<Int>? = nil
  ) throws(InvalidEncoding) -> ReadComponent {
    leavesContentUnproven = held == .unproven
    var read = try readComponent(replacedBy: replacement)
    leavesContentUnproven = false
    if format >= 2 {
      let views = try readViews()
      if !views.isEmpty { read.component.views = views }
    }
    if held == .digests, purpose == .reading, let whole = try? read.component.stored() {
      read.component = AnyComponent(standingFor: whole)
    }
    return read
  }

  /// Reads views, which ascend by kind; they are returned only when the purpose is reading.
  private mutating func readViews() throws(InvalidEncoding) -> SupplementaryViews {
    var views = SupplementaryViews()
    var last: SupplementaryKind?
    for _ in 0..<(try readCount(bytesEach: 3)) {
      let kind = try readKind(after: last)
      last = kind
      if purpose == .reading { try spend(Self.viewByteCount) }
      let component = try readComponent().component
      if purpose == .reading { views[kind] = component }
    }
    return views
  }

  private mutating func readKind(
    after last: SupplementaryKind?
  ) throws(InvalidEncoding) -> SupplementaryKind {
    let name: Identifier<SupplementaryView> = Identifier(try readIdentifier(isKept: true))
    let kind = SupplementaryKind(rawValue: name.rawValue)
    guard kind.rawValue == name.rawValue, kind.reasonForRefusal == nil else {
      throw malformed("a view of a kind that is not one of the views")
    }
    guard last.map({ $0 < kind }) ?? true else { throw malformed("kinds out of order") }
    return kind
  }

  /// The bytes of memory that a view takes at most, besides its kind and content.
  static var viewByteCount: Int { 192 + heapByteCount }

  private static let noComponent = AnyComponent(StoredComponent(type: ""))

  /// Passes over the parts of an operation behind its place.
  @inline(__always)
  mutating func passOver<Operation: BinaryOperation>(
    _ kind: Operation.Type
  ) throws(InvalidEncoding) {
    _ = try readIdentifier(isKept: false)
    switch Operation.payload {
    case .nothing: break
    case .component: _ = try passOverCellComponent(replacedBy: nil)
    case .components:
      let new = try passOverCellComponent(replacedBy: nil)
      _ = try passOverCellComponent(replacedBy: new)
    case .attributes: _ = try readAttributes()
    case .replacedAttributes: _ = try readAttributes(replacedBy: try readAttributes())
    }
  }

  /// Passes over the component and views of a cell.
  private mutating func passOverCellComponent(
    replacedBy replacement: Int?
  ) throws(InvalidEncoding) -> Int? {
    let byteCount = try passOverComponent(replacedBy: replacement)
    guard format >= 2 else { return byteCount }
    for _ in 0..<(try readCount(bytesEach: 3)) {
      _ = try readIdentifier(isKept: false)
      _ = try passOverComponent(replacedBy: nil)
      viewCount += 1
    }
    return byteCount
  }

  /// Passes over a component.
  ///
  /// - Parameter replacement: The number of bytes of the content that replaces its content.
  /// - Returns: The number of bytes of its own that its content has; `nil` if it has no content.
  /// - Throws: ``InvalidEncoding``.
  mutating func passOverComponent(
    replacedBy replacement: Int?
  ) throws(InvalidEncoding) -> Int? {
    let number = try readNumber()
    if number >> 1 == typeCount { try readType() }
    guard number >> 1 < typeCount else { throw malformed("unknown component type") }
    guard number & 1 == 1 else { return nil }
    if let replacement, try readNumber() + readNumber() > replacement { throw tooMuchShared }
    return try take(try readCount(bytesEach: 1)).count
  }

  private var tooMuchShared: InvalidEncoding {
    malformed("more bytes shared with the replacement than it has")
  }

  private mutating func readType() throws(InvalidEncoding) {
    let type = try readTypeName()
    if purpose.keepsTypes {
      try spend(type.utf8.count + 2 * MemoryLayout<String>.stride)
      types.append(type)
    }
    typeCount += 1
  }

  /// Reads attributes; `replacement` holds the attributes that replace them.
  mutating func readAttributes(
    replacedBy replacement: ReadAttributes? = nil
  ) throws(InvalidEncoding) -> ReadAttributes {
    let presence = try readByte()
    guard presence < (format >= 2 ? 16 : 8) else { throw malformed("unknown section attributes") }
    var read = ReadAttributes()
    if presence & 1 != 0 {
      (read.attributes.header, read.header) =
        try readSupplementaryView(replacedBy: replacement?.header)
    }
    if presence & 2 != 0 {
      (read.attributes.footer, read.footer) =
        try readSupplementaryView(replacedBy: replacement?.footer)
    }
    if presence & 4 != 0 {
      let layout = try readContent(replacedBy: replacement?.layout)
      read.attributes.layout = layout.content.map { AnySectionLayout($0) }
      read.layout = layout.place
    }
    if presence & 8 != 0 { read.attributes.views = try readViews() }
    return read
  }

  private mutating func readSupplementaryView(
    replacedBy replacement: Range<Int>?
  ) throws(InvalidEncoding) -> (SupplementaryView, content: Range<Int>?) {
    guard let alignment = SupplementaryView.Alignment(code: try readByte()) else {
      throw malformed("unknown alignment")
    }
    let read = try readComponent(replacedBy: replacement)
    return (SupplementaryView(component: read.component, alignment: alignment), read.content)
  }

  /// Content, unless it was only checked, and the range of its own bytes.
  private typealias ReadContent = (content: Content?, place: Range<Int>)

  private mutating func readContent(
    replacedBy replacement: Range<Int>?
  ) throws(InvalidEncoding) -> ReadContent {
    let start = position
    guard let replacement else {
      let own = try take(try readCount(bytesEach: 1))
      return (try content(spanning: own, at: start).get(), position - own.count..<position)
    }
    let prefix = try readNumber()
    let suffix = try readNumber()
    guard prefix + suffix <= replacement.count else { throw tooMuchShared }
    let own = try take(try readCount(bytesEach: 1))
    if purpose.passesOverContents { return (nil, position - own.count..<position) }
    let joined = withJoined(
      UnsafeBufferPointer(rebasing: bytes[replacement.prefix(prefix)]),
      own,
      UnsafeBufferPointer(rebasing: bytes[replacement.suffix(suffix)])
    ) { bytes in content(spanning: bytes, at: start) }
    return (try joined.get(), position - own.count..<position)
  }

  mutating func content(
    spanning bytes: UnsafeBufferPointer<UInt8>,
    at offset: Int
  ) -> Result<Content?, InvalidEncoding> {
    defer { contentCount += 1 }
    do throws(JSONFault) {
      switch purpose {
      case .checking:
        guard bytes.count <= contentLimit else {
          mustStartAnew = true
          return .failure(malformed("a content is large"))
        }
        if let form = try contents.storedForm(spanning: bytes) {
          if form != .canonical { checked?.others.append(UInt32(contentCount)) }
          return .success(nil)
        }
      case .placing, .picking:
        return .success(nil)
      case .reading:
        let isLarge = bytes.count > Self.largeContentByteCount
        guard !isLarge || held != .unproven else {
          return .failure(malformed("a content is too large to be taken as it is"))
        }
        // The notes that reading makes of members take at most sixteen times the bytes.
        let notes = isLarge ? 16 * bytes.count : 0
        do { try spend(bytes.count, besides: notes) } catch { return .failure(error) }
        if leavesContentUnproven { return .success(Content(unproven: Array(bytes))) }
        if checked?.isCanonical(contentCount) == true {
          return .success(Content(canonical: Array(bytes)))
        }
        if let content = try contents.readStoredContent(spanning: bytes) {
          return .success(content)
        }
      }
      let reason = "content is not in the form contents are stored in"
      return .failure(.malformed(offset: offset, reason: reason))
    } catch {
      let reason = "content, byte \(error.offset): \(error.reason)"
      return .failure(.malformed(offset: offset, reason: reason))
    }
  }
}

/// Lends three parts of bytes as one; short ones take no memory on the heap.
private func withJoined<Value>(
  _ first: UnsafeBufferPointer<UInt8>,
  _ second: UnsafeBufferPointer<UInt8>,
  _ third: UnsafeBufferPointer<UInt8>,
  _ body: (UnsafeBufferPointer<UInt8>) -> Value
) -> Value {
  let count = first.count + second.count + third.count
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
    var end = bytes.initialize(fromContentsOf: first)
    end = bytes[end...].initialize(fromContentsOf: second)
    _ = bytes[end...].initialize(fromContentsOf: third)
    return body(UnsafeBufferPointer(bytes))
  }
}
