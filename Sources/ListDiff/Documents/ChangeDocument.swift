// A change document is a change as JSON, on one line: `docs/formats.md` defines it.

public import ListModel

extension Change {
  /// What a change document may hold beyond what is needed to apply it.
  public struct DocumentParts: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// What deletions and updates replace, in members named `was`.
    ///
    /// They make about twice the document, which can then be read without the list it changes.
    public static let replacedValues = DocumentParts(rawValue: 1)
  }

  /// Writes the change as a change document: compact, on one line without its end, in UTF-8.
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

  /// Reads a change document that holds what it replaces.
  ///
  /// - Throws: `InvalidDocument` naming the path of what is wrong, among that a `was` that is
  ///   missing: such a document is read with ``init(document:changing:)``.
  public init(document: [UInt8]) throws(InvalidDocument) {
    self = try Change.read(document, changing: nil)
  }

  /// Reads a change document; what it replaces and does not hold is taken from the list it
  /// changes.
  ///
  /// Whether the change fits the list is not checked beyond that: ``Changeset/apply(to:)`` does.
  ///
  /// - Throws: `InvalidDocument` naming the path of what is wrong, among that a place that holds
  ///   another element than the document says.
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
    do {
      try change.changeset.checkCanonicalForm()
    } catch {
      throw InvalidDocument(path: error.operation, reason: error.reason)
    }
    return change
  }
}
