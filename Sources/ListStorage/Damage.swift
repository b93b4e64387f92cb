import GRDB

/// The damage of a file's content that an error reports.
package struct Damage {
  package let reason: String

  /// - Returns: `nil` when the error says nothing about the content: the device failed, memory ran
  ///   out, or another process has the file.
  package init?(_ error: any Error) {
    switch error {
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_MISMATCH:
        reason = error.message ?? "\(error.resultCode)"
      default: return nil
      }
    case let error as ListStoreError:
      switch error {
      case .corrupted(let reason), .database(let reason), .notAListStore(_, let reason):
        self.reason = reason
      case .busy, .cannotOpen, .closed, .diskFull, .fileReplaced, .noSuchFile, .outOfMemory,
        .outcomeUnknown, .readOnly:
        return nil
      default: reason = "\(error)"
      }
    case is RowDecodingError:
      reason = "a stored value is of another type than its column"
    case is CancellationError:
      return nil
    default:
      reason = "\(error)"
    }
  }

  /// Reads a value; `nil` when damage prevents that, which is then noted.
  package static func noting<Value>(_ read: () throws -> Value, _ note: (Damage) -> Void) throws
    -> Value?
  {
    do {
      return try read()
    } catch {
      guard let damage = Damage(error) else { throw error }
      note(damage)
      return nil
    }
  }

  /// Reads a value; `nil` when damage prevents that.
  package static func hiding<Value>(_ read: () throws -> Value?) throws -> Value? {
    try noting(read) { _ in } ?? nil
  }
}

extension Damage {
  /// Runs a read transaction whose work deals with damage itself.
  ///
  /// SQLite reports damage that was met in a transaction at its end, too.
  ///
  /// - Parameter transaction: Gives its result before it ends.
  /// - Returns: That result.
  /// - Throws: What the transaction throws, unless it is damage and there is a result.
  package static func outlasted<Value>(by transaction: (inout Value?) throws -> Void) throws
    -> Value
  {
    var result: Value?
    do {
      try transaction(&result)
    } catch {
      guard result != nil, Damage(error) != nil else { throw error }
    }
    guard let result else { throw ListStoreError.database(reason: "nothing was read") }
    return result
  }
}
