/// An error of a caller's closure, wrapped so that it is not translated as one of SQLite's.
///
/// The caller gets it back unchanged: a `DatabaseError` may be about the caller's own tables, or
/// about another database.
package struct CallerError: Error {
  package let error: any Error

  package init(error: any Error) { self.error = error }

  /// Runs a caller's closure inside of ``ListStoreError/translating(path:timeout:_:)``.
  static func boxing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw CallerError(error: error)
    }
  }
}
