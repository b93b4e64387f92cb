import HTTPTypes

extension HTTPField.Name {
  /// Returns the name of a field that this package has chosen.
  private static func known(_ name: StaticString) -> HTTPField.Name {
    guard let field = HTTPField.Name("\(name)") else {
      preconditionFailure("no field name: \(name)")
    }
    return field
  }

  // Durable Streams 1.0, section 13.2.
  static let streamNextOffset = known("Stream-Next-Offset")
  static let streamUpToDate = known("Stream-Up-To-Date")
  static let streamCursor = known("Stream-Cursor")
  /// HTML Living Standard, "Server-sent events": the `id` of the last event that a browser has.
  static let lastEventID = known("Last-Event-ID")
  /// The IETF draft "The Idempotency-Key HTTP Header Field".
  static let idempotencyKey = known("Idempotency-Key")
  static let xAccelBuffering = known("X-Accel-Buffering")
  static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
  static let referrerPolicy = known("Referrer-Policy")
  /// The version of the list in an answer, as a number.
  static let listVersion = known("List-Version")
}
