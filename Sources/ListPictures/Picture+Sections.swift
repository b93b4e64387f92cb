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
  ///   - cells: Reads the cells of a section in a range of items.
  /// - Throws: ``PictureError`` when the screen has no size, or a section cannot be laid out; an
  ///   error of `cells`.
  /// - Complexity: O(sections + cells on screen).
  public init(
    of sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen = PictureScreen(),
    cells: (_ section: Int, _ items: Range<Int>) throws -> [Cell]
  ) throws {
    try screen.check()
    let visible = try Self.visible(of: sections, on: screen)
    self.init(
      size: LayoutExtent(width: screen.width, height: screen.height),
      appearance: screen.appearance
    )
    let contents = try Self.contents(of: visible.attributes, cells)
    for attributes in visible.attributes.sorted(by: LayoutAttributes.isDrawnBefore) {
      var figure = Figure(
        element: attributes.element,
        frame: attributes.frame.offsetBy(x: 0, y: -visible.offset),
        node: nil
      )
      switch attributes.element {
      case .cell(let path):
        guard let cell = contents[path] else { continue }
        figure.id = cell.id.rawValue
        figure.node = cell.component.look(.cell)
      case .boundarySupplementary(let kind, let path):
        let isHeader = kind == SectionLayout.headerKind
        let section = sections[path.section].section
        let view = isHeader ? section.header : section.footer
        guard let view, isHeader || kind == SectionLayout.footerKind else { continue }
        figure.node = view.component.look(isHeader ? .header : .footer)
      case .decoration: break
      case .itemSupplementary, .groupSupplementary, .layoutSupplementary: continue
      }
      figures.append(figure)
    }
  }

  private static func visible(
    of sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen
  ) throws(PictureError) -> (attributes: [LayoutAttributes], offset: Double) {
    do {
      var contents: [LayoutSectionContent] = []
      for (section, count) in sections { contents.append(try section.layoutContent(count)) }
      let layout = try CompositionalLayout(
        sections: contents,
        environment: LayoutEnvironment(
          container: LayoutContainer(
            contentSize: LayoutExtent(width: screen.width, height: screen.height)
          )
        )
      )
      let offset = layout.clamped(screen.contentOffset, LayoutScrollState(contentOffset: .zero))
      var state = LayoutScrollState(contentOffset: LayoutPoint(x: 0, y: offset))
      for section in contents.indices {
        guard let scroller = layout.orthogonalScroller(inSection: section),
          scroller.minimumOffset != 0
        else { continue }
        state.orthogonalOffsets[section] = scroller.minimumOffset
      }
      let rect = LayoutRect(x: 0, y: offset, width: screen.width, height: screen.height)
      let attributes = layout.layoutAttributesForElements(in: rect, at: state)
      return (attributes.filter { !$0.isHidden }, offset)
    } catch {
      throw .refused("\(error)")
    }
  }

  /// Returns the cells on screen; neighbours in a section are read together.
  private static func contents(
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

extension Section {
  fileprivate func layoutContent(_ count: Int) throws(LayoutError) -> LayoutSectionContent {
    var views: [LayoutSectionContent.Supplementary] = []
    if let header { views.append(header.layoutContent(SectionLayout.headerKind)) }
    if let footer { views.append(footer.layoutContent(SectionLayout.footerKind)) }
    return LayoutSectionContent(
      layout: try layout?.known() ?? .vertical(),
      itemCount: count,
      supplementaries: views,
      estimatedHeights: LayoutSectionContent.EstimatedHeights(cell: 44, supplementaryView: 32)
    )
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
  /// Returns what the component looks like.
  fileprivate func look(_ role: ComponentRole) -> ContentNode {
    let (content, _) = renderedContent()
    if let described = content as? any DescribedContent, !(content is PlainContent) {
      return described.node
    }
    let json = try? stored().content?.text
    return .standard(type: type, json: json, as: role)
  }
}
