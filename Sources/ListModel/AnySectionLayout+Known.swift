public import ListLayout

extension AnySectionLayout {
  /// Returns the checked description; `nil` for a layout of a kind this package does not know.
  ///
  /// - Throws: `LayoutError` when the kind is known and the layout is faulty: the error names the
  ///   place in the stored form and the expected value.
  public func known() throws(LayoutError) -> SectionLayout? {
    guard let layout = try description() else { return nil }
    try layout.validate()
    return layout
  }

  private func description() throws(LayoutError) -> SectionLayout? {
    do {
      return try described()
    } catch {
      // The kind is read only here: reading it first would read every layout twice.
      guard try isOfKnownKind else { return nil }
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
    case .typeMismatch(let type, let found): (context, what) = (found, "expected \(type)")
    case .valueNotFound(let type, let found):
      (context, what) = (found, "expected \(type), found null")
    case .dataCorrupted(let found): (context, what) = (found, found.debugDescription)
    @unknown default:
      self.init(place: "layout", reason: .malformed("\(error)"))
      return
    }
    let place = context.codingPath.reduce("layout") { place, key in
      key.intValue.map { "\(place)[\($0)]" } ?? "\(place).\(key.stringValue)"
    }
    self.init(place: place, reason: .malformed(what))
  }
}
