public import ListModel

/// The rows that a window shows.
///
/// Rows are counted from 0 through all cells of the list, section after section, or through the
/// cells of one section. They are numbers, not cells: when a cell is inserted before the window,
/// the window's last cell leaves and the one before its first enters.
public struct WindowBounds: Hashable, Sendable {
  /// The rows shown; there may be no cells at some of them.
  public var rows: Range<Int>
  /// The section whose cells are counted; `nil` for those of the whole list.
  public var section: Section.ID?

  /// Returns rows of a list, or of one of its sections, which need not exist.
  public static func rows(_ rows: Range<Int>, of section: Section.ID? = nil) -> WindowBounds {
    WindowBounds(rows: rows, section: section)
  }

  /// Checks that the bounds can be kept: there can be a section of that id.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)``.
  func validate() throws {
    guard let reason = section?.reasonForRefusal else { return }
    throw ListStoreError.invalidName("the id of the window's section", reason: reason)
  }
}

/// The window of a consumer, as its cursor keeps it.
///
/// | bytes | what |
/// |---|---|
/// | 1 | 1 when the consumer has the cells of the window, 0 when it has to be given them all |
/// | 8 | the first row, little-endian |
/// | 8 | the row after the last, little-endian |
/// | rest | the id of the section; nothing for the whole list |
struct ConsumerWindow {
  var bounds: WindowBounds
  /// Whether the consumer has the cells of the window at its version.
  var isShown: Bool

  init(bounds: WindowBounds, isShown: Bool) {
    self.bounds = bounds
    self.isShown = isShown
  }

  /// Reads the stored form.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  init(stored bytes: [UInt8]) throws {
    func number(at offset: Int) -> Int? {
      let pattern = bytes[offset..<(offset + 8)].reversed().reduce(0 as UInt64) {
        $0 << 8 | UInt64($1)
      }
      return Int(exactly: Int64(bitPattern: pattern))
    }
    guard bytes.count >= 17, bytes[0] <= 1, let start = number(at: 1), let end = number(at: 9),
      start <= end, let section = String(validating: bytes[17...], as: UTF8.self)
    else { throw ListStoreError.corrupted(reason: "the window of a consumer is malformed") }
    bounds = .rows(start..<end, of: section.isEmpty ? nil : Section.ID(section))
    isShown = bytes[0] == 1
  }

  /// The stored form.
  var stored: [UInt8] {
    var bytes: [UInt8] = [isShown ? 1 : 0]
    for row in [bounds.rows.lowerBound, bounds.rows.upperBound] {
      withUnsafeBytes(of: Int64(row).littleEndian) { bytes += $0 }
    }
    return bytes + Array((bounds.section?.rawValue ?? "").utf8)
  }
}
