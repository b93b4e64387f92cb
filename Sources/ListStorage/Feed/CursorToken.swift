package import ListDiff
public import ListModel

/// A position in the feed of a list, which can be kept anywhere.
///
/// Its text has five fields: the format of the token, the lineage of the list, the epoch, the
/// version, and the fingerprint of the list at that version.
///
/// ```
/// 1.0f1e2d3c4b5a69788796a5b4c3d2e1f0.1.4211.9c3f6a…
/// ```
///
/// Tokens are kept and given back, not made by hand. A token of another list, from before the list
/// was restored from a backup, or of a version that never existed, is told apart from a good one;
/// see ``CatchUp/Reason``.
public struct CursorToken: Hashable, Sendable {
  /// The list, independent of its name and file: 32 hexadecimal digits.
  package let lineage: String
  /// How often the list was restored from a backup, plus 1.
  package let epoch: Int
  /// The version the consumer has; 0 for none.
  public let version: Int
  /// The fingerprint of that version.
  public let fingerprint: Fingerprint
}

extension CursorToken: LosslessStringConvertible {
  private static let format = "1"

  /// Reads a token; `nil` if `description` is not a token, or is of a later format.
  public init?(_ description: String) {
    let fields = description.split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count == 5, fields[0] == Self.format,
      let lineage = Fingerprint(String(fields[1])),
      let epoch = Int(fields[2]), String(epoch) == fields[2], epoch > 0,
      let version = Int(fields[3]), String(version) == fields[3], version >= 0,
      let fingerprint = Fingerprint(String(fields[4]))
    else { return nil }
    self.init(
      lineage: lineage.description,
      epoch: epoch,
      version: version,
      fingerprint: fingerprint
    )
  }

  /// The five fields, with periods between.
  public var description: String {
    "\(Self.format).\(lineage).\(epoch).\(version).\(fingerprint)"
  }
}

extension CursorToken: Codable {
  /// Reads the text of a token.
  ///
  /// - Throws: `DecodingError` when it is not a token.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = CursorToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no cursor token")
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

extension CursorToken {
  /// Returns the token of a consumer of the same list after it has applied a change.
  package func advanced(past change: Change) -> CursorToken {
    token(of: change.version, change.fingerprint)
  }

  /// Returns the token of a version of the same list in the same epoch.
  package func token(of version: Int, _ fingerprint: Fingerprint) -> CursorToken {
    CursorToken(lineage: lineage, epoch: epoch, version: version, fingerprint: fingerprint)
  }
}

extension ListRows.Head {
  /// Returns the token of a version of the list.
  func token(version: Int, fingerprint: Fingerprint) -> CursorToken {
    CursorToken(
      lineage: Fingerprint(value: lineage.value).description,
      epoch: epoch,
      version: version,
      fingerprint: fingerprint
    )
  }

  /// The token of the head.
  package var token: CursorToken { token(version: version, fingerprint: fingerprint) }
}
