import Foundation
import ListstoreCommands
import Testing

private let utc = TimeZone(secondsFromGMT: 0)

private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

@Suite struct `A version on a command line` {
  private func place(_ text: String) throws -> VersionPlace? {
    VersionPlace(text, now: date(1_000_000), in: try #require(utc))
  }

  @Test func `is a number, or one before the newest`() throws {
    #expect(try place("7") == .number(7))
    #expect(try place("0") == .number(0))
    #expect(try place("@") == .back(0))
    #expect(try place("-1") == .back(1))
    #expect(try place("@-12") == .back(12))
  }

  @Test func `is a time; a day, a minute and a second have a first and a last moment`() throws {
    #expect(
      try place("1970-01-02") == .time(TimeSpan(from: date(86_400), through: date(172_799.999)))
    )
    #expect(
      try place("1970-01-02T01:02")
        == .time(TimeSpan(from: date(90_120), through: date(90_179.999)))
    )
    #expect(
      try place("1970-01-02T01:02:03Z")
        == .time(TimeSpan(from: date(90_123), through: date(90_123.999)))
    )
    #expect(
      try place("1970-01-02T01:02:03.250Z")
        == .time(TimeSpan(from: date(90_123.25), through: date(90_123.25)))
    )
    #expect(try place("1h") == .time(TimeSpan(from: date(996_400), through: date(996_400))))
  }

  @Test func `is a time as people write it, and as the log prints it`() throws {
    // 13:46:40 of 12 January 1970.
    for (text, start, length) in [
      ("1970-01-02 01:02", 90_120.0, 60.0), ("1970-01-02 01:02:03", 90_123, 1),
      ("1970-01-02 01:02:03.250Z", 90_123.25, 0.001), ("13:46", 999_960, 60),
      ("23:00", 1_033_200, 60),
      ("13:46:40", 1_000_000, 1), ("today", 950_400, 86_400), ("today 01:00", 954_000, 60),
      ("yesterday", 864_000, 86_400), ("yesterday 17:09", 925_740, 60),
    ] {
      let span = TimeSpan(from: date(start), through: date(start + length - 0.001))
      #expect(try place(text) == .time(span), "\(text)")
    }
    for (text, seconds) in [
      ("1 hour ago", 996_400.0), ("2 hours ago", 992_800), ("59 minutes ago", 996_460),
      ("0 seconds ago", 1_000_000), ("3 days ago", 740_800),
    ] {
      #expect(try place(text) == .time(TimeSpan(from: date(seconds), through: date(seconds))))
    }
    let zone = try #require(utc)
    for seconds in [90_120.0, 950_400, 999_999] {
      let printed = date(seconds).readable(now: date(1_000_000), in: zone)
      let minute = date(seconds - seconds.truncatingRemainder(dividingBy: 60))
      let span = TimeSpan(from: minute, through: minute.addingTimeInterval(59.999))
      #expect(try place(printed) == .time(span), "\(printed)")
    }
  }

  @Test func `of today and yesterday is of the local day, also where it is longer`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    // 26 October 2025, on which clocks went back at 01:00 UTC, 12:00 there.
    let now = date(1_761_476_400)
    let today = VersionPlace("today", now: now, in: zone)
    #expect(
      today
        == .time(
          TimeSpan(
            from: date(1_761_429_600),
            through: date(1_761_519_600).addingTimeInterval(-0.001)
          )
        )
    )
    let yesterday = VersionPlace("yesterday", now: now.addingTimeInterval(86_400), in: zone)
    #expect(yesterday == today)
  }

  @Test func `is of the local time unless it ends in Z`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 7_200))
    let day = VersionPlace("1970-01-02", now: date(0), in: zone)
    #expect(day == .time(TimeSpan(from: date(79_200), through: date(165_599.999))))
    let time = VersionPlace("1970-01-02T00:00Z", now: date(0), in: zone)
    #expect(time == .time(TimeSpan(from: date(86_400), through: date(86_459.999))))
  }

  @Test(arguments: [
    "", "@1", "--1", "@-", "x", "1.5", "2026-01", "2026-1-1", "2026-13-01", "2026-02-30",
    "2026-01-00",
    "2026-01-01Z", "2026-01-01T", "2026-01-01T24:00", "2026-01-01T10:61", "2026-01-01T10:00:00.",
    "2026-01-01T10", "9999999999999999999", "3w", "2026-01-01  10:00", "2026-01-01 10", "10:61",
    "24:00",
    "yesterday 10", "tomorrow", "yesterday today", "today yesterday", "2 weeks ago", "2 hours",
    "10:00 (2 hours", " 10:00", "10:00 2026-01-01", "Yesterday\n",
  ])
  func `is nothing else`(text: String) throws {
    #expect(try place(text) == nil)
  }

  @Test func `is shown as people read times`() throws {
    let zone = try #require(utc)
    #expect(
      date(90_120).readable(now: date(90_150), in: zone) == "1970-01-02 01:02 (30 seconds ago)"
    )
    #expect(date(90_120).readable(now: date(90_181), in: zone) == "1970-01-02 01:02 (1 minute ago)")
    #expect(date(90_120).readable(now: date(97_500), in: zone) == "1970-01-02 01:02 (2 hours ago)")
    #expect(date(90_120).readable(now: date(350_000), in: zone) == "1970-01-02 01:02 (3 days ago)")
    #expect(date(90_120).readable(now: date(9_000_000), in: zone) == "1970-01-02 01:02")
    #expect(date(90_120).readable(now: date(0), in: zone) == "1970-01-02 01:02")
  }
}

@Suite struct `A suggestion` {
  private static let names = ["commit", "import", "import-git", "log", "lists", "show", "set"]

  @Test(arguments: [
    ("comit", "commit"), ("comimt", "commit"), ("improt", "import"), ("list", "lists"),
    ("import-gti", "import-git"), ("sohw", "show"), ("lgo", "log"),
  ])
  func `is the nearest name`(word: String, name: String) {
    #expect(Suggestion.nearest(to: word, among: Self.names) == name)
  }

  @Test(arguments: ["", "frobnicate", "xyz", "commitment"]) func `is not far away`(word: String) {
    #expect(Suggestion.nearest(to: word, among: Self.names) == nil)
  }
}
