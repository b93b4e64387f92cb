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
    "2026-01-01T10", "2026-01-01 10:00", "9999999999999999999", "3w",
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
