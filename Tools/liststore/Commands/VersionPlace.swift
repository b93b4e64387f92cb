import ArgumentParser
package import Foundation
import ListModel
package import ListStorage

/// A version as given on a command line: a number, a count back from the newest, or a time.
package enum VersionPlace: Hashable, Sendable {
  /// A number; 0 is the empty list.
  case number(Int)
  /// A count of versions before the newest: `-1`, `@-1`; `@` is the newest.
  case back(Int)
  /// A time, which means the list as it was then. A day without a time of day means the whole day.
  case time(from: Date, through: Date)

  /// Reads `7`, `-1`, `@`, `@-1`, `2026-11-21`, `2026-11-21T09:30`, `2026-11-21T09:30:15Z`, or `2h`,
  /// which is two hours ago.
  ///
  /// - Returns: `nil` if the text is something else.
  package init?(_ text: String, now: Date = Date(), in zone: TimeZone = .current) {
    if text == "@" {
      self = .back(0)
    } else if text.hasPrefix("@-") || text.hasPrefix("-"),
      let count = Int(text.drop { $0 == "@" }.dropFirst()), count >= 0
    {
      self = .back(count)
    } else if let number = Int(text), number >= 0 {
      self = .number(number)
    } else if let age = Age(argument: text) {
      let time = now.addingTimeInterval(-Double(age.duration.components.seconds))
      self = .time(from: time, through: time)
    } else if let (start, end) = Self.span(text, in: zone) {
      self = .time(from: start, through: end)
    } else {
      return nil
    }
  }

  /// The accepted forms, for error messages.
  package static let expected =
    "expected a version (7), one before the newest (-1), or a time "
    + "(2026-11-21, 2026-11-21T09:30, 2h ago as 2h)"

  /// The version as a store selects it; for a day, the last version of that day.
  package var selector: VersionSelector {
    switch self {
    case .number(let number): .version(number)
    case .back(let count): .back(count)
    case .time(_, let end): .before(end)
    }
  }

  /// Returns the first and the last moment of a day, a minute, or a second.
  private static func span(_ text: String, in zone: TimeZone) -> (Date, Date)? {
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

extension VersionPlace: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(argument)
  }
}

extension ListStore {
  /// Returns the number of a retained version.
  ///
  /// - Throws: As `version(_:of:)`.
  func version(_ place: VersionPlace, of list: List.ID) throws -> Int {
    try version(place.selector, of: list)
  }
}
