import ArgumentParser

/// A length of time on a command line: `90s`, `30m`, `12h`, `7d`.
struct Age: Hashable, Sendable {
  /// The length.
  var duration: Duration
}

extension Age: ExpressibleByArgument {
  private static let units: [(suffix: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Reads a number and its unit; `nil` if `argument` is something else.
  init?(argument: String) {
    guard let suffix = argument.last, let number = Int64(argument.dropLast()), number >= 0,
      let unit = Self.units.first(where: { $0.suffix == suffix }),
      case (let seconds, let overflow) = number.multipliedReportingOverflow(by: unit.seconds),
      !overflow
    else { return nil }
    duration = .seconds(seconds)
  }

  /// Reads `2 hours ago` and the like; `nil` if the text is something else.
  init?(words text: String) {
    guard let words = text.wholeMatch(of: #/(\d+) (second|minute|hour|day)s? ago/#),
      let unit = words.2.first
    else { return nil }
    self.init(argument: "\(words.1)\(unit)")
  }

  /// The length in the largest unit that divides it.
  var defaultValueDescription: String {
    let seconds = duration.components.seconds
    let unit = Self.units.first { seconds.isMultiple(of: $0.seconds) } ?? ("s", 1)
    return "\(seconds / unit.seconds)\(unit.suffix)"
  }
}

/// A size on a command line: `4096`, `64K`, `64M`, `1G`.
struct ByteSize: Hashable, Sendable {
  /// The number of bytes.
  var count: Int
}

extension ByteSize: ExpressibleByArgument {
  private static let units: [(suffix: Character, bytes: Int)] = [
    ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10),
  ]

  /// Reads a number and its unit; `nil` if `argument` is something else.
  init?(argument: String) {
    let unit = Self.units.first { $0.suffix == argument.last }
    guard let number = Int(unit == nil ? argument[...] : argument.dropLast()), number >= 0,
      case (let bytes, let overflow) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1),
      !overflow
    else { return nil }
    count = bytes
  }

  /// The size in the largest unit that divides it.
  var defaultValueDescription: String {
    guard count > 0, let unit = Self.units.first(where: { count.isMultiple(of: $0.bytes) }) else {
      return "\(count)"
    }
    return "\(count / unit.bytes)\(unit.suffix)"
  }
}
