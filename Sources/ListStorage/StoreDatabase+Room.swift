import Foundation
import GRDB
import Synchronization

// A store can make room on a full device, and goes on when there is room again. If less is free than
// a log usually grows to, the log is kept so short that it can always be moved into the database,
// even if the database grows by it; otherwise a log could fill the device and never be moved.

/// Decides when to look again at the room that is left on the device.
struct RoomWatch {
  /// The length of the log at the last look, and at the next one.
  private var (last, next) = (0, 0)
  /// The free bytes with which nothing needs to be done: as many as a log usually grows to.
  static let ample = 16 << 20

  /// Whether fewer bytes were free at the last look.
  private(set) var isScarce = false
  /// Whether there was room at the last look for the growth of the database when the log is moved.
  private(set) var canMove = true
  /// Whether freed pages are left as they are, instead of being overwritten.
  var leavesFreedPages = false

  /// Returns whether there is little room, or the log has grown by a sixteenth of ``ample`` or was
  /// restarted since.
  func isDue(at length: Int) -> Bool { isScarce || length < last || length >= next }

  /// Records a look.
  ///
  /// - Parameters:
  ///   - length: The length of the log.
  ///   - room: The bytes that are free.
  ///   - growth: The bytes the database grows by when the log is moved.
  mutating func look(at length: Int, room: Int, growth: Int) {
    (last, next) = (length, length + Self.ample / 16)
    (isScarce, canMove) = (room < Self.ample, growth <= room)
  }

  /// Has the next write look again.
  mutating func lookAgain() { next = 0 }
}

extension StoreDatabase {
  /// The bytes that are free on the device for this user; `nil` when the system does not say.
  private var freeByteCount: Int? {
    var status = statvfs()
    guard statvfs(FilePath.folder(of: path), &status) == 0 else { return nil }
    // Root may use the reserved blocks.
    let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
    let (bytes, isBeyond) = Int(clamping: blocks).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize)
    )
    return isBeyond ? .max : bytes
  }

  /// Moves a log that is long, or that would make the database grow, when there is little room:
  /// before and after each write; the caller holds the lock.
  ///
  /// A write that finds no room leaves none, so the log must then need none to be moved.
  func keepRoom(_ database: Database) {
    guard lock != nil, !database.isInsideTransaction else { return }
    let length = walLength?.byteCount ?? walByteCount
    guard roomWatch.withLock({ $0.isDue(at: length) }), var room = freeByteCount else { return }
    if room < RoomWatch.ample, walByteCount > room / 4 || pendingGrowth(database) > 0 {
      giveLogBack(database)
      room = freeByteCount ?? room
    }
    setOverwriting(room, database)
    let growth = room < RoomWatch.ample ? pendingGrowth(database) : 0
    roomWatch.withLock { $0.look(at: length, room: room, growth: growth) }
  }

  /// Returns how much longer the database, with the log and an open transaction, is than its file.
  private func pendingGrowth(_ database: Database) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return ((try? Self.byteCount(database)) ?? 0) - Int(status.st_size)
  }

  /// Refuses a commit that would leave less room than the database needs to grow when the log is
  /// moved, unless others have already taken that room.
  ///
  /// - Throws: ``ListStoreError/diskFull(path:)``.
  func requireRoomToMoveLog(_ database: Database) throws {
    guard lock != nil, roomWatch.withLock({ $0.isScarce && $0.canMove }), let room = freeByteCount
    else { return }
    let growth = pendingGrowth(database)
    // The growth is written to the log first, with some pages that exist already.
    let others = 64 << 10
    guard growth <= 0 || room >= 2 * growth + others else {
      throw ListStoreError.diskFull(path: path)
    }
  }

  /// Moves the log after a write that has found no room, so that the next one has all the room there
  /// is.
  func makeRoom(_ database: Database) {
    roomWatch.withLock { $0.lookAgain() }
    guard lock != nil, !database.isInsideTransaction else { return }
    giveLogBack(database)
  }

  /// Moves the log into the database, and gives its room back, unless a reader still needs it.
  ///
  /// It does nothing if the database has no room to grow: moving a part would use up room for
  /// nothing.
  func giveLogBack(_ database: Database) {
    guard pendingGrowth(database) <= freeByteCount ?? .max else { return }
    do {
      report(.checkpointed(try waiting(.zero, database) { try moveWAL(database, "TRUNCATE") }))
    } catch {
      report(.upkeepFailed(list: nil, error))
    }
  }

  /// Has SQLite overwrite deleted data only where there is room for it.
  ///
  /// If SQLite is built with `SQLITE_SECURE_DELETE`, it writes a freed page to the log once more to
  /// overwrite it: making room would take as much room as it makes. A compaction gives the page back
  /// to the file system in any case. Only in a file of the store's own that can shrink.
  private func setOverwriting(_ room: Int, _ database: Database) {
    guard !isShared else { return }
    var status = stat()
    let isScarce = stat(path, &status) == 0 && room < Int(status.st_size)
    guard isScarce != roomWatch.withLock(\.leavesFreedPages) else { return }
    let found = try? SQLStatement("PRAGMA secure_delete", in: database).first { try $0.int(0) }
    let canShrink =
      try? SQLStatement("PRAGMA auto_vacuum", in: database).first { try $0.int(0) } == 2
    guard let found, found != 0, canShrink == true else { return }
    let setting = isScarce ? "FAST" : "ON"
    guard (try? SQLStatement("PRAGMA secure_delete = \(setting)", in: database).run()) != nil else {
      return
    }
    roomWatch.withLock { $0.leavesFreedPages = isScarce }
  }
}

