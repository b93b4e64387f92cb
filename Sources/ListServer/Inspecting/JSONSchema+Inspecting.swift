// What the inspector is answered.

extension JSONSchema {
  private static let path = JSONSchema.array(.number, count: 2)
  private static let marks = JSONSchema.array(.oneOf(["deleted", "inserted", "moved", "updated"]))
  private static let frame: [Member] = ["x", "y", "width", "height"].map { .required($0, .decimal) }

  /// What is different between two versions.
  static let comparison: JSONSchema = {
    let state = JSONSchema.object([
      .required("version", .number), .required("fingerprint", .fingerprint),
      .required("sections", .number), .required("cells", .number),
    ])
    let part = JSONSchema.object([
      .required("index", .number), .required("id", .identifier), .required("marks", marks),
      .required("count", .number), .required("changed", .number),
    ])
    let row = JSONSchema.object([
      .required("id", .identifier), .required("marks", marks), .optional("from", path),
      .optional("at", path), .required("place", path), .optional("title", .text),
    ])
    return .object([
      .required("from", state), .required("to", state), .required("sections", counts),
      .required("cells", counts), .required("parts", .array(part)), .required("count", .number),
      .required("first", .number), .required("rows", .array(row)),
    ])
  }()

  /// A version on a screen.
  static let screen: JSONSchema = {
    let changes = JSONSchema.object([
      .required("above", counts), .required("shown", counts), .required("below", counts),
      .optional("up", path), .optional("down", path),
    ])
    let ghost = JSONSchema.object([
      .required("id", .identifier), .required("title", .text), .required("place", path),
    ])
    let figure = JSONSchema.object(
      [.required("id", .identifier), .required("at", path)] + frame + [.optional("marks", marks)]
    )
    let lengths = ["scroll", "width", "height", "contentHeight"]
    return .object(
      [.required("version", .number), .required("fingerprint", .fingerprint)]
        + lengths.map { .required($0, .decimal) } + [
          .required("cells", .number), .optional("changes", changes),
          .optional("ghosts", .array(ghost)), .required("figures", .array(figure)),
          .required("svg", .text),
        ]
    )
  }()

  /// A cell at two versions.
  static let placedCell: JSONSchema = {
    let placed = JSONSchema.object([
      .required("section", .identifier), .required("at", path), .required("count", .number),
      .required("cell", .named(.cell)),
    ])
    let step = JSONSchema.object([
      .required("rules", .text), .required("subject", .text), .required("reason", .text),
      .required("frame", .object(frame)),
    ])
    return .object([
      .required("id", .text), .required("version", .number), .optional("now", placed),
      .optional("before", placed), .optional("frame", .object(frame)),
      .optional("steps", .array(step)),
    ])
  }()

  /// How much versions have changed.
  static let density: JSONSchema = .object(
    ["oldest", "newest", "first", "last", "width"].map { .required($0, .number) }
      + [.required("bins", .array(.array(.number, count: 4)))]
  )

  /// Lists at a glance.
  static let overview: JSONSchema = {
    let consumer = JSONSchema.object([
      .required("name", .text), .required("version", .number), .required("lag", .number),
      .required("failures", .number), .optional("lastSeen", .text), .optional("parked", .text),
    ])
    let list = JSONSchema.object([
      .required("name", .identifier), .required("version", .number), .required("oldest", .number),
      .required("sectionCount", .number), .required("cellCount", .number),
      .required("fingerprint", .fingerprint), .optional("last", summary),
      .required("density", .array(.number, count: 48)), .required("consumers", .array(consumer)),
    ])
    return .object([
      .required("store", .text), .required("lists", .number), .required("count", .number),
      .required("first", .number), .required("page", .array(list)),
    ])
  }()
}
