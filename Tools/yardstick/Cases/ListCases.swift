import ListLayout

/// A list configuration or a table, with the frames of its rows.
struct ListCase: Decodable, Sendable {
  var id: String
  var title: String?
  var tolerance: Double?
  var era: String?
  var container: Container
  var appearance: LayoutList.Appearance?
  /// The style of a table.
  var table: LayoutList.Appearance?
  var headerMode: LayoutList.HeaderMode?
  var footerMode: LayoutList.FooterMode?
  var sections: [Rows]?
  var expect: Expectation

  struct Container: Decodable, Sendable {
    var width: Double
    var height: Double
    var scale: Double?
  }

  struct Rows: Decodable, Sendable {
    var rows: Int
  }

  struct Expectation: Decodable, Sendable {
    var rows: [String: [Double?]]?
    var separators: [String: [Double?]]?
    var noSeparatorAfter: [String]?
    var cornerRadius: Double?
    var contentViewHeight: Double?
    var textX: Double?
    var labelHeight: Double?
  }

  func run() -> [String] {
    guard let appearance = appearance ?? table else { return ["there is no appearance"] }
    let layout: CompositionalLayout
    do {
      layout = try self.layout(appearance)
    } catch {
      return ["\(error)"]
    }
    var check = FrameCheck(tolerance: tolerance ?? 0.01)
    // With headers, places are counted from the first row.
    let first = layout.frame(ofItemAt: CellPath(section: 0, item: 0))?.y ?? 0
    let shift = headerMode == .supplementary ? -first : 0
    for (key, frame) in (expect.rows ?? [:]).sorted(by: { $0.key < $1.key }) {
      check.known("row \(key)", frame, self.frame(key, layout)?.offsetBy(x: 0, y: shift))
    }
    for (key, frame) in (expect.separators ?? [:]).sorted(by: { $0.key < $1.key }) {
      let separator = separator(below: key, layout)?.offsetBy(x: 0, y: shift)
      check.known("separator \(key)", frame, separator)
    }
    for key in expect.noSeparatorAfter ?? [] {
      if let found = separator(below: key, layout) {
        check.note("separator \(key)", "none", "\(found.numbers)")
      }
    }
    checkLooks(layout, &check)
    return check.differences
  }

  private func checkLooks(_ layout: CompositionalLayout, _ check: inout FrameCheck) {
    let row = layout.listRow(at: CellPath(section: 0, item: 0))
    func equal(_ what: String, _ expected: Double?, _ got: Double?) {
      check.equal(what, expected.map { [$0] }, [got].compactMap(\.self))
    }
    equal("cornerRadius", expect.cornerRadius, row?.topCornerRadius)
    equal("contentViewHeight", expect.contentViewHeight, row?.extent.height)
    equal("textX", expect.textX, row?.textFrame.x)
    equal("labelHeight", expect.labelHeight, row?.textFrame.height)
  }

  private func layout(_ appearance: LayoutList.Appearance) throws -> CompositionalLayout {
    let list = LayoutList(
      appearance: appearance,
      headerMode: headerMode ?? .none,
      footerMode: footerMode ?? .none
    )
    let counts = sections?.map(\.rows) ?? [rowCount]
    var layout = try CompositionalLayout(
      sections: counts.map { LayoutSectionContent(layout: .list(list), itemCount: $0) },
      environment: LayoutEnvironment(
        container: LayoutContainer(
          contentSize: LayoutExtent(width: container.width, height: container.height)
        ),
        displayScale: container.scale
      ),
      rules: LayoutRules(lists: ListSectionCase.rules(era))
    )
    // The recorded texts: bold letters of 15 points above a section, letters of 13 points below it.
    for section in counts.indices {
      for (kind, height) in [("header", 17.0 + 18 + 6), ("footer", 6 + 47.0 / 3 + 12)] {
        layout.setMeasuredSize(
          MeasuredSize(width: nil, height: height),
          ofSupplementaryViewsOfKind: kind,
          inSection: section
        )
      }
    }
    return layout
  }

  /// As many rows as the expectations name, in one section.
  private var rowCount: Int {
    let paths = (expect.rows ?? [:]).keys.compactMap { Self.path($0) }
    return (paths.map(\.item).max() ?? 0) + 1
  }

  private func frame(_ key: String, _ layout: CompositionalLayout) -> LayoutRect? {
    Self.path(key).flatMap { layout.frame(ofItemAt: $0) }
  }

  private func separator(below key: String, _ layout: CompositionalLayout) -> LayoutRect? {
    guard let path = Self.path(key), let row = frame(key, layout) else { return nil }
    let below = layout.listRow(at: path)?.separators.last { $0.frame.y > row.height / 2 }
    return below?.frame.offsetBy(x: row.x, y: row.y)
  }

  private static func path(_ key: String) -> CellPath? {
    let parts = key.split(separator: "/").compactMap { Int($0) }
    return parts.count == 2 ? CellPath(section: parts[0], item: parts[1]) : nil
  }
}

/// A list configuration, with the section that it makes.
struct ListSectionCase: Decodable, Sendable {
  var id: String
  var tolerance: Double?
  var era: String?
  var appearance: LayoutList.Appearance
  var headerMode: LayoutList.HeaderMode?
  var footerMode: LayoutList.FooterMode?
  var firstItemInSection: Bool?
  var expect: Expectation

  struct Expectation: Decodable, Sendable {
    var insets: [Double]?
    var contentInsetsReference: LayoutInsetsReference?
    var boundary: [LayoutBoundarySupplementaryItem]?
  }

  static func rules(_ era: String?) -> LayoutRules.Lists {
    era?.hasPrefix("macOS 27") == true ? .macOS27 : .iOS16
  }

  func run() -> [String] {
    let list = LayoutList(
      appearance: appearance,
      headerMode: firstItemInSection == true ? .firstItemInSection : headerMode ?? .none,
      footerMode: footerMode ?? .none
    )
    // The record is of a screen of 320 by 480 points.
    let section = list.section(
      in: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: 320, height: 480)),
        displayScale: 2
      ),
      rules: LayoutRules(lists: Self.rules(era))
    )
    var check = FrameCheck(tolerance: tolerance ?? 0.01)
    let insets = section.contentInsets
    check.equal(
      "insets",
      expect.insets,
      [insets.top, insets.leading, insets.bottom, insets.trailing]
    )
    if let reference = expect.contentInsetsReference, reference != section.contentInsetsReference {
      check.note("reference", reference.rawValue, section.contentInsetsReference.rawValue)
    }
    if let boundary = expect.boundary, boundary != section.boundarySupplementaryItems {
      check.note("boundary", "\(boundary)", "\(section.boundarySupplementaryItems)")
    }
    return check.differences
  }
}
