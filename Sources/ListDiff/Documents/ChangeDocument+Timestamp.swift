import Foundation

/// A time to the millisecond as RFC 3339 writes it in UTC: `2026-11-21T09:30:00.123Z`.
struct Timestamp: Equatable {
  /// Milliseconds since the start of 1970, leap seconds not counted.
  let milliseconds: Int

  /// Rounds a time to the millisecond; `nil` outside the years 0000 to 9999.
  init?(_ time: Date) {
    let rounded = (time.timeIntervalSince1970 * 1000).rounded()
    // This refuses NaN and infinities too.
    guard rounded >= -62_167_219_200_000, rounded < 253_402_300_800_000 else { return nil }
    milliseconds = Int(rounded)
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Timestamp {
  private static let millisecondsPerDay = 86_400_000
  private static let pattern = Array("0000-00-00T00:00:00.000Z".utf8)

  /// Reads `YYYY-MM-DDThh:mm:ss.mmmZ`; `nil` for anything else, leap seconds included.
  init?(_ text: String) {
    let characters = Array(text.utf8)
    guard characters.count == Self.pattern.count,
      zip(characters, Self.pattern).allSatisfy({ character, pattern in
        pattern == UInt8(ascii: "0") ? character &- 0x30 < 10 : character == pattern
      })
    else { return nil }
    func number(_ range: Range<Int>) -> Int {
      characters[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    let civil = (year: number(0..<4), month: number(5..<7), day: number(8..<10))
    let days = Self.days(year: civil.year, month: civil.month, day: civil.day)
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard 1...12 ~= civil.month, 1...31 ~= civil.day, hour < 24, minute < 60, second < 60,
      Self.civil(days) == civil
    else { return nil }
    milliseconds =
      days * Self.millisecondsPerDay + ((hour * 60 + minute) * 60 + second) * 1000
      + number(20..<23)
  }

  var text: String {
    let days = (Double(milliseconds) / Double(Self.millisecondsPerDay)).rounded(.down)
    let rest = milliseconds - Int(days) * Self.millisecondsPerDay
    let (year, month, day) = Self.civil(Int(days))
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2))"
      + ":\(padded(rest / 1000 % 60, 2)).\(padded(rest % 1000, 3))Z"
  }

  // Days of the proleptic Gregorian calendar, counted from 1970-01-01. Source: Howard Hinnant,
  // *chrono-Compatible Low-Level Date Algorithms* (2014). A year starts in March; an era has 400
  // years.

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
