package import ListDescription

extension AnySectionLayout {
  /// Returns the checked description; `nil` for a layout of a kind this package does not know.
  ///
  /// - Throws: `LayoutError` when the kind is known and the layout is faulty: the error names the
  ///   place in the stored form and the expected value.
  package func known() throws(LayoutError) -> SectionLayout? {
    guard let layout = try description() else { return nil }
    try layout.validate()
    // Also of members that the kind does not have.
    if let place = placeOfHugeNumber { throw LayoutError(place: place, reason: .notFinite) }
    return layout
  }

  private func description() throws(LayoutError) -> SectionLayout? {
    do {
      return try described()
    } catch {
      // The kind is read only here: reading it first would read every layout twice.
      guard try isOfKnownKind else { return nil }
      if let place = placeOfHugeNumber { throw LayoutError(place: place, reason: .notFinite) }
      throw LayoutError(malformed: error)
    }
  }

  private var isOfKnownKind: Bool {
    get throws(LayoutError) {
      guard let content = try? stored() else {
        throw LayoutError(place: "layout", reason: .notFinite)
      }
      guard let kind = try? content.decode(Kind.self) else { return false }
      return SectionLayout.knownKinds.contains(kind.layout)
    }
  }

  private struct Kind: Decodable {
    let layout: String
  }

  /// The place of a number that is too large to be one, such as 1e999; `nil` if there is none.
  private var placeOfHugeNumber: String? {
    guard let content = try? stored(), content.mayHaveHugeNumber else { return nil }
    do {
      _ = try content.decode(FiniteNumbers.self)
      return nil
    } catch let error as FiniteNumbers.Huge {
      return LayoutError.place(error.path)
    } catch {
      return nil
    }
  }
}

extension List {
  /// Checks the layouts of kinds that this package knows.
  ///
  /// - Throws: ``InvalidList/invalidLayout(at:_:)`` for the first faulty one.
  /// - Complexity: O(sections); each different layout is checked once.
  package func checkLayouts() throws(InvalidList) {
    var checked: Set<AnySectionLayout> = []
    for (index, section) in sections.enumerated() {
      guard let layout = section.layout, checked.insert(layout).inserted else { continue }
      try layout.check(at: .section(index))
    }
  }
}

extension AnySectionLayout {
  /// Checks a layout of a kind that this package knows.
  ///
  /// - Throws: ``InvalidList/invalidLayout(at:_:)``.
  package func check(at location: ElementLocation) throws(InvalidList) {
    do {
      _ = try known()
    } catch {
      throw .invalidLayout(at: location, error)
    }
  }
}

extension LayoutError {
  /// Creates the error of a stored form that could not be decoded, with the place of the fault.
  init(malformed error: any Error) {
    guard let error = error as? DecodingError else {
      self.init(place: "layout", reason: .malformed("\(error)"))
      return
    }
    let (context, what): (DecodingError.Context, String)
    switch error {
    case .keyNotFound(let key, let found):
      (context, what) = (found, "the member \(key.stringValue) is missing")
    case .typeMismatch(let type, let found):
      (context, what) = (found, "expected \(Self.name(of: type))")
    case .valueNotFound(let type, let found):
      (context, what) = (found, "expected \(Self.name(of: type)), found null")
    case .dataCorrupted(let found): (context, what) = (found, found.debugDescription)
    @unknown default:
      self.init(place: "layout", reason: .malformed("\(error)"))
      return
    }
    self.init(place: Self.place(context.codingPath), reason: .malformed(what))
  }

  fileprivate static func place(_ path: [any CodingKey]) -> String {
    path.reduce("layout") { place, key in
      key.intValue.map { "\(place)[\($0)]" } ?? "\(place).\(key.stringValue)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type: "a number"
    case is Int.Type: "a whole number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    default: "\(type)"
    }
  }
}

extension Content {
  /// Whether there may be a number in it that no `Double` can have: one with an exponent, or with
  /// hundreds of digits.
  fileprivate var mayHaveHugeNumber: Bool {
    var digits = 0
    for byte in bytes {
      if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        digits += 1
        if digits > 300 { return true }
      } else {
        // `E` differs from `e` in one bit.
        if digits > 0, byte | 0x20 == UInt8(ascii: "e") { return true }
        digits = 0
      }
    }
    return false
  }
}

/// Any JSON value whose numbers are finite.
private struct FiniteNumbers: Decodable {
  /// The error of a number that is too large.
  struct Huge: Error {
    var path: [any CodingKey]
  }

  private struct Member: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Member.self) {
      for key in object.allKeys { _ = try object.decode(FiniteNumbers.self, forKey: key) }
    } else if var array = try? decoder.unkeyedContainer() {
      while !array.isAtEnd { _ = try array.decode(FiniteNumbers.self) }
    } else {
      do {
        let number = try decoder.singleValueContainer().decode(Double.self)
        guard number.isFinite else { throw Huge(path: decoder.codingPath) }
      } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
        // No number.
      } catch {
        throw Huge(path: decoder.codingPath)
      }
    }
  }
}