// MARK: - Giving room back

extension StoreDatabase {
  /// Returns the size of the file, or the size it will have when used pages in the log are moved into
  /// it.
  ///
  /// Free pages that are only in the log do not count: opening a file leaves one there.
  package func lastingByteCount() throws -> Int {
    var status = stat()
    let size = stat(path, &status) == 0 ? Int(status.st_size) : .max
    return try read { database in
      let total = try Self.byteCount(database)
      let free = try Self.byteCount(database, "freelist_count")
      return max(total - free, min(size, total))
    }
  }

  static func byteCount(
    _ database: Database,
    _ pages: String = "page_count"
  ) throws -> Int {
    let count = try Int.fetchOne(database, sql: "PRAGMA \(pages)") ?? 0
    return try count * (Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }

  /// Gives free pages at the end of the file back, some at a time, and empties the write-ahead log.
  ///
  /// - Returns: The size of the file in bytes.
  package func releaseFreePages() throws -> Int {
    try requireWritable()
    var step = StepLength(1024)
    while try read({ try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }) > 0 {
      let size = try read { try Self.byteCount($0) }
      try step.take { count in
        try write { try $0.execute(sql: "PRAGMA incremental_vacuum(\(count))") }
      }
      // A file that was made without incremental vacuum stays as it is.
      if try read({ try Self.byteCount($0) }) == size { break }
    }
    try connections.writer.writeWithoutTransaction { database in
      try withLock {
        try requireSameFile(database)
        // The file itself shrinks when the log moves into it, unless readers need the old pages.
        if lock != nil { giveLogBack(database) }
      }
    }
    return try read { try Self.byteCount($0) }
  }
}

/// How much work is done in one transaction: less if there is no room for more.
package struct StepLength {
  /// The most that one step does.
  package private(set) var count: Int

  /// - Parameter limit: The most that the first step does.
  package init(_ limit: Int) { count = limit }

  /// Takes a step; a step that finds no room is taken again, half as long.
  ///
  /// - Throws: ``ListStoreError/diskFull(path:)`` when there is not even room for the shortest step.
  package mutating func take<Value>(_ step: (_ count: Int) throws -> Value) throws -> Value {
    while true {
      do {
        return try step(count)
      } catch ListStoreError.diskFull where count > 1 {
        count /= 2
      }
    }
  }
}
