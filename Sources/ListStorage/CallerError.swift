/// An error of the caller's own, on its way past the translation of SQLite's errors.
///
/// What a caller's closure throws comes out as it is: a `DatabaseError` may be about the caller's
/// tables, or about another database.
struct CallerError: Error {
  let error: any Error

  /// Runs a closure of the caller's inside of ``ListStoreError/translating(path:timeout:_:)``.
  static func boxing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw CallerError(error: error)
    }
  }
}
