/// Splits a stream of bytes into records that end with one given byte, and holds one record at a time.
///
/// A last record without its end byte is a record too, unless it is empty.
package struct RecordReader {
  private let terminator: UInt8
  private let read: () throws -> [UInt8]?
  private var chunk: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// Creates a reader of a source of chunks, which returns `nil` at its end.
  package init(endingIn terminator: UInt8, read: @escaping () throws -> [UInt8]?) {
    self.terminator = terminator
    self.read = read
  }

  /// Whether it holds bytes of the next record.
  package var hasBytes: Bool { position < chunk.endIndex }

  /// Returns the next record without its end byte, or `nil` at the end.
  ///
  /// - Throws: The error of the source.
  package mutating func next() throws -> [UInt8]? {
    var record: [UInt8] = []
    while true {
      if let end = chunk[position...].firstIndex(of: terminator) {
        record += chunk[position..<end]
        position = end + 1
        return record
      }
      record += chunk[position...]
      position = chunk.endIndex
      guard !isAtEnd, let next = try read() else {
        isAtEnd = true
        return record.isEmpty ? nil : record
      }
      chunk = next
      position = 0
    }
  }
}
