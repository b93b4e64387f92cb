import Foundation
import GRDB
import ListModel

@testable import ListStorage

extension Database {
  /// Takes the checksums of all changes so far, as if software before format 4 had recorded them.
  func forgetChecksumsOfChanges() throws {
    let lineage = try Data.fetchOne(self, sql: "SELECT lineage FROM liststore") ?? Data()
    let value = lineage.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let lists = try Int64.fetchOne(self, sql: "SELECT lists FROM liststore") ?? 0
    let last = try Int64.fetchOne(self, sql: "SELECT max(sequence) FROM liststore_change") ?? 0
    try StoreRecord(lineage: Digest(value: value), lists: lists, checkedFrom: last + 1)
      .write(in: self)
    try execute(sql: "UPDATE liststore_change SET checksum = NULL, body_checksum = NULL")
  }
}
