import Foundation
import SQLiteSession

/// The memory of this process.
enum ProcessMemory {
  /// What something takes of memory, in bytes.
  struct Use {
    /// What the allocator counts more afterwards.
    var kept: Int
    /// How much more the process had at most, freed before the end or not.
    var peak: Int
  }

  /// Does something and tells what it takes of memory.
  static func measure(_ body: () throws -> Void) rethrows -> Use {
    malloc_trim(0)
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let (allocated, peak) = (allocatedByteCount, peakByteCount)
    try body()
    return Use(kept: allocatedByteCount - allocated, peak: peakByteCount - peak)
  }

  private static var allocatedByteCount: Int {
    let information = mallinfo2()
    return Int(information.uordblks + information.hblkhd)
  }

  /// The most memory the process had since that was last forgotten.
  private static var peakByteCount: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }
}
