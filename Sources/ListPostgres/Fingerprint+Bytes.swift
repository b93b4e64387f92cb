import ListModel

extension Fingerprint {
  /// The sixteen bytes of the number, the most significant first.
  var bytes: [UInt8] { (0..<16).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  /// Reads sixteen bytes; `nil` if there are more or fewer.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(value: bytes.reduce(0) { $0 << 8 | UInt128($1) })
  }
}
