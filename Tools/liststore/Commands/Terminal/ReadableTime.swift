package import Foundation

extension Date {
  /// Returns the time for people: `2026-11-25 14:04 (2 hours ago)`, in the local time zone.
  ///
  /// The age is given for the last sixty days only.
  package func readable(
    now: Date = Date(),
    in zone: TimeZone = .current
  ) -> String {
    dayAndTime(in: zone) + (age(at: now).map { " (\($0))" } ?? "")
  }

  /// Returns the time for people, without its age: `2026-11-25 14:04`, in the local time zone.
  package func dayAndTime(in zone: TimeZone = .current) -> String {
    // The calendar counts days before 1582 by the Julian calendar; documents do not.
    guard timeIntervalSince1970 > -11_676_096_000 else { return timestamp ?? "unknown time" }
    let day = "\(digits(.year, 4, zone))-\(digits(.month, 2, zone))-\(digits(.day, 2, zone))"
    return "\(day) \(digits(.hour, 2, zone)):\(digits(.minute, 2, zone))"
  }

  /// Returns how long ago the time was: `2 hours ago`; `nil` if it is in the future or more than sixty
  /// days ago.
  package func age(at now: Date) -> String? {
    let seconds = Int(now.timeIntervalSince(self).rounded(.down))
    switch seconds {
    case 0..<60: return "\(seconds.counting("second")) ago"
    case 60..<3_600: return "\((seconds / 60).counting("minute")) ago"
    case 3_600..<172_800: return "\((seconds / 3_600).counting("hour")) ago"
    case 172_800..<5_184_000: return "\((seconds / 86_400).counting("day")) ago"
    default: return nil
    }
  }

  private func digits(_ component: Calendar.Component, _ count: Int, _ zone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let text = String(calendar.component(component, from: self))
    return String(repeating: "0", count: max(count - text.count, 0)) + text
  }
}
