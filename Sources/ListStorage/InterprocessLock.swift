import Dispatch
import Foundation
import Synchronization

/// The lock across processes that every commit and every checkpoint holds.
///
/// The libsqlite3 of Debian 12 (3.40.1, as all from 3.7.0 to 3.51.2) can corrupt a database when one
/// connection commits after another has read the WAL header and before that one checkpoints
/// (sqlite.org, *Write-Ahead Logging*, "The WAL-Reset Bug"). So automatic checkpoints are off
/// everywhere, and commits and checkpoints exclude each other through this lock.
///
/// It is an advisory `flock` on a file beside the database. The database file itself is never
/// opened here: closing any descriptor of it would drop all of SQLite's own locks.
package final class InterprocessLock: Sendable {
  private let descriptor: Int32
  private let path: String
  /// The file that was opened.
  private let identity: FileIdentity?

  package init(beside databasePath: String) throws {
    path = databasePath + "-lock"
    descriptor = try Self.open(path)
    identity = FileIdentity(descriptor: descriptor)
    guard Self.isLock(descriptor) else {
      throw ListStoreError.notAListStore(
        path: databasePath,
        reason: "\(path), beside it, is not the lock of a store, which has no more than a 1 in it; "
          + "move it away"
      )
    }
    Self.share(descriptor, like: databasePath)
  }

  deinit {
    close(descriptor)
  }

  /// Whether the lock's file was deleted, and no process has made another.
  var isMissing: Bool { FileIdentity.isMissing(path) }

  /// Marks the database as a store in the lock's file, so that it is refused if it is emptied later.
  ///
  /// The caller holds the lock.
  func mark() {
    guard Self.content(of: descriptor) != Self.marked else { return }
    pwrite(descriptor, "1", 1, 0)
    // When a store that was copied without its lock was written to, is not known.
    marking.store(modified ?? 0, ordering: .relaxed)
  }

  /// The time when this value marked the file, in milliseconds since 1970; 0 if it was marked before.
  private let marking = Atomic<Int64>(0)

  /// Removes the mark of a database that is gone, before a new one is made; the caller holds the
  /// lock.
  func unmark() {
    if Self.isMarked(path) { ftruncate(descriptor, 0) }
  }

  /// The content of the lock's file once the database has been a store.
  private static let marked = [UInt8(ascii: "1")]
  /// The content that a power cut can leave instead: a file's length may reach the device first.
  private static let halfMarked: [UInt8] = [0]

  /// Returns whether a file has the content of a lock, and is not a user's document.
  private static func isLock(_ descriptor: Int32) -> Bool {
    guard let content = content(of: descriptor) else { return false }
    return content.isEmpty || content == marked || content == halfMarked
  }

  /// Returns the first bytes of a file, at most two; `nil` when it cannot be read.
  private static func content(of descriptor: Int32) -> [UInt8]? {
    var content: [UInt8] = [0, 0]
    let count = pread(descriptor, &content, 2, 0)
    return count < 0 ? nil : Array(content.prefix(count))
  }

  static func isMarked(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size > 0
  }

  /// Refuses a database that has been a store and is empty now.
  ///
  /// This checks only the sizes of files: SQLite would delete the log beside an empty database, which
  /// may be all that is left. No process leaves a log with pages beside a store that it makes: it writes
  /// the first page of the database before. It does not take the lock: a process that makes a new store removes the
  /// old mark first and sets its own mark last. So if the mark and an empty file are found twice in a
  /// row, no process is making a store.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package static func refuseEmptied(_ databasePath: String) throws {
    let log = databasePath + "-wal"
    for _ in 0..<2 {
      guard FileIdentity.isEmpty(databasePath),
        isMarked(databasePath + "-lock") || FileIdentity.hasPages(log)
      else { return }
    }
    throw ListStoreError.corrupted(
      reason: "\(databasePath) is empty, and was a store; "
        + (FileIdentity.hasPages(log)
          ? "its last commits are in \(log), from which `repair` saves what it has"
          : "restore a backup, or delete the file to begin again")
    )
  }

  /// Tells processes that watch the lock's file that a commit has become visible.
  ///
  /// A process that is killed between its commit and this call closes the file, which tells them too.
  func announce() {
    futimens(descriptor, nil)
  }

  /// The time of the last announcement, in milliseconds since 1970; `nil` when it is not known.
  var announced: Int64? {
    guard let modified, modified != marking.load(ordering: .relaxed) else { return nil }
    return modified
  }

  private var modified: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let time = status.modificationTime
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Runs `work` while no other process, and no other open store, holds the lock.
  ///
  /// Calls on one instance must not overlap; the store's single writer sees to that.
  ///
  /// - Throws: ``ListStoreError/busy(path:timeout:holder:)`` when the lock was not free within `timeout`,
  ///   and what `work` throws.
  package func withLock<Value>(timeout: Duration, _ work: () throws -> Value) throws -> Value {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      defer { flock(descriptor, LOCK_UN) }
      try requireSameFile()
      return try work()
    }
    // A caller that does not wait leaves no waiter behind, which would hold the lock for a moment
    // later.
    guard timeout > .zero else {
      throw ListStoreError.busy(path: path, timeout: timeout, holder: LockHolder.of(path))
    }
    let waiter = try wait(timeout)
    defer { waiter.release() }
    guard FileIdentity(descriptor: waiter.descriptor) == identity else {
      throw ListStoreError.fileReplaced(path: path)
    }
    try requireSameFile()
    return try work()
  }

  /// Checks that the locked file is the one that all others lock.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)`` when the lock's file was deleted or replaced.
  private func requireSameFile() throws {
    guard identity != nil, FileIdentity(path: path) == identity else {
      throw ListStoreError.fileReplaced(path: path)
    }
  }

  /// Waits in the kernel's queue for the lock, so that waiting is fair and costs nothing.
  ///
  /// `flock` has no timeout, so a separate thread waits, on a separate file description. If its
  /// caller gives up, the thread releases the lock as soon as it gets it; until then, the next wait
  /// of this process takes the thread over. So there are never more such threads than calls that have
  /// waited at the same time.
  private func wait(_ timeout: Duration) throws -> LockWaiter {
    let deadline = DispatchTime.now() + timeout.dispatchInterval
    let waiter = try LockWaiter.abandoned(on: identity) ?? .started(on: try Self.open(path))
    guard waiter.wait(until: deadline) else {
      throw ListStoreError.busy(path: path, timeout: timeout, holder: LockHolder.of(path))
    }
    guard waiter.succeeded else {
      throw ListStoreError.database(reason: "cannot lock \(path)")
    }
    return waiter
  }

  /// Lets every user who may write the database use its lock, also if another user creates the lock's
  /// file.
  private static func share(_ descriptor: Int32, like path: String) {
    var (database, lock) = (stat(), stat())
    guard lstat(path, &database) == 0, database.st_mode & S_IFMT == S_IFREG,
      fstat(descriptor, &lock) == 0, lock.st_nlink == 1
    else { return }
    // If this is refused, the lock's file still works for this user.
    if geteuid() == 0, (lock.st_uid, lock.st_gid) != (database.st_uid, database.st_gid) {
      _ = fchown(descriptor, database.st_uid, database.st_gid)
    } else if lock.st_gid != database.st_gid {
      _ = fchown(descriptor, uid_t.max, database.st_gid)
    }
    // A user who may only read must not be able to lock others out.
    let writers = database.st_mode & 0o222
    var mode = 0o600 | writers | writers << 1
    if fstat(descriptor, &lock) != 0 || lock.st_gid != database.st_gid { mode &= ~0o070 }
    if lock.st_mode & 0o777 != mode { _ = fchmod(descriptor, mode) }
  }

  private static func open(_ path: String) throws -> Int32 {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor < 0 else { return descriptor }
    switch errno {
    case EACCES, EROFS, EPERM: throw ListStoreError.readOnly(path: path)
    case ENOSPC: throw ListStoreError.diskFull(path: path)
    case ENOENT, ENOTDIR: throw ListStoreError.noSuchFolder(of: path)
    case EMFILE, ENFILE: throw DescriptorLimit.error(path: path)
    default: throw ListStoreError.database(reason: "\(path): \(String(cString: strerror(errno)))")
    }
  }
}

