import GRDB
import GRDBSQLite

/// The tables of queries as SQLite's virtual tables (sqlite.org, *The Virtual Table Mechanism of
/// SQLite*).
///
/// SQLite takes structures that begin with its own; behind these stands a reference to an object of
/// ours, which SQLite gives back by `xDisconnect` and `xClose`.
enum VirtualTable {
  /// A table of one connection.
  final class Module {
    let table: QueryTable
    let store: QueriedStore
    private let methods = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)

    init(_ table: QueryTable, _ store: QueriedStore) {
      (self.table, self.store) = (table, store)
      methods.initialize(to: VirtualTable.methods)
    }

    /// The connection must be closed before this value is gone.
    deinit {
      methods.deallocate()
    }

    /// Makes the table, which reads no rows yet.
    func register(in connection: OpaquePointer?) -> Int32 {
      let own = Unmanaged.passUnretained(self).toOpaque()
      let code = sqlite3_create_module_v2(connection, table.name, methods, own, nil)
      guard code == SQLITE_OK else { return code }
      // SQLite connects to it once, when a statement first names it.
      return sqlite3_exec(connection, "SELECT 1 FROM \(table.name) WHERE 0", nil, nil, nil)
    }
  }

  /// A cursor, and the numbers of its rows.
  final class Cursor {
    let rows: any QueryCursor
    var number: Int64 = 0

    init(_ rows: any QueryCursor) { self.rows = rows }
  }

  /// Without `xCreate`, the table exists under the name of its module and cannot be made again.
  private static var methods: sqlite3_module {
    var methods = sqlite3_module()
    methods.xConnect = { connection, module, _, _, result, _ in
      guard let module else { return SQLITE_ERROR }
      let table = Unmanaged<Module>.fromOpaque(module).takeUnretainedValue().table
      let code = sqlite3_declare_vtab(connection, table.declaration)
      guard code == SQLITE_OK else { return code }
      result?.pointee = Tail.attach(module, to: sqlite3_vtab())
      return SQLITE_OK
    }
    methods.xDisconnect = { table in
      table?.deallocate()
      return SQLITE_OK
    }
    methods.xBestIndex = { table, question in
      guard let module: Module = Tail.object(behind: table), let question else {
        return SQLITE_ERROR
      }
      return QueryPlan.choose(for: module.table, question)
    }
    methods.xOpen = { table, result in
      guard let module: Module = Tail.object(behind: table) else { return SQLITE_ERROR }
      let cursor = Cursor(module.table.cursor(module.store))
      let own = Unmanaged.passRetained(cursor).toOpaque()
      result?.pointee = Tail.attach(own, to: sqlite3_vtab_cursor())
      return SQLITE_OK
    }
    methods.xClose = { cursor in
      if let cursor: Cursor = Tail.object(behind: cursor) {
        Unmanaged.passUnretained(cursor).release()
      }
      cursor?.deallocate()
      return SQLITE_OK
    }
    methods.xFilter = { pointer, number, text, count, values in
      VirtualTable.attempt(pointer) { cursor in
        cursor.number = 0
        try cursor.rows.begin(QueryPlan.wish(number, text, count, values))
      }
    }
    methods.xNext = { pointer in
      VirtualTable.attempt(pointer) { cursor in
        cursor.number += 1
        try cursor.rows.goOn()
      }
    }
    methods.xEof = { pointer in
      guard let cursor: Cursor = Tail.object(behind: pointer) else { return 1 }
      return cursor.rows.isAtEnd ? 1 : 0
    }
    methods.xColumn = { pointer, context, column in
      VirtualTable.attempt(pointer) { cursor in
        SQLiteText.setResult(try cursor.rows.value(Int(column)), of: context)
      }
    }
    methods.xRowid = { pointer, row in
      guard let cursor: Cursor = Tail.object(behind: pointer) else { return SQLITE_ERROR }
      row?.pointee = cursor.number
      return SQLITE_OK
    }
    return methods
  }

  /// Runs work that may fail; the store keeps the error, of which SQLite only learns that there is one.
  private static func attempt(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
    _ body: (Cursor) throws -> Void
  ) -> Int32 {
    guard let cursor: Cursor = Tail.object(behind: pointer) else { return SQLITE_ERROR }
    do {
      try body(cursor)
      return SQLITE_OK
    } catch {
      let module: Module? = Tail.object(behind: pointer?.pointee.pVtab)
      module?.store.failure = error
      return SQLITE_ERROR
    }
  }
}

/// A structure of SQLite's with a reference behind it.
private enum Tail {
  /// Allocates a structure, and a reference behind it.
  static func attach<Structure>(
    _ object: UnsafeMutableRawPointer,
    to structure: Structure
  ) -> UnsafeMutablePointer<Structure> {
    let (size, word) = (MemoryLayout<Structure>.stride, MemoryLayout<UnsafeRawPointer>.stride)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size + word, alignment: word)
    let pointer = memory.initializeMemory(as: Structure.self, to: structure)
    memory.storeBytes(of: object, toByteOffset: size, as: UnsafeMutableRawPointer.self)
    return pointer
  }

  static func object<Structure, Object: AnyObject>(
    behind structure: UnsafeMutablePointer<Structure>?
  ) -> Object? {
    guard let structure else { return nil }
    let size = MemoryLayout<Structure>.stride
    let object = UnsafeMutableRawPointer(structure).load(
      fromByteOffset: size,
      as: UnsafeMutableRawPointer.self
    )
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }
}
