// The documents that are sent and answered; docs/formats.md and docs/server.md explain them.

extension JSONSchema {
  /// The kinds of documents, and of their parts, that have a name.
  enum Name: String, CaseIterable, Sendable {
    // Lists.
    case list = "List"
    case section = "Section"
    case cell = "Cell"
    case view = "View"
    case supplementary = "Supplementary"
    case window = "Window"
    // Changes.
    case change = "Change"
    case changeset = "Changeset"
    case sectionOperations = "SectionOperations"
    case cellOperations = "CellOperations"
    case windowChange = "WindowChange"
    case edits = "Edits"
    case edit = "Edit"
    // What is said of lists.
    case lists = "Lists"
    case commit = "Commit"
    case versions = "Versions"
    case versionCounts = "VersionCounts"
    case values = "Values"
    case consumers = "Consumers"
    case problem = "Problem"

    /// What a document of this kind has.
    var schema: JSONSchema {
      switch self {
      case .list: .object([.required("sections", .array(.named(.section)))])
      case .section:
        .object(
          [.required("id", .identifier)] + JSONSchema.attributes
            + [.optional("cells", .array(.named(.cell)))]
        )
      case .cell: .object([.required("id", .identifier)] + JSONSchema.component)
      case .view: .object(JSONSchema.component)
      case .supplementary:
        .object(JSONSchema.component + [.optional("alignment", .oneOf(JSONSchema.alignments))])
      case .window:
        .object(
          JSONSchema.version + JSONSchema.extent + [.required("cells", .array(.named(.cell)))]
        )
      case .change: .object(JSONSchema.changeMembers)
      case .changeset: .object(JSONSchema.operations)
      case .sectionOperations: JSONSchema.operations(at: .number, JSONSchema.attributes)
      case .cellOperations:
        JSONSchema.operations(at: .array(.number, count: 2), JSONSchema.component)
      case .windowChange: JSONSchema.windowChange
      case .edits: .object([.required("edits", .array(.named(.edit)))])
      case .edit: .choice(JSONSchema.edits)
      case .lists: JSONSchema.lists
      case .commit: JSONSchema.commit
      case .versions:
        .object([
          .required("versions", .array(JSONSchema.summary)), .optional("next", .text),
          .optional("searched", .number),
        ])
      case .versionCounts: JSONSchema.versionCounts
      case .values: .members(.any)
      case .consumers: .object([.required("consumers", .array(JSONSchema.consumer))])
      case .problem: JSONSchema.problem
      }
    }
  }

  private static let component: [Member] = [
    .optional("type", .text), .optional("content", .any),
    .optional("views", .members(.named(.view))),
  ]
  private static let attributes: [Member] = [
    .optional("header", .named(.supplementary)), .optional("footer", .named(.supplementary)),
    .optional("layout", .members(.any)), .optional("views", .members(.named(.view))),
  ]
  private static let alignments = [
    "top", "leading", "bottom", "trailing", "topLeading", "topTrailing", "bottomLeading",
    "bottomTrailing",
  ]

  /// The list, and which version of it.
  private static let version: [Member] = [
    .required("list", .identifier), .required("version", .number),
    .required("fingerprint", .fingerprint),
  ]

  /// Where a window is.
  private static let extent: [Member] = [
    .required("before", .number), .required("after", .number),
    .required(
      "runs",
      .array(.object([.required("section", .identifier), .required("count", .number)]))
    ),
  ]

  private static let parent: [Member] = [
    .required("parent", .number), .required("parentFingerprint", .fingerprint),
    .optional("time", .text), .optional("author", .text),
  ]

  private static let operations: [Member] = [
    .optional("sections", .named(.sectionOperations)), .optional("cells", .named(.cellOperations)),
  ]

  private static let changeMembers =
    version + parent
    + [.optional("sequence", .number), .optional("key", .text), .optional("message", .text)]
    + operations

