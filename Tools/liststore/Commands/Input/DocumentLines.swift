/// The lines of a source, each of which is a document; empty lines are skipped.
package struct DocumentLines {
  /// A line.
  package struct Line {
    package var bytes: [UInt8]
    /// Its number, counted from 1 with empty lines.
    package var number: Int
    /// Its position, for people.
    package var place: String
  }

  private let source: DocumentSource
  private var name: String { source.name }
  private var lines: RecordReader
  private var number = 0

  package init(of source: DocumentSource) {
    self.source = source
    lines = source.lines()
  }

  /// Whether the next line, or its beginning, can be read without waiting for a program that writes it.
  package var isNextThere: Bool { lines.hasBytes || source.isReady }

  /// Returns the next line, or `nil` at the end.
  ///
  /// - Throws: ``UnreadableFile``.
  package mutating func next() throws -> Line? {
    while let bytes = try lines.next() {
      number += 1
      guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      return Line(bytes: bytes, number: number, place: "\(name), line \(number)")
    }
    return nil
  }
}
