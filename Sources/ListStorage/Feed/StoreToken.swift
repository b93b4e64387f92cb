import ListModel

/// A position in the feed of all lists of a store, which can be kept anywhere.
///
/// Its text has five fields: the format of the token, the lineage of the store, the epoch, the
/// sequence, and the mark of the commit of that sequence.
///
/// ```
/// s1.0f1e2d3c4b5a69788796a5b4c3d2e1f0.1.4211.9c3f6a…
/// ```
///
/// Like a ``CursorToken``, it is kept and given back. A token of another store, from before the
/// store was restored from a backup, or of a commit that never existed, is told apart from a good
/// one; see ``StoreCatchUp/Reason``.
public struct StoreToken: Hashable, Sendable {
  /// The store, independent of its file: 32 hexadecimal digits.
  package let lineage: String
  /// How often the store was restored from a backup, plus 1.
  package let epoch: Int
  /// The number of the commit the consumer has; 0 for none.
  public let sequence: Int
  /// Tells that commit from another one of the same number.
  let mark: Fingerprint
}

extension StoreToken: LosslessStringConvertible {
  private static let format = "s1"

  /// Reads a token; `nil` if `description` is not a token, or is of a later format.
  public init?(_ description: String) {
    let fields = description.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count == 5, fields[0] == Self.format,
      let lineage = Fingerprint(String(fields[1])),
      let epoch = Int(fields[2]), String(epoch) == fields[2], epoch > 0,
      let sequence = Int(fields[3]), String(sequence) == fields[3], sequence >= 0,
      let mark = Fingerprint(String(fields[4]))
    else { return nil }
    self.init(lineage: lineage.description, epoch: epoch, sequence: sequence, mark: mark)
  }

  /// The five fields, with periods between.
  public var description: String {
    "\(Self.format).\(lineage).\(epoch).\(sequence).\(mark)"
  }
}

extension StoreToken: Codable {
  /// Reads the text of a token.
  ///
  /// - Throws: `DecodingError` when it is not a token.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = StoreToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no store token")
    }
    self = token
  }

  /// Writes the text of the token.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
