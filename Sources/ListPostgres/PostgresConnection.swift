import Foundation

/// One connection to a server, used by one caller at a time; its calls block.
///
/// Parameters and answers are binary: bytes as they are, numbers in network order.
final class PostgresConnection {
  /// A parameter of a statement.
  enum Parameter {
    case bytes([UInt8]?)
    case number(Int)

    static func text(_ text: String?) -> Self { .bytes(text.map { Array($0.utf8) }) }
  }

  /// A row of an answer.
  struct Row {
    fileprivate let columns: [[UInt8]?]

    func bytes(_ column: Int) -> [UInt8] { columns[column] ?? [] }
    func text(_ column: Int) -> String? {
      columns[column].map { String(decoding: $0, as: UTF8.self) }
    }
    func number(_ column: Int) -> Int { bytes(column).reduce(0) { $0 << 8 | Int($1) } }
    func isNull(_ column: Int) -> Bool { columns[column] == nil }
  }

  /// A statement failed because the connection is gone: what it did is unknown.
  struct Lost: Error {
    var reason: String
  }

  private let library: PostgresLibrary
  private let connection: PostgresLibrary.Connection
  private var prepared: [String: String] = [:]

  /// Connects, and waits for that.
  ///
  /// - Parameter address: A connection string or URI, as of PostgreSQL's manual.
  /// - Throws: ``PostgresLogError``.
  init(_ address: String) throws(PostgresLogError) {
    let library = try PostgresLibrary.shared.get()
    self.library = library
    let names = ["connect_timeout", "dbname", "client_encoding", "tcp_user_timeout"]
    let values = ["10", address, "UTF8", "10000"]
    let made = withTexts(names) { names in
      // A database name that is a connection string stands for all its parts, and wins over what is before.
      withTexts(values) { values in library.connect(names, values, 1) }
    }
    guard let made else { throw .cannotConnect(reason: "libpq has no memory") }
    guard library.status(made) == 0 else {
      defer { library.finish(made) }
      throw .cannotConnect(reason: Self.text(library.message(made)))
    }
    connection = made
  }

  deinit { library.finish(connection) }

  private static func text(_ message: UnsafePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    return text.split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
  }

  /// Whether the server still answers, as far as is known.
  var isAlive: Bool { library.status(connection) == 0 }

  /// Runs statements without parameters.
  ///
  /// - Throws: ``PostgresLogError`` and ``Lost``.
  func run(_ sql: String) throws {
    let answer = library.execute(connection, sql)
    defer { library.clear(answer) }
    _ = try rows(of: answer)
  }

  /// Runs a statement with parameters, which is prepared once.
  ///
  /// - Throws: ``PostgresLogError`` and ``Lost``.
  func query(_ sql: String, _ parameters: [Parameter] = []) throws -> [Row] {
    let name = try prepare(sql)
    let values = parameters.map { parameter -> [UInt8]? in
      switch parameter {
      case .bytes(let bytes): bytes
      case .number(let number):
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
    }
    let lengths = values.map { CInt($0?.count ?? 0) }
    let formats = [CInt](repeating: 1, count: values.count)
    let answer = withBytes(values) { pointers in
      library.executePrepared(
        connection,
        name,
        CInt(values.count),
        pointers,
        lengths,
        formats,
        1
      )
    }
    defer { library.clear(answer) }
    return try rows(of: answer)
  }

  private func prepare(_ sql: String) throws -> String {
    if let name = prepared[sql] { return name }
    let name = "liststore\(prepared.count)"
    let answer = library.prepare(connection, name, sql, 0, nil)
    defer { library.clear(answer) }
    _ = try rows(of: answer)
    prepared[sql] = name
    return name
  }

  /// Reads an answer.
  private func rows(of answer: PostgresLibrary.Answer?) throws -> [Row] {
    // PGRES_COMMAND_OK, PGRES_TUPLES_OK.
    guard let answer, [1, 2].contains(library.answerStatus(answer)) else { throw error(of: answer) }
    return (0..<library.rowCount(answer)).map { row in
      Row(columns: (0..<columnCount(of: answer)).map { value(answer, row, $0) })
    }
  }

  private func columnCount(of answer: PostgresLibrary.Answer) -> CInt {
    library.columnCount(answer)
  }

  private func value(_ answer: PostgresLibrary.Answer, _ row: CInt, _ column: CInt) -> [UInt8]? {
    guard library.valueIsNull(answer, row, column) == 0,
      let start = library.value(answer, row, column)
    else { return nil }
    let count = Int(library.valueLength(answer, row, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func error(of answer: PostgresLibrary.Answer?) -> any Error {
    // PG_DIAG_SQLSTATE
    let state =
      library.answerField(answer, CInt(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
    let reason = Self.text(library.answerMessage(answer))
    // A server that shuts down says so before it ends the connection (class 57P); of class 08 are
    // connections. What the statement did is unknown.
    guard isAlive, !state.isEmpty, !state.hasPrefix("57P"), !state.hasPrefix("08") else {
      return Lost(reason: reason.isEmpty ? Self.text(library.message(connection)) : reason)
    }
    if state == "25006" { return PostgresLogError.readOnly(reason: reason) }
    return PostgresLogError.statementFailed(state: state, reason: reason)
  }

  /// Waits for notifications.
  ///
  /// - Parameter timeout: How long to wait for the first one, in milliseconds.
  /// - Returns: The payloads that have come.
  /// - Throws: ``Lost``.
  func notifications(waiting timeout: Int32) throws -> [String] {
    var payloads = takeNotifications()
    guard payloads.isEmpty else { return payloads }
    var wait = pollfd(fd: library.socket(connection), events: Int16(POLLIN), revents: 0)
    _ = poll(&wait, 1, timeout)
    guard library.consumeInput(connection) == 1 else {
      throw Lost(reason: Self.text(library.message(connection)))
    }
    payloads = takeNotifications()
    return payloads
  }

  private func takeNotifications() -> [String] {
    var payloads: [String] = []
    while let next = library.notification(connection) {
      let notification = next.load(as: PostgresLibrary.Notification.self)
      payloads.append(notification.payload.map { String(cString: $0) } ?? "")
      library.free(next)
    }
    return payloads
  }
}

/// Calls a function with texts as C has them, and a null after the last one.
private func withTexts<Value>(
  _ texts: [String],
  _ body: (PostgresLibrary.Texts) -> Value
) -> Value {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  let pointers = copies.map { $0.map { UnsafePointer<CChar>($0) } } + [nil]
  return pointers.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
}

/// Calls a function with the addresses of byte sequences, null for those that are absent.
private func withBytes<Value>(
  _ values: [[UInt8]?],
  _ body: (PostgresLibrary.Texts) -> Value
) -> Value {
  // One byte more: an empty value also needs an address.
  var all: [UInt8] = [0]
  for value in values { all += value ?? [] }
  return all.withUnsafeBytes { bytes in
    var offset = 0
    var pointers: [UnsafePointer<CChar>?] = []
    for value in values {
      let start = bytes.baseAddress.unsafelyUnwrapped + offset + (value?.isEmpty == false ? 1 : 0)
      pointers.append(value == nil ? nil : start.assumingMemoryBound(to: CChar.self))
      offset += value?.count ?? 0
    }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}
