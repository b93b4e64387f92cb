import Foundation
import GRDB
import Synchronization

// A store can make room where there is little, and goes on when there is some again. Where less is free
// than a log usually grows to, it is kept so short that it can always be moved into the database,
// whatever that grows by; otherwise a device full of it would be of no use to anybody.

/// When the room that is left on the device is to be looked at again.
struct RoomWatch {
  /// The length of the log at the last look, and at the next one.
  private var (last, next) = (0, 0)
  /// How much is to be free so that nothing needs to be done: what a log usually grows to.
  static let ample = 16 << 20

  /// Whether less was free at the last look.
  private(set) var isScarce = false
  /// Whether there was room at the last look for what the database grows by when the log is moved.
  private(set) var canMove = true
  /// Whether freed pages are left as they are, in place of being overwritten.
  var leavesFreedPages = false

  /// Whether there is little room, or the log has grown since by a part of what is ample, or was begun
  /// anew.
  func isDue(at length: Int) -> Bool { isScarce || length < last || length >= next }

  /// Notes a look.
  ///
  /// - Parameters:
  ///   - length: The length of the log.
  ///   - room: The bytes that are free.
  ///   - growth: What the database grows by when the log is moved.
  mutating func look(at length: Int, room: Int, growth: Int) {
    (last, next) = (length, length + Self.ample / 16)
    (isScarce, canMove) = (room < Self.ample, growth <= room)
  }

  /// Looks again before the next write.
  mutating func lookAgain() { next = 0 }
}

extension StoreDatabase {
  /// The bytes that are free on the device for this user; `nil` when it does not say.
  private var freeByteCount: Int? {
    var status = statvfs()
    guard statvfs(FilePath.folder(of: path), &status) == 0 else { return nil }
    // Root may use what is reserved for it.
    let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
    let (bytes, isBeyond) = Int(clamping: blocks).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize)
    )
    return isBeyond ? .max : bytes
  }

  /// Moves a log that takes much of what room there is, or by which the database would grow, before and
  /// after something is written where there is little; the caller holds the lock.
  ///
  /// A write that finds no room leaves none; what then is in the log must not need any.
  func keepRoom(_ database: Database) {
    guard lock != nil, !database.isInsideTransaction else { return }
    let length = logLength?.byteCount ?? walByteCount
    guard roomWatch.withLock({ $0.isDue(at: length) }), var room = freeByteCount else { return }
    if room < RoomWatch.ample, walByteCount > room / 4 || pendingGrowth(database) > 0 {
      giveLogBack(database)
      room = freeByteCount ?? room
    }
    setOverwriting(room, database)
    let growth = room < RoomWatch.ample ? pendingGrowth(database) : 0
    roomWatch.withLock { $0.look(at: length, room: room, growth: growth) }
  }

  /// How much longer than its file the database is, with what is in the log and in an open transaction.
  private func pendingGrowth(_ database: Database) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return ((try? Self.byteCount(database)) ?? 0) - Int(status.st_size)
  }

  /// Refuses to commit what would leave less room than the database has to grow by when the log is
  /// moved into it, unless others have brought it to that already.
  ///
  /// - Throws: ``ListStoreError/diskFull(path:)``.
  func requireRoomToMoveLog(_ database: Database) throws {
    guard lock != nil, roomWatch.withLock({ $0.isScarce && $0.canMove }), let room = freeByteCount
    else { return }
    let growth = pendingGrowth(database)
    // What it grows by is written to the log first, with some pages that are there already.
    let others = 64 << 10
    guard growth <= 0 || room >= 2 * growth + others else {
      throw ListStoreError.diskFull(path: path)
    }
  }

  /// Moves the log after a write that has found no room, so that the next one has what there is.
  func makeRoom(_ database: Database) {
    roomWatch.withLock { $0.lookAgain() }
    guard lock != nil, !database.isInsideTransaction else { return }
    giveLogBack(database)
  }

  /// Moves the log into the database, and gives its room back, unless somebody still reads from it.
  ///
  /// Not where the database has not the room to grow: moving a part would take what there is for nothing.
  func giveLogBack(_ database: Database) {
    guard pendingGrowth(database) <= freeByteCount ?? .max else { return }
    do {
      report(.checkpointed(try waiting(.zero, database) { try moveLog(database, "TRUNCATE") }))
    } catch {
      report(.upkeepFailed(list: nil, error))
    }
  }

  /// Overwrites what is deleted only where there is room for it.
  ///
  /// SQLite writes a freed page to the log once more to overwrite it, where it is built to
  /// (`SQLITE_SECURE_DELETE`): making room would take as much room as it makes. A compaction gives the
  /// page back to the file system in any case. Only in a file of the store's own that can shrink.
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

/// How much of something is done in one transaction: less where there is no room for more.
struct StepLength {
  /// What one step does at most.
  private(set) var count: Int

  /// - Parameter limit: What the first step does at most.
  init(_ limit: Int) { count = limit }

  /// Takes a step; one that finds no room is taken again, half as long.
  ///
  /// - Throws: ``ListStoreError/diskFull(path:)`` when there is not even room for the shortest.
  mutating func take<Value>(_ step: (_ count: Int) throws -> Value) throws -> Value {
    while true {
      do {
        return try step(count)
      } catch ListStoreError.diskFull where count > 1 {
        count /= 2
      }
    }
  }
}
