import ArgumentParser
package import Foundation
package import ListStorage

/// A version as every command takes it: a number, a count back from the newest, a time, or a token.
///
/// For `changes` of all lists, the number of a commit of the store, given in the same ways.
package enum VersionPlace: Hashable, Sendable {
  /// A number; 0 is the empty list.
  case number(Int)
  /// A count of versions before the newest: `-1`, `@-1`; `@` is the newest.
  case back(Int)
  /// A time, which means the list as it was then. A day without a time of day means the whole day.
  case time(TimeSpan)
  /// A token of a list.
  case list(CursorToken)
  /// A token of all lists.
  case store(StoreToken)

  /// Reads `7`, `-1`, `@`, `@-1`, a token, or a time as ``TimeSpan`` reads it: `2026-11-21`,
  /// `2026-11-21 09:30`, `09:30`, `yesterday`, or `2h`, which is two hours ago.
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
    } else if let token = CursorToken(text) {
      self = .list(token)
    } else if let token = StoreToken(text) {
      self = .store(token)
    } else if let time = TimeSpan(text, now: now, in: zone) {
      self = .time(time)
    } else {
      return nil
    }
  }
}

extension VersionPlace: ExpressibleByArgument {
  /// The accepted forms, for error messages.
  package static let expected =
    "Expected a version: a number (7), one before the newest (-1), a time (2026-11-21, "
    + "\"2026-11-21 09:30\", 09:30, yesterday, or 2h for two hours ago), or a token."

  package init?(argument: String) {
    self.init(argument)
  }

  /// The place as it is written on a command line; a time is the end of its span.
  package var defaultValueDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .back(0): "@"
    case .back(let count): "@-\(count)"
    case .time(let span): span.end.timestamp ?? "a time"
    case .list(let token): "\(token)"
    case .store(let token): "\(token)"
    }
  }
}

extension VersionPlace {
  /// The number, which may mean another version in another epoch; `nil` for any other way to tell a
  /// version.
  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }

  /// Refuses a token of all lists where the version of one list is asked for.
  ///
  /// - Parameter name: The option that gives the version.
  /// - Throws: The message of the parser to the user.
  func requireList(_ name: String) throws(ValidationError) {
    guard case .store(let token) = self else { return }
    throw ValidationError(
      "\(name) \(token): expected a version or a token of the list; this one is of all lists"
    )
  }

  /// Refuses a token of a list where a commit of the store is asked for.
  func requireStore(_ name: String) throws(ValidationError) {
    guard case .list(let token) = self else { return }
    throw ValidationError(
      "\(name) \(token): expected a number or a token of all lists; this one is of one list"
    )
  }

  /// Refuses a last version before the first one.
  ///
  /// - Parameters:
  ///   - first: The first version; `nil` if it is not known.
  ///   - firstName: The option that gives it.
  ///   - last: The last version; `nil` if there is none, or it is not known.
  ///   - lastName: The option that gives it.
  /// - Throws: The message of the parser to the user.
  static func requireOrder(
    _ first: Int?,
    _ firstName: String,
    _ last: Int?,
    _ lastName: String
  ) throws(ValidationError) {
    guard let first, let last, last < first else { return }
    throw ValidationError("\(lastName) \(last): expected \(first) (\(firstName)) or more")
  }
}
