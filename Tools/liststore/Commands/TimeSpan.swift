package import Foundation

/// The first and the last moment of a time on a command line: a day, a minute, a second, or less.
package struct TimeSpan: Hashable, Sendable {
  /// The first moment.
  package var start: Date
  /// The last moment that times of versions, which count milliseconds, can tell from the next span.
  package var end: Date

  package init(from start: Date, through end: Date) {
    self.start = start
    self.end = end
  }

  /// Reads `2026-11-21`, `2026-11-21T09:30`, `2026-11-21T09:30:15Z`, or `2h`, which is two hours ago; and
  /// times as people write them: `2026-11-21 09:30`, `09:30` of today, `yesterday`, `yesterday 09:30`,
  /// `2 hours ago`.
  ///
  /// What the log prints is read as well: `2026-11-21 09:30 (2 hours ago)`.
  ///
  /// - Returns: `nil` if the text is something else.
  package init?(_ text: String, now: Date, in zone: TimeZone) {
    let text = text.replacing(#/ \(\d+ \w+ ago\)$/#, with: "")
    if let age = Age(argument: text) ?? Age(words: text) {
      let time = now.addingTimeInterval(-Double(age.duration.components.seconds))
      self.init(from: time, through: time)
    } else if let (start, end) = Self.moments(Self.numeric(text, now: now, in: zone), in: zone) {
      self.init(from: start, through: end)
    } else {
      return nil
    }
  }

  /// Returns a time with its day in digits, and with a `T` before the time of day.
  private static func numeric(_ text: String, now: Date, in zone: TimeZone) -> String {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts.contains("") else { return text }
    let day =
      switch parts[0] {
      case "today": self.day(0, before: now, in: zone)
      case "yesterday": self.day(1, before: now, in: zone)
      case _ where parts.count == 1 && isTimeOfDay(parts[0]):
        self.day(0, before: now, in: zone) + "T\(parts[0])"
      default: String(parts[0])
      }
    return parts.count == 2 && isTimeOfDay(parts[1])
      ? "\(day)T\(parts[1])" : parts.count == 1 ? day : text
  }

  /// Whether a text begins as a time of day does; whether it is one is checked later.
  private static func isTimeOfDay(_ text: Substring) -> Bool {
    text.dropFirst(2).first == ":"
  }

  /// Returns the day that is so many days before the day of a time.
  private static func day(_ count: Int, before now: Date, in zone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let day = calendar.date(byAdding: .day, value: -count, to: now) ?? now
    return String(day.dayAndTime(in: zone).prefix { $0 != " " })
  }

  /// Returns the first and the last moment of a day, a minute, or a second.
  private static func moments(_ text: String, in zone: TimeZone) -> (Date, Date)? {
    var time = text[...]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let isUniversal = time.hasSuffix("Z")
    if isUniversal {
      guard let utc = TimeZone(secondsFromGMT: 0) else { return nil }
      calendar.timeZone = utc
      time = time.dropLast()
    }
    let parts = time.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, !isUniversal || parts.count == 2,
      let day = numbers(parts[0], separator: "-", widths: [4, 2, 2])
    else { return nil }
    var length = 86_400.0
    var clock = [0, 0, 0]
    var fraction = 0.0
    if parts.count == 2 {
      let halves = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      let hasSeconds = halves[0].count > 5
      let widths = hasSeconds ? [2, 2, 2] : [2, 2]
      guard halves.count == 1 || halves.count == 2 && hasSeconds,
        let read = numbers(halves[0], separator: ":", widths: widths)
      else { return nil }
      clock = read + Array(repeating: 0, count: 3 - read.count)
      length = hasSeconds ? 1 : 60
      if halves.count == 2 {
        guard halves[1].count <= 3, !halves[1].isEmpty, halves[1].allSatisfy(\.isASCIIDigit),
          let value = Double("0." + halves[1])
        else { return nil }
        (fraction, length) = (value, 0.001)
      }
    }
    let components = DateComponents(
      year: day[0],
      month: day[1],
      day: day[2],
      hour: clock[0],
      minute: clock[1],
      second: clock[2]
    )
    guard (1...12).contains(day[1]), (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2]), let start = calendar.date(from: components),
      calendar.component(.day, from: start) == day[2] || clock != [0, 0, 0],
      (1...31).contains(day[2])
    else { return nil }
    // A day, which summer time can make longer or shorter, ends when the next day begins.
    let next = parts.count == 2 ? nil : calendar.date(byAdding: .day, value: 1, to: start)
    let exact = start.addingTimeInterval(fraction)
    return (exact, (next ?? exact.addingTimeInterval(length)).addingTimeInterval(-0.001))
  }

  private static func numbers(
    _ text: Substring,
    separator: Character,
    widths: [Int]
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == widths, parts.joined().allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    return parts.compactMap { Int($0) }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
