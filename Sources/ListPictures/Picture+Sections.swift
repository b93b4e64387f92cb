import ListLayout
public import ListModel
import ListRendering

extension Picture {
  /// Creates a picture of a list whose cells are read only where they are seen, as from a store.
  ///
  /// Contents are not measured: a cell that may choose its size has the estimated one, as stored
  /// components have in every view.
  ///
  /// - Parameters:
  ///   - sections: The sections without their cells, and how many cells each has.
  ///   - screen: The screen the list is seen on.
  ///   - names: Whether sections without a header show their names.
  ///   - cells: Reads the cells of a section in a range of items.
  /// - Throws: ``PictureError`` when the screen has no size, or a section cannot be laid out; an
  ///   error of `cells`.
  /// - Complexity: O(sections + cells on screen).
  public init(
    of sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen = PictureScreen(),
    names: SectionNames = .hidden,
    cells: (_ section: Int, _ items: Range<Int>) throws -> [Cell]
  ) throws {
    self = try ScreenPicture(of: sections, on: screen, names: names, cells: cells).picture
  }

  /// Returns the cells on screen; neighbours in a section are read together.
  static func contents(
    of attributes: [LayoutAttributes],
    _ cells: (_ section: Int, _ items: Range<Int>) throws -> [Cell]
  ) throws -> [CellPath: Cell] {
    var paths: [CellPath] = []
    for attributes in attributes {
      if case .cell(let path) = attributes.element { paths.append(path) }
    }
    paths.sort()
    var contents: [CellPath: Cell] = [:]
    var start = paths.startIndex
    while start < paths.endIndex {
      var end = start + 1
      while end < paths.endIndex, paths[end].section == paths[start].section,
        paths[end].item == paths[end - 1].item + 1
      { end += 1 }
      let run = paths[start..<end]
      let items = run[start].item..<run[end - 1].item + 1
      for (path, cell) in zip(run, try cells(run[start].section, items)) { contents[path] = cell }
      start = end
    }
    return contents
  }
}

/// Whether a picture tells sections apart that have no header.
public enum SectionNames: Hashable, Sendable {
  /// As an app shows them: nothing stands between two sections.
  case hidden
  /// The id of the section stands where its header would.
  case shown
}

extension CompositionalLayout {
  /// Gives the headers and footers of lists room for a line of text: their own estimates are lower, and
  /// nothing is measured here.
  mutating func measureHeaders() {
    for section in 0..<numberOfSections where list(inSection: section) != nil {
      for (kind, height) in [(SectionLayout.headerKind, 38.0), (SectionLayout.footerKind, 32)] {
        setMeasuredSize(
          MeasuredSize(width: nil, height: height),
          ofSupplementaryViewsOfKind: kind,
          inSection: section
        )
      }
    }
  }
}

extension ContentNode {
  /// The name of a section that has no header: quieter than a header.
  static func sectionName(_ name: String) -> ContentNode {
    .element(
      "p",
      [
        "style": "font-size: 13px; font-weight: bold; color: light-dark(#6e6e73, #a1a1a6); "
          + "-webkit-line-clamp: 1"
      ],
      text: name
    )
  }
}

extension PictureError {
  /// Creates the error of a layout that has no place on a screen, or whose code is not here.
  init(_ error: LayoutError, on screen: PictureScreen) {
    switch error.reason {
    case .groupCannotFitAnyItem, .negativeEffectiveContentSize:
      let size = "\(screen.width.svg) × \(screen.height.svg)"
      self = .refused("\(error), on a screen of \(size) points; a larger one may have room")
    case .notRegistered:
      self = .refused(
        "\(error): this layout is made by an app's code, and only the app can draw it"
      )
    default: self = .refused("\(error)")
    }
  }
}

extension Section {
  func layoutContent(
    _ count: Int,
    _ names: SectionNames
  ) throws(LayoutError) -> LayoutSectionContent {
    var views: [LayoutSectionContent.Supplementary] = []
    if let header {
      views.append(header.layoutContent(SectionLayout.headerKind))
    } else if names == .shown {
      views.append(
        LayoutSectionContent.Supplementary(kind: SectionLayout.headerKind, alignment: .top)
      )
    }
    if let footer { views.append(footer.layoutContent(SectionLayout.footerKind)) }
    return LayoutSectionContent(
      layout: (try layout?.known() ?? .vertical()).naming(names, hasHeader: header != nil),
      itemCount: count,
      supplementaries: views,
      estimatedHeights: LayoutSectionContent.EstimatedHeights(cell: 44, supplementaryView: 32)
    )
  }
}

extension SectionLayout {
  /// Returns a layout with room for the name of a section that has no header.
  ///
  /// The simple arrangements have room for any header.
  fileprivate func naming(_ names: SectionNames, hasHeader: Bool) -> SectionLayout {
    guard names == .shown, !hasHeader else { return self }
    var copy = self
    switch arrangement {
    case .compositional(var section):
      let items = section.boundarySupplementaryItems
      guard !items.contains(where: { $0.elementKind == Self.headerKind }) else { return self }
      let size = LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(32))
      section.boundarySupplementaryItems.append(
        LayoutBoundarySupplementaryItem(
          layoutSize: size,
          elementKind: Self.headerKind,
          alignment: .top
        )
      )
      copy.arrangement = .compositional(section)
    case .flow(var flow):
      guard flow.headerReferenceSize.height == 0 else { return self }
      flow.headerReferenceSize.height = 32
      copy.arrangement = .flow(flow)
    case .adaptive(let choices):
      copy.arrangement = .adaptive(
        choices.map { choice in
          AdaptiveChoice(
            minWidth: choice.minWidth,
            layout: choice.layout.naming(names, hasHeader: hasHeader)
          )
        }
      )
    case .vertical, .horizontal, .verticalGrid, .list, .provider: break
    }
    return copy
  }
}

extension SupplementaryView {
  fileprivate func layoutContent(
    _ kind: LayoutElementKind
  ) -> LayoutSectionContent.Supplementary {
    LayoutSectionContent.Supplementary(
      kind: kind,
      alignment: LayoutAlignment(rawValue: alignment.rawValue) ?? .top
    )
  }
}

extension AnyComponent {
  /// The first text that a cell with the component shows; empty if it shows none.
  package var shownTitle: String { look(.cell).texts.first { !$0.isEmpty } ?? "" }

  /// Returns what the component looks like.
  func look(_ role: ComponentRole) -> ContentNode {
    let (content, _) = renderedContent()
    if let described = content as? any DescribedContent, !(content is PlainContent) {
      return described.node
    }
    let json = try? stored().content?.text
    return .standard(type: type, json: json, as: role)
  }
}
