/// The entity tags of `If-Match` or `If-None-Match` (RFC 9110, section 13.1).
struct EntityTags: Sendable {
  private let tags: [Substring]
  /// Whether there is a field at all.
  let isThere: Bool

  /// Reads the field's value, which may be missing.
  init(_ value: String?) {
    isThere = value != nil
    tags = (value ?? "").split(separator: ",").map { tag in
      let tag = tag.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
  }

  /// Whether it is `*`: anything that is there.
  var isAnything: Bool { tags == ["*"] }

  /// Returns whether a tag is among them, by the weak comparison.
  func contains(_ tag: String) -> Bool { isAnything || tags.contains { $0 == tag } }
}
