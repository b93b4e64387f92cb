import Foundation

/// One connection to a server, used by one caller at a time; its calls block.
///
/// Parameters and answers are binary: bytes as they are, numbers in network order.
final class PostgresConnection {
  /// A parameter of a statement.
  enum Parameter {
    case bytes([UInt8]?)
    case number(Int)

    /// An array of byte sequences.
    case array([[UInt8]])

    static func text(_ text: String?) -> Self { .bytes(text.map { Array($0.utf8) }) }

    /// The binary form; `nil` for no value.
    fileprivate var bytes: [UInt8]? {
      switch self {
      case .bytes(let bytes): return bytes
      case .number(let number): return Self.bytes(number)
      case .array(let values):
        // One dimension, no nulls, elements of type bytea (17), counted from 1.
        var bytes = [1, 0, 17, values.count, 1].flatMap { Self.bytes(Int32($0)) }
        for value in values { bytes += Self.bytes(Int32(value.count)) + value }
        return bytes
      }
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
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
  /// Whether an answer was not waited for, which may still come.
  private var isGivenUp = false
  /// How long no byte may come or go while an answer is waited for.
  private let silence: Int32

  /// Connects, and waits for that.
  ///
  /// - Parameters:
  ///   - address: A connection string or URI, as of PostgreSQL's manual.
  ///   - overrides: Parts of the address that are others, by the manual's keywords.
  ///   - silence: How long no byte may come or go while an answer is waited for.
  /// - Throws: ``PostgresLogError``.
  init(
    _ address: String,
    _ overrides: [(keyword: String, value: String)] = [],
    silence: Duration
  ) throws(PostgresLogError) {
    self.silence = Int32(clamping: Int(silence / .milliseconds(1)))
    let library = try PostgresLibrary.shared.get()
    self.library = library
    let names = ["connect_timeout", "client_encoding", "tcp_user_timeout", "dbname"]
    let values = ["3", "UTF8", "10000", address]
    let made = withTexts(names + overrides.map(\.keyword)) { names in
      // A database name that is a connection string stands for all its parts; what comes later wins.
      withTexts(values + overrides.map(\.value)) { values in library.connect(names, values, 1) }
    }
    guard let made else { throw .cannotConnect(reason: "libpq has no memory") }
    guard library.status(made) == 0 else {
      defer { library.finish(made) }
      throw .cannotConnect(reason: Self.text(library.message(made)))
    }
    connection = made
    _ = library.setNonblocking(made, 1)
  }

  deinit { library.finish(connection) }

  private static func text(_ message: UnsafePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    return text.split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
  }

  /// Whether the server still answers, as far as is known.
  var isAlive: Bool { !isGivenUp && library.status(connection) == 0 }

  /// Runs statements without parameters.
  ///
  /// - Throws: ``PostgresLogError`` and ``Lost``.
  func run(_ sql: String) throws {
    _ = try rows(sent: library.send(connection, sql))
  }

  /// Runs a statement with parameters, which is prepared once.
  ///
  /// - Throws: ``PostgresLogError`` and ``Lost``.
  func query(_ sql: String, _ parameters: [Parameter] = []) throws -> [Row] {
    let name = try prepare(sql)
    let values = parameters.map(\.bytes)
    let lengths = values.map { CInt($0?.count ?? 0) }
    let formats = [CInt](repeating: 1, count: values.count)
    let sent = withBytes(values) { pointers in
      library.sendPrepared(connection, name, CInt(values.count), pointers, lengths, formats, 1)
    }
    return try rows(sent: sent)
  }

  private func prepare(_ sql: String) throws -> String {
    if let name = prepared[sql] { return name }
    let name = "liststore\(prepared.count)"
    _ = try rows(sent: library.sendPrepare(connection, name, sql, 0, nil))
    prepared[sql] = name
    return name
  }

  // MARK: - Answers

  /// Waits for the answer to what was sent.
  ///
  /// - Parameter sent: What libpq's function has returned.
  /// - Returns: Its rows.
  /// - Throws: ``PostgresLogError`` and ``Lost``.
  private func rows(sent: CInt) throws -> [Row] {
    guard sent == 1 else { throw lost() }
    try flush()
    var last: PostgresLibrary.Answer?
    defer { library.clear(last) }
    // Up to the null that ends the answers, or the connection cannot be used again.
    while true {
      while library.isBusy(connection) == 1 {
        try wait(for: Int16(POLLIN))
        guard library.consumeInput(connection) == 1 else { throw lost() }
      }
      guard let next = library.answer(connection) else { break }
      // Of several statements, the first error counts.
      if let known = last, ![1, 2].contains(library.answerStatus(known)) {
        library.clear(next)
      } else {
        library.clear(last)
        last = next
      }
    }
    return try rows(of: last)
  }

  /// Sends everything, and reads meanwhile what the server has to say.
  private func flush() throws {
    while true {
      switch library.flush(connection) {
      case 0: return
      case 1:
        if try wait(for: Int16(POLLIN | POLLOUT)) & Int16(POLLIN) != 0,
          library.consumeInput(connection) != 1
        {
          throw lost()
        }
      default: throw lost()
      }
    }
  }

  /// Waits until bytes come or can go.
  ///
  /// - Throws: ``Lost`` when nothing has moved for long: a server that is stopped keeps its connections, and its
  ///   system goes on to acknowledge what is sent.
  @discardableResult
  private func wait(for events: Int16) throws -> Int16 {
    var socket = pollfd(fd: library.socket(connection), events: events, revents: 0)
    while true {
      let count = poll(&socket, 1, silence)
      if count > 0 { return socket.revents }
      if count < 0, errno == EINTR { continue }
      isGivenUp = true
      throw Lost(
        reason: "the server has not answered for \(silence) ms: it has stopped, or it waits for "
          + "standbys or for another commit"
      )
    }
  }

  private func lost() -> Lost { Lost(reason: Self.text(library.message(connection))) }

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
    // Class 53: a full disk, no memory; 54000: more than the server can take.
    if state.hasPrefix("53") || state == "54000" { return PostgresLogError.noRoom(reason: reason) }
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
