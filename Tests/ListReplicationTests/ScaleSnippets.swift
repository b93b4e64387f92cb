// The Swift code of docs/scale.md, compiled; see DocumentedCodeTests.

import ListModel
import ListPostgres
import ListReplication
import ListStorage

enum ScaleSnippets {
  static func replicate(_ list: List) async throws {
    let log = try await PostgresLog(
      "postgres://app@db1,db2,db3/lists?target_session_attrs=read-write",
      host: "web-1"
    )
    let lists = ReplicatedStore(try ListStore(path: "replica.db"), following: log)
    try await lists.commit(list, to: "home")
    try await lists.edit("home") { try $0.deleteCell("a1") }
    let snapshot = try await lists.snapshot(of: "home", atLeast: 7)
    try await lists.followAll()
    _ = snapshot
    try await keep(lists, log)
  }

  static func keep(_ lists: ReplicatedStore<PostgresLog>, _ log: PostgresLog) async throws {
    try await log.keep(lists.store.snapshot(of: "home"))
    try await log.compact("home", before: 10_000)
    try await log.forget(host: "web-9")
  }
}