/// One wait for the lock, which its caller may give up, and another caller may resume.
///
/// 600 commits that give up while another process is stuck leave one thread and one descriptor. Without
/// a caller that resumes, they would leave 600 of each, and 1,024 descriptors are the usual limit.
private final class LockWaiter: Sendable {
  private enum State {
    case waiting
    case acquired
    case failed
    case abandoned
  }

  /// The waiters of this process that were given up and still wait, by file: a store may be opened
  /// again and again while another process is stuck.
  private static let abandoned = Mutex<[FileIdentity: [LockWaiter]]>([:])

  let descriptor: Int32
  private let identity: FileIdentity?
  private let state = Mutex(State.waiting)
  private let arrived = DispatchSemaphore(value: 0)

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    identity = FileIdentity(descriptor: descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Starts to wait on a descriptor, which is closed in the end.
  static func started(on descriptor: Int32) -> LockWaiter {
    let waiter = LockWaiter(descriptor: descriptor)
    Thread { waiter.acquire() }.start()
    return waiter
  }

  /// Returns a waiter for a file that was given up and still waits.
  static func abandoned(on identity: FileIdentity?) -> LockWaiter? {
    guard let identity else { return nil }
    return abandoned.withLock { waiters in
      while let waiter = waiters[identity]?.popLast() {
        if waiters[identity]?.isEmpty == true { waiters[identity] = nil }
        if waiter.resume() { return waiter }
      }
      return nil
    }
  }

  private func acquire() {
    var result = flock(descriptor, LOCK_EX)
    while result != 0, errno == EINTR { result = flock(descriptor, LOCK_EX) }
    Self.abandoned.withLock { waiters in
      let wasAbandoned = state.withLock { state in
        guard case .abandoned = state else {
          state = result == 0 ? .acquired : .failed
          return false
        }
        flock(descriptor, LOCK_UN)
        state = .failed
        return true
      }
      guard wasAbandoned, let identity else { return }
      waiters[identity]?.removeAll { $0 === self }
      if waiters[identity]?.isEmpty == true { waiters[identity] = nil }
    }
    arrived.signal()
  }

  /// Waits for the lock to arrive.
  ///
  /// - Returns: `true` if the lock has arrived or cannot be had; `false` if the wait was given up.
  func wait(until deadline: DispatchTime) -> Bool {
    arrived.wait(timeout: deadline) == .success || !abandon()
  }

  func release() {
    flock(descriptor, LOCK_UN)
  }

  /// Gives up; returns `false` if the lock had arrived after all.
  private func abandon() -> Bool {
    Self.abandoned.withLock { waiters in
      let isAbandoned = state.withLock { state in
        guard case .waiting = state else { return false }
        state = .abandoned
        return true
      }
      if isAbandoned, let identity { waiters[identity, default: []].append(self) }
      return isAbandoned
    }
  }

  /// Resumes a wait that was given up; returns `false` if it has ended.
  private func resume() -> Bool {
    state.withLock { state in
      guard case .abandoned = state else { return false }
      state = .waiting
      return true
    }
  }

  var succeeded: Bool {
    state.withLock { state in
      if case .acquired = state { return true }
      return false
    }
  }
}

extension Duration {
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    guard seconds < 1_000_000_000 else { return .never }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(nanoseconds))
  }

  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The seconds, limited to what SQLite can wait: it counts milliseconds in 32 bits.
  var sqliteTimeout: Double { min(max(seconds, 0), 1e6) }
}