  private static func operations(at place: JSONSchema, _ members: [Member]) -> JSONSchema {
    let id = Member.required("id", .identifier)
    let was = Member.optional("was", .members(.any))
    let places = [Member.required("from", place), .required("at", place)]
    return .object([
      .optional("deleted", .array(.object([id, .required("at", place), was]))),
      .optional("inserted", .array(.object([id, .required("at", place)] + members))),
      .optional(
        "moved",
        .array(.object([id, .required("from", place), .required("to", place)]))
      ),
      .optional("updated", .array(.object([id] + places + members + [was]))),
    ])
  }

  private static let windowChange: JSONSchema = {
    let side = JSONSchema.oneOf(["before", "after", "outside"])
    let cell = Member.required("cell", .named(.cell))
    let at = Member.required("at", .number)
    let from = Member.required("from", .number)
    return .object(
      version + parent + extent + [
        .required("removed", .array(.object([at, .required("to", side)]))),
        .required("inserted", .array(.object([at, .required("from", side), cell]))),
        .required("moved", .array(.object([from, .required("to", .number)]))),
        .required("updated", .array(.object([from, at, cell]))),
      ]
    )
  }()

  /// One edit of each kind, with each of the places that it may have.
  private static let edits: [JSONSchema] = {
    let cellPlaces = ["start", "end", "before", "after"].map { [Member.required($0, .identifier)] }
    let sectionPlaces = [[]] + ["before", "after"].map { [Member.required($0, .identifier)] }
    let kinds: [(String, JSONSchema, [[Member]])] = [
      ("insert", .named(.cell), cellPlaces), ("set", .named(.cell), [[]]),
      ("move", .identifier, cellPlaces), ("delete", .identifier, [[]]),
      ("insertSection", .named(.section), sectionPlaces),
      ("moveSection", .identifier, sectionPlaces), ("deleteSection", .identifier, [[]]),
    ]
    return kinds.flatMap { name, subject, places in
      places.map { .object([.required(name, subject)] + $0) }
    }
  }()

  private static let lists: JSONSchema = .object([
    .required(
      "lists",
      .array(
        .object([
          .required("name", .identifier), .required("version", .number),
          .required("fingerprint", .fingerprint), .required("offset", .text),
          .required("list", .text), .required("changes", .text),
        ])
      )
    )
  ])

  private static let commit: JSONSchema = .object(
    version + [
      .required("outcome", .oneOf(["committed", "unchanged", "duplicate"])),
      .required("operations", .number),
    ]
  )

  /// How many elements were deleted, inserted, moved and updated; none are left out.
  static let counts = JSONSchema.object(
    ["deleted", "inserted", "moved", "updated"].map { .optional($0, .number) }
  )

  static let summary: JSONSchema = .object(summaryMembers)

  private static let summaryMembers: [Member] = {
    [
      .required("version", .number), .optional("sequence", .number), .optional("time", .text),
      .optional("author", .text), .optional("key", .text), .optional("message", .text),
      .required("fingerprint", .fingerprint), .required("sections", counts),
      .required("cells", counts), .optional("change", .named(.changeset)),
      .optional("hits", .array(.identifier)),
    ]
  }()

  private static let versionCounts: JSONSchema = .object([
    .required("from", .text), .required("to", .text), .required("bins", .number),
    .required(
      "counts",
      .array(.object(["bin", "count", "first", "last"].map { .required($0, .number) }))
    ),
  ])

  private static let consumer: JSONSchema = .object([
    .required("name", .text), .required("version", .number), .required("lag", .number),
    .required("offset", .text), .optional("lastSeen", .text), .required("failures", .number),
    .optional("parked", .text),
  ])

  /// RFC 9457, with the members that kinds of problems have.
  private static let problem: JSONSchema = {
    let newest = JSONSchema.object([
      .optional("version", .number), .optional("fingerprint", .fingerprint),
      .optional("sequence", .number), .optional("offset", .text),
    ])
    return .object([
      .required("type", .text), .required("title", .text), .required("status", .number),
      .required("reason", .text), .required("detail", .text), .optional("start", .text),
      .optional("list", .identifier), .optional("expected", .number),
      .optional("newest", .choice([.number, newest])), .optional("oldest", .number),
      .optional("missed", .named(.change)), .optional("path", .text), .optional("offset", .number),
      .optional("line", .number), .optional("column", .number), .optional("limit", .number),
    ])
  }()
}
