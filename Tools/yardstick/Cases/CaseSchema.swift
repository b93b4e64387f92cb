/// The fields that a case file may have, so that no field goes unread.
indirect enum CaseSchema: Sendable {
  /// Any value: it is a comment, or its own reader refuses what it does not know.
  case any
  /// An object with these members, each with its own schema.
  case object([String: CaseSchema])
  /// A list of values.
  case list(CaseSchema)
  /// An object with any names of members.
  case map(CaseSchema)

  /// Checks a value.
  ///
  /// - Throws: ``UnknownCaseField``, which names the first unknown field.
  func check(_ value: JSONValue, at place: String = "") throws(UnknownCaseField) {
    switch self {
    case .any: return
    case .object(let known):
      for (name, member) in (value.members ?? [:]).sorted(by: { $0.key < $1.key }) {
        let place = place.isEmpty ? name : "\(place).\(name)"
        guard let schema = known[name] else {
          throw UnknownCaseField(place: place, known: known.keys.sorted())
        }
        try schema.check(member, at: place)
      }
    case .list(let schema):
      for (index, element) in (value.array ?? []).enumerated() {
        try schema.check(element, at: "\(place)[\(index)]")
      }
    case .map(let schema):
      for (name, member) in (value.members ?? [:]).sorted(by: { $0.key < $1.key }) {
        try schema.check(member, at: "\(place).\(name)")
      }
    }
  }

  /// Returns an object whose members all may have any value.
  static func members(_ names: String, _ others: [String: CaseSchema] = [:]) -> CaseSchema {
    var members = others
    for name in names.split(separator: " ") { members[String(name)] = .any }
    return .object(members)
  }
}

/// A field of a case file that nothing would read.
public struct UnknownCaseField: Error, CustomStringConvertible {
  /// Where it is: `vectors[3].rtl`.
  public var place: String
  /// The fields that are known there.
  public var known: [String]

  /// The fault, and what was expected.
  public var description: String {
    "unknown field \(place): nothing would read it; known are \(known.joined(separator: ", "))"
  }
}

extension CaseSchema {
  /// A file of layouts.
  static let layout = members(
    "about provenance conventions findings rules flowRules part",
    [
      "vectors": .list(vector),
      "settleRules": cases("vector behavior start proposed velocity settles"),
      "visibleQueries": cases("vector rect orthogonalOffsets visible"),
      "scrollAnchoring": cases("change offsetBefore offsetAfter"),
      "orthogonalRests": .list(members("vector section requested rests")),
      "measuring": .list(members("id vector offset heights measured")),
      "flow": .list(
        members(
          """
          \(comments) era rule tolerance width height scale horizontal itemSize sections inter line \
          inset header footer headerSections perSection estimated cells delegateSize delegateInset \
          contentInset margins safeArea insetReference rtl pinHeaders pinFooters contentOffset \
          contentSize expect
          """
        )
      ),
      "lists": .list(
        members(
          "\(comments) era rule tolerance appearance headerMode footerMode table",
          [
            "container": members("width height scale"),
            "sections": .list(members("rows")),
            "expect": members(
              """
              rows separators noSeparatorAfter cornerRadius contentViewHeight textX labelHeight
              """
            ),
          ]
        )
      ),
      "listSections": .list(
        members(
          "\(comments) era rule tolerance appearance headerMode footerMode firstItemInSection",
          ["expect": members("insets contentInsetsReference boundary")]
        )
      ),
      "carousel": .object([
        "note": .any,
        "models": .list(
          members("originals viewport groupWidth spacing loopSingle expect")
        ),
        "rebase": .list(members("originals viewport groupWidth offset rebased why")),
        "changes": .list(
          members("before centred fraction offset after offsetAfter why")
        ),
        "seedCodeDefects": .any,
      ]),
    ]
  )

  private static let comments = "id title source confidence why note"

  private static func cases(_ names: String) -> CaseSchema {
    .object(["note": .any, "cases": .list(members(names))])
  }

  // Layouts and configurations have readers that refuse unknown members.
  private static let vector = members(
    "\(comments) tolerance era rules ibp alternative configuration",
    [
      "container": members(
        """
        width height scale adjustedTop adjustedBottom safeArea layoutMargins readableContent \
        direction rtl
        """
      ),
      "state": members("contentOffset"),
      "sections": .list(
        members("items itemsAtLeast layout", ["measured": members("items supplementary")])
      ),
      "expect": members(
        "error contentSize sections groupLeafCounts items supplementaries decorations zIndex",
        ["orthogonal": .map(members("scrollerFrame contentLength stops"))]
      ),
    ]
  )
}
