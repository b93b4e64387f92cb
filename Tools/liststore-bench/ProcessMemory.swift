import Foundation
import SQLiteSession

/// The memory of this process.
enum ProcessMemory {
  /// The memory use of some work, in bytes.
  struct Use {
    /// The increase that the allocator counts afterwards.
    var kept: Int
    /// The peak of the additional memory, including memory freed before the end.
    var peak: Int
  }

  /// Does some work and returns its memory use.
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

  /// The peak memory of the process since the last reset.
  private static var peakByteCount: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
  }
}
