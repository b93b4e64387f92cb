import Foundation

/// Everything that has happened in a run, as text: a line of JSON for each step and each event.
///
/// The first line has the version of the kit and the settings; steps are lines with `do`, events
/// lines with `k`, in the order they happened; the last line has the hash of the run and the
/// violation. The settings and the steps are enough to run it again.
public struct SimTrace: Sendable {
  /// The version of the kit that writes these traces.
  package static let kit = 1

  /// Which list was run, in words of the program that has written the trace; `nil` if it did not say.
  public var subject: String?
  /// The settings of the world.
  public var settings: SimSettings
  /// The steps.
  public var script: SimScript
  /// The events, each with the step after which it happened, counted from 1.
  public var events: [(step: Int, event: SimEvent)]
  /// The hash of the events.
  public var hash: UInt64?
  /// The invariant that did not hold.
  public var violation: SimViolation?

  private struct Header: Codable {
    var kit: Int
    var subject: String?
    var settings: SimSettings
  }

  private struct Footer: Codable {
    var hash: String
    var violation: SimViolation?
  }

  /// Creates a trace.
  package init(
    settings: SimSettings,
    script: SimScript,
    events: [(step: Int, event: SimEvent)] = [],
    hash: UInt64? = nil,
    violation: SimViolation? = nil,
    subject: String? = nil
  ) {
    self.subject = subject
    self.settings = settings
    self.script = script
    self.events = events
    self.hash = hash
    self.violation = violation
  }

  /// Reads a trace.
  ///
  /// - Throws: ``SimulationError``, which names the line.
  public init(parsing text: String) throws {
    var settings: SimSettings?
    var steps: [SimStep] = []
    events = []
    let decoder = JSONDecoder()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      let data = Data(line.utf8)
      do {
        if settings == nil {
          let kit = try decoder.decode(KitVersion.self, from: data).kit
          guard kit == Self.kit else {
            throw SimulationError.otherKit(found: kit, expected: Self.kit)
          }
          let header = try decoder.decode(Header.self, from: data)
          (settings, subject) = (header.settings, header.subject)
        } else {
          let kind = try decoder.decode(Kind.self, from: data)
          switch (kind.do != nil, kind.k != nil, kind.hash != nil) {
          case (true, false, false):
            steps.append(try decoder.decode(SimStep.self, from: data))
          case (false, true, false):
            events.append((steps.count, try decoder.decode(SimEvent.self, from: data)))
          case (false, false, true):
            let footer = try decoder.decode(Footer.self, from: data)
            hash = UInt64(footer.hash, radix: 16)
            violation = footer.violation
          default:
            throw SimulationError.malformedTrace(
              line: index + 1,
              reason: "expected a step with \"do\", an event with \"k\", or the \"hash\""
            )
          }
        }
      } catch let error as SimulationError {
        throw error
      } catch let error as DecodingError {
        throw SimulationError.malformedTrace(line: index + 1, reason: Self.reason(error))
      }
    }
    guard let settings else {
      throw SimulationError.malformedTrace(line: 1, reason: "expected {\"kit\":1,\"settings\":{…}}")
    }
    if let fault = settings.fault { throw SimulationError.invalidSettings(fault) }
    self.settings = settings
    script = SimScript(steps)
  }

  private struct KitVersion: Decodable { var kit: Int }

  private struct Kind: Decodable {
    var `do`: String?
    var k: String?
    var hash: String?
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .dataCorrupted(let context): context.debugDescription
    case .keyNotFound(let key, _): "there is no member \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  /// Returns the trace as text.
  ///
  /// - Throws: An error of the encoder.
  public func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
    var text = try line(Header(kit: Self.kit, subject: subject, settings: settings))
    var next = events.startIndex
    func take(_ step: Int) throws {
      while next < events.endIndex, events[next].step <= step {
        text += try line(events[next].event)
        next += 1
      }
    }
    try take(0)
    for (index, step) in script.steps.enumerated() {
      text += try line(step)
      try take(index + 1)
    }
    try take(.max)
    if let hash { text += try line(Footer(hash: String(hash, radix: 16), violation: violation)) }
    return text
  }
}
