// A change document is a change as JSON, on one line: `docs/formats.md` defines it.

public import ListModel

extension Change {
  /// Parts that a change document may hold but that are not needed to apply it.
  public struct DocumentParts: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The values that deletions and updates replace, in members named `was`.
    ///
    /// They about double the document, which can then be read without the list it changes.
    public static let replacedValues = DocumentParts(rawValue: 1)
  }

  /// Writes the change as a change document: compact, in UTF-8, on one line without a line end.
  ///
  /// - Throws: ``UnencodableChangeset`` for a changeset that is not in canonical form, or holds a
  ///   component that cannot be encoded.
  public func document(
    including parts: DocumentParts = []
  ) throws(UnencodableChangeset) -> [UInt8] {
    try changeset.checkCanonicalForm()
    var writer = ChangeDocumentWriter(including: parts)
    return try writer.document(self)
  }

  /// Reads a change document that holds the values it replaces.
  ///
  /// - Throws: `InvalidDocument`, which names the path of the fault. A missing `was` is a fault
  ///   too: such a document is read with ``init(document:changing:)``.
  public init(document: [UInt8]) throws(InvalidDocument) {
    self = try Change.read(document, changing: nil)
  }

  /// Reads a change document; replaced values that it lacks are taken from the list it changes.
  ///
  /// Nothing else is checked against the list; ``Changeset/apply(to:)`` checks the rest.
  ///
  /// - Throws: `InvalidDocument`, which names the path of the fault. It is a fault too if another
  ///   element stands at a place than the document says.
  public init(document: [UInt8], changing list: List) throws(InvalidDocument) {
    self = try Change.read(document, changing: list)
  }

  private static func read(
    _ document: [UInt8],
    changing list: List?
  ) throws(InvalidDocument) -> Change {
    let change: Change
    do {
      change = try JSONReader.read(document) { reader throws(JSONFault) in
        try reader.readChange(changing: list)
      }
    } catch {
      throw InvalidDocument(error, in: document)
    }
    try change.changeset.requireCanonicalForm()
    return change
  }

  /// Reads an array of change documents that hold the values they replace, as a feed over HTTP has them.
  ///
  /// - Throws: `InvalidDocument`, which names the path of the fault.
  package static func changes(document: [UInt8]) throws(InvalidDocument) -> [Change] {
    let changes: [Change]
    do {
      changes = try JSONReader.read(document) { reader throws(JSONFault) in try reader.readChanges()
      }
    } catch {
      throw InvalidDocument(error, in: document)
    }
    for change in changes { try change.changeset.requireCanonicalForm() }
    return changes
  }
}

extension Changeset {
  /// Reads a changeset document: the members `sections` and `cells` of a change document that holds the
  /// values it replaces.
  ///
  /// - Throws: `InvalidDocument`, which names the path of the fault.
  package init(document: [UInt8]) throws(InvalidDocument) {
    do {
      self = try JSONReader.read(document) { reader throws(JSONFault) in
        try reader.readChangeset()
      }
    } catch {
      throw InvalidDocument(error, in: document)
    }
    try requireCanonicalForm()
  }

  /// Writes the changeset as a changeset document.
  ///
  /// - Throws: ``UnencodableChangeset``, as a change.
  package func document() throws(UnencodableChangeset) -> [UInt8] {
    try checkCanonicalForm()
    var writer = ChangeDocumentWriter(including: .replacedValues)
    return try writer.document(self)
  }

  fileprivate func requireCanonicalForm() throws(InvalidDocument) {
    do {
      try checkCanonicalForm()
    } catch {
      throw InvalidDocument(path: error.operation, reason: error.reason)
    }
  }
}
