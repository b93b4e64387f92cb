import HTTPTypes

/// The forms in which a list is given.
enum Representation: String, CaseIterable, Sendable {
  case json = "application/json"
  case html = "text/html"
  case svg = "image/svg+xml"
  case text = "text/plain"

  /// The type of the answer.
  var contentType: String {
    switch self {
    case .json, .svg: rawValue
    case .html, .text: "\(rawValue); charset=utf-8"
    }
  }

  /// Chooses the form that a client likes best (RFC 9110, section 12.5.1); JSON if all are as good.
  ///
  /// - Throws: A ``Problem`` with status 406 for a client that takes none of them.
  init(accepting field: String?) throws {
    guard let field else {
      self = .json
      return
    }
    let ranges = field.split(separator: ",").map(Range.init)
    func quality(of form: Representation) -> Double {
      // The most specific range counts.
      ranges.filter { $0.includes(form.rawValue) }.max { $0.specificity < $1.specificity }?.quality
        ?? 0
    }
    // Of those that are as good, the first.
    let best = Self.allCases.reversed().max { quality(of: $0) < quality(of: $1) } ?? .json
    let chosen = Self.allCases.first { quality(of: $0) == quality(of: best) } ?? best
    guard quality(of: chosen) > 0 else {
      throw Problem(
        status: .notAcceptable,
        kind: "not-acceptable",
        detail: "a list is given as \(Self.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    self = chosen
  }

  /// One part of an `Accept` field: a type, and how well it is liked.
  private struct Range {
    private let type: String
    let quality: Double

    init(_ text: Substring) {
      let parts = text.lowercased().split(separator: ";").map {
        $0.filter { $0 != " " && $0 != "\t" }
      }
      type = parts.first ?? ""
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
      quality = weight.map { min(max(Double($0) ?? 0, 0), 1) } ?? 1
    }

    /// How much it says: 0 for all types, 1 for all of a kind, 2 for one type.
    var specificity: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

    func includes(_ other: String) -> Bool {
      type == "*/*" || type == other || type.hasSuffix("/*") && other.hasPrefix(type.dropLast())
    }
  }
}
