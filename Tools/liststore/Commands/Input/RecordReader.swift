/// Cuts a stream of bytes into records that end in one byte, holding one record at a time.
///
/// A last record without its end byte is a record too; an empty rest is not.
package struct RecordReader {
  private let terminator: UInt8
  private let read: () throws -> [UInt8]?
  private var chunk: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// Reads records from a source of chunks, which gives `nil` at its end.
  package init(endingIn terminator: UInt8, read: @escaping () throws -> [UInt8]?) {
    self.terminator = terminator
    self.read = read
  }

  /// The next record without its end byte; `nil` at the end.
  ///
  /// - Throws: What the source throws.
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
