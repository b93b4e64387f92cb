#if os(Linux) && !LISTSTORE_PORTABLE
  import Foundation

  extension LockHolder {
    /// Finds the process that has locked a store, in Linux's list of file locks (proc(5),
    /// `/proc/locks`).
    static func listed(for path: String) -> LockHolder? {
      // The kernel gives the list in pieces, and misses some locks when others are taken or freed
      // meanwhile.
      for _ in 0..<3 {
        if let holder = look(path) { return holder }
      }
      return nil
    }

    private static func look(_ path: String) -> LockHolder? {
      guard let locks = read("/proc/locks") else { return nil }
      let database = path.hasSuffix("-lock") ? String(path.dropLast(5)) : path
      // The store's lock, SQLite's write lock on the log's index, and the lock of writers without a
      // log.
      let places = [database + "-lock", database + "-shm", database]
      let lines = locks.split(separator: "\n").map { $0.split(separator: " ") }
      for place in places {
        guard let file = FileNumber(path: place) else { continue }
        for line in lines where line.count >= 8 && line[3] == "WRITE" && file.matches(line[5]) {
          let isWanted =
            place.hasSuffix("-lock")
            ? line[1] == "FLOCK"
            : line[1] == "POSIX" && (place == database || covers(line, writeLockOfLog))
          guard isWanted, let process = Int(line[4]), process > 0, process != getpid() else {
            continue
          }
          return LockHolder(process: process)
        }
      }
      return nil
    }

    /// The byte of the log's index that a connection locks to write (sqlite.org, *WAL-mode File Format*,
    /// 2.2).
    private static let writeLockOfLog = 120

    private static func covers(_ line: [Substring], _ byte: Int) -> Bool {
      guard let start = Int(line[6]), start <= byte else { return false }
      return Int(line[7]).map { byte <= $0 } ?? (line[7] == "EOF")
    }

    private init(process: Int) {
      self.process = process
      name = Self.read("/proc/\(process)/comm")?.split(separator: "\n").first.map(String.init)
      // The name may contain anything. Counted after it, the 22nd field is the 20th.
      let fields = Self.read("/proc/\(process)/stat")?.split(separator: ")").last?.split(
        separator: " "
      )
      let boot = Self.read("/proc/stat")?.split(separator: "\n")
        .first { $0.hasPrefix("btime ") }
        .flatMap { Double($0.dropFirst(6)) }
      started = nil
      guard let fields, fields.count > 19, let ticks = Double(fields[19]), let boot else { return }
      started = Date(timeIntervalSince1970: boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func read(_ path: String) -> String? {
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A file as `/proc/locks` names it: `major:minor:inode`, the first two hexadecimal.
    private struct FileNumber {
      private let device: String
      private let inode: String

      init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        // As glibc composes the numbers of a device (`sys/sysmacros.h`).
        let device = UInt64(status.st_dev)
        let major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfff)
        let minor = (device & 0xff) | (device >> 12 & ~0xff)
        func hex(_ number: UInt64) -> String {
          let digits = String(number, radix: 16)
          return digits.count < 2 ? "0" + digits : digits
        }
        self.device = "\(hex(major)):\(hex(minor))"
        inode = "\(status.st_ino)"
      }

      func matches(_ field: Substring) -> Bool { field == "\(device):\(inode)" }
    }
  }
#endif
