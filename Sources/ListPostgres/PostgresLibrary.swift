import Foundation

/// The functions of libpq, PostgreSQL's own client library, found when the first connection is made.
///
/// The library is not linked: programs that never use a log on PostgreSQL are built and run without it. Its
/// functions are those of PostgreSQL's manual, chapter "libpq".
struct PostgresLibrary: Sendable {
  typealias Connection = OpaquePointer
  typealias Answer = OpaquePointer
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

  let connect: @convention(c) (Texts, Texts, CInt) -> Connection?
  let status: @convention(c) (Connection) -> CInt
  let message: @convention(c) (Connection) -> UnsafePointer<CChar>?
  let serverVersion: @convention(c) (Connection) -> CInt
  let finish: @convention(c) (Connection) -> Void
  let setNonblocking: @convention(c) (Connection, CInt) -> CInt
  let send: @convention(c) (Connection, UnsafePointer<CChar>) -> CInt
  let sendPrepare:
    @convention(c) (
      Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, CInt, UnsafePointer<UInt32>?
    ) -> CInt
  let sendPrepared:
    @convention(c) (
      Connection, UnsafePointer<CChar>, CInt, Texts, UnsafePointer<CInt>, UnsafePointer<CInt>, CInt
    ) -> CInt
  let flush: @convention(c) (Connection) -> CInt
  let isBusy: @convention(c) (Connection) -> CInt
  let answer: @convention(c) (Connection) -> Answer?
  let parseAddress:
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> UnsafeMutableRawPointer?
  let freeAddress: @convention(c) (UnsafeMutableRawPointer) -> Void
  let answerStatus: @convention(c) (Answer?) -> CInt
  let answerField: @convention(c) (Answer?, CInt) -> UnsafePointer<CChar>?
  let answerMessage: @convention(c) (Answer?) -> UnsafePointer<CChar>?
  let rowCount: @convention(c) (Answer) -> CInt
  let columnCount: @convention(c) (Answer) -> CInt
  let value: @convention(c) (Answer, CInt, CInt) -> UnsafePointer<CChar>?
  let valueLength: @convention(c) (Answer, CInt, CInt) -> CInt
  let valueIsNull: @convention(c) (Answer, CInt, CInt) -> CInt
  let clear: @convention(c) (Answer?) -> Void
  let socket: @convention(c) (Connection) -> CInt
  let consumeInput: @convention(c) (Connection) -> CInt
  let notification: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let free: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// `PGnotify` of libpq-fe.h, as far as it is read.
  struct Notification {
    var channel: UnsafeMutablePointer<CChar>?
    var process: CInt
    var payload: UnsafeMutablePointer<CChar>?
  }

  /// `PQconninfoOption` of libpq-fe.h.
  struct AddressPart {
    var keyword: UnsafeMutablePointer<CChar>?
    var variable: UnsafeMutablePointer<CChar>?
    var compiled: UnsafeMutablePointer<CChar>?
    var value: UnsafeMutablePointer<CChar>?
    var label: UnsafeMutablePointer<CChar>?
    var display: UnsafeMutablePointer<CChar>?
    var size: CInt
  }

  /// The library; its error if it is not there.
  static let shared = Result { () throws(PostgresLogError) in try PostgresLibrary() }

  private static let names = ["libpq.so.5", "libpq.5.dylib", "libpq.so"]

  private init() throws(PostgresLogError) {
    guard let library = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
      throw .noClientLibrary
    }
    connect = try Self.find("PQconnectdbParams", in: library)
    status = try Self.find("PQstatus", in: library)
    message = try Self.find("PQerrorMessage", in: library)
    serverVersion = try Self.find("PQserverVersion", in: library)
    finish = try Self.find("PQfinish", in: library)
    setNonblocking = try Self.find("PQsetnonblocking", in: library)
    send = try Self.find("PQsendQuery", in: library)
    sendPrepare = try Self.find("PQsendPrepare", in: library)
    sendPrepared = try Self.find("PQsendQueryPrepared", in: library)
    flush = try Self.find("PQflush", in: library)
    isBusy = try Self.find("PQisBusy", in: library)
    answer = try Self.find("PQgetResult", in: library)
    parseAddress = try Self.find("PQconninfoParse", in: library)
    freeAddress = try Self.find("PQconninfoFree", in: library)
    answerStatus = try Self.find("PQresultStatus", in: library)
    answerField = try Self.find("PQresultErrorField", in: library)
    answerMessage = try Self.find("PQresultErrorMessage", in: library)
    rowCount = try Self.find("PQntuples", in: library)
    columnCount = try Self.find("PQnfields", in: library)
    value = try Self.find("PQgetvalue", in: library)
    valueLength = try Self.find("PQgetlength", in: library)
    valueIsNull = try Self.find("PQgetisnull", in: library)
    clear = try Self.find("PQclear", in: library)
    socket = try Self.find("PQsocket", in: library)
    consumeInput = try Self.find("PQconsumeInput", in: library)
    notification = try Self.find("PQnotifies", in: library)
    free = try Self.find("PQfreemem", in: library)
  }

  private static func find<Function>(
    _ name: String,
    in library: UnsafeMutableRawPointer
  ) throws(PostgresLogError) -> Function {
    guard let symbol = dlsym(library, name) else { throw .noClientLibrary }
    // `dlsym` gives an address without a type. The types above are those that PostgreSQL's manual declares, which
    // every libpq 5 has; a function's address and a `@convention(c)` value are the same word.
    return unsafeBitCast(symbol, to: Function.self)
  }
}
