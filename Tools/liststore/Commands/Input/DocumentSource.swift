import CDispatch
import Dispatch
import Foundation
import Glibc
package import ListModel

/// A source of documents: a file or standard input.
package struct DocumentSource {
  /// The name for people.
  package let name: String
  private let file: FileHandle

  /// Opens a file; `-` stands for standard input.
  ///
  /// - Throws: ``UnreadableFile``.
  package init(path: String) throws(UnreadableFile) {
    guard path != "-" else {
      name = "standard input"
      file = .standardInput
      return
    }
    name = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UnreadableFile(path: path, reason: SystemError(number: errno).description)
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Whether reading need not wait: there are bytes, or nothing more comes.
  package var isReady: Bool {
    var descriptor = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    // Of a file that cannot be asked, reading tells.
    return poll(&descriptor, 1, 0) != 0
  }

  /// Reads everything as one list document.
  ///
  /// - Throws: ``UnreadableFile`` or ``RefusedDocument``.
  package func list() throws -> List {
    try Self.list(bytes(), from: name)
  }

  /// Reads everything, or the beginning if that cannot be the beginning of JSON.
  ///
  /// - Throws: ``UnreadableFile``, also for more than ``byteLimit`` bytes.
  package func bytes() throws -> [UInt8] {
    var (bytes, chunks) = ([UInt8](), chunks())
    while let chunk = try chunks() {
      bytes += chunk
      guard bytes.count <= Self.byteLimit else { throw tooLong() }
    }
    return bytes
  }

  /// Returns a reader of the lines, one at a time.
  package func lines() -> RecordReader {
    RecordReader(endingIn: UInt8(ascii: "\n"), read: chunks())
  }

  /// The most bytes of one document: four times the largest change that a store takes.
  static let byteLimit = 4 << 30

  private func tooLong() -> UnreadableFile {
    UnreadableFile(path: name, reason: "it has more than \(Self.byteLimit >> 30) GiB")
  }

  /// Returns a reader of the bytes that ends after a beginning that is no JSON.
  ///
  /// A stream without an end, such as `/dev/zero`, is refused for what it begins with.
  private func chunks() -> () throws -> [UInt8]? {
    // One variable: with a second one, the optimised build of Swift 6.3 read nothing at all.
    var beginning = Beginning.toCome
    return {
      if case .noJSON = beginning { return nil }
      guard let chunk = try next() else { return nil }
      if case .toCome = beginning, let first = chunk.first(where: { !Self.white.contains($0) }) {
        beginning = Self.starts.contains(first) ? .json : .noJSON
      }
      return chunk
    }
  }

  /// What the bytes begin with, apart from white space.
  private enum Beginning { case toCome, json, noJSON }

  /// The white space of JSON, and the bytes of a mark of byte order, which the parser explains.
  private static let white = Set("\u{FEFF} \t\r\n".utf8)
  /// The first bytes of JSON values.
  private static let starts = Set("{[\"-0123456789tfn".utf8)

  /// Returns the number of lines still to come, or `nil` if only reading them can tell.
  package func lineCount() throws -> Int? {
    let descriptor = file.fileDescriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // Another program may have read the beginning of standard input.
    let start = lseek(descriptor, 0, SEEK_CUR)
    guard start >= 0 else { return nil }
    defer { lseek(descriptor, start, SEEK_SET) }
    var count = 0
    while let chunk = try next() { count += chunk.count { $0 == UInt8(ascii: "\n") } }
    return count
  }

  private func next() throws -> [UInt8]? {
    do {
      return try ByteStream(descriptor: file.fileDescriptor).next()
    } catch {
      throw UnreadableFile(path: name, reason: error.description)
    }
  }

  /// Reads a list document.
  ///
  /// - Throws: ``RefusedDocument``.
  package static func list(_ bytes: [UInt8], from name: String) throws(RefusedDocument) -> List {
    do {
      return try List(document: bytes)
    } catch {
      throw RefusedDocument(source: name, reason: "\(error)")
    }
  }
}

/// A document that is not a list document.
package struct RefusedDocument: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or another name for people; empty if the context names it.
  package let source: String
  /// What is wrong, and where in the document.
  package let reason: String

  package var description: String { source.isEmpty ? reason : "\(source): \(reason)" }
}
