import FaultFileSystem
import Foundation
import Synchronization

/// A folder whose files SQLite reaches through the fault file system.
///
/// Any number of threads may use the files, and ask what has happened to them, at the same time.
package final class FaultDisk: Sendable {
  /// The folder.
  package let folder: ScratchFolder
  // `nonisolated(unsafe)` because the compiler knows nothing of what a C pointer leads to. It never
  // changes; every function of `FaultFileSystem` that takes it holds the mutex of the disk it leads to;
  // and it is given back in `deinit`, when nobody can call one.
  nonisolated(unsafe) private let disk: OpaquePointer

  /// What can be made to fail.
  package struct Operations: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let open = Operations(FAULT_OPEN)
    package static let read = Operations(FAULT_READ)
    package static let write = Operations(FAULT_WRITE)
    package static let sync = Operations(FAULT_SYNC)
    package static let truncate = Operations(FAULT_TRUNCATE)
    package static let delete = Operations(FAULT_DELETE)
    package static let size = Operations(FAULT_SIZE)
    package static let access = Operations(FAULT_ACCESS)
    package static let lock = Operations(FAULT_LOCK)
    package static let mapSharedMemory = Operations(FAULT_SHM_MAP)
    package static let lockSharedMemory = Operations(FAULT_SHM_LOCK)
    /// Only for hooks: between a checkpoint's look at the log's header and its work.
    package static let unfetch = Operations(FAULT_UNFETCH)

    /// Everything that can fail.
    package static let all: Operations = [
      .open, .read, .write, .sync, .truncate, .delete, .size, .access, .lock, .mapSharedMemory,
      .lockSharedMemory,
    ]

    private init<Constant>(_ constant: Constant) where Constant: BinaryInteger {
      rawValue = UInt32(constant)
    }

    private init<Constant>(_ constant: Constant) where Constant: RawRepresentable<UInt32> {
      rawValue = constant.rawValue
    }
  }

  /// The files that faults can be confined to.
  package enum Files: UInt32, Sendable {
    case database = 1
    case log = 2
    case any = 7
  }

  /// Whether one operation fails, or all from one on.
  package enum Persistence: String, CaseIterable, Sendable {
    case once
    case sticky
  }

  package init(_ folder: ScratchFolder) throws {
    self.folder = folder
    guard let disk = fault_disk_mount(folder.path) else { throw CocoaError(.featureUnsupported) }
    self.disk = disk
  }

  deinit {
    fault_disk_unmount(disk)
  }
}

// MARK: - Faults

extension FaultDisk {
  /// Fails an operation from now on.
  ///
  /// - Parameters:
  ///   - operations: The kinds that are counted.
  ///   - files: The files whose operations are counted.
  ///   - number: Which of them fails first, from 0.
  ///   - persistence: Whether those after it fail too.
  ///   - code: The result code of SQLite; 0 for the usual one.
  package func fail(
    _ operations: Operations = .all,
    on files: Files = .any,
    number: Int,
    _ persistence: Persistence = .once,
    code: Int32 = 0
  ) {
    fault_disk_fail(
      disk,
      operations.rawValue,
      files.rawValue,
      Int64(number),
      persistence == .sticky,
      code
    )
  }

  /// Ends all faults.
  package func heal() { fault_disk_heal(disk) }

  /// The number of operations counted since ``fail(_:on:number:_:code:)``.
  package var operationCount: Int { Int(fault_disk_operation_count(disk)) }

  /// The number of operations that failed since then.
  package var failureCount: Int { Int(fault_disk_failure_count(disk)) }

  /// Runs `body` while `hook` is called before every operation of the given kinds.
  package func calling<Value>(
    _ hook: @escaping () -> Void,
    before operations: Operations,
    _ body: () throws -> Value
  ) rethrows -> Value {
    let box = Hook(hook)
    return try withExtendedLifetime(box) {
      fault_disk_set_hook(
        disk,
        operations.rawValue,
        { context, _ in
          guard let context else { return }
          Unmanaged<Hook>.fromOpaque(context).takeUnretainedValue().body()
        },
        Unmanaged.passUnretained(box).toOpaque()
      )
      defer { fault_disk_set_hook(disk, 0, nil, nil) }
      return try body()
    }
  }

  private final class Hook {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

// MARK: - Kills

extension FaultDisk {
  /// Has this process killed before it changes a file in a folder for the given time from now on.
  ///
  /// - Parameters:
  ///   - number: Which change it is, from 0.
  ///   - folder: The folder, whose files are not in use yet.
  /// - Throws: `CocoaError` when that cannot be.
  package static func killProcess(atChange number: Int, in folder: String) throws {
    guard let disk = fault_disk_mount(folder) else { throw CocoaError(.featureUnsupported) }
    let changes: Operations = [.open, .write, .sync, .truncate, .delete]
    let context = Unmanaged.passRetained(Countdown(number)).toOpaque()
    fault_disk_set_hook(
      disk,
      changes.rawValue,
      { context, _ in
        guard let context else { return }
        let countdown = Unmanaged<Countdown>.fromOpaque(context).takeUnretainedValue()
        if countdown.remaining.subtract(1, ordering: .relaxed).oldValue == 0 { raise(SIGKILL) }
      },
      context
    )
  }

  private final class Countdown: Sendable {
    let remaining: Atomic<Int>
    init(_ number: Int) { remaining = Atomic(number) }
  }
}

// MARK: - Power cuts

extension FaultDisk {
  /// Takes the files as safely stored, and remembers everything from now on.
  package func startRecording() throws {
    guard fault_disk_start_recording(disk) else { throw CocoaError(.fileReadUnknown) }
  }

  /// The number of events recorded.
  package var position: Int { Int(fault_disk_position(disk)) }

  /// The number of times the device was waited for.
  package var syncCount: Int { Int(fault_disk_sync_count(disk)) }

  /// Fills an empty folder with what a power cut after some events may leave.
  ///
  /// - Returns: How many unsynced writes there were to choose from.
  @discardableResult
  package func cutPower(at position: Int, seed: UInt64, into target: ScratchFolder) throws -> Int {
    let choices = fault_disk_cut_power(disk, Int64(position), seed, target.path)
    guard choices >= 0 else { throw CocoaError(.fileWriteUnknown) }
    return Int(choices)
  }

  /// Fills an empty folder with what a crash of the process leaves: all that was written.
  package func crash(at position: Int? = nil, into target: ScratchFolder) throws {
    let choices = fault_disk_crash(disk, Int64(position ?? self.position), target.path)
    guard choices >= 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

// MARK: - The raw library

extension FaultDisk {
  /// What SQLite's integrity check says after a commit fell into a checkpoint of the raw library.
  package func interleaveCheckpoint(of name: String) -> (code: Int32, report: String) {
    var report = [UInt8](repeating: 0, count: 1024)
    let code = report.withUnsafeMutableBytes { bytes in
      fault_interleave_checkpoint(
        folder.file(name),
        disk,
        bytes.bindMemory(to: CChar.self).baseAddress,
        Int32(bytes.count)
      )
    }
    return (code, String(decoding: report.prefix { $0 != 0 }, as: UTF8.self))
  }
}
