import ListModel
import ListRendering

/// The role of a component in its list.
enum ComponentRole {
  case cell, header, footer
}

extension ContentNode {
  /// Returns the look of a component that does not describe itself: its title and detail, found by
  /// the names that fields commonly have; else all its fields.
  static func standard(type: String, json: String?, as role: ComponentRole) -> ContentNode {
    let look = StandardLook(type: type, json: json)
    switch role {
    case .cell:
      guard let detail = look.detail else { return .element("p", text: look.title) }
      return .element(
        "div",
        ["style": "gap: 1px"],
        [
          .element("p", ["style": "-webkit-line-clamp: 1"], text: look.title),
          .element(
            "p",
            ["style": detailStyle],
            text: detail
          ),
        ]
      )
    case .header:
      let detail = look.detail.map { [ContentNode.element("small", text: $0)] } ?? []
      return .element("div", [:], [.element("h3", text: look.title)] + detail)
    case .footer:
      let texts = [look.title, look.detail].compactMap(\.self).joined(separator: " · ")
      return .element("p", ["style": detailStyle], text: texts)
    }
  }

  /// Letters that matter less, and can be read on any ground of a cell.
  private static let detailStyle = "font-size: 13px; color: light-dark(#6e6e73, #a1a1a6)"
}

/// The title and the detail of a component of any type.
struct StandardLook: Hashable {
  var title: String
  var detail: String?

  /// Common names of fields that hold a title.
  private static let titles = [
    "title", "name", "headline", "label", "subject", "path", "text", "message", "caption", "value",
  ]
  /// Common names of fields that hold a detail.
  private static let details = [
    "subtitle", "detail", "description", "body", "summary", "text", "message", "caption", "note",
    "author", "value",
  ]

  init(type: String, json: String?) {
    guard let json, let fields = ShownFields(json: json) else {
      title = json ?? (type.isEmpty ? "no content" : type)
      return
    }
    guard let names = fields.names else {
      let text = fields.text
      title = text.isEmpty ? type : text
      return
    }
    let titleName = Self.titles.first { fields.isScalar($0) }
    let detailName = Self.details.first { $0 != titleName && fields.isScalar($0) }
    let rest = names.filter { $0 != titleName }
    if let titleName, let title = fields[titleName], !title.isEmpty {
      self.title = title
      detail = detailName.flatMap { fields[$0] }
      if detail == nil, !rest.isEmpty { detail = fields.listed(rest) }
      if detail?.isEmpty == true { detail = nil }
    } else {
      title = type.isEmpty ? fields.listed(rest) : type
      detail = type.isEmpty || rest.isEmpty ? nil : fields.listed(rest)
    }
  }
}
