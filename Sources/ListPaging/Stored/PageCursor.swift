import ListDiff
public import ListModel
public import ListStorage

/// A position in a stored list that is read page by page.
///
/// It is a position, not a cell: it holds when the cell before it is deleted or moved. Keep its
/// text and give it back, but do not make or change one: a changed text is no cursor. A cursor of
/// another list, or from before the list was restored from a backup, is refused when a page is read
/// with it.
public struct PageCursor: Hashable, Sendable {
  /// The name of the list.
  public let list: List.ID
  /// The version that was read: with this token, `feed(of:after:)` gives the later changes, without
  /// a gap and none twice.
  public internal(set) var token: CursorToken
  /// How many cells of the list, from the first, were read.
  public internal(set) var count: Int
  /// The last cell that was read.
  public internal(set) var last: Cell.ID?

  /// The version that was read.
  public var version: Int { token.version }
}

/// Why a cursor cannot be used to read on.
public enum PageCursorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is of another list of that name, from before the list was restored, or of a version that
  /// never was.
  case otherPast(PageCursor)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .otherPast(let cursor):
      "the cursor is of another list than \"\(cursor.list)\", or of another past of it; begin with its first page"
    }
  }
}

extension PageCursor: LosslessStringConvertible {
  private static let format = "1"

  /// Reads the text of a cursor; `nil` if it is not a cursor, was changed, or has a later format.
  public init?(_ description: String) {
    guard let end = description.utf8.lastIndex(of: UInt8(ascii: ".")),
      description[description.utf8.index(after: end)...] == Self.proof(of: description[..<end])
    else { return nil }
    let fields = description[..<end].split(separator: ".", omittingEmptySubsequences: false)
    guard fields.count == 9, fields[0] == Self.format,
      let list = Self.text(fields[1]),
      let last = Self.text(fields[2]),
      let count = Int(fields[3]), count >= 0,
      let token = CursorToken(fields[4...].joined(separator: "."))
    else { return nil }
    self.init(
      list: List.ID(list),
      token: token,
      count: count,
      last: last.isEmpty ? nil : Cell.ID(last)
    )
  }

  /// Its fields, separated by periods: the format, the list and the last cell (their bytes in
  /// hexadecimal digits), the count, the five fields of the token, and a checksum of all fields
  /// before it.
  public var description: String {
    let text =
      "\(Self.format).\(list.rawValue.utf8.hexadecimal).\((last?.rawValue ?? "").utf8.hexadecimal)"
      + ".\(count).\(token)"
    return "\(text).\(Self.proof(of: text))"
  }

  private static func proof(of text: some StringProtocol) -> String {
    String(Checksum(Array(text.utf8)).value, radix: 16)
  }

  private static func text(_ digits: Substring) -> String? {
    [UInt8](hexadecimal: digits).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

extension PageCursor: Codable {
  /// Reads the text of a cursor.
  ///
  /// - Throws: `DecodingError` when the text is not a cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = PageCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no page cursor")
    }
    self = cursor
  }

  /// Writes the text of the cursor.
  ///
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
