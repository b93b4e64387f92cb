import Foundation

extension Int {
  /// The number with a comma between thousands: `1,234,567`.
  package var grouped: String {
    var groups: [String] = []
    var rest = magnitude
    while rest >= 1000 {
      let digits = String(rest % 1000)
      groups.append(String(repeating: "0", count: 3 - digits.count) + digits)
      rest /= 1000
    }
    groups.append((self < 0 ? "-" : "") + String(rest))
    return groups.reversed().joined(separator: ",")
  }

  /// The number as a size in bytes: `512 bytes`, `12.3 KiB`.
  package var byteSize: String {
    if self == 1 { return "1 byte" }
    if magnitude < 1024 { return "\(self) bytes" }
    var size = Double(self)
    var unit = 0
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    while abs(size) >= 1024, unit + 1 < units.count {
      size /= 1024
      unit += 1
    }
    return "\(size.rounded(to: 1)) \(units[unit])"
  }

  /// Returns the number with its noun: `1 cell`, `1,204 cells`, `2 batches`.
  package func counting(_ noun: String, _ plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

extension Double {
  /// Returns the number with a fixed number of decimal places.
  package func rounded(to places: Int) -> String {
    String(format: "%.\(places)f", self)
  }
}

extension Duration {
  /// The duration in the unit that reads best: `840 µs`, `12.3 ms`, `4.1 s`.
  package var text: String {
    let seconds = self / .seconds(1)
    if seconds < 0.001 { return "\((seconds * 1_000_000).rounded(to: 0)) µs" }
    if seconds < 1 { return "\((seconds * 1000).rounded(to: 1)) ms" }
    return "\(seconds.rounded(to: 1)) s"
  }
}
